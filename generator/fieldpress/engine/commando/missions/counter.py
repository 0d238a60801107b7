"""The counter-attack of a mission: Units laid aside, a Terrain fought for again, what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import Act, card_record, role_of_act
from fieldpress.engine.commando.behind import winner_of_turn
from fieldpress.engine.commando.missions.board import mission_of
from fieldpress.engine.commando.missions.figures import figure, open_readings
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Place, State
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.verdicts import Finding, Status, distinct


def has_column(k: Knowledge) -> bool:
    """Whether Units are laid aside for a counter-attack in this mission."""
    return bool(figure(k, "column-per-turn"))


def check_lay_by(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One of the Units that the defender played here, when the Assault is over."""
    rule, mission = figure(k, "column-per-turn"), mission_of(state)
    card, side, keys = str(act.move.what), act.move.side, rule.clauses
    if role_of_act(k, act) != DEFENDER:
        yield Finding("not-for-side", {"side": side}, "", keys)
    _, needs, _ = winner_of_turn(k, state)
    if state.fight_now(0) is not None:
        yield Finding("assault-goes-on", {}, "", keys)
    elif needs and state.fights:
        yield Finding("assault-goes-on", {}, "", keys, "open", needs)
    if len(state.laid_by) >= rule.value:
        yield Finding("laid-this-turn", {"number": rule.value}, "", keys)
    plays = [p for p in state.plays if p.card == card and p.side == side and p.status != "pending"]
    if card != HIDDEN and not plays:
        yield Finding("not-played-now", {}, card_record(act), keys)
    elif card != HIDDEN:
        unit = k.holds("card", card, "kind", "unit")
        if unit.value is not True:
            status: Status = "raised" if unit.value is False else "open"
            yield Finding("not-a-unit", {}, card_record(act), keys, status, unit.needs)
        yield from _heroic(k, act)
    once, size = figure(k, "counter-attacks"), figure(k, "column-size")
    if once and mission.counter_used:
        yield Finding("counter-attack-over", {}, "", once.clauses)
    if size and len(state.counter_pile) >= size.value:
        yield Finding("column-full", {"number": size.value}, "", size.clauses)


def _heroic(k: Knowledge, act: Act) -> Iterator[Finding]:
    allowed = figure(k, "counter-pile-heroic")
    heroic = k.holds("card", str(act.move.what), "heroic", True)
    if heroic.value is not False and allowed and not allowed.value:
        status: Status = "raised" if heroic.value else "open"
        yield Finding("heroic-laid-by", {}, card_record(act), allowed.clauses, status, heroic.needs)


