"""Sheet kinds that only games of some rulesets have, beside the four that `decks` makes itself.

A game gets the sheets of every kind that it has records of, so a kind needs no ruleset's name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fieldpress.sheets import blocks, recruits


@dataclass(frozen=True, slots=True)
class Extra:
    """One kind: the game's store of its records, its file's name, and what puts them into decks.

    `make` is given the maker of `decks` and calls its `compose`, `named`, `on_side` and `add`.
    """

    store: str
    file: str
    make: Callable[[Any], None]


EXTRAS: dict[str, Extra] = {
    "option": Extra("options", "options", recruits.options),
    "combat-card": Extra("decks", "combat-cards", blocks.combat_cards),
    "support": Extra("supports", "supports", blocks.supports),
    "operation": Extra("operations", "operations", blocks.operations),
    # No source prints a tile; a game that plans Operations has some.
    "festung": Extra("operations", "festungen", blocks.festungen),
}

__all__ = ["EXTRAS", "Extra"]
