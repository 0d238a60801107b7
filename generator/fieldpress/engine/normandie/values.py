"""Numbers of the fight: ranges, bonuses, penalties, Suppressed markers, demolition points."""

from __future__ import annotations

from fieldpress.engine.normandie.case import BASE
from fieldpress.engine.normandie.light import lit
from fieldpress.engine.normandie.sums import Sum, value
from fieldpress.engine.tri import Tri, all_of
from fieldpress.engine.verdicts import Amount, EngineFault


def bright(s: Sum, target: str | None) -> tuple[bool, tuple[str, ...]]:
    """Whether a target is known to be lit; an open answer is noted as a need."""
    if not target or not s.k.rule("light.fire"):
        return False, ()
    is_lit, clauses = lit(s.k, s.t, target)
    if is_lit.value is None:
        s.needs += is_lit.needs
    return bool(is_lit.value), clauses


# -- shots ----------------------------------------------------------------------------------------


@value("shot-range", "of", keys=("night.limited-range",))
def shot_range(s: Sum) -> None:
    """The greatest range of a unit's shot: its own, cut by the night unless the target is lit."""
    unit, limit = s.ask["of"], s.figure("night-range")
    own = s.ask.get("limited_range")
    is_lit, clauses = bright(s, s.ask.get("at"))
    if own is not None:
        s.add(own, f"unit:{unit}", operation="base")
    if limit.value is not None and is_lit:
        s.leave("rule:" + limit.clauses[0], "lit", (*clauses, "light.fire"))
    elif limit.value is not None:
        keys = limit.clauses
        if own is not None and s.k.rule("night.limited-range"):
            keys = (*keys, "night.limited-range")
        if own is None or s.k.rule("night.limited-range"):
            s.add(
                limit.number,
                "rule:" + limit.clauses[0],
                keys,
                operation="at-most" if own is not None else "base",
            )
    elif limit.needs:
        s.needs += limit.needs
    if own is None and (limit.value is None or is_lit):
        s.base("how far the unit shoots by day", f"given.units.{unit}.range")


@value("long-range-from")
def long_range(s: Sum) -> None:
    """The distance from which a shot suffers the long-range penalty."""
    start = s.figure("night-long-range")
    is_lit, clauses = bright(s, s.ask.get("at"))
    if start.value is None or is_lit:
        if is_lit and start.value is not None:
            s.leave("rule:" + start.clauses[0], "lit", (*clauses, "light.fire"))
        s.needs += start.needs
        s.base("where long range begins by day", "base.long-range")
        return
    s.add(start.number, "rule:" + start.clauses[0], start.clauses, operation="base")


@value("dispersion-added", keys=("dropped.night",))
def dispersion(s: Sum) -> None:
    """Spaces that the night adds to the dispersion of indirect fire; Dropped knows none."""
    more = s.figure("night-dispersion")
    if s.ask.get("with") == "dropped" and s.k.rule("dropped.night"):
        s.leave("rule:dropped.night", "not-at-landing", ("dropped.night",))
        return
    if more.value is None:
        s.needs += more.needs
        if not more.needs:
            s.add(0, BASE)
        return
    rules = s.figure("light-rules")
    is_lit, clauses = bright(s, s.ask.get("at"))
    if is_lit and rules.value == "all":
        s.leave("rule:" + more.clauses[0], "lit", (*more.clauses, *clauses, *rules.clauses))
        return
    s.add(more.number, "rule:" + more.clauses[0], more.clauses)
    if is_lit:
        s.clauses += rules.clauses


