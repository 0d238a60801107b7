"""Operation Overlord: numbers that must add up, lists that must be whole, one place for each rule."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model import Game
from fieldpress.resources import data_folder

GAME = "overlord"
SCENARIOS = ("june", "july", "august", "campaign")


@cache
def game() -> Game:
    return open_library(Path(__file__).resolve().parents[2] / "content", (GAME,))[GAME]


def entries(value: Any) -> list[dict[str, Any]]:
    return value if isinstance(value, list) else [value]


def scenario(name: str) -> dict[str, Any]:
    return dict(game().scenarios[name].raw)


@pytest.mark.parametrize("side", ["shaef", "german"])
def test_a_combat_deck_adds_up(side: str) -> None:
    deck = game().decks[f"{side}-combat"]
    assert deck.side == side
    assert sum(cards.count.value or 0 for cards in deck.cards) == deck.total.value
    assert deck.total.value == game().raw["parameters"]["combat-deck"]["value"]


def test_what_the_beaches_build_goes_by_their_supply() -> None:
    """Clause sector.beach-markers: two Depot symbols, a Mulberry Harbour; one, a Bridgehead."""
    sea = [s for s in game().sectors.values() if s.kind.known and s.kind.value == "sea"]
    assert sea
    for sector in sea:
        assert sector.supply.value in (1, 2)
        built = "bridgehead" if sector.supply.value == 1 else "mulberry-harbour"
        assert sector.marker.value == built
        assert sector.through.value in game().sectors


@pytest.mark.parametrize("name", SCENARIOS)
def test_degrees_of_victory_leave_no_gap(name: str) -> None:
    levels = scenario(name)["victory"]
    for side in game().sides:
        own = sorted(
            (one for one in levels if one.get("side", side) == side), key=lambda one: one["from"]
        )
        assert own[0]["from"] == 0
        assert "side" not in own[0]
        assert "to" not in own[-1]
        for lower, upper in pairwise(own):
            assert upper["from"] == lower["to"] + 1


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_lists_its_own_clauses(name: str) -> None:
    own = [key for key, clause in game().clauses.items() if clause.raw.get("scenarios") == [name]]
    assert own
    assert set(scenario(name)["clauses"]) == {k for k in own if k.startswith(f"{name}.")}


@pytest.mark.parametrize("name", SCENARIOS)
def test_depots_lie_on_depot_sectors(name: str) -> None:
    for ident in scenario(name)["setup"]["depots"]["sectors"]:
        assert game().sectors[ident].depot.value is True


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_planned_is_a_range(name: str) -> None:
    has = scenario(name)["parameters"]
    for kind in ("strategic", "special"):
        assert has[f"{kind}-cards-from"]["value"] <= has[f"{kind}-cards-to"]["value"]


def test_every_parameter_of_the_ruleset_is_set_and_cites_its_clauses() -> None:
    names = json.loads((data_folder("schema") / "parameters.overlord.json").read_text("utf-8"))[
        "enum"
    ]
    places = [game().raw["parameters"], *(scenario(name)["parameters"] for name in SCENARIOS)]
    assert set(names) == {name for place in places for name in place}
    for place in places:
        for value in place.values():
            assert all(set(one["clauses"]) <= set(game().clauses) for one in entries(value))


def test_a_switched_parameter_has_every_reading_of_its_discrepancy() -> None:
    for name, value in game().raw["parameters"].items():
        by = [one["reading"] for one in entries(value) if "reading" in one]
        for ident in {key for reading in by for key in reading}:
            record = game().discrepancies[ident].raw
            assert record.get("switch"), (name, ident)
            # a reading without a number of its own is the engine's to follow
            assert record["adopted"] in {reading[ident] for reading in by}


def test_states_get_worse_to_the_end() -> None:
    at, seen = "fresh", []
    while at:
        seen.append(at)
        at = game().states[at].raw.get("worse", "")
        assert at not in seen
    assert seen[-1] == "destroyed"


def test_a_combat_has_its_fourteen_steps() -> None:
    steps = game().sequences["combat"].steps
    titles = [
        clause.raw["title"]
        for clause in game().clauses.values()
        if re.match(r"Step \d+:", str(clause.raw["title"]))
    ]
    assert len(steps) == len(titles)
    assert [re.findall(r"\d+", title)[0] for title in titles] == [
        str(number) for number in range(1, len(steps) + 1)
    ]


def test_no_formation_has_a_value_that_nobody_states() -> None:
    """The booklet prints no value of any block; one that turns up here needs its source."""
    for unit in game().units.values():
        assert not unit.value.known, unit.id
