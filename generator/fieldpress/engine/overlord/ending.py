"""The end of a week and of the game: Operations, Festungen, Plans; units that leave in time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import controls, must_be_sector, sector_fact
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import Tri, known, negate, open_on
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault, Finding

POINTS = "victory-points"


def operation(c: Case, ident: str) -> Any:
    return c.k.record("operation", ident)


@rules("operation.strategic-success", "fortitude.unrevealed")
def accomplished(c: Case, ident: str, met: object = None) -> tuple[Tri, tuple[str, ...]]:
    """Whether an Operation succeeds at the end of its week. `met`: whether the condition of a
    special one is met, as the asker says; what such a card asks no source tells."""
    record = operation(c, ident)
    if record.kind == "strategic":
        if not c.k.rule("operation.strategic-success"):
            return open_on("rule operation.strategic-success"), ()
        if not record.sector.known:
            return open_on(f"{ident}.sector"), ("operation.strategic-success",)
        return controls(c, c.invader, str(record.sector.value)), ("operation.strategic-success",)
    if record.fortitude:
        return known(True), ("fortitude.unrevealed",)
    if met is None:
        return open_on(f"given.plan.met.{ident}"), ()
    return known(bool(met)), ()


@rules(
    "week-end.success",
    "week-end.failure",
    "vp.operation",
    "vp.operation-failed",
    "fortitude.unrevealed",
)
def resolve(c: Case, ident: str, met: object = None) -> list[Contribution]:
    """Who scores what for an Operation at the end of its week: one part, or several where it is
    open."""
    record, (done, keys) = operation(c, ident), accomplished(c, ident, met)
    parts: list[Contribution] = []
    if record.fortitude:
        figure = c.figure("fortitude-vp")
        if figure and c.k.rule("fortitude.unrevealed"):
            cited = tuple(dict.fromkeys(("fortitude.unrevealed", *figure.clauses)))
            return [c.part(POINTS, int(figure.value), f"operation:{ident}", *cited, side=c.invader)]
        return []
    for wins, side, name, own in (
        (True, c.invader, "success", ("week-end.success", "vp.operation")),
        (False, c.occupier, "failure", ("week-end.failure", "vp.operation-failed")),
    ):
        if done.value is (not wins) or not c.k.rule(*own):
            continue
        amount, needs = c.k.number("operation", ident, name)
        if done.value is None:
            amount = Amount(0, amount.high)
        parts.append(
            c.part(
                POINTS,
                amount,
                f"operation:{ident}",
                *own,
                *keys,
                side=side,
                needs=(*done.needs, *needs),
            )
        )
    return parts


@rules(
    "week-end.success-goes",
    "week-end.failure-goes",
    "intelligence.strategic",
    "intelligence.special",
    "intelligence.symbol",
    "fortitude.revealed",
)
def operation_goes(c: Case, ident: str, how: str) -> tuple[str, tuple[str, ...]]:
    """Where an Operation card goes that succeeded, failed or was revealed."""
    record = operation(c, ident)
    strategic = record.kind == "strategic"
    if how == "success":
        key, to = "week-end.success-goes", "successful" if strategic else "removed"
    elif how == "failure":
        key, to = "week-end.failure-goes", "failed" if strategic else "removed"
    elif how == "revealed":
        if record.revealed.state == "none" and c.k.rule("intelligence.symbol"):
            return "removed", ("intelligence.symbol",)
        if record.fortitude:
            key, to = "fortitude.revealed", "fortitude"
        elif strategic:
            key, to = "intelligence.strategic", "cancelled"
        else:
            key, to = "intelligence.special", "removed"
    else:
        raise EngineFault(f"success, failure or revealed, not {how!r}")
    return (to, (key,)) if c.k.rule(key) else ("", ())


@rules("intelligence.reveal", "intelligence.symbol", "vp.reveal")
def reveal_points(c: Case, ident: str) -> Contribution:
    """What the occupier scores for an Operation that Intelligence reveals."""
    record = operation(c, ident)
    if record.revealed.state == "none" and c.k.rule("intelligence.symbol"):
        return c.part(
            POINTS,
            0,
            f"operation:{ident}",
            "intelligence.symbol",
            side=c.occupier,
            counted=False,
            why="symbol",
        )
    if not c.k.rule("intelligence.reveal", "vp.reveal"):
        return c.part(
            POINTS,
            Amount(0, None),
            f"operation:{ident}",
            side=c.occupier,
            needs=("rule intelligence.reveal",),
        )
    amount, needs = c.k.number("operation", ident, "revealed")
    return c.part(
        POINTS,
        amount,
        f"operation:{ident}",
        "intelligence.reveal",
        "vp.reveal",
        side=c.occupier,
        needs=needs,
    )


@rules(
    "week-end.festungen",
    "game-end.festungen",
    "festung.week",
    "festung.end",
    "vp.festung",
    "festung.lost",
)
def festung_points(c: Case, field: str, key: str) -> list[Contribution]:
    """What the occupier scores for his Festungen: each week, or at the end of the game."""
    more = "festung.week" if field == "per_week" else "festung.end"
    parts: list[Contribution] = []
    if not c.k.rule(key, more, "vp.festung"):
        return parts
    for name in c.s.get("festungen", ()):
        tile = c.k.record("festung", name)
        if not tile.sector.known:
            parts.append(
                c.part(
                    POINTS,
                    Amount(0, None),
                    f"festung:{name}",
                    key,
                    side=c.occupier,
                    needs=(f"{name}.sector",),
                )
            )
            continue
        held = controls(c, c.occupier, str(tile.sector.value))
        amount, needs = c.k.number("festung", name, field)
        if held.value is False:
            if c.k.rule("festung.lost"):
                parts.append(
                    c.part(
                        POINTS,
                        0,
                        f"festung:{name}",
                        "festung.lost",
                        side=c.occupier,
                        counted=False,
                        why="lost",
                    )
                )
            continue
        size = amount if held.value else Amount(0, amount.high)
        parts.append(
            c.part(
                POINTS,
                size,
                f"festung:{name}",
                key,
                more,
                "vp.festung",
                side=c.occupier,
                needs=(*held.needs, *needs),
            )
        )
    return parts


@rules("game-end.plans", "operation.plan-bonus")
def plan_bonus(c: Case) -> list[Contribution]:
    """A point for each Operation carried out of a Plan that had more than one planned."""
    figure, least = c.figure("plan-operation-vp"), c.figure("plan-operations-least")
    parts: list[Contribution] = []
    if not figure or not c.k.rule("game-end.plans", "operation.plan-bonus"):
        return parts
    plan = c.s.get("plan") or {}
    done = list(plan.get("successful", ()))
    ever = list(
        dict.fromkeys(
            [*plan.get("planned", ()), *done, *plan.get("failed", ()), *plan.get("cancelled", ())]
        )
    )
    groups: dict[str, list[str]] = {}
    for ident in ever:
        record = operation(c, ident)
        if record.plan.known:
            groups.setdefault(str(record.plan.value), []).append(ident)
    keys = tuple(
        dict.fromkeys(
            (
                "game-end.plans",
                "operation.plan-bonus",
                *figure.clauses,
                *(least.clauses if least else ()),
            )
        )
    )
    by_done = c.k.reading("plan-bonus-condition") == "completed"
    for members in groups.values():
        counted = [one for one in members if one in done] if by_done else members
        enough = len(counted) >= (int(least.value) if least else 2)
        for ident in members:
            whole = c.k.reading("plan-bonus-amount") == "whole-plan" and any(
                one in done for one in members
            )
            if enough and (ident in done or whole):
                parts.append(
                    c.part(POINTS, int(figure.value), f"operation:{ident}", *keys, side=c.invader)
                )
            elif ident in done:
                parts.append(
                    c.part(
                        POINTS,
                        0,
                        f"operation:{ident}",
                        *keys,
                        side=c.invader,
                        counted=False,
                        why="plan-of-one",
                    )
                )
    return parts


@act("disengage", ("august.disengage",), "side", "unit", "at", "by")
@rules("august.disengage", "august.disengage-retreat")
def may_leave(c: Case, a: Act) -> Iterator[Finding]:
    """May this unit leave the battlefield in time? `by`: movement, withdrawal or retreat."""
    unit, at = a.word("unit"), must_be_sector(c, a.word("at"), a.path("at"))
    record = f"unit:{unit}"
    if "august.disengage" not in c.k.game.clauses or not _here(c, "august.disengage"):
        yield Finding("not-in-this-scenario", {}, record, ("august.disengage",))
        return
    yield from c.no(
        not c.is_role(c.side(unit), "occupier"), "occupier-only", "august.disengage", record=record
    )
    fit = c.kind(unit) == "corps" or c.unit(unit).state == "exhausted"
    yield from c.no(not fit, "neither-exhausted-nor-corps", "august.disengage", record=record)
    starts = sector_fact(c, at, "starts")
    sure = known(bool(starts.value)) if starts.known else open_on(f"given.sectors.{at}.starts")
    yield from c.no(negate(sure), "not-a-start", "august.disengage", record=f"sector:{at}")
    if a.get("by", "movement") != "movement":
        a.grounds = (*a.grounds, "august.disengage-retreat")


def _here(c: Case, key: str) -> bool:
    """Whether a clause of certain scenarios holds in the one that is played."""
    only = c.k.game.clauses[key].scenarios
    return not only or (c.k.scenario is not None and c.k.scenario.id in only)


@effect("disengage")
def do_leave(c: Case, a: Act) -> None:
    from fieldpress.engine.overlord.scoring import score

    unit = c.unit(a.word("unit"))
    unit.at = unit.within = ""
    unit.state = "left"
    figure = c.figure("disengage-vp")
    if figure:
        score(c, a.side, int(figure.value))
