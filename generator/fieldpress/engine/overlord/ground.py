"""The ground: what a sector is, who controls it, how far it is and what lies between.

Where a map is given these follow from it; else they are as stated, and what is not stated is open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fieldpress.engine.overlord.case import OCCUPIER, Case
from fieldpress.engine.overlord.knowledge import UNSTATED, stated
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import NO, YES, Tri, all_of, any_of, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Fact
from fieldpress.model.overlord import Link, Map

OBJECTIVE, MAJOR, SECONDARY, SEA = "objective", "major", "secondary", "sea"
_FIELDS = {"class": "kind"}


def map_of(c: Case) -> Map | None:
    """The map that is given, if one is."""
    name = c.s.get("map")
    found: Map | None = c.k.record("map", name) if name else None
    return found


# -- what a sector is ----------------------------------------------------------------------------


def sector_fact(c: Case, sector: str, name: str) -> Fact[Any]:
    """What is stated of a sector, else what the map shows, else what its record says."""
    said = c.s.of("sectors", sector, {})
    if isinstance(said, Mapping) and name in said:
        return stated(said[name])
    ground = map_of(c)
    if ground is not None and sector in ground.sectors:
        if name in ground.sectors[sector]:
            return stated(ground.sectors[sector][name])
        if c.k.find("sector", sector) is None:
            return stated(False) if name not in ("class", "supply", "through") else UNSTATED
    if c.k.find("sector", sector) is None:
        return UNSTATED
    if name in ("starts", "boxed_by"):
        return UNSTATED  # of a map alone
    return c.k.fact("sector", sector, _FIELDS.get(name, name))


def sector_need(c: Case, sector: str, name: str) -> str:
    """The name under which a missing fact of a sector may be supplied."""
    if c.k.find("sector", sector) is not None:
        return f"{sector}.{_FIELDS.get(name, name)}"
    return f"given.sectors.{sector}.{name}"


def class_of(c: Case, sector: str) -> str:
    """The class of a sector; empty where it is not known."""
    fact = sector_fact(c, sector, "class")
    return str(fact.value) if fact.known else ""


@rules("start-box.objective")
def is_class(c: Case, sector: str, *wanted: str) -> Tri:
    """Whether a sector is of one of these classes. A starting sector is an objective sector."""
    fact = sector_fact(c, sector, "class")
    if fact.known:
        return known(fact.value in wanted)
    starts = sector_fact(c, sector, "starts")
    if starts.known and starts.value and c.k.rule("start-box.objective"):
        c.k.cite("start-box.objective")
        return known(OBJECTIVE in wanted)
    return open_on(sector_need(c, sector, "class"))


def is_major(c: Case, sector: str) -> Tri:
    """Whether it is a major sector: objective sectors are among them."""
    return is_class(c, sector, OBJECTIVE, MAJOR)


def flag(c: Case, sector: str, name: str) -> Tri:
    """Whether a sector is a station, a harbour, a depot or a drop zone."""
    fact = sector_fact(c, sector, name)
    if fact.known:
        return known(bool(fact.value))
    return open_on(sector_need(c, sector, name)) if fact.unknown else NO


# -- who holds it --------------------------------------------------------------------------------


def occupied(c: Case, sector: str, side: str) -> Tri:
    """Whether a unit of the side stands in the sector."""
    if any(c.side(unit.id) == side for unit in c.s.standing(sector)):
        return YES
    if c.s.complete:
        return NO
    said = c.s.of("sectors", sector, {})
    if isinstance(said, Mapping) and "occupied" in said:
        return known(said["occupied"] == side)
    return open_on(f"given.sectors.{sector}.occupied")


@rules("control.objective-default", "control.marker-placed", "control.other")
def controls(c: Case, side: str, sector: str) -> Tri:
    """Whether a side controls a sector."""
    said = c.s.of("controlled", sector)
    if said is not None:
        return known(said == side)
    objective = is_class(c, sector, OBJECTIVE)
    if objective.value is None:
        return objective
    if objective.value and c.k.rule("control.objective-default"):
        theirs = any_of(
            (
                known(c.s.listed("control", sector) and c.k.rule("control.marker-placed")),
                _stands(c, sector, c.invader, ("division", "corps")),
            )
        )
        c.k.cite("control.objective-default")
        return theirs if side == c.invader else negate(theirs)
    if not c.k.rule("control.other"):
        return NO
    c.k.cite("control.other")
    alone = c.k.reading("corps-alone-controls") == "corps-too"
    return _stands(c, sector, side, ("division", "corps") if alone else ("division",))


def _stands(c: Case, sector: str, side: str, kinds: tuple[str, ...]) -> Tri:
    if any(c.side(u.id) == side and c.kind(u.id) in kinds for u in c.s.standing(sector)):
        return YES
    return NO if c.s.complete else open_on(f"given.controlled.{sector}")


# -- links and distances -------------------------------------------------------------------------


def links(c: Case, sector: str, by: tuple[str, ...] = ("road", "railroad")) -> Iterator[Link]:
    """The links of a sector on the map."""
    ground = map_of(c)
    for link in ground.links if ground else ():
        if sector in link.ends and link.by in by:
            yield link


def between(c: Case, a: str, b: str, by: tuple[str, ...] = ()) -> list[Link]:
    """The links that join two sectors on the map."""
    ground = map_of(c)
    return [
        link
        for link in (ground.links if ground else ())
        if set(link.ends) == {a, b} and (not by or link.by in by)
    ]


def points_of(c: Case, link: Link) -> tuple[str, ...]:
    """The strategic points of a link as they are now: a bridge may lie in ruins, the Atlantic
    Wall may have fallen."""
    points = list(link.points)
    if c.s.listed("destroyed_bridges", link.id):
        points = ["destroyed-bridge" if one == "bridge" else one for one in points]
    if any(c.s.listed("beach_markers", end) for end in link.ends):
        points = [one for one in points if one != "atlantic-wall"]
    return tuple(points)


def distance(c: Case, a: str, b: str, closed: Iterable[str] = ()) -> int | None:
    """Sectors from one to another by road on the map, none of `closed` crossed; None: no way."""
    if a == b:
        return 0
    shut, seen, queue = set(closed), {a}, deque([(a, 0)])
    while queue:
        here, far = queue.popleft()
        for link in links(c, here, ("road", "railroad", "sea", "landing")):
            there = link.other(here)
            if there == b:
                return far + 1
            if there not in seen and there not in shut:
                seen.add(there)
                queue.append((there, far + 1))
    return None


def distance_to(c: Case, unit: str, sector: str) -> tuple[int | None, Tri]:
    """How far a unit is from a sector, and whether that is known (NO: no road leads there)."""
    said = c.seen(unit, "distance")
    if said is not None:
        return int(said), YES
    here = c.s.where(unit)
    if map_of(c) is not None and here:
        far = distance(c, here, sector)
        return far, known(far is not None)
    if here and here == sector:
        return 0, YES
    apart = c.s.of("distances", here, {}) if here else {}
    if isinstance(apart, Mapping) and sector in apart:
        return int(apart[sector]), YES
    return None, open_on(f"given.units.{unit}.distance")


def nearest(c: Case) -> int:
    """The least distance from which a corps helps a combat that it does not fight in."""
    return 1 if c.k.reading("distance-zero") == "no" else 0


def within(c: Case, unit: str, sector: str, most: int, least: int = 0) -> Tri:
    """Whether a unit is so far from a sector."""
    far, sure = distance_to(c, unit, sector)
    if sure.value is None:
        return sure
    return known(far is not None and least <= far <= most)


def neighbours(c: Case, sector: str) -> set[str]:
    """The sectors that a land link joins to this one; the sea is next to nothing."""
    if is_class(c, sector, SEA).value:
        return set()
    found = {link.other(sector) for link in links(c, sector)}
    return {one for one in found if not is_class(c, one, SEA).value}


def enemy_adjacent(c: Case, unit: str) -> Tri:
    """Whether an enemy stands in a sector next to the unit's."""
    said = c.seen(unit, "enemy_adjacent")
    if said is not None:
        return known(bool(said))
    here = c.s.where(unit)
    if here and is_class(c, here, SEA).value:
        return NO
    if map_of(c) is None or not here:
        return open_on(f"given.units.{unit}.enemy_adjacent")
    foe = c.k.other(c.side(unit))
    return any_of(occupied(c, one, foe) for one in sorted(neighbours(c, here)))