@value("shot-bonus", "of", keys=("cricket.bonus",))
def shot_bonus(s: Sum) -> None:
    """What carriers beside the unit and helpers add to its shot."""
    unit, weapon = s.ask["of"], s.ask.get("weapon") or "direct"
    bonus = s.figure("munitions-bonus")
    carriers = [
        u for u in s.t.units if u != unit and s.t.able(u, "munitions-carrier").value is not False
    ]
    several = s.k.reading("munitions-carriers-add") if len(carriers) > 1 else "each"
    given = 0
    for carrier in carriers if bonus.value is not None else ():
        friend = s.t.enemies(unit, carrier)
        near = all_of(
            (
                s.t.able(carrier, "munitions-carrier"),
                s.t.is_kind(unit, "infantry"),
                s.t.within(unit, carrier, 1),
                Tri(None if friend.value is None else not friend.value, friend.needs),
            )
        )
        if weapon in ("blast", "grenade") and near.value is not False:
            s.leave(f"unit:{carrier}", "not-for-blasts", bonus.clauses)
            continue
        if given and near.value and several != "each":
            if several == "once":
                s.leave(f"unit:{carrier}", "counted-once", bonus.clauses)
            else:
                wanted = ("discrepancy:munitions-carriers-add",)
                s.add(Amount(0, bonus.number), f"unit:{carrier}", bonus.clauses, needs=wanted)
            continue
        s.maybe(near, bonus.number, f"unit:{carrier}", bonus.clauses, "not-beside")
        given += bool(near.value)
    if bonus.value is not None and s.t.able(unit, "munitions-carrier").value:
        s.leave(f"unit:{unit}", "not-for-itself", bonus.clauses)
    for helper in s.ask.get("helpers", ()):
        if not s.k.rule("cricket.bonus"):
            continue
        combat = s.t.told(helper, "combat")
        needs = () if combat is not None else (f"given.units.{helper}.combat",)
        s.add(combat, f"unit:{helper}", ("cricket.bonus",), needs=needs)
    if not s.parts:
        s.add(0, BASE)


@value("defence-bonus", "of", "count", keys=("camo.bonus", "camo.blast"))
def defence_bonus(s: Sum) -> None:
    """What so many Camo tokens add to a unit's defence."""
    each = s.figure("camo-bonus")
    if each.value is None:
        s.add(0, BASE)
        return
    if s.ask.get("weapon") in ("blast", "grenade") and s.k.rule("camo.blast"):
        s.leave("rule:camo.bonus", "not-from-blasts", ("camo.blast",))
        return
    s.maybe(
        s.t.is_kind(s.ask["of"], "infantry"), each.number * s.ask["count"],
        "rule:" + each.clauses[0], each.clauses, "infantry-only",
    )  # fmt: skip


@value("assault-bonus", "of")
def assault_bonus(s: Sum) -> None:
    """What Knife markers and Shovel tokens add to a result in an assault."""
    for name in ("knife", "shovel"):
        each, count = s.figure(f"{name}-bonus"), s.ask.get(name)
        if each.value is not None and count:
            s.add(each.number * count, "rule:" + each.clauses[0], each.clauses)
    if not s.parts:
        s.add(0, BASE)


@value("movement-bonus", "of", "count")
def movement_bonus(s: Sum) -> None:
    """What Sprint markers add to a unit's movement."""
    each = s.figure("sprint-bonus")
    amount = 0 if each.value is None else each.number * s.ask["count"]
    s.add(amount, "rule:" + each.clauses[0] if each.clauses else BASE, each.clauses)


@value("moving-fire-penalty", "of")
def moving_fire(s: Sum) -> None:
    """The penalty of firing on the move: of a Walking Fire marker, or of a flamethrower."""
    name = "flame-moving" if s.ask.get("weapon") == "flamethrower" else "walking-fire-penalty"
    found, better = s.figure(name), s.figure("walking-fire-improves")
    own = s.ask.get("penalty")
    if found.value is None:
        s.base("firing on the move", "base.firing-on-the-move")
        return
    keys = found.clauses
    if own is not None and name == "walking-fire-penalty":
        if better.value is None or own != better.number:
            s.add(own, f"unit:{s.ask['of']}", operation="base")
            s.leave("rule:" + keys[0], "not-improved", better.clauses)
            return
        keys = (*better.clauses, *keys)
    s.add(found.number, "rule:" + keys[0], keys, operation="base")


@value("mine-strength", "of", "count", keys=("hawkins.several", "hawkins.explode"))
def mines(s: Sum) -> None:
    """The strength of the mines on one target: their values together, for one roll."""
    each = s.ask.get("each")
    keys = [key for key in ("hawkins.several", "hawkins.explode") if s.k.rule(key)]
    many = s.ask["count"] if "hawkins.several" in keys else min(1, s.ask["count"])
    if each is None:
        s.add(None, "rule:hawkins.explode", keys, needs=("base.hawkins-value",))
    else:
        s.add(each * many, "rule:hawkins.explode", keys)