def check_counter_attack(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender names a Terrain that the attacker holds, once, with a full column."""
    mission, terrain = mission_of(state), str(act.move.what)
    rule = figure(k, "counter-attack-terrain")
    size, once = figure(k, "column-size"), figure(k, "counter-attacks")
    record = f"terrain:{terrain}"
    if role_of_act(k, act) != DEFENDER:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if rule and state.phase not in ("", "progression"):
        yield Finding("wrong-phase", {"phase": state.phase}, "", rule.clauses)
    if size and len(state.counter_pile) < size.value:
        params = {"number": size.value, "laid": len(state.counter_pile)}
        yield Finding("column-short", params, "", size.clauses)
    taken = state.sides[k.side_of_role(ATTACKER)].taken
    if rule and taken is None:
        needs = (f"given.sides.{k.side_of_role(ATTACKER)}.taken",)
        yield Finding("not-held", {}, record, rule.clauses, "open", needs)
    elif rule and terrain not in (taken or ()):
        yield Finding("not-held", {}, record, rule.clauses)
    if once and mission.counter_used:
        yield Finding("counter-attack-over", {}, "", once.clauses)
    if once and mission.piles and not any(mission.piles.values()):
        yield Finding("last-terrain-played", {}, "", once.clauses)


def grounds_counter_attack(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "counter-attack-terrain").clauses


def counter_attack(k: Knowledge, state: State, move: Move) -> None:
    mission = mission_of(state)
    mission.counter_terrain, mission.counter_used = str(move.what), True
    state.places = [Place(str(move.what))]


def check_strike_out(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The attacker takes one of the cards held out to him, in the defender's phase."""
    rule, mission = figure(k, "column-struck"), mission_of(state)
    if role_of_act(k, act) != ATTACKER:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if state.phase not in ("", DEFENDER):
        yield Finding("wrong-phase", {"phase": state.phase}, "", rule.clauses)
    if not mission.counter_terrain:
        yield Finding("no-counter-attack", {}, "", rule.clauses)
    if rule and len(mission.struck) >= rule.value:
        yield Finding("struck-already", {}, "", rule.clauses)


def grounds_strike_out(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "column-struck").clauses


def strike_out(k: Knowledge, state: State, move: Move) -> None:
    """One card of the column is discarded, the others go to the defender's hand."""
    mission, card = mission_of(state), str(move.what)
    side = state.sides[k.side_of_role(DEFENDER)]
    mission.struck.append(card)
    left = list(state.counter_pile)
    if card in left:
        left.remove(card)
    elif left:
        left.pop()
    state.counter_pile.clear()
    if side.hand is not None:
        side.hand += left
    if side.hand_count is not None:
        side.hand_count += len(left)
    if side.discard is not None:
        side.discard.append(card)


def check_give_up(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender pays with cards of his hand, after one of the column was struck out."""
    rule, mission = figure(k, "counter-attack-price"), mission_of(state)
    if role_of_act(k, act) != DEFENDER:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if not mission.struck:
        yield Finding("strike-first", {}, "", figure(k, "column-struck").clauses or rule.clauses)
    if rule and len(mission.given_up) >= rule.value:
        yield Finding("paid-already", {"number": rule.value}, "", rule.clauses)
    hand = state.sides[act.move.side].hand
    if hand is not None and act.move.what not in hand:
        yield Finding("not-in-hand", {"side": act.move.side}, card_record(act), rule.clauses)


def grounds_give_up(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "counter-attack-price").clauses


def give_up(k: Knowledge, state: State, move: Move) -> None:
    mission, side, card = mission_of(state), state.sides[move.side], str(move.what)
    mission.given_up.append(card)
    if side.hand is not None and card in side.hand:
        side.hand.remove(card)
    if side.hand_count is not None:
        side.hand_count -= 1
    if side.discard is not None:
        side.discard.append(card)


def has_price(k: Knowledge) -> bool:
    """Whether a counter-attack is paid for in this mission."""
    return bool(figure(k, "counter-attack-price"))


def price_due(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Before the defender goes on with his phase, the counter-attack is carried out and paid."""
    mission, rule = mission_of(state), figure(k, "counter-attack-price")
    begun = mission.counter_terrain and state.phase == DEFENDER
    if begun and rule and role_of_act(k, act) == DEFENDER and len(mission.given_up) < rule.value:
        params = {"number": rule.value, "paid": len(mission.given_up)}
        yield Finding("price-due", params, "", rule.clauses)


def must(k: Knowledge, state: State, verb: str, side: str) -> tuple[bool | None, tuple[str, ...]]:
    """Whether the counter-attack has to be launched, or its price paid, and by which clauses; None
    where the book leaves it open."""
    mission, size = mission_of(state), figure(k, "column-size")
    if k.role_of_side(side) != DEFENDER:
        return False, ()
    if verb == "give_up":
        rule = figure(k, "counter-attack-price")
        due = bool(mission.struck) and bool(rule) and len(mission.given_up) < rule.value
        return due, rule.clauses
    if not size or mission.counter_used or len(state.counter_pile) < size.value:
        return False, figure(k, "counter-attack-optional").clauses
    rule = figure(k, "counter-attack-must")
    if not rule:
        return False, figure(k, "counter-attack-optional").clauses
    taken = state.sides[k.side_of_role(ATTACKER)].taken
    if taken == []:
        waits = figure(k, "counter-attack-waits")
        if not waits and open_readings(k, "counter-attack-waits"):
            return None, distinct((*rule.clauses, *size.clauses))
        return False, distinct((*rule.clauses, *waits.clauses))
    return bool(rule.value), distinct((*size.clauses, *rule.clauses))
