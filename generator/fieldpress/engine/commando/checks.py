"""The ruleset's own limits, permissions and grounds, each registered under its clause key.

A ruling, a move of `play` and a list of legal moves all ask these same functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fieldpress.engine.commando import building, idle, limits, raising, support, tokens
from fieldpress.engine.commando.acts import act_of
from fieldpress.engine.commando.answers import dynamic, dynamic_grounds, open_choice
from fieldpress.engine.commando.bans import BY_DATA, Act, dict_order
from fieldpress.engine.commando.bans import grounds as table_grounds
from fieldpress.engine.commando.between import scenario_checks, scenario_grounds
from fieldpress.engine.commando.bridges import order_of_places
from fieldpress.engine.commando.card_bans import findings_in_turn
from fieldpress.engine.commando.going import ON_THE_WAY, going_grounds, on_the_way
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.plays import resolve_pending
from fieldpress.engine.commando.state import State
from fieldpress.engine.commando.swift import Thought, allowed_among, allowed_here
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding, distinct

#: Importing these modules registers their rows in the one table of bans.
REGISTERING = (limits, raising, support, tokens, building, idle)

#: Moves within the window for answers; any other one lets it pass.
AT_ONCE = frozenset({"answer", "decline", "choose"})


def judge(k: Knowledge, state: State, move: Move) -> tuple[Finding, ...]:
    """Every finding about a move; it is legal when none is raised or open."""
    state = settled(k, state, move)
    act = act_of(k, state, move)
    found = list(_findings(k, state, act))
    unopposed = all(f.status == "lifted" for f in found)
    if unopposed and act.kind not in BY_DATA and not grounds(k, state, move):
        found.append(Finding("no-ground", {"act": act.kind, "side": move.side}))
    return tuple(dict_order(found))


def allowed(k: Knowledge, state: State, move: Move) -> bool:
    """Whether `judge` would object to nothing: the same checks, up to the first that does."""
    state = settled(k, state, move)
    found = allowed_here(k, state, move)
    if found is not None:
        return found
    act = act_of(k, state, move)
    if any(finding.status != "lifted" for finding in _findings(k, state, act)):
        return False
    return act.kind in BY_DATA or bool(grounds(k, state, move))


def standing(k: Knowledge, state: State, thoughts: Sequence[Thought]) -> list[Move]:
    """Those that are allowed, of moves thought of by one who looks at the table: a side has the
    card that it would play, the token that it would toss."""
    if (
        len(state.places) > 1
        or k.memo is None
        or k.found_out(state) is None
        or _waits(state, thoughts)
    ):
        # On several places more than a frame counts.
        return [move for one in thoughts for move in one.moves if allowed(k, state, move)]
    return allowed_among(k, state, thoughts, lambda move: allowed(k, state, move))


def _waits(state: State, thoughts: Sequence[Thought]) -> bool:
    """Whether a play is pending that a move lets resolve first."""
    if not state.pending:
        return False
    return not all(move.verb in AT_ONCE for one in thoughts for move in one.moves)


def _findings(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    yield from findings_in_turn(k, state, act)
    yield from _beyond_the_table(k, state, act)


def _beyond_the_table(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    yield from dynamic(k, state, act)
    yield from scenario_checks(k, state, act)
    if len(state.places) > 1:
        yield from order_of_places(k, state, act)
    if act.kind in ON_THE_WAY:
        yield from on_the_way(k, state, act)


def grounds(k: Knowledge, state: State, move: Move) -> tuple[str, ...]:
    """The clauses by which a move is possible at all."""
    state = settled(k, state, move)
    act = act_of(k, state, move)
    return distinct(
        (
            *table_grounds(k, state, act),
            *dynamic_grounds(k, state, act),
            *scenario_grounds(k, state, act),
            *going_grounds(k, state, act),
        )
    )


def settled(k: Knowledge, state: State, move: Move) -> State:
    """The state in which a move is judged: to move on is to let the window for answers pass."""
    if not state.pending or move.verb in AT_ONCE:
        return state
    after = state.copy()
    resolve_pending(k, after)
    return after


__all__ = ["REGISTERING", "grounds", "judge", "open_choice", "settled"]
