"""Permanent events: gained on certain Terrains, played once, used turn after turn, destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.bans import Act, card_record, role_of_act
from fieldpress.engine.commando.behind import winner_of_turn
from fieldpress.engine.commando.missions.board import mission_of
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.state import Lasting
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding, distinct


def of(state: State, side: str) -> Lasting:
    """The permanent events of a side; none where not told."""
    return mission_of(state).lasting.get(side) or Lasting()


def has_permanents(k: Knowledge) -> bool:
    """Whether the mission has such events."""
    return bool(figure(k, "permanent-from"))


def is_permanent(state: State, side: str, card: str) -> bool:
    one = of(state, side)
    return card in {*(one.aside or ()), *one.taken, *one.table, *one.destroyed}


def stays(state: State, side: str, card: str) -> bool:
    """Whether a card lies in play on its owner's large card."""
    return card in of(state, side).table


def check_take(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One each, when an Assault on certain Terrains is over."""
    side, card, terrain = act.move.side, str(act.move.what), state.places[0].terrain
    rule, one = figure(k, "permanent-gain", terrain), of(state, side)
    if not rule:
        everywhere = tuple(c for e in k.entries("permanent-gain") for c in e["clauses"])
        record = f"terrain:{terrain}" if terrain else ""
        yield Finding("not-gained-here", {}, record, distinct(everywhere))
        return
    winner, needs, _ = winner_of_turn(k, state)
    if winner == NOBODY or needs:
        yield Finding("assault-goes-on", {}, "", rule.clauses)
    if one.picked >= rule.value:
        yield Finding("gained-already", {"number": rule.value}, "", rule.clauses)
    gone = figure(k, "permanent-destroyed")
    if card in one.destroyed and gone:
        yield Finding("destroyed-for-good", {}, card_record(act), gone.clauses)
    elif one.aside is not None and card not in one.aside:
        yield Finding("not-available", {"side": side}, card_record(act), rule.clauses)


def grounds_take(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "permanent-gain", state.places[0].terrain).clauses


def take(k: Knowledge, state: State, move: Move) -> None:
    one = mission_of(state).lasting.setdefault(move.side, Lasting())
    card = str(move.what)
    if one.aside is not None and card in one.aside:
        one.aside.remove(card)
    one.taken[card] = state.turn
    one.picked += 1
    hand = state.sides[move.side].hand
    if hand is not None:
        hand.append(card)


def check_play(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """In a turn after the one in which it was gained."""
    card, one, rule = str(act.move.what), of(state, act.move.side), figure(k, "permanent-from")
    if card in one.table or card in one.destroyed or not rule:
        return
    if one.aside is not None and card in one.aside:
        yield Finding("still-aside", {}, card_record(act), rule.clauses)
    if card not in one.taken:
        return
    gained = one.taken[card]
    if gained is None or state.turn is None:
        return
    if state.turn < gained + rule.value:
        yield Finding("gained-just-now", {}, card_record(act), rule.clauses)
    last = figure(k, "permanent-until")
    if last and state.turn > gained + last.value:
        yield Finding("gained-too-long-ago", {}, card_record(act), last.clauses)


def grounds_play(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    card, one = str(act.move.what), of(state, act.move.side)
    if card not in one.taken:
        return ()
    return (*figure(k, "permanent-from").clauses, *figure(k, "permanent-until").clauses)


def played(state: State, move: Move) -> None:
    """A permanent event that comes into play stays on its owner's large card."""
    one, card = of(state, move.side), str(move.what)
    if card in one.taken and card not in one.table:
        del one.taken[card]
        one.table.append(card)


def check_use(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One in a turn, in its owner's phase, while it lies upright."""
    side, card, one = act.move.side, str(act.move.what), of(state, act.move.side)
    rule, number = figure(k, "permanent-use"), figure(k, "permanent-per-turn")
    turned = figure(k, "permanent-turned")
    if card not in one.table:
        yield Finding("not-on-card", {}, card_record(act), rule.clauses)
    if turned and card in one.used:
        yield Finding("turned-sideways", {}, card_record(act), turned.clauses)
    elif number and len(one.used) >= number.value:
        yield Finding("one-a-turn", {"number": number.value}, card_record(act), number.clauses)
    own = rule and rule.value == "own-phase"
    if own and state.phase not in ("", role_of_act(k, act)):
        yield Finding("wrong-phase", {"phase": state.phase}, card_record(act), rule.clauses)
    del side


def grounds_use(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "permanent-use").clauses


def use(k: Knowledge, state: State, move: Move) -> None:
    mission_of(state).lasting.setdefault(move.side, Lasting()).used.append(str(move.what))


def check_destroy(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card that destroys such events takes one of the opponent's that is in play."""
    side, card = act.move.side, str(act.move.what)
    rule, enemy = figure(k, "permanent-destroyed"), of(state, k.other(act.move.side))
    means = [keys for play, _, keys in in_effect(k, state, "destroy") if play.side == side]
    if not means:
        yield Finding("nothing-destroys", {}, card_record(act), rule.clauses)
    if card not in enemy.table:
        yield Finding("not-on-card", {}, card_record(act), rule.clauses)


def grounds_destroy(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "permanent-destroyed").clauses


def destroy(k: Knowledge, state: State, move: Move) -> None:
    enemy = mission_of(state).lasting.setdefault(k.other(move.side), Lasting())
    card = str(move.what)
    if card in enemy.table:
        enemy.table.remove(card)
    enemy.destroyed.append(card)


def goes(k: Knowledge, state: State, card: str) -> tuple[str, tuple[str, ...]]:
    """Where a permanent event is or goes: on its owner's card, or out of the game."""
    for side in k.game.sides:
        one = of(state, side)
        if card in one.destroyed:
            return "removed", figure(k, "permanent-destroyed").clauses
        if card in one.table:
            stays = figure(k, "permanent-stays")
            return ("table" if stays else "discard"), stays.clauses
    return "", ()


def end_turn(state: State) -> None:
    """Cards that lay sideways are set upright."""
    for one in mission_of(state).lasting.values():
        one.used.clear()
        one.picked = 0
