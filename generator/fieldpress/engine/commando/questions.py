"""The questions that a situation may ask, each answered by one function with a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.active import sources
from fieldpress.engine.commando.acts import act_of, answer_effects
from fieldpress.engine.commando.answering import verdict_of
from fieldpress.engine.commando.checks import grounds, judge, open_choice
from fieldpress.engine.commando.missions import answers as missions
from fieldpress.engine.commando.missions import table as mission_moves
from fieldpress.engine.commando.missions.must import must as mission_must
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.outcomes import goes, result, who
from fieldpress.engine.commando.plays import resolve_pending
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.commando.tokens import rolls_die
from fieldpress.engine.commando.values import count_for, counted, value
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import (
    Finding,
    Verdict,
    clauses_of,
    distinct,
    outcome_of,
)

VALUES = (
    "combat-value", "units-allowed", "units-played", "units-left", "cards-drawn", "tokens-taken",
    "reward-tokens", "reward-cards", "strength", "reserve", "campaign-points",
    "tokens", "tokens-returned", "die-successes",
    *missions.VALUES,
)  # fmt: skip
PEOPLE = (
    "acts",
    "leads",
    "chooses-terrain",
    "chooses-heroic",
    "chooses",
    "wins-assault",
    "wins-game",
    "turn-token",
    "wins-campaign",
    *missions.PEOPLE,
)
RESULTS = ("fight", "assault", "game", "next-turn", *missions.RESULTS)

#: Questions asked about the table as it stands if nobody answers the play that waits.
_SETTLED = frozenset({"goes", "value", "counted", "result", "leads", "wins-assault", "wins-game"})
WHICH = ("counted", "answers", "legal-cards", *missions.WHICH)


def answer(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """The verdict on one parsed question (see situation.py for its form)."""
    kind = ask["kind"]
    if state.pending and (kind in _SETTLED or ask.get("name") in _SETTLED):
        # As it stands if nobody answers the play that waits.
        state = state.copy()
        resolve_pending(k, state)
    return _ANSWERS[kind](k, state, ask)


def _may(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    move: Move = ask["move"]
    found = judge(k, state, move)
    outcome = outcome_of(found)
    _reserve_for(k, state, move)
    if outcome == "allowed":
        clauses = distinct((*grounds(k, state, move), *clauses_of(found)))
    else:
        clauses = clauses_of(f for f in found if f.status != "lifted")
    needs = [n for f in found if f.status == "open" for n in f.needs]
    return verdict_of(
        k, outcome, None, found, (), clauses, needs if outcome == "undetermined" else ()
    )


def _reserve_for(k: Knowledge, state: State, move: Move) -> None:
    """Note every card whose unstated effects might bear on a move."""
    act = act_of(k, state, move)
    if move.verb in ("play", "answer") and move.what != "hidden":
        effects = k.effects("card", str(move.what))
        if effects.rest_unknown:
            k.reserve_judgement(f"card:{move.what}", "effects", effects.why)
    for source in sources(k, state, act.scope):
        if source.effects.rest_unknown:
            k.reserve_judgement(source.record, "effects", source.effects.why)


def candidates(k: Knowledge, state: State, side: str, place: int = 0) -> Iterator[Move]:
    """Every move that a side might think of with what it is known to hold."""
    holds = state.sides[side]
    for card in dict.fromkeys(holds.hand or ()):
        kind = k.fact("card", card, "kind")
        roles = set(k.card(card).plays_as) | ({str(kind.value)} if kind.known else set())
        for role in sorted(roles) or [""]:
            yield Move(side, "play", card, role, place=place)
        if answer_effects(k, card):
            yield Move(side, "answer", card, place=place)
    use = "roll" if rolls_die(k) else "toss"
    for token in dict.fromkeys(holds.tokens or ()):
        yield Move(side, use, token.counter, origin=token.origin, place=place)
    for waiting in state.called:
        if waiting.side == side:
            yield Move(side, use, waiting.counter, place=place)
    if state.pending:
        yield Move(side, "decline")
    if state.fight_now(place) is not None:
        yield Move(side, "stop", place=place)
        if k.role_of_side(side) == ATTACKER:
            yield Move(side, "give_strength", place=place)
            yield Move(side, "retreat", place=place)
    elif k.role_of_side(side) == DEFENDER:
        yield Move(side, "no_unit", place=place)
    if k.sets("recovery-value") and state.fight_now(place) is None:
        for play in state.plays:
            if (play.side, play.role, play.place) == (side, "unit", place):
                yield Move(side, "recover", play.card, place=place)
    yield from mission_moves.candidates(k, state, side)


def legal_moves(k: Knowledge, state: State, side: str, place: int = 0) -> list[Move]:
    """The candidates to which nothing is raised or open."""
    return [
        move
        for move in candidates(k, state, side, place)
        if all(f.status == "lifted" for f in judge(k, state, move))
    ]


def why_not(k: Knowledge, state: State, move: Move) -> tuple[Finding, ...]:
    """Every objection to a move, sure ones first; empty exactly when it is legal."""
    return tuple(f for f in judge(k, state, move) if f.status != "lifted")


@rules("assault.no-obligation")
def _must(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Whether a side has no legal way round a move of this kind at this point."""
    side, verb, place = ask["side"], ask["verb"], int(ask.get("place", 0))
    of_mission = mission_must(k, state, side, verb)
    if of_mission is not None:
        return of_mission
    if verb == "discard":
        return _must_discard(k)
    if verb == "recover":
        return _must_recover(k, state, place)
    if verb == "decide" and state.pending:
        # The play that waits cannot go on before the other side has answered or declined.
        play = state.plays[state.pending[-1]]
        found = open_choice(k, state, play.side, play.place)
        clauses = ("cancel.immediate", *(found[2] if found else ()))
        return verdict_of(k, "value", side != play.side, clauses=clauses)
    if verb == "choose" and state.choosing is not None:
        found = open_choice(k, state, side, place)
        mine = state.plays[state.choosing].side == side
        return verdict_of(k, "value", mine, clauses=found[2] if found else ())
    ways = (Move(side, m, place=place) for m in ("stop", "decline", "no_unit"))
    free = [move for move in ways if not why_not(k, state, move)]
    clauses = ("assault.no-obligation",) if free and k.rule("assault.no-obligation") else ()
    return verdict_of(k, "value", not free, clauses=clauses)


