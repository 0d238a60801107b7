"""What the shipped pieces may claim: nothing unknown in our own game, nothing "printed" unawares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.engine.effects import parse_effects
from fieldpress.model import Card, Fact, Game, Library

FIELDS = ("side", "kind", "heroic", "combat_value", "unit_type", "text")

#: Every value of these fields that the Pegasus Bridge booklets state of the card itself. A new
#: entry needs its passage in the source; an inference belongs under `read`.
STATED = {
    "auto-mitrailleuse": {"combat_value"},
    "eclaireur": {"kind"},
    "eclaireurs-parachutistes": {"kind", "unit_type"},
    "escouade-de-parachutistes": {"kind", "unit_type"},
    "grenade": {"kind", "text"},
    "grenade-fumigene": {"kind"},
    "interception-des-renforts": {"heroic"},
    "la-traversee-de-troarn-par-le-major-roseveare": {"heroic"},
    "lance-flammes": {"side", "heroic"},
    "lcl-terence-otway": {"kind", "unit_type"},
    "major-john-howard": {"kind", "unit_type"},
    "mitrailleuse-vickers-en-soutien": {"heroic"},
    "mortier": {"kind"},
    "oberleutnant-steiner": {"kind"},
    "parachutistes-canadiens": {"kind", "unit_type"},
    "patrouille": {"kind", "combat_value"},
    "sapeurs": {"kind", "combat_value"},
    "sentinelle": {"kind"},
    "sgt-charles-thornton": {"side", "heroic"},
    "tranchee": {"kind"},
}


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(
        Path(__file__).resolve().parents[2] / "content", ("pegasus-bridge", "sandpiper")
    )


def _facts(card: Card) -> Iterator[tuple[str, Fact[Any]]]:
    for name in (*FIELDS, "number", "effects", "copies"):
        yield name, getattr(card, name)


def test_only_what_is_stated_is_printed(library: Library) -> None:
    printed = {
        card.id: {name for name in FIELDS if getattr(card, name).basis == "printed"}
        for card in library["pegasus-bridge"].cards.values()
    }
    assert {ident: names for ident, names in printed.items() if names} == STATED


def test_the_three_combat_values(library: Library) -> None:
    cards = library["pegasus-bridge"].cards
    known = {c.id: c.combat_value.value for c in cards.values() if c.combat_value.known}
    assert known == {"patrouille": 2, "sapeurs": 3, "auto-mitrailleuse": 3}


def test_no_copies_of_player_cards_are_printed(library: Library) -> None:
    for card in library["pegasus-bridge"].cards.values():
        for count in (card.copies.value or {}).values():
            assert count.basis != "printed", card.id


def test_counters_fill_the_box(library: Library) -> None:
    for game in library.games.values():
        tokens = next(e for e in game.raw["box"] if e.get("of", {}).get("kind") == "counter")
        assert sum(c.count.value or 0 for c in game.counters.values()) == tokens["count"]


def _sandpiper_facts(game: Game) -> Iterator[tuple[str, Fact[Any]]]:
    for card in game.cards.values():
        for name, fact in _facts(card):
            yield f"{card.id}.{name}", fact
    for terrain in game.terrains.values():
        yield f"{terrain.id}.copies", terrain.copies
        for face in terrain.faces:
            for name in ("number", "draws", "size", "text", "effects"):
                yield f"{terrain.id}{face.letter}.{name}", getattr(face, name)
    for counter in game.counters.values():
        yield f"{counter.id}.count", counter.count
        yield f"{counter.id}.colour", counter.colour


def test_sandpiper_leaves_nothing_unknown(library: Library) -> None:
    game = library["sandpiper"]
    assert [name for name, fact in _sandpiper_facts(game) if fact.unknown] == []
    for card in game.cards.values():
        if card.effects.known:
            effects = parse_effects(card.id, card.effects.value)
            assert not effects.rest_unknown, card.id
        else:
            assert card.effects.state == card.text.state == "none", card.id


def test_sandpiper_sums(library: Library) -> None:
    game = library["sandpiper"]
    total = game.sets["s"].totals
    by_side = {
        side: sum(_copies(c.copies) for c in game.cards.values() if c.side.value == side)
        for side in game.sides
    }
    box = {e["of"]["side"]: e["count"] for e in game.raw["box"] if "side" in e.get("of", {})}
    assert by_side == box
    assert sum(by_side.values()) == total["card"].value
    assert sum(_copies(t.copies) for t in game.terrains.values()) == total["terrain"].value


def _copies(copies: Fact[dict[str, Fact[int]]]) -> int:
    return sum(fact.value or 0 for fact in (copies.value or {}).values())


def test_sandpiper_texts_are_short(library: Library) -> None:
    for card in library["sandpiper"].cards.values():
        if card.text.known:
            assert len(str(card.text.value).split()) <= 45, card.id
