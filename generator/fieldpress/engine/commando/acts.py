"""From a move to the act that the checks judge: its kind, its scope, the card in its role."""

from __future__ import annotations

from fieldpress.engine.commando.active import Scope
from fieldpress.engine.commando.bans import Act
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.selectors import Candidate
from fieldpress.engine.commando.state import State
from fieldpress.engine.effects import Effect
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.verdicts import EngineFault


def act_of(k: Knowledge, state: State, move: Move) -> Act:
    """The act that a move is. Raises EngineFault for a card or counter that does not exist."""
    scope = scope_of(k, state, move.place)
    if move.verb == "play":
        card = Candidate(str(move.what), move.side, role_of(k, move))
        return Act(move, f"play-{card.role or 'card'}", scope, card)
    if move.verb == "answer":
        card = Candidate(str(move.what), move.side, role_of(k, move))
        return Act(move, "answer", scope, card, target_of(state, move))
    if move.verb in ("toss", "roll"):
        place = state.places[move.place]
        if k.counter(str(move.what)).kind == "fate" and k.parameter(
            "fate-gives", place.terrain, place.face
        ):
            return Act(move, "fate-toss", scope)
        faces = {f.adds or 0 for f in k.counter(str(move.what)).faces}
        return Act(move, "fixed-token" if len(faces) == 1 else "toss", scope)
    return Act(move, move.verb.replace("_", "-"), scope)


def target_of(state: State, move: Move) -> int | None:
    """The play that an answer would answer."""
    if move.verb != "answer":
        return None
    return state.pending[-1] if state.pending else state.last_play


def scope_of(k: Knowledge, state: State, place: int) -> Scope:
    """The place with the fight that goes on there, else its last one. EngineFault if there is no
    such place."""
    found_out = k.found_out(state)
    if found_out is not None and (known := found_out.get(("scope", place))) is not None:
        scope: Scope = known
        return scope
    if not 0 <= place < len(state.places):
        raise EngineFault(f"there is no place {place} in this situation")
    fight = state.fight_now(place)
    scope = Scope(place, state.last_fight(place) if fight is None else fight)
    if found_out is not None:
        found_out["scope", place] = scope
    return scope


def role_of(k: Knowledge, move: Move) -> str:
    """The role in which a card is played: as said, else as its kind; "" if that is not stated."""
    if move.role:
        return move.role
    if move.what == HIDDEN:
        return ""
    kind = k.fact("card", str(move.what), "kind")
    return str(kind.value) if kind.known else ""


def answer_effects(k: Knowledge, card: str) -> tuple[Effect, ...]:
    """The effects by which a card may be played in answer to another."""
    if card == HIDDEN:
        return ()
    found: tuple[Effect, ...] | None = None if k.memo is None else k.memo.get(("answer", card))
    if found is None:
        found = tuple(e for e in k.effects("card", card).stated if e.when == "answer")
        if k.memo is not None:
            k.memo["answer", card] = found
    return found


def window_bound(k: Knowledge, card: str) -> tuple[Effect, ...]:
    """The windows of a card that may be played at certain moments alone; none if at any time."""
    if k.memo is None:
        return _window_bound(k, card)
    found: tuple[Effect, ...] | None = k.memo.get(("window", card))
    if found is None:
        found = k.memo["window", card] = _window_bound(k, card)
    return found


def _window_bound(k: Knowledge, card: str) -> tuple[Effect, ...]:
    if card == HIDDEN:
        return ()
    effects = k.effects("card", card)
    if effects.rest_unknown or not effects.stated:
        return ()
    if any(e.when not in ("answer", "unit-destroyed") for e in effects.stated):
        return ()
    return effects.stated
