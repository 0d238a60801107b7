"""Combat values: every contribution of attacker and defender, and what does not count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fieldpress.engine.contributions import ZERO, fold
from fieldpress.engine.overlord.case import INVADER, Case
from fieldpress.engine.overlord.ground import (
    MAJOR,
    OBJECTIVE,
    SECONDARY,
    is_class,
    sector_need,
)
from fieldpress.engine.overlord.points import points
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.supporting import effects_of, used
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER
from fieldpress.engine.verdicts import Amount, Contribution, distinct

VALUE = "combat-value"
_ANY = Amount(0, None)


@dataclass(frozen=True, slots=True)
class Derived:
    """A number with everything that went into it."""

    amount: Amount
    parts: tuple[Contribution, ...]

    @property
    def needs(self) -> tuple[str, ...]:
        return distinct(need for part in self.parts if part.counted for need in part.needs)

    @property
    def clauses(self) -> tuple[str, ...]:
        return distinct(key for part in self.parts for key in part.clauses)


def derived(parts: Iterator[Contribution], what: str) -> Derived:
    found = tuple(parts)
    return Derived(fold(found, what), found)


@rules("combat.attack-value", "combat.defence-value")
def combat_value(c: Case, role: str) -> Derived:
    """The Combat value of a role in the combat that is given."""
    side = c.role_side(role)
    key = "combat.attack-value" if role == ATTACKER else "combat.defence-value"
    parts = list(_units(c, role, side, key))
    parts += _supports(c, role, side)
    parts += _card(c, role, side, key)
    parts += _doctrine(c, role, side)
    parts += _events(c, role, side)
    if role == ATTACKER:
        parts += _sector(c, side)
        parts += _festung(c, side)
        parts += _infantry(c, side)
    else:
        parts += points(c, side, self_defended(c))
    if not c.k.rule(key):
        parts = [part for part in parts if key not in part.clauses]
    return Derived(fold(parts, VALUE), tuple(parts))


def units_in(c: Case, role: str) -> list[str]:
    """The units that take part: those told, or for the defender those that stand there."""
    told = c.combat.units[role]
    if role == DEFENDER and not told:
        side = c.role_side(role)
        told = [u.id for u in c.s.standing(c.combat.at) if c.side(u.id) == side]
    out = ("withdrawn", "left_out", "retreated", "destroyed")
    return [unit for unit in told if not any(c.combat.has(name, unit) for name in out)]


def self_defended(c: Case) -> bool:
    """Whether a landing beach defends itself: the Wall is attacked, and nobody is there."""
    return bool(c.combat.raw.get("wall")) and not units_in(c, DEFENDER)


@rules("wall.alone", "wall.after-withdrawal")
def _units(c: Case, role: str, side: str, key: str) -> Iterator[Contribution]:
    told = c.combat.part("stated", role)
    if isinstance(told, dict) and "units" in told:
        yield c.part(
            VALUE, told["units"], f"given.combat.stated.{role}.units", key, side=side, why="stated"
        )
        return
    for unit in units_in(c, role):
        amount, needs = c.value(unit)
        yield c.part(VALUE, amount, f"unit:{unit}", key, side=side, needs=needs)
        if c.kind(unit) == "division":
            yield from _states(c, unit, role, side)
    if role == DEFENDER and self_defended(c):
        if c.combat.raw.get("withdrawn"):
            if c.k.rule("wall.after-withdrawal"):
                yield c.part(
                    VALUE,
                    0,
                    f"sector:{c.combat.at}",
                    "wall.after-withdrawal",
                    side=side,
                    counted=False,
                    why="withdrawn",
                )
            return
        figure = c.figure("wall-value")
        if figure and c.k.rule("wall.alone"):
            keys = distinct(("wall.alone", *figure.clauses))
            yield c.part(
                VALUE, int(figure.value), f"sector:{c.combat.at}", *keys, side=side, why="alone"
            )


def _states(c: Case, unit: str, role: str, side: str) -> Iterator[Contribution]:
    """What the states of a division add or take; they add up."""
    name = "attack" if role == ATTACKER else "defend"
    for state, value, keys in c.state_parts(unit, name):
        if isinstance(value, int) and value:
            yield c.part(VALUE, value, f"unit:{unit}", *keys, side=side, why="state", state=state)


@rules("support.effects")
def _supports(c: Case, role: str, side: str) -> Iterator[Contribution]:
    told = c.combat.part("stated", role)
    if isinstance(told, dict) and "supports" in told:
        yield c.part(
            VALUE,
            told["supports"],
            f"given.combat.stated.{role}.supports",
            "support.effects",
            side=side,
            why="stated",
        )
        return
    name = "attack" if role == ATTACKER else "defense"
    for ident in used(c, role):
        if c.k.rule("support.effects"):
            amount, needs = c.k.number("support", ident, name)
            keys = ("support.effects", *c.k.record("support", ident).raw.get("clauses", ()))
            if c.k.stands(*keys):
                yield c.part(VALUE, amount, f"support:{ident}", *keys, side=side, needs=needs)


@rules("combat-card.zero", "combat-card.exhausted")
def _card(c: Case, role: str, side: str, key: str) -> Iterator[Contribution]:
    """The Combat card; a side whose deck is used up has its 0 alone."""
    left = c.s.of("deck_left", side)
    said = c.combat.part("cards", role)
    if left == 0 and c.k.rule("combat-card.exhausted"):
        yield c.part(
            VALUE, 0, "card:combat", key, "combat-card.exhausted", side=side, why="deck-empty"
        )
        return
    if said is None:
        deck = next((d for d in c.k.every("deck").values() if d.side == side), None)
        values = [one.value for one in deck.cards] if deck else []
        size = Amount(min(values), max(values)) if values else _ANY
        need = f"given.combat.cards.{role}"
        yield c.part(VALUE, size, "card:combat", key, side=side, needs=(need,))
        return
    keys = (key, "combat-card.zero") if said == 0 and c.k.rule("combat-card.zero") else (key,)
    yield c.part(VALUE, int(said), "card:combat", *keys, side=side)


@rules("army.doctrine")
def _doctrine(c: Case, role: str, side: str) -> Iterator[Contribution]:
    told = c.combat.part("doctrine", role)
    if not isinstance(told, dict) or not c.k.rule("army.doctrine"):
        return
    army = str(told.get("army", ""))
    if "adds" in told:
        yield c.part(VALUE, int(told["adds"]), f"unit:{army}", "army.doctrine", side=side)
    else:
        need = f"given.combat.doctrine.{role}.adds"
        yield c.part(
            VALUE, Amount(None, None), f"unit:{army}", "army.doctrine", side=side, needs=(need,)
        )


@rules("event.alternative", "combat.events")
def _events(c: Case, role: str, side: str) -> Iterator[Contribution]:
    told = c.combat.part("events", role)
    if told is not None and c.k.rule("combat.events", "event.alternative"):
        keys = ("combat.events", "event.alternative")
        yield c.part(VALUE, int(told), f"given.combat.events.{role}", *keys, side=side)


_PENALTIES = (
    (OBJECTIVE, "objective-penalty", "sector.objective-penalty"),
    (MAJOR, "major-penalty", "sector.major-penalty"),
    (SECONDARY, "secondary-penalty", "sector.secondary-penalty"),
)


@rules("sector.objective-penalty", "sector.major-penalty", "sector.secondary-penalty")
def _sector(c: Case, side: str) -> Iterator[Contribution]:
    """What the attacked sector takes off. An objective sector's stands instead of a major one's."""
    at = c.combat.at
    sure = is_class(c, at, OBJECTIVE, MAJOR, SECONDARY)
    if sure.value is None:
        figures = [c.figure(name) for _, name, _ in _PENALTIES]
        most = max((int(f.value) for f in figures if f), default=0)
        yield c.part(VALUE, Amount(-most, 0), f"sector:{at}", side=side, needs=sure.needs)
        return
    for kind, name, key in _PENALTIES:
        if is_class(c, at, kind).value:
            figure = c.figure(name)
            if figure and c.k.rule(key):
                yield c.part(
                    VALUE,
                    -int(figure.value),
                    f"sector:{at}",
                    *distinct((key, *figure.clauses)),
                    side=side,
                    why="class",
                    kind=kind,
                )
            if kind == OBJECTIVE and c.k.rule("sector.major-penalty"):
                yield c.part(VALUE, 0, f"sector:{at}", side=side, counted=False, why="replaced")
            return


def festung_at(c: Case, sector: str) -> str:
    """The Festung tile in play for a sector; empty where there is none."""
    for name in c.s.get("festungen", ()):
        tile = c.k.find("festung", name)
        if tile is not None and tile.sector.known and tile.sector.value == sector:
            return str(name)
    return ""


@rules("festung.penalty")
def _festung(c: Case, side: str) -> Iterator[Contribution]:
    """The invader's attack on a Festung counts less, besides what the sector takes off."""
    tile = festung_at(c, c.combat.at)
    figure = c.figure("festung-penalty")
    if tile and figure and c.k.rule("festung.penalty"):
        keys = distinct(("festung.penalty", *figure.clauses))
        if c.is_role(side, INVADER):
            yield c.part(VALUE, -int(figure.value), f"festung:{tile}", *keys, side=side)
        else:
            yield c.part(
                VALUE, 0, f"festung:{tile}", *keys, side=side, counted=False, why="invader-only"
            )


