"""The turn that lies behind: who won it, and which number it had."""

from __future__ import annotations

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge


def winner_of_turn(k: Knowledge, state: State) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Who won the turn that lies behind: by its Assault, else as told of the last turn."""
    winner, needs, clauses = assault_winner(k, state, 0)
    if winner != NOBODY or needs or state.fights:
        return winner, needs, clauses
    if state.previous_assault is False:
        default = k.parameter("no-assault-winner")
        return (k.side_of_role(default.value), (), default.clauses) if default else (NOBODY, (), ())
    if state.previous_winner:
        return state.previous_winner, (), ()
    return NOBODY, ("given.previous.winner",), ()


def turn_played(state: State) -> int | None:
    """The number of the turn that lies behind."""
    if state.turn is None:
        return None
    told = state.fights or state.places[0].ended or state.places[0].terrain
    return state.turn if told else state.turn - 1
