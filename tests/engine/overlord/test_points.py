"""Victory Points: the two-sided track is a signed number; levels; setups and plans."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from fieldpress.engine.overlord.setup import check_setup, stated
from fieldpress.engine.verdicts import EngineFault
from tests.engine.overlord.small import GAME, ask, library, unit

SIDES = st.sampled_from(["white", "black"])


@over(
    SIDES,
    st.integers(0, 30),
    st.lists(
        st.tuples(SIDES, st.sampled_from(["scores", "spends"]), st.integers(0, 9)), max_size=6
    ),
)
def test_the_track_is_a_signed_number(
    side: str, start: int, events: list[tuple[str, str, int]]
) -> None:
    signed = start if side == "white" else -start
    for who, what, many in events:
        change = many if what == "scores" else -many
        signed += change if who == "white" else -change
    told = [{"side": who, what: many} for who, what, many in events]
    (answer,) = ask({"victory_points": {side: start}}, {"result": "track", "events": told})
    expected = {"white": signed} if signed >= 0 else {"black": -signed}
    assert answer.verdict.value == expected


@over(st.integers(-20, 20))
def test_every_number_of_points_has_one_level(points: int) -> None:
    given = {"victory_points": {"white" if points > 0 else "black": abs(points)}}
    level, winner = ask(given, {"result": "victory-level"}, {"who": "wins"}, scenario="only")
    assert level.verdict.value == ("draw" if abs(points) < 3 else "win")
    assert winner.verdict.value == (
        "nobody" if abs(points) < 3 else "white" if points > 0 else "black"
    )


def test_a_destroyed_corps_brings_its_divisions_along() -> None:
    given = {"units": {"c": unit("black", kind="corps"), "d": unit("black", **{"in": "c"})}}
    (answer,) = ask(given, {"value": "corps-points", "unit": "c"})
    assert answer.verdict.value == 3 + 4


# -- setups -------------------------------------------------------------------------------------


def layout(**more: Any) -> dict[str, Any]:
    return {**stated(library(), GAME, "only", "hard").to_json(), **more}


@pytest.mark.parametrize("difficulty", ["plain", "hard"])
def test_what_the_sheet_states_is_legal(difficulty: str) -> None:
    report = check_setup(library(), stated(library(), GAME, "only", difficulty).to_json())
    assert report.outcome == "allowed"
    assert [what for what, _ in report.unseen] == ["Everything else"]


@pytest.mark.parametrize(
    ("part", "changed", "code"),
    [
        ("supply", {"white": 4, "black": 5}, "setup-supply"),
        ("depots", {"store": 2}, "setup-depot"),
        ("depots", {"store": 1, "port": 1}, "setup-depot-extra"),
        ("control", [], "setup-control-missing"),
        ("control", ["port", "store"], "setup-control"),
        ("victory_points", {"white": 7}, "setup-victory"),
    ],
)
def test_one_thing_changed_is_found(part: str, changed: Any, code: str) -> None:
    setup = layout()
    setup["given"] = {**setup["given"], part: changed}
    report = check_setup(library(), setup)
    assert [f.code for f in report.findings] == [code]
    assert report.outcome == "forbidden"
    assert all("{" not in line for line in report.lines())


def test_drop_zones() -> None:
    units = {
        "a": unit("white", type="airborne"),
        "b": unit("white", type="airborne"),
        "i": unit("white"),
    }
    setup = layout(drops={"a": "port", "b": "port", "i": "store"})
    setup["given"]["units"] = units
    codes = sorted(f.code for f in check_setup(library(), setup).findings)
    assert codes == ["setup-drop", "setup-drop-twice", "setup-drop-type"]
    setup["drops"] = {"a": "port"}
    assert check_setup(library(), setup).outcome == "allowed"


def test_a_difficulty_that_there_is_not() -> None:
    with pytest.raises(
        EngineFault, match="no difficulty is called 'harder'; there are plain, hard"
    ):
        check_setup(library(), layout(difficulty="harder"))


def _plan(*operations: tuple[str, int], **more: Any) -> dict[str, Any]:
    cards = [
        {
            "id": f"s{i}",
            "name": f"S{i}",
            "kind": "strategic",
            "sector": "port",
            "success": 1,
            "failure": 1,
            "source": "book#all",
        }
        for i in range(4)
    ]
    cards += [
        {"id": f"p{i}", "name": f"P{i}", "kind": "special", "month": month, "source": "book#all"}
        for i, month in enumerate(["may", "june"])
    ]
    return {
        "game": GAME,
        "scenario": "only",
        "moment": "plan",
        "records": {"operations": cards},
        "given": {"round": 1, "complete": True},
        "plan": {"operations": [{"operation": o, "week": w} for o, w in operations], **more},
    }


def test_a_plan_is_judged_whole() -> None:
    assert check_setup(library(), _plan(("s0", 1), ("s1", 2), ("p0", 1))).outcome == "allowed"
    wrong = _plan(("s0", 1), ("s1", 1), ("s2", 4), ("p1", 1), drawn=["p0"])
    codes = {f.code for f in check_setup(library(), wrong).findings}
    assert codes == {
        "too-many-operations",
        "too-many-a-week",
        "no-such-week",
        "drawn-not-planned",
        "planned-not-drawn",
        "another-month",
    }


@over(st.lists(st.integers(1, 3), max_size=4))
def test_a_week_takes_no_more_strategic_operations_than_it_may(weeks: list[int]) -> None:
    plan = _plan(*((f"s{i}", week) for i, week in enumerate(weeks)))
    legal = 1 <= len(weeks) <= 2 and len(set(weeks)) == len(weeks)
    assert (check_setup(library(), plan).outcome == "allowed") == legal
