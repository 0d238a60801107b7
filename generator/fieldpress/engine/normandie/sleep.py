"""Sleepers: what they cannot do, who wakes them, and what an assault does."""

from __future__ import annotations

from collections.abc import Callable

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import BUILDINGS, Table
from fieldpress.engine.tri import NO, Tri, any_of, known, negate

NOISES = ("shot", "blast", "destruction", "assault")


@on("receive_order", "receive_activated", "move_in_supply", keys=("sleep.no-orders",))
def inert(case: Case) -> None:
    """Who sleeps takes neither Order nor Activated marker, nor moves in the Supply Phase."""
    if case.k.rule("sleep.no-orders"):
        asleep = case.t.marked(case.act.unit, "sleeping")
        case.bar("asleep-inert", asleep, ("sleep.no-orders",), act=case.act.verb)
    case.base("to whom markers go, and who moves")


@on("wake", keys=("sleep.wakes-unit",))
def nudge(case: Case) -> None:
    """A unit with an Order wakes a sleeper beside it at the end of its movement."""
    if not case.provided("sleep.wakes-unit"):
        return
    target, unit = case.act.what, case.act.unit
    case.bar("not-asleep", negate(case.t.marked(target, "sleeping")), (), f"unit:{target}")
    case.need("no-order", case.t.marked(unit, "order"), ("sleep.wakes-unit",))
    case.need(
        "not-adjacent", case.t.within(unit, target, 1), ("sleep.wakes-unit",), f"unit:{target}"
    )
    case.need("not-at-end", case.said("end"), ("sleep.wakes-unit",))
    whom = case.figure("sleep-wakers")
    if whom.value == "building":
        inside = case.t.stands_in(target, *BUILDINGS)
        case.need("not-in-building", inside, whom.clauses, f"unit:{target}")


def wakes(k: Rulebook, t: Table, sleeper: str, noise: str, at: str) -> tuple[Tri, tuple[str, ...]]:
    """Whether a noise at a unit or place wakes a sleeper, and by which clauses.

    `shot`: fired from where `at` stands; `blast`, `destruction`: where it strikes; `assault`: where
    it is fought.
    """
    asleep = t.marked(sleeper, "sleeping")
    if asleep.value is False:
        return NO, ()
    inside = t.stands_in(sleeper, *BUILDINGS)
    if inside.value is None:
        return inside, ()
    if not inside.value:
        loud = noise != "assault"
        if not k.rule("sleep.wakes-outside"):
            return NO, ()
        return known(loud), ("sleep.wakes-outside",)
    building = str(t.place(sleeper))
    here = _in_or_near(t, at, building)
    if noise == "assault":
        if not k.rule("sleep.wakes-assault"):
            return NO, ()
        return here(0), ("sleep.wakes-assault",)
    reach = k.figure("sleep-shot-building" if noise == "shot" else "sleep-noise-building")
    if reach.value is None:
        return NO, ()
    return here(reach.number), reach.clauses


def _in_or_near(t: Table, at: str, building: str) -> Callable[[int], Tri]:
    """Whether something is in a building, or within so many spaces of it (0: in it alone)."""

    def answer(reach: int) -> Tri:
        if at == building:
            return known(True)
        inside = t.same_place(at, building) if at in t.units else known(at == building)
        if inside.value or reach == 0:
            return inside
        return any_of((inside, t.within(at, building, reach)))

    return answer
