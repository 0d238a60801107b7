"""Landing craft, gliders, and what may be attached to a recruitment tile."""

from __future__ import annotations

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.rulebook import Figure
from fieldpress.engine.normandie.table import VEHICLES
from fieldpress.engine.tri import Tri, all_of, any_of, known, negate, open_on
from fieldpress.engine.verdicts import Amount


def load_of(case: Case, units: list[str], capacity: Figure) -> tuple[Amount, list[str]]:
    """The transport points that units take, and the facts that are missing. A vehicle takes all."""
    low, high, needs = 0, 0, []
    for unit in units:
        if case.t.is_kind(unit, *VEHICLES).value and case.k.rule("craft.vehicle"):
            low, high = low + capacity.number, high + capacity.number
            continue
        points = case.t.told(unit, "transport")
        if points is None:
            needs.append(f"given.units.{unit}.transport")
            high += capacity.number
        else:
            low, high = low + points, high + points
    return Amount(low, None if needs else high), needs


@on("load", keys=("craft.load", "craft.vehicle", "craft.refill", "special-deployment.one-tile"))
def into_craft(case: Case) -> None:
    """Within the capacity, into an empty craft, one craft left empty, all of one tile or option."""
    craft, units = case.act.get("into"), list(case.act.what)
    if craft not in case.t.craft:
        return
    if case.k.rule("craft.load"):
        case.keep("craft.load")
    capacity = case.figure("craft-capacity")
    if capacity.value is not None:
        amount, needs = load_of(case, units, capacity)
        if (amount.low or 0) > capacity.number:
            over: Tri = known(True)
        elif amount.high is not None:
            over = known(amount.high > capacity.number)
        else:
            over = open_on(*needs)
        keys = capacity.clauses
        if any(case.t.is_kind(u, *VEHICLES).value for u in units) and case.k.rule("craft.vehicle"):
            keys = (*keys, "craft.vehicle")
        case.bar(
            "over-capacity",
            over,
            keys,
            f"craft:{craft}",
            load=amount.to_json(),
            limit=capacity.value,
        )
    aboard = case.t.craft[craft].get("holds")
    if case.k.rule("craft.refill"):
        full = open_on(f"given.craft.{craft}.holds") if aboard is None else known(bool(aboard))
        case.bar("not-empty", full, ("craft.refill",), f"craft:{craft}")
    _one_empty(case, craft)
    if case.k.rule("special-deployment.one-tile"):
        origins = [(case.t.told(u, "formation"), case.t.told(u, "option")) for u in units]
        mixed = any_of(_other(origins[0], one, units[i]) for i, one in enumerate(origins) if i)
        case.bar("several-tiles", mixed, ("special-deployment.one-tile",))


def _other(a: tuple[str | None, str | None], b: tuple[str | None, str | None], unit: str) -> Tri:
    """Whether two units are of different recruitment tiles, or of different options."""
    first, second = a[0] or a[1], b[0] or b[1]
    if first is None or second is None:
        return open_on(f"given.units.{unit}.formation")
    return known(first != second)


@on("load", keys=("craft.empty",))
def _noted(case: Case) -> None:
    """Kept for the register: `_one_empty` decides under this clause."""


def _one_empty(case: Case, craft: str) -> None:
    """Of the craft that are left, so many stay empty."""
    empty = case.figure("craft-empty")
    if empty.value is None:
        return
    left = [n for n, one in case.t.craft.items() if not one.get("destroyed") and n != craft]
    states = [case.t.craft[n].get("holds") for n in left]
    free = sum(1 for one in states if one is not None and not one)
    unsure = [f"given.craft.{n}.holds" for n, one in zip(left, states, strict=True) if one is None]
    if free >= empty.number:
        enough: Tri = known(True)
    else:
        enough = open_on(*unsure) if free + len(unsure) >= empty.number else known(False)
    case.need("none-left-empty", enough, empty.clauses, f"craft:{craft}", limit=empty.value)


