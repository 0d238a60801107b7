"""Tiles, campaigns, maps and small drawings: what is stated is drawn, and nothing else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.database import open_library
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from fieldpress.tables.boards import board_drawing
from fieldpress.tables.campaigns import graph
from fieldpress.tables.conditions import effects_used, held, moment, when
from fieldpress.tables.figures import figure
from fieldpress.tables.tiles import grid
from tests.database.test_recruits import write


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(write(tmp_path_factory.mktemp("content")))


def words(svg: str) -> list[str]:
    """The texts of a drawing; a drawing that is no XML is a fault."""
    return [one.text or "" for one in ET.fromstring(svg).iter() if one.tag.endswith("text")]


# -- conditions ------------------------------------------------------------------------------------

DISPUTED = SimpleNamespace(
    sides={},
    campaigns={},
    discrepancies={
        name: SimpleNamespace(adopted=adopted, readings={"a": ("A.", ()), "b": ("B.", ())})
        for name, adopted in (("first", "a"), ("second", "b"), ("open", "undecided"))
    },
)


@given(
    st.dictionaries(st.sampled_from(["first", "second", "open"]), st.sampled_from("ab")),
    st.booleans(),
)
def test_an_entry_stands_unless_another_reading_is_adopted(
    reading: dict[str, str], under_if: bool
) -> None:
    entry: Any = {"if": {"reading": reading}} if under_if else {"reading": reading}
    against = reading.get("first") == "b" or reading.get("second") == "a"
    assert held(DISPUTED, entry) is not against  # type: ignore[arg-type]


def test_conditions_in_words(library: Library) -> None:
    game = library["ford"]
    late = game.scenarios["1"].raw["entries"][0]
    assert when(game, late) == ["in turn 3", "campaign: more boats"]
    assert moment({"turn": 2, "moment": "activation", "or_moment": "in-supply-phase"}) == (
        "turn 2, with an Order or in the Supply Phase"
    )
    assert effects_used(game.scenarios["1"].raw) == ["more-boats"]


# -- tiles and campaign ----------------------------------------------------------------------------


def test_tiles_bear_their_codes_and_what_lies_on_them(library: Library) -> None:
    drawn = grid(library, library["ford"], library["ford"].scenarios["1"])
    assert drawn is not None
    assert words(drawn.svg) == ["F1-A", "The bank"]
    assert drawn.words == "The terrain tiles, by code and face: F1-A: The bank."
    assert drawn.unstated == "not stated"
    assert drawn.svg.count("stroke-dasharray") > 1  # the empty grid


def test_without_tiles_there_is_no_grid(library: Library) -> None:
    assert grid(library, library["ford"], library["ford"].scenarios["0"]) is None


def test_the_campaign_leads_from_outcomes_to_the_scenario_they_change(library: Library) -> None:
    game = library["ford"]
    drawn = graph(game, game.campaigns["river"])
    assert drawn is not None
    said = words(drawn.svg)
    assert said.index("Scouting") < said.index("Reds wins") < said.index("More boats.")
    assert "Scenario 1" in said
    assert "nothing more" in said
    assert "Scouting, Reds wins: More boats. (Crossing)." in drawn.words


# -- maps of cases ---------------------------------------------------------------------------------

CASE = {
    "given": {
        "units": {"oars": {"side": "reds"}, "post": {"side": "greens"}, "far": {"side": "greens"}},
        "map": {
            "columns": 4,
            "rows": 3,
            "at": {"oars": "a3", "post": "a1", "far": "d1", "lamp": "b2+", "fence": "c2|c3"},
            "overlays": {"hut": ["d1"]},
            "elevation": {"sand": ["a3", "b3", "c3", "d3"], "grass": ["a1", "a2", "b2", "c2"]},
        },
    },
    "ask": [{"may": {"unit": "oars", "shoot": "post"}}, {"may": {"unit": "oars", "shoot": "far"}}],
}


def test_a_map_shows_units_places_and_answers(library: Library) -> None:
    drawn = board_drawing(library["ford"], CASE, ["allowed", "forbidden"])
    assert drawn is not None
    assert set("abcd123") | {"oars", "post", "far", "lamp", "fence", "hut", "no"} == set(
        words(drawn.svg)
    )
    assert drawn.words.startswith("A map of 4 by 3 spaces: oars at a3, ")
    # The red line runs where sand and grass meet: above a3, b3 and c3, as d2 is neither.
    assert len(re.findall(r'<line [^>]*stroke="#b0302a"', drawn.svg)) == 3


def test_a_case_without_a_map_has_no_drawing_and_a_wrong_one_is_told(library: Library) -> None:
    assert board_drawing(library["ford"], {"given": {"units": {}}}, []) is None
    wrong = {"given": {"map": {"columns": 2, "rows": 2, "at": {"x": "c1"}}}}
    with pytest.raises(EngineFault, match="off the map"):
        board_drawing(library["ford"], wrong, [])


# -- drawings of rules -----------------------------------------------------------------------------


def game_with(clause: str, **parameters: Any) -> Any:
    return SimpleNamespace(
        raw={"parameters": parameters}, clauses={clause: None}, discrepancies={}, sides={}
    )


@given(st.integers(2, 12), st.integers(2, 12), st.integers(1, 11), st.integers(1, 11))
def test_the_ruler_of_the_night_follows_the_parameters(
    dark: int, clear: int, dark_long: int, clear_long: int
) -> None:
    game = game_with(
        "night.range",
        **{
            "night-range": [{"value": dark, "night": "dark"}, {"value": clear, "night": "clear"}],
            "night-long-range": [
                {"value": dark_long, "night": "dark"},
                {"value": clear_long, "night": "clear"},
            ],
        },
    )
    drawn = figure(game, "night.range")
    assert drawn is not None
    assert [int(one) for one in words(drawn.svg) if one.isdigit()] == [
        *range(1, max(dark, clear) + 2)
    ] * 2
    assert f"in a dark night shots reach {dark} spaces" in drawn.words.lower()


def test_what_a_drawing_cannot_show_is_not_drawn() -> None:
    assert figure(game_with("lamp.spaces", **{"lamp-spaces": {"value": 4}}), "lamp.spaces")
    assert not figure(game_with("lamp.spaces", **{"lamp-spaces": {"value": 6}}), "lamp.spaces")
    assert not figure(game_with("lamp.spaces"), "lamp.spaces")
    assert not figure(game_with("other"), "night.range")
