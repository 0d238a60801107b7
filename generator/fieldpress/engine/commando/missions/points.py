"""Victory Points: what each Terrain is worth, bonuses, what wins the game; control tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.counting import Derived
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.missions.board import (
    at,
    column_row,
    mission_of,
    size_of,
    spots_of,
)
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import Figure, figure, terrain_facts
from fieldpress.engine.commando.state import DEFENDER, State
from fieldpress.engine.contributions import fold, times
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import NO, YES, Tri, all_of, known, open_on
from fieldpress.engine.verdicts import Amount, Contribution

WHAT = "victory-points"


def victory_points(k: Knowledge, state: State, side: str) -> Derived:
    """The Victory Points of a side, with those of the Assault that has just been decided."""
    return once(k, state, (WHAT, side), lambda k, state: _victory_points(k, state, side))


def _victory_points(k: Knowledge, state: State, side: str) -> Derived:
    role, parts = k.role_of_side(side), []
    start = figure(k, "start-points", side=role)
    if start:
        record = f"rule:{start.clauses[0]}"
        parts.append(Contribution(WHAT, "add", start.amount, record, side, start.clauses))
    field = size_of(k)[0] > 0
    parts += _on_field(k, state, side) if field else _taken(k, state, side)
    parts += _now(k, state, side)
    if field:
        parts += _bonuses(k, state, side)
    return Derived(fold(parts, WHAT), tuple(parts))


def worth(k: Knowledge, terrain: str, spot: str = "") -> Figure:
    """What a Terrain is worth where it lies."""
    row = column_row(spot)[1]
    found: Figure | None = None if k.memo is None else k.memo.get((WHAT, terrain, row))
    if found is None:
        facts: dict[str, Any] = {"row": row, **terrain_facts(k, terrain)}
        found = figure(k, "points", terrain, **facts)
        if k.memo is not None:
            k.memo[WHAT, terrain, row] = found
    return found


def _part(
    k: Knowledge, side: str, terrain: str, spot: str, worth_here: Figure, tokens: int | None = None
) -> Contribution:
    key = (WHAT, side, terrain, spot, worth_here, tokens)
    found: Contribution | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        record = f"terrain:{terrain}" if terrain else f"spot:{spot}"
        each = worth_here.amount
        amount = each if tokens is None else times(Amount.of(tokens), each)
        found = Contribution(
            WHAT, "add", amount, record, side, worth_here.clauses, needs=worth_here.needs
        )
        if k.memo is not None:
            k.memo[key] = found
    return found


def _taken(k: Knowledge, state: State, side: str) -> Iterator[Contribution]:
    """Terrains that lie before a side."""
    taken = state.sides[side].taken
    if taken is None:
        needs = (f"given.sides.{side}.taken",)
        yield Contribution(WHAT, "add", Amount(0, None), needs[0], side, needs=needs)
    for terrain in taken or ():
        yield _part(k, side, terrain, "", worth(k, terrain))


def _on_field(k: Knowledge, state: State, side: str) -> Iterator[Contribution]:
    """Terrains of the battlefield that a side holds: by their tokens, or by their row."""
    mission = mission_of(state)
    if not mission.spots:
        needs = ("given.mission.field",)
        yield Contribution(WHAT, "add", Amount(0, None), needs[0], side, needs=needs)
    each = figure(k, "points-per-token")
    for name, spot in mission.spots.items():
        if spot.control != side:
            continue
        if each:
            yield _part(k, side, spot.terrain, name, each, spot.tokens or 1)
        else:
            yield _part(k, side, spot.terrain, name, worth(k, spot.terrain, name))


def _now(k: Knowledge, state: State, side: str) -> Iterator[Contribution]:
    """What the Assault of this turn changes, once it is decided."""
    mission, place = mission_of(state), state.places[0]
    if at(mission, mission.spot).control or not (place.terrain or mission.spot):
        return
    winner, needs, _ = assault_winner(k, state, 0)
    if needs and not (state.fights or place.ended):
        return
    scores = figure(k, "assault-scores")
    if not scores:
        return
    again = place.terrain and place.terrain == mission.counter_terrain
    if winner == NOBODY and not needs:
        return
    if again:
        yield from _regained(k, state, side, winner, needs)
        return
    each = figure(k, "points-per-token")
    here = each or worth(k, place.terrain, mission.spot)
    if winner == side:
        tokens = control_tokens(k, state, side).amount if each else None
        amount = here.amount if tokens is None else times(tokens, here.amount)
        record = f"terrain:{place.terrain}" if place.terrain else f"spot:{mission.spot}"
        keys = (*here.clauses, *scores.clauses)
        yield Contribution(WHAT, "add", amount, record, side, keys, needs=here.needs)
    elif needs:
        amount = Amount(0, here.amount.high)
        yield Contribution(
            WHAT, "add", amount, f"terrain:{place.terrain}", side, here.clauses, needs=needs
        )


def _regained(
    k: Knowledge, state: State, side: str, winner: str, needs: tuple[str, ...]
) -> Iterator[Contribution]:
    """A Terrain fought for again: nothing new for the side that holds it, and what the other wins
    of it passes over or is added."""
    place = state.places[0]
    rule, here = figure(k, "counter-attack-points"), worth(k, place.terrain)
    record, keys = f"terrain:{place.terrain}", rule.clauses
    mine = k.role_of_side(side) == DEFENDER
    if not rule:
        if winner == side:
            yield _part(k, side, place.terrain, "", here)
        return
    lost = rule.value == "change-hands"
    defender_won = winner == k.side_of_role(DEFENDER)
    if winner == side and not mine:
        yield Contribution(WHAT, "add", here.amount, record, side, keys, False, "held-already")
    elif mine and defender_won:
        yield Contribution(WHAT, "add", here.amount, record, side, here.clauses, needs=here.needs)
    elif defender_won and lost and here.amount.known:
        amount = Amount.of(-here.amount.number)
        yield Contribution(WHAT, "add", amount, record, side, (*keys, *here.clauses))
    elif needs:
        yield Contribution(WHAT, "add", Amount(None, None), record, side, keys, needs=needs)


def holders(k: Knowledge, state: State) -> Mapping[str, str]:
    """The side that holds each spot, the winner of this turn's Assault among them."""
    return once(k, state, "holders", _holders)


