"""Damage: how many results, of which kind, and what makes one impossible."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.contributions import ZERO
from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import INVADER, Case
from fieldpress.engine.overlord.ground import (
    OBJECTIVE,
    SEA,
    class_of,
    controls,
    enemy_adjacent,
    is_class,
    map_of,
    must_be_sector,
    neighbours,
    occupied,
    room,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.supporting import used
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER
from fieldpress.engine.overlord.values import Derived, combat_value, units_in
from fieldpress.engine.overlord.withdrawing import reach_of_retreat
from fieldpress.engine.tri import Tri, all_of, any_of, known, negate, open_on
from fieldpress.engine.verdicts import Amount, EngineFault, Finding

RESULTS = "results"


def damage(c: Case, role: str) -> Derived:
    """The damage points that a role suffers: the other's Combat value, stated or derived."""
    other = DEFENDER if role == ATTACKER else ATTACKER
    told = c.combat.part("values", other)
    if told is not None:
        part = c.part("damage", int(told), f"given.combat.values.{other}", why="stated")
        return Derived(Amount.of(int(told)), (part,))
    return combat_value(c, other)


@rules("result.steps", "result.suffered")
def results(c: Case, role: str) -> Derived:
    """How many combat results a role has to apply: one for each full step of damage."""
    suffered = damage(c, role)
    step, keys = c.number("damage-step")
    if step is None or not c.k.rule("result.steps", "result.suffered"):
        part = c.part(
            RESULTS, Amount(0, None), "rule:result.steps", needs=("parameter damage-step",)
        )
        return Derived(Amount(0, None), (part,))
    low, high = suffered.amount.low, suffered.amount.high
    amount = Amount(max(0, (low or 0) // step), None if high is None else max(0, high // step))
    cited = tuple(dict.fromkeys(("result.suffered", "result.steps", *keys)))
    part = c.part(
        RESULTS,
        amount,
        "given.combat",
        *cited,
        side=c.role_side(role),
        needs=suffered.needs,
        why="steps",
        damage=suffered.amount.to_json(),
        step=step,
    )
    told = tuple(p for p in suffered.parts if p.what != "damage")
    return Derived(amount, (*told, part))


@rules("state.destroyed", "corps.no-state")
def worsen(c: Case, ident: str) -> None:
    """A division gets worse by a state; one whose state says so is destroyed outright."""
    unit = c.unit(ident)
    if c.kind(ident) == "corps":
        return
    if any("deteriorates" in part["events"] for part in _ends(c, ident)):
        return destroy(c, ident)
    record = c.k.find("state", unit.state)
    worse = str(record.raw.get("worse", "")) if record else ""
    if not worse:
        raise EngineFault(f"no state is worse than {unit.state}")
    unit.state = worse
    if worse == "destroyed":
        destroy(c, ident)
    return None


def _ends(c: Case, ident: str) -> Iterator[dict[str, list[str]]]:
    """What destroys a division outright in its states, with clauses that hold."""
    for record in c.states(ident):
        part = record.raw.get("destroyed_when")
        if part and c.k.stands(*part["clauses"]):
            yield part


def destroy(c: Case, ident: str) -> None:
    """A unit is out of the game; the opponent scores for it."""
    from fieldpress.engine.overlord.scoring import score

    unit, side = c.unit(ident), c.side(ident)
    corps = c.kind(ident) == "corps"
    unit.state = "destroyed"
    unit.at = unit.within = ""
    if corps:
        army = c.word(ident, "army")
        if unit.supports and army:
            c.s.put("reserve", army, [*c.s.of("reserve", army, ()), *unit.supports])
        unit.supports = []
    if c.s.combat is not None:
        c.combat.add("destroyed", ident)
    figure = c.figure("corps-vp" if corps else "division-vp")
    if figure:
        score(c, c.k.other(side), int(figure.value))


def left(c: Case, a: Act) -> Iterator[Finding]:
    """An objection where the side has applied all its results; where the damage is told."""
    role = c.side_role(a.side)
    other = DEFENDER if role == ATTACKER else ATTACKER
    if c.combat.part("values", other) is None:
        return
    many, used = results(c, role), c.combat.part("used", role) or 0
    if many.amount.known:
        full = int(used) >= many.amount.number
        yield from c.no(full, "no-results-left", "result.steps", most=many.amount.number)


def count_result(c: Case, side: str) -> None:
    """One more result of the side is applied."""
    role = c.side_role(side)
    found = dict(c.combat.raw.get("used") or {})
    c.combat.raw["used"] = {**found, role: int(found.get(role, 0)) + 1}


@act("deteriorate", ("result.kinds", "result.deteriorate"), "side", "unit")
@rules("result.kinds", "result.deteriorate", "withdraw.left-out", "corps.no-state")
def may_deteriorate(c: Case, a: Act) -> Iterator[Finding]:
    """May this be a result: a division of the side gets worse by a state?"""
    unit = a.word("unit")
    role = c.side_role(a.side)
    record = f"unit:{unit}"
    yield from left(c, a)
    yield from c.no(c.kind(unit) == "corps", "corps-has-no-state", "corps.no-state", record=record)
    out = c.combat.has("left_out", unit)
    yield from c.no(out, "left-out", "withdraw.left-out", record=record)
    absent = not out and unit not in units_in(c, role) and not c.combat.has("retreated", unit)
    yield from c.no(absent, "took-no-part", "result.deteriorate", record=record)


@effect("deteriorate")
def do_deteriorate(c: Case, a: Act) -> None:
    count_result(c, a.side)
    worsen(c, a.word("unit"))


@act("retreat", ("result.kinds", "retreat.move"), "side", "unit", "to", "moves")
@rules(
    "result.kinds",
    "retreat.once",
    "retreat.move",
    "retreat.where",
    "retreat.sector-empty",
    "retreat.sea",
    "retreat.exhausted",
    "withdraw.left-out",
    "static.retreat",
)
def may_retreat(c: Case, a: Act) -> Iterator[Finding]:
    """May this division retreat to this sector as a result?"""
    unit, to = a.word("unit"), must_be_sector(c, a.word("to"), a.path("to"))
    record, role = f"unit:{unit}", c.side_role(a.side)
    yield from left(c, a)
    corps = c.kind(unit) == "corps"
    yield from c.no(corps, "only-divisions-retreat", "result.kinds", record=record)
    yield from c.no(
        c.combat.has("retreated", unit), "retreated-once", "retreat.once", record=record
    )
    yield from c.no(c.combat.has("left_out", unit), "left-out", "withdraw.left-out", record=record)
    if c.unit(unit).state == "exhausted" and c.k.rule("retreat.exhausted"):
        a.grounds = (*a.grounds, "retreat.exhausted")
    foe = c.k.other(a.side)
    yield from c.no(occupied(c, to, foe), "enemy-there", "movement.enemy", record=f"sector:{to}")
    if is_class(c, to, SEA).value:
        if c.is_role(a.side, INVADER) and c.k.rule("retreat.sea"):
            a.grounds = (*a.grounds, "retreat.sea")
        else:
            yield from c.no(True, "not-into-the-sea", "retreat.sea", record=f"sector:{to}")
    else:
        near = _beside_enemy(c, a, unit, to, role)
        yield from c.no(near, "enemy-adjacent", "retreat.where", record=f"sector:{to}")
        theirs = all_of((is_class(c, to, OBJECTIVE), controls(c, foe, to)))
        yield from c.no(theirs, "enemy-objective", "retreat.where", record=f"sector:{to}")
    if map_of(c) is not None:
        fits, key = room(c, to, a.side, [unit])
        full = negate(fits) if c.k.reading("retreat-room") != "yes" else known(False)
        yield from c.no(full, "no-room", "retreat.move", record=f"sector:{to}", also=(key,))
    yield from reach_of_retreat(c, a, [unit], to, "retreat-sectors", "retreat.move")


def _beside_enemy(c: Case, a: Act, unit: str, to: str, role: str) -> Tri:
    """Whether an enemy stands next to where it goes. For a defender the attacked sector counts as
    not occupied by the attacker yet."""
    said = c.s.of("sectors", to, {})
    if isinstance(said, dict) and "enemy_adjacent" in said:
        return known(bool(said["enemy_adjacent"]))
    if map_of(c) is None:
        return open_on(f"given.sectors.{to}.enemy_adjacent")
    foe = c.k.other(a.side)
    around = sorted(neighbours(c, to))
    if role == DEFENDER and c.k.rule("retreat.sector-empty") and c.combat.at in around:
        around.remove(c.combat.at)
        a.grounds = (*a.grounds, "retreat.sector-empty")
    return any_of(occupied(c, one, foe) for one in around)


@effect("retreat")
@rules("retreat.leaves-corps", "retreat.impossible")
def do_retreat(c: Case, a: Act) -> None:
    """It goes there and leaves its corps; out of supply, it surrenders instead."""
    count_result(c, a.side)
    unit = c.unit(a.word("unit"))
    if any("retreats" in part["events"] for part in _ends(c, unit.id)):
        destroy(c, unit.id)
        return
    unit.at = a.word("to")
    if unit.within and c.did("retreat.leaves-corps"):
        unit.within = ""
    unit.seen.pop("distance", None)
    c.combat.add("retreated", unit.id)


@act("destroy-supports", ("result.kinds", "result.two-supports"), "side", "supports")
@rules("result.kinds", "result.two-supports")
def may_destroy(c: Case, a: Act) -> Iterator[Finding]:
    """May this be a result: these Supports are destroyed?"""
    role, supports = c.side_role(a.side), a.words("supports")
    yield from left(c, a)
    many, keys = c.number("supports-for-result")
    have = list(used(c, role))
    if many is not None:
        few = len(have) < many
        yield from c.no(few, "too-few-supports", "result.two-supports", also=keys, most=many)
        yield from c.no(
            not few and len(supports) != many,
            "not-so-many",
            "result.two-supports",
            also=keys,
            most=many,
        )
    for support in supports:
        yield from c.no(
            support not in have, "not-engaged", "result.two-supports", record=f"support:{support}"
        )
        if support in have:
            have.remove(support)


@effect("destroy-supports")
def do_destroy(c: Case, a: Act) -> None:
    count_result(c, a.side)
    role = c.side_role(a.side)
    for support in a.words("supports"):
        one = next(x for x in c.combat.supports[role] if x["support"] == support)
        c.combat.supports[role].remove(one)
        to_box(c, a.side, support)


@rules("support.destroyed", "support.permanent", "support.kampfgruppe-aside")
def fate(c: Case, support: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Where a destroyed Support goes (destroyed-supports, removed, set-aside or nothing), by which
    clauses, and what would have to be known."""
    record = c.k.record("support", support)
    if record.raw.get("kampfgruppe") and c.k.rule("support.kampfgruppe-aside"):
        return "set-aside", ("support.kampfgruppe-aside",), ()
    fact = c.k.fact("support", support, "permanent")
    if fact.unknown:
        return "", ("support.permanent", "support.destroyed"), (f"{support}.permanent",)
    if fact.known and fact.value:
        if c.k.rule("support.permanent"):
            return "removed", ("support.permanent",), ()
        return "", (), ()
    if c.k.rule("support.destroyed"):
        return "destroyed-supports", ("support.destroyed",), ()
    return "", (), ()


def to_box(c: Case, side: str, support: str) -> None:
    """Put a destroyed Support where it goes."""
    where, _, _ = fate(c, support)
    if where == "destroyed-supports":
        c.s.put("destroyed_supports", side, [*c.s.of("destroyed_supports", side, ()), support])
    elif where == "set-aside":
        c.s.add("set_aside", support)


def where_to(c: Case, unit: str) -> tuple[list[str], Tri]:
    """On the map: the sectors that a division may retreat to, and whether that is known."""
    from fieldpress.engine.overlord.ground import need_map

    ground = need_map(c, "where a division may retreat")
    side = c.side(unit)
    good, needs = [], []
    for sector in ground.sectors:
        if sector == c.combat.at:
            continue
        a = Act("retreat", side, {"unit": unit, "to": sector}, (), ())
        found = list(may_retreat(c, a))
        if not found:
            good.append(sector)
        elif all(one.status == "open" for one in found):
            needs += [need for one in found for need in one.needs]
    return good, open_on(*dict.fromkeys(needs)) if needs else known(True)


__all__ = [
    "ZERO",
    "class_of",
    "damage",
    "enemy_adjacent",
    "fate",
    "negate",
    "results",
    "where_to",
    "worsen",
]
