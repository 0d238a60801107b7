"""Which regiments may fight, and whether a marker is turned: asked of the checks themselves."""

from __future__ import annotations

from fieldpress.engine.commando.acts import act_of
from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.behind import winner_of_turn
from fieldpress.engine.commando.missions.board import at, column_row, mission_of
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.regiments import check_activate, other_has_to
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import ATTACKER, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Verdict, distinct


def ready(k: Knowledge, state: State) -> tuple[list[str], tuple[str, ...]]:
    """The regiments that may fight, and the clauses that shape the choice."""
    mission, side = mission_of(state), k.side_of_role(ATTACKER)
    found, keys = [], [*figure(k, "activation-chooser").clauses]
    for name, one in mission.regiments.items():
        if one.gone:
            continue
        objections = list(check_activate(k, state, act_of(k, state, Move(side, "activate", name))))
        keys += (c for f in objections for c in f.clauses)
        if not objections:
            found.append(name)
    if len(found) == 1:
        keys += other_has_to(k, state).clauses
    return found, distinct(keys)


def must_activate(k: Knowledge, state: State) -> tuple[bool, tuple[str, ...]]:
    """Whether only one regiment is left to fight."""
    found, keys = ready(k, state)
    rule = other_has_to(k, state)
    return len(found) == 1 and bool(rule), rule.clauses if rule else keys


def marker_turned(k: Knowledge, state: State) -> Verdict:
    """Whether the marker of the Terrain is turned over by who has won there."""
    mission = mission_of(state)
    winner, needs, _ = winner_of_turn(k, state)
    if winner == NOBODY:
        return verdict_of(k, "undetermined", needs=needs)
    row, marker = column_row(mission.spot)[1], at(mission, mission.spot).marker
    rule = figure(k, "marker-turned", row=row, won_by=k.role_of_side(winner))
    either = distinct(c for e in k.entries("marker-turned") for c in e["clauses"])
    if not rule or not rule.value:
        return verdict_of(k, "value", {"turned": False, "shows": ""}, clauses=either)
    counts = figure(k, "marker-counts")
    value = {"turned": True, "shows": marker, "counts": not counts or marker == counts.value}
    return verdict_of(k, "value", value, clauses=distinct((*rule.clauses, *counts.clauses)))
