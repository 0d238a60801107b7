"""Our checker says of any record what `jsonschema` says of it: valid, or not."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from fieldpress.database import check
from fieldpress.database.checker import Checker
from fieldpress.database.judge import Judge
from fieldpress.database.kinds import KINDS
from fieldpress.resources import data_folder
from tests.database.helpers import FIXTURE
from tests.database.mutants import damage_data


@cache
def oracle(schema: str) -> Draft202012Validator:
    folder = data_folder("schema")
    registry: Registry = Registry()
    for path in folder.rglob("*.json"):
        contents = json.loads(path.read_text())
        registry = registry.with_resource(contents["$id"], Resource.from_contents(contents))
    return Draft202012Validator(json.loads((folder / schema).read_text()), registry=registry)


@cache
def records(key: str) -> list[Any]:
    """Records of a kind from the fixture and the shipped games, at most 25."""
    found = [
        record.data
        for checked in (check(FIXTURE), check())
        for game in checked.games.values()
        for record in game.of(key)
    ]
    return random.Random(key).sample(found, min(25, len(found)))


SCHEMAS = [
    (kind.key, kind.schema.format(ruleset="commando"))
    for kind in KINDS
    if kind.key not in ("layouts", "overlays")
]


@pytest.mark.parametrize(("key", "schema"), SCHEMAS)
def test_whole_and_damaged_records(key: str, schema: str) -> None:
    checker, rng = Checker(), random.Random(key)
    judge = Judge(checker.files)
    verdicts = set()
    for record in records(key):
        for value in [record, *(damage_data(record, rng) for _ in range(8))]:
            ours = not checker.check(schema, value).issues
            judged = next(judge.objections(schema, value), None) is None
            assert judged == oracle(schema).is_valid(value), value
            assert ours == oracle(schema).is_valid(value), (
                f"{value}\n{checker.check(schema, value).issues}"
            )
            verdicts.add(ours)
    assert verdicts == ({True, False} if records(key) else set())


@pytest.mark.parametrize("value", [2.0, 0.0])
def test_the_one_thing_that_is_stricter(value: float) -> None:
    schema = "common.json#/$defs/count"
    assert Checker().check(schema, value).issues
