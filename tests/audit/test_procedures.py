"""`fieldpress validate` on steps that cannot be followed: every fault at its place, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.audit.test_supplies import FILE, SCENARIO
from tests.database.helpers import Content, copy_fixture, faults, position

Run = Callable[..., Any]
STEPS = """\
        - {id: pick, do: pick, who: attacker, options: {left: the left bank, right: the right one}, clauses: [CLAUSE]}
        - {id: tokens, do: take, what: {kind: counter, ids: [normal]}, count: 4, to: pool, clauses: [CLAUSE]}
        - id: lay
          do: arrange
          who: attacker
          from: pool
          into: [{place: north, count: 2}, {place: south, count: 2}]
          restrictions:
            - sequence: {places: [north, south], pieces: [normal, turn], from: first}
              if: {step: pick, is: left}
              clauses: [CLAUSE]
          clauses: [CLAUSE]
"""


@pytest.fixture
def content(tmp_path: Path) -> Content:
    return copy_fixture(tmp_path)


def write(content: Content, old: str = "", new: str = "") -> str:
    """The scenario of the supplies with an arrangement, one text exchanged for another."""
    rules = next(content.path("rules").glob("*.yml")).read_text(encoding="utf-8")
    clause = rules.split("key: ")[1].split()[0]
    sets = content.text("sets.yml").split("- id: ")[1].split()[0]
    a = SCENARIO.index("        - {id: first")
    text = SCENARIO[:a] + STEPS + SCENARIO[SCENARIO.index("  layout:") :]
    places = "".join(f"    {name}: {{name: {name}, holds: counter}}\n" for name in ("pool", "north", "south"))  # fmt: skip
    text = text.replace("  procedures:\n", f"{places}  procedures:\n")
    assert old in text
    text = text.replace(old, new, 1).replace("CLAUSE", clause).replace("SET", sets)
    whole = content.text(FILE) + text
    content.add(FILE, whole)
    return whole


def test_a_sound_procedure_has_no_fault(content: Content, run_cli: Run) -> None:
    write(content)
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 0, done.stdout


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("is: left", "is: lefft", "- id: lay", "pick cannot come to lefft; it can to left, right"),
        ("pieces: [normal, turn], ", "pieces: [normal, turn, fish], ", "fish]", "there are: coup-de-bec"),
        ("[north, south], pieces", "[north, pool, south], pieces", "- id: lay", "2 pieces for 3 places; each place needs one"),
        ("count: 2}]", "count: 3}]", "- id: lay", "pool has fewer than 3 pieces"),
        ("from: first}", "from: top}", "from: top", "first, last, either"),
        ("sequence: {places: [north, south], pieces: [normal, turn], from: first}", "broken: illegal", "- broken", "apart"),
        ("step: pick, is: left", "step: pikc, is: left", "step: pikc", 'did you mean "pick"'),
        ("who: attacker, options", "who: attacker, among: [north, south], options", "- {id: pick", "among"),
        ("options: {left: the left bank, right: the right one}", "options: {left: the left bank}", "options:", "at least 2"),
        ("do: arrange", "do: deal", "restrictions:", "restrictions"),
        ("from: pool\n", "from: [north, south]\n", "from: [north", "text"),
        ("{place: south, count: 2}]", "{place: sout, count: 2}]", "place: sout", 'did you mean "south"'),
    ],
)  # fmt: skip
def test_a_faulty_step_is_told_at_its_place(
    content: Content, run_cli: Run, old: str, new: str, at: str, said: str
) -> None:
    text = write(content, old, new)
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 1, done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    found = [fault for fault in faults(done.stdout) if said in fault[3]]
    assert found, done.stdout
    line = position(text, at)[0]
    assert any(fault[0] == FILE and fault[1] == line for fault in found), (done.stdout, line)