@value("dice", "for")
def dice(s: Sum) -> None:
    """How many dice are rolled: for a lamp, for mines, for a hole, for a bunker."""
    name = {"lamp": "lamp-dice", "mines": "hawkins-dice"}.get(s.ask["for"])
    if name is None:
        raise EngineFault("value: dice is asked for lamp or mines")
    found = s.figure(name)
    if found.value is None:
        s.base("how many dice are rolled", "base.dice")
    else:
        s.add(found.number, "rule:" + found.clauses[0], found.clauses, operation="base")


@value("demolition-points", "of", keys=("hole.demolition-points",))
def demolition(s: Sum) -> None:
    """The demolition points on a building: Destruction markers and holes."""
    place = s.t.places.get(s.ask["of"], {})
    other, hole = place.get("demolition"), place.get("hole")
    path = f"given.places.{s.ask['of']}"
    needs = () if other is not None else (f"{path}.demolition",)
    s.add(other, f"place:{s.ask['of']}", needs=needs)
    if s.k.rule("hole.demolition-points"):
        needs = () if hole is not None else (f"{path}.hole",)
        s.add(hole, "counter:hole", ("hole.demolition-points",), needs=needs)


@value("rolls", "count", keys=("hole.pattern-buildings", "hole.pattern-two-walls"))
def rolls(s: Sum) -> None:
    """How often the Destruction dice are rolled: for each building under the pattern, for two walls
    of one building once."""
    if s.ask.get("walls") and s.k.rule("hole.pattern-two-walls"):
        s.add(1, "rule:hole.pattern-two-walls", ("hole.pattern-two-walls",))
    elif s.k.rule("hole.pattern-buildings"):
        s.add(s.ask["count"], "rule:hole.pattern-buildings", ("hole.pattern-buildings",))
    else:
        s.base("how often dice are rolled", "base.rolls")


@value("grenade-reach", "from")
def grenade_reach(s: Sum) -> None:
    """How many interspaces deep a grenade goes into a large building."""
    found = s.figure(f"large-grenade-{s.ask['from']}")
    if found.value is None:
        s.base("how far a grenade is thrown", "base.grenade-range")
    else:
        s.add(found.number, "rule:" + found.clauses[0], found.clauses, operation="base")


@value(
    "suppressed", "of", keys=("dropped.order", "dropped.supply", "dropped.rough", "dropped.friend")
)
def suppressed(s: Sum) -> None:
    """Suppressed markers that a unit takes: on landing, waking, under flames, from a lost craft."""
    how = s.ask.get("after")
    names = {
        "waking": "sleep-woken",
        "flames": "flame-suppressed",
        "craft-lost": "craft-suppressed",
    }
    if how in names:
        found = s.figure(names[how])
        if found.value is None:
            s.base("what it takes", f"base.{how}")
        else:
            s.add(found.number, "rule:" + found.clauses[0], found.clauses)
        return
    landed = s.ask.get("landed")
    if landed not in ("order", "supply"):
        raise EngineFault("value: suppressed needs `after`, or `landed` (order or supply)")
    own = s.figure("dropped-suppressed" if landed == "order" else "dropped-suppressed-supply")
    scenario = s.figure("drop-suppressed")
    first = scenario if scenario.value is not None else own
    if own.value is not None:
        s.add(own.number, "rule:" + own.clauses[0], own.clauses, operation="base")
    if scenario.value is not None:
        every = s.k.reading("no-suppressed-which") == "every-marker"
        how = "at-most" if every else "base-at-most"
        s.add(scenario.number, "rule:" + scenario.clauses[0], scenario.clauses, operation=how)
    on = s.ask.get("on")
    rough = s.figure("dropped-terrain-suppressed")
    if on == "rough" and rough.value is not None:
        if s.k.reading("second-suppressed") == "two-in-all":
            s.add(rough.number, "rule:" + rough.clauses[0], rough.clauses, operation="set")
        else:
            s.add(rough.number, "rule:" + rough.clauses[0], rough.clauses)
    friend = s.figure("dropped-friend-suppressed")
    if on == "friend" and friend.value is not None:
        s.add(friend.number, "rule:" + friend.clauses[0], friend.clauses)
    if first.value is None and not s.parts:
        s.add(0, BASE)
