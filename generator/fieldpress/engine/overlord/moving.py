"""Movement: how far, through what, where it ends; picking up, leaving, joining."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from fieldpress.engine.overlord.activating import activated, next_turn, together
from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.aftermath import enter_objective
from fieldpress.engine.overlord.attacking import static_cost, static_price
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import (
    OBJECTIVE,
    SEA,
    SECONDARY,
    between,
    boxed_crossroad,
    crossing,
    is_class,
    map_of,
    must_be_sector,
    occupied,
    points_of,
    room,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import all_of, negate, open_on
from fieldpress.engine.verdicts import EngineFault, Finding


@rules("movement.range", "out-of-supply.move")
def reach(c: Case, units: list[str]) -> tuple[int | None, tuple[str, ...]]:
    """Sectors that these units may move together, and the clauses: by scenario and week, and by
    what holds one of them back."""
    most, keys = c.number("movement-sectors")
    cited = tuple(dict.fromkeys((*keys,)))
    for unit in units:
        if c.unit(unit).supply == "out-of-supply" and c.k.rule("out-of-supply.move"):
            low, more = c.number("out-of-supply-move")
            if low is not None and (most is None or low < most):
                most, cited = low, tuple(dict.fromkeys(("out-of-supply.move", *more)))
    return most, cited


@act(
    "move",
    ("movement.range", "activation.turns"),
    "side",
    "units",
    "path",
    "moves",
    "left",
    "joins",
    "by_event",
)
@rules(
    "movement.range",
    "activation.turns",
    "activation.once",
    "activation.size",
    "movement.corps-ends",
    "boxed.no-crossing",
    "boxed.stop",
    "boxed.start",
    "boxed.coast",
    "boxed.two",
    "boxed.crossroad",
    "movement.destroyed-bridge",
    "movement.enemy",
    "movement.no-slot",
    "movement.through-friends",
    "sector.sea-arrows",
    "static.cost",
    "static.in-corps",
    "static.arrives",
    "corps.station",
)
def may_move(c: Case, a: Act) -> Iterator[Finding]:
    """May these units move along the path (sectors in order, the first where they stand)?"""
    units, path = a.words("units"), a.words("path")
    if not units:
        raise EngineFault("move needs `units`", a.at)
    for index, sector in enumerate(path):
        must_be_sector(c, sector, (*a.path("path"), index))
    yield from activated(c, units)
    yield from together(c, units)
    cost_units = [u for u in units if c.kind(u) == "division"]
    for unit in cost_units:
        yield from static_price(c, unit, "move")
        _, why = static_cost(c, unit, "move")
        if why and why[0] in ("static.in-corps", "static.arrives"):
            a.grounds = (*a.grounds, *why)
    far = len(path) - 1 if path else a.get("moves")
    most, keys = reach(c, units)
    if far is not None and most is not None:
        too_far = int(far) > most
        yield from c.no(
            too_far, "moves-too-far", "movement.range", also=keys, most=most, moves=int(far)
        )
        a.grounds = tuple(dict.fromkeys((*a.grounds, *keys)))
    if path:
        yield from _along(c, a, units, path)
    yield from _slots(c, a, units)


def _along(c: Case, a: Act, units: list[str], path: list[str]) -> Iterator[Finding]:
    """What stands in the way on the path, and where it ends."""
    foe = c.k.other(a.side)
    for number, (here, there) in enumerate(itertools.pairwise(path)):
        yield from _link(c, a, here, there, len(path) - 1)
        yield from c.no(
            occupied(c, there, foe), "enemy-there", "movement.enemy", record=f"sector:{there}"
        )
        if number == 0:
            if _boxed_now(c, path[0], a.side) and c.k.rule("boxed.start"):
                a.grounds = (*a.grounds, "boxed.start")
            continue
        held, key = crossing(c, path[number - 1], here, there, a.side)
        yield from c.no(
            held,
            "crosses-boxed",
            "boxed.no-crossing",
            record=f"sector:{here}",
            also=(key,) if key else (),
        )
    end = path[-1]
    if len(path) > 1 and _boxed_now(c, end, a.side) and c.k.rule("boxed.stop"):
        a.grounds = (*a.grounds, "boxed.stop")
    corps = [u for u in units if c.kind(u) == "corps"]
    if len(path) > 1:
        yield from _strangers(c, a, units, end)
    if corps and len(path) > 1:
        low = is_class(c, end, SECONDARY)
        if not a.get("by_event"):
            yield from c.no(
                low,
                "corps-ends-secondary",
                "movement.corps-ends",
                "corps.station",
                record=f"unit:{corps[0]}",
                sector=end,
            )
    if len(path) > 1 and map_of(c) is not None:
        fits, key = room(c, end, a.side, units)
        joins = bool(corps) and not all(c.kind(u.id) == "corps" for u in c.s.standing(end))
        if not joins and not (corps and is_class(c, end, SECONDARY).value):
            yield from c.no(negate(fits), "no-room", key, record=f"sector:{end}")
        crowded = any(room(c, middle, a.side, units)[0].value is False for middle in path[1:-1])
        if crowded and c.k.rule("movement.through-friends"):
            a.grounds = (*a.grounds, "movement.through-friends")


def _strangers(c: Case, a: Act, units: list[str], end: str) -> Iterator[Finding]:
    """Where units end with others that one order of battle cannot hold with them."""
    there = [u.id for u in c.s.standing(end) if c.side(u.id) == a.side and u.id not in units]
    if not any(c.kind(u) == "corps" for u in (*there, *units)):
        return
    nations = {c.word(u, "nation") for u in (*there, *units)} - {""}
    yield from c.no(len(nations) > 1, "nations", "corps.nationality", record=f"unit:{units[0]}")


def _boxed_now(c: Case, sector: str, side: str) -> bool:
    from fieldpress.engine.overlord.ground import boxed

    return bool(boxed(c, sector, side).value)


def _link(c: Case, a: Act, here: str, there: str, sectors: int) -> Iterator[Finding]:
    """Whether a link joins two sectors of the path, and what lies on it."""
    if map_of(c) is None:
        return
    found = between(c, here, there)
    yield from c.no(not found, "no-road", "movement.range", record=f"sector:{here}", to=there)
    if not found:
        return
    if all(link.by == "sea" for link in found) and c.k.rule("sector.sea-arrows"):
        a.grounds = tuple(dict.fromkeys((*a.grounds, "sector.sea-arrows")))
    shut = all_of(boxed_crossroad(c, link, a.side) for link in found)
    yield from c.no(
        shut, "crossroad-boxed", "boxed.no-crossing", "boxed.crossroad", record=f"sector:{there}"
    )
    limit, keys = c.number("destroyed-bridge-move")
    broken = all("destroyed-bridge" in points_of(c, link) for link in found)
    if broken and limit is not None:
        yield from c.no(
            sectors > limit,
            "bridge-down",
            "movement.destroyed-bridge",
            record=f"sector:{there}",
            also=keys,
            most=limit,
        )
        if sectors <= limit and c.k.rule("movement.destroyed-bridge"):
            a.grounds = (*a.grounds, "movement.destroyed-bridge")


def _slots(c: Case, a: Act, units: list[str]) -> Iterator[Finding]:
    """A free slot in the order of battle for whoever has to join it."""
    joins = a.get("joins")
    if not isinstance(joins, dict):
        return
    corps, free = str(joins.get("corps", "")), joins.get("free_slots")
    many = len([u for u in units if c.kind(u) == "division"]) or 1
    if free is None:
        yield from c.no(
            open_on(f"given.units.{corps}.free_slots"),
            "no-slot",
            "movement.no-slot",
            record=f"unit:{corps}",
        )
    else:
        yield from c.no(int(free) < many, "no-slot", "movement.no-slot", record=f"unit:{corps}")


@effect("move")
@rules("movement.corps-joins")
def do_move(c: Case, a: Act) -> None:
    """They end at the end of the path, activated; divisions left at the start stay as they were."""
    next_turn(c, a.side)
    units, path = a.words("units"), a.words("path")
    left = a.words("left")
    for ident in units:
        unit = c.unit(ident)
        cost, _ = static_cost(c, ident, "move")
        if cost:
            c.s.put("supply", a.side, int(c.s.of("supply", a.side, 0)) - cost)
        if path:
            unit.at = path[-1]
        unit.activated = True
        unit.seen.clear()
        for inner in c.s.inside(ident):
            if inner.id in left:
                inner.within, inner.at = "", path[0] if path else ""
            else:
                inner.activated = True
        if c.kind(ident) == "corps" and path:
            _integrate(c, unit.id, a.side, path[-1])
        elif path:
            _joins_at_end(c, unit.id, a.side, path[-1])
    for sector in path[1:]:
        if is_class(c, sector, OBJECTIVE).value:
            enter_objective(c, a.side, sector)


def _integrate(c: Case, corps: str, side: str, sector: str) -> None:
    """A corps takes in the divisions where it ends, without activating them."""
    for other in c.s.standing(sector):
        if (
            other.id != corps
            and c.kind(other.id) == "division"
            and not other.within
            and c.side(other.id) == side
            and c.did("movement.corps-joins")
        ):
            other.within, other.at = corps, ""


def _joins_at_end(c: Case, division: str, side: str, sector: str) -> None:
    """A division that ends where a corps of its side stands becomes part of it."""
    corps = next(
        (u for u in c.s.standing(sector) if c.kind(u.id) == "corps" and c.side(u.id) == side), None
    )
    if corps is not None and c.did("movement.join-at-end"):
        unit = c.unit(division)
        unit.within, unit.at = corps.id, ""


@act(
    "pick-up",
    ("movement.corps-picks-up", "movement.division-picks-up"),
    "side",
    "unit",
    "by",
    "picked",
)
@rules("movement.corps-picks-up", "movement.division-picks-up", "movement.no-slot")
def may_pick_up(c: Case, a: Act) -> Iterator[Finding]:
    """May a moving unit pick up another on its way? `picked`: how many it has picked up so far."""
    by, unit = a.word("by"), a.word("unit")
    corps = c.kind(by) == "corps"
    key = "movement.corps-picks-up" if corps else "movement.division-picks-up"
    a.grounds = (key,)
    if corps:
        yield from c.no(c.unit(unit).activated, "activated", key, record=f"unit:{unit}")
        yield from c.no(c.kind(unit) == "corps", "divisions-only", key, record=f"unit:{unit}")
    else:
        yield from c.no(a.count("picked", 0) >= 1, "one-only", key, record=f"unit:{by}")


@effect("pick-up")
def do_pick_up(c: Case, a: Act) -> None:
    unit, by = c.unit(a.word("unit")), a.word("by")
    unit.activated = True
    if c.kind(by) == "corps":
        unit.within, unit.at = by, ""
    elif c.kind(unit.id) == "corps":
        other = c.unit(by)
        other.within, other.at, other.activated = unit.id, "", True
        for inner in c.s.inside(unit.id):
            inner.activated = True


@act(
    "join",
    ("movement.join-at-end", "movement.join-on-way"),
    "side",
    "unit",
    "corps",
    "when",
    "free_slots",
)
@rules(
    "movement.join-at-end", "movement.join-on-way", "movement.no-slot", "movement.join-activated"
)
def may_join(c: Case, a: Act) -> Iterator[Finding]:
    """May a division become part of a corps that it meets (`when`: on-way or at-end)?"""
    unit, corps = a.word("unit"), a.word("corps")
    way = a.get("when", "at-end")
    if way not in ("on-way", "at-end"):
        raise EngineFault("`when` is on-way or at-end", a.path("when"))
    already = c.unit(corps).activated
    if way == "at-end":
        a.grounds = ("movement.join-at-end",)
    else:
        a.grounds = ("movement.join-activated",) if already else ("movement.join-on-way",)
    nation = c.fact(unit, "nation"), c.fact(corps, "nation")
    if nation[0].known and nation[1].known:
        yield from c.no(
            nation[0].value != nation[1].value,
            "nations",
            "corps.nationality",
            record=f"unit:{unit}",
        )
    free = a.raw.get("free_slots", free_slots(c, unit, corps))
    if free is None:
        c.k.reserve_judgement(f"unit:{corps}", "slots", "how many slots are free is not given")
    else:
        yield from c.no(int(free) < 1, "no-slot", "movement.no-slot", record=f"unit:{corps}")


@effect("join")
@rules("corps.nationality")
def do_join(c: Case, a: Act) -> None:
    unit, corps = c.unit(a.word("unit")), c.unit(a.word("corps"))
    before = corps.activated
    unit.within, unit.at, unit.activated = corps.id, "", True
    if a.get("when") == "on-way" and not before:
        corps.activated = True
        for inner in c.s.inside(corps.id):
            inner.activated = True


def free_slots(c: Case, unit: str, corps: str) -> int | None:
    """Slots that the order of battle of a corps has left for a division; None: not stated."""
    record = c.k.find("unit", corps)
    slots = record.raw.get("slots") if record is not None else None
    kind = c.word(unit, "type")
    if not isinstance(slots, dict) or not kind:
        return None
    name = "armoured" if kind == "armoured" else "infantry"
    many = slots.get(name)
    if not isinstance(many, int):
        return None
    taken = [
        u for u in c.s.inside(corps) if (c.word(u.id, "type") == "armoured") == (name == "armoured")
    ]
    return many - len(taken)


__all__ = ["SEA", "reach"]
