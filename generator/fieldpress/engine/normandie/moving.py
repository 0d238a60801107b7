"""Movement: obstacles, the red line, cliffs, holes, openings of buildings, the spire's stairs."""

from __future__ import annotations

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.registry import rules
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import BUILDINGS, VEHICLES, Table
from fieldpress.engine.tri import NO, Tri, all_of, known, negate, open_on


@on("cross", keys=("hedgehog.vehicles", "hedgehog.infantry", "wire.infantry", "wire.vehicles"))
def obstacles(case: Case) -> None:
    """Hedgehogs stop vehicles and nobody else; wire stops nobody from passing."""
    unit, line = case.act.unit, case.act.what
    if line == "hedgehog":
        vehicle = case.t.is_kind(unit, *VEHICLES)
        if case.k.rule("hedgehog.vehicles"):
            case.bar("no-vehicles", vehicle, ("hedgehog.vehicles",), what=line)
        if vehicle.value is False and case.k.rule("hedgehog.infantry"):
            case.keep("hedgehog.infantry")
    if line == "wire":
        infantry = case.t.is_kind(unit, "infantry")
        if infantry.value and case.k.rule("wire.infantry"):
            case.keep("wire.infantry")
        if case.t.is_kind(unit, *VEHICLES).value and case.k.rule("wire.vehicles"):
            case.keep("wire.vehicles")
    case.base("how far a unit moves")


@on("cross", keys=("elevation.stop",))
def red_line(case: Case) -> None:
    """Light vehicles do not cross the red line; infantry does, and stops."""
    if case.act.what != "red-line":
        return
    unit = case.act.unit
    for kind in VEHICLES:
        free = case.figure(f"{kind}-line")
        this = case.t.is_kind(unit, kind)
        if free.stated and this.value is not False:
            # Stated as passable or not; where the book is silent, its readings differ.
            barred = negate(free.flag) if free.value is not None else open_on(*free.needs)
            case.bar("no-crossing", all_of((this, barred)), free.clauses)
    if case.t.is_kind(unit, "infantry").value and case.k.rule("elevation.stop"):
        case.keep("elevation.stop")


@on("cross", keys=("hole.small-passage", "hole.large-passage"))
def hole(case: Case) -> None:
    """Infantry passes through a hole."""
    if case.act.what != "hole":
        return
    where = case.act.get("through") or case.act.get("at")
    size = case.t.places.get(where or "", {}).get("hole")
    large, points = _is_large(case.k, size)
    keys = [
        key
        for key, other in (("hole.small-passage", True), ("hole.large-passage", False))
        if case.k.rule(key) and large is not other
    ]
    keys += points
    case.need("infantry-only", case.t.is_kind(case.act.unit, "infantry"), keys)
    if size == 0:
        case.bar("no-hole", known(True), keys, f"place:{where}")


def _is_large(k: Rulebook, size: int | None) -> tuple[bool | None, tuple[str, ...]]:
    """Whether a hole of so many points is a large one, and the clauses that give it them."""
    large = k.figure("hole-points-two")
    if size is None or large.value is None:
        return None, ()
    if size >= large.number:
        return True, large.clauses
    return False, k.figure("hole-points").clauses


@on("enter", keys=("cliff.vehicles", "cliff.grapnel"))
def cliff(case: Case) -> None:
    """No vehicle enters a cliff, and infantry only by a grapnel."""
    place, unit = case.act.what, case.act.unit
    if case.t.kind_of_place(place) != "cliff":
        return
    vehicle = case.t.is_kind(unit, *VEHICLES)
    if case.k.rule("cliff.vehicles"):
        case.bar("no-vehicles", vehicle, ("cliff.vehicles",), what="cliff")
    if case.k.rule("cliff.grapnel"):
        grapnel = case.t.places[place].get("grapnel")
        lacks = open_on(f"given.places.{place}.grapnel") if grapnel is None else known(not grapnel)
        case.bar(
            "no-grapnel", all_of((negate(vehicle), lacks)), ("cliff.grapnel",), f"place:{place}"
        )


@on("enter", "leave", keys=("ability.urban-combatant", "bunker.entry"))
def openings(case: Case) -> None:
    """An Urban Combatant goes in and out by marked windows; nobody does so at a bunker."""
    place, unit, by = case.act.what, case.act.unit, case.act.get("openings")
    kind = case.t.kind_of_place(place)
    if kind not in BUILDINGS or by not in ("window", "arrow"):
        return
    if kind == "bunker":
        for key in ("bunker.entry", "ability.urban-combatant"):
            if case.k.rule(key):
                case.bar("no-windows", known(True), (key,), f"place:{place}")
                return
    if case.k.rule("ability.urban-combatant"):
        able = case.t.able(unit, "urban-combatant")
        if able.value is False:  # who else may, the base game says
            able = open_on("base.openings")
        case.need("not-urban", able, ("ability.urban-combatant",))


