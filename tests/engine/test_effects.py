"""The vocabulary of effects: the schema and the engine know the same words, and each one works."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.engine.commando.parameters import READ
from fieldpress.engine.commando.situation import rule_on
from fieldpress.engine.effects import KEYS, VERBS, parse_effects
from fieldpress.engine.verdicts import Amount
from fieldpress.resources import data_folder
from tests.engine.helpers import CARDS, card, library


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data_folder("schema") / name).read_text(encoding="utf-8"))
    return found


def test_schema_and_engine_know_the_same_keys() -> None:
    effect = schema("effect.json")
    assert set(effect["properties"]) == KEYS
    operations = effect["$defs"]["operation"]["properties"]
    assert set(operations) == set(VERBS)
    for verb, keys in VERBS.items():
        spec = operations[verb]
        if spec.get("$ref") == "#/$defs/plays":
            spec = effect["$defs"]["plays"]
        assert set(spec["properties"]) == keys, verb


def test_every_parameter_that_play_reads_is_in_the_schema() -> None:
    assert set(schema("parameters.commando.json")["enum"]) >= READ


def test_every_effect_that_ships_can_be_read() -> None:
    for game in open_library().games.values():
        for record in game.cards.values():
            if record.effects.known:
                parse_effects(record.id, record.effects.value)
        for terrain in game.terrains.values():
            for face in terrain.faces:
                if face.effects.known:
                    parse_effects(terrain.id, face.effects.value)


FIGHT = {"assault": [{"blue": "wall", "red": "fox"}]}


def put(
    effects: list[Any], questions: list[Any], kind: str = "action", **situation: Any
) -> list[Any]:
    """Ask about a red card `new` with these effects; the verdicts."""
    cards = [*CARDS, card("new", "red", kind, effects=effects)]
    raw = {"game": "toy", "given": FIGHT, **situation, "ask": questions}
    return [a.verdict for a in rule_on(library(cards), raw)]


def modify(**args: Any) -> list[Any]:
    return [
        {
            "when": "played",
            "clauses": ["house.pass"],
            "do": [{"modify": {"what": "combat-value", **args}}],
        }
    ]


PLAY_NEW = [{"side": "red", "play": "new"}]


@pytest.mark.parametrize(
    ("args", "of", "value"),
    [
        ({"of": "own", "add": 2}, "red", 5),
        ({"of": "enemy", "add": -2}, "blue", 1),
        ({"of": "attacker", "set": 9}, "red", 9),
        ({"of": "defender", "at_most": 2}, "blue", 2),
        ({"of": "own", "at_least": 4}, "red", 4),
        ({"of": "own", "at_most": 2, "layer": "printed"}, "red", 3),
        ({"of": "own", "add": 5, "units": {"type": "fur"}}, "red", 3),
        ({"of": "own", "add": 5, "units": {"heroic": False}}, "red", 8),
    ],
)
def test_modify(args: dict[str, Any], of: str, value: int) -> None:
    given = {
        "assault": [
            {
                "blue": "wall",
                "red": {"unit": "fox", "tokens": [{"counter": "coin", "face": "plus"}]},
            }
        ]
    }
    (verdict,) = put(
        modify(**args), [{"value": "combat-value", "of": of}], given=given, then=PLAY_NEW
    )
    with_token = {"add": 1, "at_least": 0}.get(
        next(k for k in args if k in ("add", "set", "at_least", "at_most")), 0
    )
    if of == "red" and "layer" not in args:
        value += with_token
    assert verdict.value == value


def test_an_unknown_amount_leaves_the_value_open_and_names_the_card() -> None:
    (verdict,) = put(
        [*modify(of="own", add="unknown"), {"unknown": "smudged"}],
        [{"value": "combat-value", "of": "red"}],
        then=PLAY_NEW,
    )
    assert verdict.value == Amount(None, None)
    assert [n.fact for n in verdict.needs] == ["new.effects"]


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ({"against": {"cards": ["wall"]}}, 5),
        ({"against": {"cards": ["gate"]}}, 3),
        ({"not": {"against": {"cards": ["gate"]}}}, 5),
        ({"any": [{"against": {"cards": ["gate"]}}, {"played_as": "action"}]}, 5),
        ({"all": [{"against": {"cards": ["wall"]}}, {"played_as": "unit"}]}, 3),
        ({"terrain": ["hill"]}, 5),
        ({"turn_token": "own"}, 5),
        ({"turn_token": "enemy"}, 3),
    ],
)
def test_conditions(condition: dict[str, Any], value: int) -> None:
    effects = [
        {
            "when": "played",
            "if": condition,
            "do": [{"modify": {"what": "combat-value", "of": "own", "add": 2}}],
        }
    ]
    given = {**FIGHT, "terrain": "hill", "turn_token": "red"}
    (verdict,) = put(effects, [{"value": "combat-value", "of": "red"}], given=given, then=PLAY_NEW)
    assert verdict.value == value


def test_a_condition_on_a_fact_that_is_not_given_leaves_the_value_open() -> None:
    effects = [
        {
            "when": "played",
            "if": {"terrain": ["hill"]},
            "do": [{"modify": {"what": "combat-value", "of": "own", "add": 2}}],
        }
    ]
    (verdict,) = put(effects, [{"value": "combat-value", "of": "red"}], then=PLAY_NEW)
    assert (verdict.outcome, verdict.value) == ("undetermined", Amount(3, 5))
    assert [n.fact for n in verdict.needs] == ["given.terrain"]


def test_a_cost_is_paid_when_the_card_is_announced_even_if_it_is_cancelled() -> None:
    effects = [{"when": "played", "cost": [{"tokens": {"who": "own", "act": "spend", "count": 2}}], "clauses": ["house.pass"],
                "do": [{"modify": {"what": "combat-value", "of": "own", "add": 2}}]}]  # fmt: skip
    may = {"may": PLAY_NEW[0]}
    poor = {**FIGHT, "reserve": 3, "sides": {"red": {"tokens": ["coin"]}}}
    rich = {**FIGHT, "reserve": 3, "sides": {"red": {"tokens": ["coin", "coin"]}}}
    assert put(effects, [may], given=poor)[0].clauses == ("house.pass",)
    then = [*PLAY_NEW, {"side": "blue", "answer": "no"}, {"side": "red", "decline": True}]
    value, reserve = put(
        effects,
        [{"value": "combat-value", "of": "red"}, {"value": "reserve"}],
        given=rich,
        then=then,
    )
    assert (value.value, reserve.value) == (3, 5)


def test_a_card_may_be_used_so_often() -> None:
    effects = [{"when": "played", "use": {"times": 1, "per": "fight"}, "clauses": ["house.pass"],
                "do": [{"modify": {"what": "combat-value", "of": "own", "add": 2}}]}]  # fmt: skip
    first, second = put(
        effects, [{"may": PLAY_NEW[0], "after": 0}, {"may": PLAY_NEW[0]}], then=PLAY_NEW
    )
    assert first.outcome == "allowed"
    assert (second.outcome, [f.code for f in second.objections]) == ("forbidden", ["used-up"])


def test_modes_are_chosen_as_the_card_resolves() -> None:
    effects = [{"when": "played", "clauses": ["house.pass"], "modes": [
        {"id": "strike", "do": [{"modify": {"what": "combat-value", "of": "own", "add": 4}}]},
        {"id": "gather", "do": [{"tokens": {"who": "own", "act": "take", "count": 1}}]},
    ]}]  # fmt: skip
    then = [*PLAY_NEW, {"side": "blue", "decline": True}]
    choose = [{"may": {"side": "red", "choose": c}} for c in ("strike", "gather", "sleep")]
    assert [v.outcome for v in put(effects, choose, then=then)] == [
        "allowed",
        "allowed",
        "forbidden",
    ]
    early = put(effects, choose[:1], then=PLAY_NEW)
    assert [f.code for f in early[0].objections] == ["window-open"]
    struck = put(
        effects,
        [{"value": "combat-value", "of": "red"}],
        then=[*then, {"side": "red", "choose": "strike"}],
    )
    assert struck[0].value == 7
    rich = {**FIGHT, "reserve": 5}
    gathered = put(
        effects,
        [{"value": "reserve"}],
        given=rich,
        then=[*then, {"side": "red", "choose": "gather"}],
    )
    assert gathered[0].value == 4


def test_a_chosen_number_is_open_until_it_is_chosen() -> None:
    effects = [{"when": "played", "do": [{"modify": {"what": "combat-value", "of": "own", "add": {"chosen": {"from": 0, "to": 3}}}},
                                         {"choose": {"by": "own"}}]}]  # fmt: skip
    then = [*PLAY_NEW, {"side": "blue", "decline": True}]
    (open_one,) = put(effects, [{"value": "combat-value", "of": "red"}], then=then)
    assert open_one.value == Amount(3, 6)
    (closed,) = put(
        effects,
        [{"value": "combat-value", "of": "red"}],
        then=[*then, {"side": "red", "choose": 2}],
    )
    assert closed.value == 5


def test_cards_drawn_are_changed_and_barred() -> None:
    given = {"terrain": "hill", "phase": "attacker"}
    more = [
        {
            "when": "played",
            "until": "turn",
            "do": [{"modify": {"what": "cards-drawn", "of": "attacker", "add": 2}}],
        }
    ]
    bar = [
        {
            "when": "played",
            "until": "turn",
            "do": [{"ban": {"act": "draw", "by": "own", "result": "forbidden"}}],
        }
    ]
    question = [{"value": "cards-drawn", "of": "red"}]
    for effects, value in (
        ([{"when": "played", "do": [{"draw": {"who": "own", "count": 1}}]}], 2),
        (more, 4),
        (bar, 0),
    ):
        assert put(effects, question, "event", given=given, then=PLAY_NEW)[0].value == value


def test_what_a_situation_does_not_follow_is_said() -> None:
    effects = [{"when": "played", "do": [{"take_back": {"who": "own", "count": 1}}]}]
    (verdict,) = put(
        effects,
        [{"may": {"side": "red", "toss": "coin"}}],
        then=[*PLAY_NEW, {"side": "blue", "decline": True}],
    )
    assert verdict.outcome == "allowed"
    assert ("card:new", "not followed") in [(r.record, r.field) for r in verdict.reservations]


def test_tokens_go_to_and_from_the_reserve_as_far_as_they_go() -> None:
    take = [
        {
            "when": "played",
            "clauses": ["tokens.take"],
            "do": [{"tokens": {"who": "own", "act": "take", "count": 3}}],
        }
    ]
    given = {**FIGHT, "reserve": 2}
    taken, left = put(
        take,
        [{"value": "tokens-taken", "of": "red", "by": "new"}, {"value": "reserve"}],
        given=given,
        then=PLAY_NEW,
    )
    assert left.value == 0
    assert taken.outcome == "value"
