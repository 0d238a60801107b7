"""Operation Overlord: claims of enforcement are true, a ruling falls without each clause, and changed
situations are answered or refused."""

from __future__ import annotations

import json
import random
import re
from functools import cache

import pytest

from fieldpress.audit import clauses
from fieldpress.audit.rulings import cases
from fieldpress.database import open_library
from fieldpress.engine.overlord import wording
from fieldpress.engine.overlord.situation import rule_on
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from tests.rulings.test_mutants import mutant

GAME = "overlord"


@cache
def library() -> Library:
    return open_library(games=(GAME,))


def test_claims_are_neither_hollow_nor_modest_and_nothing_is_missing() -> None:
    game = library()[GAME]
    assert clauses.hollow_claims(game) == []
    assert clauses.modest_claims(game) == []
    assert clauses.missing_clauses(game) == []
    assert clauses.without_ruling(game) == []


def test_there_are_enough_and_a_third_refuse() -> None:
    rulings = library()[GAME].rulings.values()
    refusing = [r for r in rulings if any(e["outcome"] == "forbidden" for e in r["expect"])]
    assert len(rulings) >= 70
    assert len(refusing) * 3 >= len(rulings)
    assert {r["authority"] for r in rulings} == {"source", "derived", "reading"}


def test_the_worked_example_is_there_step_by_step() -> None:
    caen = [ident for ident in library()[GAME].rulings if ident.startswith("caen-")]
    assert len(caen) >= 10


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


@pytest.mark.parametrize("seed", range(3))
def test_a_changed_situation_is_answered_or_refused(seed: int) -> None:
    game = library()[GAME]
    situations = [cases(GAME, ruling, game.rulings)[0] for ruling in game.rulings.values()]
    words = [
        *(*game.units, *game.supports, *game.sectors, *game.sides, *game.states),
        *("demonstration", "thornby", "saltmere", "attacker", "combat-value", "move", "nobody"),
        *(True, False, None, 0, 1, 3, -1, 99, "", [], {}),
    ]
    dice = random.Random(seed)
    answered = refused = 0
    for _ in range(400):
        try:
            answers = rule_on(library(), mutant(dice, situations, words))
        except EngineFault:
            refused += 1
            continue
        for found in answers:
            answered += 1
            json.dumps(found.to_json())
            assert wording.answer(game, found.ask, found.verdict)
    assert answered > 20
    assert refused > 30


@pytest.mark.parametrize("ident", sorted(library()[GAME].rulings))
def test_no_two_questions_of_a_ruling_read_alike(ident: str) -> None:
    game = library()[GAME]
    said = []
    for found in rule_on(library(), cases(GAME, game.rulings[ident], game.rulings)[0]):
        text = wording.answer(game, found.ask, found.verdict).replace(" may not ", " may ")
        text = re.sub(r"^(Yes, |No, |Undetermined: (whether )?)|\. It turns on .*", "", text)
        said.append(text.split(":")[0].rstrip("."))
    assert sorted(said) == sorted(set(said))
