"""What one side may see: its own hand, what lies open, and of the rest only how much there is."""

from __future__ import annotations

from typing import Any

from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.missions.seen import seen
from fieldpress.engine.commando.play.decisions import decision
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.play.opening import steps_of
from fieldpress.engine.commando.state import DEFENDER, Side, State
from fieldpress.engine.knowledge import HIDDEN


def observation(k: GameKnowledge, state: State, side: str) -> dict[str, Any]:
    """The table as `side` sees it. Both sides know the decks; neither knows the order of a pile,
    the other's hand or heroic cards, or looks through the other's discard pile."""
    table = table_of(state)
    asked = decision(k, state)
    return {
        "side": side,
        "turn": state.turn,
        "phase": state.phase,
        "turn_token": state.turn_token,
        "decides": None if asked is None else {"side": asked.side, "about": asked.kind},
        "sides": {name: _side(state, held, name == side) for name, held in state.sides.items()},
        "reserve": state.reserve,
        "supply": dict(state.supply),
        "places": [place.to_json() for place in state.places],
        "revealed": list(state.revealed),
        "crossed": state.crossed,
        "aside": [place.to_json() for place in state.aside],
        "plays": [play.to_json() for play in state.plays],
        "fights": [fight.to_json() for fight in state.fights],
        "pending": list(state.pending),
        "choosing": state.choosing,
        "tasks": [task.to_json() for task in table.tasks],
        "piles": _piles(k, state, side),
        "counter_pile": len(state.counter_pile),
        "laid_by": _laid_by(k, state, side),
        "campaign_token": state.campaign_token,
        "previous_winner": state.previous_winner,
        "mission": None if state.mission is None else seen(k, state.mission, side),
        "winner": table.result.get("winner", "") if table.stage == "over" else "",
    }


def _laid_by(k: GameKnowledge, state: State, side: str) -> list[str]:
    """Cards laid by this turn; in a mission they lie face down, as their owner knows them."""
    if state.mission is None or k.role_of_side(side) == DEFENDER:
        return list(state.laid_by)
    return [HIDDEN] * len(state.laid_by)


def _side(state: State, held: Side, own: bool) -> dict[str, Any]:
    out: dict[str, Any] = {
        "hand": len(held.hand or ()),
        "draw_pile": held.draw_pile,
        "heroic": len(held.heroic or ()),
        "heroic_taken": held.heroic_taken,
        "discard": len(held.discard or ()),
        "tokens": [token.to_json() for token in held.tokens or ()],
        "strength": held.strength,
        "taken": list(held.taken or ()),
        "redraws": held.redraws,
    }
    if own:
        # In a hand and among heroic cards order means nothing, and must not tell what was drawn.
        out |= {
            "hand": sorted(held.hand or ()),
            "heroic": sorted(held.heroic or ()),
            "discard": list(held.discard or ()),
        }
    return out


def _piles(k: GameKnowledge, state: State, side: str) -> dict[str, Any]:
    """Terrain piles: those that lie open in full, of the others how many cards they have."""
    places = steps_of(k, "setup").places
    role, out = k.role_of_side(side), {}
    for name, pieces in table_of(state).piles.items():
        place = places.get(name)
        hidden = place is not None and (
            place.passing
            or place.hidden == "all"
            or (place.hidden == "opponent" and place.side != role)
        )
        seen = [p if face != "down" or not hidden else "" for p, _, face in pieces]
        out[name] = seen if not hidden or any(seen) else len(pieces)
    return out
