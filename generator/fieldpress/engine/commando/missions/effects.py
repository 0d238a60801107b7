"""Effects of cards that act on a mission, as data says them: which of them hold in this turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.knowledge import HIDDEN, Knowledge

#: Verbs of effects that the modules of missions read; nothing happens as such a card resolves.
VERBS = frozenset({"stay", "divert", "production", "control", "regiment", "put_back", "destroy"})


def in_effect(
    k: Knowledge, state: State, verb: str
) -> Iterator[tuple[Play, Mapping[str, Any], tuple[str, ...]]]:
    """Plays of this turn that have an effect of this verb: the play, what it says, its clauses."""
    for play in state.plays:
        if play.card == HIDDEN or play.status == "cancelled" or play.discarded_by:
            continue
        for effect in k.effects("card", play.card).stated:
            for operation in effect.do:
                if operation.verb == verb:
                    yield play, operation.args, effect.clauses


def windows(k: Knowledge, card: str) -> dict[str, tuple[str, ...]]:
    """The phases besides a side's own in which a card says that it is played, with the clauses."""
    if card == HIDDEN:
        return {}
    stated = k.effects("card", card).stated
    return {e.when: e.clauses for e in stated if e.when in ("progression", "production")}
