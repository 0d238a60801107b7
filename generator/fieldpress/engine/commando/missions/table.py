"""The moves of missions in one table: what is checked, by which clauses, and what is done.

Rulings (`may`, `why_not`, `legal`) and play go through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fieldpress.engine.commando.bans import PLAYS, Act, card_record, role_of_act
from fieldpress.engine.commando.missions import (
    columns,
    counter,
    heroes,
    marches,
    permanent,
    piles,
    production,
    regiments,
)
from fieldpress.engine.commando.missions.board import (
    NAMED,
    mission_of,
    size_of,
)
from fieldpress.engine.commando.missions.effects import windows
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.state import Lasting, Mission, Spot
from fieldpress.engine.commando.missions.thinking import candidates
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding

Check = Callable[[Knowledge, State, Act], Iterable[Finding]]
Grounds = Callable[[Knowledge, State, Act], tuple[str, ...]]
Handler = Callable[[Knowledge, State, Move], None]


def _of_field(on_field: Check, on_piles: Check) -> Check:
    def check(k: Knowledge, state: State, act: Act) -> Iterable[Finding]:
        return (on_field if size_of(k)[0] else on_piles)(k, state, act)

    return check


def _roll(spot: Check, regiment: Check) -> Check:
    def check(k: Knowledge, state: State, act: Act) -> Iterable[Finding]:
        return (spot if NAMED.fullmatch(str(act.move.what)) else regiment)(k, state, act)

    return check


def _attack_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    if size_of(k)[0]:
        return columns.grounds_attack(k, state, act)
    return piles.following(k, state).clauses


def _roll_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    if NAMED.fullmatch(str(act.move.what)):
        return production.grounds_roll_for(k, state, act)
    return regiments.grounds_roll_for(k, state, act)


def _attack(k: Knowledge, state: State, move: Move) -> None:
    (columns if size_of(k)[0] else piles).attack(k, state, move)


def _roll_for(k: Knowledge, state: State, move: Move) -> None:
    (production if NAMED.fullmatch(str(move.what)) else regiments).roll_for(k, state, move)


def _divert(k: Knowledge, state: State, move: Move) -> None:
    columns.attack(k, state, move)


#: Kind of act -> what is checked.
CHECKS: dict[str, Check] = {
    "attack": _of_field(columns.check_attack, piles.check_attack),
    "head-for": piles.check_head_for,
    "counter-attack": counter.check_counter_attack,
    "strike-out": counter.check_strike_out,
    "give-up": counter.check_give_up,
    "activate": regiments.check_activate,
    "drop": regiments.check_drop,
    "roll-for": _roll(production.check_roll_for, regiments.check_roll_for),
    "drift": regiments.check_drift,
    "march": marches.check_march,
    "reconnoitre": marches.check_reconnoitre,
    "redeploy": marches.check_redeploy,
    "light-up": marches.check_light_up,
    "produce": production.check_produce,
    "convert": production.check_convert,
    "barricade": columns.check_barricade,
    "divert": columns.check_divert,
    "put-back": columns.check_put_back,
    "take-permanent": permanent.check_take,
    "use-permanent": permanent.check_use,
    "destroy": permanent.check_destroy,
    "take-heroic": heroes.check_take,
    "take-back": production.check_take_back,
}
#: Kind of act -> the clauses by which it is possible at all; none: no rule provides for it.
GROUNDS: dict[str, Grounds] = {
    "attack": _attack_grounds,
    "head-for": piles.grounds_head_for,
    "counter-attack": counter.grounds_counter_attack,
    "strike-out": counter.grounds_strike_out,
    "give-up": counter.grounds_give_up,
    "activate": regiments.grounds_activate,
    "drop": regiments.grounds_drop,
    "roll-for": _roll_grounds,
    "drift": regiments.grounds_drift,
    "march": marches.grounds_march,
    "reconnoitre": marches.grounds_reconnoitre,
    "redeploy": marches.grounds_redeploy,
    "light-up": marches.grounds_light_up,
    "produce": production.grounds_produce,
    "convert": production.grounds_convert,
    "barricade": columns.grounds_barricade,
    "divert": columns.grounds_divert,
    "put-back": columns.grounds_put_back,
    "take-permanent": permanent.grounds_take,
    "use-permanent": permanent.grounds_use,
    "destroy": permanent.grounds_destroy,
    "take-heroic": heroes.grounds_take,
    "lay-by": lambda k, state, act: figure(k, "column-per-turn").clauses,
    "take-back": production.grounds_take_back,
    "play-event": lambda k, state, act: (*_window_grounds(k, state, act),
                                         *permanent.grounds_play(k, state, act)),
}  # fmt: skip
#: Verb -> what is done.
HANDLERS: dict[str, Handler] = {
    "attack": _attack,
    "head_for": piles.head_for,
    "counter_attack": counter.counter_attack,
    "strike_out": counter.strike_out,
    "give_up": counter.give_up,
    "activate": regiments.activate,
    "drop": regiments.drop,
    "roll_for": _roll_for,
    "drift": regiments.drift,
    "march": marches.march,
    "reconnoitre": marches.reconnoitre,
    "redeploy": marches.redeploy,
    "light_up": marches.light_up,
    "produce": production.produce,
    "convert": production.convert,
    "barricade": columns.barricade,
    "divert": _divert,
    "put_back": columns.put_back,
    "take_permanent": permanent.take,
    "use_permanent": permanent.use,
    "destroy": permanent.destroy,
}


#: Acts before which something may be due.
_OWN_PHASE = frozenset({"play-event", "play-card", "play-unit", "no-unit"})


def concerns(k: Knowledge, act: Act) -> bool:
    """Whether `checks` may have anything to say about an act: told by the act and by what the
    scenario and the cards say, whatever lies on the table."""
    if act.kind in CHECKS or (act.kind in _OWN_PHASE and counter.has_price(k)):
        return True
    if act.kind in PLAYS and (heroes.counts(k, act) or figure(k, "brought-by", card=act.move.what)):
        return True
    card = str(act.move.what)
    return act.kind == "play-event" and bool(windows(k, card) or permanent.has_permanents(k))


def checks(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """What a mission has to say about an act."""
    if state.mission is None:
        return
    check = CHECKS.get(act.kind)
    if check is not None:
        yield from check(k, state, act)
    if act.kind in PLAYS:
        yield from heroes.check_play(k, state, act)
        yield from _brought(k, state, act)
    if act.kind in _OWN_PHASE:
        yield from counter.price_due(k, state, act)
    if act.kind == "play-event":
        yield from _window(k, state, act)
        yield from permanent.check_play(k, state, act)


def grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """The clauses of a mission by which an act is possible."""
    found = GROUNDS.get(act.kind)
    return found(k, state, act) if found is not None and state.mission is not None else ()


def _brought(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card that only another one brings into play."""
    rule = figure(k, "brought-by", card=act.move.what)
    if rule and not any(play.card == rule.value for play in state.plays):
        params = {"by": f"card:{rule.value}"}
        yield Finding("not-brought", params, card_record(act), rule.clauses)


