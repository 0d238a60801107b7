"""Movement, control and supply on a small map."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given as over
from hypothesis import strategies as st

from fieldpress.engine.overlord.stepping import progress
from tests.engine.overlord.small import GAME, MAP, ask, library, outcome, unit, value


def table(**units: Any) -> dict[str, Any]:
    return {"map": "island", "complete": True, "round": 2, "units": units}


def test_how_far_depends_on_the_round() -> None:
    given = table(w=unit("white", at="quay"))
    assert value(given, "movement", units="w") == 4
    assert value({**given, "round": 1}, "movement", units="w") == 1
    path = ["quay", "mill", "town"]
    assert outcome(given, do="move", side="white", units="w", path=path) == "allowed"
    assert (
        outcome({**given, "round": 1}, do="move", side="white", units="w", path=path) == "forbidden"
    )


def test_a_boxed_sector_may_be_entered_not_crossed() -> None:
    given = table(
        w=unit("white", at="quay"), b1=unit("black", at="town"), b2=unit("black", at="ford")
    )
    assert outcome(given, do="move", side="white", units="w", path=["quay", "mill"]) == "allowed"
    (answer,) = ask(given, {"result": "boxed", "sector": "mill", "of": "white"})
    assert answer.verdict.value == "yes"
    alone = table(w=unit("white", at="quay"), b1=unit("black", at="town"))
    (answer,) = ask(alone, {"result": "boxed", "sector": "mill", "of": "white"})
    assert answer.verdict.value == "no"


def test_where_not_everything_is_given_what_is_missing_is_named() -> None:
    given = table(w=unit("white", at="quay"))
    del given["complete"]
    (answer,) = ask(
        given, {"may": {"do": "move", "side": "white", "units": "w", "path": ["quay", "mill"]}}
    )
    assert answer.verdict.outcome == "undetermined"
    assert "given.sectors.mill.occupied" in [n.fact for n in answer.verdict.needs]


@over(st.integers(0, 5))
def test_no_more_divisions_than_a_sector_holds(many: int) -> None:
    given = table(
        w=unit("white", at="quay"), **{f"d{i}": unit("white", at="mill") for i in range(many)}
    )
    expected = "allowed" if many < 3 else "forbidden"
    assert outcome(given, do="move", side="white", units="w", path=["quay", "mill"]) == expected


def test_income_follows_control() -> None:
    held = table(w=unit("white", at="quay"))
    assert value(held, "supply-income", of="white") == 2
    assert value(table(), "supply-income", of="white") == 0
    assert value(table(), "supply-income", of="black") == 2
    blocked = table(w=unit("white", at="town"))
    assert value(blocked, "supply-income", of="black") == 0


def test_a_division_pays_by_its_type() -> None:
    given = table(c=unit("white", kind="corps", at="quay"))
    given["supply"] = {"white": 3}
    given["units"]["i"] = unit("white", type="infantry", state="shaken", **{"in": "c"})
    given["units"]["a"] = unit("white", state="shaken", **{"in": "c"})
    assert outcome(given, do="improve", side="white", unit="i") == "allowed"
    assert outcome(given, do="improve", side="white", unit="a") == "forbidden"


def _game(phase: str) -> dict[str, Any]:
    given = table(
        c=unit("white", kind="corps", at="quay", supports=["guns"]),
        w=unit("white", state="shaken", **{"in": "c"}),
        b=unit("black", at="mill", type="infantry"),
    )
    return {
        "game": GAME,
        "scenario": "only",
        "given": {**given, "phase": phase, "supply": {"white": 4, "black": 4}, "victory_points": 0},
    }


def test_a_step_that_is_listed_may_be_taken_and_does_what_it_says() -> None:
    for phase in ("beginning", "supply", "activation", "week-end"):
        raw = _game(phase)
        found = progress(library(), raw)
        assert found.steps
        for step in found.steps:
            assert not step.needs, step
            after = progress(library(), {**raw, "then": [step.act]})
            for change in step.effects:
                found_there = _at(after.state, change["path"])
                assert found_there == change["to"] or found_there is None


def _at(state: dict[str, Any], path: str) -> Any:
    here: Any = {"given": state}
    for part in path.split("."):
        here = here.get(part) if isinstance(here, dict) else None
    return here


def test_a_state_that_is_written_is_read_back_the_same() -> None:
    found = progress(
        library(),
        {**_game("activation"), "then": [{"do": "activate", "side": "white", "units": ["c"]}]},
    )
    again = progress(library(), {**_game("activation"), "given": found.state})
    assert again.state == found.state
    assert [s.act for s in again.steps] == [s.act for s in found.steps]


def test_the_last_phase_leads_to_the_next_round() -> None:
    found = progress(library(), _game("week-end"))
    (step,) = [s for s in found.steps if s.act["do"] == "next-phase"]
    changes = {c["path"]: c["to"] for c in step.effects}
    assert changes["given.round"] == 3
    assert changes["given.phase"] == "beginning"


def test_moves_offered_end_within_reach() -> None:
    found = progress(library(), _game("activation"))
    ends = [s.act["path"] for s in found.steps if s.act["do"] == "move"]
    links = {frozenset(link["between"]) for link in MAP["links"]}
    for path in ends:
        assert len(path) - 1 <= 4
        assert all(frozenset(pair) in links for pair in pairwise(path))
