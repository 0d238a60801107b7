"""Layouts: schema, inheritance, conditions, choices, and faults that say where."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from fieldpress.faces import FIELD_NAMES, Layouts, Reader
from fieldpress.faces.choices import holds, pick
from fieldpress.faces.fields import Field, Fields
from fieldpress.faces.layout import BASE, LayoutFault, base_layouts, merge
from tests.faces.helpers import PLAIN, card, face_of, library, text_of

LAYOUT_FILES = sorted(BASE.glob("*.yml"))


@pytest.fixture(scope="module")
def schema(repo_root: Path) -> Draft202012Validator:
    folder = repo_root / "schema"
    resources = [
        (path.name, Resource.from_contents(json.loads(path.read_text("utf-8"))))
        for path in folder.glob("*.json")
    ]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(json.loads((folder / "layout.json").read_text()), registry=registry)


@pytest.mark.parametrize("path", LAYOUT_FILES, ids=lambda path: path.stem)
def test_shipped_layouts_meet_the_schema(path: Path, schema: Draft202012Validator) -> None:
    raw = yaml.safe_load(path.read_text("utf-8"))
    assert [error.message for error in schema.iter_errors(raw)] == []
    assert raw["id"] == path.stem
    assert path.read_text("utf-8").startswith("# yaml-language-server: $schema=")


@pytest.mark.parametrize(
    "change",
    [
        {"elements": {"a": {"txt": "x"}}},
        {"elements": {"a": {"rect": [1, 2, 3]}}},
        {"elements": {"a": {"text": "x", "box": [0, 0, 1, 1], "min": 6}}},
        {"size": {"width": 63, "bleed": -1}},
        {"palette": {"ink": "#12"}},
        {"palette": {"ink": {"by": "kind"}}},
        {"for": "poster"},
        {"colour": "red"},
    ],
)
def test_the_schema_is_closed(change: dict[str, Any], schema: Draft202012Validator) -> None:
    assert schema.is_valid({"id": "a", "for": "card"})
    assert not schema.is_valid({"id": "a", "for": "card"} | change)


def fields(**values: Any) -> Fields:
    table = {
        name: value if isinstance(value, Field) else Field("known", value, str(value))
        for name, value in values.items()
    }
    return Fields("card a", "en", "fr", table)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, True),
        ({"kind": "unit"}, True),
        ({"kind": ["event", "action"]}, False),
        ({"kind": ["event", "unit"]}, True),
        ({"heroic": True}, True),
        ({"heroic": False}, False),
        ({"value": 1}, True),
        ({"value": True}, False),
        ({"text": "unknown"}, True),
        ({"text": "stated"}, True),
        ({"kind": "stated"}, True),
        ({"other": "absent"}, True),
        ({"other": "stated"}, False),
        ({"not": {"kind": "unit"}}, False),
        ({"any": [{"kind": "event"}, {"value": 1}]}, True),
        ({"sets": "y"}, True),
        ({"kind": "unit", "heroic": False}, False),
    ],
)
def test_conditions(condition: dict[str, Any] | None, expected: bool) -> None:
    given = fields(kind="unit", heroic=True, value=1, text=Field("unknown"), sets=("x", "y"))
    assert holds(condition, given) is expected


def test_choices_go_down_the_list() -> None:
    given = fields(kind="unit", heroic=True, side=Field("unknown"))
    by_id = {"by": "id", "cases": {"a": "one"}}
    by_kind = {"by": "kind", "cases": {"unit": "two"}}
    assert pick([by_id, by_kind], given) == "two"
    assert pick({"by": "heroic", "cases": {"true": "gold"}, "else": "plain"}, given) == "gold"
    assert pick({"by": "side", "cases": {"unknown": "grey"}}, given) == "grey"
    assert pick({"by": "side", "cases": {"north": "grey"}}, given) is None


def test_merging_replaces_values_and_keeps_the_rest() -> None:
    below = {"a": {"x": 1, "y": [1]}, "b": {"by": "kind", "cases": {"unit": 1}}}
    above = {"a": {"y": [2]}, "b": {"by": "side", "cases": {"north": 2}}}
    assert merge(below, above) == {"a": {"x": 1, "y": [2]}, "b": above["b"]}
    same = {"b": {"by": "kind", "cases": {"event": 3}}}
    assert merge(below, same)["b"]["cases"] == {"unit": 1, "event": 3}


def own(**changes: Any) -> list[dict[str, Any]]:
    return [PLAIN, {"id": "mine", "for": "card-back", "extends": "plain"} | changes]


def test_an_extending_layout_changes_adds_drops_and_orders() -> None:
    layouts = Layouts(
        library(
            layouts=own(
                elements={
                    "rule": {"drop": True},
                    "name": {"box": [6, 6, 40, 10]},
                    "mark": {"circle": [10, 10, 2], "fill": "ink", "after": "ground"},
                }
            )
        )["proof"]
    )
    mine = layouts.get("mine")
    names = [element.id for element in mine.elements]
    assert names[:3] == ["ground", "mark", "panel"]
    assert "rule" not in names
    name = next(element for element in mine.elements if element.id == "name")
    assert name.raw["box"] == [6, 6, 40, 10]
    assert name.raw["style"] == "name"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"extends": "nowhere"}, "there is no layout 'nowhere'"),
        ({"extends": "mine"}, "goes in a circle"),
        ({"elements": {"x": {"box": [0, 0, 1, 1]}}}, "exactly one of"),
        ({"elements": {"x": {"text": "{nam}", "box": [0, 0, 9, 9]}}}, r"no field \{nam\}"),
        ({"elements": {"x": {"text": "a", "style": "big", "box": [0, 0, 9, 9]}}}, "no style 'big'"),
        ({"styles": {"text": {"font": "serif"}}}, "no font 'serif'"),
        ({"elements": {"x": {"icon": "star"}}}, "the icon has no box"),
        ({"elements": {"x": {"rect": [0, 0, 9, 9], "after": "zz"}}}, "no element 'zz'"),
    ],
)
def test_faults_say_which_layout_and_where(change: dict[str, Any], message: str) -> None:
    layouts = Layouts(library(layouts=own(**change))["proof"])
    with pytest.raises(LayoutFault, match=message) as caught:
        layouts.get("mine")
    assert "mine" in str(caught.value)


def test_unknown_colour_and_endless_colour_are_faults() -> None:
    for palette, message in (
        ({"side": "zz"}, "no colour 'zz'"),
        ({"side": "paper", "paper": "side"}, "leads back to itself"),
    ):
        with pytest.raises(LayoutFault, match=message):
            face_of(card("a"), merge(PLAIN, {"palette": palette}))


def test_misspelt_icons_and_patterns_are_faults_with_the_nearest() -> None:
    for element, message in (
        ({"icon": "starr", "box": [9, 30, 9, 9]}, "plain: new: there is no icon 'starr'.*star"),
        ({"pattern": "dotz", "box": [9, 30, 9, 9]}, "plain: new: no pattern 'dotz'.*dots"),
    ):
        with pytest.raises(LayoutFault, match=message):
            face_of(card("a"), merge(PLAIN, {"elements": {"new": element}}))


def test_a_conditional_layout_goes_before_a_general_one() -> None:
    special = {"id": "special", "for": "card", "extends": "plain", "when": {"heroic": True}}
    games = library(card("a", heroic=True), card("b"), layouts=[PLAIN, special])
    layouts, reader = Layouts(games["proof"]), Reader(games, games["proof"])
    chosen = [
        layouts.choose("card", reader.card(games["proof"].cards[ident])).id for ident in ("a", "b")
    ]
    assert chosen == ["special", "plain"]


def test_a_game_without_layouts_gets_the_shipped_ones() -> None:
    games = library(card("a"), layouts=[])
    fields_of_a = Reader(games, games["proof"]).card(games["proof"].cards["a"])
    assert Layouts(games["proof"]).choose("card", fields_of_a).id == "base/card"


def test_a_house_layout_restyles_the_shipped_ones() -> None:
    house = {"id": "house", "for": "shared", "palette": {"paper": "#fffff0"}}
    changed = Layouts(library(layouts=[house])["proof"])
    for name in ("base/card", "base/terrain"):
        assert changed.get(name).palette["paper"] == "#fffff0"
    assert Layouts(library(layouts=[])["proof"]).get("base/card").palette["paper"] != "#fffff0"


def test_own_texts_follow_the_language() -> None:
    changed = merge(PLAIN, {"elements": {"kind": {"text": {"en": "a {kind:word}", "fr": "une"}}}})
    assert text_of(face_of(card("a"), changed)[0], "kind") == "a Unit"


def test_a_font_that_is_not_installed_names_its_package() -> None:
    changed = merge(PLAIN, {"fonts": {"text": {"family": "No Such Font"}}})
    with pytest.raises(Exception, match="fontpkg-no-such-font"):
        face_of(card("a"), changed)


def test_documentation_names_every_field_and_shipped_layout(repo_root: Path) -> None:
    text = (repo_root / "docs" / "layouts.md").read_text("utf-8")
    missing = [name for name in FIELD_NAMES if not re.search(rf"`{name}`", text)]
    assert missing == []
    assert [name for name in base_layouts() if f"base/{name}" not in text] == []


def test_badges_tell_what_a_piece_surely_bears() -> None:
    copies = {"x": {"unknown": "it is in play there", "at_least": 1}, "y": "unknown", "z": 0}
    games = library(card("a", copies=copies), card("b", copies={"unknown": "not stated"}))
    reader = Reader(games, games["proof"])
    a, b = (reader.card(games["proof"].cards[ident]) for ident in ("a", "b"))
    assert a["borne"].value == ("x",)
    assert (a["copies_1"].state, a["copies_1"].shown) == ("unknown", "?")
    assert (b["borne"].state, b["copies_1"].state) == ("unknown", "unknown")
    certain = reader.card(library(card("c", copies={"x": 2}))["proof"].cards["c"])
    assert (certain["borne"].value, certain["copies_1"].shown) == (("x",), "2")