def _window(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card that names a phase is played in that phase."""
    said = windows(k, str(act.move.what))
    if said and state.phase and state.phase not in said:
        general = figure(k, "phase-events").clauses
        keys = (*general, *(c for clauses in said.values() for c in clauses))
        yield Finding("other-phase", {"phase": state.phase}, card_record(act), keys)


def _window_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    said = windows(k, str(act.move.what))
    if state.phase not in said:
        return ()
    return (*figure(k, "phase-events").clauses, *said[state.phase])


def after(k: Knowledge, state: State, move: Move) -> None:
    """What a mission notes of a move that was carried out elsewhere."""
    if state.mission is None:
        return
    if move.verb == "play":
        heroes.played(k, state, move.side, str(move.what))
        permanent.played(state, move)
    elif move.verb == "take_heroic":
        heroes.took(k, state, move.side)


def end_turn(k: Knowledge, state: State) -> None:
    """The turn is over: rows lost, fatigue, markers, cards that lay sideways."""
    if state.mission is None:
        return
    heroes.note_loss(k, state)
    columns.end_turn(k, state)
    production.end_turn(k, state)
    permanent.end_turn(state)
    mission = state.mission
    mission.chose.clear()
    mission.struck.clear()
    mission.given_up.clear()
    mission.counter_terrain = ""
    regiments.end_turn(k, state)


__all__ = [
    "CHECKS", "GROUNDS", "HANDLERS", "Lasting", "Mission", "Spot", "after", "candidates", "checks",
    "end_turn", "grounds", "mission_of", "role_of_act",
]  # fmt: skip
