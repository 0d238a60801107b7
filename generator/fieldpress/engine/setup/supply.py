"""Which pieces of the box a step takes: those that certainly are among them, those that may be.

A piece class is named `KIND:ID`, such as `terrain:champs`. Blanks are pieces known by number only:
a piece whose letter no source states may be one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from fieldpress.engine.setup.procedure import Pieces
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Card, Fact, Game, Terrain

#: The reason why a piece is not among those taken, by code, with the facts that were read for it.
Reason = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Missing:
    """A fact that no source states, and the records that it is wanted of."""

    fact: str
    why: str
    records: tuple[str, ...] = ()


@dataclass(slots=True)
class Supply:
    """What one `take` brings. `size` None: how many there are in all is not stated.

    `sure`: copies by class; `blanks`: pieces known by number; `maybe`: classes that may be among
    them, with the facts that decide it and the most copies that there can be (None: not stated).
    """

    sure: dict[str, int] = field(default_factory=dict)
    blanks: dict[str, int] = field(default_factory=dict)
    maybe: dict[str, tuple[tuple[str, ...], int | None]] = field(default_factory=dict)
    open: bool = False
    missing: tuple[Missing, ...] = ()

    @property
    def size(self) -> int | None:
        if self.open:
            return None
        return sum(self.sure.values()) + sum(self.blanks.values())

    def has(self, piece: str) -> bool:
        """Whether a piece of this class can be among them."""
        return piece in self.sure or piece in self.blanks or piece in self.maybe

    def certain(self, piece: str) -> bool:
        return piece in self.sure or piece in self.blanks

    def without(self, pieces: dict[str, int]) -> Supply:
        """The rest when these are taken out by name. EngineFault if they may not be there."""
        rest = dict(self.sure)
        for piece, count in pieces.items():
            if rest.get(piece, 0) < count:
                raise EngineFault(
                    f"{piece} is not certainly among the pieces that it is taken from"
                )
            rest[piece] -= count
        return Supply(
            {piece: count for piece, count in rest.items() if count},
            dict(self.blanks),
            {piece: entry for piece, entry in self.maybe.items() if piece not in pieces},
            self.open,
            self.missing,
        )


def records(game: Game, kind: str) -> dict[str, Any]:
    """The records of a kind (card, terrain, counter, component) by id."""
    found: dict[str, Any] = getattr(game, f"{kind}s")
    return found


def blanks(game: Game, kind: str) -> Iterator[tuple[str, str, Any]]:
    """Every blank of a kind: set, id, entry."""
    for ident, group in game.sets.items():
        for entry in group.blanks:
            if entry["kind"] == kind:
                yield ident, entry["id"], entry


def known_pieces(game: Game, kind: str) -> list[str]:
    """Every id that can be named at a place of this kind."""
    return [*records(game, kind), *(ident for _, ident, _ in blanks(game, kind))]


def supply(game: Game, what: Pieces, count: int | None) -> Supply:
    """What a `take` of these pieces brings; `count` where the step says how many of each id."""
    if what.ids and not what.sets:
        return _named(game, what, 1 if count is None else count)
    out, unstated = Supply(), []
    for ident, record in records(game, what.kind).items():
        piece = f"{what.kind}:{ident}"
        answer, _, needs = _fits(game, record, what)
        if answer is False:
            continue
        copies, low, high, more = _copies(record, what.sets)
        if not copies and high == 0:
            continue
        if answer is True and not more and low == high and low:
            out.sure[piece] = low
        else:
            out.maybe[piece] = ((*needs, *more), high)
            unstated.append(ident)
    total = _total(game, what)
    for ident, name, entry in blanks(game, what.kind):
        fits = ident in what.sets and _blank_fits(game, name, entry, what)
        number: Fact[int] = Fact.parse(entry["count"], ())
        if fits and number.known and number.value is not None:
            out.blanks[f"{what.kind}:{name}"] = number.value
        elif fits is not False:  # how many of them are meant is not stated
            out.open = True
    counted = sum(out.sure.values()) + sum(out.blanks.values())
    part = _part(game, what) if _narrowed(what) else total
    if part.known:
        out.open = out.open or counted != part.value
    else:
        out.open = out.open or bool(out.maybe) or total.unknown
    if out.open:
        out.missing = tuple(_missing(game, what, tuple(unstated), total))
    return out


def _named(game: Game, what: Pieces, count: int) -> Supply:
    """Pieces taken by their names. What is known by number only may be any piece of the kind."""
    out = Supply()
    unnamed = {name: (owner, entry) for owner, name, entry in blanks(game, what.kind)}
    for ident in what.ids:
        if ident in records(game, what.kind):
            out.sure[f"{what.kind}:{ident}"] = count
            continue
        if ident not in unnamed:
            raise EngineFault(f"{game.id} has no {what.kind} {ident}")
        owner, entry = unnamed[ident]
        out.blanks[f"{what.kind}:{ident}"] = count
        role = game.sides.get(entry.get("side", ""), {}).get("role", "")
        kinds = (entry["card_kind"],) if "card_kind" in entry else ()
        like = Pieces(what.kind, (), (owner,), role, entry.get("heroic"), kinds)
        for name, record in records(game, what.kind).items():
            answer, _, needs = _fits(game, record, like)
            _, low, high, more = _copies(record, like.sets)
            if answer is not False and high != 0 and (needs or more or low != high):
                out.maybe[f"{what.kind}:{name}"] = ((*needs, *more), high)
    return out


def _blank_fits(game: Game, name: str, entry: Any, what: Pieces) -> bool | None:
    """Whether pieces known by number only pass the filters; None where no source decides it."""
    if name in what.excluded or (what.ids and name not in what.ids):
        return False
    answer: bool | None = True
    side = next((s for s, raw in game.sides.items() if raw.get("role") == what.side), None)
    for wanted, own in ((side, entry.get("side")), (what.heroic, entry.get("heroic"))):
        if wanted is None or own == wanted:
            continue
        if own is not None:
            return False
        answer = None
    if what.card_kinds:
        own = entry.get("card_kind")
        if own is not None and own not in what.card_kinds:
            return False
        answer = answer if own is not None else None
    if what.combat_value is not None:
        answer = None
    return answer


def why_not(game: Game, what: Pieces, piece: str) -> Reason:
    """Why a piece of this class is certainly not among those that `what` names."""
    kind, _, ident = piece.partition(":")
    if kind != what.kind:
        return "other-kind", ()
    if what.ids and not what.sets:
        return "other-piece", ()
    record = records(game, kind).get(ident)
    if record is None:
        return "other-set", ()
    answer, code, _ = _fits(game, record, what)
    if answer is False:
        return code, _basis(record, code)
    copies, _, high, _ = _copies(record, what.sets)
    if not copies and high == 0:
        return "other-set", (f"{ident}.copies",)
    return "other-piece", ()


def selects(game: Game, what: Pieces, piece: str) -> bool | None:
    """Whether `what` names a piece of this class: yes, no, or None where no source decides it."""
    return decided(game, what, piece)[0]


def decided(game: Game, what: Pieces, piece: str) -> tuple[bool | None, tuple[str, ...]]:
    """As `selects`, and the facts that would decide it."""
    kind, _, ident = piece.partition(":")
    if kind != what.kind or ident in what.excluded or (what.ids and ident not in what.ids):
        return False, ()
    record = records(game, kind).get(ident)
    if record is None:
        for _, name, entry in blanks(game, kind):
            if name == ident:
                found = _blank_fits(game, name, entry, what)
                return found, () if found is not None else (f"{ident}.name",)
        return None, ()
    answer, _, needs = _fits(game, record, what)
    return answer, needs


def _fits(game: Game, record: Any, what: Pieces) -> tuple[bool | None, str, tuple[str, ...]]:
    """Whether a record passes the filters (its copies apart), why not, and the facts wanting."""
    if record.id in what.excluded or (what.ids and record.id not in what.ids):
        return False, "other-piece", ()
    needs: list[str] = []
    if isinstance(record, Card):
        side = next((s for s, raw in game.sides.items() if raw.get("role") == what.side), None)
        for name, fact, wanted, code in (
            ("side", record.side, side, "other-side"),
            (
                "heroic",
                record.heroic,
                what.heroic,
                "heroic" if what.heroic is False else "not-heroic",
            ),
        ):
            if wanted is None or (name == "side" and not what.side):
                continue
            if fact.known and fact.value != wanted:
                return False, code, ()
            if fact.unknown and not (fact.among and wanted not in fact.among):
                needs.append(f"{record.id}.{name}")
        if what.card_kinds:
            if record.kind.known and record.kind.value not in what.card_kinds:
                return False, "other-card-kind", ()
            if record.kind.unknown:
                needs.append(f"{record.id}.kind")
        if what.combat_value is not None:
            low, high = what.combat_value
            value = record.combat_value
            if value.known and value.value is not None:
                if (low is not None and value.value < low) or (
                    high is not None and value.value > high
                ):
                    return False, "combat-value", ()
            elif value.unknown:
                needs.append(f"{record.id}.combat_value")
            else:
                return False, "combat-value", ()
    return (None if needs else True), "", tuple(needs)


def _basis(record: Any, code: str) -> tuple[str, ...]:
    name = {"other-side": "side", "heroic": "heroic", "not-heroic": "heroic"}.get(code)
    if name is None:
        return ()
    fact: Fact[Any] = getattr(record, name)
    return (f"{record.id}.{name}",) if fact.basis == "read" else ()


def _copies(
    record: Card | Terrain, sets: tuple[str, ...]
) -> tuple[bool, int, int | None, tuple[str, ...]]:
    """Copies in the sets: whether any set is named, the fewest, the most, the facts wanting."""
    fact = record.copies
    if fact.unknown:
        return True, 0, fact.at_most, (f"{record.id}.copies",)
    low, high, named, needs = 0, 0, False, []
    unbounded = False
    for ident in sets:
        one = (fact.value or {}).get(ident)
        if one is None or one.state in ("none", "absent"):
            continue
        named = True
        if one.known and one.value is not None:
            low, high = low + one.value, high + one.value
        else:
            needs.append(f"{record.id}.copies.{ident}")
            low += one.at_least or 0
            unbounded = unbounded or one.at_most is None
            high += one.at_most or 0
    return named, low, None if unbounded else high, tuple(needs)


def _narrowed(what: Pieces) -> bool:
    return bool(
        what.side or what.ids or what.excluded or what.card_kinds or what.heroic is not None
    )


def _part(game: Game, what: Pieces) -> Fact[int]:
    """How many cards of one side, heroic or not, the sets hold, where that is stated; those that
    the filter excludes by name do not count."""
    none: Fact[int] = Fact("absent")
    if what.ids or what.card_kinds or what.combat_value is not None or len(what.sets) != 1:
        return none
    group = game.sets.get(what.sets[0])
    for part in group.raw.get("parts", ()) if group else ():
        role = game.sides.get(part["side"], {}).get("role")
        if part["kind"] != what.kind or (role, part["heroic"]) != (what.side, what.heroic):
            continue
        count: Fact[int] = Fact.parse(part["count"], ())
        gone = 0
        for ident in what.excluded:
            record = records(game, what.kind).get(ident)
            if record is None or _fits(game, record, replace(what, excluded=()))[0] is False:
                continue
            _, low, high, _ = _copies(record, what.sets)
            if low != high:
                return none
            gone += low
        return replace(count, value=(count.value or 0) - gone) if count.known else none
    return none


def _total(game: Game, what: Pieces) -> Fact[int]:
    totals = [game.sets[ident].totals.get(what.kind) for ident in what.sets if ident in game.sets]
    stated = [fact for fact in totals if fact is not None]
    if len(what.sets) == 1 and stated:
        return stated[0]
    return next((fact for fact in stated if fact.unknown), Fact("absent"))


def _missing(
    game: Game, what: Pieces, unstated: tuple[str, ...], total: Fact[int]
) -> Iterator[Missing]:
    names = ", ".join(what.sets)
    if unstated:
        yield Missing(f"copies.{names}", "no source states them", unstated)
    if total.unknown:
        yield Missing(f"sets.{names}.totals.{what.kind}", total.why)
