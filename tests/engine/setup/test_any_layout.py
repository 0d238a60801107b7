"""Whatever is put on the table gets a verdict: no crash, words for all, clauses for all."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from fieldpress.database import open_library
from fieldpress.engine.setup import Procedure, deal, procedure
from fieldpress.engine.setup.listing import deal_lines, report_lines
from fieldpress.engine.setup.saying import finding_text
from fieldpress.engine.setup.supply import known_pieces
from tests.engine.setup.helpers import judge, raised

LIBRARY = open_library(games=("pegasus-bridge", "sainte-mere-eglise"))
PLAYED = {
    "pegasus-bridge": ("1a", "1b", "2", "3"),
    "sainte-mere-eglise": ("initiation", "historical", "utah-beach", "graignes"),
}
PROCEDURES = {one: procedure(LIBRARY, game, one) for game, all_ in PLAYED.items() for one in all_}
KINDS = ("card", "terrain", "counter", "component")
PIECES = {g: {kind: sorted(known_pieces(LIBRARY[g], kind)) for kind in KINDS} for g in PLAYED}


@st.composite
def tables(draw: st.DrawFn, steps: Procedure) -> dict[str, Any]:
    """A dealt table in which a few places hold something else."""
    table: dict[str, Any] = deal(steps, draw(st.integers(0, 99))).to_json()["given"]["table"]
    for name in draw(st.lists(st.sampled_from(sorted(steps.places)), max_size=4, unique=True)):
        piece = st.sampled_from(["hidden", *PIECES[steps.game.id][steps.places[name].holds]])
        table[name] = draw(
            st.one_of(
                st.integers(0, 30),
                st.lists(piece, max_size=14),
                st.dictionaries(piece.filter(lambda x: x != "hidden"), st.integers(0, 30), max_size=3),
            )
        )  # fmt: skip
    for name in draw(st.lists(st.sampled_from(sorted(table)), max_size=3, unique=True)):
        del table[name]
    return table


@pytest.mark.parametrize("scenario", sorted(PROCEDURES))
@settings(max_examples=60)
@given(data=st.data())
def test_any_table_gets_a_verdict(scenario: str, data: st.DataObject) -> None:
    steps = PROCEDURES[scenario]
    report = judge(steps, data.draw(tables(steps)))
    statuses = {finding.status for finding in report.verdict.findings}
    expected = "forbidden" if "raised" in statuses else "undetermined" if "open" in statuses else "allowed"  # fmt: skip
    assert report.outcome == expected
    for finding in report.verdict.findings:
        assert finding_text(steps, finding).endswith(".")
        assert finding.clauses
        assert set(finding.clauses) <= set(steps.game.clauses)
        assert finding.status != "open" or finding.needs
    assert all(len(line) <= 110 for line in report_lines(steps, report))


@pytest.mark.parametrize("scenario", sorted(PROCEDURES))
def test_a_deal_is_told_in_lines_that_fit_a_terminal(scenario: str) -> None:
    lines = list(deal_lines(deal(PROCEDURES[scenario], 7)))
    assert all(len(line) <= 110 for line in lines)


@pytest.mark.parametrize("scenario", ["1a", "1b"])
def test_more_seen_never_turns_a_refusal_round(scenario: str) -> None:
    """What is refused when a part is seen stays refused when all is seen."""
    steps = PROCEDURES[scenario]
    table = deal(steps, 5).to_json()["given"]["table"]
    table["terrain-pile"] = ["le-cafe-gondree", *table["terrain-pile"][1:]]
    seen = {"terrain-pile": ["le-cafe-gondree", *["hidden"] * 11]}
    assert raised(judge(steps, seen)) <= raised(judge(steps, table))
