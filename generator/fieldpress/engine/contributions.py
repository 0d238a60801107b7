"""Derived numbers: folded from contributions each time they are asked, never stored.

The fold does not depend on the order of the contributions. Unknown amounts are ranges, and the
result is the range of everything that the number could be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fieldpress.engine.verdicts import Amount, Contribution

#: A part of unknown size that may raise or lower: an effect that no source states.
ANYTHING = Amount(None, None)
ZERO = Amount.of(0)

Operation: TypeAlias = Literal[
    "base", "base-at-least", "base-at-most", "add", "set", "at-least", "at-most"
]
#: `base`: the printed number; `base-…`: limits that touch it alone; `set`, `at-…`: the whole.
OPERATIONS = ("base", "base-at-least", "base-at-most", "add", "set", "at-least", "at-most")


def plus(a: Amount, b: Amount) -> Amount:
    """The range of the sum."""
    if a.low is not None and a.low == a.high and b.low is not None and b.low == b.high:
        return Amount.of(a.low + b.low)
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    return Amount(low, high)


def minus(a: Amount, b: Amount) -> Amount:
    """The range of the difference."""
    return plus(a, Amount(None if b.high is None else -b.high, None if b.low is None else -b.low))


def times(count: Amount, each: Amount) -> Amount:
    """The range of `count` (from 0 up) times `each`; nothing times something unknown is nothing."""
    if count.known and each.known:
        return Amount.of(count.number * each.number)
    if count == ZERO or each == ZERO:
        return ZERO
    lowest, highest = count.low or 0, count.high

    def end(factor: int | None, upwards: bool) -> int | None:
        if factor is None:
            return None
        # A growing count pulls a positive end up and a negative end down.
        many = (factor > 0) == upwards
        if not many:
            return factor * lowest
        return 0 if factor == 0 else None if highest is None else factor * highest

    return Amount(end(each.low, False), end(each.high, True))


def at_least(a: Amount, floor: Amount) -> Amount:
    """The range of the greater of the two."""
    if a.known and floor.known:
        return a if a.number >= floor.number else floor
    lows = [n for n in (a.low, floor.low) if n is not None]
    high = None if a.high is None or floor.high is None else max(a.high, floor.high)
    return Amount(max(lows) if lows else None, high)


def at_most(a: Amount, ceiling: Amount) -> Amount:
    """The range of the smaller of the two."""
    highs = [n for n in (a.high, ceiling.high) if n is not None]
    low = None if a.low is None or ceiling.low is None else min(a.low, ceiling.low)
    return Amount(low, min(highs) if highs else None)


def hull(amounts: Iterable[Amount]) -> Amount:
    """The smallest range that holds all of them; of none, nothing (0)."""
    known = list(amounts)
    if len(known) < 2:
        return known[0] if known else ZERO
    lows, highs = [a.low for a in known], [a.high for a in known]
    low = None if None in lows else min(n for n in lows if n is not None)
    high = None if None in highs else max(n for n in highs if n is not None)
    return Amount(low, high)


@dataclass(frozen=True, slots=True)
class Change:
    """What one record does to another's contributions: strike, replace or adjust them."""

    verb: Literal["strike", "replace", "adjust"]
    target: str
    by: str
    amount: Amount = ZERO
    clauses: tuple[str, ...] = ()


def changed(parts: Sequence[Contribution], changes: Sequence[Change]) -> tuple[Contribution, ...]:
    """The contributions after the changes; a strike wins, and adjustments come last."""
    out = []
    for part in parts:
        mine = [c for c in changes if c.target == part.record and part.counted]
        keys = tuple(dict.fromkeys((*part.clauses, *(key for c in mine for key in c.clauses))))
        strikes = [c for c in mine if c.verb == "strike"]
        replaced = [c for c in mine if c.verb == "replace"]
        if strikes:
            part = part._replace(
                counted=False, why="struck", params={"by": strikes[0].by}, clauses=keys
            )
        elif mine:
            amount = hull(c.amount for c in replaced) if replaced else part.amount
            for change in mine:
                if change.verb == "adjust":
                    amount = plus(amount, change.amount)
            part = part._replace(amount=amount, clauses=keys)
        out.append(part)
    return tuple(out)


def fold(parts: Iterable[Contribution], what: str = "") -> Amount:
    """The number that the counted contributions make together.

    With `what`, those to that number alone: what was counted for an effect is told along with a
    number, not added to it.

    Base, then limits on the base, then everything added, then `set`, then limits on the whole.
    Several bases (or sets) that differ leave open which one holds: the range spans them.
    """
    bases: list[Amount] = []
    added: list[Amount] = []
    rest: dict[str, list[Amount]] = {}
    for part in parts:
        if not part.counted or (what and part.what != what):
            continue
        if part.operation == "add":
            added.append(part.amount)
        elif part.operation == "base":
            bases.append(part.amount)
        else:
            rest.setdefault(part.operation, []).append(part.amount)
    total = hull(bases) if bases else ZERO
    for floor in rest.get("base-at-least", ()) if rest else ():
        total = at_least(total, floor)
    for ceiling in rest.get("base-at-most", ()) if rest else ():
        total = at_most(total, ceiling)
    for amount in added:
        total = plus(total, amount)
    return _bounded(total, rest) if rest else total


def _bounded(total: Amount, rest: Mapping[str, Sequence[Amount]]) -> Amount:
    """The whole once it is set, and kept within its limits."""
    if "set" in rest:
        total = hull(rest["set"])
    for floor in rest.get("at-least", ()):
        total = at_least(total, floor)
    for ceiling in rest.get("at-most", ()):
        total = at_most(total, ceiling)
    return total