def _holders(k: Knowledge, state: State) -> Mapping[str, str]:
    mission = mission_of(state)
    held = {name: spot.control for name, spot in mission.spots.items() if spot.control}
    if mission.spot and mission.spot not in held:
        winner, *_ = assault_winner(k, state, 0)
        if winner != NOBODY:
            held[mission.spot] = winner
    return held


def _bonuses(k: Knowledge, state: State, side: str) -> Iterator[Contribution]:
    """What a whole row brings to the side that holds it."""
    held, (columns, rows) = holders(k, state), size_of(k)
    for row in range(1, rows + 1):
        rule = figure(k, "ring-bonus", row=row)
        if not rule:
            continue
        mine = [s for s in spots_of(k) if column_row(s)[1] == row and held.get(s) == side]
        whole = len(mine) == columns
        why = "" if whole else "ring-not-whole"
        params = {"held": len(mine), "of": columns}
        yield Contribution(
            WHAT, "add", rule.amount, f"rule:{rule.clauses[0]}", side, rule.clauses, whole, why,
            params,
        )  # fmt: skip


# -- control tokens -------------------------------------------------------------------------------


def control_tokens(k: Knowledge, state: State, side: str) -> Derived:
    """How many control tokens a side places where it wins the Assault of this turn."""
    place, what = state.places[0], "control-tokens"
    rule = figure(k, "control-tokens", place.terrain, won_by=k.role_of_side(side))
    keys = rule.clauses
    record = f"rule:{keys[0]}" if keys else f"terrain:{place.terrain}"
    parts = [Contribution(what, "base", rule.amount, record, side, keys)] if rule else []
    for play, args, clauses in in_effect(k, state, "control"):
        if play.side == side:
            card = f"card:{play.card}"
            amount = Amount.of(int(args["tokens"]))
            parts.append(Contribution(what, "set", amount, card, side, clauses))
    return Derived(fold(parts, what), tuple(parts))


