"""The two Heroes of Normandie packs: what their scenarios, armies and campaigns owe one another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model import Army, Game, Library, Option, Scenario

PACKS = ("normandie-sme", "normandie-dday")
#: Pack and scenario.
SCENARIOS = [*(("normandie-sme", n) for n in "123456"), *(("normandie-dday", n) for n in "123")]


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(games=PACKS)


def entries(value: Any) -> list[Any]:
    """A parameter's entries, of which a lone one is written without a list."""
    return value if isinstance(value, list) else [value]


def walk(raw: Any) -> Iterator[dict[str, Any]]:
    """Every mapping within a record."""
    if isinstance(raw, dict):
        yield raw
        raw = list(raw.values())
    for one in raw if isinstance(raw, list) else []:
        yield from walk(one)


def option(library: Library, army: Army, ident: str) -> Option:
    owner, _, name = ident.rpartition("/")
    return library[owner or army.game].options[name]


def readings_of(raw: Any, game: Game) -> Iterator[dict[str, str]]:
    """Every choice of a reading for each discrepancy that the record depends on."""
    names = sorted({name for part in walk(raw) for name in part.get("reading", {})})
    for choice in product(*(game.discrepancies[name].readings for name in names)):
        yield dict(zip(names, choice, strict=True))


def holds(part: Any, readings: dict[str, str]) -> bool:
    return all(readings.get(name) == wanted for name, wanted in part.get("reading", {}).items())


@pytest.mark.parametrize(("pack", "ident"), SCENARIOS)
def test_each_turn_has_one_condition_of_the_night(library: Library, pack: str, ident: str) -> None:
    parameters = library[pack].scenarios[ident].raw["parameters"]
    if "night" not in parameters:
        assert pack == "normandie-dday", "that pack has no night"
        return
    for turn in range(1, parameters["turns"]["value"] + 1):
        found = [
            one["value"]
            for one in entries(parameters["night"])
            if one.get("from_turn", 1) <= turn <= one.get("to_turn", turn)
        ]
        assert len(found) == 1, turn


@pytest.mark.parametrize("ident", ["1", "2", "3"])
def test_every_roll_brings_one_craft_back_and_one_craft_stays_empty(
    library: Library, ident: str
) -> None:
    game = library["normandie-dday"]
    raw = game.scenarios[ident].raw
    dice = [result for craft in raw["landing_craft"] for result in craft["die"]]
    assert sorted(dice) == [1, 2, 3, 4, 5, 6]
    loaded = raw["parameters"]["craft-loaded"]["value"]
    assert loaded == len(raw["landing_craft"]) - game.parameter("craft-empty")
    markers = {one["counter"]: one["count"] for one in raw["markers"]}
    for size in ("small", "large"):
        number = sum(craft["size"] == size for craft in raw["landing_craft"])
        assert markers[f"landing-craft-{size}"] == number


@pytest.mark.parametrize("ident", ["2", "3"])
def test_every_roll_leads_to_a_drop_zone(library: Library, ident: str) -> None:
    raw = library["normandie-sme"].scenarios[ident].raw
    for entry in raw["entries"]:
        if entry.get("by_die"):
            numbers = [n for zone in entry["through"] for n in raw["zones"][zone]["number"]]
            assert sorted(numbers) == [1, 2, 3, 4, 5, 6], entry["id"]


@pytest.mark.parametrize(("pack", "ident"), SCENARIOS)
def test_no_tile_lies_twice(library: Library, pack: str, ident: str) -> None:
    tiles = [one["tile"] for one in library[pack].scenarios[ident].raw["tiles"]]
    assert len(tiles) == len(set(tiles))


@pytest.mark.parametrize(("pack", "ident"), SCENARIOS)
def test_faces_that_are_laid_are_known_to_the_tile(library: Library, pack: str, ident: str) -> None:
    game = library[pack]
    for one in game.scenarios[ident].raw["tiles"]:
        faces = {face.letter: face.unknown for face in game.tiles[one["tile"]].faces}
        assert faces[one["face"]] == ""


@pytest.mark.parametrize(("pack", "ident"), SCENARIOS)
def test_under_every_reading_either_side_can_win(library: Library, pack: str, ident: str) -> None:
    game = library[pack]
    raw = game.scenarios[ident].raw
    for readings, harder in product(readings_of(raw["victory"], game), (False, True)):
        sides = [
            one["side"]
            for one in raw["victory"]
            if holds(one, readings) and one.get("harder", harder) == harder
        ]
        assert sorted(sides) == ["american", "german"], (readings, harder)


