"""What a card does as it resolves: what it costs is paid first, what it asks is chosen then.

An operation that situations do not follow (a hidden draw, a card out of a discard pile) leaves a
reservation that names the card; it is never silently skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.active import Scope, Source, condition
from fieldpress.engine.commando.handling import MOVES_CARDS, operation_of, perform
from fieldpress.engine.commando.missions.effects import VERBS as OF_MISSIONS
from fieldpress.engine.commando.selectors import match_play, side_matches
from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.commando.table import Task
from fieldpress.engine.commando.tokens import call, give, supply_of, take_away
from fieldpress.engine.commando.voiding import cancelling_fails
from fieldpress.engine.effects import Effect, EffectList, Operation, parse_operations
from fieldpress.engine.knowledge import HIDDEN, Knowledge

#: The field of a reservation about something that a situation does not follow.
NOT_FOLLOWED = "not followed"
#: Operations that hold as long as the card lies there; nothing happens as it resolves.
_STANDING = frozenset({"modify", "ban", "permit", "suppress"}) | OF_MISSIONS


def pay(k: Knowledge, state: State, index: int) -> None:
    """What a play costs is paid as it is announced, whether or not it is cancelled."""
    for effect in _own_effects(k, state, index, _costs):
        operations, _ = parse_operations(effect.raw["cost"], effect.record)
        for operation in operations:
            _do(k, state, index, effect, operation)


def carry_out(k: Knowledge, state: State, index: int) -> None:
    """A play resolves: each of its effects that apply is carried out, in order."""
    for effect in _own_effects(k, state, index, _acts):
        for number, operation in enumerate(effect.do):
            if operation.verb not in _STANDING:
                task = Task("operation", index, effect.index, "", number)
                _in_turn(k, state, task, effect, operation)
        if effect.raw.get("modes"):
            state.choosing = index


def arrive(k: Knowledge, state: State) -> None:
    """A Terrain has been chosen: what it says for this moment is done (progression.effect)."""
    for index, place in enumerate(state.places):
        effects = k.effects("terrain", place.terrain, place.face)
        source = Source(f"terrain:{place.terrain}", "terrain", place.terrain, "", None, effects)
        for effect in effects.stated:
            met = condition(k, state, Scope(index), source, effect.condition)
            if effect.when == "chosen" and met.value is not False:
                for number, operation in enumerate(effect.do):
                    task = Task("operation", None, effect.index, "", number)
                    _in_turn(k, state, task, effect, operation)


def resume(k: Knowledge, state: State, task: Task) -> None:
    """An operation that waited for what came before it."""
    effect, operation = operation_of(k, state, task)
    _do(k, state, task.play, effect, operation)


def _in_turn(k: Knowledge, state: State, task: Task, effect: Effect, op: Operation) -> None:
    """An operation now, or in a game in play after what a side has yet to pick."""
    if state.table is not None and op.verb not in _STANDING:
        tasks = state.table.tasks
        waits = bool(tasks) and any(one.do != "away" for one in tasks)
        if waits or (state.choosing is not None and op.verb != "choose"):
            state.table.tasks.append(task)
            return
    _do(k, state, task.play, effect, op)


def choose(k: Knowledge, state: State, index: int, chosen: Any) -> None:
    """The choice that a resolving card asked for; a mode is carried out at once."""
    play = state.plays[index]
    state.choosing = None
    state.since.append("choice")
    if isinstance(chosen, tuple):
        play.chosen["tokens"] = list(chosen)
        _given_back(k, state, index, chosen)
        return
    play.chosen["number" if isinstance(chosen, int) else "choice"] = chosen
    for effect in _own_effects(k, state, index):
        for mode in effect.raw.get("modes", ()):
            if mode.get("id") == chosen:
                play.chosen["mode"] = chosen
                operations, _ = parse_operations(mode["do"], effect.record)
                for number, operation in enumerate(operations):
                    task = Task("operation", index, effect.index, str(chosen), number)
                    _in_turn(k, state, task, effect, operation)


def _given_back(k: Knowledge, state: State, index: int, counters: tuple[str, ...]) -> None:
    """The tokens that a side picked, of those that a card makes it give back."""
    play = state.plays[index]
    for effect in _own_effects(k, state, index):
        for operation in effect.do:
            then, _ = parse_operations(operation.args.get("then", ()), effect.record)
            for inner in then:
                for name, side in state.sides.items():
                    if inner.verb == "tokens" and side_matches(
                        k, inner.side("who"), play.side, name
                    ):
                        take_away(k, state, side, counters)


def modes_of(k: Knowledge, card: str) -> tuple[str, ...]:
    """The alternatives that a card offers, by id."""
    if card == HIDDEN:
        return ()
    found = k.effects("card", card).stated
    return tuple(str(m.get("id", "")) for e in found for m in e.raw.get("modes", ()))


def _costs(effect: Effect) -> bool:
    """Whether an effect asks for something as its card is announced."""
    return "cost" in effect.raw


def _acts(effect: Effect) -> bool:
    """Whether something happens as an effect resolves; others hold as long as the card lies."""
    return bool(effect.raw.get("modes")) or any(op.verb not in _STANDING for op in effect.do)


def _own_effects(
    k: Knowledge, state: State, index: int, fit: Callable[[Effect], bool] | None = None
) -> Iterator[Effect]:
    """The effects of a card for which it was played, where their condition may be met; with `fit`
    those alone that it means."""
    play = state.plays[index]
    if play.card == HIDDEN:
        return
    effects = k.effects("card", play.card)
    meant = effects.stated if fit is None else _meant(k, play.card, effects, fit)
    if not meant:
        return
    source = Source(f"card:{play.card}", "card", play.card, play.side, index, effects)
    scope = Scope(play.place, play.fight)
    for effect in meant:
        if (effect.when == "answer") != (play.answers is not None):
            continue
        if condition(k, state, scope, source, effect.condition).value is not False:
            yield effect


def _meant(
    k: Knowledge, card: str, effects: EffectList, fit: Callable[[Effect], bool]
) -> tuple[Effect, ...]:
    """Of a card's effects those that are meant: asked once in a game, in which they stay alike."""
    if k.memo is None:
        return tuple(filter(fit, effects.stated))
    found: tuple[Effect, ...] | None = k.memo.get((fit, card))
    if found is None:
        found = k.memo[fit, card] = tuple(filter(fit, effects.stated))
    return found


