"""Sight: whether what lies between blocks it, by slopes, elevations and the spire."""

from __future__ import annotations

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.table import VEHICLES
from fieldpress.engine.tri import YES, Tri, all_of, known, negate, open_on


@on(
    "see",
    keys=(
        "elevation.infantry", "slope.sight", "hedgehog.sight",
        "spire.infantry", "spire.obstacles",
    ),
)  # fmt: skip
def between(case: Case) -> None:
    """Units and obstacles between the two; base-game sight comes as told (`given.sight`)."""
    unit, target = case.act.unit, case.act.what
    high = case.t.stands_in(unit, "spire")
    for one in case.act.get("over") or ():
        if one in case.t.units:
            _unit(case, one)
        elif case.t.kind_of_place(one) == "hedgehog" and case.k.rule("hedgehog.sight"):
            # By how much it disturbs a view is the base game's.
            disturbed = open_on("base.hedgehog-sight")
            case.bar("sight-disturbed", disturbed, ("hedgehog.sight",), f"place:{one}")
        elif case.t.kind_of_place(one) and high.value and case.k.rule("spire.obstacles"):
            _behind(case, one)
    told = [case.t.sight.get(a, {}).get(b) for a, b in ((unit, target), (target, unit))]
    if False in told:
        case.bar("no-sight", YES, (), f"unit:{target}" if target in case.t.units else "")
    case.base("which lines of sight are clear")


def _unit(case: Case, one: str) -> None:
    """A unit in the way: infantry hides infantry, but from the spire, or on a slope at the line."""
    unit, target = case.act.unit, case.act.what
    ends = [x for x in (unit, target) if x in case.t.units]
    foot = all_of(case.t.is_kind(x, "infantry") for x in (*ends, one))
    high = case.t.stands_in(unit, "spire")
    if high.value:
        if case.t.is_kind(one, "infantry").value and case.k.rule("spire.infantry"):
            case.keep("spire.infantry")
        elif case.t.is_kind(one, *VEHICLES).value and case.k.rule("spire.obstacles"):
            _behind(case, one)
        return
    if case.t.stands_in(one, "slope").value and case.k.rule("slope.sight"):
        at_line, missing = case.t.from_line(one)
        across = case.act.get("across")
        free = all_of(
            (
                open_on("ask.across") if across is None else known(across),
                known(at_line.number <= 1) if at_line.known else open_on(*missing),
            )
        )
        case.bar("in-the-way", negate(free), ("slope.sight",), f"unit:{one}")
        return
    if case.k.rule("elevation.infantry"):
        where = _between_levels(case, unit, target)
        case.bar("in-the-way", all_of((foot, where)), ("elevation.infantry",), f"unit:{one}")


def _between_levels(case: Case, unit: str, target: str) -> Tri:
    """Whether shooter and target are on different elevations, or the book means any two units."""
    levels = [case.t.elevation(x) for x in (unit, target) if x in case.t.units]
    if len(levels) == 2 and None not in levels and levels[0] != levels[1]:
        return YES
    if "infantry-blocks-where" not in case.k.game.discrepancies:
        return YES
    chosen = case.k.reading("infantry-blocks-where")
    if chosen in ("everywhere", "elevations"):
        return known(chosen == "everywhere")
    return open_on("discrepancy:infantry-blocks-where")


def _behind(case: Case, one: str) -> None:
    """From the spire, an obstacle hides the space right behind it and no more."""
    target = case.act.what
    close = case.t.within(target, one, 1)
    if close.value:  # how it hampers the view, the base game says
        close = open_on("base.obstacle")
    record = f"unit:{one}" if one in case.t.units else f"place:{one}"
    case.bar("right-behind", close, ("spire.obstacles",), record)


@on(
    "shoot",
    keys=(
        "spire.stairs-fire", "spire.stairs-grenade", "spire.stairs-up", "spire.down",
    ),
)  # fmt: skip
def stairs(case: Case) -> None:
    """Between the church, the stairs and the spire."""
    unit, target = case.act.unit, case.act.what
    if not unit or target not in case.t.units:
        return
    here, there = case.t.place(unit), case.t.place(target)
    a = case.t.kind_of_place(here) if here else None
    b = case.t.kind_of_place(there) if there else None
    grenade = case.act.get("weapon") in ("grenade", "blast")
    if (a, b) == ("stairs", "spire") and case.k.rule("spire.stairs-up"):
        case.bar("blind-upward", YES, ("spire.stairs-up",), f"unit:{target}")
    if a == "spire" and b == "stairs" and case.k.rule("spire.down"):
        case.keep("spire.down")
    if a == "spire" and b in ("church", "church-stairs") and case.k.rule("spire.down"):
        case.bar("blind-downward", YES, ("spire.down",), f"unit:{target}")
    if {a, b} == {"stairs", "church-stairs"}:
        if grenade and case.k.rule("spire.stairs-grenade"):
            case.bar("no-grenade-up", known(a != "stairs"), ("spire.stairs-grenade",))
        elif not grenade and case.k.rule("spire.stairs-fire"):
            case.keep("spire.stairs-fire")


@on("shoot", keys=("spire.reciprocal",))
def mutual(case: Case) -> None:
    """Who can be targeted from the spire can target it."""
    unit, target = case.act.unit, case.act.what
    if not unit or target not in case.t.units or not case.k.rule("spire.reciprocal"):
        return
    if case.t.stands_in(target, "spire").value and case.t.stands_in(unit, "open").value:
        case.need("no-sight", case.t.sees(target, unit), ("spire.reciprocal",), f"unit:{target}")
