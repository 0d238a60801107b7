"""Combat tokens: where they lie, how they are taken and given back, and what comes of using one.

A token is tossed, or the die is rolled for it: the game's parameters say which. Each kind lies in a
reserve of its own, to which it returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from fieldpress.engine.commando.bans import TOKENS, Act, framed, ground, limit
from fieldpress.engine.commando.moves import DIE, Move
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import Call, Side, State, Token
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import Tri, known
from fieldpress.engine.verdicts import EngineFault, Finding

SUCCESS, FAILURE = DIE


def rolls_die(k: Knowledge) -> bool:
    """Whether this game rolls a die for a token where another one tosses the token itself."""
    return k.sets("die-successes")


def values_of(k: Knowledge, counter: str) -> Mapping[str, int]:
    """What each face of a counter adds, by the face's id."""
    found: Mapping[str, int] | None = None if k.memo is None else k.memo.get(("faces", counter))
    if found is None:
        found = {face.id: face.adds or 0 for face in k.counter(counter).faces}
        if k.memo is not None:
            k.memo["faces", counter] = found
    return found


def is_fixed(k: Knowledge, counter: str) -> bool:
    """Whether both faces bear the same number, so that nothing is left to chance."""
    return len(set(values_of(k, counter).values())) == 1


# -- reserves --------------------------------------------------------------------------------------


def supply_of(k: Knowledge, state: State, counter: str) -> int | None:
    """How many of a counter lie in the reserve that it belongs to; None where not stated."""
    if k.special(counter) or k.at_once(counter):
        return state.supply.get(counter)
    return state.reserve


def put_back(k: Knowledge, state: State, counter: str, number: int = 1) -> None:
    """Tokens return to their own reserve (or leave it: a negative number), where that is stated."""
    if k.special(counter) or k.at_once(counter):
        if counter in state.supply:
            state.supply[counter] += number
    elif state.reserve is not None:
        state.reserve += number


def taken_from(k: Knowledge, state: State, counter: str, count: int) -> int:
    """Of so many tokens that are due, those that can be had; they leave the reserve."""
    held = supply_of(k, state, counter)
    if held is None or held >= count or not k.rule("tokens.reserve-empty"):
        taken = count
    else:
        rule = k.parameter("short-reserve")
        taken = 0 if rule is not None and rule.value == "nothing" else held
    put_back(k, state, counter, -taken)
    return taken


def give(k: Knowledge, state: State, side: Side, counter: str, count: int, card: str) -> int:
    """A side takes tokens that a card grants it, as far as the reserve goes: so many."""
    taken = taken_from(k, state, counter, count)
    if side.tokens is not None:
        side.tokens += [Token(counter, card if k.special(counter) else "")] * taken
    return taken


def take_away(k: Knowledge, state: State, side: Side, counters: Iterable[str]) -> None:
    """A side gives these tokens back to their reserves, as far as it has them."""
    for counter in counters:
        if side.tokens is None:
            put_back(k, state, counter)
            continue
        mine = next((t for t in side.tokens if t.counter == counter), None)
        if mine is not None:
            side.tokens.remove(mine)
            put_back(k, state, counter)


# -- a card calls for tokens -----------------------------------------------------------------------


def call(k: Knowledge, state: State, side: str, counter: str, count: Any, card: str) -> None:
    """A card makes a side use tokens there and then; they come out of their reserve."""
    number = taken_from(k, state, counter, count) if isinstance(count, int) else None
    if number != 0:
        state.called.append(Call(side, counter, number, card))


def let_go(k: Knowledge, state: State) -> None:
    """Play moves on: what a card called for and nobody used goes back."""
    for waiting in state.called:
        if waiting.count:
            put_back(k, state, waiting.counter, waiting.count)
    state.called = []


def called_for(state: State, side: str, counter: str) -> Call | None:
    """What a card has called for of a counter and is still to be used."""
    for waiting in state.called:
        if waiting.side == side and waiting.counter == counter:
            return waiting
    return None


def _use_call(state: State, waiting: Call) -> None:
    index = state.called.index(waiting)
    if waiting.count is not None and waiting.count > 1:
        state.called[index] = replace(waiting, count=waiting.count - 1)
    elif waiting.count == 1:
        del state.called[index]


