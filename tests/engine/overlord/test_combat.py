"""Combat of the overlord rules, on a small game with figures of its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from fieldpress.engine.answer import Options
from fieldpress.engine.contributions import fold
from fieldpress.engine.verdicts import EngineFault
from tests.engine.overlord.small import ask, outcome, unit, value


def fight(**more: Any) -> dict[str, Any]:
    """White attacks the Town, an objective, with a division; black defends with another."""
    combat = {
        "at": "town",
        "attacker": "white",
        "units": {"attacker": ["w"], "defender": ["b"]},
        "cards": {"attacker": 6, "defender": 6},
        "points": [],
        **more,
    }
    sectors = {"town": {"class": "objective"}}
    return {"units": {"w": unit("white"), "b": unit("black")}, "sectors": sectors, "combat": combat}


def test_figures_come_from_content() -> None:
    assert value(fight(), "combat-value", of="attacker") == 4 + 6 - 5
    assert value(fight(), "combat-value", of="defender") == 4 + 6
    assert value(fight(points=["crossroad"]), "combat-value", of="defender") == 4 + 6 + 7


def test_every_part_is_listed_and_they_make_the_value() -> None:
    given = fight(supports={"attacker": ["guns"]}, points=["crossroad"])
    given["units"]["b"]["type"] = "infantry"
    for role in ("attacker", "defender"):
        (answer,) = ask(given, {"value": "combat-value", "of": role})
        verdict = answer.verdict
        assert fold(verdict.contributions, "combat-value").number == verdict.value
    (attack,) = ask(given, {"value": "combat-value", "of": "attacker"})
    struck = [p for p in attack.verdict.contributions if p.why == "cancelled"]
    assert [(p.record, p.params["by"]) for p in struck] == [("unit:b", "support:guns")]


def test_a_support_that_no_source_describes_leaves_the_value_open() -> None:
    given = fight(supports={"attacker": ["riddle"]})
    (answer,) = ask(given, {"value": "combat-value", "of": "attacker"})
    assert answer.verdict.outcome == "undetermined"
    assert [n.fact for n in answer.verdict.needs] == ["riddle.attack"]
    assert any(r.record == "support:riddle" for r in answer.verdict.reservations)


def test_assumed_it_is_settled() -> None:
    given = fight(supports={"attacker": ["riddle"]})
    (answer,) = ask(given, {"value": "combat-value", "of": "attacker"}, assume={"riddle.attack": 2})
    assert answer.verdict.value == 4 + 6 - 5 + 2
    assert answer.verdict.assumed == ("riddle.attack=2",)


def test_a_card_not_told_is_any_of_the_deck() -> None:
    given = fight()
    given["combat"].pop("cards")
    (answer,) = ask(given, {"value": "combat-value", "of": "attacker"})
    assert answer.verdict.to_json()["value"] == {"low": 4 - 5, "high": 4 + 6 - 5}


@over(st.lists(st.sampled_from(["fresh", "shaken", "exhausted"]), min_size=1, max_size=4))
def test_state_penalties_of_several_divisions_add_up(states: list[str]) -> None:
    units = {f"b{i}": unit("black", state=state) for i, state in enumerate(states)}
    given = fight(units={"attacker": ["w"], "defender": list(units)})
    given["units"] |= units
    minus = {"fresh": 0, "shaken": 3, "exhausted": 4}
    expected = 6 + sum(4 - minus[state] for state in states)
    assert value(given, "combat-value", of="defender") == expected


@over(st.integers(0, 200), st.integers(0, 200))
def test_each_side_suffers_the_value_of_the_other_in_full_steps(attack: int, defence: int) -> None:
    given = {
        "combat": {
            "at": "town",
            "attacker": "white",
            "values": {"attacker": attack, "defender": defence},
        }
    }
    assert value(given, "results", of="defender") == attack // 3
    assert value(given, "results", of="attacker") == defence // 3


@over(st.integers(0, 6), st.integers(0, 6))
def test_supports_cancel_no_more_infantry_than_there_is(infantry: int, guns: int) -> None:
    units = {f"b{i}": unit("black", type="infantry") for i in range(infantry)}
    given = fight(
        units={"attacker": ["w"], "defender": list(units)},
        supports={"attacker": ["guns"] * guns},
        at="mill",
    )
    given["sectors"] = {"mill": {"class": "secondary", "occupied": "nobody"}}
    given["units"] |= units
    given["complete"] = True
    left = max(0, infantry - guns)
    assert value(given, "combat-value", of="attacker") == 4 + 6 - 3 + 2 * guns - 2 * left


def test_without_a_clause_its_part_is_gone() -> None:
    without = Options(disabled=frozenset({"sector.objective-penalty"}))
    (answer,) = ask(fight(), {"value": "combat-value", "of": "attacker"}, options=without)
    assert answer.verdict.value == 4 + 6
    assert "sector.objective-penalty" not in answer.verdict.clauses


def test_stated_and_derived_that_differ_are_a_fault_of_the_question() -> None:
    with pytest.raises(EngineFault, match="stated as 7, but they make 4") as fault:
        value(fight(stated={"attacker": {"units": 7}}), "combat-value", of="attacker")
    assert fault.value.path == ("given", "combat", "stated", "attacker", "units")


def test_a_card_that_the_deck_lacks_is_a_fault_of_the_question() -> None:
    with pytest.raises(EngineFault, match="cards of 0, 6, none of 5"):
        value(fight(cards={"attacker": 5}), "combat-value", of="attacker")


def test_all_objections_to_a_retreat_are_told() -> None:
    given = fight(retreated=["b"])
    given["map"], given["complete"] = "island", True
    given["units"] |= {"w2": unit("white", at="moor")}
    (answer,) = ask(
        given, {"may": {"do": "retreat", "side": "black", "unit": "b", "to": "ford", "moves": 5}}
    )
    codes = {f.code for f in answer.verdict.objections}
    assert codes == {"retreated-once", "enemy-adjacent", "retreats-too-far"}


def test_an_act_carried_out_changes_what_comes_after() -> None:
    given = fight()
    given["victory_points"] = {"black": 1}
    given["units"]["b"]["state"] = "exhausted"
    worse = {"do": "deteriorate", "side": "black", "unit": "b"}
    before, after = ask(
        given,
        {"result": "track", "events": [], "after": 0},
        {"result": "track", "events": []},
        then=[worse],
    )
    assert before.verdict.value == {"black": 1}
    assert after.verdict.value == {"white": 3}


def test_a_corps_without_divisions_does_not_attack() -> None:
    given = {
        "sectors": {"town": {"occupied": "black"}},
        "units": {"c": unit("white", kind="corps", distance=1)},
    }
    assert outcome(given, do="attack", side="white", units="c", at="town") == "forbidden"
    given["units"]["d"] = unit("white", **{"in": "c"})
    assert outcome(given, do="attack", side="white", units="c", at="town") == "allowed"