# -- boxed locations -----------------------------------------------------------------------------


@rules("boxed.two", "boxed.coast")
def boxed(c: Case, sector: str, side: str) -> Tri:
    """Whether a sector is boxed for a side: the enemy stands in the two sectors that flank it, or
    in the one that the sign on the coast points at."""
    said = c.s.of("sectors", sector, {})
    if isinstance(said, Mapping) and "boxed" in said:
        return known(bool(said["boxed"]) and c.k.rule("boxed.two"))
    ground, foe = map_of(c), c.k.other(side)
    if ground is None:
        return open_on(f"given.sectors.{sector}.boxed")
    found = []
    if c.k.rule("boxed.two"):
        found += [
            all_of(occupied(c, one, foe) for one in box.line)
            for box in ground.boxes
            if box.sector == sector
        ]
    guard = sector_fact(c, sector, "boxed_by")
    if guard.known and guard.value and c.k.rule("boxed.coast"):
        found.append(occupied(c, str(guard.value), foe))
    return any_of(found)


@rules("boxed.crossroad")
def boxed_crossroad(c: Case, link: Link, side: str) -> Tri:
    """Whether the crossroad of a link is boxed for a side."""
    ground, foe = map_of(c), c.k.other(side)
    if ground is None or not c.k.rule("boxed.crossroad"):
        return NO
    return any_of(
        all_of(occupied(c, one, foe) for one in box.line)
        for box in ground.boxes
        if box.link == link.id
    )


