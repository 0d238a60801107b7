"""The decisions of a mission: who is asked at which stage of its course, and about what.

What may be done is judged where rulings are: the moves and checks of `missions/table.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.checks import allowed
from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.missions import columns, counter, heroes, piles
from fieldpress.engine.commando.missions.board import mission_of, size_of
from fieldpress.engine.commando.missions.effects import any_lies, in_effect, windows
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.regiments import regulars
from fieldpress.engine.commando.missions.thinking import candidates
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.asking import Ask
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State

#: The verbs by which the decisions of missions are taken.
VERBS: dict[str, tuple[str, ...]] = {
    "mission-heroic": ("take_heroic",),
    "mission-events": ("play", "done"),
    "mission-pile": ("head_for",),
    "mission-terrain": ("attack",),
    "mission-counter-attack": ("counter_attack",),
    "mission-strike": ("strike_out",),
    "mission-price": ("give_up",),
    "mission-drop": ("drop",),
    "mission-drift-roll": ("roll_for",),
    "mission-drift": ("drift",),
    "mission-activate": ("activate",),
    "mission-divert": ("divert",),
    "mission-put-back": ("put_back",),
    "mission-destroy": ("destroy",),
    "mission-production": ("produce", "roll_for", "convert", "take_back", "done"),
    "mission-recover": ("recover", "done"),
    "mission-light": ("light_up", "done"),
    "mission-march": ("march", "reconnoitre"),
    "mission-recon": ("reconnoitre", "done"),
    "mission-redeploy": ("redeploy",),
    "mission-barricade": ("barricade",),
    "mission-permanent": ("take_permanent",),
    "mission-lay-by": ("lay_by", "done"),
}
#: What a card that was played makes its owner do at once.
AT_ONCE = {
    "regiment": ("mission-drop", "drop"), "put_back": ("mission-put-back", "put_back"),
    "destroy": ("mission-destroy", "destroy"), "divert": ("mission-divert", "divert"),
}  # fmt: skip


_BY_CARD = tuple(AT_ONCE)


def decision(k: GameKnowledge, state: State) -> Ask | None:
    """The decision of a mission that is open at this stage, before those of the shared rules."""
    if state.mission is None:
        return None
    found_out = k.found_out(state)
    if found_out is None:
        return _decision(k, state)
    if "of-mission" not in found_out:
        found_out["of-mission"] = _decision(k, state)
    found: Ask | None = found_out["of-mission"]
    return found


def _decision(k: GameKnowledge, state: State) -> Ask | None:
    stage = table_of(state).stage
    forced = _at_once(k, state)
    if forced is not None:
        return forced
    if stage == "defender":
        return _counter_attack(k, state)
    asks = _ASKS.get(stage)
    return asks(k, state) if asks is not None else None


def _at_once(k: GameKnowledge, state: State) -> Ask | None:
    """What a card that has resolved makes its owner do."""
    if not any_lies(k, state, _BY_CARD):
        return None
    for verb, (kind, move) in AT_ONCE.items():
        for play, *_ in in_effect(k, state, verb):
            settled = play.status in ("done", "table") and move not in play.chosen
            if settled and can(k, state, play.side, move):
                return Ask(play.side, kind)
    return None


def _heroic(k: GameKnowledge, state: State) -> Ask | None:
    """The sides that take a heroic card now, one after the other; neither sees the other's."""
    if heroes.timing(k, state).value in (None, "none"):
        return None
    for role in (ATTACKER, DEFENDER):
        side = k.side_of_role(role)
        if can(k, state, side, "take_heroic"):
            return Ask(side, "mission-heroic")
    return None


def _events(k: GameKnowledge, state: State) -> Ask | None:
    """Events that name the Progression Phase, until a side lets it be. A side that might hold one
    is asked whether or not it does: what it is asked must not tell what is in its hand."""
    for role in (ATTACKER, DEFENDER):
        side = k.side_of_role(role)
        if side not in table_of(state).passed and state.sides[side].hand and _might(k, state, side):
            return Ask(side, "mission-events")
    return None


def _might(k: GameKnowledge, state: State, side: str) -> bool:
    """Whether the deck of a side has a card that names the phase in hand: both sides know it."""
    key = ("might", state.phase, side)
    found: bool | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        named = [card for card in k.decks if state.phase in windows(k, card)]
        found = side in [k.fact("card", card, "side").value for card in named]
        if k.memo is not None:
            k.memo[key] = found
    return found


def _pick(k: GameKnowledge, state: State) -> Ask | None:
    found, mission = piles.following(k, state), mission_of(state)
    if found.sector == "counter-attack":
        return Ask(found.chooser, "mission-counter-attack")
    if mission.headed or found.chooser == NOBODY or len(found.piles) < 2:
        return None
    return Ask(found.chooser, "mission-pile")


def _terrain(k: GameKnowledge, state: State) -> Ask | None:
    """Who lays the Assault marker: on a field, or on one of the Terrains turned up."""
    mission = mission_of(state)
    if columns.has_columns(k):
        rule = figure(k, "attack-chooser")
        asked = bool(rule) and not mission.spot and bool(columns.eligible(k, state))
        return Ask(k.side_of_role(str(rule.value)), "mission-terrain") if asked else None
    if size_of(k)[0]:
        rule = figure(k, "activation-chooser")
        side = k.side_of_role(str(rule.value))
        asked = not mission.regiment and can(k, state, side, "activate")
        return Ask(side, "mission-activate") if asked else None
    if len(state.revealed) < 2:
        return None
    return Ask(piles.following(k, state).chooser, "mission-terrain")


