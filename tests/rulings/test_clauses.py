"""Claims of enforcement are true: something enforces the clause, and a ruling falls without it."""

from __future__ import annotations

from functools import cache

import pytest

from fieldpress.audit import clauses
from fieldpress.database import open_library
from fieldpress.model import Library

GAME = "pegasus-bridge"


@cache
def library() -> Library:
    return open_library(games=(GAME,))


def test_nothing_claims_to_be_enforced_that_nothing_enforces() -> None:
    assert clauses.hollow_claims(library()[GAME]) == []


def test_nothing_enforced_claims_to_be_text_only() -> None:
    assert clauses.modest_claims(library()[GAME]) == []


def test_the_game_has_every_clause_that_the_engine_knows_or_says_that_it_lacks_it() -> None:
    assert clauses.missing_clauses(library()[GAME]) == []


def test_every_clause_enforced_in_play_is_exercised_by_a_ruling() -> None:
    assert clauses.without_ruling(library()[GAME]) == []


IN_PLAY = [
    key
    for key, use in clauses.uses(library()[GAME]).items()
    if use.in_play and library()[GAME].clauses[key].enforced
]


@pytest.mark.parametrize("key", IN_PLAY)
def test_without_the_clause_a_ruling_falls(key: str) -> None:
    assert clauses.depends(library(), GAME, key) is not None


def test_taking_out_a_clause_that_decides_nothing_leaves_every_ruling() -> None:
    assert clauses.depends(library(), GAME, "components.stickers") is None
