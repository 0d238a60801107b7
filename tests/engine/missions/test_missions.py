"""Missions on small battlefields: what their parameters mean, and that one set of checks is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldpress.engine.commando.checks import judge
from fieldpress.engine.commando.missions import table as moves
from fieldpress.engine.commando.missions.board import neighbours, on_field, spots_of, touches
from fieldpress.engine.commando.missions.regiments import rested
from fieldpress.engine.commando.missions.verbs import NAMES
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.plays import apply
from fieldpress.engine.commando.questions import legal_moves, why_not
from fieldpress.engine.commando.state import State
from fieldpress.engine.verdicts import EngineFault
from tests.engine.missions.toy import ask, may, table

STAND = {"regiments": {"first": {"at": "1-1", "run": 0}, "second": {"at": "3-3", "run": 0}}}
WON: dict[str, Any] = {"previous": {"winner": "red"}, "mission": {**STAND, "active": "first"}}
LOST = {**WON, "previous": {"winner": "blue"}}


def value(scenario: str, question: dict[str, Any], **more: Any) -> Any:
    return ask(scenario, question, **more)[0].verdict.value


# -- the grid -------------------------------------------------------------------------------------


def test_neighbours_are_mutual_and_on_the_field() -> None:
    k, _ = table("grid", {})
    for spot in spots_of(k):
        near = neighbours(k, spot)
        assert spot not in near
        assert all(on_field(k, other) and touches(other, spot) for other in near)
        assert len(near) in (3, 5, 8)


@pytest.mark.parametrize(
    ("to", "codes"),
    [("2-2", set()), ("4-1", {"off-field"}), ("3-3", {"spot-taken"})],
)
def test_a_regiment_drops_on_the_field_and_alone(to: str, codes: set[str]) -> None:
    given = {"mission": {"regiments": {"second": "3-3"}}}
    outcome, found = may("grid", {"side": "red", "drop": "first", "to": to}, given=given)
    assert (outcome, found) == ("forbidden" if codes else "allowed", codes)


def test_only_a_failure_lets_it_drift_and_no_farther_than_a_neighbour() -> None:
    given = {"mission": {"regiments": {"first": "1-1"}}}
    for lands, codes in (("success", {"landed"}), ("failure", set())):
        then = [{"side": "blue", "roll_for": "first", "lands": lands}]
        move = {"side": "blue", "drift": "first", "to": "2-2"}
        assert may("grid", move, given=given, then=then)[1] == codes
    then = [{"side": "blue", "roll_for": "first", "lands": "failure"}]
    assert may("grid", {"side": "blue", "drift": "first", "to": "1-3"}, given=given, then=then)[
        1
    ] == {"not-adjacent"}


def test_the_winner_moves_the_regiment_that_fought() -> None:
    assert value("grid", {"who": "moves-regiment"}, given=WON) == "red"
    assert value("grid", {"who": "moves-regiment"}, given=LOST) == "blue"
    spots = ["spot:1-2", "spot:2-1", "spot:2-2"]
    assert value("grid", {"which": "moves-to"}, given=WON) == spots
    assert may("grid", {"side": "red", "march": "second", "to": "3-2"}, given=WON)[1] == {
        "not-fought-yet"
    }


def hemmed(hand: list[str], **more: Any) -> dict[str, Any]:
    field = {s: {"control": "blue"} for s in ("1-2", "2-1", "2-2")} | {"3-1": {"control": "red"}}
    return {
        **WON,
        "sides": {"red": {"hand": hand, "draw_pile": 2}},
        "mission": {**WON["mission"], "field": field, **more},
    }


def test_a_blocked_regiment_costs_what_the_pile_has() -> None:
    assert value("grid", {"value": "cards-lost", "of": "red"}, given=hemmed([])) == 2
    k, state = table("grid", hemmed([]))
    apply(k, state, Move("red", "redeploy", "first", to="3-2"))
    assert state.sides["red"].draw_pile == 0
    assert state.mission is not None
    assert state.mission.regiments["first"].at == "3-2"


def test_the_reconnaissance_move_needs_a_chain_and_its_card() -> None:
    field = {"1-2": {"control": "red"}, "3-1": {"control": "red"}}
    given = {
        **WON,
        "sides": {"red": {"hand": ["scouts"]}},
        "mission": {**WON["mission"], "field": field},
    }
    move = {"side": "red", "reconnoitre": "first"}
    assert may("grid", {**move, "to": "1-3"}, given=given) == ("allowed", set())
    assert may("grid", {**move, "to": "3-2"}, given=given)[1] == {"no-chain"}
    given["sides"] = {"red": {"hand": []}}
    assert may("grid", {**move, "to": "1-3"}, given=given)[1] == {"not-in-hand"}
    given["sides"] = {}
    assert may("grid", {**move, "to": "1-3"}, given=given)[0] == "undetermined"


def test_fatigue_follows_the_turns() -> None:
    k, state = table("grid", {"phase": "progression", "mission": STAND})
    shown = []
    for name in ("first", "first", "second"):
        assert [m.what for m in legal_moves(k, state, "red") if m.verb == "activate"].count(name)
        apply(k, state, Move("red", "activate", name))
        moves.end_turn(k, state)
        assert state.mission is not None
        shown.append({n: r.fatigue for n, r in state.mission.regiments.items()})
    assert shown == [
        {"first": "tired", "second": "fit"},
        {"first": "exhausted", "second": "fit"},
        {"first": "fit", "second": "tired"},
    ]


def test_what_is_asked_of_fatigue_changes_nothing() -> None:
    k, state = table("grid", {"mission": {**STAND, "active": "first"}})
    before = state.to_json()
    rested(k, state)
    assert state.to_json() == before


def test_tokens_are_points_and_enough_of_them_win() -> None:
    field = {"1-1": {"terrain": "hill"}, "2-2": {"control": "red", "tokens": 2}}
    given = {
        "terrains": [{"terrain": "hill", "won_by": "red"}],
        "mission": {"field": field, "assault": "1-1"},
    }
    assert value("grid", {"value": "victory-points", "of": "red"}, given=given) == 3
    assert value("grid", {"who": "wins-game"}, given=given) == "red"


# -- columns --------------------------------------------------------------------------------------

CROSS = {"1-1": "hill", "1-2": "keep", "2-1": {"control": "red"}, "2-2": "mill"}


def test_a_column_opens_terrain_by_terrain() -> None:
    given = {"turn": 3, "mission": {"field": CROSS}}
    assert value("cross", {"which": "terrains"}, given=given) == ["spot:1-1", "spot:2-2"]
    assert may("cross", {"side": "blue", "attack": "keep"}, given=given)[1] == {"column-closed"}
    assert may("cross", {"side": "blue", "attack": "2-1"}, given=given)[1] == {"held-by"}
    assert may("cross", {"side": "red", "attack": "hill"}, given=given)[1] == {"not-for-side"}


def test_the_barricade_lies_for_one_turn() -> None:
    for turn, outcome in ((3, "forbidden"), (4, "allowed")):
        given = {"turn": turn, "mission": {"field": CROSS, "barricade": {"at": "2-2", "laid": 2}}}
        assert may("cross", {"side": "blue", "attack": "mill"}, given=given)[0] == outcome
    k, state = table(
        "cross", {"turn": 2, "mission": {"field": CROSS, "barricade": {"at": "2-2", "laid": 2}}}
    )
    moves.end_turn(k, state)
    assert state.mission is not None
    assert state.mission.barricade == "2-2"
    state.turn = 3
    moves.end_turn(k, state)
    assert not state.mission.barricade


def test_a_whole_row_is_worth_more() -> None:
    field = {"1-1": {"control": "red"}, "2-1": {"control": "red"}}
    assert (
        value(
            "cross", {"value": "victory-points", "of": "red"}, given={"mission": {"field": field}}
        )
        == 5
    )
    field["2-1"]["control"] = "blue"
    assert (
        value(
            "cross", {"value": "victory-points", "of": "red"}, given={"mission": {"field": field}}
        )
        == 1
    )


def test_production_needs_its_successes() -> None:
    given = {"terrain": "hill", "mission": {"field": CROSS}}
    start = [{"side": "red", "produce": "mill"}]
    for faces, size in ((("success", "success"), 1), (("success", "failure"), 2)):
        then = start + [{"side": "red", "roll_for": "mill", "lands": f} for f in faces]
        assert value("cross", {"value": "units-allowed"}, given=given, then=then) == size


def test_the_turn_spends_what_produced() -> None:
    k, state = table("cross", {"terrain": "hill", "mission": {"field": CROSS}})
    apply(k, state, Move("red", "produce", "2-2"))
    moves.end_turn(k, state)
    assert {f.code for f in why_not(k, state, Move("red", "produce", "2-2"))} == {"spent"}
    moves.end_turn(k, state)
    assert why_not(k, state, Move("red", "produce", "2-2")) == ()


def test_the_first_loss_in_a_row_brings_a_heroic_card() -> None:
    def given(*rows: int) -> dict[str, Any]:
        return {
            "terrains": [{"terrain": "hill", "won_by": "red"}],
            "mission": {"field": CROSS, "lost": {"blue": list(rows), "red": []}},
        }

    assert value("cross", {"who": "chooses-heroic"}, given=given()) == "blue"
    assert value("cross", {"who": "chooses-heroic"}, given=given(1)) == "nobody"
    assert value("cross", {"who": "chooses-heroic"}, given=given(2)) == "blue"


# -- piles ----------------------------------------------------------------------------------------


def piles(pile: str, **left: int) -> dict[str, Any]:
    counts = {"north": 2, "east": 1, "west": 1} | left
    return {"previous": {"winner": "red"}, "mission": {"pile": pile, "piles": counts}}


def test_sectors_take_turns_until_one_is_used_up() -> None:
    assert value("piles", {"result": "next-turn"}, given=piles("north"))["from"] == "coast"
    assert value("piles", {"result": "next-turn"}, given=piles("east"))["from"] == "north"
    done = piles("north", east=0, west=0)
    assert value("piles", {"result": "next-turn"}, given=done)["from"] == "north"
    assert may("piles", {"side": "blue", "head_for": "east"}, given=piles("north", east=0))[1] == {
        "pile-empty"
    }


def test_a_terrain_that_may_be_an_objective_leaves_the_points_open() -> None:
    given = {"sides": {"red": {"taken": ["keep", "bog"]}}}
    verdict = ask("piles", {"value": "victory-points", "of": "red"}, given=given)[0].verdict
    assert (verdict.outcome, verdict.value.to_json()) == ("undetermined", {"low": 3, "high": 4})
    assert [need.fact for need in verdict.needs] == ["bog.objective"]
    assert value("piles", {"who": "wins-game"}, given=given) == "red"


# -- laws -----------------------------------------------------------------------------------------

TABLES = {
    "grid": [{"mission": STAND}, WON, LOST, hemmed(["scouts"]), hemmed([])],
    "cross": [
        {"turn": 2, "mission": {"field": CROSS}},
        {"terrains": [{"terrain": "hill", "won_by": "red"}], "mission": {"field": CROSS}},
    ],
    "piles": [piles("north"), {**piles("east"), "revealed": ["hill", "keep"]}],
}


@pytest.mark.parametrize("scenario", TABLES)
def test_a_move_is_legal_exactly_when_nothing_stands_against_it(scenario: str) -> None:
    for raw in TABLES[scenario]:
        k, state = table(scenario, raw)
        for side in ("red", "blue"):
            legal = legal_moves(k, state, side)
            for move in moves.candidates(k, state, side):
                assert (move in legal) == (why_not(k, state, move) == ()), move


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_state_survives_json_and_a_copy_shares_nothing(data: st.DataObject) -> None:
    scenario = data.draw(st.sampled_from(sorted(TABLES)))
    k, state = table(scenario, data.draw(st.sampled_from(TABLES[scenario])))
    for _ in range(4):
        side = data.draw(st.sampled_from(["red", "blue"]))
        legal = [m for m in legal_moves(k, state, side) if m.verb in NAMES]
        if not legal:
            continue
        before, after = state.to_json(), state.copy()
        move = data.draw(st.sampled_from(legal))
        rolled = Move(side, move.verb, move.what, lands="failure", to=move.to, pay=move.pay)
        apply(k, after, rolled if move.verb == "roll_for" else move)
        moves.end_turn(k, after.copy())
        assert state.to_json() == before
        state = State.from_json(json.loads(json.dumps(after.to_json())))
        assert state.to_json() == after.to_json()


@pytest.mark.parametrize("verb", sorted(NAMES))
def test_every_verb_of_a_mission_is_checked_and_done(verb: str) -> None:
    assert verb.replace("_", "-") in moves.CHECKS
    assert verb.replace("_", "-") in moves.GROUNDS
    assert verb in moves.HANDLERS


@pytest.mark.parametrize("verb", sorted(NAMES))
def test_in_a_game_without_missions_no_rule_provides_for_it(verb: str) -> None:
    from fieldpress.engine.commando.situation import Options, knowledge, state_of
    from tests.engine.helpers import library as plain

    k = knowledge(plain(), {"game": "toy"}, Options())
    state = state_of(k, {})
    move = Move("red", verb, "hill" if verb == "counter_attack" else "1-1")
    assert [f.code for f in judge(k, state, move)] == ["no-ground"]


# -- faults of the question -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "given", "path", "says"),
    [
        ("grid", {"mission": {"feild": {}}}, ("feild",), "did you mean 'field'"),
        ("grid", {"mission": {"field": {"4-1": "hill"}}}, ("field", "4-1"), "from 1-1 to 3-3"),
        ("grid", {"mission": {"field": {"north": "hill"}}}, ("field", "north"), "COLUMN-ROW"),
        ("grid", {"mission": {"field": {"1-1": {"tokens": 2}}}}, ("field", "1-1", "tokens"), "of which side"),
        ("grid", {"mission": {"field": {"1-1": {"control": "green"}}}}, ("field", "1-1", "control"), "red, blue"),
        ("grid", {"mission": {"field": {"1-1": {"production": "red"}}}}, ("field", "1-1", "production"), "usable, spent"),
        ("grid", {"mission": {"regiments": {"coin": "1-1"}}}, ("regiments", "coin"), "no regiment"),
        ("grid", {"mission": {"regiments": {"first": {"at": "1-1", "fatigue": "sleepy"}}}}, ("regiments", "first", "fatigue"), "fit, tired, exhausted"),
        ("grid", {"mission": {"active": "first"}}, ("active",), "expected one of"),
        ("grid", {"mission": {"barricade": "1-1"}}, ("barricade",), "no barricade"),
        ("grid", {"mission": {"piles": {"north": 2}}}, ("piles",), "has a field, not piles"),
        ("grid", {"mission": {"counter_attack": {"used": True}}}, ("counter_attack",), "no counter-attack"),
        ("cross", {"mission": {"field": {"1-1": "hill", "2-1": "hill"}, "assault": "hill"}}, ("assault",), "1-1 and 2-1"),
        ("cross", {"terrain": "keep", "mission": {"field": {"1-1": "hill"}, "assault": "1-1"}}, ("assault",), "hill lies on 1-1"),
        ("piles", {"mission": {"field": {"1-1": "hill"}}}, ("field",), "piles, not a field"),
        ("piles", {"mission": {"piles": {"south": 1}}}, ("piles", "south"), "north, east, west"),
        ("piles", {"mission": {"piles": {"north": -1}}}, ("piles", "north"), "whole number from 0"),
        ("grid", {"mission": {"field": {"1-1": {"up": 1}}}}, ("field", "1-1", "up"), "true or false, not 1"),
        ("", {"mission": {"assault": "1-1"}}, (), "no battlefield"),
    ],
)  # fmt: skip
def test_a_fault_says_where_and_what_would_be_right(
    scenario: str, given: dict[str, Any], path: tuple[str, ...], says: str
) -> None:
    more: dict[str, Any] = {"given": given}
    with pytest.raises(EngineFault) as fault:
        ask(scenario, {"who": "wins-game"}, **more)
    assert says in fault.value.message
    assert fault.value.path[:2] == ("given", "mission")
    assert fault.value.path[2:] == path or not path


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ({"side": "red", "march": "first"}, "also needs `to`"),
        ({"side": "red", "march": "coin", "to": "1-2"}, "coin is no regiment"),
        ({"side": "red", "march": "first", "to": "keep"}, "lies on no spot"),
        ({"side": "red", "light_up": "1-1", "to": "1-2"}, "has no key 'to'"),
        ({"side": "blue", "roll_for": "first", "lands": "six"}, "success or failure"),
        ({"side": "red", "convert": "1-1", "pay": "coin"}, "pay is a list of counters"),
    ],
)
def test_a_move_that_cannot_be_read_is_refused(move: dict[str, Any], says: str) -> None:
    with pytest.raises(EngineFault) as fault:
        ask("grid", {"may": move}, given={"mission": STAND})
    assert says in fault.value.message
    assert fault.value.path[:3] == ("ask", 0, "may")
