"""Supports and Doctrines: who may lend what to a combat, and what it does there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import distance_to, map_of, nearest, road_open, within
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.table import ROLES
from fieldpress.engine.tri import Tri, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault, Finding


def used(c: Case, role: str) -> list[str]:
    """The Supports that a role has in the combat."""
    return [str(one["support"]) for one in c.combat.supports[role]]


def effects_of(c: Case, role: str, do: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The effects of one kind of the Supports in the combat, each with its Support. An effect that
    no source states leaves a reservation."""
    for ident in used(c, role):
        fact = c.k.fact("support", ident, "effects")
        if fact.unknown and (f"support:{ident}", "effects") not in {
            (one.record, one.field) for one in c.k.ledger.reservations
        }:
            c.k.reserve_judgement(f"support:{ident}", "effects", fact.why)
        for part in fact.value or ():
            if part["do"] == do and c.k.stands(*part["clauses"]):
                yield ident, part


def national(c: Case, corps: str, role: str) -> Tri:
    """Whether a corps and a division in the combat are of nations that are kept apart."""
    mine, others = c.fact(corps, "nation"), c.combat.units[role]
    if not mine.known:
        return open_on(c.need(corps, "nation"))
    side = c.role_side(role)
    needs: list[str] = []
    for unit in others:
        if c.kind(unit) != "division" or c.side(unit) != side:
            continue
        theirs = c.fact(unit, "nation")
        if theirs.known and theirs.value != mine.value:
            return known(True)
        if theirs.unknown:
            needs.append(c.need(unit, "nation"))
    return open_on(*needs) if needs else known(False)


def fights(c: Case, corps: str) -> bool:
    """Whether a corps takes part in the combat itself."""
    return any(corps in c.combat.units[role] for role in ROLES)


@act("support", ("support.use", "support.in-corps"), "side", "support", "from")
@rules(
    "support.use",
    "support.in-corps",
    "support.range",
    "support.roads",
    "support.nationality",
    "corps.no-cross-support",
    "corps.support-reach",
    "drop.no-support",
    "movement.join-activated",
)
def may_support(c: Case, a: Act) -> Iterator[Finding]:
    """May this corps lend this Support to the combat?"""
    corps, support = a.word("from"), a.word("support")
    role = c.side_role(a.side)
    c.k.record("support", support)
    if c.kind(corps) != "corps":
        raise EngineFault(
            f"{corps} is no corps: Supports lie in the order of battle of a corps", a.path("from")
        )
    here = c.unit(corps)
    gone = [str(one["support"]) for one in c.combat.supports[role] if one.get("from") == corps]
    left = list(here.supports)
    for one in gone:
        if one in left:
            left.remove(one)
    yield from c.no(
        support not in left,
        "no-such-support",
        "support.in-corps",
        record=f"support:{support}",
        corps=corps,
    )
    if not fights(c, corps):
        reach, keys = c.number("support-reach")
        if reach is not None:
            far = negate(within(c, corps, c.combat.at, reach, nearest(c)))
            yield from c.no(
                far,
                "too-far",
                "corps.support-reach",
                "support.range",
                record=f"unit:{corps}",
                also=keys,
                most=reach,
            )
        yield from c.no(
            negate(_road(c, corps)), "road-cut", "support.roads", record=f"unit:{corps}"
        )
    crossed = national(c, corps, role)
    yield from c.no(
        crossed, "nations", "support.nationality", "corps.no-cross-support", record=f"unit:{corps}"
    )
    if c.combat.raw.get("drop"):
        yield from c.no(True, "drop-zone", "drop.no-support", record=f"unit:{corps}")
    joined = c.combat.raw.get("joined")
    yield from c.no(
        joined == corps, "joined-on-way", "movement.join-activated", record=f"unit:{corps}"
    )


@effect("support")
def do_support(c: Case, a: Act) -> None:
    role = c.side_role(a.side)
    c.combat.supports[role].append({"support": a.word("support"), "from": a.word("from")})


def _road(c: Case, corps: str) -> Tri:
    said = c.seen(corps, "road")
    if said is not None:
        return known(said == "open")
    here = c.s.where(corps)
    if map_of(c) is None or not here:
        return open_on(f"given.units.{corps}.road")
    reach, _ = c.number("support-reach")
    return road_open(c, here, c.combat.at, c.side(corps), controlled=False, most=reach)