@on(
    "load",
    keys=("glider.placing", "glider.small-vehicle", "glider.large-vehicle", "glider.tile-units"),
)
def into_glider(case: Case) -> None:
    """Within its points; one small vehicle takes them all; its own tile's units, unless it is the
    command's."""
    glider, units = case.act.get("into"), list(case.act.what)
    if case.t.kind_of_place(glider or "") != "glider":
        return
    place = case.t.places[glider]
    if case.k.rule("glider.placing"):
        case.keep("glider.placing")
    longest = case.figure("glider-vehicle-spaces")
    for unit in units:
        vehicle = case.t.is_kind(unit, *VEHICLES)
        if vehicle.value is False:
            continue
        if longest.value is not None and case.k.rule("glider.large-vehicle"):
            _length(case, unit, vehicle, longest)
        if case.k.rule("glider.small-vehicle"):
            alone = any_of((negate(vehicle), known(len(units) == 1)))
            case.need("vehicle-fills-it", alone, ("glider.small-vehicle",), f"unit:{unit}")
    capacity = place.get("capacity")
    if not any(case.t.is_kind(unit, *VEHICLES).value for unit in units):
        points = [case.t.told(unit, "transport") for unit in units]
        missing = [
            f"given.units.{u}.transport" for u, p in zip(units, points, strict=True) if p is None
        ]
        if capacity is None:
            missing.append(f"given.places.{glider}.capacity")
        total = sum(p for p in points if p is not None)
        over = open_on(*missing) if missing else known(total > capacity)
        if case.k.rule("glider.placing"):
            case.bar(
                "over-capacity",
                over,
                ("glider.placing",),
                f"place:{glider}",
                load=total,
                limit=capacity,
            )
    origin = place.get("tile")
    if origin and case.k.rule("glider.tile-units"):
        if origin == "command":
            case.keep(*(key for key in ("glider.command-units",) if case.k.rule(key)))
            return
        for unit in units:
            formation = case.t.told(unit, "formation")
            other = (
                open_on(f"given.units.{unit}.formation")
                if formation is None
                else known(formation != origin)
            )
            case.bar("not-of-this-tile", other, ("glider.tile-units",), f"unit:{unit}")


def _length(case: Case, unit: str, vehicle: Tri, longest: Figure) -> None:
    """A vehicle of more spaces goes in only if it is the one that the clause names."""
    length = case.t.told(unit, "length")
    path = f"given.units.{unit}.length"
    long = open_on(path) if length is None else known(length > longest.number)
    exempt = case.figure("glider-exempt")
    named = known(exempt.value is not None and case.t.told(unit, "option") == exempt.value)
    keys, record = ("glider.large-vehicle",), f"unit:{unit}"
    too_long = all_of((vehicle, long))
    case.lift("vehicle-too-long", too_long, named, keys, record, keys, record, limit=longest.value)


@on("load", keys=("glider.command-units",))
def _command(case: Case) -> None:
    """Kept for the register: a glider of the command tile carries anybody (see `into_glider`)."""


@on("attach", keys=("dropped.no-vehicles", "dropped.all-units"))
def dropped(case: Case) -> None:
    """The option Dropped goes on a tile without vehicles or guns, and takes all of it."""
    if case.act.what != "dropped":
        return
    kinds = case.act.get("carries")
    if case.k.rule("dropped.no-vehicles"):
        heavy = (
            open_on("ask.carries")
            if kinds is None
            else known(any(kind != "infantry" for kind in kinds))
        )
        case.bar("no-vehicles-dropped", heavy, ("dropped.no-vehicles",))
    whole = case.act.get("all")
    if whole is not None and case.k.rule("dropped.all-units"):
        case.need("all-of-it", known(whole), ("dropped.all-units",))


@on("replace", keys=("craft.replace",))
def replace(case: Case) -> None:
    """A destroyed craft comes back at the start of a Supply Phase on a die of its own number."""
    if not case.provided("craft.replace"):
        return
    craft, key = str(case.act.what), ("craft.replace",)
    one = case.t.craft.get(craft)
    if one is None:
        case.need("no-such-craft", known(False), key, f"craft:{craft}")
        return
    gone = one.get("destroyed")
    lost = open_on(f"given.craft.{craft}.destroyed") if gone is None else known(gone)
    case.need("not-destroyed", lost, key, f"craft:{craft}")
    case.need("wrong-phase", case.phase("supply"), key, phase="supply")
    rolled, dice = case.act.get("rolled"), one.get("die")
    if rolled is None or dice is None:
        case.need(
            "no-roll", open_on("ask.rolled" if rolled is None else f"given.craft.{craft}.die"), key
        )
    else:
        case.need("other-number", known(rolled in dice), key, f"craft:{craft}", rolled=rolled)


@on("place", keys=("craft.stern", "glider.placing"))
def stern(case: Case) -> None:
    """A craft lies with its stern at the board's edge; a glider round the board."""
    if case.act.what == "craft" and case.k.rule("craft.stern"):
        touches = case.act.get("touches")
        at = open_on("ask.touches") if touches is None else known(touches == "edge")
        case.need("stern-off-edge", at, ("craft.stern",))
    if case.act.what == "glider" and case.k.rule("glider.placing"):
        case.keep("glider.placing")


__all__ = ["load_of"]