@on("enter", keys=("spire.way-in",))
def spire(case: Case) -> None:
    """Into the spire by its stairs alone, and to those by the church space with the symbol."""
    place, unit = case.act.what, case.act.unit
    kind = case.t.kind_of_place(place)
    if not case.k.rule("spire.way-in"):
        return
    if kind == "stairs":
        ready = case.t.stands_in(unit, "church-stairs", "spire")
        case.need("by-the-stairs", ready, ("spire.way-in",), f"place:{place}")
    if kind == "spire":
        ready = case.t.stands_in(unit, "stairs")
        case.need("by-the-stairs", ready, ("spire.way-in",), f"place:{place}")


@on("leave", keys=("glider.entering", "glider.blocked"))
def out_of_a_glider(case: Case) -> None:
    """Out of a glider with an Order or in a Supply Phase, onto the space that it faces."""
    place, unit = case.act.what, case.act.unit
    if case.t.kind_of_place(place) != "glider":
        return
    if case.k.rule("glider.entering"):
        supply, order = case.phase("supply"), case.t.marked(unit, "order")
        ready = supply if supply.value else order if order.value is not None else supply
        case.need("no-order-no-supply", ready, ("glider.entering",))
    at = case.t.places[place].get("exit")
    if case.k.rule("glider.blocked"):
        taken = open_on(f"given.places.{place}.exit") if at is None else known(at == "enemy")
        case.bar("exit-taken", taken, ("glider.blocked",), f"place:{place}")


@on("assault", keys=("glider.blocked",))
def assault_from_a_glider(case: Case) -> None:
    """Where an enemy stands on the exit, a unit in the glider may assault it with an Order."""
    unit = case.act.unit
    if case.t.stands_in(unit, "glider").value and case.k.rule("glider.blocked"):
        case.need("no-order", case.t.marked(unit, "order"), ("glider.blocked",))
    case.base("what the base game asks of an assault")


def stops(k: Rulebook, t: Table, unit: str, line: str, at: str) -> tuple[Tri, tuple[str, ...]]:
    """Whether a unit must end its movement behind what it crosses, and by which clauses."""
    infantry = t.is_kind(unit, "infantry")
    return _STOPS[line](k, t, infantry, at)


@rules("wire.infantry", "wire.vehicles")
def _wire(k: Rulebook, t: Table, infantry: Tri, at: str) -> tuple[Tri, tuple[str, ...]]:
    if infantry.value is False:
        return NO, ("wire.vehicles",) if k.rule("wire.vehicles") else ()
    figure = k.figure("wire-stops")
    if figure.stated:
        return all_of((infantry, figure.flag)), figure.clauses
    return (infantry, ("wire.infantry",)) if k.rule("wire.infantry") else (NO, ())


def _hedgehog(k: Rulebook, t: Table, infantry: Tri, at: str) -> tuple[Tri, tuple[str, ...]]:
    return NO, ("hedgehog.infantry",) if k.rule("hedgehog.infantry") else ()


@rules("elevation.stop")
def _line(k: Rulebook, t: Table, infantry: Tri, at: str) -> tuple[Tri, tuple[str, ...]]:
    return (infantry, ("elevation.stop",)) if k.rule("elevation.stop") else (NO, ())


@rules("cliff.line")
def _cliff_line(k: Rulebook, t: Table, infantry: Tri, at: str) -> tuple[Tri, tuple[str, ...]]:
    return (infantry, ("cliff.line",)) if k.rule("cliff.line") else (NO, ())


def _hole(k: Rulebook, t: Table, infantry: Tri, at: str) -> tuple[Tri, tuple[str, ...]]:
    size = t.places.get(at, {}).get("hole")
    if size is None:
        return open_on(f"given.places.{at}.hole"), ()
    large, points = _is_large(k, size)
    key = "hole.large-passage" if large else "hole.small-passage"
    if not k.rule(key):
        return NO, ()
    return (NO if large else infantry), (key, *points)


@rules("spire.way-in")
def _stairs(k: Rulebook, t: Table, infantry: Tri, at: str) -> tuple[Tri, tuple[str, ...]]:
    return (known(True), ("spire.way-in",)) if k.rule("spire.way-in") else (NO, ())


_STOPS = {
    "wire": _wire, "hedgehog": _hedgehog, "red-line": _line, "cliff-line": _cliff_line,
    "hole": _hole, "stairs": _stairs,
}  # fmt: skip
STOPS = tuple(_STOPS)
