"""Victory Points: the two-sided track, what scores, the level of a victory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fieldpress.engine.contributions import fold
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.values import Derived
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault

POINTS = "victory-points"


def track(c: Case) -> int | None:
    """Where the marker stands, as a signed number: above 0 the invader's; None: not given."""
    told = c.s.get("victory_points")
    if told is None:
        return None
    if isinstance(told, int):
        if told:
            raise EngineFault(
                "victory_points names the side that the marker shows: {SIDE: points}",
                ("given", "victory_points"),
            )
        return 0
    (side, points), *more = told.items() or (("", 0),)
    if more:
        raise EngineFault(
            "the marker shows one side at a time: {SIDE: points}", ("given", "victory_points")
        )
    return int(points) if side in ("", c.invader) else -int(points)


def put_track(c: Case, signed: int) -> None:
    side = c.invader if signed >= 0 else c.occupier
    c.s.parts["victory_points"] = {side: abs(signed)}


@rules("vp.track", "vp.spend")
def score(c: Case, side: str, points: int) -> None:
    """A side scores (or, below 0, spends): the marker moves, and turns over past 0."""
    here = track(c)
    if here is None or not c.k.rule("vp.track"):
        return
    put_track(c, here + (points if side == c.invader else -points))


@rules("vp.track", "vp.spend")
def moved(
    c: Case, events: Iterable[Mapping[str, Any]]
) -> tuple[dict[str, int] | None, list[Contribution]]:
    """Where the marker stands after points are scored and spent, event by event."""
    here = track(c)
    parts: list[Contribution] = []
    if here is None or not c.k.rule("vp.track"):
        return None, parts
    for event in events:
        side = str(event["side"])
        got, spent = int(event.get("scores", 0)), int(event.get("spends", 0))
        if spent and not c.k.rule("vp.spend"):
            spent = 0
        mine = here if side == c.invader else -here
        if spent and c.k.reading("vp-below-zero") == "only-own" and mine < spent:
            return None, parts
        change = got - spent
        here += change if side == c.invader else -change
        key = "vp.spend" if spent else "vp.track"
        parts.append(c.part(POINTS, change, f"side:{side}", key, side=side, why="scores"))
    shown = c.invader if here >= 0 else c.occupier
    return {shown: abs(here)}, parts


#: What can be scored: event -> (parameter, clauses, who scores).
EVENTS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "division-destroyed": ("division-vp", ("vp.division",), "opponent"),
    "corps-destroyed": ("corps-vp", ("vp.corps",), "opponent"),
    "objective-conquered": ("objective-vp", ("vp.conquest",), "either"),
    "major-won": ("major-won-vp", ("aftermath.major-points",), "either"),
    "fortitude-unrevealed": ("fortitude-vp", ("fortitude.unrevealed",), "invader"),
    "exhausted-enemy": ("exhausted-vp", ("game-end.exhausted",), "either"),
}


@rules(
    "vp.division",
    "vp.corps",
    "vp.conquest",
    "aftermath.major-points",
    "fortitude.unrevealed",
    "game-end.exhausted",
)
def worth(c: Case, event: str, count: int = 1) -> Derived:
    """What an event is worth, so many times."""
    if event not in EVENTS:
        raise EngineFault(f"no event is called {event!r}; there are {', '.join(EVENTS)}")
    name, keys, _ = EVENTS[event]
    figure = c.figure(name)
    if figure is None or not c.k.rule(*keys):
        part = c.part(POINTS, Amount(0, None), f"rule:{keys[0]}", needs=(f"parameter {name}",))
        return Derived(part.amount, (part,))
    cited = tuple(dict.fromkeys((*keys, *figure.clauses)))
    part = c.part(
        POINTS,
        count * int(figure.value),
        f"rule:{keys[0]}",
        *cited,
        why="event",
        event=event,
        count=count,
    )
    return Derived(part.amount, (part,))


@rules("vp.corps", "vp.division")
def corps_lost(c: Case, corps: str) -> Derived:
    """What a destroyed corps is worth: itself and each division in its order of battle."""
    parts: list[Contribution] = []
    figure, each = c.figure("corps-vp"), c.figure("division-vp")
    if figure and c.k.rule("vp.corps"):
        parts.append(
            c.part(
                POINTS,
                int(figure.value),
                f"unit:{corps}",
                *dict.fromkeys(("vp.corps", *figure.clauses)),
            )
        )
        for unit in c.s.inside(corps):
            if each and c.k.rule("vp.division"):
                parts.append(
                    c.part(
                        POINTS,
                        int(each.value),
                        f"unit:{unit.id}",
                        *dict.fromkeys(("vp.corps", "vp.division", *each.clauses)),
                    )
                )
    return Derived(fold(parts, POINTS), tuple(parts))


@rules("game-end.festungen", "game-end.plans", "operation.plan-bonus", "game-end.exhausted")
def final(c: Case, side: str) -> Derived:
    """What a side scores at the end of the game: Festungen, Plans, exhausted enemies."""
    from fieldpress.engine.overlord.ending import festung_points, plan_bonus

    parts: list[Contribution] = []
    if side == c.occupier and c.k.rule("game-end.festungen"):
        parts += festung_points(c, "at_end", "game-end.festungen")
    if side == c.invader and c.k.rule("game-end.plans"):
        parts += plan_bonus(c)
    figure = c.figure("exhausted-vp")
    if figure and c.k.rule("game-end.exhausted"):
        for unit in c.s.units.values():
            if unit.state == "exhausted" and c.side(unit.id) != side:
                parts.append(
                    c.part(
                        POINTS,
                        int(figure.value),
                        f"unit:{unit.id}",
                        *dict.fromkeys(("game-end.exhausted", *figure.clauses)),
                        side=side,
                    )
                )
    return Derived(fold(parts, POINTS), tuple(parts))


@rules("game-end.read")
def level(c: Case) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    """The level of victory that the marker shows in the scenario, and what is missing for it."""
    here = track(c)
    if here is None:
        return None, ("given.victory_points",)
    if c.k.scenario is None:
        return None, ("scenario",)
    side = c.invader if here > 0 else c.occupier if here < 0 else ""
    for entry in c.k.scenario.raw["victory"]:
        whose = entry.get("side", "")
        if whose and whose != side:
            continue
        if entry["from"] <= abs(here) <= entry.get("to", abs(here)) and c.k.stands(
            *entry["clauses"]
        ):
            return entry, ()
    return None, ()
