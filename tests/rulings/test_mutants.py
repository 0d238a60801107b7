"""Situations changed at random: each is answered, or refused with a message; nothing breaks."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from fieldpress.audit.rulings import cases
from fieldpress.database import open_library
from fieldpress.database.checker import shipped_checker
from fieldpress.engine.commando import wording
from fieldpress.engine.commando.situation import rule_on
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library

GAMES = ("pegasus-bridge", "sainte-mere-eglise")


@cache
def library() -> Library:
    return open_library(games=GAMES)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def mutant(
    dice: random.Random, situations: list[dict[str, Any]], words: list[Any]
) -> dict[str, Any]:
    """One situation with one or two changes: another word, a part of another one, something gone."""
    out = copy.deepcopy(dice.choice(situations))
    for _ in range(dice.randint(1, 2)):
        places = list(paths(out))
        if not places:
            break
        path = dice.choice(places)
        holder, key, how = at(out, path[:-1]), path[-1], dice.random()
        if how < 0.6:
            holder[key] = copy.deepcopy(dice.choice(words))
        elif how < 0.75:
            holder.pop(key)
        else:
            other = dice.choice(situations)
            holder[key] = copy.deepcopy(at(other, dice.choice(list(paths(other)))))
    return out


def issues(situation: dict[str, Any]) -> list[Any]:
    """What the schema says against records of one's own and effects taken for granted: the engine
    reads them as it reads content, which has met its schema."""
    found = shipped_checker().check("situation.commando.json", situation).issues
    return [issue for issue in found if issue.path[:1] in (("assume",), ("records",))]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_a_changed_situation_is_answered_or_refused(name: str, seed: int) -> None:
    game = library()[name]
    situations = [cases(name, ruling, game.rulings)[0] for ruling in game.rulings.values()]
    words = [*game.cards, *game.terrains, *game.counters, *game.sides, "hidden", "unfaced", "unit", "action",
             "plus-1", "combat-value", "leads", "fight", True, False, None, 0, 1, 3, -1, 99, "", [], {}]  # fmt: skip
    dice = random.Random(seed)
    answered = refused = 0
    for _ in range(800):
        situation = mutant(dice, situations, words)
        if issues(situation):
            refused += 1
            continue
        try:
            answers = rule_on(library(), situation)
        except EngineFault:
            refused += 1
            continue
        for found in answers:
            answered += 1
            json.dumps(found.to_json())
            assert wording.answer(game, found.ask, found.verdict)
    assert answered > 20
    assert refused > 30
