"""Supply: income, better states, Supports bought back; who is cut off (advanced rules)."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.contributions import fold
from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import (
    controls,
    enemy_adjacent,
    flag,
    map_of,
    road_open,
    sector_fact,
    sector_need,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.values import Derived
from fieldpress.engine.tri import Tri, all_of, any_of, known, negate, open_on
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault, Finding

INCOME = "supply-income"


# -- income --------------------------------------------------------------------------------------


def sectors(c: Case) -> list[str]:
    """The sectors that are known of: those of the map, else those that records name."""
    ground = map_of(c)
    return list(ground.sectors) if ground else list(c.k.every("sector"))


@rules("supply.income-beaches", "supply.income-harbours", "supply.depots", "supply.income-boxes")
def income(c: Case, side: str) -> Derived:
    """Supply Points that a side gets in this Supply Phase, source by source."""
    parts: list[Contribution] = []
    if not phase_held(c, "supply"):
        figure = [key for key in ("supply.first-round",) if c.k.rule(key)]
        part = c.part(INCOME, 0, "rule:supply.first-round", *figure, side=side, why="first-round")
        return Derived(part.amount, (part,))
    if side == c.invader:
        for sector in sectors(c):
            parts += _landing(c, side, sector)
        parts += _depots(c, side)
    else:
        parts += _boxes(c, side)
    return Derived(fold(parts, INCOME), tuple(parts))


def _landing(c: Case, side: str, sector: str) -> Iterator[Contribution]:
    supply = sector_fact(c, sector, "supply")
    if not (supply.known or supply.unknown):
        return
    if supply.unknown and c.k.find("sector", sector) is None:
        return
    through = sector_fact(c, sector, "through")
    behind = str(through.value) if through.known else sector
    key = "supply.income-beaches" if through.known else "supply.income-harbours"
    held = controls(c, side, behind)
    if held.value is False or not c.k.rule(key):
        return
    record = c.k.find("sector", sector)
    extra = [one for one in (record.clauses if record else ()) if c.k.stands(one)]
    keys = tuple(dict.fromkeys((key, *extra)))
    needs = (*held.needs, *(() if supply.known else (sector_need(c, sector, "supply"),)))
    size = Amount.of(int(supply.value or 0)) if supply.known else Amount(0, None)
    if held.value is None:
        size = Amount(0, size.high)
    yield c.part(INCOME, size, f"sector:{sector}", *keys, side=side, needs=needs, through=behind)


def _depots(c: Case, side: str) -> Iterator[Contribution]:
    for sector, points in (c.s.get("depots") or {}).items():
        held = controls(c, side, sector)
        if held.value is False or not c.k.rule("supply.depots") or not points:
            continue
        size = Amount.of(int(points)) if held.value else Amount(0, int(points))
        yield c.part(
            INCOME,
            size,
            f"sector:{sector}",
            "supply.depots",
            side=side,
            needs=held.needs,
            why="depot",
        )


def _boxes(c: Case, side: str) -> Iterator[Contribution]:
    each = c.figure("box-income")
    if each is None or not c.k.rule("supply.income-boxes"):
        return
    for name in boxes(c):
        shut = blocked(c, name)
        keys = tuple(dict.fromkeys(("supply.income-boxes", *each.clauses)))
        if shut.value:
            yield c.part(
                INCOME,
                0,
                f"box:{name}",
                "start-box.blocked",
                side=side,
                counted=False,
                why="blocked",
            )
        else:
            size = Amount.of(int(each.value)) if shut.value is False else Amount(0, int(each.value))
            yield c.part(INCOME, size, f"box:{name}", *keys, side=side, needs=shut.needs)


def boxes(c: Case) -> list[str]:
    """The reinforcement boxes: of the map, else those that are given."""
    ground = map_of(c)
    return list(ground.reinforcement_boxes) if ground else list(c.s.get("boxes", {}))


@rules("start-box.blocked")
def blocked(c: Case, box: str) -> Tri:
    """Whether a reinforcement box is blocked: the invader controls all its starting stations."""
    said = c.s.of("boxes", box, {})
    if isinstance(said, dict) and "blocked" in said:
        return known(bool(said["blocked"]) and c.k.rule("start-box.blocked"))
    if not c.k.rule("start-box.blocked"):
        return known(False)
    ground = map_of(c)
    if isinstance(said, dict) and "stations" in said:
        return all_of(controls(c, c.invader, one) for one in said["stations"])
    if ground is None:
        return open_on(f"given.boxes.{box}.blocked")
    gates = [
        name
        for name, sector in ground.sectors.items()
        if sector.get("starts") == box and sector.get("station")
    ]
    if not gates:
        return known(False)
    return all_of(controls(c, c.invader, one) for one in gates)


@rules("supply.first-round", "reinforcement.first-round", "august.second-supply")
def phase_held(c: Case, phase: str) -> bool:
    """Whether the phase takes place in this round: the first one leaves two of them out."""
    if c.s.get("round") != 1:
        return True
    if phase == "supply":
        if c.s.get("activation", 1) == 2 and c.k.rule("august.second-supply"):
            c.k.cite("august.second-supply")
            return True
        return not c.k.rule("supply.first-round")
    return not c.k.rule("reinforcement.first-round")


# -- better states -------------------------------------------------------------------------------


@rules("supply.infantry-cost", "supply.armoured-cost")
def step_cost(c: Case, unit: str) -> Derived:
    """Supply Points that a step costs, by the type of the division."""
    what = "step-cost"
    kinds = {
        "infantry-step-cost": ("supply.infantry-cost", c.infantry(unit)),
        "armoured-step-cost": ("supply.armoured-cost", c.is_(unit, "type", "armoured")),
    }
    figures = {name: c.figure(name) for name in kinds}
    for name, (key, sure) in kinds.items():
        figure = figures[name]
        if sure.value and figure and c.k.rule(key):
            keys = tuple(dict.fromkeys((key, *figure.clauses)))
            part = c.part(what, int(figure.value), f"unit:{unit}", *keys)
            return Derived(part.amount, (part,))
    open_ = [sure for _, sure in kinds.values() if sure.value is None]
    sizes = [int(f.value) for f in figures.values() if f]
    low, high = (min(sizes), max(sizes)) if sizes else (0, None)
    needs = tuple(need for one in open_ for need in one.needs) or ("parameter step-cost",)
    part = c.part(what, Amount(low, high), f"unit:{unit}", needs=tuple(dict.fromkeys(needs)))
    return Derived(part.amount, (part,))


@act("improve", ("state.improve", "supply.improve"), "side", "unit", "steps", "depot")
@rules(
    "state.improve",
    "supply.improve",
    "supply.road-cut",
    "supply.depot-division",
    "supply.one-step",
    "supply.first-round",
    "supply.after-recovery",
    "supply.track",
)
def may_improve(c: Case, a: Act) -> Iterator[Finding]:
    """May the side pay to improve the state of this division? `depot`: with the points of the
    depot in its own sector."""
    unit = a.word("unit")
    record, steps = f"unit:{unit}", a.count("steps", 1)
    yield from _held(c, "supply", "supply.first-round")
    yield from c.no(c.kind(unit) == "corps", "corps-has-no-state", "corps.no-state", record=record)
    state = c.k.find("state", c.unit(unit).state)
    better = state.raw.get("better") if state else None
    yield from c.no(not better, "cannot-be-better", "state.improve", record=record)
    yield from c.barred(unit, "improve", "cannot-improve")
    done = unit in c.s.of("spent", "improved", ())
    most, keys = c.number("improve-steps")
    if most is not None:
        yield from c.no(
            done or steps > most,
            "one-step-only",
            "supply.one-step",
            record=record,
            also=keys,
            most=most,
        )
    if unit in c.s.of("spent", "recovered", ()) and c.k.rule("supply.after-recovery"):
        a.grounds = (*a.grounds, "supply.after-recovery")
    if a.get("depot"):
        yield from _by_depot(c, a, unit)
        return
    joined = linked(c, unit)
    if not c.unit(unit).within:
        a.grounds = (*a.grounds,)
    yield from c.no(
        negate(joined), "not-linked", "supply.improve", "supply.road-cut", record=record
    )
    yield from _can_pay(c, a.side, step_cost(c, unit), "supply.track", steps)


def _held(c: Case, phase: str, key: str) -> Iterator[Finding]:
    if not phase_held(c, phase):
        yield Finding("not-in-first-round", {"phase": phase}, "", (key,))


def linked(c: Case, unit: str) -> Tri:
    """Whether a division is in an order of battle or joined by road to a corps of its side."""
    here = c.unit(unit)
    if here.within:
        return known(True)
    said = c.seen(unit, "linked")
    if said is not None:
        return known(bool(said))
    if map_of(c) is None or not here.at:
        return open_on(f"given.units.{unit}.linked")
    side = c.side(unit)
    corps = [u for u in c.s.units.values() if c.kind(u.id) == "corps" and c.side(u.id) == side]
    if not corps and not c.s.complete:
        return open_on(f"given.units.{unit}.linked")
    return any_of(
        known(True) if u.at == here.at else road_open(c, here.at, u.at, side) for u in corps if u.at
    )


def _by_depot(c: Case, a: Act, unit: str) -> Iterator[Finding]:
    """A lone infantry division of the occupier may use the depot where it stands."""
    record = f"unit:{unit}"
    a.grounds = ("state.improve", "supply.depot-division")
    key = "supply.depot-division"
    yield from c.no(not c.is_role(a.side, "occupier"), "occupier-only", key, record=record)
    yield from c.no(negate(c.infantry(unit)), "infantry-only", key, record=record)
    yield from c.no(linked(c, unit), "has-a-corps", key, record=record)
    here = c.s.where(unit)
    if not here:
        raise EngineFault(f"where {unit} stands is not given", ("given", "units", unit))
    points = c.s.of("depots", here)
    if points is None:
        yield from c.no(negate(flag(c, here, "depot")), "no-depot", key, record=f"sector:{here}")
        yield from c.no(
            open_on(f"given.depots.{here}"), "depot-short", key, record=f"sector:{here}"
        )
        return
    cost = step_cost(c, unit).amount.low or 0
    yield from c.no(int(points) < cost, "depot-short", key, record=f"sector:{here}", cost=cost)


def _can_pay(c: Case, side: str, cost: Derived, key: str, times: int = 1) -> Iterator[Finding]:
    have = c.s.of("supply", side)
    if have is None:
        yield from c.no(
            open_on(f"given.supply.{side}"),
            "no-supply",
            key,
            cost=cost.amount.to_json(),
            also=cost.clauses,
        )
        return
    low, high = cost.amount.low or 0, cost.amount.high
    if int(have) < low * times:
        yield from c.no(True, "no-supply", key, cost=low * times, also=cost.clauses)
    elif high is None or int(have) < high * times:
        yield from c.no(open_on(*cost.needs), "no-supply", key, cost=low * times)


@effect("improve")
def do_improve(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    cost = step_cost(c, unit.id).amount.low or 0
    if a.get("depot"):
        c.s.put("depots", unit.at, int(c.s.of("depots", unit.at, 0)) - cost)
    else:
        c.s.put("supply", a.side, int(c.s.of("supply", a.side, 0)) - cost)
    unit.state = str(c.k.record("state", unit.state).raw["better"])
    c.s.put("spent", "improved", [*c.s.of("spent", "improved", ()), unit.id])


@act("buy-back", ("supply.buy-back",), "side", "support", "army")
@rules("supply.buy-back", "support.permanent", "support.kampfgruppe-aside")
def may_buy(c: Case, a: Act) -> Iterator[Finding]:
    """May the side buy a destroyed Support back, into the reserve of an army?"""
    support = a.word("support")
    record = c.k.record("support", support)
    name = f"support:{support}"
    yield from _held(c, "supply", "supply.first-round")
    if record.raw.get("kampfgruppe"):
        yield from c.no(True, "set-aside", "support.kampfgruppe-aside", record=name)
    else:
        fact = c.k.fact("support", support, "permanent")
        gone = open_on(f"{support}.permanent") if fact.unknown else known(bool(fact.value))
        yield from c.no(gone, "gone-for-good", "support.permanent", record=name)
    have = c.s.of("destroyed_supports", a.side)
    if have is not None:
        yield from c.no(support not in have, "not-destroyed", "supply.buy-back", record=name)
    figure = c.figure("support-cost")
    if figure:
        part = c.part("cost", int(figure.value), name, *figure.clauses)
        yield from _can_pay(c, a.side, Derived(part.amount, (part,)), "supply.buy-back")


@effect("buy-back")
def do_buy(c: Case, a: Act) -> None:
    figure = c.figure("support-cost")
    c.s.put(
        "supply", a.side, int(c.s.of("supply", a.side, 0)) - (int(figure.value) if figure else 0)
    )
    left = list(c.s.of("destroyed_supports", a.side, ()))
    left.remove(a.word("support"))
    c.s.put("destroyed_supports", a.side, left)
    army = str(a.get("army", ""))
    if army:
        c.s.put("reserve", army, [*c.s.of("reserve", army, ()), a.word("support")])


@act("recover", ("state.shaken-recovery", "week.recovery"), "side", "unit")
@rules("state.shaken-recovery", "week.recovery", "week.sea-not-adjacent", "week.exhausted-recovery")
def may_recover(c: Case, a: Act) -> Iterator[Finding]:
    """Does this division get better for nothing at the beginning of the week?"""
    unit = a.word("unit")
    record = f"unit:{unit}"
    state = c.unit(unit).state
    recover_exhausted = state == "exhausted" and c.k.reading("exhausted-recovery") == "yes"
    wanted = ("shaken", "exhausted") if recover_exhausted else ("shaken",)
    if state == "exhausted" and recover_exhausted:
        a.grounds = ("week.exhausted-recovery",)
    yield from c.no(
        state not in wanted, "not-shaken", "state.shaken-recovery", record=record, state=state
    )
    yield from c.no(c.unit(unit).activated, "was-activated", "week.recovery", record=record)
    again = unit in c.s.of("spent", "recovered", ())
    yield from c.no(again, "recovered-already", "week.exhausted-recovery", record=record)
    if state == "exhausted" or c.k.reading("recovery-road") == "road":
        yield from c.no(negate(linked(c, unit)), "not-linked", "week.recovery", record=record)
    here = c.s.where(unit)
    at_sea = bool(here) and sector_fact(c, here, "class").value == "sea"
    if at_sea and c.k.rule("week.sea-not-adjacent"):
        a.grounds = (*a.grounds, "week.sea-not-adjacent")
    else:
        yield from c.no(enemy_adjacent(c, unit), "enemy-beside", "week.recovery", record=record)


@effect("recover")
def do_recover(c: Case, a: Act) -> None:
    unit = c.unit(a.word("unit"))
    unit.state = str(c.k.record("state", unit.state).raw["better"])
    c.s.put("spent", "recovered", [*c.s.of("spent", "recovered", ()), unit.id])


__all__ = ["income", "linked", "step_cost"]