@rules("building.recover")
def _must_recover(k: Knowledge, state: State, place: int) -> Verdict:
    """Whether a side has to try for a Unit of a Building."""
    where = state.places[place]
    rule = k.parameter("recovery-bound", where.terrain, where.face)
    keys = ("building.recover",) if k.rule("building.recover") else ()
    bound = rule is not None and bool(rule.value)
    return verdict_of(k, "value", bound, clauses=(*keys, *(rule.clauses if rule else ())))


@rules("hand.unlimited")
def _must_discard(k: Knowledge) -> Verdict:
    """Whether a large hand has to shrink."""
    unlimited = k.rule("hand.unlimited")
    return verdict_of(k, "value", not unlimited, clauses=("hand.unlimited",) if unlimited else ())


def _legal(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    moves = legal_moves(k, state, ask["side"], int(ask.get("place", 0)))
    keys = distinct(c for m in moves for c in grounds(k, state, m))
    return verdict_of(k, "value", [m.to_json() for m in moves], clauses=keys)


def _which(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    name = ask["name"]
    if name in missions.WHICH:
        return missions.WHICH[name](k, state, ask)
    if name == "counted":
        derived, clauses = count_for(k, state, ask)
        cards = [p.record for p in derived.parts if p.counted and p.amount.known]
        keys = distinct((*clauses, *clauses_of(derived.parts)))
        if derived.needs:
            return verdict_of(k, "undetermined", cards, (), derived.parts, keys, derived.needs)
        return verdict_of(k, "value", cards, (), derived.parts, keys)
    wanted = "answer" if name == "answers" else "play"
    moves = [
        m for m in legal_moves(k, state, ask["side"], int(ask.get("place", 0))) if m.verb == wanted
    ]
    keys = distinct(c for m in moves for c in grounds(k, state, m))
    return verdict_of(k, "value", [f"card:{m.what}" for m in moves], clauses=keys)


_ANSWERS: dict[str, Callable[[Knowledge, State, Mapping[str, Any]], Verdict]] = {
    "may": _may,
    "why_not": _may,
    "must": _must,
    "legal": _legal,
    "value": value,
    "counted": counted,
    "who": who,
    "which": _which,
    "result": result,
    "goes": goes,
}
KINDS = tuple(_ANSWERS)