@rules("boxed.two", "boxed.coast", "boxed.attack")
def crossing(c: Case, before: str, here: str, after: str, side: str) -> tuple[Tri, str]:
    """Whether going from one sector through another to a third crosses the line that boxes the
    middle one in, and the clause. Reaching one of the two sectors of the line crosses nothing."""
    ground, foe = map_of(c), c.k.other(side)
    said = c.s.of("sectors", here, {})
    if isinstance(said, Mapping) and "boxed" in said:
        return known(bool(said["boxed"])), "boxed.two"
    for box in ground.boxes if ground else ():
        if box.sector != here or (after in box.line and c.k.rule("boxed.attack")):
            continue
        if after in box.line:
            return all_of(occupied(c, end, foe) for end in box.line), "boxed.two"
        one, two = box.parts
        if (before in one and after in two) or (before in two and after in one):
            held = all_of(occupied(c, end, foe) for end in box.line)
            if held.value is not False and c.k.rule("boxed.two"):
                return held, "boxed.two"
    guard = sector_fact(c, here, "boxed_by")
    if guard.known and guard.value and guard.value != after and c.k.rule("boxed.coast"):
        held = occupied(c, str(guard.value), foe)
        if held.value is not False:
            return held, "boxed.coast"
    return NO, ""


# -- roads ---------------------------------------------------------------------------------------


def road_open(
    c: Case, start: str, goal: str, side: str, *, controlled: bool = True, most: int | None = None
) -> Tri:
    """Whether a road leads from one sector to another that is not cut for a side: through no sector
    that the enemy occupies (or, with `controlled`, controls), and through nothing boxed; `most`: it
    has no more than so many steps."""
    foe = c.k.other(side)
    if map_of(c) is None:
        return open_on(f"given.sectors.{goal}.road")
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        here, far = queue.popleft()
        if most is not None and far >= most:
            continue
        for link in links(c, here):
            there = link.other(here)
            if boxed_crossroad(c, link, side).value:
                continue
            if there == goal:
                return YES
            cut = any_of(
                (
                    occupied(c, there, foe),
                    boxed(c, there, side),
                    controls(c, foe, there) if controlled else NO,
                )
            )
            if there not in seen and cut.value is False:
                seen.add(there)
                queue.append((there, far + 1))
    return NO


# -- room ----------------------------------------------------------------------------------------


@rules("sector.major-capacity", "sector.secondary-capacity")
def room(c: Case, sector: str, side: str, coming: list[str]) -> tuple[Tri, str]:
    """Whether a sector has room for units that come, beside those of the side there; the clause.

    A corps counts with every division of its order of battle; divisions that join it need no room
    of their own.
    """
    here = [u.id for u in c.s.standing(sector) if c.side(u.id) == side and u.id not in coming]
    every = [*here, *coming]
    corps = [u for u in every if c.kind(u) == "corps"]
    loose = [
        u
        for u in every
        if c.kind(u) == "division" and (c.unit(u).within not in corps or not c.unit(u).within)
    ]
    secondary = is_class(c, sector, SECONDARY)
    most, _ = c.number("capacity-divisions")
    if corps:
        key = "sector.secondary-capacity" if secondary.value else "sector.major-capacity"
        if secondary.value and c.k.rule(key):
            return NO, key
        if secondary.value is None:
            return Tri(None, secondary.needs), key
        top, _ = c.number("capacity-corps")
        if top is not None and c.k.rule(key):
            return known(len(corps) <= top), key
        return YES, key
    key = "sector.secondary-capacity" if secondary.value else "sector.major-capacity"
    if most is None or not c.k.rule(key):
        return YES, key
    return known(len(loose) <= most), key


def need_map(c: Case, what: str) -> Map:
    """The map. EngineFault where none is given."""
    ground = map_of(c)
    if ground is None:
        raise EngineFault(
            f"{what} needs a map: given.map names one, records.maps may bring it", ("given",)
        )
    return ground


def must_be_sector(c: Case, sector: str, path: tuple[str | int, ...]) -> str:
    """A sector that the map has. EngineFault where it has none of this id."""
    ground = map_of(c)
    if ground is not None and sector not in ground.sectors:
        import difflib

        near = difflib.get_close_matches(sector, list(ground.sectors), 1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(ground.sectors)}"
        raise EngineFault(f"the map {ground.id} has no sector {sector!r}{hint}", path)
    return sector


__all__ = ["OCCUPIER", "boxed", "class_of", "controls", "crossing", "distance", "occupied", "room"]
