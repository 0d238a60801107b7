"""Drawn maps: everything of the record is there, or there is no drawing."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from fieldpress.model import Game
from fieldpress.model.overlord import Map
from fieldpress.resources import data_folder
from fieldpress.tables.maps import POINTS, SIGNS, STROKES, drawn
from tests.engine.overlord import small

NAME = "Mill & <Co>"


def board(places: bool = True, **sectors: dict[str, Any]) -> tuple[Game, Map]:
    raw = copy.deepcopy(small.MAP)
    for ident, more in sectors.items():
        raw["sectors"][ident] |= more
    if places:
        for number, sector in enumerate(raw["sectors"].values()):
            sector["at"] = [20 * number, 15 * (number % 3)]
    game = small.library()[small.GAME]
    return game, Map.parse(raw, small.GAME, "en", "en")


def test_every_sector_link_point_and_sign_is_drawn() -> None:
    found = drawn(*board(mill={"name": NAME, "depot": True}))
    assert found is not None
    root = ET.fromstring(found.svg)
    said = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {NAME, "Town", "Bay", "2"} <= set(said)
    assert {"objective", "by railroad", "by landing", "crossroad", "station", "depot"} <= set(said)
    assert "by sea" not in said
    lines = list(root.iter("{http://www.w3.org/2000/svg}line"))
    kinds = {link["by"] for link in small.MAP["links"]}
    assert len(lines) == len(small.MAP["links"]) + len(kinds)
    assert root.get("aria-label") == found.words
    assert f"Quay to {NAME} by road" in found.words


def test_it_lies_within_its_frame() -> None:
    found = drawn(*board())
    assert found is not None
    root = ET.fromstring(found.svg)
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        if element.get("text-anchor") == "middle":
            assert 0 < float(str(element.get("x"))) < width
            assert 0 < float(str(element.get("y"))) < height


@pytest.mark.parametrize("lost", ["bay", "moor"])
def test_a_map_whose_places_are_not_all_said_is_not_drawn(lost: str) -> None:
    assert drawn(*board(places=False)) is None
    game, made = board()
    del made.sectors[lost]["at"]  # type: ignore[attr-defined]
    assert drawn(game, made) is None


def test_whatever_the_schema_admits_has_a_drawing() -> None:
    import json

    schema = json.loads((data_folder("schema") / "map.json").read_text("utf-8"))["$defs"]
    assert set(schema["point"]["enum"]) == POINTS.keys()
    assert set(schema["link"]["properties"]["by"]["enum"]) == STROKES.keys()
    assert {field for field, _ in SIGNS} <= schema["sector"]["properties"].keys()
