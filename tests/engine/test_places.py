"""Several Terrains at once, the reach of bans, states of Units, numbers that do not mix."""

from __future__ import annotations

from typing import Any

import pytest

from fieldpress.engine.commando.situation import Options, rule_on
from fieldpress.engine.verdicts import EngineFault
from tests.engine.helpers import card, library, one


def ban(against: str, **more: Any) -> list[dict[str, Any]]:
    rule = {"act": "use-token", "by": "enemy", "against": against, "result": "forbidden", **more}
    return [{"when": "in-play", "clauses": ["house.shield"], "do": [{"ban": rule}]}]


def outcome(question: dict[str, Any], given: dict[str, Any], *more: dict[str, Any]) -> str:
    return str(one(question, given=given, records={"cards": list(more)}).verdict.outcome)


TOSS = {"may": {"side": "red", "toss": "coin"}}
SMOKE = card(
    "smoke", "red", "action",
    effects=[{
        "when": "unit-destroyed", "until": "terrain", "clauses": ["units-allowed.window"],
        "do": [{"modify": {"what": "units-allowed", "add": -1}}],
    }],
)  # fmt: skip


@pytest.mark.parametrize(
    ("against", "later"), [("self", "allowed"), ("fight", "allowed"), ("terrain", "forbidden")]
)
def test_a_ban_reaches_its_fight_or_every_fight_on_its_terrain(against: str, later: str) -> None:
    mill = card("mill", "blue", "unit", effects=ban(against))
    assert outcome(TOSS, {"assault": [{"blue": "mill", "red": "fox"}]}, mill) == "forbidden"
    then = {
        "assault": [
            {"blue": "mill", "red": "fox", "result": "red"},
            {"blue": "wall", "red": "fox"},
        ]
    }
    assert outcome(TOSS, then, mill) == later


@pytest.mark.parametrize(("against", "expected"), [("self", "allowed"), ("fight", "forbidden")])
def test_a_ban_for_a_unit_ends_as_it_falls_and_one_for_its_fight_does_not(
    against: str, expected: str
) -> None:
    rule = {"act": "play", "with": {"role": "action"}}
    mill = card("mill", "blue", "unit", effects=ban(against, **rule))
    given = {"assault": [{"blue": "mill", "red": "fox", "result": "red"}]}
    assert outcome({"may": {"side": "red", "play": "smoke"}}, given, mill, SMOKE) == expected


TWO = {
    "terrains": [{"terrain": "hill", "size": 2}, "dale"],
    "assault": [
        {"blue": {"unit": "gate", "actions": ["brace"]}, "red": "fox", "on": "hill"},
        {"blue": "wall", "red": "hare", "on": "dale"},
    ],
}


def test_each_terrain_has_its_own_fight_size_and_value() -> None:
    def value(name: str, on: str, **more: Any) -> Any:
        return one({"value": name, "on": on, **more}, given=TWO).verdict.value

    assert value("combat-value", "hill", of="blue") == 4
    assert value("combat-value", "dale", of="blue") == 3
    assert value("units-allowed", "hill") == 2
    assert value("units-left", "dale") == 2
    assert one({"who": "leads", "on": "hill"}, given=TWO).verdict.value == "blue"
    assert one({"who": "leads", "on": "dale"}, given=TWO).verdict.value == "red"


def test_a_terrain_that_is_not_there_is_a_fault_with_its_place() -> None:
    with pytest.raises(EngineFault) as caught:
        one({"value": "units-left", "on": "moor"}, given=TWO)
    assert caught.value.path[:2] == ("ask", 0)


def test_a_fight_decided_on_one_terrain_leaves_the_other_open() -> None:
    then = [{"side": "red", "stop": True, "on": "hill"}]
    found = rule_on(
        library(),
        {
            "game": "toy", "given": TWO, "then": then,
            "ask": [{"result": "fight", "on": "hill"}, {"result": "assault", "on": "dale"}],
        },
    )  # fmt: skip
    assert found[0].verdict.value["winner"] == "blue"
    assert found[1].verdict.value == {"winner": "nobody", "over": False}


def test_a_terrain_that_is_not_told_leaves_a_reservation() -> None:
    verdict = one(
        {"value": "combat-value", "of": "blue"}, given={"assault": [{"blue": "wall"}]}
    ).verdict
    assert ("given.terrain", "terrain") in [(r.record, r.field) for r in verdict.reservations]


def test_a_unit_that_won_has_fought() -> None:
    effect = {
        "when": "in-play", "clauses": ["house.veteran"],
        "counts": {"of": "units", "side": "own", "role": "unit", "where": "terrain", "states": ["won"]},
        "do": [{"modify": {"what": "combat-value", "of": "own", "add": {"per_counted": 1}}}],
    }  # fmt: skip
    elder = card("elder", "blue", "unit", combat_value=1, effects=[effect])
    given = {
        "assault": [
            {"blue": "wall", "red": "fox", "result": "blue"},
            {"blue": "gate", "red": "fox", "result": "red"},
            {"blue": "elder"},
        ]
    }
    found = one({"counted": "elder"}, given=given, records={"cards": [elder]})
    assert found.verdict.value == 1


def test_what_is_counted_for_a_draw_is_not_drawn_on_top() -> None:
    effect = {
        "when": "played", "until": "turn", "clauses": ["house.veteran"],
        "counts": {"of": "units", "side": "own", "role": "unit", "where": "terrain"},
        "do": [{"modify": {"what": "cards-drawn", "of": "own", "add": {"per_counted": 1}}}],
    }  # fmt: skip
    feast = card("call", "blue", "event", effects=[effect])
    given = {
        "terrain": "hill",
        "events": [{"side": "blue", "card": "call"}],
        "assault": [{"blue": "wall", "red": "fox", "result": "red"}],
    }
    found = rule_on(
        library(),
        {
            "game": "toy", "given": given, "ask": [{"value": "cards-drawn", "of": "blue"}],
            "records": {"cards": [feast]},
        },
        Options(),
    )[0]  # fmt: skip
    assert found.verdict.value == 2
