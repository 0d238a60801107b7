"""Moves carried out: plays that are pending first, windows, resolution, the end of a fight.

`apply` does not judge: `checks.judge` does, and callers ask it first.
"""

from __future__ import annotations

from collections.abc import Callable

from fieldpress.engine.commando.acts import act_of, role_of, scope_of, target_of, window_bound
from fieldpress.engine.commando.building import recover
from fieldpress.engine.commando.carrying import carry_out, choose, pay
from fieldpress.engine.commando.combat import attacker_reaches
from fieldpress.engine.commando.missions import table as missions
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Fight, Play, State
from fieldpress.engine.commando.support import standing
from fieldpress.engine.commando.table import Table, Task
from fieldpress.engine.commando.tokens import let_go, use_token
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import EngineFault


class Undecided(EngineFault):
    """A move whose outcome hangs on missing facts; `needs` names them."""

    def __init__(self, message: str, needs: tuple[str, ...]) -> None:
        self.needs = needs
        super().__init__(message)


def apply(k: Knowledge, state: State, move: Move) -> None:
    """Carry out a move in place. Raises Undecided where its outcome is not known."""
    if move.verb not in ("answer", "decline", "choose"):
        if state.pending:
            # Moving on closes the window: whoever could have answered has let it pass.
            k.scratch = None
            resolve_pending(k, state)
        if state.called and not (move.verb == "roll" and k.at_once(str(move.what))):
            let_go(k, state)
    handler = _HANDLERS.get(move.verb)
    if move.verb == "decline":
        resolve_pending(k, state)
    elif handler is not None:
        handler(k, state, move)
    if state.mission is not None:
        missions.after(k, state, move)


# -- cards ----------------------------------------------------------------------------------------


def _play(k: Knowledge, state: State, move: Move) -> None:
    role, scope = role_of(k, move) or "action", scope_of(k, state, move.place)
    index = len(state.plays)
    play = Play(str(move.what), move.side, role, move.place, status="pending")
    if move.verb == "answer":
        play.answers = target_of(state, move)
    if role == "unit" and move.verb == "play":
        state.destroyed_now = None
        play.fight = _enter_fight(k, state, move, index)
    elif role == "action":
        play.fight = scope.fight
        if not window_bound(k, play.card):
            state.destroyed_now = None
        if move.verb == "play" and scope.fight is not None:
            state.fights[scope.fight].active = k.role_of_side(move.side)
    state.plays.append(play)
    pay(k, state, index)
    state.pending.append(index)
    state.last_play, state.since = index, []
    hand = state.sides[move.side].hand
    if hand is not None and play.card in hand:
        hand.remove(play.card)


def _enter_fight(k: Knowledge, state: State, move: Move, index: int) -> int:
    """A defending Unit opens a fight; an attacking one enters it."""
    role, now = k.role_of_side(move.side), state.fight_now(move.place)
    if now is not None and standing(k, state, act_of(k, state, move)):
        state.fights[now].beside.setdefault(role, []).append(index)
        state.fights[now].active = role
        return now
    if role == DEFENDER:
        survivor = _survivor(k, state, move.place)
        state.fights.append(Fight(move.place, defender=index, attacker=survivor))
        if survivor is not None:
            state.plays[survivor].fight = len(state.fights) - 1
        return len(state.fights) - 1
    if now is None:
        raise EngineFault("there is no Unit to face")
    state.fights[now].attacker = index
    state.fights[now].active = ATTACKER
    return now


def _survivor(k: Knowledge, state: State, place: int) -> int | None:
    """The attacking Unit that won the fight before, where it fights on against the next Unit."""
    where, before = state.places[place], state.last_fight(place)
    rule = k.parameter("survivor-fights-on", where.terrain, where.face)
    if before is None or rule is None or not rule.value:
        return None
    unit = state.unit_of(before, ATTACKER)
    stands = unit is not None and not unit.destroyed
    return state.fights[before].attacker if stands else None