@pytest.mark.parametrize(("pack", "ident"), SCENARIOS)
def test_under_every_reading_a_card_leaves_a_deck_once(
    library: Library, pack: str, ident: str
) -> None:
    game = library[pack]
    raw = game.scenarios[ident].raw
    for readings in readings_of(raw["removals"], game):
        gone = [
            (one.get("action", one.get("category")), deck)
            for one in raw["removals"]
            if holds(one, readings)
            for deck in one["decks"]
        ]
        lists = {one["clauses"][0] for one in raw["removals"]}
        assert len(gone) == len(set(gone)) or len(lists) > 1, readings
        assert {("artillery", side) for side in game.sides} <= set(gone)


def test_prices_agree_with_the_options(library: Library) -> None:
    """An option's own price is the one that every army prints; else the armies differ."""
    seen: dict[tuple[str, str], set[int]] = {}
    for pack in PACKS:
        for army in library[pack].armies.values():
            for entry in (one for part in army.formations for one in part.entries):
                if entry.points.known and entry.points.value is not None:
                    found = option(library, army, entry.option)
                    seen.setdefault((found.game, found.id), set()).add(entry.points.value)
    for (pack, ident), prices in seen.items():
        own = library[pack].options[ident]
        if own.cost.known and ident != "panzergrenadiere":
            assert prices == {own.cost.value}, ident
        elif not own.cost.known:
            assert len(prices) > 1, ident
    assert seen["normandie-sme", "panzergrenadiere"] == {45, 85}, "the packs differ there"


def test_what_stands_beside_a_price_is_the_number_of_markers(library: Library) -> None:
    for pack in PACKS:
        for army in library[pack].armies.values():
            for entry in (one for part in army.formations for one in part.entries):
                own = option(library, army, entry.option)
                if entry.multiple[:1] in ("X", "x") and own.markers.known:
                    assert int(entry.multiple[1:]) == own.markers.value, own.id


def test_an_options_markers_are_in_the_box(library: Library) -> None:
    for pack in PACKS:
        game = library[pack]
        for own in game.options.values():
            counter = game.counters.get(own.counter or "")
            if counter and counter.count.known and own.markers.known:
                assert own.markers.value == counter.count.value, own.id


@pytest.mark.parametrize("pack", PACKS)
def test_the_campaign_looks_forward(library: Library, pack: str) -> None:
    (campaign,) = library[pack].campaigns.values()
    order = list(campaign.scenarios)
    given = set()
    for outcome in campaign.raw["outcomes"]:
        for effect in outcome["gives"]:
            given.add(effect)
            target = campaign.raw["effects"][effect]["in"]
            assert order.index(outcome["scenario"]) < order.index(target)
    assert given == set(campaign.raw["effects"])


@pytest.mark.parametrize("pack", PACKS)
def test_what_the_campaign_carries_over_changes_its_scenario(library: Library, pack: str) -> None:
    game = library[pack]
    (campaign,) = game.campaigns.values()
    effects = campaign.raw["effects"]

    def conditions(scenario: Scenario) -> set[str]:
        armies = [army.raw for army in game.armies.values() if army.scenario == scenario.id]
        return {
            part[key]
            for part in walk([scenario.raw, *armies])
            for key in ("effect", "without")
            if isinstance(part.get(key), str)
        }

    for scenario in game.scenarios.values():
        used = conditions(scenario)
        assert all(effects[one]["in"] == scenario.id for one in used)
        brought = {one for one, entry in effects.items() if entry["in"] == scenario.id}
        # What holds outside the campaign too is the state without the other effects.
        assert {one for one in brought if not effects[one].get("outside")} <= used


def test_the_printed_row_of_the_landings(library: Library) -> None:
    raw = library["normandie-dday"].scenarios["landings"].raw
    first, second = raw["sizes"]
    assert all(isinstance(value, int) for key, value in first.items() if key != "clauses")
    assert first["points"] >= first["groups"] * raw["parameters"]["group-points"]["value"]
    assert first["boards"] % 2 == first["obstacles"] % 2 == 0, "each side takes half"
    cut = {key for key, value in second.items() if isinstance(value, dict) and "unknown" in value}
    assert cut == {"boards", "overlays", "obstacles", "objectives", "to_win", "bonus", "turns"}
