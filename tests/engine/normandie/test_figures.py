"""Figures hold by night, turn, side and effect; where that is not told they are open, or agree."""

from __future__ import annotations

import pytest

from fieldpress.engine.normandie.rulebook import Figure
from fieldpress.engine.verdicts import EngineFault
from tests.engine.normandie.helpers import one, rulebook


def test_by_night() -> None:
    k = rulebook()
    assert k.figure("night-range", night="dark") == Figure(4, ("night.range",))
    assert k.figure("night-range", night="clear").number == 6
    assert not k.figure("night-range", night="day").stated


def test_not_told_is_open_and_says_on_what() -> None:
    found = rulebook().figure("night-range", night=None)
    assert (found.value, found.needs) == (None, ("given.night",))
    assert found.stated
    assert set(found.among) == {4, 6, None}


def test_entries_that_agree_need_no_fact_where_nothing_else_can_hold() -> None:
    k = rulebook("raid")
    assert k.figure("night", turn=2).value == "dark"
    assert k.figure("night", turn=3).clauses == ("raid.dawn",)
    assert k.figure("night", turn=None).needs == ("given.turn",)


def test_a_clause_that_is_taken_out_takes_its_figure_along() -> None:
    k = rulebook(disabled=frozenset({"night.range"}))
    assert not k.figure("night-range", night="dark").stated


def test_by_effect_of_the_campaign() -> None:
    k = rulebook("raid")
    assert k.figure("order-tokens", side="red").number == 2
    k.campaign, k.carried = True, frozenset({"bonus"})
    assert k.figure("order-tokens", side="red").number == 5
    k.carried = None
    assert k.figure("order-tokens", side="red").needs == ("given.effects",)
    assert not k.figure("order-tokens", side="blue").stated


def test_a_name_that_the_ruleset_does_not_read_is_an_error() -> None:
    with pytest.raises(EngineFault, match="not among the parameters"):
        rulebook().figure("night-rnage")


def test_the_word_adjacent_is_one_space() -> None:
    assert rulebook().figure("light-reach").number == 1
    with pytest.raises(EngineFault, match="whole number"):
        _ = Figure("far").number


def test_a_missing_price_leaves_the_army_open() -> None:
    verdict = one({"value": "army-points", "of": "red"}, scenario="raid").verdict
    assert verdict.outcome == "undetermined"
    assert verdict.value.to_json() == {"low": 40, "high": None}
    assert [need.fact for need in verdict.needs] == ["option:bears.points"]
