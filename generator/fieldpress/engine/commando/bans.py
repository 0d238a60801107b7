"""One table of what may not be done: the ruleset's own rows, each under its clause key.

A row says which acts it forbids and looks at the act in hand; what it finds is raised, open, or
already lifted by its own exception. What cards forbid and permit is in `card_bans`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fieldpress.engine.commando.active import Scope
from fieldpress.engine.commando.frame import Frame
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.registry import register as record
from fieldpress.engine.commando.selectors import Candidate
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import Tri
from fieldpress.engine.verdicts import Finding, Status

PLAYS = ("play-unit", "play-event", "play-action", "play-card", "answer")
TOKENS = ("toss", "fixed-token")
#: What a card can ban.
BANNABLE = frozenset({*PLAYS, *TOKENS})
#: By these a side raises its Combat value.
RAISES = ("play-action", *TOKENS)

#: Acts that an effect or a parameter provides for; their own checks ask whether one does.
BY_DATA = frozenset({
    "answer", "choose", "give-strength", "redraw", "lay-by", "fate-toss", "go", "pick", "discard",
    "done",
})  # fmt: skip


class Act:
    """A move as the checks see it: its kind, the scope it falls in, the card in its role."""

    __slots__ = ("card", "kind", "move", "scope", "target")

    def __init__(
        self,
        move: Move,
        kind: str,
        scope: Scope,
        card: Candidate | None = None,
        target: int | None = None,
    ) -> None:
        self.move, self.kind, self.scope = move, kind, scope
        self.card, self.target = card, target


def role_of_act(k: Knowledge, act: Act) -> str:
    """attacker or defender: the role of the side that acts."""
    return k.role_of_side(act.move.side)


def card_record(act: Act) -> str:
    """The card of the act as a record, such as `card:sapeurs`."""
    return f"card:{act.move.what}"


def from_hand(state: State, act: Act, key: str) -> Iterator[Finding]:
    """A card is played from the hand, where the hand is stated."""
    hand = state.sides[act.move.side].hand
    if hand is not None and act.move.what not in hand:
        yield Finding("not-in-hand", {"side": act.move.side}, card_record(act), (key,))


def window_open(state: State, act: Act) -> bool:
    """Whether a defending Unit has just been destroyed where the act takes place."""
    now = state.destroyed_now
    return now is not None and state.fights[now].place == act.scope.place


Check = Callable[[Knowledge, State, Act], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the ruleset's own limits: the clause that states it, the acts that it concerns."""

    key: str
    acts: tuple[str, ...]
    check: Check


@dataclass(frozen=True, slots=True)
class Permission:
    """A rule that sets others aside for some acts when `test` holds."""

    key: str
    lifts: tuple[str, ...]
    acts: tuple[str, ...]
    test: Callable[[Knowledge, State, Act], Tri]


ROWS: list[Row] = []
PERMISSIONS: list[Permission] = []
#: Which clauses let an act be done at all: cited by an allowed verdict.
GROUNDS: list[Permission] = []
T = TypeVar("T", Row, Permission)
F = TypeVar("F", bound=Callable[..., object])


#: Checks that look at the frame alone, and when they do (None: always).
FRAMED: dict[Callable[..., object], Callable[[Knowledge, Frame, Act], bool] | None] = {}
ALIKE: set[Callable[..., object]] = set()


def framed(check: F) -> F:
    """Mark a check, ground or permission that looks at nothing but the act (its kind, side, card
    and role, what is printed on them, whether the side has that card or token) and at the frame of
    its place: whether it finds anything, and under which clauses, is the same each time."""
    FRAMED[check] = None
    return check


def framed_when(when: Callable[[Knowledge, Frame, Act], bool]) -> Callable[[F], F]:
    """The same, of a check that is so of some acts in some frames only."""

    def mark(check: F) -> F:
        FRAMED[check] = when
        return check

    return mark


def settled_by(k: Knowledge, frame: Frame, act: Act, check: Callable[..., object]) -> bool:
    """Whether the frame settles what a check finds of an act."""
    if check not in FRAMED:
        return False
    when = FRAMED[check]
    return when is None or when(k, frame, act)


def alike(check: F) -> F:
    """Mark a check or ground that finds the same of every card: it looks only at the table, the
    side, the kind of act and the place. Of many candidates it is asked once."""
    ALIKE.add(check)
    return check


def limit(key: str, *acts: str) -> Callable[[Check], Check]:
    """Register a row of the table under a clause key."""

    def register(check: Check) -> Check:
        ROWS.append(Row(key, acts, check))
        record(key, "limit")
        return check

    return register


def permission(
    key: str, *acts: str, lifts: tuple[str, ...]
) -> Callable[[Callable[[Knowledge, State, Act], Tri]], Callable[[Knowledge, State, Act], Tri]]:
    """Register a rule that lifts others under a clause key."""

    def register(
        test: Callable[[Knowledge, State, Act], Tri],
    ) -> Callable[[Knowledge, State, Act], Tri]:
        PERMISSIONS.append(Permission(key, lifts, acts, test))
        record(key, "permission")
        return test

    return register


def ground(
    key: str, *acts: str
) -> Callable[[Callable[[Knowledge, State, Act], Tri]], Callable[[Knowledge, State, Act], Tri]]:
    """Register what makes a kind of act possible: without one, it is not an act of the game."""

    def register(
        test: Callable[[Knowledge, State, Act], Tri],
    ) -> Callable[[Knowledge, State, Act], Tri]:
        GROUNDS.append(Permission(key, (), acts, test))
        record(key, "ground")
        return test

    return register


def concerning(k: Knowledge, table: list[T], kind: str) -> Sequence[T]:
    """The rows of a table that concern a kind of act and whose clause holds, in order."""
    if k.memo is None:
        return [row for row in table if kind in row.acts and k.rule(row.key)]
    key = (id(table), kind)
    found: tuple[T, ...] | None = k.memo.get(key)
    if found is None:
        found = tuple(row for row in table if kind in row.acts and k.rule(row.key))
        k.memo[key] = found
    return found


def grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """The clauses by which an act is possible at all."""
    return tuple(g.key for g in concerning(k, GROUNDS, act.kind) if g.test(k, state, act).value)


def dict_order(found: Iterable[Finding]) -> Iterator[Finding]:
    """Without repetitions: raised first, then open, then lifted, else in the order found."""
    order: dict[Status, int] = {"raised": 0, "open": 1, "lifted": 2}
    seen: list[Finding] = []
    for finding in sorted(found, key=lambda f: order[f.status]):
        if finding not in seen:
            seen.append(finding)
            yield finding