def resolve_pending(k: Knowledge, state: State) -> None:
    """Both sides decline: the plays resolve, the latest first."""
    while state.pending:
        index = state.pending.pop()
        table = state.table
        if table is not None and (state.choosing is not None or _waits(table)):
            table.tasks.append(Task("resolve", index))
        else:
            resolve(k, state, index)


def _waits(table: Table) -> bool:
    """Whether anything is still to be done before a play can resolve."""
    return bool(table.tasks) and any(task.do != "away" for task in table.tasks)


def resolve(k: Knowledge, state: State, index: int) -> None:
    """A play takes effect, unless it was cancelled or discarded; a card that does not stay leaves
    the table when all that it does is done."""
    play = state.plays[index]
    if play.status != "cancelled" and not play.discarded_by:
        play.status = "done" if play.role == "event" else "table"
        carry_out(k, state, index)
    elif state.table is not None:
        state.table.note("cancelled", side=play.side, card=play.card)
    if state.table is not None and (play.status != "table" or play.discarded_by):
        state.table.tasks.append(Task("away", index))


# -- tokens, choices ------------------------------------------------------------------------------


def _toss(k: Knowledge, state: State, move: Move) -> None:
    counter = k.counter(str(move.what))
    if counter.kind != "fate" or act_of(k, state, move).kind != "fate-toss":
        use_token(k, state, move, scope_of(k, state, move.place).fight or 0)
        return
    if move.lands not in [f.id for f in counter.faces]:
        wanted = ", ".join(f.id for f in counter.faces)
        raise EngineFault(f"a toss of {counter.id} needs lands: one of {wanted}")
    state.fate = move.lands


def _choose(k: Knowledge, state: State, move: Move) -> None:
    if state.choosing is not None:
        choose(k, state, state.choosing, move.what)
        return
    state.places[move.place].chosen[move.side] = move.what


# -- the end of a fight, of an Assault ------------------------------------------------------------


def _stop(k: Knowledge, state: State, move: Move) -> None:
    """A side raises no further: it hands over, or the fight is decided."""
    now = state.fight_now(move.place)
    faced = now is not None and state.fights[now].attacker is not None
    reaches = attacker_reaches(k, state, now)[0] if faced and now is not None else None
    k.scratch = None  # what was found out holds for the table as it was, not for what follows
    if now is None:
        _no_unit(k, state, move)
        return
    fight, role = state.fights[now], k.role_of_side(move.side)
    if reaches is None:
        if role == ATTACKER:
            # Without a Unit the value is not reached, and the Assault is lost.
            decide(k, state, now, DEFENDER)
            place = state.places[fight.place]
            if place.how == "unit-lost" and k.rule("assault.attacker-abandons"):
                place.how = "no-attacker"
        else:
            fight.active = ATTACKER  # He has had his say before the attacker acts.
        return
    if reaches.value is None:
        raise Undecided("who wins this fight is not known", reaches.needs)
    if role == ATTACKER and reaches.value:
        fight.active = DEFENDER
    elif role == DEFENDER and not reaches.value:
        fight.active = ATTACKER
    else:
        decide(k, state, now, ATTACKER if reaches.value else DEFENDER)


@rules("assault.defender-destroyed")
def decide(k: Knowledge, state: State, fight_index: int, winner: str) -> None:
    """The fight is over: whose Unit is destroyed, what it costs, whether the Assault goes on."""
    fight = state.fights[fight_index]
    place = state.places[fight.place]
    fight.result, fight.active = winner, ""
    losers = state.units_of(fight_index, DEFENDER if winner == ATTACKER else ATTACKER)
    for loser in losers:
        loser.destroyed = winner != ATTACKER or k.rule("assault.defender-destroyed")
    if winner == ATTACKER:
        if k.rule("assault.defender-destroyed"):
            state.destroyed_now = fight_index
        return
    cost = k.parameter("loss-strength", place.terrain, place.face)
    lose_strength(k, state, int(cost.value) if cost else 0)
    ends = k.parameter("loss-ends-assault", place.terrain, place.face)
    if ends is not None and ends.value:
        place.ended, place.how = DEFENDER, "unit-lost"


