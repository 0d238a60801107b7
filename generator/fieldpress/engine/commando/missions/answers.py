"""What a situation can ask of a mission: numbers, people, lists, results; a function for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.counting import Derived
from fieldpress.engine.commando.missions import columns, marches, piles, production, regiments
from fieldpress.engine.commando.missions.board import mission_of, size_of
from fieldpress.engine.commando.missions.figures import figure, open_readings
from fieldpress.engine.commando.missions.points import control_tokens, to_win, victory_points
from fieldpress.engine.commando.state import ATTACKER, State
from fieldpress.engine.contributions import ZERO, fold
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Amount, Contribution, Verdict, distinct

Value = Callable[[Knowledge, State, str], tuple[Derived, tuple[str, ...]]]
Answer = Callable[[Knowledge, State, Mapping[str, Any]], Verdict]


# -- numbers --------------------------------------------------------------------------------------


def _points(k: Knowledge, state: State, side: str) -> tuple[Derived, tuple[str, ...]]:
    return victory_points(k, state, side), ()


def _tokens(k: Knowledge, state: State, side: str) -> tuple[Derived, tuple[str, ...]]:
    return control_tokens(k, state, side), ()


def _threshold(k: Knowledge, state: State, side: str) -> tuple[Derived, tuple[str, ...]]:
    rule = to_win(k, side)
    record = f"rule:{rule.clauses[0]}" if rule else ""
    part = Contribution("points-to-win", "base", rule.amount, record, side, rule.clauses)
    return Derived(rule.amount, (part,)), ()


def _blocked(k: Knowledge, state: State, side: str) -> tuple[Derived, tuple[str, ...]]:
    """The cards that a blocked regiment costs its owner, as far as the pile goes."""
    stuck, keys = marches.blocked(k, state)
    rule, what = figure(k, "blocked-cost"), "cards-lost"
    record = f"rule:{rule.clauses[0]}" if rule else ""
    if stuck.value is None:
        part = Contribution(
            what, "add", Amount(0, rule.amount.high), record, side, keys, needs=stuck.needs
        )
        return Derived(part.amount, (part,)), ()
    if not stuck.value or k.role_of_side(side) != ATTACKER:
        return Derived(ZERO, (Contribution(what, "add", ZERO, record, side, keys),)), ()
    keys = distinct((*keys, *figure(k, "blocked-cards-go").clauses))
    parts = [Contribution(what, "add", rule.amount, record, side, keys)]
    held = state.sides[side].draw_pile
    if held is None:
        k.reserve_judgement(f"given.sides.{side}.draw_pile", "draw_pile")
    elif held < rule.value:
        where = f"given.sides.{side}.draw_pile"
        short = figure(k, "blocked-short")
        parts.append(Contribution(what, "at-most", Amount.of(held), where, side, short.clauses))
    return Derived(fold(parts), tuple(parts)), ()


VALUES: dict[str, Value] = {
    "victory-points": _points,
    "control-tokens": _tokens,
    "points-to-win": _threshold,
    "cards-lost": _blocked,
}


# -- people ---------------------------------------------------------------------------------------


def chooser(k: Knowledge, state: State) -> Verdict | None:
    """Who picks where the next Assault is; None where the mission leaves it to the shared rules."""
    if state.mission is None:
        return None
    if columns.has_columns(k):
        rule = figure(k, "attack-chooser")
        side = k.side_of_role(str(rule.value)) if rule else NOBODY
        return verdict_of(k, "value", side, clauses=rule.clauses)
    if size_of(k)[0]:
        rule = figure(k, "activation-chooser")
        first, waiting = figure(k, "extra-regiment-next"), regiments.third(k, state.mission)
        if first and waiting:
            return verdict_of(k, "value", NOBODY, clauses=first.clauses)
        side = k.side_of_role(str(rule.value)) if rule else NOBODY
        return verdict_of(k, "value", side, clauses=rule.clauses)
    if piles.has_piles(k):
        found = piles.following(k, state)
        if found.needs:
            return verdict_of(k, "undetermined", clauses=found.clauses, needs=found.needs)
        return verdict_of(k, "value", found.chooser, clauses=found.clauses)
    return None


def _moves_regiment(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    side, rule, needs = marches.mover(k, state)
    if needs:
        return verdict_of(k, "undetermined", clauses=rule.clauses, needs=needs)
    return verdict_of(k, "value", side if rule else NOBODY, clauses=rule.clauses)


def _drifts_first(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Who says which regiment is rolled for first: the book does not."""
    rule, roller = figure(k, "drift-order"), figure(k, "drift-roller")
    if not rule:
        needs = open_readings(k, "drift-order") if roller else ()
        if not needs:
            return verdict_of(k, "value", NOBODY)
        return verdict_of(k, "undetermined", clauses=roller.clauses, needs=needs)
    return verdict_of(k, "value", k.side_of_role(str(rule.value)), clauses=rule.clauses)


