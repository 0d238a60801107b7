"""Situations of the normandie packs changed at random: each is answered, or refused with a message."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest

from fieldpress.audit.rulings import cases
from fieldpress.database import open_library
from fieldpress.engine.normandie import wording
from fieldpress.engine.normandie.results import QUESTIONS
from fieldpress.engine.normandie.situation import rule_on
from fieldpress.engine.normandie.sums import VALUES
from fieldpress.engine.normandie.table import KINDS, MARKERS, PLACES
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from tests.rulings.test_mutants import mutant

GAMES = ("normandie-sme", "normandie-dday")
WORDS = [
    *KINDS, *MARKERS, *PLACES, *VALUES, *(name for _, name in QUESTIONS), "american", "german",
    "1", "3", "6", "rifles", "post", "dark", "clear", "day", "supply", "b2", "c3+", "no",
    True, False, None, 0, 1, 2, 3, 7, -1, 99, "", [], {}, [6, 6],
]  # fmt: skip


@cache
def library() -> Library:
    return open_library(games=GAMES)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_a_changed_situation_is_answered_or_refused(name: str, seed: int) -> None:
    game = library()[name]
    situations = [cases(name, ruling, game.rulings)[0] for ruling in game.rulings.values()]
    dice = random.Random(seed)
    answered = refused = 0
    for _ in range(800):
        situation = mutant(dice, situations, WORDS)
        try:
            answers = rule_on(library(), situation)
        except EngineFault:
            refused += 1
            continue
        for found in answers:
            answered += 1
            json.dumps(found.to_json())
            said = [wording.answer(game, found.ask, found.verdict)]
            said += [wording.finding(game, one) for one in found.verdict.findings]
            said += [wording.contribution(game, one) for one in found.verdict.contributions]
            for need in found.verdict.needs:
                said += [wording.fact(game, need.fact), *wording.turns(game, need)]
            assert all(line and "{" not in line for line in said)
    assert answered > 20
    assert refused > 30
