"""Who is next: the phases of a week, the Initiative, the order of three players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.verdicts import EngineFault


def week(c: Case) -> Any:
    """The sequence of the week: the scenario's own, else the common one; None where none is."""
    found = [one for one in c.k.every("sequence").values() if one.of == "week"]
    here = c.k.scenario.id if c.k.scenario else ""
    own = [one for one in found if here in one.scenarios]
    common = [one for one in found if not one.scenarios]
    return next(iter(own or common), None)


def combat_steps(c: Case) -> tuple[Mapping[str, Any], ...]:
    """The steps of a combat in their order."""
    found = next((one for one in c.k.every("sequence").values() if one.of == "combat"), None)
    return tuple(found.steps) if found else ()


@rules("sequence.week", "august.sequence")
def phases(c: Case) -> list[Mapping[str, Any]]:
    """The phases of this round; the first round leaves some out."""
    sequence, now = week(c), c.s.get("round")
    return [
        step
        for step in (sequence.steps if sequence else ())
        if now not in step.get("not_in_round", ()) and c.k.stands(*step["clauses"])
    ]


@rules("combat.sequence")
def next_step(c: Case, done: str) -> Mapping[str, Any] | None:
    """The step of a combat that follows another, None after the last."""
    steps = combat_steps(c)
    names = [str(step["id"]) for step in steps]
    if done not in names:
        raise EngineFault(f"no step of a combat is called {done!r}; they are {', '.join(names)}")
    place = names.index(done) + 1
    return steps[place] if place < len(steps) else None


@rules("activation.initiative")
def initiative(c: Case) -> tuple[str, tuple[str, ...]]:
    """The side that activates first, and the clauses."""
    played = c.s.get("initiative")
    if played:
        return str(played), ("activation.initiative",) if c.k.rule("activation.initiative") else ()
    figure = c.figure("initiative")
    if figure is None:
        return "", ()
    return c.k.side_of_role(str(figure.value)), figure.clauses


@rules("three-player.order", "three-player.first")
def turn_order(c: Case, first: str, turns: int) -> tuple[list[str], tuple[str, ...]]:
    """The players in the order in which they activate, so many turns; `first`: the nation of the
    invader's player that begins."""
    if not c.k.rule("three-player.order"):
        return [], ()
    occupier = c.occupier
    nations = [
        name
        for name in c.k.game.raw.get("nations", {})
        if any(
            u.side == c.invader and u.nation.known and u.nation.value == name
            for u in c.k.every("unit").values()
        )
    ]
    if first not in nations:
        raise EngineFault(f"the invader's players are {', '.join(nations)}, not {first!r}")
    other = next((name for name in nations if name != first), "")
    cycle = [first, occupier, other, occupier]
    keys = tuple(k for k in ("three-player.first", "three-player.order") if c.k.rule(k))
    return [cycle[i % 4] for i in range(turns)], keys


@rules("three-player.operations", "three-player.supply")
def final_say(c: Case, about: str) -> tuple[str, tuple[str, ...]]:
    """The nation whose player decides where the two invaders differ, about operations or supply."""
    key = f"three-player.{about}"
    if key not in ("three-player.operations", "three-player.supply"):
        raise EngineFault("about operations or supply")
    figure = c.figure("final-say")
    if figure is None or not c.k.rule(key):
        return "", ()
    return str(figure.value), (key,)
