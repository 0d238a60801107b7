"""The schemas themselves: sound, understood by our checker, and with every reference marked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from fieldpress.database import game_names
from fieldpress.database.checker import Checker
from fieldpress.database.index import is_kind
from fieldpress.database.kinds import KINDS
from fieldpress.database.outcome import Context
from fieldpress.database.places import content_files
from fieldpress.database.schemas import PackagingFault, SchemaFiles
from fieldpress.resources import data_folder
from tests.database.helpers import FIXTURE

FOLDER = data_folder("schema")
NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*.json"))

#: What names something: a string under one of these keys that no x-ref covers is a hole.
SLUGS = {f"common.json#/$defs/{name}" for name in ("id", "record_ref", "fact_slug", "clause_key")}
#: Strings in the form of an id that name nothing outside their own place, and why.
OWN = {
    "id": "the record's own name",
    "key": "a clause's own name",
}
#: Words that may stand in the place of an id, by x-ref.
ALSO = {
    *("undecided", "any", "scenario", "hidden", "unfaced", "nobody"),
    *("artillery", "aviation"),
    "unknown",
}
#: Input of commands: the engine resolves its names, any spelling of them.
INPUTS = {
    "setup.commando.json",
    "setup.overlord.json",
    "campaign-state.overlord.json",
    "campaign-state.commando.json",
}
EXEMPT: dict[str, str] = {
    "common.json:/$defs/fact_slug/else": "marked where it is used",
    "common.json:/$defs/fact_slug/then/properties/value": "marked where it is used",
    "procedure.json:/$defs/procedure/properties/moment": "a moment of play, not a record",
    "procedure.json:/$defs/condition/properties/is": "a face, or how a step was decided",
    "procedure.json:/$defs/step/properties/options/propertyNames": "words of its own",
    "scenario.commando.json:/properties/places/propertyNames": "defines the places",
    "scenario.commando.json:/$defs/where/properties/sector": "a value of the parameter sector",
    "situation.commando.json:/$defs/mission/properties/piles/propertyNames": "places: engine checks",
    "situation.commando.json:/$defs/mission/properties/pile": "a place: the engine checks it",
    "situation.commando.json:/$defs/move/properties/head_for": "a place: the engine checks it",
    "scenario.normandie.json:/properties/zones/propertyNames": "defines the zones",
    "scenario.normandie.json:/properties/events/propertyNames": "defines the events",
    "campaign.normandie.json:/properties/effects/propertyNames": "defines the effects",
    "situation.commando.json:/properties/game": "input of a command",
    "situation.commando.json:/properties/scenario": "input of a command",
    "situation.overlord.json:/properties/game": "input of a command",
    "situation.overlord.json:/properties/scenario": "input of a command",
    "situation.overlord.json:/$defs/given/properties/boxes/propertyNames": "boxes of a map",
    "situation.commando.json:/$defs/tokens/items/then/properties/face": "a face of that counter",
    "situation.commando.json:/$defs/move/properties/lands": "a face of that counter",
    "discrepancy.json:/properties/readings/propertyNames": "defines the readings",
    "game.json:/properties/sides/propertyNames": "defines the sides",
    "game.json:/properties/unit_types/propertyNames": "defines the unit types",
    "game.json:/properties/nations/propertyNames": "defines the nations",
    "map.json:/properties/sectors/propertyNames": "defines the sectors of the map",
    "map.json:/properties/reinforcement_boxes/propertyNames": "defines the boxes of the map",
    "map.json:/$defs/box/properties/link": "a link of the map: database/maps.py checks it",
    "scenario.overlord.json:/properties/difficulties/propertyNames": "defines the difficulties",
    "game.json:/properties/lacks/items": "keys that this game does not have, on purpose",
    "overlay.json:/$defs/entry/properties/replaces": "an overlay that may be on the command line",
}


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def walk(schema: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every subschema with its pointer."""
    if isinstance(schema, dict):
        yield at, schema
        for key, value in schema.items():
            if key in ("properties", "patternProperties", "$defs"):
                for name, inner in value.items():
                    yield from walk(inner, f"{at}/{key}/{name}")
            elif key in ("allOf", "anyOf", "oneOf", "prefixItems"):
                for index, inner in enumerate(value):
                    yield from walk(inner, f"{at}/{key}/{index}")
            elif key in (
                "items",
                "additionalProperties",
                "propertyNames",
                "if",
                "then",
                "else",
                "not",
            ):
                yield from walk(value, f"{at}/{key}")


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_sound_and_our_checker_knows_all_of_it(name: str) -> None:
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == name
    checker = Checker()
    for at, part in walk(schema):
        checker.compile(part, Context(name, where=at))


