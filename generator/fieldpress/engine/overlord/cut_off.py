"""Who is cut off from supply, and what comes of it (advanced rules)."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import controls, map_of, road_open, sector_fact
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import NO, YES, Tri, any_of, known, negate, open_on
from fieldpress.engine.verdicts import Finding

#: What a corps of the invader is supplied from.
_SOURCES = ("harbour", "marker")


@rules("cut-off.division", "cut-off.corps", "cut-off.road")
def cut_off(c: Case, unit: str) -> tuple[Tri, tuple[str, ...]]:
    """Whether a unit is cut off from supply, and the clauses.

    A corps needs a road to a source (a reinforcement box, a harbour or beach of its side), a
    division a road to a supplied corps or a place in one.
    """
    here = c.unit(unit)
    if c.kind(unit) == "corps":
        if not c.k.rule("cut-off.corps"):
            return NO, ()
        said = c.seen(unit, "linked")
        if said is not None:
            return known(not said), ("cut-off.corps",)
        if not c.k.rule("cut-off.road"):
            return NO, ("cut-off.corps",)
        return negate(_source(c, unit)), ("cut-off.corps", "cut-off.road")
    if not c.k.rule("cut-off.division"):
        return NO, ()
    if here.within:
        shut, keys = cut_off(c, here.within)
        return shut, tuple(dict.fromkeys(("cut-off.division", *keys)))
    said = c.seen(unit, "linked")
    if said is not None:
        return known(not said), ("cut-off.division",)
    if map_of(c) is None or not here.at:
        return open_on(f"given.units.{unit}.linked"), ("cut-off.division",)
    if not c.k.rule("cut-off.road"):
        return NO, ("cut-off.division",)
    side = c.side(unit)
    ways = []
    for other in c.s.units.values():
        if c.kind(other.id) == "corps" and c.side(other.id) == side and other.at:
            shut, _ = cut_off(c, other.id)
            road = YES if other.at == here.at else road_open(c, here.at, other.at, side)
            ways.append(_both(negate(shut), road))
    return negate(any_of(ways)), ("cut-off.division", "cut-off.road")


def _both(a: Tri, b: Tri) -> Tri:
    if a.value is False or b.value is False:
        return NO
    if a.value and b.value:
        return YES
    return open_on(*a.needs, *b.needs)


def _source(c: Case, corps: str) -> Tri:
    """Whether a road leads from a corps to where its side is supplied from."""
    here, side = c.s.where(corps), c.side(corps)
    ground = map_of(c)
    if ground is None or not here:
        return open_on(f"given.units.{corps}.linked")
    ways = []
    for name in ground.sectors:
        if c.is_role(side, "occupier"):
            if not sector_fact(c, name, "starts").value:
                continue
            goal = name
        else:
            if not any(sector_fact(c, name, one).value for one in _SOURCES):
                continue
            through = sector_fact(c, name, "through")
            goal = str(through.value) if through.known and through.value else name
            if controls(c, side, goal).value is False:
                continue
        ways.append(YES if goal == here else road_open(c, here, goal, side))
    return any_of(ways)


@act("mark-unsupplied", ("cut-off.check",), "side", "unit")
@rules("cut-off.check", "cut-off.division", "cut-off.corps", "cut-off.depot")
def may_mark(c: Case, a: Act) -> Iterator[Finding]:
    """Does this division get a marker at the start of the Supply Phase?"""
    unit = a.word("unit")
    shut, keys = cut_off(c, unit)
    yield from c.no(
        c.kind(unit) == "corps", "divisions-only", "cut-off.check", record=f"unit:{unit}"
    )
    yield from c.no(
        negate(shut), "is-supplied", *(keys or ("cut-off.check",)), record=f"unit:{unit}"
    )
    if shut.value:
        a.grounds = tuple(dict.fromkeys((*a.grounds, *keys)))


@effect("mark-unsupplied")
def do_mark(c: Case, a: Act) -> None:
    c.unit(a.word("unit")).supply = "unsupplied"


@act("spare-by-depot", ("cut-off.depot",), "side", "unit")
@rules("cut-off.depot")
def may_spare(c: Case, a: Act) -> Iterator[Finding]:
    """May a Supply Point of the depot in its sector keep the marker away from this division?"""
    unit = a.word("unit")
    here = c.s.where(unit)
    cost, keys = c.number("unsupplied-cost")
    have = c.s.of("depots", here)
    short = open_on(f"given.depots.{here}") if have is None else known(int(have) < (cost or 0))
    yield from c.no(
        short, "depot-short", "cut-off.depot", record=f"sector:{here}", also=keys, cost=cost or 0
    )


@effect("spare-by-depot")
def do_spare(c: Case, a: Act) -> None:
    here = c.s.where(a.word("unit"))
    cost, _ = c.number("unsupplied-cost")
    c.s.put("depots", here, int(c.s.of("depots", here, 0)) - (cost or 0))


@act("end-activation", ("unsupplied.acts",), "side", "unit")
@rules("unsupplied.acts")
def may_end(c: Case, a: Act) -> Iterator[Finding]:
    """Is the marker of this unsupplied division turned at the end of its activation?"""
    unit = c.unit(a.word("unit"))
    yield from c.no(
        unit.supply != "unsupplied", "not-unsupplied", "unsupplied.acts", record=f"unit:{unit.id}"
    )
    yield from c.no(not unit.activated, "did-not-act", "unsupplied.acts", record=f"unit:{unit.id}")


@effect("end-activation")
def do_end(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    record = c.k.find("state", unit.supply)
    after = record.raw.get("after") if record else None
    if after and c.k.stands(*after["clauses"]):
        unit.supply = str(after["state"])


@act("remove-out-of-supply", ("out-of-supply.cost",), "side", "unit")
@rules("out-of-supply.cost")
def may_remove(c: Case, a: Act) -> Iterator[Finding]:
    """May the side pay to take the marker off this division?"""
    unit = c.unit(a.word("unit"))
    yield from c.no(
        unit.supply != "out-of-supply",
        "not-out-of-supply",
        "out-of-supply.cost",
        record=f"unit:{unit.id}",
    )
    cost, keys = c.number("out-of-supply-cost")
    have = c.s.of("supply", a.side)
    short = open_on(f"given.supply.{a.side}") if have is None else known(int(have) < (cost or 0))
    yield from c.no(short, "no-supply", "out-of-supply.cost", also=keys, cost=cost or 0)


@effect("remove-out-of-supply")
def do_remove(c: Case, a: Act) -> None:
    cost, _ = c.number("out-of-supply-cost")
    c.unit(a.word("unit")).supply = "supplied"
    c.s.put("supply", a.side, int(c.s.of("supply", a.side, 0)) - (cost or 0))
