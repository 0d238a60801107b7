"""What follows a turn: who picks, from which pile, and where the Terrain goes."""

from __future__ import annotations

from typing import Any

from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.assault import assault_winner, left_untaken
from fieldpress.engine.commando.behind import turn_played, winner_of_turn
from fieldpress.engine.commando.between import here
from fieldpress.engine.commando.missions import answers as missions
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge, Parameter
from fieldpress.engine.verdicts import Verdict, distinct


def after_turn(k: Knowledge, state: State, name: str, winner: str) -> Parameter | None:
    """A parameter of what follows, by Terrain, number of the turn and winner."""
    place = state.places[0]
    role = k.role_of_side(winner) if winner in k.roles.values() else ""
    return k.parameter(name, place.terrain, place.face, won_by=role, turn=turn_played(state))


def _arrived(k: Knowledge, state: State) -> Parameter | None:
    """The rule by which the next turn is at the objective, if as many Terrains lie behind."""
    rule = here(k, state, "terrains-to-cross")
    return rule if rule and state.crossed is not None and state.crossed >= rule.value else None


def chooser(k: Knowledge, state: State) -> Verdict:
    """Who picks the Terrain of the next (or, in turn 1, this) Progression Phase."""
    found = missions.chooser(k, state)
    if found is not None:
        return found
    place = state.places[0]
    over = bool(state.fights or place.ended or (place.terrain and state.previous_winner))
    if (state.turn == 1 or state.crossed == 0) and not over:
        first = k.parameter("first-chooser")
        if first and first.value == "turn-token":
            if not state.turn_token:
                needs = ("given.turn_token",)
                return verdict_of(k, "undetermined", clauses=first.clauses, needs=needs)
            return verdict_of(k, "value", state.turn_token, clauses=first.clauses)
        if first:
            side = k.side_of_role(first.value) if first.value in k.roles else NOBODY
            return verdict_of(k, "value", side, clauses=first.clauses)
    arrived = _arrived(k, state)
    if arrived is not None:
        return verdict_of(k, "value", NOBODY, clauses=arrived.clauses)
    winner, missing, clauses = winner_of_turn(k, state)
    rule = after_turn(k, state, "next-chooser", winner)
    if rule is not None and rule.value not in ("winner", "loser"):
        by_winner = k.depends_on_winner("next-chooser", place.terrain)
        keys = distinct((*rule.clauses, *(clauses if by_winner else ())))
        side = k.side_of_role(rule.value) if rule.value in k.roles else NOBODY
        return verdict_of(k, "value", side, clauses=keys)
    keys = distinct((*(rule.clauses if rule else ()), *clauses))
    if missing:
        return verdict_of(k, "undetermined", None, clauses=keys, needs=missing)
    if winner == NOBODY or rule is None:
        return verdict_of(k, "value", NOBODY, clauses=keys)
    side = winner if rule.value == "winner" else k.other(winner)
    return verdict_of(k, "value", side, clauses=keys)


@rules("progression.reveal")
def next_turn(k: Knowledge, state: State) -> Verdict:
    """From where the next Terrain comes, how many are turned up, and who picks among them."""
    found = missions.next_turn(k, state)
    if found is not None:
        return found
    arrived = _arrived(k, state)
    if arrived is not None:
        value: dict[str, Any] = {"from": "objective", "reveal": 0, "chooses": NOBODY}
        return verdict_of(k, "value", value, clauses=arrived.clauses)
    winner, needs, _ = winner_of_turn(k, state)
    terrain = state.places[0].terrain
    pile = after_turn(k, state, "next-pile", winner)
    if pile is None and needs and k.depends_on_winner("next-pile", terrain):
        return verdict_of(k, "undetermined", None, needs=needs)
    number = after_turn(k, state, "next-reveal", winner)
    picks = chooser(k, state)
    if picks.outcome == "undetermined":
        return picks
    general = () if number else ("progression.reveal",) if k.rule("progression.reveal") else ()
    keys = (*(pile.clauses if pile else ()), *(number.clauses if number else general))
    value = {
        "from": pile.value if pile else "terrain-pile",
        "reveal": number.value if number else 2 if general else 0,
        "chooses": picks.value,
    }
    return verdict_of(k, "value", value, clauses=distinct((*keys, *picks.clauses)))


@rules("progression.unchosen")
def unchosen_goes(k: Knowledge, ident: str) -> tuple[str, tuple[str, ...]]:
    """Where a Terrain goes that was turned up and not chosen, and by which clauses."""
    rule = k.parameter("terrain-unchosen", ident)
    if rule is not None:
        return str(rule.value), rule.clauses
    return "terrain-discard", ("progression.unchosen", "discard.terrain-pile")


def terrain_goes(k: Knowledge, state: State, ident: str) -> tuple[str, tuple[str, ...], Any]:
    """Where a Terrain goes when its turn is over, by which clauses, and the facts missing."""
    index = next((i for i, p in enumerate(state.places) if p.terrain == ident), None)
    if index is None and ident in state.revealed:
        return (*unchosen_goes(k, ident), ())
    place = state.places[index or 0]
    winner, needs, how = assault_winner(k, state, index or 0)
    if winner == NOBODY and not needs and not state.fights:
        winner, needs, how = state.previous_winner or NOBODY, (), ()
    role = k.role_of_side(winner) if winner in k.roles.values() else ""
    rule = k.parameter("terrain-goes", ident, place.face, won_by=role, turn=turn_played(state))
    if rule is not None and left_untaken(k, place):
        # Where it goes instead is as open as whether it is taken.
        needs = tuple(f"discrepancy:{d}" for d in k.readings_of("unfought-takes", ident))
        return "", rule.clauses, needs
    if rule is not None:
        return str(rule.value), rule.clauses, ()
    if k.depends_on_winner("terrain-goes", ident) and not role:
        return "", (), needs or ("given.previous.winner",)
    del how
    return "terrain-discard", ("discard.terrain-pile", "assault-end.cards"), ()
