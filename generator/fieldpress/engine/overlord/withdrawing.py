"""Before the fight: who withdraws, who is left out, and what an emptied sector means."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import INVADER, Case
from fieldpress.engine.overlord.ground import (
    MAJOR,
    OBJECTIVE,
    SEA,
    controls,
    is_class,
    map_of,
    must_be_sector,
    occupied,
    room,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER
from fieldpress.engine.overlord.values import units_in
from fieldpress.engine.overlord.ways import FAR, steps
from fieldpress.engine.tri import all_of, known, negate, open_on
from fieldpress.engine.verdicts import Finding


def defenders(c: Case) -> list[str]:
    """The defender's units in the attacked sector, withdrawn ones left out."""
    return units_in(c, DEFENDER)


@act(
    "withdraw",
    ("combat.stay-or-withdraw", "withdraw.when"),
    "side",
    "units",
    "to",
    "worsens",
    "moves",
)
@rules(
    "combat.stay-or-withdraw",
    "withdraw.when",
    "withdraw.not-activated",
    "withdraw.capacity",
    "withdraw.sea",
    "withdraw.exhausted",
    "withdraw.deteriorates",
    "static.retreat",
    "withdraw.corps-alone",
)
def may_withdraw(c: Case, a: Act) -> Iterator[Finding]:
    """May these units leave before the fight, to this sector? `worsens`: the one that pays."""
    units = a.words("units")
    yield from c.no(a.side == c.combat.attacker, "not-the-defender", "withdraw.when")
    divisions = c.divisions(units)
    for unit in units:
        yield from c.no(
            c.unit(unit).activated, "activated", "withdraw.not-activated", record=f"unit:{unit}"
        )
        if c.unit(unit).state == "exhausted" and c.k.rule("withdraw.exhausted"):
            a.grounds = (*a.grounds, "withdraw.exhausted")
    worse = a.get("worsens")
    if worse is not None and divisions:
        yield from c.no(
            worse not in divisions,
            "worsens-another",
            "withdraw.deteriorates",
            record=f"unit:{worse}",
        )
    to = a.get("to")
    if to is None:
        return
    to = must_be_sector(c, a.word("to"), a.path("to"))
    if is_class(c, to, SEA).value:
        if c.is_role(a.side, INVADER) and c.k.rule("withdraw.sea"):
            a.grounds = (*a.grounds, "withdraw.sea")
        else:
            yield from c.no(True, "not-into-the-sea", "withdraw.sea", record=f"sector:{to}")
    foe = occupied(c, to, c.k.other(a.side))
    yield from c.no(foe, "enemy-there", "movement.enemy", record=f"sector:{to}")
    if map_of(c) is not None:
        fits, _ = room(c, to, a.side, units)
        yield from c.no(negate(fits), "no-room", "withdraw.capacity", record=f"sector:{to}")
    corps = [u for u in units if c.kind(u) == "corps" and not c.s.inside(u)]
    others = [u for u in units if u not in corps]  # a corps alone has a distance of its own
    yield from reach_of_retreat(c, a, others, to, "withdrawal-sectors", "withdraw.when")
    for unit in corps:
        yield from corps_goes(c, unit, to, a.get("moves"), "withdraw.corps-alone")


@rules("static.retreat")
def reach_of_retreat(
    c: Case, a: Act, units: list[str], to: str, name: str, key: str
) -> Iterator[Finding]:
    """Whether a unit that withdraws or retreats goes no further than it may."""
    for unit in units:
        most, keys = c.number(name)
        static = c.is_(unit, "static", True).value and c.s.get("advanced")
        limit, by = (most, key), keys
        if static and c.k.rule("static.retreat"):
            figure, more = c.number("static-retreat-sectors")
            if figure is not None:
                limit, by = (figure, "static.retreat"), more
        far = a.get("moves")
        start = c.s.where(unit) or c.combat.at
        if far is None and map_of(c) is not None:
            far = steps(c, a.side, start, to, to_sea=True)
        if limit[0] is not None and far is not None:
            wrong = not 1 <= int(far) <= limit[0]
            code = "no-way" if far == FAR else "retreats-too-far"
            yield from c.no(wrong, code, limit[1], record=f"unit:{unit}", also=by, most=limit[0])


