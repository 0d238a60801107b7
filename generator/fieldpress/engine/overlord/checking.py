"""Faults of what is given: names that are none, units that cannot be where they are said to be."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import map_of
from fieldpress.engine.overlord.table import ROLES
from fieldpress.engine.shapes import Path
from fieldpress.engine.verdicts import EngineFault


def check_given(c: Case, given: Mapping[str, Any]) -> None:
    """EngineFault with everything given that cannot be so, each with the path to it."""
    faults: list[EngineFault] = []
    for check, path in _checks(c):
        try:
            check(path)
        except EngineFault as fault:
            faults.append(EngineFault(fault.message, fault.path or path))
    if faults:
        first, *more = faults
        raise EngineFault(first.message, first.path, tuple(more))


def _checks(c: Case) -> Iterator[tuple[Callable[[Path], None], Path]]:
    """Every check of what is given, with the place that it looks at."""
    for ident in c.s.units:
        yield partial(_unit, c, ident), ("given", "units", ident)
    for store in ("supply", "hand", "deck_left", "destroyed_supports"):
        for side in c.s.get(store) or {}:
            yield partial(_side, c, str(side)), ("given", store, str(side))
    yield lambda path: _points(c), ("given", "victory_points")
    for name in ("control", "destroyed_stations", "destroyed_bridges"):
        for index, one in enumerate(c.s.get(name, ())):
            yield partial(_on_map, c, name, str(one)), ("given", name, index)
    for index, name in enumerate(c.s.get("festungen", ())):
        yield partial(_known, c, "festung", str(name)), ("given", "festungen", index)
    yield from _combat(c)
    yield from _plan(c)


def _known(c: Case, kind: str, ident: str, path: Path) -> None:
    if c.k.find(kind, ident) is None:
        every = list(c.k.every(kind))
        near = difflib.get_close_matches(ident, every, 1)
        hint = (
            f"did you mean {near[0]!r}?" if near else f"there are {', '.join(every[:8]) or 'none'}"
        )
        raise EngineFault(f"no {kind} is called {ident!r}; {hint}", path)


def _side(c: Case, side: str, path: Path) -> None:
    if side not in c.k.game.sides:
        raise EngineFault(f"the sides are {' and '.join(c.k.game.sides)}, not {side!r}", path)


def _unit(c: Case, ident: str, path: Path) -> None:
    unit = c.s.units[ident]
    record = c.k.find("unit", ident)
    if record is None and "side" not in unit.facts:
        near = difflib.get_close_matches(ident, list(c.k.every("unit")), 1)
        hint = f"did you mean {near[0]!r}?" if near else "say its side (and kind, type, value)"
        raise EngineFault(f"no unit record is called {ident!r}; {hint}", path)
    if "side" in unit.facts:
        _side(c, str(unit.facts["side"]), (*path, "side"))
    if record is not None and record.kind == "army":
        raise EngineFault(f"{ident} is an army: it has no block on the map", path)
    if record is not None and "side" in unit.facts and unit.facts["side"] != record.side:
        raise EngineFault(f"{ident} is of {record.side}, not {unit.facts['side']}", (*path, "side"))
    if unit.within:
        corps = c.s.units.get(unit.within)
        if corps is None:
            raise EngineFault(
                f"{ident} is said to be in {unit.within}, which is not given", (*path, "in")
            )
        if c.kind(unit.within) != "corps":
            raise EngineFault(
                f"{unit.within} is no corps, so nothing lies in its order of battle", (*path, "in")
            )
        if c.kind(ident) == "corps":
            raise EngineFault(
                f"{ident} is a corps and lies in no other's order of battle", (*path, "in")
            )
        if c.side(ident) != c.side(unit.within):
            raise EngineFault(f"{ident} is not of the side of {unit.within}", (*path, "in"))
        if unit.at and corps.at and unit.at != corps.at:
            raise EngineFault(
                f"{ident} is in {unit.within} at {corps.at}, so not at {unit.at}", (*path, "at")
            )
        mine, theirs = c.fact(ident, "nation"), c.fact(unit.within, "nation")
        if mine.known and theirs.known and mine.value != theirs.value:
            raise EngineFault(
                f"{ident} ({mine.value}) cannot be in the order of battle of "
                f"{unit.within} ({theirs.value})",
                (*path, "in"),
            )
    for key, name in (("state", unit.state), ("supply", unit.supply)):
        if c.k.find("state", name) is None and c.k.game.states and name != "left":
            _known(c, "state", name, (*path, key))
    if c.kind(ident) == "corps" and unit.state != "fresh":
        raise EngineFault(f"{ident} is a corps, and a corps has no state", (*path, "state"))
    for index, support in enumerate(unit.supports):
        _known(c, "support", support, (*path, "supports", index))
    ground = map_of(c)
    if (
        ground is not None
        and unit.at
        and unit.at not in ground.sectors
        and unit.at not in ground.reinforcement_boxes
    ):
        near = difflib.get_close_matches(unit.at, list(ground.sectors), 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise EngineFault(f"the map {ground.id} has no sector {unit.at!r}{hint}", (*path, "at"))


def _points(c: Case) -> None:
    told = c.s.get("victory_points")
    if isinstance(told, Mapping):
        for side in told:
            _side(c, str(side), ("given", "victory_points", str(side)))
    from fieldpress.engine.overlord.scoring import track

    track(c)


def _on_map(c: Case, name: str, ident: str, path: Path) -> None:
    """A marker where the map has no such sector or link."""
    ground = map_of(c)
    if ground is None:
        return
    known = [link.id for link in ground.links] if name == "destroyed_bridges" else ground.sectors
    if ident not in known:
        near = difflib.get_close_matches(ident, list(known), 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        what = "link" if name == "destroyed_bridges" else "sector"
        raise EngineFault(f"the map {ground.id} has no {what} {ident!r}{hint}", path)


def _combat(c: Case) -> Iterator[tuple[Callable[[Path], None], Path]]:
    combat, base = c.s.combat, ("given", "combat")
    if combat is None:
        return
    yield partial(_side, c, combat.attacker), (*base, "attacker")
    if combat.attacker not in c.k.game.sides:
        return
    for role in ROLES:
        for index, ident in enumerate(combat.units[role]):
            yield partial(_fighter, c, role, ident), (*base, "units", role, index)
        for index, one in enumerate(combat.supports[role]):
            yield partial(_engaged, c, one), (*base, "supports", role, index)
        yield partial(_card, c, role), (*base, "cards", role)
        yield partial(_stated, c, role), (*base, "stated", role)


def _fighter(c: Case, role: str, ident: str, path: Path) -> None:
    unit = c.unit(ident, path)
    if c.side(unit.id) != c.role_side(role):
        raise EngineFault(f"{ident} is of {c.side(ident)}, so not on the side of the {role}", path)


def _engaged(c: Case, one: Mapping[str, Any], path: Path) -> None:
    _known(c, "support", str(one.get("support")), path)
    corps = one.get("from")
    if corps and corps not in c.s.units:
        raise EngineFault(f"{corps}, which sends it, is not given", (*path, "from"))


def _card(c: Case, role: str, path: Path) -> None:
    """A Combat card that the side's deck does not have."""
    said = c.combat.part("cards", role)
    deck = next((d for d in c.k.every("deck").values() if d.side == c.role_side(role)), None)
    if said is None or deck is None:
        return
    values = [one.value for one in deck.cards if not (one.count.known and one.count.value == 0)]
    if said not in values:
        shown = ", ".join(str(v) for v in sorted(values))
        raise EngineFault(f"{deck.name.get()} has cards of {shown}, none of {said}", path)


