"""What the rule texts of the shipped games must keep: every section restated, every scenario listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return open_library(Path(__file__).resolve().parents[2] / "content", ("pegasus-bridge",))[
        "pegasus-bridge"
    ]


def _sections(document: str, sections: list[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    for section in sections:
        yield f"{document}#{section['id']}", "no_clause" in section
        yield from _sections(document, section.get("sections", []))


def test_every_section_has_a_clause(game: Game) -> None:
    cited = {ref for clause in game.clauses.values() for ref in clause.source}
    bare = [
        ref
        for source in game.sources.values()
        for ref, excused in _sections(source.id, source.raw["sections"])
        if not excused and ref not in cited
    ]
    assert bare == []


def test_a_section_excused_from_clauses_has_none(game: Game) -> None:
    cited = {ref for clause in game.clauses.values() for ref in clause.source}
    both = [
        ref
        for source in game.sources.values()
        for ref, excused in _sections(source.id, source.raw["sections"])
        if excused and ref in cited
    ]
    assert both == []


def test_scenarios_list_their_clauses(game: Game) -> None:
    for scenario in game.scenarios.values():
        own = {clause.key for clause in game.clauses.values() if scenario.id in clause.scenarios}
        assert set(scenario.raw.get("clauses", ())) == own, scenario.id


def test_only_scenario_clauses_override(game: Game) -> None:
    """A general clause has nothing to change, and no clause changes itself."""
    for clause in game.clauses.values():
        assert not clause.overrides or clause.scenarios, clause.key
        assert clause.key not in clause.overrides


def test_discrepancies_decide_for_a_reading_or_say_so(game: Game) -> None:
    for record in game.discrepancies.values():
        assert record.adopted in {*record.readings, "undecided"}, record.id
        refs = {ref for _, source in record.readings.values() for ref in source} | {*record.source}
        assert refs, f"{record.id} names no passage"
        if record.switch:
            assert len(record.readings) > 1, record.id


def test_clauses_name_discrepancies_that_concern_them(game: Game) -> None:
    for clause in game.clauses.values():
        for ident in clause.discrepancies:
            assert clause.key in game.discrepancies[ident].concerns.get("clauses", ()), (
                clause.key,
                ident,
            )