@act("doctrine", ("combat.doctrine-attacker", "combat.doctrine-defender"), "side", "army")
@rules(
    "combat.doctrine-attacker",
    "combat.doctrine-defender",
    "army.doctrine-once",
    "army.doctrine-range",
)
def may_doctrine(c: Case, a: Act) -> Iterator[Finding]:
    """May this army's Doctrine be used in the combat?"""
    army, role = a.word("army"), c.side_role(a.side)
    key = f"combat.doctrine-{role}"
    a.grounds = (key,)
    most, keys = c.number("doctrines-in-combat")
    have = 1 if c.combat.part("doctrine", role) else 0
    if most is not None:
        yield from c.no(have >= most, "doctrine-already", key, also=keys, most=most)
    spent = c.s.of("spent", "doctrines", ())
    yield from c.no(army in spent, "doctrine-used", "army.doctrine-once", record=f"unit:{army}")
    reach, keys = c.number("doctrine-reach")
    corps = [
        u.id
        for u in c.s.units.values()
        if c.kind(u.id) == "corps" and army in (c.word(u.id, "army") or _boards(c, u.id))
    ]
    if reach is not None:
        near = [within(c, one, c.combat.at, reach, nearest(c)) for one in corps]
        sure = (
            known(True)
            if any(n.value for n in near)
            else open_on(*(need for n in near for need in n.needs))
            if any(n.value is None for n in near)
            else known(False)
            if corps
            else open_on(f"given.units: a corps of {army}")
        )
        yield from c.no(
            negate(sure),
            "army-far",
            "army.doctrine-range",
            record=f"unit:{army}",
            also=keys,
            most=reach,
        )


@effect("doctrine")
def do_doctrine(c: Case, a: Act) -> None:
    found = dict(c.combat.raw.get("doctrine") or {})
    c.combat.raw["doctrine"] = {**found, c.side_role(a.side): {"army": a.word("army")}}


def _boards(c: Case, corps: str) -> tuple[str, ...]:
    record = c.k.find("unit", corps)
    return tuple(record.armies) if record is not None else ()


@act(
    "harm-retreating",
    ("support.aviation", "result.voluntary"),
    "side",
    "support",
    "unit",
    "chosen_by",
)
@rules("support.aviation", "result.voluntary", "support.aviation-weather")
def may_harm(c: Case, a: Act) -> Iterator[Finding]:
    """May a Support be destroyed to worsen a division that retreats?"""
    role, support, unit = c.side_role(a.side), a.word("support"), a.word("unit")
    foe = "defender" if role == "attacker" else "attacker"
    found = [part for ident, part in effects_of(c, role, "harm-retreating") if ident == support]
    yield from c.no(
        support not in used(c, role), "not-engaged", "result.voluntary", record=f"support:{support}"
    )
    if support in used(c, role):
        fact = c.k.fact("support", support, "effects")
        sure = open_on(f"{support}.effects") if fact.unknown else known(not found)
        yield from c.no(sure, "no-such-effect", "support.aviation", record=f"support:{support}")
    applied = c.combat.raw.get("applied", ())
    yield from c.no(foe not in applied and role_done(c, foe), "results-first", "result.voluntary")
    yield from c.no(
        not c.combat.has("retreated", unit),
        "not-retreating",
        "support.aviation",
        record=f"unit:{unit}",
    )
    chooser = found[0].get("chooser", "opponent") if found else "opponent"
    owner = c.role_side(foe)
    by = a.get("chosen_by")
    wrong = by is not None and (by == owner) != (chooser == "opponent")
    yield from c.no(wrong, "opponent-chooses", "support.aviation", record=f"unit:{unit}")
    for part in found:
        for event in part.get("barred_by", ()):
            played = event in c.s.get("weather", ())
            yield from c.no(played, "weather", "support.aviation-weather", record=f"card:{event}")


@effect("harm-retreating")
def do_harm(c: Case, a: Act) -> None:
    """The Support is destroyed, and the division gets worse."""
    from fieldpress.engine.overlord.results import to_box, worsen

    role, support = c.side_role(a.side), a.word("support")
    one = next(x for x in c.combat.supports[role] if x["support"] == support)
    c.combat.supports[role].remove(one)
    to_box(c, a.side, support)
    worsen(c, a.word("unit"))


def role_done(c: Case, role: str) -> bool:
    """Whether something is said of which side has applied its results."""
    return "applied" in c.combat.raw


__all__ = ["distance_to", "effects_of", "fights", "national", "used"]
