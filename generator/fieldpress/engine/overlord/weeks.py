"""The course of a week: income taken, Operations and Festungen scored, one phase after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.contributions import fold
from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ending import festung_points, operation_goes, resolve
from fieldpress.engine.overlord.ground import controls
from fieldpress.engine.overlord.logistics import income, phase_held
from fieldpress.engine.overlord.order import initiative, phases
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.scoring import final, score
from fieldpress.engine.tri import known, open_on
from fieldpress.engine.verdicts import EngineFault, Finding


@act("collect", ("supply.track",), "side")
@rules("supply.track", "supply.first-round")
def may_collect(c: Case, a: Act) -> Iterator[Finding]:
    """May the side take its Supply Points now?"""
    if not phase_held(c, "supply"):
        yield Finding("not-in-first-round", {"phase": "supply"}, "", ("supply.first-round",))
    done = a.side in c.s.of("spent", "collected", ())
    yield from c.no(done, "collected", "supply.track")
    found = income(c, a.side)
    if not found.amount.known:
        yield from c.no(open_on(*found.needs), "income-unknown", "supply.track")


@effect("collect")
def do_collect(c: Case, a: Act) -> None:
    """The points go on the track; a depot that was taken is empty."""
    found = income(c, a.side)
    have = int(c.s.of("supply", a.side, 0))
    c.s.put("supply", a.side, have + (found.amount.low or 0))
    c.s.put("spent", "collected", [*c.s.of("spent", "collected", ()), a.side])
    for sector, points in dict(c.s.get("depots") or {}).items():
        if points and a.side == c.invader and controls(c, a.side, sector).value:
            c.s.put("depots", sector, 0)


@act("resolve-operation", ("week-end.operations",), "side", "operation", "met")
@rules("week-end.operations")
def may_resolve(c: Case, a: Act) -> Iterator[Finding]:
    """May this Operation of the week be turned up and checked? `met`: its condition, if special."""
    ident = a.word("operation")
    c.k.record("operation", ident)
    weeks = {one["operation"]: one["week"] for one in (c.s.get("plan") or {}).get("weeks", ())}
    week = _week(c)
    if ident not in weeks or week is None:
        yield from c.no(
            ident not in weeks, "not-this-week", "week-end.operations", record=f"operation:{ident}"
        )
    else:
        yield from c.no(
            weeks[ident] != week,
            "not-this-week",
            "week-end.operations",
            record=f"operation:{ident}",
        )
    for part in resolve(c, ident, a.get("met")):
        if not part.amount.known:
            yield from c.no(
                open_on(*part.needs),
                "outcome-unknown",
                "week-end.operations",
                record=f"operation:{ident}",
            )


def _week(c: Case) -> int | None:
    """The week of the month, from 1."""
    now, rounds = c.s.get("round"), c.figure("rounds")
    months = list(c.k.scenario.raw["months"]) if c.k.scenario else []
    if now is None or rounds is None or not months:
        return None
    each = max(1, int(rounds.value) // len(months))
    return (int(now) - 1) % each + 1


@effect("resolve-operation")
def do_resolve(c: Case, a: Act) -> None:
    """Points are scored, and the card goes where it goes."""
    ident = a.word("operation")
    won = "failure"
    for part in resolve(c, ident, a.get("met")):
        if part.amount.known and part.counted:
            score(c, part.side, part.amount.number)
            won = "success" if part.side == c.invader else "failure"
    to, _ = operation_goes(c, ident, won)
    plan = dict(c.s.get("plan") or {})
    plan["weeks"] = [one for one in plan.get("weeks", ()) if one["operation"] != ident]
    if to in ("successful", "failed"):
        plan[to] = [*plan.get(to, ()), ident]
    c.s.parts["plan"] = plan


@act("score-festungen", ("week-end.festungen",), "side")
@rules("week-end.festungen")
def may_score(c: Case, a: Act) -> Iterator[Finding]:
    """May the occupier score his Festungen at the end of the week?"""
    yield from c.no(a.side != c.occupier, "occupier-only", "week-end.festungen")
    done = a.side in c.s.of("spent", "festungen", ())
    yield from c.no(done, "collected", "week-end.festungen")
    for part in festung_points(c, "per_week", "week-end.festungen"):
        if not part.amount.known:
            yield from c.no(
                open_on(*part.needs), "outcome-unknown", "week-end.festungen", record=part.record
            )


@effect("score-festungen")
def do_score(c: Case, a: Act) -> None:
    found = fold(festung_points(c, "per_week", "week-end.festungen"), "victory-points")
    score(c, a.side, found.low or 0)
    c.s.put("spent", "festungen", [a.side])


@act("end-game", ("game-end.read",))
@rules("game-end.read")
def may_end_game(c: Case, a: Act) -> Iterator[Finding]:
    """Is the game over, and may the last points be scored?"""
    rounds, now = c.figure("rounds"), c.s.get("round")
    if rounds is None or now is None:
        yield from c.no(open_on("given.round"), "not-over", "game-end.read")
        return
    early = int(now) < int(rounds.value) or c.s.get("phase") != "week-end"
    yield from c.no(early, "not-over", "game-end.read", also=rounds.clauses)
    for side in c.k.game.sides:
        found = final(c, side)
        if not found.amount.known:
            yield from c.no(open_on(*found.needs), "outcome-unknown", "game-end.read")


@effect("end-game")
def do_end_game(c: Case, a: Act) -> None:
    for side in c.k.game.sides:
        score(c, side, final(c, side).amount.low or 0)
    c.s.parts["phase"] = "game-end"


# -- one phase after another --------------------------------------------------------------------


def place(c: Case) -> tuple[list[Mapping[str, Any]], int]:
    """The phases of this round, and which of them it is; -1 where that is not given."""
    found = phases(c)
    kind, number = c.s.get("phase"), int(c.s.get("activation", 1))
    here = [i for i, step in enumerate(found) if step.get("phase") == kind]
    if not here:
        return found, -1
    return found, here[min(number, len(here)) - 1] if len(here) > 1 else here[0]


@act("next-phase", ("sequence.week",))
@rules("sequence.week")
def may_go_on(c: Case, a: Act) -> Iterator[Finding]:
    """Does the next phase begin?"""
    if c.s.get("round") is None:
        yield from c.no(open_on("given.round"), "no-phase", "sequence.week")
    elif place(c)[1] < 0:
        yield from c.no(open_on("given.phase"), "no-phase", "sequence.week")
    rounds = c.figure("rounds")
    now = c.s.get("round")
    if rounds and isinstance(now, int):
        found, here = place(c)
        last = here == len(found) - 1 and now >= int(rounds.value)
        yield from c.no(known(last), "game-over", "sequence.week", also=rounds.clauses)


@effect("next-phase")
@rules("week.stand-up", "week.doctrines", "week.markers-off")
def do_go_on(c: Case, a: Act) -> None:
    """The next phase; after the last one the next round, with its resets."""
    found, here = place(c)
    if here < 0:
        raise EngineFault("which phase it is has to be given", ("given", "phase"))
    if found[here].get("phase") == "beginning":
        _new_week(c)
    if here + 1 < len(found):
        _enter(c, found, here + 1)
        return
    c.s.parts["round"] = int(c.s.get("round", 1)) + 1
    c.s.parts["activation"] = 1
    c.k.moment["round"], c.k.moment["month"] = c.s.parts["round"], c.month
    found = phases(c)
    _enter(c, found, 0)


def _enter(c: Case, found: list[Mapping[str, Any]], index: int) -> None:
    step = found[index]
    kind = str(step["phase"])
    before = sum(one.get("phase") == kind for one in found[:index])
    c.s.parts["phase"] = kind
    if sum(one.get("phase") == kind for one in found) > 1:
        c.s.parts["activation"] = before + 1
    c.k.moment["activation"] = c.s.parts.get("activation", 1)
    if kind == "supply":
        spent = dict(c.s.get("spent") or {})
        c.s.parts["spent"] = {k: v for k, v in spent.items() if k not in ("collected", "improved")}
    c.s.parts.pop("passed", None)
    c.s.parts.pop("turn", None)
    if kind == "activation":
        if before:
            second_activation(c)
        first, _ = initiative(c)
        if first:
            c.s.parts["turn"] = first


def _new_week(c: Case) -> None:
    """Once divisions have recovered, blocks are stood up, Doctrines turned back, trains and what
    was spent forgotten."""
    if c.did("week.stand-up"):
        for unit in c.s.units.values():
            unit.activated = unit.fought = unit.broke_through = False
    spent = dict(c.s.get("spent") or {})
    if c.did("week.doctrines"):
        spent.pop("doctrines", None)
    c.s.parts["spent"] = {k: v for k, v in spent.items() if k == "doctrines"}
    if c.did("week.markers-off"):
        c.s.parts["trains"] = []


@rules("august.second-activation")
def second_activation(c: Case) -> None:
    """Units are stood up and Doctrines turned back for the second Activation Phase."""
    if "august.second-activation" in c.k.game.clauses and c.did("august.second-activation"):
        for unit in c.s.units.values():
            unit.activated = unit.fought = False
        spent = dict(c.s.get("spent") or {})
        spent.pop("doctrines", None)
        c.s.parts["spent"] = spent
