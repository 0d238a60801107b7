"""Many candidates at one point: the checks of a ruling, asked no more often than they can differ.

What a `framed` check finds hangs on the move and the frame of its place alone. It is kept by both,
for all games that are played with one knowledge: most of a candidate's checks are one look-up. The
other checks are asked of the table each time (`alike` ones once a decision), up to the first that
objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from fieldpress.engine.commando.active import Scope
from fieldpress.engine.commando.acts import act_of, scope_of, target_of
from fieldpress.engine.commando.answers import bounded, dynamic, dynamic_grounds, in_support
from fieldpress.engine.commando.bans import (
    ALIKE,
    BANNABLE,
    BY_DATA,
    GROUNDS,
    PERMISSIONS,
    ROWS,
    Act,
    Row,
    concerning,
    settled_by,
)
from fieldpress.engine.commando.between import (
    concerns,
    framed_checks,
    grounds_concern,
    scenario_grounds,
    table_checks,
)
from fieldpress.engine.commando.bridges import IN_ORDER, order_of_places
from fieldpress.engine.commando.card_bans import card_bans, lift, liftable, told_free
from fieldpress.engine.commando.frame import Frame, Key, frame_key
from fieldpress.engine.commando.going import ON_THE_WAY, on_the_way
from fieldpress.engine.commando.missions.alike import ALIKE as ALIKE_IN_MISSIONS
from fieldpress.engine.commando.missions.alike import group
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.selectors import Candidate
from fieldpress.engine.commando.state import State
from fieldpress.engine.commando.support import joiner_lacks_it
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding

#: Answers and choices hang on what waits to resolve, never on the frame alone.
_WAITING = frozenset({"answer", "choose"})
#: What is kept of these is kept of a card that is in the hand, of a token that is in the stock.
_CARDS, _TOKENS = frozenset({"play", "answer", "discard"}), frozenset({"toss", "roll"})


class Kept(NamedTuple):
    """What is kept of a move in a frame, and what is left to be asked of the table.

    `barred`: something stands against it that nothing lifts. `findings`: objections that a card on
    the table may lift. `grounded`: a clause makes it possible. `plain`: on a table with one place
    nothing is to be asked but the `alike` rows and, where any lies there, `bans` of cards. The rest
    says which further checks concern it.
    """

    kind: str
    card: Candidate | None
    barred: bool
    findings: tuple[Finding, ...]
    grounded: bool
    plain: bool
    alike: tuple[Row, ...]
    rows: tuple[Row, ...]
    bans: bool
    dynamic: bool
    scenario: bool


class Thought:
    """Moves that one thinks of together, such as those of one card. One that comes `again` is made
    once, and what is settled of all its moves is kept as well."""

    __slots__ = ("again", "moves")

    def __init__(self, moves: tuple[Move, ...], again: bool = True) -> None:
        self.moves, self.again = moves, again


class Here:
    """A place while nothing moves: the scope of an act there, what is kept of its frame: by move,
    and by thought those of its moves that are allowed; None where the frame does not settle it."""

    __slots__ = ("frame", "kept", "scope", "settled")

    def __init__(
        self,
        scope: Scope,
        frame: Key,
        kept: dict[Move, Kept],
        settled: dict[Thought, tuple[Move, ...] | None],
    ) -> None:
        self.scope, self.frame, self.kept, self.settled = scope, frame, kept, settled


def allowed_here(k: Knowledge, state: State, move: Move) -> bool | None:
    """Whether no check objects to a move on a table that does not change for now; None where
    nothing is kept, and every check has to be asked."""
    found_out = k.found_out(state)
    if found_out is None or k.memo is None:
        return None
    if state.mission is not None and move.verb in ALIKE_IN_MISSIONS and group(move) in found_out:
        return False
    here = here_of(k, state, move.place, found_out)
    if not has(state, move):
        return None
    one = here.kept.get(move)
    if one is None:
        one = here.kept[move] = _keep(k, state, act_of(k, state, move), Frame(*here.frame))
    if one.barred or (one.plain and not (one.alike or one.bans) and len(state.places) == 1):
        return not one.barred
    act = Act(move, one.kind, here.scope, one.card, target_of(state, move))
    if _objected(k, state, act, one, found_out):
        return False
    return one.grounded or _has_ground(k, state, act)


def has(state: State, move: Move) -> bool:
    """Whether a side has what it would play or toss."""
    holds = state.sides[move.side]
    if move.verb in _CARDS:
        return holds.hand is None or move.what in holds.hand
    if move.verb in _TOKENS:
        return holds.tokens is None or any(
            token.counter == move.what and move.origin in (None, token.origin)
            for token in holds.tokens
        )
    return True


def here_of(k: Knowledge, state: State, place: int, found_out: dict[Any, Any]) -> Here:
    """A place of a table that does not change for now, with what is kept of its frame."""
    here: Here | None = found_out.get(("here", place))
    if here is None:
        assert k.memo is not None
        scope = scope_of(k, state, place)
        frame = frame_key(k, state, scope)
        known: tuple[dict[Move, Kept], dict[Thought, tuple[Move, ...] | None]] | None
        known = k.memo.get(frame)
        if known is None:
            known = k.memo[frame] = ({}, {})
        here = found_out["here", place] = Here(scope, frame, known[0], known[1])
    return here


def allowed_among(
    k: Knowledge, state: State, thoughts: Sequence[Thought], ask: Callable[[Move], bool]
) -> list[Move]:
    """Those that are allowed, of moves thought of by one who looks at a table with a single place
    that does not change for now: a side has the card that it would play, the token that it would
    toss. `ask` asks every check, of a move that is not settled."""
    found_out = k.found_out(state)
    assert found_out is not None
    here = here_of(k, state, 0, found_out)
    kept, settled = here.kept, here.settled
    out: list[Move] = []
    for thought in thoughts:
        sure = settled.get(thought)
        if sure is not None:
            out += sure
            continue
        for move in thought.moves:
            one = kept.get(move)
            if one is None:
                legal = ask(move)
            elif one.barred:
                legal = False
            else:
                legal = (one.plain and _unopposed(found_out, one, move)) or ask(move)
            if legal:
                out.append(move)
        if thought.again and thought not in settled:
            settled[thought] = _settled(kept, thought)
    return out


def _unopposed(found_out: dict[Any, Any], one: Kept, move: Move) -> bool:
    """Whether a move of the same kind was asked about before, and nothing was found that would be
    found of any."""
    if one.alike and found_out.get(_key(one, move)) != ():
        return False
    return not one.bans or told_free(found_out, one.kind, move.side, move.place)


def _settled(kept: dict[Move, Kept], thought: Thought) -> tuple[Move, ...] | None:
    ones = [kept.get(move) for move in thought.moves]
    if all(
        one is not None and (one.barred or (one.plain and not (one.alike or one.bans)))
        for one in ones
    ):
        return tuple(
            m for m, one in zip(thought.moves, ones, strict=True) if one and not one.barred
        )
    return None


def _keep(k: Knowledge, state: State, act: Act, frame: Frame) -> Kept:
    """What the frame tells of an act, by the same rows that a ruling asks."""
    rows = concerning(k, ROWS, act.kind)
    left = [row for row in rows if not settled_by(k, frame, act, row.check)]
    findings, barred = _findings(k, state, act, frame, [row for row in rows if row not in left])
    grounded, may_be = _grounds(k, state, act, frame)
    alike = tuple(row for row in left if row.check in ALIKE)
    others = tuple(row for row in left if row.check not in ALIKE)
    bans = act.kind == "answer" or (frame.bans and act.kind in BANNABLE)
    more = act.kind in _WAITING or in_support(k, state, act) or bounded(k, act.card)
    scenario = concerns(k, state, act)
    other = act.kind in ON_THE_WAY or act.kind in _WAITING
    asked = findings or others or more or scenario or other
    return Kept(
        act.kind, act.card, barred or not (grounded or may_be), findings, grounded,
        grounded and not asked, alike, others, bans, more, scenario,
    )  # fmt: skip


def _findings(
    k: Knowledge, state: State, act: Act, frame: Frame, rows: Sequence[Row]
) -> tuple[tuple[Finding, ...], bool]:
    """What the rows object that the frame settles, as far as it does not lift it as well; and
    whether something is among it that nothing lifts at any time."""
    rules = concerning(k, PERMISSIONS, act.kind)
    settled = [rule for rule in rules if settled_by(k, frame, act, rule.test)]
    lifted = {key for rule in settled if rule.test(k, state, act).value for key in rule.lifts}
    may_lift = liftable(k).union(*(rule.lifts for rule in rules if rule not in settled))
    findings = tuple(
        finding
        for row in rows
        for finding in row.check(k, state, act)
        if finding.status != "lifted" and lifted.isdisjoint(finding.clauses)
    )
    beyond = (
        *framed_checks(k, state, act),
        *(joiner_lacks_it(k, state, act) if act.kind == "play-unit" else ()),
        *(dynamic(k, state, act) if act.kind == "decline" else ()),
    )
    for_good = [finding for finding in findings if may_lift.isdisjoint(finding.clauses)]
    return findings, bool(for_good) or any(finding.status != "lifted" for finding in beyond)


def _grounds(k: Knowledge, state: State, act: Act, frame: Frame) -> tuple[bool, bool]:
    """Whether the frame gives an act a ground; whether the table may give it one."""
    grounds = concerning(k, GROUNDS, act.kind)
    tests = [ground.test for ground in grounds if settled_by(k, frame, act, ground.test)]
    waiting = act.kind in _WAITING
    grounded = (
        act.kind in BY_DATA
        or any(test(k, state, act).value for test in tests)
        or (not waiting and bool(dynamic_grounds(k, state, act)))
    )
    return grounded, len(tests) < len(grounds) or waiting or grounds_concern(state, act.kind)


def _objected(k: Knowledge, state: State, act: Act, one: Kept, found_out: dict[Any, Any]) -> bool:
    """Whether a check that the frame does not settle objects, or one that it does and no card
    lifts."""
    for finding in one.findings:
        if _stands(k, state, act, finding):
            return True
    for finding in _common(k, state, act, one, found_out):
        if _stands(k, state, act, finding):
            return True
    for row in one.rows:
        for finding in row.check(k, state, act):
            if _stands(k, state, act, finding):
                _note(act, finding, found_out)
                return True
    if one.bans:
        for finding in card_bans(k, state, act):
            if _stands(k, state, act, finding):
                return True
    for finding in _beyond(k, state, act, one):
        if finding.status != "lifted":
            _note(act, finding, found_out)
            return True
    return False


def _note(act: Act, finding: Finding, found_out: dict[Any, Any]) -> None:
    """Note what stands against other moves as well."""
    if finding.code in ALIKE_IN_MISSIONS.get(act.move.verb, ()):
        found_out[group(act.move)] = finding


def _key(one: Kept, move: Move) -> tuple[str, str, int]:
    """Under what is kept, for a decision, what the rows find that find the same of every card."""
    return one.kind, move.side, move.place


def _common(
    k: Knowledge, state: State, act: Act, one: Kept, found_out: dict[Any, Any]
) -> tuple[Finding, ...]:
    if not one.alike:
        return ()
    key = _key(one, act.move)
    found: tuple[Finding, ...] | None = found_out.get(key)
    if found is None:
        found = tuple(f for row in one.alike for f in row.check(k, state, act))
        found_out[key] = found
    return found


def _stands(k: Knowledge, state: State, act: Act, finding: Finding) -> bool:
    return lift(k, state, act, finding).status != "lifted"


def _beyond(k: Knowledge, state: State, act: Act, one: Kept) -> Iterator[Finding]:
    """What is not in the table of bans, as far as it concerns the act."""
    if one.dynamic:
        yield from dynamic(k, state, act)
    if one.scenario:
        yield from table_checks(k, state, act)
    if len(state.places) > 1 and act.kind in IN_ORDER:
        yield from order_of_places(k, state, act)
    if act.kind in ON_THE_WAY:
        yield from on_the_way(k, state, act)


def _has_ground(k: Knowledge, state: State, act: Act) -> bool:
    """Whether a clause outside the frame makes an act possible."""
    return (
        any(g.test(k, state, act).value for g in concerning(k, GROUNDS, act.kind))
        or bool(dynamic_grounds(k, state, act))
        or bool(scenario_grounds(k, state, act))
    )
