"""Who has won the Assault at a place, as far as it is decided."""

from __future__ import annotations

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.room import room_for_unit
from fieldpress.engine.commando.state import ATTACKER, Place, State
from fieldpress.engine.knowledge import Knowledge

#: How an Assault ended -> the clauses by which that ends it.
_BY: dict[str, tuple[str, ...]] = {
    "unit-lost": ("assault.attacker-destroyed",),
    "no-attacker": ("assault.attacker-abandons",),
    "retreat": ("retreat.attacker",),
    "no-unit": ("defender-phase.no-unit",),
    "no-more-units": ("retreat.defender", "assault.attacker-wins"),
    "told": (),
}


def left_untaken(k: Knowledge, place: Place) -> bool:
    """Whether a Terrain is not taken though it counts as won: the defender played no Unit there."""
    rule = k.parameter("unfought-takes", place.terrain, place.face)
    return place.how == "no-unit" and rule is not None and not rule.value


def won_without_assault(
    k: Knowledge, state: State, place_index: int
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Who counts as the winner of a turn on a Terrain that sees no Assault (or nobody), the facts
    missing, the clauses."""
    place = state.places[place_index]
    here = k.parameter("assault-here", place.terrain, place.face)
    if here is None or here.value or not k.sets("counts-as-won"):
        return NOBODY, (), ()
    rule = k.parameter("counts-as-won", place.terrain, place.face)
    if rule is None:
        needs = tuple(f"discrepancy:{d}" for d in k.readings_of("counts-as-won", place.terrain))
        return NOBODY, needs, here.clauses
    side = k.side_of_role(rule.value) if rule.value in k.roles else NOBODY
    return side, (), rule.clauses


@rules(
    "assault.attacker-destroyed",
    "retreat.attacker",
    "defender-phase.no-unit",
    "retreat.defender",
    "assault.attacker-wins",
    "assault.defender-abandons",
    "assault.attacker-abandons",
)
def assault_winner(
    k: Knowledge, state: State, place_index: int
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The side that has won the Assault at a place (or nobody), the facts missing, the clauses."""
    found_out = k.found_out(state)
    if found_out is None:
        return _assault_winner(k, state, place_index)
    found: tuple[str, tuple[str, ...], tuple[str, ...]] | None
    found = found_out.get(("winner", place_index))
    if found is None:
        found = found_out["winner", place_index] = _assault_winner(k, state, place_index)
    return found


def _assault_winner(
    k: Knowledge, state: State, place_index: int
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    place = state.places[place_index]
    if place.ended:
        keys = _BY[place.how]
        if place.how == "no-more-units" and k.rule("assault.defender-abandons"):
            keys = (*keys, "assault.defender-abandons")
        if not k.rule(*keys):
            return NOBODY, (), ()
        if place.how == "no-unit":
            winner = k.parameter("no-assault-winner", place.terrain, place.face)
            if winner is None:
                return NOBODY, (), ()
            side = k.side_of_role(winner.value) if winner.value in k.roles else NOBODY
            return side, (), winner.clauses
        return k.side_of_role(place.ended), (), keys
    if state.last_fight(place_index) is None or state.fight_now(place_index) is not None:
        return NOBODY, (), ()
    free, *_ = room_for_unit(k, state, place_index)
    if free.value is None:
        return NOBODY, free.needs, ("assault.size", "assault.attacker-wins")
    if free.value is False and k.rule("assault.attacker-wins"):
        return k.side_of_role(ATTACKER), (), ("assault.attacker-wins",)
    return NOBODY, (), ("assault.size",)
