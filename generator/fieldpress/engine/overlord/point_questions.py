"""Questions about Victory Points, the level of a victory, and who is next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.contributions import fold
from fieldpress.engine.overlord import (
    ending,
    order,
    scoring,
)
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.questions import (
    NOBODY,
    Ask,
    amount,
    question,
    side,
    told,
)
from fieldpress.engine.overlord.values import Derived
from fieldpress.engine.verdicts import (
    Amount,
    EngineFault,
    Verdict,
    clauses_of,
)

# -- points --------------------------------------------------------------------------------------


@question("value", "points", "event", "times")
def _points(c: Case, ask: Ask) -> Verdict:
    return amount(c, scoring.worth(c, ask.word("event"), int(ask.raw.get("times", 1))))


@question("value", "corps-points", "unit")
def _corps_points(c: Case, ask: Ask) -> Verdict:
    return amount(c, scoring.corps_lost(c, ask.word("unit")))


@question("value", "operation-points", "operation", "met", "of")
def _operation_points(c: Case, ask: Ask) -> Verdict:
    """What a side scores for an Operation at the end of its week."""
    who = side(c, ask)
    c.k.ledger.cited.clear()
    parts = list(ending.resolve(c, ask.word("operation"), ask.raw.get("met")))
    mine = [p for p in parts if p.side == who]
    cited = c.k.ledger.cited
    found = amount(c, Derived(fold(mine, "victory-points"), tuple(mine)), ())
    if not mine:
        return told(c, 0, [*clauses_of(parts), *cited])
    return found


@question("value", "reveal-points", "operation")
def _reveal(c: Case, ask: Ask) -> Verdict:
    part = ending.reveal_points(c, ask.word("operation"))
    size = part.amount if part.counted else Amount.of(0)
    return amount(c, Derived(size, (part,)))


@question("value", "festung-points", "when")
def _festungen(c: Case, ask: Ask) -> Verdict:
    when = ask.word("when")
    if when not in ("week", "end"):
        raise EngineFault("`when` is week or end", (*ask.at, "when"))
    field, key = (
        ("per_week", "week-end.festungen") if when == "week" else ("at_end", "game-end.festungen")
    )
    parts = tuple(ending.festung_points(c, field, key))
    return amount(c, Derived(fold(parts, "victory-points"), parts))


@question("value", "plan-bonus")
def _plan(c: Case, ask: Ask) -> Verdict:
    parts = tuple(ending.plan_bonus(c))
    return amount(c, Derived(fold(parts, "victory-points"), parts))


@question("value", "final-points", "of")
def _final(c: Case, ask: Ask) -> Verdict:
    return amount(c, scoring.final(c, side(c, ask)))


@question("result", "track", "events")
def _track(c: Case, ask: Ask) -> Verdict:
    """Where the marker stands after the events: a list of {side, scores|spends}."""
    events = ask.raw.get("events", [])
    shown, parts = scoring.moved(c, [e for e in events if isinstance(e, Mapping)])
    if shown is None:
        return told(c, None, (), ("given.victory_points",))
    keys = ["vp.track"]
    return told(c, shown, keys, (), parts)


@question("result", "victory-level")
def _level(c: Case, ask: Ask) -> Verdict:
    entry, needs = scoring.level(c)
    if entry is None:
        return told(c, None, (), needs or ("scenario: a level for this many points",))
    key = [k for k in ("game-end.read",) if c.k.rule(k)]
    return told(c, str(entry["id"]), (*key, *entry["clauses"]))


@question("who", "wins")
def _wins(c: Case, ask: Ask) -> Verdict:
    entry, needs = scoring.level(c)
    if entry is None:
        return told(c, None, (), needs or ("scenario: a level for this many points",))
    key = [k for k in ("game-end.read",) if c.k.rule(k)]
    return told(c, str(entry.get("side", NOBODY)), (*key, *entry["clauses"]))


# -- order ---------------------------------------------------------------------------------------


@question("which", "plan-numbers")
def _plan_numbers(c: Case, ask: Ask) -> Verdict:
    """How many Operations and tiles a month takes, and how many rounds the game has."""
    found: dict[str, Any] = {}
    cited: list[str] = []
    needs: list[str] = []
    for name, parameters in _NUMBERS.items():
        values = [c.number(one) for one in parameters]
        needs += [
            f"parameter {one}"
            for one, (value, _) in zip(parameters, values, strict=True)
            if value is None
        ]
        cited += [key for _, keys in values for key in keys]
        numbers = [value for value, _ in values]
        found[name] = numbers[0] if len(numbers) == 1 else numbers
    return told(c, found, dict.fromkeys(cited), needs)


#: What a plan asks for -> the parameters that say so.
_NUMBERS = {
    "rounds": ("rounds",),
    "strategic": ("strategic-cards-from", "strategic-cards-to"),
    "special": ("special-cards-from", "special-cards-to"),
    "strategic-a-week": ("strategic-per-week",),
    "tiles": ("festung-tiles",),
}


@question("who", "initiative")
def _initiative(c: Case, ask: Ask) -> Verdict:
    who, keys = order.initiative(c)
    return told(c, who, keys) if who else told(c, None, (), ("parameter initiative",))


@question("which", "turn-order", "first", "turns")
def _turns(c: Case, ask: Ask) -> Verdict:
    found, keys = order.turn_order(c, ask.word("first"), ask.count("turns"))
    return told(c, found, keys) if found else told(c, None, (), ("rule three-player.order",))


@question("who", "decides", "about")
def _decides(c: Case, ask: Ask) -> Verdict:
    who, keys = order.final_say(c, ask.word("about"))
    return told(c, who, keys) if who else told(c, None, (), ("parameter final-say",))


@question("value", "first-activation-cost", "unit")
def _first(c: Case, ask: Ask) -> Verdict:
    unit = ask.word("unit")
    if unit in c.s.get("first", ()):
        return told(c, 0, ())
    most, keys = c.number("first-activation-vp", unit)
    return told(c, most or 0, keys)
