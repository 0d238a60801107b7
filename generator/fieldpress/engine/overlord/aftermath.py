"""After the fight: moving in, breakthrough, counterattack, a corps that is left alone."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import (
    SECONDARY,
    is_class,
    is_major,
    map_of,
    must_be_sector,
    room,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.results import damage
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER
from fieldpress.engine.overlord.values import self_defended, units_in
from fieldpress.engine.overlord.ways import steps
from fieldpress.engine.overlord.withdrawing import corps_goes
from fieldpress.engine.tri import NO, Tri, known, negate, open_on
from fieldpress.engine.verdicts import Finding


@rules("aftermath.occupy", "wall.damage", "wall.alone")
def conquered(c: Case) -> tuple[Tri, tuple[str, ...], tuple[str, ...]]:
    """Whether the attacker has won the sector; the clauses; what would have to be known.

    Nobody is left in it; a landing beach that defends itself takes so many damage points.
    """
    if self_defended(c):
        suffered = damage(c, DEFENDER)
        most, keys = c.number("wall-damage")
        if most is None or not c.k.rule("wall.damage"):
            return open_on("parameter wall-damage"), (), ("parameter wall-damage",)
        cited = tuple(dict.fromkeys(("wall.damage", *keys)))
        low, high = suffered.amount.low or 0, suffered.amount.high
        if low >= most:
            return known(True), cited, ()
        if high is not None and high < most:
            return known(False), cited, ()
        return open_on(*suffered.needs), cited, suffered.needs
    if not c.k.rule("aftermath.occupy"):
        return open_on("rule aftermath.occupy"), (), ()
    return known(not units_in(c, DEFENDER)), ("aftermath.occupy",), ()


@act("advance", ("aftermath.occupy",), "side", "units")
@rules("aftermath.occupy", "aftermath.occupiers", "combat.corps-into-secondary")
def may_advance(c: Case, a: Act) -> Iterator[Finding]:
    """May these units of the attacker move into the sector that was won?"""
    units, at = a.words("units"), c.combat.at
    if units and a.side == c.combat.attacker:
        won, keys, _ = conquered(c)
        yield from c.no(
            negate(won), "not-won", "aftermath.occupy", record=f"sector:{at}", also=keys
        )
    yield from c.no(
        not c.divisions(units), "a-division-must", "aftermath.occupy", record=f"sector:{at}"
    )
    for unit in units:
        out = unit not in c.combat.units[ATTACKER] or c.combat.has("retreated", unit)
        yield from c.no(out, "did-not-fight", "aftermath.occupiers", record=f"unit:{unit}")
        if c.kind(unit) == "corps":
            low = is_class(c, at, SECONDARY)
            yield from c.no(
                low, "corps-not-secondary", "combat.corps-into-secondary", record=f"unit:{unit}"
            )
    if units:
        fits, key = room(c, at, a.side, units)
        yield from c.no(
            negate(fits), "no-room", "aftermath.occupy", record=f"sector:{at}", also=(key,)
        )


@effect("advance")
def do_advance(c: Case, a: Act) -> None:
    """They move in; control changes, and points are scored for what was won."""
    from fieldpress.engine.overlord.ground import OBJECTIVE
    from fieldpress.engine.overlord.scoring import score

    at = c.combat.at
    for ident in a.words("units"):
        unit = c.unit(ident)
        if not (unit.within and unit.within in a.words("units")):
            unit.at, unit.within = at, ""
        unit.seen.pop("distance", None)
    c.combat.raw["occupied_by"] = list(a.words("units"))
    scored = 0
    figure = c.figure("major-won-vp")
    if figure and is_major(c, at).value and c.did("aftermath.major-points"):
        scored = int(figure.value)
        score(c, a.side, scored)
    if is_class(c, at, OBJECTIVE).value:
        enter_objective(c, a.side, at, scored)


@rules("control.marker-placed", "control.marker-removed", "sector.objective-points", "festung.lost")
def enter_objective(c: Case, side: str, sector: str, scored: int = 0) -> None:
    """The control marker comes with a unit of the invader and goes with one of the other; whoever
    takes control scores, unless the same victory was rewarded already (`scored`); a Festung that
    the invader takes is out of the game."""
    from fieldpress.engine.overlord.scoring import score

    marked = c.s.listed("control", sector)
    if side == c.invader and not marked and c.did("control.marker-placed"):
        c.s.add("control", sector)
        lose_festung(c, sector)
    elif side != c.invader and marked and c.did("control.marker-removed"):
        c.s.drop("control", sector)
    else:
        return
    figure = c.figure("objective-vp")
    twice = c.k.reading("major-sector-points") == "on-top"
    if figure and (not scored or twice) and c.did("sector.objective-points"):
        score(c, side, int(figure.value))


def lose_festung(c: Case, sector: str) -> None:
    """The tile of a sector that the invader conquers is removed for good."""
    from fieldpress.engine.overlord.values import festung_at

    tile = festung_at(c, sector)
    if tile and c.did("festung.lost"):
        c.s.parts["festungen"] = [one for one in c.s.get("festungen", ()) if one != tile]
        plan = dict(c.s.get("plan") or {})
        plan["tiles_lost"] = [*plan.get("tiles_lost", ()), tile]
        c.s.parts["plan"] = plan


@act("end-combat", ("combat.aftercare",))
@rules("combat.aftercare", "support.reserve", "army.doctrine-once")
def may_end(c: Case, a: Act) -> Iterator[Finding]:
    """Is the combat over: Supports and Doctrines used go back?"""
    yield from c.no(c.s.combat is None, "no-combat", "combat.aftercare")


@effect("end-combat")
def do_end(c: Case, a: Act) -> None:
    """Used Supports go to the reserve of their army, Doctrines are turned over."""
    for role in (ATTACKER, DEFENDER):
        for one in c.combat.supports[role]:
            corps = one.get("from")
            if corps and c.did("support.reserve"):
                unit = c.unit(str(corps))
                if one["support"] in unit.supports:
                    unit.supports.remove(one["support"])
                army = c.word(unit.id, "army") or "unnamed"
                c.s.put("reserve", army, [*c.s.of("reserve", army, ()), one["support"]])
        used = c.combat.part("doctrine", role)
        if isinstance(used, dict) and c.did("army.doctrine-once"):
            done = list(c.s.of("spent", "doctrines", ()))
            c.s.put("spent", "doctrines", [*done, str(used["army"])])
    c.s.combat = None


def _reach(c: Case, a: Act, kind: str, start: str) -> Iterator[Finding]:
    """How far a division goes in a breakthrough or counterattack."""
    unit = a.word("unit")
    armoured = c.is_(unit, "type", "armoured")
    far = a.get("moves")
    to = a.get("to")
    if far is None and to is not None and map_of(c) is not None:
        goal = must_be_sector(c, str(to), a.path("to"))
        over = c.k.rule(f"{kind}.boxed")
        far = steps(c, a.side, start, goal, through_boxes=over)
        fits, key = room(c, goal, a.side, [unit])
        yield from c.no(
            negate(fits), "no-room", f"{kind}.move", record=f"sector:{goal}", also=(key,)
        )
    if far is None:
        return
    short, keys = c.number(f"{kind}-infantry")
    long, more = c.number(f"{kind}-armoured")
    limits = {True: (long, more), False: (short, keys)}
    beyond = {yes: limit[0] is not None and int(far) > limit[0] for yes, limit in limits.items()}
    if armoured.value is None and beyond[True] != beyond[False]:
        yield from c.no(
            armoured,
            "too-far-then",
            f"{kind}.move",
            record=f"unit:{unit}",
            also=keys,
            most=short or 0,
        )
        return
    which = bool(armoured.value)
    cited = limits[which][1]
    yield from c.no(
        beyond[which],
        "too-far-then",
        f"{kind}.move",
        record=f"unit:{unit}",
        also=cited,
        most=limits[which][0] or 0,
    )
    if not beyond[which] and c.k.rule(f"{kind}.move"):
        a.grounds = tuple(dict.fromkeys((*a.grounds, f"{kind}.move")))


@rules("breakthrough.boxed", "counterattack.boxed")
def _through_boxes(c: Case, a: Act, key: str) -> None:
    """What is boxed does not stop it: said where the question tells of a boxed place."""
    if a.get("crosses_boxed") and c.k.rule(key):
        a.grounds = (*a.grounds, key)


def not_this_round(c: Case, code: str, *grounds: str) -> Iterator[Finding]:
    """The round in which there is neither breakthrough nor counterattack."""
    figure = c.figure("breakthrough-barred")
    if figure and figure.value:
        yield Finding(code, {}, "", figure.clauses)


@act("breakthrough", ("breakthrough.who",), "side", "unit", "to", "moves", "crosses_boxed")
@rules(
    "breakthrough.who",
    "breakthrough.move",
    "breakthrough.once",
    "withdraw.breakthrough",
    "breakthrough.boxed",
)
def may_break_through(c: Case, a: Act) -> Iterator[Finding]:
    """May this division go on after moving into the sector?"""
    unit = a.word("unit")
    record = f"unit:{unit}"
    yield from not_this_round(c, "no-breakthrough-now")
    attacks = a.side == c.combat.attacker
    came_back = a.side != c.combat.attacker and c.combat.has("counterattacked", unit)
    yield from c.no(not attacks and not came_back, "attacker-only", "breakthrough.who")
    if came_back and c.k.rule("counterattack.breakthrough"):
        a.grounds = (*a.grounds, "counterattack.breakthrough")
    yield from c.no(c.kind(unit) == "corps", "divisions-only", "breakthrough.who", record=record)
    inside = unit in c.combat.raw.get("occupied_by", ()) or came_back
    yield from c.no(not inside, "did-not-occupy", "breakthrough.who", record=record)
    if c.combat.raw.get("withdrawn") and not units_in(c, DEFENDER) and attacks:
        a.grounds = (*a.grounds, "withdraw.breakthrough")
    yield from c.no(c.unit(unit).broke_through, "broke-through", "breakthrough.once", record=record)
    most, keys = c.number("breakthrough-divisions")
    gone = c.combat.raw.get("broke_through", ())
    if most is not None:
        full = len(gone) >= most and unit not in gone
        yield from c.no(full, "enough-broke-through", "breakthrough.who", also=keys, most=most)
    yield from _reach(c, a, "breakthrough", c.combat.at)
    _through_boxes(c, a, "breakthrough.boxed")


@effect("breakthrough")
def do_break_through(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    unit.broke_through = True
    c.combat.add("broke_through", unit.id)
    if a.get("to"):
        unit.at, unit.within = str(a.get("to")), ""


@act(
    "counterattack",
    ("counterattack.when", "counterattack.who"),
    "side",
    "unit",
    "to",
    "moves",
    "crosses_boxed",
)
@rules(
    "counterattack.when",
    "counterattack.who",
    "counterattack.move",
    "counterattack.boxed",
    "counterattack.breakthrough",
)
def may_counterattack(c: Case, a: Act) -> Iterator[Finding]:
    """May this division of the defender strike back?"""
    unit = a.word("unit")
    record = f"unit:{unit}"
    yield from not_this_round(c, "no-counterattack-now")
    yield from c.no(a.side == c.combat.attacker, "not-the-defender", "counterattack.when")
    taken, _, _ = conquered(c)
    yield from c.no(taken, "sector-lost", "counterattack.when", record=f"sector:{c.combat.at}")
    gave = _gave_up(c)
    yield from c.no(negate(gave), "nothing-given-up", "counterattack.when")
    yield from c.no(c.kind(unit) == "corps", "divisions-only", "counterattack.who", record=record)
    yield from c.no(
        unit not in units_in(c, DEFENDER), "did-not-fight", "counterattack.who", record=record
    )
    most, keys = c.number("counterattack-divisions")
    gone = c.combat.raw.get("counterattacked", ())
    if most is not None:
        yield from c.no(
            len(gone) >= most, "enough-struck-back", "counterattack.who", also=keys, most=most
        )
    yield from _reach(c, a, "counterattack", c.combat.at)
    _through_boxes(c, a, "counterattack.boxed")


def _gave_up(c: Case) -> Tri:
    """Whether the attacker lost one of the sectors that he attacked from."""
    told = c.combat.raw.get("gave_up")
    if told is not None:
        return known(bool(told))
    out = [
        u
        for u in c.combat.units[ATTACKER]
        if c.combat.has("retreated", u) or c.combat.has("destroyed", u)
    ]
    if not out:
        return NO
    if len(out) == len(c.combat.units[ATTACKER]):
        return known(True)
    return open_on("given.combat.gave_up")


@effect("counterattack")
def do_counterattack(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    c.combat.add("counterattacked", unit.id)
    if a.get("to"):
        unit.at, unit.within = str(a.get("to")), ""


@act("corps-retreat", ("aftermath.corps-alone",), "side", "unit", "to", "moves")
@rules("aftermath.corps-alone")
def may_corps_retreat(c: Case, a: Act) -> Iterator[Finding]:
    """May a corps left without divisions go there after the fight?"""
    unit, to = a.word("unit"), must_be_sector(c, a.word("to"), a.path("to"))
    yield from c.no(
        bool(c.s.inside(unit)), "has-divisions", "aftermath.corps-alone", record=f"unit:{unit}"
    )
    yield from corps_goes(c, unit, to, a.get("moves"), "aftermath.corps-alone")
