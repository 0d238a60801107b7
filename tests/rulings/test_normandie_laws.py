"""Laws over the rulings of the normandie packs: an objection falls with its clauses, and no clause
but those that are cited changes an answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from fieldpress.audit.rulings import cases
from fieldpress.database import open_library
from fieldpress.engine.answer import Answer, Options, Refused
from fieldpress.engine.normandie.situation import rule_on
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library

GAMES = ("normandie-sme", "normandie-dday")


@cache
def library() -> Library:
    return open_library(games=GAMES)


def answered(
    game: str, disabled: frozenset[str] = frozenset()
) -> Iterator[tuple[str, list[Answer]]]:
    """Every ruling with its answers, some clauses taken out."""
    record = library()[game]
    for ident, ruling in record.rulings.items():
        for situation in cases(game, ruling, record.rulings):
            try:
                yield ident, rule_on(library(), situation, Options(disabled=disabled))
            except EngineFault:
                yield ident, []


def plain(answer: Answer) -> Any:
    value = answer.verdict.value
    return answer.verdict.outcome, value.to_json() if hasattr(value, "to_json") else value


@pytest.mark.parametrize("game", GAMES)
def test_an_objection_falls_with_its_clauses(game: str) -> None:
    seen = 0
    for ident, ruling in library()[game].rulings.items():
        for situation in cases(game, ruling, library()[game].rulings):
            for index, answer in enumerate(rule_on(library(), situation)):
                for found in answer.verdict.findings:
                    if found.status != "raised" or not found.clauses:
                        continue
                    seen += 1
                    options = Options(disabled=frozenset(found.clauses))
                    try:
                        after = rule_on(library(), situation, options)[index].verdict
                    except Refused:
                        continue  # an act that is told had rested on them
                    still = {
                        (one.code, one.record, one.clauses)
                        for one in after.findings
                        if one.status == "raised"
                    }
                    assert (found.code, found.record, found.clauses) not in still, (ident, found)
    assert seen > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_clause_that_no_answer_cites_changes_none(game: str) -> None:
    """What decides is cited: with a clause out, only answers that cited it come out otherwise, or
    those that a told act on the way had rested on it."""
    record = library()[game]
    before = dict(answered(game))
    quiet = [ident for ident, ruling in record.rulings.items() if "then" not in ruling]
    keys = {key for key, clause in record.clauses.items() if clause.enforced}
    for key in sorted(keys):
        for ident, after in answered(game, frozenset({key})):
            if ident not in quiet:
                continue
            for old, new in zip(before[ident], after, strict=False):
                if key not in old.verdict.clauses and not old.others:
                    assert plain(old) == plain(new), (key, ident)
