"""A battlefield of columns: which Terrain may be attacked, the barricade, a diverted Assault."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.bans import Act, role_of_act
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.missions.board import (
    at,
    column_row,
    mission_of,
    name_of,
    on_field,
    size_of,
    spots_of,
)
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import Figure, figure, open_readings
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import Place, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding, distinct


def has_columns(k: Knowledge) -> bool:
    """Whether the mission is fought column by column."""
    return bool(figure(k, "column-order"))


def barred(k: Knowledge, state: State, spot: str) -> Figure:
    """The rule by which a barricade closes a spot in this turn, if it does."""
    mission, rule = mission_of(state), figure(k, "barricade")
    if not rule or mission.barricade != spot:
        return Figure()
    lasts = figure(k, "barricade-turns")
    laid, turn = mission.barricade_turn, state.turn
    if lasts and laid is not None and turn is not None and turn > laid + lasts.value:
        return Figure()
    return rule


def objections(k: Knowledge, state: State, spot: str) -> tuple[Finding, ...]:
    """What stands against an Assault on a spot, whoever would place the marker."""
    return once(k, state, ("column", spot), lambda k, state: tuple(_objections(k, state, spot)))


def _objections(k: Knowledge, state: State, spot: str) -> Iterator[Finding]:
    mission, (column, row) = mission_of(state), column_row(spot)
    record = _record(state, spot)
    if not on_field(k, spot):
        yield Finding("off-field", {"spot": spot}, "", figure(k, "field-columns").clauses)
        return
    again = figure(k, "reconquest")
    if again and not again.value and at(mission, spot).control:
        params = {"side": at(mission, spot).control}
        yield Finding("held-by", params, record, again.clauses)
    first = figure(k, "first-row", turn=state.turn)
    if first and row != first.value:
        yield Finding("not-first-row", {"row": first.value}, record, first.clauses)
    order = figure(k, "column-order")
    before = range(1, row)
    if order and order.value == "open":
        before = range(1, min(row, 2))
    missing = [r for r in before if not at(mission, name_of(column, r)).control]
    if order and missing:
        params = {"before": name_of(column, missing[0])}
        yield Finding("column-closed", params, record, order.clauses)
    wall = barred(k, state, spot)
    if wall:
        yield from _wall(k, state, spot, record, wall)


def _wall(k: Knowledge, state: State, spot: str, record: str, wall: Figure) -> Iterator[Finding]:
    """The barricade; where nothing else is left to attack, the book does not say what then."""
    others = any(s != spot and not objections(k, state, s) for s in spots_of(k))
    if others or not k.readings_of("barricade-lifted"):
        yield Finding("barricaded", {}, record, wall.clauses)
        return
    lifted = figure(k, "barricade-lifted")
    if not lifted:
        needs = open_readings(k, "barricade-lifted")
        yield Finding("barricaded", {}, record, wall.clauses, "open", needs)
    elif not lifted.value:
        yield Finding("barricaded", {}, record, wall.clauses)


def _record(state: State, spot: str) -> str:
    terrain = at(mission_of(state), spot).terrain
    return f"terrain:{terrain}" if terrain else f"spot:{spot}"


def eligible(k: Knowledge, state: State) -> tuple[str, ...]:
    """The spots that may be attacked in this turn."""
    return once(k, state, "eligible", _eligible)


def _eligible(k: Knowledge, state: State) -> tuple[str, ...]:
    return tuple([spot for spot in spots_of(k) if not objections(k, state, spot)])


def eligible_clauses(k: Knowledge, state: State) -> tuple[str, ...]:
    """The clauses that shape the choice of this turn."""
    mission = mission_of(state)
    keys = [*figure(k, "attack-chooser").clauses, *figure(k, "field-columns").clauses]
    first = figure(k, "first-row", turn=state.turn)
    keys += first.clauses
    if not first:
        keys += figure(k, "column-order").clauses
        if any(spot.control for spot in mission.spots.values()):
            keys += figure(k, "reconquest").clauses
    if mission.barricade:
        keys += barred(k, state, mission.barricade).clauses
    return distinct(keys)


def check_attack(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The side with the initiative lays the Assault marker in the Progression Phase."""
    rule = figure(k, "attack-chooser")
    if rule and role_of_act(k, act) != rule.value:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if state.phase not in ("", "progression"):
        yield Finding("wrong-phase", {"phase": state.phase}, "", rule.clauses)
    yield from objections(k, state, str(act.move.what))


