"""Night and light: what is lit, and the figures of the night that light sets aside."""

from __future__ import annotations

from fieldpress.engine.normandie.case import Case
from fieldpress.engine.normandie.rulebook import Figure, Rulebook
from fieldpress.engine.normandie.table import LIGHTS, OPEN, Table
from fieldpress.engine.tri import NO, YES, Tri, any_of, known, open_on


def lit(k: Rulebook, t: Table, unit: str) -> tuple[Tri, tuple[str, ...]]:
    """Whether the space of a unit is lit, and the clauses that light it.

    As told of the unit or its place; else by a light within reach. Where lights are told of, they
    are all there are; where none is, it is open.
    """
    reach = k.figure("light-reach")
    told = t.told(unit, "lit")
    place = t.place(unit)
    if told is None and place and place != OPEN:
        told = t.places.get(place, {}).get("lit")
    if told is not None:
        return known(told), ()
    if not reach.stated:
        return NO, ()
    found: list[Tri] = []
    clauses: list[str] = [*reach.clauses]
    for light in t.lights():
        near = t.within(unit, light, reach.number)
        own = k.figure("light-own-space")
        apart, _ = t.apart(unit, light)
        if apart.high == 0:
            near = own.flag
        if near.value and t.places[light].get("kind") == "lamp":
            clauses += k.figure("lamp-spaces").clauses
        found.append(near)
    if not found and not any(one.get("kind") in LIGHTS for one in t.places.values()):
        return open_on(f"given.units.{unit}.lit"), reach.clauses
    return any_of(found), tuple(clauses)


def barred_at_night(
    case: Case, code: str, figure: Figure, broken: Tri, target: str, rule: str
) -> None:
    """A limit of the night on what is done to a target, which light on the target sets aside by
    the clause `rule`."""
    bright, clauses = lit(case.k, case.t, target) if target else (NO, ())
    if not case.k.rule(rule):
        bright = NO
    case.lift(
        code, broken, bright, figure.clauses, f"unit:{target}", (*clauses, rule),
        limit=figure.value, target=target, night=case.t.night,
    )  # fmt: skip


def night_clauses(t: Table) -> tuple[str, ...]:
    """The clauses by which the scenario says what night it is, where it does."""
    return tuple(t.facts.get("night-clauses", ()))


__all__ = ["YES", "barred_at_night", "lit", "night_clauses"]