@rules("assault.last-strength")
def lose_strength(k: Knowledge, state: State, points: int) -> None:
    """The attacker loses Strength Points; with the last one the defender wins the game."""
    side = state.sides[k.side_of_role(ATTACKER)]
    if side.strength is None:
        return
    side.strength = max(0, side.strength - points)
    if side.strength == 0 and points and k.rule("assault.last-strength"):
        state.winner = k.side_of_role(DEFENDER)


def _retreat(k: Knowledge, state: State, move: Move) -> None:
    place = state.places[move.place]
    if k.role_of_side(move.side) == DEFENDER:
        _no_unit(k, state, move)
        return
    now = state.fight_now(move.place)
    if now is not None:
        state.fights[now].result = "unfaced" if state.fights[now].attacker is None else DEFENDER
    place.ended, place.how = DEFENDER, "retreat"
    cost = k.parameter("retreat-strength", place.terrain, place.face)
    lose_strength(k, state, int(cost.value) if cost else 0)


def _give_strength(k: Knowledge, state: State, move: Move) -> None:
    place = state.places[move.place]
    now = state.fight_now(move.place)
    if now is not None:
        state.fights[now].result = "unfaced"
    cost = k.parameter("give-strength", place.terrain, place.face)
    lose_strength(k, state, int(cost.value) if cost else 0)


def _no_unit(k: Knowledge, state: State, move: Move) -> None:
    place = state.places[move.place]
    place.ended = ATTACKER
    place.how = "no-more-units" if state.last_fight(move.place) is not None else "no-unit"
    state.destroyed_now = None


# -- apart from the fights ------------------------------------------------------------------------


def _redraw(k: Knowledge, state: State, move: Move) -> None:
    side = state.sides[move.side]
    side.redraws, side.hand = (side.redraws or 0) + 1, None


def _take_heroic(k: Knowledge, state: State, move: Move) -> None:
    side = state.sides[move.side]
    if side.heroic is not None and move.what in side.heroic:
        side.heroic.remove(move.what)
    if side.hand is not None:
        side.hand.append(str(move.what))
    if side.heroic_taken is not None:
        side.heroic_taken += 1


def _lay_by(k: Knowledge, state: State, move: Move) -> None:
    state.laid_by.append(str(move.what))
    state.counter_pile.append(str(move.what))


def _take_back(k: Knowledge, state: State, move: Move) -> None:
    side = state.sides[move.side]
    if side.discard is not None and move.what in side.discard:
        side.discard.remove(move.what)
    if side.hand is not None:
        side.hand.append(str(move.what))


def _look(k: Knowledge, state: State, move: Move) -> None:
    """Nothing on the table changes."""


def _campaign_token(k: Knowledge, state: State, move: Move) -> None:
    state.campaign_token = True
    side = state.sides[move.side]
    if side.campaign_tokens is not None:
        side.campaign_tokens -= 1


_HANDLERS: dict[str, Callable[[Knowledge, State, Move], None]] = {
    "play": _play, "answer": _play, "toss": _toss, "roll": _toss, "choose": _choose,
    "stop": _stop, "retreat": _retreat, "give_strength": _give_strength, "no_unit": _no_unit,
    "redraw": _redraw, "take_heroic": _take_heroic, "lay_by": _lay_by, "take_back": _take_back,
    "look": _look, "campaign_token": _campaign_token, "recover": recover,
    **missions.HANDLERS,
}  # fmt: skip


def moved(k: Knowledge, state: State, move: Move) -> State:
    """The state after a move, leaving the one before as it was."""
    after = state.copy()
    apply(k, after, move)
    return after


__all__ = ["Undecided", "apply", "decide", "lose_strength", "moved", "resolve_pending"]