def _do(k: Knowledge, state: State, index: int | None, effect: Effect, op: Operation) -> None:
    play = state.plays[index] if index is not None else Play("", "", "event")
    if op.verb in _STANDING or effect.when == "unknown":
        return
    if state.table is not None and op.verb in MOVES_CARDS and play.answers is None:
        perform(k, state, index, effect, op)
    elif op.verb == "cancel" and play.answers is not None:
        target = state.plays[play.answers]
        fits = match_play(k, op.args, play.side, target, effect.record)
        if fits.value is not False and not cancelling_fails(k, state, play):
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
    """Tokens taken, called for, given back or spent, as far as the reserves and the stock go."""
    count, counter, act = op.args["count"], op.args.get("counter", ""), op.args["act"]
    for name, side in state.sides.items():
        if not side_matches(k, op.side("who"), play.side, name):
            continue
        if act == "roll":
            call(k, state, name, counter or k.normal_token(), count, play.card)
        elif not isinstance(count, int) or counter == "unknown":
            side.tokens = None
        elif act == "take":
            which = counter or k.normal_token()
            told = supply_of(k, state, which) is not None
            taken = give(k, state, side, which, count, play.card)
            if told:  # the reserve holds less from now on, so the number is kept
                play.chosen[f"taken {which}"] = taken
        else:
            take_away(k, state, side, [counter or k.normal_token()] * count)
