"""Acts: what bars them, what sets that aside, what hangs on a fact; what follows from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.answer import Options, Refused
from fieldpress.engine.verdicts import EngineFault
from tests.engine.normandie.helpers import ask, foot, one


def shot(distance: int | None, night: str | None, **target: Any) -> str:
    given_: dict[str, Any] = {"units": {"a": foot(), "b": foot("blue", **target)}}
    if distance is not None:
        given_["spaces"] = {"a": {"b": distance}}
    if night is not None:
        given_["night"] = night
    return one({"may": {"unit": "a", "shoot": "b"}}, given=given_).verdict.outcome


@given(st.integers(0, 12), st.sampled_from(["dark", "clear", "day"]), st.booleans())
def test_a_shot_at_night_carries_so_far_and_light_lifts_that(
    distance: int, night: str, lit: bool
) -> None:
    limit = {"dark": 4, "clear": 6, "day": 99}[night]
    allowed = lit or distance <= limit
    assert shot(distance, night, lit=lit) == ("allowed" if allowed else "forbidden")


def test_what_is_not_told_leaves_it_open_only_where_it_matters() -> None:
    assert shot(None, "dark", lit=False) == "undetermined"
    assert shot(None, "dark", lit=True) == "allowed"
    assert shot(9, "dark") == "undetermined"  # is there a light?
    assert shot(3, "dark") == "allowed"
    assert shot(7, None, lit=False) == "undetermined"
    assert shot(7, None, lit=True) == "allowed"
    assert shot(4, None, lit=False) == "allowed"  # in any night


def test_how_it_turns_on_the_turn() -> None:
    units = {"a": foot(), "b": foot("blue", lit=False)}
    answer = one(
        {"may": {"unit": "a", "shoot": "b"}},
        scenario="raid",
        given={"units": units, "spaces": {"a": {"b": 5}}},
    )
    (need,) = answer.verdict.needs
    assert need.fact == "given.turn"
    assert [(t.low, t.high, t.outcome) for t in need.turns] == [
        (0, 2, "forbidden"), (3, None, "allowed"),
    ]  # fmt: skip


def test_a_ban_falls_with_its_clause() -> None:
    units = {"a": foot(), "b": foot("blue", lit=False)}
    given_ = {"night": "dark", "units": units, "spaces": {"a": {"b": 5}}}
    question = {"may": {"unit": "a", "shoot": "b"}}
    assert one(question, given=given_).verdict.outcome == "forbidden"
    without = Options(disabled=frozenset({"night.range"}))
    assert one(question, without, given=given_).verdict.outcome == "allowed"


@pytest.mark.parametrize("noise", ["shot", "blast", "destruction", "assault"])
def test_whom_a_noise_wakes(noise: str) -> None:
    places = {"mill": {"kind": "building"}, "spot": {"kind": "open"}}
    units = {
        "out": foot("blue", markers=["sleeping"]),
        "near": foot("blue", markers=["sleeping"], **{"in": "mill"}),
        "awake": foot("blue"),
    }
    for distance in range(6):
        given_ = {"places": places, "units": units, "spaces": {"spot": {"mill": distance}}}
        woken = one({"who": "wakes", "noise": noise, "at": "spot"}, given=given_).verdict.value
        reach = {"shot": 2, "blast": 4, "destruction": 4, "assault": -1}[noise]
        assert ("unit:near" in woken) == (distance <= reach)
        assert ("unit:out" in woken) == (noise != "assault")
        assert "unit:awake" not in woken


def test_acts_that_are_told_change_the_table() -> None:
    units = {
        "a": foot(markers=["order"]),
        "b": foot("blue"),
        "c": foot("blue", markers=["sleeping"]),
    }
    given_ = {"night": "day", "units": units, "spaces": {"a": {"b": 2}}}
    order = {"may": {"unit": "c", "receive_order": True}}
    before, after = ask(
        given=given_, then=[{"unit": "a", "shoot": "b"}], ask=[{**order, "after_acts": 0}, order]
    )
    assert (before.verdict.outcome, after.verdict.outcome) == ("forbidden", "allowed")
    # What is asked of one question is not left over for the next.
    assert units["c"]["markers"] == ["sleeping"]


def test_an_act_that_is_told_and_forbidden_ends_the_matter() -> None:
    units = {"c": foot("blue", markers=["sleeping"])}
    with pytest.raises(Refused) as refused:
        ask(
            given={"units": units},
            then=[{"unit": "c", "receive_order": True}],
            ask=[{"who": "wins-game"}],
        )
    assert refused.value.index == 0
    assert refused.value.verdict.clauses == ("sleep.no-orders",)


@given(st.lists(st.integers(0, 4), max_size=4), st.integers(0, 4))
def test_the_load_of_a_craft_is_the_sum_of_its_units(points: list[int], empty: int) -> None:
    units = {f"u{i}": foot(transport=p, formation="tile") for i, p in enumerate(points)}
    craft = {"one": {"holds": []}} | {f"spare{i}": {"holds": []} for i in range(empty)}
    act = {"side": "red", "load": list(units), "into": "one"}
    verdict = one({"may": act}, given={"units": units, "craft": craft}).verdict
    allowed = sum(points) <= 5 and empty >= 1
    assert verdict.outcome == ("allowed" if allowed else "forbidden")


def test_a_vehicle_fills_a_craft() -> None:
    units = {"tank": {"side": "red", "kind": "heavy-vehicle", "formation": "tile"}}
    craft = {"one": {"holds": []}, "two": {"holds": []}}
    ask_ = {"value": "transport-points", "units": ["tank"]}
    assert one(ask_, given={"units": units, "craft": craft}).verdict.value.number == 5


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(1, 2), st.booleans())
def test_holes_of_a_roll(dice: list[int], walls: int, there: bool) -> None:
    hits = sum(die >= 5 for die in dice)
    question = {"which": "holes", "rolled": dice, "walls": walls, "present": int(there)}
    found = one(question).verdict.value
    if there:
        assert found == (["turned-over"] if hits else [])
        return
    assert ("small" in found) == (hits >= 1)
    assert ("large" in found) == (hits >= 2)
    assert ("small-in-each" in found) == (hits >= 2 and walls == 2)


def test_an_early_end_is_the_end_a_side_is_judged_by() -> None:
    counts = {"red": {"counts": {"eliminated": 3, "inside-camp": 1, "off-board": 0}}}
    for flag, winner in ((True, "blue"), (False, "nobody")):
        given_ = {"turn": 2, "over": False, "events": {"flag": flag}, "sides": counts}
        assert one({"who": "wins-game"}, scenario="raid", given=given_).verdict.value == winner
    untold = one({"who": "wins-game"}, scenario="raid", given={"turn": 2, "sides": counts})
    assert untold.verdict.outcome == "undetermined"


@pytest.mark.parametrize(("over", "found"), [(True, "over"), (False, "goes-on"), (None, "goes-on")])
def test_the_game_is_over_with_its_last_turn(over: bool | None, found: str) -> None:
    given_: dict[str, Any] = {"turn": 5, "events": {"flag": False}}
    if over is not None:
        given_["over"] = over
    assert one({"result": "game"}, scenario="raid", given=given_).verdict.value == found


@given(st.integers(0, 9), st.integers(0, 9))
def test_victory_by_two_counts(eliminated: int, inside: int) -> None:
    given_ = {
        "turn": 5, "over": True, "events": {"flag": False},
        "sides": {"red": {"counts": {"eliminated": eliminated, "inside-camp": inside}}},
    }  # fmt: skip
    winner = one({"who": "wins-game"}, scenario="raid", given=given_).verdict.value
    assert winner == ("blue" if eliminated >= 3 * inside else "nobody")


def test_a_side_wins_for_sure_where_no_missing_fact_can_change_it() -> None:
    given_: dict[str, Any] = {"turn": 5, "over": True, "events": {"flag": False}}
    given_["sides"] = {"red": {"counts": {"inside-camp": 0}}}
    assert one({"who": "wins-game"}, scenario="raid", given=given_).verdict.value == "blue"
    given_["sides"] = {"red": {"counts": {"inside-camp": 1}}}
    verdict = one({"who": "wins-game"}, scenario="raid", given=given_).verdict
    assert [n.fact for n in verdict.needs] == ["given.sides.red.counts.eliminated"]


@pytest.mark.parametrize(
    ("turn", "moment", "zone", "outcome"),
    [
        (3, "in-supply-phase", "gate", "allowed"),
        (2, "in-supply-phase", "gate", "forbidden"),
        (3, "end-of-supply-phase", "gate", "forbidden"),
        (3, "in-supply-phase", "camp", "forbidden"),
        (3, "in-supply-phase", None, "undetermined"),
    ],
)
def test_who_comes_in_when_and_where(
    turn: int, moment: str, zone: str | None, outcome: str
) -> None:
    act = {"side": "red", "bring_in": "bears", "turn": turn, "moment": moment}
    act |= {"by_zone": zone} if zone else {}
    assert one({"may": act}, scenario="raid").verdict.outcome == outcome


@pytest.mark.parametrize(
    ("situation", "path", "says"),
    [
        ({"given": {"units": {"a.b": {}}}}, ("given", "units"), "no dot"),
        ({"given": {"units": {"a": {"kind": "foot"}}}}, ("given", "units", "a", "kind"), "infantry"),
        ({"given": {"units": {"a": {"tokens": {"camo": "two"}}}}}, ("given", "units", "a", "tokens", "camo"), "whole"),
        ({"given": {"sides": {"green": {}}}}, ("given", "sides", "green"), "red"),
        ({"ask": [{"may": {"unit": "x", "hide": True}}]}, ("ask", 0, "may", "unit"), "no unit 'x'"),
        ({"ask": [{"may": {"side": "red"}}]}, ("ask", 0, "may"), "exactly one verb"),
        ({"ask": [{"value": "shot-rnage"}]}, ("ask", 0, "value"), "shot-range"),
        ({"ask": [{"which": "holes", "rolled": [0]}]}, ("ask", 0, "rolled", 0), "1 to 6"),
        ({"ask": [{"must": "stop", "unit": "x"}]}, ("ask", 0, "unit"), "no unit 'x'"),
        ({"records": {"cards": []}, "ask": [{"value": "turns"}]}, ("records",), "under given"),
        ({"assume": {"wolves.cost": 3}, "ask": [{"value": "turns"}]}, ("assume", "wolves.cost"), "given.PATH"),
    ],
)  # fmt: skip
def test_faults_of_the_question_have_a_spot(
    situation: dict[str, Any], path: tuple[Any, ...], says: str
) -> None:
    with pytest.raises(EngineFault, match=says) as fault:
        ask(**{"ask": [{"value": "turns"}], **situation})
    assert fault.value.path == path