@limit("tokens.dark-use", *TOKENS)
def only_when_called(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Some tokens are used only where a card calls for them."""
    counter = str(act.move.what)
    if not k.at_once(counter):
        return
    keys, record = ("tokens.dark-use",), f"counter:{counter}"
    waiting = called_for(state, act.move.side, counter)
    if waiting is not None:
        if waiting.count is None:
            needs = (f"{waiting.card}.effects",)
            params = {"card": f"card:{waiting.card}"}
            yield Finding("calls-for-how-many", params, record, keys, "open", needs)
        return
    rule = k.parameter("at-once-as-ordinary")
    if rule is None or not rule.value:
        yield Finding("not-called", {}, record, rule.clauses if rule else keys)


@ground("tokens.dark-use", *TOKENS)
def a_card_calls(k: Knowledge, state: State, act: Act) -> Tri:
    return known(called_for(state, act.move.side, str(act.move.what)) is not None)


@limit("assault.tokens-number", *TOKENS)
@framed
def has_token(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One may use as many tokens as one has."""
    tokens, origin = state.sides[act.move.side].tokens, act.move.origin
    if tokens is None or called_for(state, act.move.side, str(act.move.what)):
        return
    for token in tokens:
        if token.counter == act.move.what and (origin is None or token.origin in (origin, None)):
            return
    if k.at_once(str(act.move.what)) and k.rule("tokens.dark-use"):
        rule = k.parameter("at-once-as-ordinary")
        if rule is None or not rule.value:
            return  # that no card calls for it is the whole of it
    record = f"counter:{act.move.what}"
    yield Finding("no-token-left", {"side": act.move.side}, record, ("assault.tokens-number",))


# -- using one -------------------------------------------------------------------------------------


@rules("assault.token-failure")
def use_token(k: Knowledge, state: State, move: Move, fight_index: int) -> None:
    """A token is put on a Unit: what it shows, and whether it stays there."""
    counter, die = str(move.what), rolls_die(k)
    face, stays = (_rolled if die else _tossed)(k, counter, move)
    _take_up(state, move)
    state.since.append("roll" if die else "token")
    state.destroyed_now = None
    fight = state.fights[fight_index]
    fight.active = k.role_of_side(move.side)
    rolled = move.lands if die and not is_fixed(k, counter) else ""
    pile = fight.tokens if stays else fight.failed
    pile.setdefault(move.side, []).append(Token(counter, move.origin, face, rolled))
    if not stays:
        put_back(k, state, counter)


def _tossed(k: Knowledge, counter: str, move: Move) -> tuple[str, bool]:
    """The face that a tossed token shows, and whether it stays: a failure goes back at once."""
    faces = values_of(k, counter)
    face = move.lands or (next(iter(faces)) if len(faces) == 1 else "")
    if face not in faces:
        wanted = ", ".join(faces)
        raise EngineFault(f"a toss of {counter} needs lands: one of {wanted}")
    return face, bool(faces[face]) or not k.rule("assault.token-failure")


def _rolled(k: Knowledge, counter: str, move: Move) -> tuple[str, bool]:
    """The face that counts after a roll: the higher number on a success, else the lower one (or
    nothing, as one reads it); a token that brings nothing goes back at once."""
    faces = values_of(k, counter)
    low, high = min(faces, key=lambda f: faces[f]), max(faces, key=lambda f: faces[f])
    if is_fixed(k, counter):
        if move.lands:
            raise EngineFault(
                f"nothing is rolled for {counter}: both its faces show the same; leave lands out"
            )
        return high, True
    if move.lands not in DIE:
        raise EngineFault(f"a roll for {counter} needs lands: {SUCCESS} or {FAILURE}")
    if move.lands == SUCCESS:
        return high, True
    rule = k.parameter("neutral-roll")
    lower = rule is not None and rule.value == "lower-number"
    return low, (lower and bool(faces[low])) or not k.rule("assault.token-failure")


def _take_up(state: State, move: Move) -> None:
    """The token leaves the side's stock, or was called for by a card."""
    waiting = called_for(state, move.side, str(move.what))
    if waiting is not None:
        _use_call(state, waiting)
        return
    tokens = state.sides[move.side].tokens
    for token in tokens or ():
        if token.counter == move.what and move.origin in (None, token.origin):
            assert tokens is not None
            tokens.remove(token)
            return


# -- tokens that a card makes a side give back -----------------------------------------------------


def due(held: list[Token] | None, args: Mapping[str, Any]) -> int | None:
    """How many tokens a side has to give back: as many as it can; None where that is not known."""
    count = args["count"]
    if not isinstance(count, int):
        return None
    if held is None:
        return count
    counter = args.get("counter", "unknown")
    mine = [t for t in held if counter == "unknown" or t.counter == counter]
    return min(count, len(mine))
