"""`fieldpress validate` compares the counters that a scenario takes with those in the box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.database.helpers import Content, copy_fixture, faults, position

Run = Callable[..., Any]
FILE = "scenarios.yml"
SCENARIO = """\
- id: race
  title: The race
  summary: Two otters race for one fish.
  difficulty: {favours: neither, text: It is even., source: leaflet#play}
  length: {about: 5, source: leaflet#play}
  sides:
    attacker: {objective: Be first., clauses: [CLAUSE]}
    defender: {objective: Be first., clauses: [CLAUSE]}
  sets: {takes: [SET], clauses: [CLAUSE]}
  places:
    bank: {name: bank, holds: counter}
  procedures:
    - moment: setup
      steps:
        - {id: first, do: take, what: {kind: counter, ids: [COUNTER]}, count: 2, to: bank, clauses: [CLAUSE]}
        - {id: second, do: take, what: {kind: counter, ids: [COUNTER]}, count: MORE, to: bank, clauses: [CLAUSE]}
  layout: {width: 60, height: 40, items: [{place: bank, draw: tokens, x: 4, y: 4, w: 16, h: 10}], source: leaflet#play}
  first_turn: [{text: Swim., clauses: [CLAUSE]}]
  special: [{text: There is but one fish., clauses: [CLAUSE]}]
  victory:
    - {side: attacker, text: Be first., when: {strength: {side: defender, at_most: 0}}, clauses: [CLAUSE]}
  clauses: [CLAUSE]
  source: leaflet#play
"""


def _write(content: Content, counter: str, more: int) -> str:
    rules = next(content.path("rules").glob("*.yml")).read_text(encoding="utf-8")
    clause = rules.split("key: ")[1].split()[0]
    sets = content.text("sets.yml").split("- id: ")[1].split()[0]
    text = content.text(FILE) + (
        SCENARIO.replace("CLAUSE", clause)
        .replace("SET", sets)
        .replace("COUNTER", counter)
        .replace("MORE", str(more))
    )
    content.add(FILE, text)
    return text


@pytest.fixture
def content(tmp_path: Path) -> Content:
    return copy_fixture(tmp_path)


# The box holds 5 of the one, and of the other 3 at most.
@pytest.mark.parametrize(("counter", "more"), [("normal", 3), ("turn", 1)])
def test_what_the_box_can_supply(content: Content, run_cli: Run, counter: str, more: int) -> None:
    _write(content, counter, more)
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 0, done.stdout


@pytest.mark.parametrize(("counter", "more", "most"), [("normal", 4, 5), ("turn", 2, 3)])
def test_more_than_the_box_holds(
    content: Content, run_cli: Run, counter: str, more: int, most: int
) -> None:
    text = _write(content, counter, more)
    done = run_cli("validate", "tiny", "--content", content.root)
    ((file, line, column, said),) = faults(done.stdout)
    assert done.code == 1
    assert (file, line, column) == (FILE, *position(text, "{id: second"))
    assert f"takes {more + 2} of the counter {counter}, and the box has {most}" in said


def test_a_reserve_larger_than_the_box(content: Content, run_cli: Run) -> None:
    text = content.change("counters.yml", "  count: 5\n", "  count: 5\n  reserve: 6\n")
    done = run_cli("validate", "tiny", "--content", content.root)
    ((file, line, column, said),) = faults(done.stdout)
    line_6, column_6 = position(text, "reserve: 6")
    assert (file, line, column) == ("counters.yml", line_6, column_6 + len("reserve: "))
    assert "6 lie in the reserve, and the box has 5" in said
