"""Effects of cards that act on a mission, as data says them: which of them hold in this turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from fieldpress.engine.commando.active import bearers
from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.knowledge import HIDDEN, Knowledge

#: Verbs of effects that the modules of missions read; nothing happens as such a card resolves.
VERBS = frozenset({"stay", "divert", "production", "control", "regiment", "put_back", "destroy"})
#: A play that has an effect: the play, what it says, its clauses.
Means: TypeAlias = tuple[Play, Mapping[str, Any], tuple[str, ...]]


def in_effect(k: Knowledge, state: State, verb: str) -> Sequence[Means]:
    """Plays of this turn that have an effect of this verb: the play, what it says, its clauses."""
    if k.memo is not None:
        having = bearers(k, verb, k.memo)
        for play in state.plays:
            if play.card in having:
                break
        else:
            return ()
    return list(_in_effect(k, state, verb))


def any_lies(k: Knowledge, state: State, verbs: tuple[str, ...]) -> bool:
    """Whether a card that says any of this lies on the table, in effect or not: a look before the
    search. False is sure."""
    if k.memo is None:
        return True
    having: frozenset[str] | None = k.memo.get(verbs)
    if having is None:
        having = frozenset().union(*[bearers(k, verb, k.memo) for verb in verbs])
        k.memo[verbs] = having
    return not having.isdisjoint([play.card for play in state.plays])


def _in_effect(k: Knowledge, state: State, verb: str) -> Iterator[Means]:
    for play in state.plays:
        if play.card == HIDDEN or play.status == "cancelled" or play.discarded_by:
            continue
        for effect in k.effects("card", play.card).stated:
            for operation in effect.do:
                if operation.verb == verb:
                    yield play, operation.args, effect.clauses


def windows(k: Knowledge, card: str) -> dict[str, tuple[str, ...]]:
    """The phases besides a side's own in which a card says that it is played, with the clauses."""
    key = ("windows", card)
    found: dict[str, tuple[str, ...]] | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        stated = () if card == HIDDEN else k.effects("card", card).stated
        found = {e.when: e.clauses for e in stated if e.when in ("progression", "production")}
        if k.memo is not None:
            k.memo[key] = found
    return found
