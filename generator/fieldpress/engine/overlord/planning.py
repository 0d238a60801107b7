"""The plan of a month: Operations and Festung tiles, judged as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import OBJECTIVE, controls, is_class
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import known, negate, open_on
from fieldpress.engine.verdicts import EngineFault, Finding


@act("plan", ("plan.schedule",), "side", "operations", "drawn", "again")
@rules(
    "plan.schedule",
    "plan.strategic-number",
    "plan.special-draw",
    "plan.special-all",
    "plan.strategic-per-week",
    "plan.not-controlled",
    "plan.again",
    "operation.strategic-objective",
)
def may_plan(c: Case, a: Act) -> Iterator[Finding]:
    """May the invader plan these Operations: a list of {operation, week}? `drawn`: the Special
    Operations that were drawn; absent, those planned."""
    yield from c.no(a.side != c.invader, "invader-plans", "plan.schedule")
    planned = read_plan(c, a.get("operations", ()), a.path("operations"))
    strategic = [one for one in planned if c.k.record("operation", one[0]).kind == "strategic"]
    special = [one[0] for one in planned if c.k.record("operation", one[0]).kind == "special"]
    yield from _number(c, len(strategic), "strategic-cards", "plan.strategic-number")
    drawn = a.words("drawn") if "drawn" in a.raw else special
    for ident in drawn:
        c.k.record("operation", ident)
    yield from _number(c, len(drawn), "special-cards", "plan.special-draw")
    for ident in drawn:
        yield from c.no(
            ident not in special,
            "drawn-not-planned",
            "plan.special-all",
            record=f"operation:{ident}",
        )
    for ident in special:
        yield from c.no(
            ident not in drawn, "planned-not-drawn", "plan.special-all", record=f"operation:{ident}"
        )
        yield from _month(c, ident)
    for ident, count in Counter(one for one, _ in planned).items():
        yield from c.no(count > 1, "planned-twice", "plan.schedule", record=f"operation:{ident}")
    most, keys = c.number("strategic-per-week")
    for week, count in sorted(Counter(week for _, week in strategic).items()):
        if most is not None:
            yield from c.no(
                count > most,
                "too-many-a-week",
                "plan.strategic-per-week",
                also=keys,
                week=week,
                count=count,
                most=most,
            )
    for ident, _ in strategic:
        yield from _objective(c, a, ident)
    yield from _weeks(c, planned)


def read_plan(c: Case, raw: Any, path: tuple[str | int, ...]) -> list[tuple[str, int]]:
    """The planned Operations with their weeks. EngineFault where one is no Operation."""
    out = []
    for index, one in enumerate(raw or ()):
        if not isinstance(one, Mapping) or "operation" not in one or "week" not in one:
            raise EngineFault("each is {operation: ID, week: N}", (*path, index))
        if c.k.find("operation", str(one["operation"])) is None:
            known_ = ", ".join(list(c.k.every("operation"))[:8]) or "none"
            raise EngineFault(
                f"no operation is called {one['operation']!r}; there are {known_}",
                (*path, index, "operation"),
            )
        out.append((str(one["operation"]), int(one["week"])))
    return out


def _number(c: Case, count: int, name: str, key: str) -> Iterator[Finding]:
    """Whether there are neither too few nor too many."""
    low, keys = c.number(f"{name}-from")
    high, more = c.number(f"{name}-to")
    if low is not None:
        yield from c.no(
            count < low, "too-few-operations", key, also=keys, count=count, least=low, what=name
        )
    if high is not None:
        yield from c.no(
            count > high, "too-many-operations", key, also=more, count=count, most=high, what=name
        )


def _month(c: Case, ident: str) -> Iterator[Finding]:
    record = c.k.record("operation", ident)
    here = c.month
    if not here:
        return
    fact = record.month
    other = known(fact.value != here) if fact.known else open_on(f"{ident}.month")
    yield from c.no(
        other, "another-month", "plan.special-draw", record=f"operation:{ident}", month=here
    )


def _objective(c: Case, a: Act, ident: str) -> Iterator[Finding]:
    """A Strategic Operation is about an objective sector that is not controlled yet."""
    record = c.k.record("operation", ident)
    name = f"operation:{ident}"
    if not record.sector.known:
        yield from c.no(
            open_on(f"{ident}.sector"), "already-controlled", "plan.not-controlled", record=name
        )
        return
    sector = str(record.sector.value)
    objective = is_class(c, sector, OBJECTIVE)
    if objective.value is not None:
        yield from c.no(
            negate(objective), "no-objective", "operation.strategic-objective", record=name
        )
    yield from c.no(
        controls(c, a.side, sector),
        "already-controlled",
        "plan.not-controlled",
        record=name,
        sector=sector,
    )
    slots = c.s.get("plan") or {}
    for slot in ("failed", "cancelled"):
        if ident in slots.get(slot, ()) and c.k.rule("plan.again"):
            a.grounds = tuple(dict.fromkeys((*a.grounds, "plan.again")))


def _weeks(c: Case, planned: list[tuple[str, int]]) -> Iterator[Finding]:
    """Whether each week is one of the month."""
    rounds = c.figure("rounds")
    months = c.k.scenario.raw["months"] if c.k.scenario else ()
    if not rounds or not months:
        return
    weeks = int(rounds.value) // len(months)
    for ident, week in planned:
        yield from c.no(
            not 1 <= week <= weeks,
            "no-such-week",
            "plan.schedule",
            record=f"operation:{ident}",
            week=week,
            most=weeks,
        )


@act("choose-festungen", ("festung.choice",), "side", "tiles")
@rules("festung.choice")
def may_choose(c: Case, a: Act) -> Iterator[Finding]:
    """May the occupier choose these Festung tiles for the month?"""
    tiles = a.words("tiles")
    yield from c.no(a.side != c.occupier, "occupier-only", "festung.choice")
    most, keys = c.number("festung-tiles")
    if most is not None:
        yield from c.no(
            len(tiles) != most,
            "not-so-many-tiles",
            "festung.choice",
            also=keys,
            count=len(tiles),
            most=most,
        )
    for tile in tiles:
        record = c.k.record("festung", tile)
        wrong = bool(c.month) and c.month not in record.months
        yield from c.no(
            wrong,
            "tile-of-another-month",
            "festung.choice",
            record=f"festung:{tile}",
            month=c.month,
        )
        lost = tile in (c.s.get("plan") or {}).get("tiles_lost", ())
        yield from c.no(lost, "tile-lost", "festung.choice", record=f"festung:{tile}")
    planned = (c.s.get("plan") or {}).get("done")
    if planned is not None:
        yield from c.no(not planned, "before-the-plan", "festung.choice")


@act("end-planning", ("sequence.month",), "side")
@rules("sequence.month")
def may_end(c: Case, a: Act) -> Iterator[Finding]:
    """Is the month prepared: Operations planned, and Festung tiles chosen?"""
    plan = c.s.get("plan") or {}
    done = plan.get("done")
    missing = open_on("given.plan.done") if done is None else known(not done)
    yield from c.no(missing, "not-planned", "sequence.month")
    figure = c.figure("clear-broken")
    if figure and figure.value:
        a.grounds = (*a.grounds, *figure.clauses)


@effect("end-planning")
def do_end(c: Case, a: Act) -> None:
    """Where the scenario says so, destroyed stations and bridges are mended."""
    figure = c.figure("clear-broken")
    if figure and figure.value:
        c.s.parts["destroyed_stations"] = []
        c.s.parts["destroyed_bridges"] = []
    c.s.parts["phase"] = "beginning"


__all__ = ["read_plan"]
