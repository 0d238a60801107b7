"""The printed faces of Combat cards, Supports and Operations, for the pages of their records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from markupsafe import Markup

from fieldpress.faces import blocks
from fieldpress.model import Game
from fieldpress.model.overlord import Deck, Operation, Support
from fieldpress.rulesite.names import role_side
from fieldpress.rulesite.site import Site


def faces(site: Site, game: Game, record: Any, page: str) -> list[Markup]:
    """The faces of a record as SVG: of a deck one of each value; none where nothing is printed."""
    return [face for face in _faces(site, game, record, page) if face is not None]


def _faces(site: Site, game: Game, record: Any, page: str) -> Iterator[Markup | None]:
    draw = partial(site.printed.piece, game)
    if isinstance(record, Deck):
        for card in record.cards:
            name = f"{record.name.get()}, value {card.value}"
            read = partial(_swapped, blocks.combat_card, record, card)
            yield draw("combat-card", read, name, page)
    elif isinstance(record, Support):
        read = partial(_swapped, blocks.support, record)
        yield draw("support", read, f"The Support {record.name.get()}", page)
    elif isinstance(record, Operation):
        side = role_side(game, "invader") or next(iter(game.sides))
        read = partial(_swapped, blocks.operation, game, record, side)
        yield draw("operation", read, record.name.get(), page)


def _swapped(read: Any, *about: Any) -> Any:
    """`read` wants the reader of the faces first; it comes last here."""
    *rest, reader = about
    return read(reader, *rest)


__all__ = ["faces"]
