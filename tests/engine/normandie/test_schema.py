"""The schema of situations and the engine know the same words: neither has one that the other lacks."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fieldpress.engine.normandie import acts, asking, given, situation, table
from fieldpress.engine.normandie.parameters import READ, SETUP
from fieldpress.engine.normandie.results import names
from fieldpress.engine.normandie.sums import VALUES
from fieldpress.resources import data_folder

assert situation  # its import fills the tables of questions


@cache
def schema(name: str = "situation.normandie.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data_folder("schema") / name).read_text(encoding="utf-8"))
    return found


def properties(name: str) -> dict[str, Any]:
    found: dict[str, Any] = schema()["$defs"][name]["properties"]
    return found


def test_acts() -> None:
    assert set(properties("act")) == {"unit", "side", *acts.VERBS, *acts.MORE}
    assert set(properties("act")["weapon"]["enum"]) == set(acts.WEAPONS)
    assert set(properties("act")["spend"]["enum"]) == set(acts.TOKENS)


def test_questions() -> None:
    question = properties("question")
    assert set(question["value"]["enum"]) == set(VALUES)
    for kind in ("must", "who", "which", "result"):
        assert set(question[kind]["enum"]) == set(names(kind)), kind
    words = {"may", "why_not", "must", "value", "who", "which", "result", "after_acts"}
    assert set(question) == words | set(asking._ARGUMENTS)


def test_what_is_given() -> None:
    for name, reads in (
        ("unit", given.UNIT),
        ("place", given.PLACE),
        ("craft", given.CRAFT),
        ("stock", given.SIDE),
    ):
        assert set(properties(name)) == set(reads), name
    assert set(properties("given")) == set(given._TOP)
    assert set(properties("unit")["kind"]["enum"]) == set(table.KINDS)
    assert set(properties("place")["kind"]["enum"]) == set(table.PLACES)


def test_every_parameter_that_is_read_may_be_set() -> None:
    assert set(schema("parameters.normandie.json")["enum"]) >= READ | SETUP
