"""The table of bans for many candidates at one point: the same rows, asked no more than needed.

What finds the same of every card is asked once a decision, what goes by the print alone once for
all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from fieldpress.engine.commando.bans import (
    GROUNDS,
    ROWS,
    Act,
    Permission,
    Row,
    card_bans,
    concerning,
    findings_in_turn,
    lift,
)
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge

T = TypeVar("T", Row, Permission)


def unopposed(k: Knowledge, state: State, act: Act) -> bool:
    """Whether the table has no objection to an act: `findings`, as far as the first one."""
    found_out = k.found_out(state)
    if found_out is None or k.memo is None:
        return all(f.status == "lifted" for f in findings_in_turn(k, state, act))
    general, of_cards, own = _parts(k, ROWS, act.kind)
    key = (act.kind, act.move.side, act.scope.place)
    common = found_out.get(key)
    if common is None:
        common = tuple(f for row in general for f in row.check(k, state, act))
        found_out[key] = common
    if of_cards:
        for_good = (act.kind, act.move.side, act.move.what, act.card.role if act.card else "")
        fixed = k.memo.get(for_good)
        if fixed is None:
            fixed = tuple(f for row in of_cards for f in row.check(k, state, act))
            k.memo[for_good] = fixed
        common = (*common, *fixed) if fixed else common
    for finding in common:
        if lift(k, state, act, finding).status != "lifted":
            return False
    for row in own:
        for finding in row.check(k, state, act):
            if lift(k, state, act, finding).status != "lifted":
                return False
    return all(lift(k, state, act, f).status == "lifted" for f in card_bans(k, state, act))


_Parts: TypeAlias = tuple[tuple[T, ...], tuple[T, ...], tuple[T, ...]]


def _parts(k: Knowledge, table: list[T], kind: str) -> _Parts[T]:
    """The rows that concern a kind of act: those alike for every card, those that go by what is
    printed, and the others."""
    assert k.memo is not None
    key = (id(table), kind, "parts")
    found: _Parts[T] | None = k.memo.get(key)
    if found is None:
        rows = tuple(concerning(k, table, kind))
        same = tuple(r for r in rows if getattr(_asks(r), "alike", False))
        fixed = tuple(r for r in rows if getattr(_asks(r), "printed", False))
        found = (same, fixed, tuple(r for r in rows if r not in same and r not in fixed))
        k.memo[key] = found
    return found


def _asks(row: Row | Permission) -> Callable[..., object]:
    return row.check if isinstance(row, Row) else row.test


def has_ground(k: Knowledge, state: State, act: Act) -> bool:
    """Whether a clause makes an act possible at all."""
    found_out = k.found_out(state)
    if found_out is not None and k.memo is not None:
        general, of_cards, own = _parts(k, GROUNDS, act.kind)
        key = ("ground", act.kind, act.move.side, act.scope.place)
        common = found_out.get(key)
        if common is None:
            common = found_out[key] = any(g.test(k, state, act).value for g in general)
        return common or any(g.test(k, state, act).value for g in (*of_cards, *own))
    return any(g.test(k, state, act).value for g in concerning(k, GROUNDS, act.kind))
