"""A game with a die, Support, reserves by kind and Buildings: what the second game adds to combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.commando.moves import Move, parse_move
from fieldpress.engine.commando.plays import Undecided, apply
from fieldpress.engine.commando.questions import legal_moves, why_not
from fieldpress.engine.commando.situation import Answer, Options, knowledge, rule_on, state_of
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from tests.engine.helpers import CARDS, DICE, card, library

BAN = {"by": "enemy", "against": "terrain", "result": "without-effect"}


def _does(*operations: dict[str, Any], **more: Any) -> list[Any]:
    return [{"when": "played", "do": list(operations), **more}]


def _takes(counter: str, count: int, act: str = "take", who: str = "own") -> dict[str, Any]:
    return {"tokens": {"who": who, "act": act, "count": count, "counter": counter}}


MORE = [
    card("rampart", "blue", "unit", combat_value=6),
    card("pair", "red", "unit", combat_value=2, support=True),
    card("twin", "red", "unit", combat_value=1, support=True),
    card("third", "red", "unit", combat_value=1, support=True),
    card("vague", "red", "unit", support={"unknown": "smudged"}),
    card("flint", "red", "action", effects=_does(_takes("spark", 2, "roll"))),
    card("purse", "red", "event", effects=_does(_takes("gem", 2), {"draw": {"who": "own", "count": 1}})),
    card("thief", "blue", "event", effects=_does(
        {"choose": {"by": "enemy", "what": "tokens", "then": [_takes("unknown", 2, "return", "enemy")]}}
    )),
    card("fog", "blue", "unit", effects=[{"when": "in-play", "do": [
        {"ban": {"act": "use-token", **BAN}}, {"ban": {"act": "play", "with": {"role": "action"}, **BAN}},
    ], "clauses": ["house.shield"]}]),
    card("mud", "blue", "unit", effects=[{"when": "in-play", "do": [
        {"modify": {"what": "combat-value", "of": "enemy", "at_most": 1, "layer": "printed"}},
    ]}]),
    card("ward", "red", "unit", effects=[{"when": "in-play", "do": [
        {"ban": {"act": "cancel", "by": "enemy", "against": "self", "result": "without-effect"}},
    ], "clauses": ["house.shield"]}]),
]  # fmt: skip


@cache
def game() -> Library:
    return library([*CARDS, *MORE], DICE)


def ask(situation: Mapping[str, Any], options: Options | None = None) -> list[Answer]:
    return rule_on(game(), {"game": "toy", **situation}, options)


def one(question: Mapping[str, Any], **situation: Any) -> Answer:
    return ask({**situation, "ask": [question]})[0]


FIGHT = {"blue": "rampart", "red": "fox"}


# -- the die ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "lands", "value"),
    [("coin", "success", 4), ("coin", "failure", 3), ("coin", "neutral", 3),
     ("pearl", "success", 5), ("pearl", "failure", 4), ("gem", None, 5)],
)  # fmt: skip
def test_a_token_gives_the_number_that_the_die_calls_for(
    counter: str, lands: str | None, value: int
) -> None:
    move = {"side": "red", "roll": counter, **({"lands": lands} if lands else {})}
    found = one({"value": "combat-value", "of": "red"}, given={"assault": [FIGHT]}, then=[move])
    assert found.verdict.value == value


def test_a_game_that_rolls_does_not_toss_and_the_other_way_round() -> None:
    with pytest.raises(EngineFault, match="the die is rolled for a token: write `roll: coin`"):
        one({"may": {"side": "red", "toss": "coin"}}, given={"assault": [FIGHT]})
    tossing = {"game": "toy", "given": {"assault": [FIGHT]}, "ask": [{"may": {"side": "red", "roll": "coin"}}]}  # fmt: skip
    with pytest.raises(EngineFault, match="the token is tossed: write `toss: coin`"):
        rule_on(library([*CARDS, *MORE]), tossing)


@pytest.mark.parametrize(
    ("move", "said"),
    [({"roll": "coin"}, "needs lands: success or failure"),
     ({"roll": "gem", "lands": "success"}, "nothing is rolled for gem"),
     ({"roll": "coin", "lands": "heads"}, "success or failure, not 'heads'"),
     ({"recover": "fox", "lands": 1}, "lands is a face")],
)  # fmt: skip
def test_what_the_die_shows_is_told_where_it_matters(move: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineFault, match=said):
        one({"who": "acts"}, given={"assault": [FIGHT]}, then=[{"side": "red", **move}])


def test_moves_survive_json() -> None:
    for raw in (
        {"side": "red", "roll": "coin", "lands": "failure"},
        {"side": "red", "choose": ["coin", "gem"]},
        {"side": "red", "recover": "fox", "lands": "success"},
    ):
        assert parse_move(raw, {"red": 0, "blue": 0}, ()).to_json() == raw


# -- reserves ---------------------------------------------------------------------------------------


def test_each_kind_returns_to_its_own_reserve() -> None:
    situation = {
        "given": {"reserve": {"coin": 4, "pearl": 2, "spark": 3}, "assault": [FIGHT]},
        "then": [{"side": "red", "roll": "coin", "lands": "failure"}],
        "ask": [{"value": "reserve"}, {"value": "reserve", "counter": "pearl"}, {"goes": "gem"}],
    }
    assert [a.verdict.value for a in ask(situation)] == [5, 2, "special-reserve"]


@pytest.mark.parametrize(("left", "taken"), [(5, 2), (1, 1), (0, 0)])
def test_a_special_token_is_limited_by_its_own_reserve_alone(left: int, taken: int) -> None:
    found = one(
        {"value": "tokens-taken", "of": "red", "by": "purse"},
        given={"phase": "attacker", "reserve": {"coin": 0, "gem": left}},
        then=[{"side": "red", "play": "purse"}],
    )
    assert found.verdict.value == taken


def test_a_card_that_calls_for_tokens_takes_them_from_their_pile_and_they_lapse() -> None:
    then: list[dict[str, Any]] = [
        {"side": "red", "play": "flint"},
        {"side": "red", "roll": "spark", "lands": "success"},
    ]
    given_ = {"reserve": {"spark": 3}, "assault": [FIGHT], "sides": {"red": {"tokens": ["coin"]}}}
    more = {"may": {"side": "red", "roll": "spark"}}
    left = {"value": "reserve", "counter": "spark"}
    worth = {"value": "combat-value", "of": "red"}
    asked = [{**more, "after": 0}, more, left, worth]
    found = ask({"given": given_, "then": then, "ask": asked})
    assert [a.verdict.outcome for a in found[:2]] == ["forbidden", "allowed"]
    assert [a.verdict.value for a in found[2:]] == [1, 4]
    then.append({"side": "red", "roll": "coin", "lands": "success"})
    late = ask({"given": given_, "then": then, "ask": [more, left]})
    assert late[0].verdict.outcome == "forbidden"
    assert late[1].verdict.value == 2


def test_tokens_given_back_are_picked_by_their_owner_as_far_as_he_has_them() -> None:
    given_ = {
        "phase": "defender",
        "reserve": 5,
        "sides": {"red": {"tokens": ["coin", "gem", "coin"]}},
    }
    then = [{"side": "blue", "play": "thief"}, {"side": "red", "decline": True}]
    picks = [["coin", "gem"], ["coin"], ["gem", "gem"]]
    situation = {
        "given": given_,
        "then": then,
        "ask": [{"may": {"side": "red", "choose": p}} for p in picks],
    }
    assert [a.verdict.outcome for a in ask(situation)] == ["allowed", "forbidden", "forbidden"]
    then.append({"side": "red", "choose": ["coin", "gem"]})
    after = ask(
        {
            "given": given_,
            "then": then,
            "ask": [{"value": "tokens", "of": "red"}, {"value": "reserve"}],
        }
    )
    assert [a.verdict.value for a in after] == [1, 6]
    given_["sides"] = {"red": {"tokens": ["gem"]}}
    fewer = one(
        {"value": "tokens-returned", "of": "red", "by": "thief"}, given=given_, then=then[:2]
    )
    assert fewer.verdict.value == 1
    assert "effect.partial" in fewer.verdict.clauses


# -- Support ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then", "outcome", "code"),
    [("pair", "twin", "allowed", ""), ("pair", "fox", "forbidden", "no-support"),
     ("fox", "pair", "forbidden", "no-support"), ("pair", "vague", "undetermined", "no-support")],
)  # fmt: skip
def test_both_need_support(first: str, then: str, outcome: str, code: str) -> None:
    found = one(
        {"may": {"side": "red", "play": then}},
        given={"assault": [{"blue": "wall", "red": first}]},
    )
    assert found.verdict.outcome == outcome
    assert ({f.code for f in found.verdict.findings} == {code}) == bool(code)


def test_values_add_both_fall_and_no_third_joins() -> None:
    fight = {"blue": "rampart", "red": {"unit": "pair", "beside": ["twin"]}}
    found = ask({
        "given": {"assault": [fight], "terrain": "hill"},
        "then": [{"side": "red", "stop": True}],
        "ask": [
            {"value": "combat-value", "of": "red", "after": 0},
            {"may": {"side": "red", "play": "third"}, "after": 0},
            {"result": "fight"},
        ],
    })  # fmt: skip
    assert found[0].verdict.value == 3
    assert {f.code for f in found[1].verdict.objections} == {"support-full"}
    assert found[2].verdict.value["destroyed"] == ["card:pair", "card:twin"]


def test_a_limit_on_printed_values_touches_each_of_two_units() -> None:
    fight = {"blue": "mud", "red": {"unit": "pair", "beside": ["pair"], "tokens": ["gem"]}}
    found = one({"value": "combat-value", "of": "red"}, given={"assault": [fight]})
    assert found.verdict.value == 1 + 1 + 2


def test_without_the_parameter_every_unit_fights_alone() -> None:
    raw = {"game": "toy", "given": {"assault": [{"blue": "wall", "red": "pair"}]},
           "ask": [{"may": {"side": "red", "play": "twin"}}]}  # fmt: skip
    found = rule_on(library([*CARDS, *MORE]), raw)[0].verdict
    assert {f.code for f in found.objections} == {"already-facing"}


# -- Buildings, idle cards, bans that take the effect --------------------------------------------------


def _on_the_barn(**fight: Any) -> dict[str, Any]:
    return {
        "terrain": "barn",
        "size": 1,
        "assault": [{"blue": "gate", "red": "fox", "result": "red", **fight}],
    }


@pytest.mark.parametrize(
    ("given_", "card_", "side", "code"),
    [(_on_the_barn(), "fox", "red", ""),
     (_on_the_barn(red="hare"), "hare", "red", "too-strong"),
     (_on_the_barn() | {"terrain": "dale", "size": 3, "units_played": 3}, "fox", "red", "no-building"),
     (_on_the_barn() | {"size": 2}, "fox", "red", "assault-goes-on"),
     (_on_the_barn(), "pair", "red", "not-played-there"),
     (_on_the_barn(), "gate", "blue", "not-for-side")],
)  # fmt: skip
def test_what_a_building_gives_back(
    given_: dict[str, Any], card_: str, side: str, code: str
) -> None:
    found = one({"why_not": {"side": side, "recover": card_}}, given=given_).verdict
    assert [f.code for f in found.objections] == ([code] if code else [])


@pytest.mark.parametrize(("lands", "where"), [("success", "hand"), ("failure", "discard")])
def test_the_die_decides_whether_the_unit_comes_back(lands: str, where: str) -> None:
    situation = {
        "given": _on_the_barn() | {"sides": {"red": {"hand": []}}},
        "then": [{"side": "red", "recover": "fox", "lands": lands}],
        "ask": [{"goes": "fox"}, {"may": {"side": "red", "recover": "fox"}}],
    }
    found = ask(situation)
    assert found[0].verdict.value == where
    assert {f.code for f in found[1].verdict.objections} == {"recovered-before"}


@pytest.mark.parametrize(
    ("gems", "pile", "outcome"),
    [(0, 0, "forbidden"), (1, 0, "allowed"), (0, 1, "allowed")],
)
def test_a_card_that_can_do_nothing_is_not_played(gems: int, pile: int, outcome: str) -> None:
    given_ = {"phase": "attacker", "reserve": {"gem": gems}, "sides": {"red": {"draw_pile": pile}}}
    assert one({"may": {"side": "red", "play": "purse"}}, given=given_).verdict.outcome == outcome


def test_what_loses_its_effect_may_be_played_all_the_same() -> None:
    fight = {
        "blue": {"unit": "fog"},
        "red": {"unit": "fox", "actions": ["shove"], "tokens": ["gem"]},
    }
    found = ask({
        "given": {"assault": [fight], "reserve": 3},
        "ask": [{"value": "combat-value", "of": "red"}, {"may": {"side": "red", "roll": "coin"}}],
    })  # fmt: skip
    assert found[0].verdict.value == 3
    assert [p.why for p in found[0].verdict.contributions if not p.counted] == ["voided", "voided"]
    assert found[1].verdict.outcome == "allowed"
    assert [f.code for f in found[1].verdict.findings] == ["no-effect"]


def test_a_card_whose_cancelling_has_no_effect_cancels_nothing() -> None:
    then = [
        {"side": "red", "play": "ward"},
        {"side": "blue", "answer": "no"},
        {"side": "red", "decline": True},
    ]
    found = one(
        {"value": "combat-value", "of": "red"}, given={"assault": [{"blue": "wall"}]}, then=then
    )
    assert found.verdict.value == 3


# -- laws ---------------------------------------------------------------------------------------------

RED = ["fox", "pair", "twin", "third", "shove", "flint", "purse", "vague"]
BLUE = ["wall", "gate", "fog", "brace", "no", "thief"]


@st.composite
def games(draw: st.DrawFn) -> tuple[Knowledge, list[State]]:
    """A game played at random by its legal moves, and every state that it went through."""
    k = knowledge(game(), {"game": "toy"}, Options())
    sides = {
        "red": {"hand": draw(st.lists(st.sampled_from(RED), min_size=2, max_size=7)), "tokens": ["coin", "gem", "pearl"], "draw_pile": 2},
        "blue": {"hand": draw(st.lists(st.sampled_from(BLUE), min_size=2, max_size=6)), "tokens": ["coin", "pearl"], "draw_pile": 2},
    }  # fmt: skip
    supply = {"coin": 3, "gem": 1, "pearl": 1, "spark": 2}
    state = state_of(k, {"terrain": "barn", "reserve": supply, "sides": sides})
    states = [state.copy()]
    for _ in range(12):
        moves = [m for side in ("red", "blue") for m in legal_moves(k, state, side)]
        if not moves:
            break
        move = draw(st.sampled_from(moves))
        if move.verb in ("roll", "recover") and move.what != "gem":
            lands = draw(st.sampled_from(["success", "failure"]))
            move = move._replace(lands=lands)
        try:
            apply(k, state, move)
        except Undecided:
            break
        states.append(state.copy())
    return k, states


def _tokens(state: State) -> Iterator[str]:
    """Every token that is accounted for: before a side, on a Unit, in a reserve, called for."""
    for side in state.sides.values():
        yield from (t.counter for t in side.tokens or ())
    for fight in state.fights:
        yield from (t.counter for tokens in fight.tokens.values() for t in tokens)
    yield from ["coin"] * (state.reserve or 0)
    for counter, number in state.supply.items():
        yield from [counter] * number
    for waiting in state.called:
        yield from [waiting.counter] * (waiting.count or 0)


@given(games())
def test_no_token_is_made_or_lost(played: tuple[Knowledge, list[State]]) -> None:
    _, states = played
    assert {frozenset(Counter(_tokens(state)).items()) for state in states} == {
        frozenset(Counter(_tokens(states[0])).items())
    }


@given(games())
def test_units_that_fight_together_are_two_at_most_and_all_have_support(
    played: tuple[Knowledge, list[State]],
) -> None:
    k, states = played
    for state in states:
        for index in range(len(state.fights)):
            units = state.units_of(index, "attacker")
            assert len(units) <= 2
            assert (
                len(units) == 1
                or all(k.holds("card", u.card, "support", True).value for u in units)
                or not units
            )
            assert len(state.units_of(index, "defender")) <= 1


@given(games())
def test_a_state_survives_json_and_a_copy_shares_nothing(
    played: tuple[Knowledge, list[State]],
) -> None:
    for state in played[1]:
        told = state.to_json()
        assert State.from_json(told).to_json() == told
        other = state.copy()
        for fight in other.fights:
            fight.beside.setdefault("attacker", []).append(0)
        other.supply["gem"] = 99
        other.called.clear()
        assert state.to_json() == told


@given(games())
def test_why_not_is_empty_exactly_for_what_is_legal(played: tuple[Knowledge, list[State]]) -> None:
    k, states = played
    state = states[-1]
    legal = [m for side in ("red", "blue") for m in legal_moves(k, state, side)]
    assert all(not why_not(k, state, move) for move in legal)
    for card_ in ("pair", "twin", "third"):
        move = Move("red", "play", card_, "unit")
        assert (not why_not(k, state, move)) == (move in legal) or card_ not in (
            state.sides["red"].hand or ()
        )