def corps_goes(c: Case, unit: str, to: str, moves: object, key: str) -> Iterator[Finding]:
    """A corps without divisions goes to a major sector a stated number of sectors away."""
    away, keys = c.number("corps-retreat-distance")
    low = negate(is_class(c, to, OBJECTIVE, MAJOR))
    yield from c.no(low, "not-major", key, record=f"unit:{unit}", sector=to)
    far = moves
    if far is None and map_of(c) is not None:
        here = c.s.where(unit) or c.combat.at
        far = steps(c, c.side(unit), here, to, to_sea=True)
    if away is not None and isinstance(far, int):
        up_to = c.k.reading("corps-exactly-two") == "up-to"
        yield from c.no(
            not 1 <= far <= away if up_to else far != away,
            "no-way" if far == FAR else "not-two-away",
            key,
            record=f"unit:{unit}",
            also=keys,
            most=away,
        )


@effect("withdraw")
@rules("withdraw.deteriorates", "retreat.leaves-corps")
def do_withdraw(c: Case, a: Act) -> None:
    """They leave, not activated; one of the divisions gets worse by a state."""
    from fieldpress.engine.overlord.results import worsen

    units = a.words("units")
    if not c.combat.units[DEFENDER]:
        c.combat.units[DEFENDER] = units_in(c, DEFENDER)
    divisions = c.divisions(units)
    pays = str(a.get("worsens", divisions[0] if len(divisions) == 1 else ""))
    for ident in units:
        unit = c.unit(ident)
        if a.get("to"):
            unit.at = str(a.get("to"))
        if unit.within and unit.within not in units:
            unit.at, unit.within = unit.at or "", ""
        unit.seen.pop("distance", None)
        c.combat.add("withdrawn", ident)
    if pays and c.did("withdraw.deteriorates"):
        alone = len(divisions) == 1 and c.unit(pays).state == "exhausted"
        if not (alone and c.k.reading("exhausted-withdraws-alone") == "exempt"):
            worsen(c, pays)


@act("leave-out", ("withdraw.leave-out",), "side", "units")
@rules("withdraw.leave-out", "withdraw.rest-fights")
def may_leave_out(c: Case, a: Act) -> Iterator[Finding]:
    """May the defender leave these units out of the fight?"""
    units = a.words("units")
    mine, theirs = len(c.divisions(defenders(c))), len(c.divisions(units_in(c, ATTACKER)))
    yield from c.no(
        theirs >= mine, "attacker-has-as-many", "withdraw.leave-out", theirs=theirs, mine=mine
    )
    already = bool(c.combat.raw.get("reinforced_defence"))
    yield from c.no(already, "after-reinforcing", "withdraw.leave-out")
    for unit in units:
        corps = c.kind(unit) == "corps"
        yield from c.no(corps, "corps-must-fight", "withdraw.leave-out", record=f"unit:{unit}")
        yield from c.no(
            c.unit(unit).activated,
            "activated-must-fight",
            "withdraw.rest-fights",
            record=f"unit:{unit}",
        )
    left = mine - len(c.divisions(units))
    fewer = c.k.reading("leave-out-number") == "as-many-as-attackers"
    everyone = left < (theirs if fewer else 1)
    yield from c.no(everyone, "somebody-must-fight", "withdraw.leave-out")


@effect("leave-out")
@rules("withdraw.left-out")
def do_leave_out(c: Case, a: Act) -> None:
    if not c.combat.units[DEFENDER]:
        c.combat.units[DEFENDER] = units_in(c, DEFENDER)
    for unit in a.words("units"):
        c.combat.add("left_out", unit)


@act("enter-emptied", ("withdraw.emptied",), "side", "units")
@rules("withdraw.emptied")
def may_enter(c: Case, a: Act) -> Iterator[Finding]:
    """May the attacker move in after the defender withdrew?"""
    yield from c.no(
        bool(defenders(c)), "still-defended", "withdraw.emptied", record=f"sector:{c.combat.at}"
    )
    units = a.words("units")
    yield from c.no(not units, "one-must-enter", "withdraw.emptied")
    if map_of(c) is not None and units:
        fits, _ = room(c, c.combat.at, a.side, units)
        yield from c.no(
            negate(fits), "no-room", "withdraw.capacity", record=f"sector:{c.combat.at}"
        )


@effect("enter-emptied")
def do_enter(c: Case, a: Act) -> None:
    """They move in as after a victory."""
    from fieldpress.engine.overlord.aftermath import do_advance

    do_advance(c, a)


__all__ = ["all_of", "controls", "corps_goes", "defenders", "known", "open_on", "reach_of_retreat"]
