"""Claims of enforcement are true: something enforces the clause, and a ruling falls without it."""

from __future__ import annotations

from functools import cache

import pytest

from fieldpress.audit import clauses
from fieldpress.database import open_library
from fieldpress.model import Library

GAMES = ("pegasus-bridge", "sainte-mere-eglise", "sandpiper", "normandie-sme", "normandie-dday")
every_game = pytest.mark.parametrize("game", GAMES)


@cache
def library() -> Library:
    return open_library(games=GAMES)


@every_game
def test_nothing_claims_to_be_enforced_that_nothing_enforces(game: str) -> None:
    assert clauses.hollow_claims(library()[game]) == []


@every_game
def test_nothing_enforced_claims_to_be_text_only(game: str) -> None:
    assert clauses.modest_claims(library()[game]) == []


@every_game
def test_the_game_has_every_clause_that_the_engine_knows_or_says_that_it_lacks_it(
    game: str,
) -> None:
    assert clauses.missing_clauses(library()[game]) == []


@every_game
def test_every_clause_enforced_in_play_is_exercised_by_a_ruling(game: str) -> None:
    assert clauses.without_ruling(library()[game]) == []


IN_PLAY = [
    (game, key)
    for game in GAMES
    for key, use in clauses.uses(library()[game]).items()
    if use.in_play and library()[game].clauses[key].enforced
]


@pytest.mark.parametrize(("game", "key"), IN_PLAY, ids=[f"{g}-{k}" for g, k in IN_PLAY])
def test_without_the_clause_a_ruling_falls(game: str, key: str) -> None:
    assert clauses.depends(library(), game, key) is not None


def test_taking_out_a_clause_that_decides_nothing_leaves_every_ruling() -> None:
    assert clauses.depends(library(), "pegasus-bridge", "components.stickers") is None