def _drop(k: GameKnowledge, state: State) -> Ask | None:
    """The drop and the drift of the regiments, before the first turn."""
    mission = mission_of(state)
    for name in regulars(k):
        if name not in mission.regiments:
            return Ask(k.side_of_role(str(figure(k, "drop-chooser").value)), "mission-drop")
    roller = figure(k, "drift-roller")
    lands = figure(k, "drift-lands")
    for name in regulars(k) if roller else ():
        rolled = mission.rolls.get(name, [])
        side = k.side_of_role(str(roller.value))
        if rolled and rolled[-1] not in (lands.value, "stands"):
            return Ask(side, "mission-drift")
    for name in regulars(k) if roller else ():
        if name not in mission.rolls:
            return Ask(k.side_of_role(str(roller.value)), "mission-drift-roll")
    return None


def _production(k: GameKnowledge, state: State) -> Ask | None:
    side = k.side_of_role(ATTACKER)
    if not figure(k, "production-phase") or side in table_of(state).passed:
        return None
    if can(k, state, side, "produce", "roll_for", "convert", "take_back"):
        return Ask(side, "mission-production")
    return None


def _counter_attack(k: GameKnowledge, state: State) -> Ask | None:
    """In the defender's phase a counter-attack is carried out and paid first."""
    mission = mission_of(state)
    if not mission.counter_terrain:
        return None
    struck, price = figure(k, "column-struck"), figure(k, "counter-attack-price")
    if struck and len(mission.struck) < struck.value and state.counter_pile:
        return Ask(k.side_of_role(ATTACKER), "mission-strike")
    defender = k.side_of_role(DEFENDER)
    owes = price and len(mission.given_up) < price.value
    if owes and state.sides[defender].hand:
        return Ask(defender, "mission-price")
    return None


def _after(k: GameKnowledge, state: State) -> Ask | None:
    """What follows an Assault, in this order."""
    mission, passed = mission_of(state), table_of(state).passed
    attacker, defender = k.side_of_role(ATTACKER), k.side_of_role(DEFENDER)
    for side in (attacker, defender):
        if f"mission-recover:{side}" not in passed and can(k, state, side, "recover"):
            return Ask(side, "mission-recover")
    if can(k, state, attacker, "barricade") and not mission.barricade:
        return Ask(attacker, "mission-barricade")
    if mission.regiment and not mission.moved:
        moved = _march(k, state, attacker, defender)
        if moved is not None:
            return moved
    for side in (attacker, defender):
        if can(k, state, side, "take_permanent"):
            return Ask(side, "mission-permanent")
    found = _heroic(k, state)
    if found is not None:
        return found
    kept = f"mission-lay-by:{defender}" in passed
    if counter.has_column(k) and not kept and can(k, state, defender, "lay_by"):
        return Ask(defender, "mission-lay-by")
    return None


def _march(k: GameKnowledge, state: State, attacker: str, defender: str) -> Ask | None:
    passed = table_of(state).passed
    if f"mission-light:{attacker}" not in passed and can(k, state, attacker, "light_up"):
        return Ask(attacker, "mission-light")
    for side in (attacker, defender):
        if can(k, state, side, "march"):
            return Ask(side, "mission-march")
    if f"mission-recon:{attacker}" not in passed and _might_reconnoitre(k, state, attacker):
        return Ask(attacker, "mission-recon")
    known = _without_recon(k, state, attacker)
    for side in (attacker, defender):
        if can(k, known, side, "redeploy"):
            return Ask(side, "mission-redeploy")
    return None


def _might_reconnoitre(k: GameKnowledge, state: State, side: str) -> bool:
    """Whether a side could make the reconnaissance move with any card of its deck in hand: it is
    asked whether or not it holds the one it takes, so that nothing tells what is in its hand."""
    if not state.sides[side].hand:
        return False
    thought = state.copy()
    thought.sides[side].hand = list(k.decks)
    return can(k, thought, side, "reconnoitre")


def _without_recon(k: GameKnowledge, state: State, side: str) -> State:
    """The table as everybody knows it once a side has let the reconnaissance move pass, which it
    has to make where it can: its hand does not hold the card."""
    card, hand = figure(k, "recon-card"), state.sides[side].hand
    if f"mission-recon:{side}" not in table_of(state).passed or not card or not hand:
        return state
    thought = state.copy()
    thought.sides[side].hand = [one for one in hand if one != card.value]
    return thought


_ASKS: dict[str, Callable[[GameKnowledge, State], Ask | None]] = {
    "m-start": _heroic, "m-drop": _drop, "m-events": _events, "m-pick": _pick,
    "m-terrain": _terrain, "m-late-events": _events, "m-production": _production, "m-after": _after,
}  # fmt: skip


# -- what a side could do ------------------------------------------------------------------------


def can(k: GameKnowledge, state: State, side: str, *verbs: str) -> bool:
    """Whether a side has a legal move of one of these verbs."""
    for verb in verbs:
        for move in thought_of(k, state, side, verb):
            if allowed(k, state, move):
                return True
    return False


def thought_of(k: GameKnowledge, state: State, side: str, verb: str) -> Iterator[Move]:
    """Moves of one verb that a side might think of in a mission: its own, and those shared with
    other games."""
    held = state.sides[side]
    if verb == "take_heroic":
        cards = held.heroic or ()
    elif verb == "recover":
        cards = [p.card for p in state.plays if p.side == side and p.role == "unit"]
    elif verb == "lay_by":
        cards = [play.card for play in state.plays if play.side == side]
    elif verb == "take_back":
        cards = held.discard or () if mission_of(state).produced else ()
    else:
        yield from candidates(k, state, side, verb)
        return
    for card in dict.fromkeys(cards):
        yield Move(side, verb, card)
