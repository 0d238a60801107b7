"""Activation: whose turn it is, what is activated together, passing, the first fights of a drop."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import known, open_on
from fieldpress.engine.verdicts import Finding


@rules("activation.turns", "activation.pass", "drop.occupied")
def activated(c: Case, units: list[str]) -> Iterator[Finding]:
    """An objection for each unit that was activated before, or whose turn it is not."""
    side = c.side(units[0]) if units else ""
    turn, passed = c.s.get("turn"), c.s.get("passed")
    other = bool(turn) and side not in ("", turn)
    yield from c.no(other and not passed, "not-your-turn", "activation.turns")
    yield from c.no(bool(passed) and side == passed, "has-passed", "activation.pass")
    first = dropped_on_enemies(c)
    late = side == c.invader and bool(first) and not set(units) & set(first)
    yield from c.no(late, "drop-zones-first", "drop.occupied", first=first)
    for unit in units:
        yield from c.no(
            c.unit(unit).activated, "activated", "activation.once", record=f"unit:{unit}"
        )


def dropped_on_enemies(c: Case) -> list[str]:
    """Airborne divisions of the invader, not activated yet, that share a sector with an enemy."""
    return [
        unit.id
        for unit in c.s.units.values()
        if unit.at
        and not unit.activated
        and c.side(unit.id) == c.invader
        and c.word(unit.id, "type") == "airborne"
        and any(c.side(other.id) != c.invader for other in c.s.standing(unit.at))
    ]


def together(c: Case, units: list[str]) -> Iterator[Finding]:
    """Whether these units may be activated together: a corps with what it has, or some divisions,
    all in one sector."""
    corps = [u for u in units if c.kind(u) == "corps"]
    loose = [u for u in units if c.kind(u) == "division" and c.unit(u).within not in corps]
    most, keys = c.number("activation-divisions")
    too_many = len(corps) > 1 or (bool(corps) and bool(loose))
    if most is not None:
        too_many = too_many or len(loose) > most
    yield from c.no(too_many, "too-many-activated", "activation.size", also=keys, most=most or 0)
    places = {c.s.where(u) for u in units if c.s.where(u)}
    yield from c.no(len(places) > 1, "not-one-sector", "activation.size", places=sorted(places))


def next_turn(c: Case, side: str) -> None:
    """It is the other side's turn to activate, where turns are kept and nobody has passed."""
    if c.s.get("turn") and not c.s.get("passed"):
        c.s.parts["turn"] = c.k.other(side)


@act("activate", ("activation.idle", "activation.turns"), "side", "units")
@rules("activation.idle", "activation.turns", "activation.once", "activation.size")
def may_activate(c: Case, a: Act) -> Iterator[Finding]:
    """May these units be activated, even to do nothing?"""
    units = a.words("units")
    yield from activated(c, units)
    yield from together(c, units)
    yield from first_time(c, units, a.side)


def first_time(c: Case, units: list[str], side: str) -> Iterator[Finding]:
    """The price of activating a unit for the first time, where a scenario sets one."""
    from fieldpress.engine.overlord.scoring import track

    for unit in units:
        figure = c.figure("first-activation-vp", unit)
        if figure is None or unit in c.s.get("first", ()):
            continue
        here = track(c)
        have = None if here is None else (here if side == c.invader else -here)
        short = open_on("given.victory_points") if have is None else known(False)
        if short.value is None:
            yield Finding(
                "price-unknown",
                {"most": int(figure.value)},
                f"unit:{unit}",
                figure.clauses,
                "open",
                short.needs,
            )


@effect("activate")
def do_activate(c: Case, a: Act) -> None:
    from fieldpress.engine.overlord.scoring import score

    next_turn(c, a.side)
    for ident in a.words("units"):
        unit = c.unit(ident)
        unit.activated = True
        for inner in c.s.inside(ident):
            inner.activated = True
        figure = c.figure("first-activation-vp", ident)
        if figure is not None and ident not in c.s.get("first", ()):
            score(c, a.side, -int(figure.value))
            c.s.add("first", ident)


@act("pass", ("activation.pass",), "side")
@rules("activation.pass")
def may_pass(c: Case, a: Act) -> Iterator[Finding]:
    """May a side pass? Its opponent then activates what he likes, and the phase ends."""
    turn, passed = c.s.get("turn"), c.s.get("passed")
    yield from c.no(bool(passed), "has-passed", "activation.pass")
    yield from c.no(bool(turn) and turn != a.side, "not-your-turn", "activation.turns")


@effect("pass")
def do_pass(c: Case, a: Act) -> None:
    c.s.parts["passed"] = a.side
    c.s.parts["turn"] = c.k.other(a.side)
