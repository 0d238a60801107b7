"""What a card lets happen but takes the effect from: bans whose result is `without-effect`."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.active import Scope, Source, lies, sources
from fieldpress.engine.commando.bans import Act
from fieldpress.engine.commando.card_bans import bans_of
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.selectors import Candidate
from fieldpress.engine.commando.state import Play, State, Token
from fieldpress.engine.contributions import ZERO, hull
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Contribution, Finding

_VOID = "without-effect"


def without_effect(
    k: Knowledge, state: State, scope: Scope, source: Source, part: Contribution
) -> Contribution:
    """A part that a played card makes, as it is once bans have had their say."""
    if source.play is None or not part.counted:
        return part
    play = state.plays[source.play]
    if play.role == "unit":
        return part  # a ban on playing Units is not one on what they print
    card = Candidate(play.card, play.side, play.role)
    return _judged(
        k, state, Act(Move(play.side, "play", play.card), f"play-{play.role}", scope, card), part
    )


def token_without_effect(
    k: Knowledge, state: State, scope: Scope, token: Token, part: Contribution
) -> Contribution:
    """A part that a token makes, as it is once bans have had their say."""
    if not part.counted:
        return part
    move = Move(part.side, "toss", token.counter, origin=token.origin or None)
    return _judged(k, state, Act(move, "toss", scope), part)


def cancelling_fails(k: Knowledge, state: State, play: Play) -> bool:
    """Whether a card's cancelling comes to nothing: what it answers is protected so."""
    scope = Scope(play.place, play.fight)
    if play.answers is None:
        return False
    act = Act(
        Move(play.side, "answer", play.card), "answer", scope,
        Candidate(play.card, play.side, play.role), play.answers,
    )  # fmt: skip
    return any(found.status == "raised" for found in _void(k, state, act))


def any_voids(k: Knowledge, state: State, scope: Scope) -> bool:
    """Whether such a ban lies there at all, so that there is something to judge."""
    found_out = k.found_out(state)
    if found_out is None:
        return _any_voids(k, state, scope)
    found: bool | None = found_out.get(("voids", scope))
    if found is None:
        found = found_out["voids", scope] = _any_voids(k, state, scope)
    return found


def _any_voids(k: Knowledge, state: State, scope: Scope) -> bool:
    return lies(k, state, scope, "ban") and any(
        op.verb == "ban" and op.args["result"] == _VOID
        for source in sources(k, state, scope, "ban")
        for effect in source.effects.stated
        for op in effect.do
    )


def _void(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    return (f for f in bans_of(k, state, act, _VOID) if f.status != "lifted")


def _judged(k: Knowledge, state: State, act: Act, part: Contribution) -> Contribution:
    for found in _void(k, state, act):
        clauses = tuple(dict.fromkeys((*part.clauses, *found.clauses)))
        if found.status == "raised":
            params = {**part.params, "by": found.record}
            return part._replace(counted=False, why="voided", params=params, clauses=clauses)
        needs = tuple(dict.fromkeys((*part.needs, *found.needs)))
        part = part._replace(amount=hull((part.amount, ZERO)), needs=needs, clauses=clauses)
    return part