def grounds_attack(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    keys = figure(k, "attack-chooser").clauses
    spot = str(act.move.what)
    first = figure(k, "first-row", turn=state.turn)
    if first:
        return distinct((*keys, *first.clauses))
    mission = mission_of(state)
    lasts = figure(k, "barricade-turns") if mission.barricade == spot else Figure()
    return distinct((*keys, *figure(k, "column-order").clauses, *lasts.clauses))


def attack(k: Knowledge, state: State, move: Move) -> None:
    mission = mission_of(state)
    mission.spot = str(move.what)
    state.places = [Place(at(mission, mission.spot).terrain)]


# -- the barricade --------------------------------------------------------------------------------


def next_in_column(spot: str) -> str:
    """The spot that comes after one in its column, if the column goes on."""
    column, row = column_row(spot)
    return name_of(column, row + 1)


def check_barricade(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """After a win, on the next Terrain of the column where it was won."""
    spot, mission, rule = str(act.move.what), mission_of(state), figure(k, "barricade")
    winner, needs, _ = assault_winner(k, state, 0)
    if rule and role_of_act(k, act) != rule.value:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if needs or winner == NOBODY:
        yield Finding("assault-goes-on", {}, "", rule.clauses)
    elif rule and k.role_of_side(winner) != rule.value:
        yield Finding("winner-only", {"side": act.move.side}, "", rule.clauses)
    behind = next_in_column(mission.spot)
    if column_row(mission.spot)[1] == size_of(k)[1]:
        yield Finding("column-ends", {}, "", rule.clauses)
    elif column_row(spot) != column_row(behind):
        yield Finding("not-next", {"next": behind}, "", rule.clauses)


def grounds_barricade(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "barricade").clauses


def barricade(k: Knowledge, state: State, move: Move) -> None:
    mission = mission_of(state)
    mission.barricade, mission.barricade_turn = str(move.what), state.turn


# -- Events that move the marker or bring a Terrain back ------------------------------------------


def check_divert(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The marker goes to another Terrain that could have been chosen."""
    spot, mission = str(act.move.what), mission_of(state)
    means = [keys for play, _, keys in in_effect(k, state, "divert") if play.side == act.move.side]
    if not means:
        yield Finding("nothing-diverts", {}, "", figure(k, "attack-chooser").clauses)
        return
    if not mission.spot:
        yield Finding("no-marker", {}, "", means[0])
    elif spot == mission.spot:
        yield Finding("same-spot", {}, _record(state, spot), means[0])
    for finding in objections(k, state, spot):
        keys = distinct((*means[0], *finding.clauses))
        yield Finding(
            finding.code, finding.params, finding.record, keys, finding.status, finding.needs
        )


def grounds_divert(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return next((c for p, _, c in in_effect(k, state, "divert") if p.side == act.move.side), ())


def check_put_back(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Terrain of the village that was fought for comes back into play."""
    spot, mission = str(act.move.what), mission_of(state)
    means = [
        keys for play, _, keys in in_effect(k, state, "put_back") if play.side == act.move.side
    ]
    if not means:
        yield Finding(
            "nothing-puts-back", {}, _record(state, spot), figure(k, "reconquest").clauses
        )
        return
    if column_row(spot)[1] != size_of(k)[1]:
        yield Finding("not-an-objective", {}, _record(state, spot), means[0])
    elif not at(mission, spot).control:
        yield Finding("never-left", {}, _record(state, spot), means[0])


def grounds_put_back(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return next((c for p, _, c in in_effect(k, state, "put_back") if p.side == act.move.side), ())


def put_back(k: Knowledge, state: State, move: Move) -> None:
    mission, name = mission_of(state), str(move.what)
    spot = at(mission, name)
    spot.control, spot.tokens = "", 0
    mission.put_back.append(name)


def end_turn(k: Knowledge, state: State) -> None:
    """A barricade laid in an earlier turn comes off as this one ends."""
    mission = mission_of(state)
    if mission.barricade and mission.barricade_turn != state.turn:
        mission.barricade, mission.barricade_turn = "", None
