"""What a layout may ask of the pieces of operational block games.

Combat cards, Supports, Operations and Festung tiles. A blank Operation or tile has every field
unknown: its owner copies the printed one.
"""

from __future__ import annotations

from fieldpress.faces.fields import ABSENT, Field, Fields, Reader, of_fact, plain
from fieldpress.model import Fact, Game
from fieldpress.model.overlord import Deck, DeckCards, Festung, Operation, Support

_UNKNOWN = Field("unknown")
#: Fields that the blank of an Operation leaves open, by its kind.
_OF_KIND = {"strategic": ("sector_name", "plan", "plan_of"), "special": ("month", "condition")}


def combat_card(reader: Reader, deck: Deck, card: DeckCards) -> Fields:
    """A Combat card: its value and its icons, on the deck's side."""
    return reader.face(
        f"card {card.value} of {deck.id}",
        {
            "id": plain(deck.id),
            "name": plain(deck.name.get()),
            **reader.side(Fact("known", deck.side)),
            "value": plain(card.value),
            "spies": of_fact(card.spies),
            "bombs": of_fact(card.bombs),
        },
    )


def back(reader: Reader, kind: str, side: Fact[str]) -> Fields:
    """The back of a card or marker of a kind: it tells the side, nothing else."""
    return reader.face(
        f"back of {kind}", {"kind": plain(kind), "face": plain("back"), **reader.side(side)}
    )


def support(reader: Reader, record: Support) -> Fields:
    """The front of a Support marker: its bonuses and whether it is gone for good once destroyed."""
    return reader.face(
        f"support {record.id}",
        {
            "id": plain(record.id),
            "kind": plain("support"),
            "face": plain("front"),
            "name": plain(record.name.get()),
            **reader.side(record.side),
            "attack": _bonus(record.attack),
            "defense": _bonus(record.defense),
            "permanent": of_fact(record.permanent),
        },
    )


def operation(reader: Reader, game: Game, record: Operation, side: str) -> Fields:
    """An Operation card of the side that plans."""
    points = {name: getattr(record, name) for name in ("success", "failure", "revealed")}
    condition = record.condition.value
    return reader.face(
        f"operation {record.id}",
        {
            "id": plain(record.id),
            "name": plain(record.name.get()),
            "kind": plain(record.kind),
            "fortitude": plain(record.fortitude),
            **reader.side(Fact("known", side)),
            "sector_name": _sector(game, record.sector),
            "plan": of_fact(record.plan),
            "plan_of": of_fact(record.of),
            "month": of_fact(record.month),
            "condition": of_fact(record.condition, condition.get() if condition else "", True),
            **{name: of_fact(fact) for name, fact in points.items()},
        },
    )


def blank_operation(reader: Reader, kind: str, side: str) -> Fields:
    """An Operation card to be filled in; `kind` as of the records."""
    own = dict.fromkeys(("name", *_OF_KIND.get(kind, ()), "success", "failure"), _UNKNOWN)
    own["revealed"] = _UNKNOWN
    return reader.face(
        f"blank {kind} operation",
        {**own, "kind": plain(kind), "blank": plain(True), **reader.side(Fact("known", side))},
    )


def festung(
    reader: Reader, game: Game, record: Festung | None, side: str, penalty: int | None
) -> Fields:
    """A Festung tile, or its blank; `penalty` is that of the rules, the same for all tiles."""
    facts = {name: getattr(record, name) if record else None for name in ("per_week", "at_end")}
    own = {name: of_fact(fact) if fact else _UNKNOWN for name, fact in facts.items()}
    months = ", ".join(record.months) if record else ""
    return reader.face(
        f"festung {record.id}" if record else "blank festung",
        {
            **own,
            "id": plain(record.id if record else None),
            "blank": ABSENT if record else plain(True),
            "name": plain(record.name.get()) if record else _UNKNOWN,
            "kind": plain("festung"),
            **reader.side(Fact("known", side)),
            "sector_name": _sector(game, record.sector) if record else _UNKNOWN,
            "months": plain(months) if record else _UNKNOWN,
            "penalty": plain(penalty, f"−{penalty}") if penalty is not None else _UNKNOWN,
        },
    )


def _bonus(fact: Fact[int]) -> Field:
    return of_fact(fact, f"{fact.value:+d}".replace("-", "−") if fact.known else "")


def _sector(game: Game, sector: Fact[str]) -> Field:
    record = game.sectors.get(sector.value or "")
    return of_fact(sector, record.name.get() if record else None)


__all__ = ["back", "blank_operation", "combat_card", "festung", "operation", "support"]
