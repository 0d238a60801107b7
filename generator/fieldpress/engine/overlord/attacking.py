"""The attack and those who join it: who may attack from where, who may reinforce either side."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.activating import activated, dropped_on_enemies, next_turn, together
from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import INVADER, Case
from fieldpress.engine.overlord.ground import (
    OBJECTIVE,
    SEA,
    SECONDARY,
    between,
    boxed,
    boxed_crossroad,
    is_class,
    map_of,
    must_be_sector,
    occupied,
    points_of,
    room,
    within,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER, Combat
from fieldpress.engine.overlord.values import units_in
from fieldpress.engine.overlord.ways import steps
from fieldpress.engine.tri import NO, Tri, any_of, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault, Finding


@act("attack", ("combat.declare", "movement.enemy"), "side", "units", "at", "from")
@rules(
    "combat.declare",
    "movement.enemy",
    "corps.needs-division",
    "combat.corps-secondary",
    "activation.once",
    "activation.size",
    "movement.attack-from",
    "combat.corps-into-secondary",
    "point.bonus",
    "boxed.attack",
)
def may_attack(c: Case, a: Act) -> Iterator[Finding]:
    """May these units attack the sector, from where they stand or from `from`?"""
    units, at = a.words("units"), must_be_sector(c, a.word("at"), a.path("at"))
    if not units:
        raise EngineFault("attack needs `units`", a.at)
    start = str(a.get("from", ""))
    yield from activated(c, units)
    yield from together(c, units)
    foe = occupied(c, at, c.k.other(a.side))
    if _through_the_wall(c, a, units, at) and foe.value is False and c.k.rule("wall.undefended"):
        a.grounds = ("combat.declare", "wall.undefended")
    elif foe.value is False and _only_a_marker(c, a, at):
        a.grounds = ("combat.declare", "sector.control-marker-division")
    else:
        yield from c.no(negate(foe), "nobody-there", "combat.declare", record=f"sector:{at}")
    for unit in units:
        if c.kind(unit) != "corps":
            yield from c.barred(unit, "attack", "cannot-attack")
            continue
        with_it = [u.id for u in c.s.inside(unit)] or [u for u in units if c.kind(u) == "division"]
        yield from c.no(not with_it, "no-division", "corps.needs-division", record=f"unit:{unit}")
        able = [u for u in with_it if not list(c.barred(u, "attack", ""))]
        for one in with_it if with_it and not able else ():
            yield from c.barred(one, "attack", "cannot-attack")
        here = start or c.s.where(unit)
        if here:
            low = is_class(c, here, SECONDARY)
            yield from c.no(
                low, "corps-in-secondary", "combat.corps-secondary", record=f"unit:{unit}"
            )
    for unit in units:
        here = start or c.s.where(unit)
        if here and boxed(c, here, a.side).value and c.k.rule("boxed.attack"):
            a.grounds = tuple(dict.fromkeys((*a.grounds, "boxed.attack")))
        if here and map_of(c) is not None:
            link = between(c, here, at)
            dropped = here == at and unit in dropped_on_enemies(c)
            if dropped and c.k.rule("drop.occupied"):
                a.grounds = tuple(dict.fromkeys((*a.grounds, "drop.occupied")))
            yield from c.no(
                not link and not dropped,
                "not-adjacent",
                "movement.attack-from",
                record=f"unit:{unit}",
                sector=at,
            )
            shut = bool(link) and all(boxed_crossroad(c, one, a.side).value for one in link)
            yield from c.no(shut, "crossroad-boxed", "boxed.crossroad", record=f"unit:{unit}")
        elif c.seen(unit, "distance") is not None:
            yield from c.no(
                c.seen(unit, "distance") != 1,
                "not-adjacent",
                "movement.attack-from",
                record=f"unit:{unit}",
                sector=at,
            )


def _only_a_marker(c: Case, a: Act, at: str) -> bool:
    """Whether a Control marker stands for a division of the enemy, which may be reinforced."""
    marked = not c.is_role(a.side, INVADER) and c.s.listed("control", at)
    return bool(marked) and c.k.rule("sector.control-marker-division")


def _through_the_wall(c: Case, a: Act, units: list[str], at: str) -> bool:
    """Whether one of the units comes onto a beach past a point of the Atlantic Wall."""
    starts = {str(a.get("from")) if a.get("from") else c.s.where(unit) for unit in units}
    return c.is_role(a.side, INVADER) and any(
        "atlantic-wall" in points_of(c, link)
        for start in starts
        if start and is_class(c, start, SEA).value
        for link in between(c, start, at)
    )


@effect("attack")
def do_attack(c: Case, a: Act) -> None:
    """The attackers are activated and lie face up where they attack from; the combat begins."""
    units = list(a.words("units"))
    for unit in a.words("units"):
        if c.kind(unit) == "corps":
            units += [u.id for u in c.s.inside(unit) if u.id not in units]
    for unit in units:
        state = c.unit(unit)
        state.activated = state.fought = True
        if a.get("from") and not state.within:
            state.at = str(a.get("from"))
    drop = any(c.s.where(u) == a.get("at") for u in a.words("units"))
    next_turn(c, a.side)
    wall = _through_the_wall(c, a, a.words("units"), str(a.get("at")))
    c.s.combat = Combat(
        str(a.get("at")),
        a.side,
        {**({"wall": True} if wall else {}), **({"drop": True} if drop else {})},
        {ATTACKER: units, DEFENDER: []},
        {ATTACKER: [], DEFENDER: []},
    )


def crossed(c: Case, unit: str, role: str) -> Tri:
    """Whether a unit is of a nation that must not join those that fight in this role."""
    mine = c.fact(unit, "nation")
    needs: list[str] = []
    for other in units_in(c, role):
        theirs = c.fact(other, "nation")
        if mine.known and theirs.known and mine.value != theirs.value:
            return known(True)
        if not mine.known or theirs.unknown:
            needs.append(c.need(unit if not mine.known else other, "nation"))
    return open_on(*dict.fromkeys(needs)) if needs else NO


@act(
    "reinforce-attack",
    ("combat.attack-reinforced", "reinforce.attack"),
    "side",
    "unit",
    "to",
    "moves",
)
@rules(
    "combat.attack-reinforced",
    "reinforce.attack",
    "reinforce.attack-where",
    "reinforce.attack-move",
    "reinforce.attack-corps",
    "reinforce.attack-nationality",
    "drop.no-support",
    "static.cost",
    "static.in-corps",
)
def may_reinforce_attack(c: Case, a: Act) -> Iterator[Finding]:
    """May this division come to help the attack, to this sector?"""
    unit, to = a.word("unit"), must_be_sector(c, a.word("to"), a.path("to"))
    record = f"unit:{unit}"
    yield from c.no(a.side != c.combat.attacker, "not-the-attacker", "reinforce.attack")
    yield from c.no(
        c.kind(unit) == "corps", "corps-cannot-reinforce", "reinforce.attack", record=record
    )
    yield from c.no(c.unit(unit).activated, "activated", "reinforce.attack", record=record)
    yield from c.barred(unit, "reinforce", "cannot-reinforce")
    most, keys = c.number("attack-reinforcements")
    if most is not None:
        have = len(c.combat.raw.get("reinforced", ()))
        yield from c.no(have >= most, "enough-reinforced", "reinforce.attack", also=keys, most=most)
    reach, keys = c.number("attack-reinforcement-reach")
    if reach is not None:
        far = negate(within(c, unit, c.combat.at, reach, 1))
        yield from c.no(far, "too-far", "reinforce.attack", record=record, also=keys, most=reach)
        corps = c.unit(unit).within
        if corps:
            away = negate(within(c, corps, c.combat.at, reach, 1))
            yield from c.no(
                away,
                "too-far",
                "reinforce.attack-corps",
                record=f"unit:{corps}",
                also=keys,
                most=reach,
            )
    yield from _arrival(c, a, unit, to)
    yield from c.no(
        crossed(c, unit, ATTACKER), "nations", "reinforce.attack-nationality", record=record
    )
    if c.combat.raw.get("drop"):
        both = c.word(unit, "type") == "airborne" and all(
            c.word(other, "type") == "airborne" for other in units_in(c, ATTACKER)
        )
        yield from c.no(not both, "drop-zone", "drop.no-support", record=record)
    yield from static_price(c, unit, "attack")


def _arrival(c: Case, a: Act, unit: str, to: str) -> Iterator[Finding]:
    """Where a reinforcing division ends: beside the attacked sector, free of enemies, with room."""
    foe = occupied(c, to, c.k.other(a.side))
    yield from c.no(foe, "enemy-there", "reinforce.attack-where", record=f"sector:{to}")
    if map_of(c) is not None:
        beside = bool(between(c, to, c.combat.at))
        yield from c.no(not beside, "not-beside", "reinforce.attack-where", record=f"sector:{to}")
        fits, key = room(c, to, a.side, [unit])
        yield from c.no(
            negate(fits),
            "no-room",
            "reinforce.attack-where",
            record=f"sector:{to}",
            also=(key,) if key in c.k.registry else (),
        )
    move, keys = c.number("attack-reinforcement-move")
    moves = a.get("moves")
    start = c.s.where(unit)
    if moves is None and map_of(c) is not None and start:
        moves = steps(c, a.side, start, to)
    if move is not None and moves is not None:
        stays = c.k.reading("adjacent-reinforcement") == "may-stay"
        wrong = not (0 if stays else 1) <= int(moves) <= move
        yield from c.no(
            wrong,
            "wrong-move",
            "reinforce.attack-move",
            record=f"unit:{unit}",
            also=keys,
            most=move,
        )


@rules("static.cost", "static.in-corps", "static.arrives", "static.defence-free")
def static_price(c: Case, unit: str, what: str) -> Iterator[Finding]:
    """Whether the side can pay for a static division that moves or reinforces an attack."""
    cost, keys = static_cost(c, unit, what)
    if not cost:
        return
    have = c.s.of("supply", c.side(unit))
    short = open_on(f"given.supply.{c.side(unit)}") if have is None else known(int(have) < cost)
    yield from c.no(short, "no-supply", "static.cost", record=f"unit:{unit}", also=keys, cost=cost)


def static_cost(c: Case, unit: str, what: str) -> tuple[int, tuple[str, ...]]:
    """Supply Points that moving (`move`) a division or reinforcing with it (`attack`, `defence`)
    costs, and the clauses. Nothing unless the advanced rules are in use."""
    figure = c.figure("static-cost")
    if not c.s.get("advanced") or figure is None or not c.k.rule("static.cost"):
        return 0, ()
    if not c.is_(unit, "static", True).value:
        return 0, ()
    keys = ("static.cost", *figure.clauses)
    if c.unit(unit).within and c.k.rule("static.in-corps"):
        return 0, ("static.in-corps",)
    if what == "arrive" and c.k.rule("static.arrives"):
        return 0, ("static.arrives",)
    if what == "defence" and c.k.rule("static.defence-free"):
        return 0, ("static.defence-free",)
    return int(figure.value), keys


@effect("reinforce-attack")
def do_reinforce_attack(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    cost, _ = static_cost(c, unit.id, "attack")
    if cost:
        c.s.put("supply", a.side, int(c.s.of("supply", a.side, 0)) - cost)
    unit.at, unit.within, unit.activated, unit.fought = a.word("to"), "", True, True
    unit.seen.pop("distance", None)
    c.combat.units[ATTACKER].append(unit.id)
    c.combat.add("reinforced", unit.id)


@act("reinforce-defense", ("combat.defender-activates", "reinforce.defence"), "side", "unit")
@rules(
    "combat.defender-activates",
    "reinforce.defence",
    "reinforce.defence-capacity",
    "reinforce.defence-nationality",
    "reinforce.defence-control-marker",
    "wall.undefended",
    "drop.no-support",
    "sector.control-marker-division",
)
def may_reinforce_defense(c: Case, a: Act) -> Iterator[Finding]:
    """May this division move into the attacked sector?"""
    unit, at = a.word("unit"), c.combat.at
    record = f"unit:{unit}"
    yield from c.no(a.side == c.combat.attacker, "not-the-defender", "reinforce.defence")
    yield from c.no(
        c.kind(unit) == "corps", "corps-cannot-reinforce", "reinforce.defence", record=record
    )
    yield from c.no(c.unit(unit).activated, "activated", "reinforce.defence", record=record)
    yield from c.barred(unit, "reinforce", "cannot-reinforce")
    most, keys = c.number("defence-reinforcements")
    if most is not None:
        have = len(c.combat.raw.get("reinforced_defence", ()))
        yield from c.no(
            have >= most, "enough-reinforced", "reinforce.defence", also=keys, most=most
        )
    reach, keys = c.number("defence-reinforcement-reach")
    if reach is not None:
        far = negate(within(c, unit, at, reach, 1))
        yield from c.no(far, "too-far", "reinforce.defence", record=record, also=keys, most=reach)
    if not units_in(c, DEFENDER):
        yield from _empty_sector(c, a, at)
    corps = [u for u in units_in(c, DEFENDER) if c.kind(u) == "corps"]
    if not corps:
        staying = list(c.divisions(units_in(c, DEFENDER)))
        cap, _ = c.number("capacity-divisions")
        if cap is not None:
            full = len(staying) + 1 > cap
            yield from c.no(
                full, "no-room", "reinforce.defence-capacity", record=f"sector:{at}", most=cap
            )
    yield from c.no(
        crossed(c, unit, DEFENDER), "nations", "reinforce.defence-nationality", record=record
    )
    if c.combat.raw.get("drop"):
        both = c.word(unit, "type") == "airborne" and any(
            c.word(other, "type") == "airborne" for other in units_in(c, DEFENDER)
        )
        yield from c.no(not both, "drop-zone", "drop.no-support", record=record)


def _empty_sector(c: Case, a: Act, at: str) -> Iterator[Finding]:
    """A sector without a unit can be reinforced where its marker, or the Wall, stands for one."""
    if c.combat.raw.get("withdrawn"):
        return
    if c.combat.raw.get("wall") and c.k.rule("wall.undefended"):
        a.grounds = (*a.grounds, "wall.undefended")
        return
    marked = c.s.listed("control", at) and c.is_role(a.side, INVADER)
    objective = is_class(c, at, OBJECTIVE)
    if marked and c.k.rule("reinforce.defence-control-marker", "sector.control-marker-division"):
        a.grounds = (
            *a.grounds,
            "reinforce.defence-control-marker",
            "sector.control-marker-division",
        )
        return
    sure = any_of((known(not marked), negate(objective)))
    yield from c.no(sure, "nothing-to-reinforce", "reinforce.defence", record=f"sector:{at}")


@effect("reinforce-defense")
@rules("reinforce.defence-corps")
def do_reinforce_defense(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    corps = [u for u in units_in(c, DEFENDER) if c.kind(u) == "corps"]
    unit.activated = unit.fought = True
    if not c.combat.units[DEFENDER]:
        c.combat.units[DEFENDER] = units_in(c, DEFENDER)
    unit.at, unit.within = c.combat.at, ""
    if corps and c.did("reinforce.defence-corps"):
        unit.within, unit.at = corps[0], ""
    unit.seen.pop("distance", None)
    c.combat.units[DEFENDER].append(unit.id)
    c.combat.add("reinforced_defence", unit.id)


__all__ = ["static_cost", "static_price"]
