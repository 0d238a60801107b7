"""Combat decks, Supports, Operations and Festung tiles of operational block games.

Operations and tiles that no source prints are there as blanks, as many as the scenario that plans
most has use for.
"""

from __future__ import annotations

from typing import Any

from fieldpress.faces import blocks
from fieldpress.model import Fact, Game


def combat_cards(maker: Any) -> None:
    """Every deck, by value, in the copies that are stated."""
    for deck in maker.game.decks.values():
        side: Fact[str] = Fact("known", deck.side)
        if not maker.named(deck.id) or not maker.on_side(side):
            continue
        back = maker.compose("card-back", blocks.back(maker.reader, "combat-card", side))
        for card in deck.cards:
            copies = maker.count("combat card", f"{deck.id} {card.value}", card.count)
            if copies:
                front = maker.compose("combat-card", blocks.combat_card(maker.reader, deck, card))
                maker.add("combat-card", "Combat cards", deck.id, front, back, copies)


def supports(maker: Any) -> None:
    """Support markers with a side to be laid face down."""
    for record in maker.game.supports.values():
        if not maker.named(record.id) or not maker.on_side(record.side):
            continue
        copies = maker.count("support", record.id, record.count)
        if copies:
            front = maker.compose("support", blocks.support(maker.reader, record))
            back = maker.compose("support", blocks.back(maker.reader, "support", record.side))
            maker.add("support", "Supports", record.id, front, back, copies)


def operations(maker: Any) -> None:
    """The Operations that are known, then blanks of both kinds."""
    side = _side(maker.game, "invader")
    fact: Fact[str] = Fact("known", side)
    if not maker.on_side(fact):
        return
    back = maker.compose("card-back", blocks.back(maker.reader, "operation", fact))
    for record in maker.game.operations.values():
        if maker.named(record.id):
            front = maker.compose(
                "operation", blocks.operation(maker.reader, maker.game, record, side)
            )
            maker.add("operation", "Operations", record.id, front, back, 1)
    if maker.choice.ids:
        return
    for kind in ("strategic", "special"):
        front = maker.compose("operation", blocks.blank_operation(maker.reader, kind, side))
        number = _most(maker, f"{kind}-cards-to")
        maker.add("operation", "Operations", f"blank-{kind}", front, back, number)


def festungen(maker: Any) -> None:
    """The Festung tiles that are known, then blanks."""
    side = _side(maker.game, "occupier")
    if not maker.on_side(Fact("known", side)):
        return
    figure = _figure(maker, "festung-penalty", maker.choice.scenario)
    for record in maker.game.festungen.values():
        if maker.named(record.id):
            fields = blocks.festung(maker.reader, maker.game, record, side, figure)
            front = maker.compose("festung", fields)
            maker.add("festung", "Festungen", record.id, front, None, 1)
    if not maker.choice.ids:
        fields = blocks.festung(maker.reader, maker.game, None, side, figure)
        number = _most(maker, "festung-tiles")
        front = maker.compose("festung", fields)
        maker.add("festung", "Festungen", "blank-festung", front, None, number)


def _side(game: Game, role: str) -> str:
    """The side that has a role; the first one where none has it."""
    return next(
        (ident for ident, raw in game.sides.items() if raw.get("role") == role),
        next(iter(game.sides)),
    )


def _most(maker: Any, parameter: str) -> int:
    """What a parameter allows at most in the scenarios that are printed for, each month anew."""
    game: Game = maker.game
    chosen = [maker.choice.scenario] if maker.choice.scenario else list(game.scenarios)
    found = [
        (_figure(maker, parameter, ident) or 1) * max(1, len(game.scenarios[ident].raw["months"]))
        for ident in chosen
    ]
    return max(found, default=1)


def _figure(maker: Any, parameter: str, scenario: str) -> int | None:
    from fieldpress.engine.answer import Options
    from fieldpress.engine.overlord.situation import knowledge

    raw = {"game": maker.game.id, **({"scenario": scenario} if scenario else {})}
    found = knowledge(maker.library, raw, Options()).figure(parameter)
    return int(found.value) if found else None


__all__ = ["combat_cards", "festungen", "operations", "supports"]