@rules("division.infantry-penalty", "wall.no-infantry")
def _infantry(c: Case, side: str) -> Iterator[Contribution]:
    """Each defending infantry division takes one off, less those that Supports cancel."""
    figure = c.figure("infantry-penalty")
    if not figure or not c.k.rule("division.infantry-penalty"):
        return
    keys = distinct(("division.infantry-penalty", *figure.clauses))
    each = int(figure.value)
    if self_defended(c) and c.k.rule("wall.no-infantry"):
        yield c.part(
            VALUE,
            0,
            f"sector:{c.combat.at}",
            "wall.no-infantry",
            side=side,
            counted=False,
            why="no-infantry",
        )
        return
    told = c.combat.raw.get("infantry")
    here = [f"stated:{n}" for n in range(told)] if told is not None else units_in(c, DEFENDER)
    cancels = list(effects_of(c, ATTACKER, "cancel-infantry"))
    free = [
        (support, effect) for support, effect in cancels for _ in range(int(effect.get("count", 1)))
    ]
    for unit in here:
        sure = c.infantry(unit) if told is None else None
        if sure is not None and sure.value is False:
            continue
        record = f"unit:{unit}" if told is None else "given.combat.infantry"
        more = (
            () if told is not None or c.word(unit, "type") != "airborne" else ("division.airborne",)
        )
        if sure is not None and sure.value is None:
            low = -each if not free else 0
            yield c.part(
                VALUE,
                Amount(-each if not free else 0, 0),
                record,
                *keys,
                side=side,
                needs=sure.needs if low else (),
            )
            continue
        if free:
            support, effect = free.pop(0)
            yield c.part(
                VALUE,
                0,
                record,
                *keys,
                *more,
                *effect["clauses"],
                side=side,
                counted=False,
                why="cancelled",
                by=f"support:{support}",
            )
        else:
            yield c.part(VALUE, -each, record, *keys, *more, side=side, why="infantry")


__all__ = [
    "VALUE",
    "ZERO",
    "Derived",
    "combat_value",
    "derived",
    "festung_at",
    "sector_need",
    "self_defended",
    "units_in",
]