def _initiative(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Before whom the Initiative token lies: the side whose choice the next Terrain is."""
    rule = figure(k, "initiative-token")
    if not rule:
        return verdict_of(k, "value", NOBODY)
    found = chooser(k, state)
    if found is None:
        return verdict_of(k, "value", NOBODY, clauses=rule.clauses)
    keys = distinct((*rule.clauses, *found.clauses))
    return verdict_of(
        k, found.outcome, found.value, clauses=keys, needs=[n.fact for n in found.needs]
    )


PEOPLE: dict[str, Answer] = {
    "has-initiative": _initiative,
    "moves-regiment": _moves_regiment,
    "orders-drift": _drifts_first,
}


# -- lists ----------------------------------------------------------------------------------------


def _terrains(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Where the next Assault may be."""
    if columns.has_columns(k):
        found = [f"spot:{spot}" for spot in columns.eligible(k, state)]
        return verdict_of(k, "value", found, clauses=columns.eligible_clauses(k, state))
    following = piles.following(k, state)
    if following.needs and not following.piles:
        return verdict_of(k, "undetermined", clauses=following.clauses, needs=following.needs)
    found = [f"place:{pile}" for pile in following.piles]
    return verdict_of(k, "value", found, clauses=following.clauses)


def _regiments(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Which regiments may fight in this turn."""
    from fieldpress.engine.commando.missions.ready import ready

    found, keys = ready(k, state)
    return verdict_of(k, "value", [f"counter:{name}" for name in found], clauses=keys)


def _moves_to(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Where the regiment that fought may go."""
    _, rule, needs = marches.mover(k, state)
    keys = distinct((*rule.clauses, *figure(k, "free-terrain").clauses))
    if needs:
        return verdict_of(k, "undetermined", clauses=keys, needs=needs)
    found = [f"spot:{spot}" for spot in marches.open_to(k, state)] if rule else []
    return verdict_of(k, "value", found, clauses=keys)


WHICH: dict[str, Answer] = {
    "terrains": _terrains,
    "regiments": _regiments,
    "moves-to": _moves_to,
}


# -- results --------------------------------------------------------------------------------------


def next_turn(k: Knowledge, state: State) -> Verdict | None:
    """Where the next turn is, in a mission of piles; None elsewhere."""
    if state.mission is None or not piles.has_piles(k):
        return None
    found = piles.following(k, state)
    if found.needs:
        return verdict_of(k, "undetermined", clauses=found.clauses, needs=found.needs)
    where = found.piles[0] if len(found.piles) == 1 else found.sector
    value = {"from": where or "nothing", "reveal": found.reveal, "chooses": found.chooser}
    return verdict_of(k, "value", value, clauses=found.clauses)


def _rested(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """How tired every regiment is once this turn is over."""
    found, keys = regiments.rested(k, state)
    value = {name: "gone" if one.gone else one.fatigue for name, one in found.items()}
    return verdict_of(k, "value", {"regiments": value}, clauses=keys)


def _drop(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Where the regiments stand, and which Terrains of the field are turned up."""
    mission = mission_of(state)
    stand = {name: one.at for name, one in mission.regiments.items() if one.at}
    up = [name for name, spot in mission.spots.items() if spot.up]
    keys = (
        [*figure(k, "drift-lands").clauses]
        if any(faces[0] == "success" for faces in mission.rolls.values() if faces)
        else []
    )
    if any("stands" in faces for faces in mission.rolls.values()):
        keys += figure(k, "drift-reach").clauses
    return verdict_of(k, "value", {"at": stand, "up": up}, clauses=distinct(keys))


def _produced(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """What production has brought in this turn, Terrain by Terrain."""
    mission = mission_of(state)
    keys = distinct(c for name in mission.produced for c in production.clauses_of(k, state, name))
    value = {name: production.gains(k, state, name) for name in mission.produced}
    return verdict_of(k, "value", {"produced": value}, clauses=keys)


def _marker(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Whether the marker on the Terrain of this Assault is turned over when it is won."""
    from fieldpress.engine.commando.missions.ready import marker_turned

    return marker_turned(k, state)


RESULTS: dict[str, Answer] = {
    "fatigue": _rested,
    "drop": _drop,
    "production": _produced,
    "marker": _marker,
}