@pytest.mark.parametrize("name", NAMES)
def test_x_ref_names_kinds_that_are_resolved(name: str) -> None:
    for at, part in walk(load(name)):
        kinds = part.get("x-ref", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds:
            assert is_kind(kinds[0]), f"{name}{at}"
            words = [kind for kind in kinds if not is_kind(kind)]
            assert all(word.removeprefix("word:") in ALSO for word in words), f"{name}{at}"


@pytest.mark.parametrize("name", NAMES)
def test_every_id_that_names_something_is_marked(name: str) -> None:
    holes = []
    for at, part in walk(load(name)):
        ref = part.get("$ref", "")
        ref = f"{name}{ref}" if ref.startswith("#") else ref
        if ref in SLUGS and "x-ref" not in part and at.rpartition("/")[2] not in OWN:
            place = f"{name}:{at}"
            if place not in EXEMPT and name not in INPUTS:
                holes.append(place)
    assert not holes, "mark with x-ref what these name, or say in EXEMPT why they name nothing"


def test_no_exemption_is_out_of_date() -> None:
    places = {f"{name}:{at}" for name in NAMES for at, _ in walk(load(name))}
    assert set(EXEMPT) <= places


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if "{" not in kind.schema], ids=lambda kind: kind.key
)
def test_every_record_kind_has_its_schema(kind: Any) -> None:
    schema = load(kind.schema)
    listed = {"type": ["object", "array"], "items": {"$ref": "#"}}
    assert {key: schema.get(key) for key in listed} == (
        {"type": "object", "items": None} if kind.single else listed
    ), "an editor checks the whole file: a list of records, or one record"


@pytest.mark.parametrize("root", [FIXTURE, data_folder("content")], ids=["fixture", "content"])
def test_every_content_file_names_its_schema_for_editors(root: Path) -> None:
    for game in game_names(root):
        ruleset = yaml.safe_load((root / game / "game.yml").read_text())["ruleset"]
        for kind, path in content_files(root / game, []):
            first = path.read_text(encoding="utf-8").partition("\n")[0]
            named = first.removeprefix("# yaml-language-server: $schema=")
            assert named != first, path
            wanted = FOLDER / kind.schema.format(ruleset=ruleset)
            assert (path.parent / named).resolve() == wanted.resolve(), path


@pytest.mark.parametrize("name", NAMES)
def test_a_record_with_facts_has_a_source(name: str) -> None:
    """Else the short form of a fact would be a known value without a source."""
    schema = load(name)
    text = json.dumps(schema.get("properties", {}))
    if "fact_" in text or "/copies" in text:
        assert "source" in schema["required"]


def test_a_missing_schema_is_a_fault_of_the_installation(tmp_path: Path) -> None:
    with pytest.raises(
        PackagingFault, match=r"the schema card\.json is missing from this installation"
    ):
        Checker(SchemaFiles(tmp_path)).check("card.json", {})


def test_an_unknown_keyword_is_never_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"properties": {"a": {"minimun": 3}}}')
    with pytest.raises(PackagingFault, match=r"x\.json uses minimun"):
        Checker(SchemaFiles(tmp_path)).check("x.json", {"a": 1})