# -- what wins ------------------------------------------------------------------------------------


def to_win(k: Knowledge, side: str) -> Figure:
    """The Victory Points with which a side has won."""
    return figure(k, "points-to-win", side=k.role_of_side(side))


def reached(k: Knowledge, state: State, side: str) -> Tri:
    """Whether a side has what wins: so many points, or the most when all is fought."""
    target = to_win(k, side)
    if not target:
        if not figure(k, "highest-wins"):
            return NO
        return all_of((_played_out(state), _ahead(k, state, side)))
    points = victory_points(k, state, side)
    low, high = points.amount.low, points.amount.high
    if low is not None and low >= target.value:
        return YES
    if high is not None and high < target.value:
        return NO
    winner, needs, _ = assault_winner(k, state, 0)
    if winner not in (side, NOBODY) or (winner == NOBODY and not needs and not _told(state, side)):
        # Who takes nothing now has not just won, and a game that goes on was not won before.
        return NO
    return open_on(*points.needs)


def _told(state: State, side: str) -> bool:
    return state.sides[side].taken is not None or bool(mission_of(state).spots)


def _ahead(k: Knowledge, state: State, side: str) -> Tri:
    mine, theirs = victory_points(k, state, side), victory_points(k, state, k.other(side))
    if mine.amount.known and theirs.amount.known:
        return known(mine.amount.number > theirs.amount.number)
    return open_on(*mine.needs, *theirs.needs)


def _played_out(state: State) -> Tri:
    piles = mission_of(state).piles
    if not piles:
        return open_on("given.mission.piles")
    return known(not any(piles.values()))


def level(k: Knowledge, state: State) -> Tri:
    """Whether both sides have the points of a draw."""
    rule = figure(k, "draw-points")
    if not rule:
        return NO
    both = [victory_points(k, state, side) for side in k.game.sides]
    if all(points.amount.known for points in both):
        return known(all(points.amount.number == rule.value for points in both))
    if any(points.amount.high is not None and points.amount.high < rule.value for points in both):
        return NO
    return (
        NO
        if not any(_told(state, side) for side in k.game.sides)
        else open_on(*(need for points in both for need in points.needs))
    )


def sudden_death(k: Knowledge, state: State, side: str) -> Tri:
    """Whether a side holds as many Terrains with the marker that counts as end the game at once."""
    role = k.role_of_side(side)
    rule, marker = figure(k, "sudden-death", side=role), figure(k, "marker-counts")
    if not rule:
        return NO
    mission, held = mission_of(state), holders(k, state)
    sure, needs = 0, []
    for name, spot in mission.spots.items():
        if held.get(name) != side:
            continue
        if not figure(k, "marker-turned", row=column_row(name)[1], won_by=role):
            continue
        if spot.marker in ("", HIDDEN):
            needs.append(f"given.mission.field.{name}.marker")
        elif not marker or spot.marker == marker.value:
            sure += 1
    if sure >= rule.value:
        return YES
    return open_on(*needs) if sure + len(needs) >= rule.value else NO


def event(k: Knowledge, state: State, verb: str, args: Mapping[str, Any]) -> Tri:
    """Whether what decides a mission has happened: `threshold`, `sudden_death`, `level`."""
    if verb == "level":
        return level(k, state)
    side = k.side_of_role(str(args["side"]))
    return reached(k, state, side) if verb == "threshold" else sudden_death(k, state, side)


EVENTS = ("threshold", "sudden_death", "level")