def _stated(c: Case, role: str, path: Path) -> None:
    """A stated subtotal must agree with what can be derived."""
    from fieldpress.engine.overlord.values import units_in

    told = c.combat.part("stated", role)
    if not isinstance(told, Mapping) or "units" not in told:
        return
    sums = [c.value(u)[0] for u in units_in(c, role)]
    if sums and all(one.known for one in sums):
        states = [
            v
            for u in c.divisions(units_in(c, role))
            for _, v, _ in c.state_parts(u, "attack" if role == "attacker" else "defend")
            if isinstance(v, int)
        ]
        total = sum(one.number for one in sums) + sum(states)
        if total != told["units"]:
            raise EngineFault(
                f"the units are stated as {told['units']}, but they make {total}", (*path, "units")
            )


def _plan(c: Case) -> Iterator[tuple[Callable[[Path], None], Path]]:
    plan = c.s.get("plan") or {}
    for slot in ("successful", "failed", "cancelled", "planned"):
        for index, one in enumerate(plan.get(slot, ())):
            yield partial(_known, c, "operation", str(one)), ("given", "plan", slot, index)
    for index, one in enumerate(plan.get("weeks", ())):
        path = ("given", "plan", "weeks", index, "operation")
        yield partial(_known, c, "operation", str(one["operation"])), path
