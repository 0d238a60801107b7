"""What is done with the pieces of a real table: cards drawn, discarded, taken back, put away.

A question only counts such things (`carrying`); here the cards themselves move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.active import Scope, Source
from fieldpress.engine.commando.between import here
from fieldpress.engine.commando.counting import number
from fieldpress.engine.commando.missions.permanent import stays
from fieldpress.engine.commando.selectors import Candidate, match_play, side_matches
from fieldpress.engine.commando.state import Play, State, Token
from fieldpress.engine.commando.table import Table, Task
from fieldpress.engine.effects import Effect, Operation
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import EngineFault

#: The verbs that move cards: followed here where there is a table, else only counted or noted.
MOVES_CARDS = frozenset({"draw", "discard", "take_back"})


def table_of(state: State) -> Table:
    """The table of a game in play. Raises EngineFault where there is none."""
    if state.table is None:
        raise EngineFault("this is a question, not a game in play")
    return state.table


def hand_of(state: State, side: str) -> list[str]:
    hand = state.sides[side].hand
    if hand is None:
        raise EngineFault(f"the hand of {side} is not stated")
    return hand


def draw_cards(state: State, side: str, count: int) -> int:
    """A side draws so many cards, as far as its pile goes; how many it drew."""
    table = table_of(state)
    pile, hand = table.draws[side], hand_of(state, side)
    drawn = min(count, len(pile))
    for _ in range(drawn):
        hand.append(pile.pop())
    state.sides[side].draw_pile = len(pile)
    if count and table.log is not None:
        cards = hand[len(hand) - drawn :] if drawn else []
        table.note("draws", side=side, cards=cards, wanted=count)
    return drawn


def put(k: Knowledge, state: State, side: str, card: str) -> str:
    """A card has done its work: it goes to its owner's discard pile, a heroic one out of the game
    (discard.own-pile, heroic.removed). Where it went."""
    if k.fact("card", card, "heroic").value is True and k.rule("heroic.removed"):
        table_of(state).removed.append(card)
        return "removed"
    pile = state.sides[side].discard
    assert pile is not None
    pile.append(card)
    return "discard"


def put_away(k: Knowledge, state: State, index: int) -> None:
    """The card of a play leaves the table, if it has not left it before."""
    table, play = table_of(state), state.plays[index]
    if index not in table.away:
        table.away.append(index)
        if state.mission is not None and stays(state, play.side, play.card):
            return  # a permanent event lies on its owner's large card
        put(k, state, play.side, play.card)


def return_token(k: Knowledge, state: State, token: Token) -> None:
    """A token that was used, or given back, goes where such tokens lie."""
    if not k.special(token.counter):
        state.reserve = (state.reserve or 0) + 1
        return
    rule = here(k, state, "special-tokens-go")
    if rule is None or rule.value != "removed":
        state.supply[token.counter] = state.supply.get(token.counter, 0) + 1


def may_discard(k: Knowledge, card: str) -> bool:
    """Whether an effect may make its owner discard a card in hand (heroic.immune)."""
    return not (k.fact("card", card, "heroic").value is True and k.rule("heroic.immune"))


def perform(k: Knowledge, state: State, index: int | None, effect: Effect, op: Operation) -> None:
    """An operation that moves cards, by a play or (None) by the Terrain of the turn. What a side
    has to pick waits as a task."""
    play = state.plays[index] if index is not None else Play("", "", "event")
    count = _count(k, state, index, play, effect, op.args.get("count", 1))
    for side in state.sides:
        if not side_matches(k, op.side("who"), play.side, side):
            continue
        if op.verb == "draw":
            draw_cards(state, side, count)
        elif op.verb == "take_back":
            _wait(state, Task("take-back", index, effect.index, side=side, count=count))
        elif op.args.get("at_random"):
            _discard_at_random(k, state, side, count, op.args)
        else:
            by = play.side if op.args.get("chosen_by", "own") == "own" else k.other(play.side)
            if by != side:
                raise EngineFault(f"{effect.record}: picking from the other hand is not built yet")
            _wait(state, Task("discard", index, effect.index, side=side, count=count))


def _count(
    k: Knowledge, state: State, index: int | None, play: Play, effect: Effect, raw: Any
) -> int:
    if isinstance(raw, int):
        return raw
    kind, _, ident = effect.record.partition(":")
    effects = k.effects(kind, ident)
    source = Source(effect.record, kind, ident, play.side, index, effects)
    scope = Scope(play.place, play.fight)
    amount, _, needs = number(k, state, scope, source, effect.counts, raw, effect.clauses)
    if not amount.known:
        raise EngineFault(f"{effect.record}: how many is not known: {', '.join(needs)}")
    return amount.number


def _wait(state: State, task: Task) -> None:
    """What a side picks comes before everything else that waits."""
    if task.count > 0:
        table_of(state).tasks.insert(0, task)


def _discard_at_random(
    k: Knowledge, state: State, side: str, count: int, args: Mapping[str, Any]
) -> None:
    hand = hand_of(state, side)
    for _ in range(count):
        fit = [
            i
            for i, card in enumerate(hand)
            if may_discard(k, card) and _fits(k, args.get("what"), side, card)
        ]
        if not fit:
            return
        card = hand.pop(fit[table_of(state).below("discards", len(fit))])
        table_of(state).note("discards", side=side, card=card)
        put(k, state, side, card)


def _fits(k: Knowledge, what: Mapping[str, Any] | None, side: str, card: str) -> bool:
    return match_play(k, what, side, Candidate(card, side, ""), f"card:{card}").value is not False


def operation_of(k: Knowledge, state: State, task: Task) -> tuple[Effect, Operation]:
    """The operation that a task stands for, and its effect."""
    if task.play is None:
        place = state.places[0]
        effects = k.effects("terrain", place.terrain, place.face)
    else:
        effects = k.effects("card", state.plays[task.play].card)
    effect = next(e for e in effects.stated if e.index == task.effect)
    if not task.mode:
        return effect, effect.do[task.number]
    mode = next(m for m in effect.raw["modes"] if m["id"] == task.mode)
    ((verb, args),) = mode["do"][task.number].items()
    return effect, Operation(verb, args)


def choices(k: Knowledge, state: State, task: Task) -> Iterator[str]:
    """The cards among which a side picks, each once."""
    if task.do == "discard":
        what, pool = _what(k, state, task), hand_of(state, task.side)
        fit = [c for c in pool if may_discard(k, c) and _fits(k, what, task.side, c)]
    else:
        what, pool = _what(k, state, task), state.sides[task.side].discard or []
        fit = [c for c in pool if _fits(k, what, task.side, c)]
    yield from dict.fromkeys(fit)


def _what(k: Knowledge, state: State, task: Task) -> Mapping[str, Any] | None:
    """What may be picked, as the effect says it."""
    verb = task.do.replace("-", "_")
    if task.play is None:
        place = state.places[0]
        effects = k.effects("terrain", place.terrain, place.face)
    else:
        effects = k.effects("card", state.plays[task.play].card)
    effect = next(e for e in effects.stated if e.index == task.effect)
    for op in effect.do:
        if op.verb == verb:
            found: Mapping[str, Any] | None = op.args.get("what")
            return found
    chosen = state.plays[task.play].chosen.get("mode") if task.play is not None else None
    for mode in effect.raw.get("modes", ()):
        if mode.get("id") == chosen:
            for entry in mode["do"]:
                if verb in entry:
                    what: Mapping[str, Any] | None = entry[verb].get("what")
                    return what
    return None
