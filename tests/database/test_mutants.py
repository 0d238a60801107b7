"""Content damaged at random: never a traceback, every fault at a place that there is."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.database.helpers import FIXTURE, LINE, Content
from tests.database.mutants import damage_text

FILES = sorted(
    path.relative_to(FIXTURE / "tiny").as_posix() for path in (FIXTURE / "tiny").rglob("*.yml")
)
#: Mutants of each file; FIELDPRESS_MUTANTS asks for more.
EACH = int(os.environ.get("FIELDPRESS_MUTANTS", "55"))


def test_there_are_at_least_500_mutants() -> None:
    assert len(FILES) * EACH >= 500


@pytest.mark.parametrize("name", FILES)
def test_no_damage_ends_in_a_traceback(name: str, content: Content, run_cli) -> None:
    whole = content.text(name)
    path = content.path(name)
    noticed = 0
    for seed in range(EACH):
        raw = damage_text(whole, random.Random(f"{name} {seed}"))
        path.write_bytes(raw)
        result = run_cli("validate", "--content", content.root)
        context = f"{name}, seed {seed}:\n{result.stdout}{result.stderr}"
        assert result.code in (0, 1), context
        assert result.stderr == "", context
        *shown, summary = result.stdout.splitlines()
        noticed += result.code
        assert summary.startswith("no faults" if result.code == 0 else f"{len(shown)} fault"), (
            context
        )
        for line in shown:
            match = LINE.match(line)
            assert match, context
            assert _is_place(Path(match["file"]), int(match["line"])), context
    assert noticed > EACH / 2, "most damage is noticed"


def _is_place(path: Path, line: int) -> bool:
    if not path.exists():
        return line == 1
    return 1 <= line <= path.read_bytes().count(b"\n") + 1


OVERLAY = """\
id: mine
game: tiny
why: read from my copy
source: my-box#cards
sources:
  - {id: my-box, title: My copy, language: fr, sections: [{id: cards, title: Cards}]}
entries:
  - card: vieille-loutre
    date: 2027-01-31
    was: {combat_value: unknown, copies.reeds: unknown}
    set: {combat_value: 4, copies.reeds: 1}
  - piece-set: reeds
    set: {blanks.reeds-unnamed.count: 2}
  - add: term
    record: {id: ripple, name: Ripple, text: "What is left of a [[term:splash]]."}
  - terrain: roseliere
    set:
      draws: {otters: 2, herons: 3}
      effects: [{when: chosen, do: [{draw: {who: attacker, count: 1}}]}]
"""


def test_no_damaged_overlay_ends_in_a_traceback(content: Content, run_cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.yml"
    path.write_text(OVERLAY)
    assert run_cli("validate", "tiny", "--content", content.root, "--overlay", path).code == 0
    for seed in range(EACH):
        path.write_bytes(damage_text(OVERLAY, random.Random(seed)))
        result = run_cli("validate", "--content", content.root, "--overlay", path)
        context = f"seed {seed}:\n{result.stdout}{result.stderr}"
        assert result.code in (0, 1, 2), context
        assert "internal error" not in result.stderr, context
        assert (result.code == 2) == bool(result.stderr), context
