"""What a card does as it resolves: what it costs is paid first, what it asks is chosen then.

An operation that situations do not follow (a hidden draw, a card out of a discard pile) leaves a
reservation that names the card; it is never silently skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.active import Scope, Source, condition
from fieldpress.engine.commando.selectors import match_play, side_matches
from fieldpress.engine.commando.state import Play, State, Token
from fieldpress.engine.effects import Effect, Operation, parse_operations
from fieldpress.engine.knowledge import HIDDEN, Knowledge

#: The field of a reservation about something that a situation does not follow.
NOT_FOLLOWED = "not followed"
#: Operations that hold as long as the card lies there; nothing happens as it resolves.
_STANDING = frozenset({"modify", "ban", "permit", "suppress"})


def pay(k: Knowledge, state: State, index: int) -> None:
    """What a play costs is paid as it is announced, whether or not it is cancelled."""
    for effect in _own_effects(k, state, index):
        operations, _ = parse_operations(effect.raw.get("cost", ()), effect.record)
        for operation in operations:
            _do(k, state, index, effect, operation)


def carry_out(k: Knowledge, state: State, index: int) -> None:
    """A play resolves: each of its effects that apply is carried out, in order."""
    for effect in _own_effects(k, state, index):
        for operation in effect.do:
            _do(k, state, index, effect, operation)
        if effect.raw.get("modes"):
            state.choosing = index


def choose(k: Knowledge, state: State, index: int, chosen: Any) -> None:
    """The choice that a resolving card asked for; a mode is carried out at once."""
    play = state.plays[index]
    play.chosen["number" if isinstance(chosen, int) else "choice"] = chosen
    state.choosing = None
    state.since.append("choice")
    for effect in _own_effects(k, state, index):
        for mode in effect.raw.get("modes", ()):
            if mode.get("id") == chosen:
                play.chosen["mode"] = chosen
                operations, _ = parse_operations(mode["do"], effect.record)
                for operation in operations:
                    _do(k, state, index, effect, operation)


def modes_of(k: Knowledge, card: str) -> tuple[str, ...]:
    """The alternatives that a card offers, by id."""
    if card == HIDDEN:
        return ()
    found = k.effects("card", card).stated
    return tuple(str(m.get("id", "")) for e in found for m in e.raw.get("modes", ()))


def _own_effects(k: Knowledge, state: State, index: int) -> Iterator[Effect]:
    """The effects of a card for which it was played, where their condition may be met."""
    play = state.plays[index]
    if play.card == HIDDEN:
        return
    effects = k.effects("card", play.card)
    source = Source(f"card:{play.card}", "card", play.card, play.side, index, effects)
    scope = Scope(play.place, play.fight)
    for effect in effects.stated:
        if (effect.when == "answer") != (play.answers is not None):
            continue
        if condition(k, state, scope, source, effect.condition).value is not False:
            yield effect


def _do(k: Knowledge, state: State, index: int, effect: Effect, op: Operation) -> None:
    play = state.plays[index]
    if op.verb in _STANDING or effect.when == "unknown":
        return
    if op.verb == "cancel" and play.answers is not None:
        target = state.plays[play.answers]
        if match_play(k, op.args, play.side, target, effect.record).value is not False:
            # It was played all the same, and goes to its owner's discard pile.
            target.status = "cancelled"
    elif op.verb == "discard" and play.answers is not None:
        target = state.plays[play.answers]
        fits = match_play(k, op.args.get("what"), play.side, target, effect.record)
        if side_matches(k, op.side("who"), play.side, target.side) and fits.value is not False:
            target.discarded_by = play.card
    elif op.verb == "choose":
        state.choosing = index
    elif op.verb == "tokens":
        _tokens(k, state, play, op)
    elif op.verb == "draw":
        _draw(k, state, play, op.args)
    else:
        k.reserve_judgement(f"card:{play.card}", NOT_FOLLOWED, f"{op.verb} is not followed here")


def _draw(k: Knowledge, state: State, play: Play, args: Mapping[str, Any]) -> None:
    """Cards drawn: only how many is known, so a hand that was listed is listed no more."""
    for name, side in state.sides.items():
        if not side_matches(k, str(args["who"]), play.side, name):
            continue
        count = args["count"]
        if not isinstance(count, int):
            side.draw_pile = side.hand_count = side.hand = None
            continue
        drawn = count if side.draw_pile is None else min(count, side.draw_pile)
        if side.draw_pile is not None:
            side.draw_pile -= drawn
        if side.hand_count is not None:
            side.hand_count += drawn
        if drawn:
            side.hand = None


def _tokens(k: Knowledge, state: State, play: Play, op: Operation) -> None:
    """Tokens taken, given back or spent: normal ones by way of the reserve, as far as they go."""
    count, counter = op.args["count"], op.args.get("counter", "")
    for name, side in state.sides.items():
        if not side_matches(k, op.side("who"), play.side, name):
            continue
        if not isinstance(count, int) or counter == "unknown":
            side.tokens = None
            continue
        normal = next((c.id for c in k.game.counters.values() if not k.special(c.id)), "")
        if op.args["act"] != "take":
            _give_back(state, side.tokens, counter or normal, count, bool(counter))
        elif counter:
            if side.tokens is not None:
                side.tokens += [Token(counter, play.card)] * count
        else:
            taken = count if state.reserve is None else min(count, state.reserve)
            state.reserve = None if state.reserve is None else state.reserve - taken
            if side.tokens is not None:
                side.tokens += [Token(normal, "")] * taken


def _give_back(
    state: State, held: list[Token] | None, counter: str, count: int, special: bool
) -> None:
    if held is None:
        return
    for token in [t for t in held if t.counter == counter][:count]:
        held.remove(token)
        if state.reserve is not None and not special:
            state.reserve += 1
