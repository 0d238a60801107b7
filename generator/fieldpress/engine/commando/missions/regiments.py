"""Regiments on the battlefield: where they drop and drift, which one fights, how tired they are."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import Act, role_of_act
from fieldpress.engine.commando.missions.board import (
    at,
    free,
    mission_of,
    on_field,
    regiment_on,
    touches,
)
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import Figure, figure
from fieldpress.engine.commando.missions.state import (
    EXHAUSTED,
    FIT,
    TIRED,
    Mission,
    Regiment,
    Spot,
)
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import Place, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding, distinct


def regulars(k: Knowledge) -> tuple[str, ...]:
    """The regiments that the mission starts with, by counter."""
    return tuple(str(entry["value"]) for entry in k.entries("regiments"))


def extra(k: Knowledge, state: State) -> tuple[str, tuple[str, ...]]:
    """A regiment that a card of this turn brings in, with the clauses that say so."""
    for _, args, clauses in in_effect(k, state, "regiment"):
        return str(args["counter"]), clauses
    return "", ()


def third(k: Knowledge, mission: Mission) -> str:
    """A regiment on the field that is none of the regular ones."""
    known = regulars(k)
    return next((n for n, r in mission.regiments.items() if n not in known and not r.gone), "")


# -- the drop -------------------------------------------------------------------------------------


def check_drop(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Regiments are put on spots of the attacker's choice, never two on one."""
    name, to, mission = str(act.move.what), act.move.to, mission_of(state)
    brought, says = extra(k, state)
    rule = Figure((True,), says) if name == brought else figure(k, "drop-chooser")
    record = f"counter:{name}"
    if name not in {*regulars(k), brought}:
        yield Finding("no-such-regiment", {}, record, rule.clauses)
    if name != brought and rule and role_of_act(k, act) != rule.value:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    there = mission.regiments.get(name)
    if there is not None and (there.at or there.gone):
        yield Finding("dropped-already", {}, record, rule.clauses)
    yield from _bounds(k, mission, name, to)
    if name == brought:
        spare, free_rule = free(k, mission, to, name)
        if not spare:
            there_now = regiment_on(mission, to, name)
            other = f"counter:{there_now}" if there_now else ""
            yield Finding("not-free", {"spot": to}, other, (*says, *free_rule.clauses))


def _bounds(k: Knowledge, mission: Mission, name: str, to: str) -> Iterator[Finding]:
    """On the field, and not where another regiment stands."""
    inside, apart = figure(k, "regiments-on-field"), figure(k, "regiments-apart")
    if inside and not on_field(k, to):
        keys = (*inside.clauses, *figure(k, "field-columns").clauses)
        yield Finding("off-field", {"spot": to}, "", keys)
    other = regiment_on(mission, to, name)
    if apart and other:
        yield Finding("spot-taken", {"spot": to}, f"counter:{other}", apart.clauses)


def grounds_drop(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    brought, says = extra(k, state)
    return says if act.move.what == brought else figure(k, "drop-chooser").clauses


def drop(k: Knowledge, state: State, move: Move) -> None:
    mission = mission_of(state)
    mission.regiments[str(move.what)] = Regiment(move.to, FIT, 0, False)
    if move.what not in regulars(k):
        _turn_up(mission, move.to)


def _turn_up(mission: Mission, spot: str) -> None:
    mission.spots.setdefault(spot, Spot()).up = True


def check_roll_for(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The die for a regiment that has dropped, rolled once by the side that rolls it."""
    name, mission, rule = str(act.move.what), mission_of(state), figure(k, "drift-roller")
    there = mission.regiments.get(name)
    if rule and role_of_act(k, act) != rule.value:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if there is None or not there.at:
        yield Finding("not-dropped", {}, f"counter:{name}", rule.clauses)
    if name in mission.rolls:
        yield Finding("rolled-already", {}, f"counter:{name}", rule.clauses)
    if name not in regulars(k):
        keys = next((c for _, a, c in in_effect(k, state, "regiment") if not a.get("drift")), ())
        yield Finding("no-drift", {}, f"counter:{name}", keys or rule.clauses)


def grounds_roll_for(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "drift-roller").clauses


def roll_for(k: Knowledge, state: State, move: Move) -> None:
    """A success: it stands where it dropped, and that Terrain is turned up."""
    mission, name = mission_of(state), str(move.what)
    mission.rolls[name] = [move.lands]
    lands = figure(k, "drift-lands")
    if lands and lands.value == move.lands:
        _turn_up(mission, mission.regiments[name].at)


def check_drift(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """After a failure the regiment may be shifted to a neighbouring spot, or left."""
    name, to, mission = str(act.move.what), act.move.to, mission_of(state)
    roller, reach = figure(k, "drift-roller"), figure(k, "drift-reach")
    lands, there = figure(k, "drift-lands"), mission.regiments.get(name)
    rolled = mission.rolls.get(name)
    if roller and role_of_act(k, act) != roller.value:
        yield Finding("not-for-side", {"side": act.move.side}, "", reach.clauses)
    if there is None or not there.at or not rolled:
        yield Finding("not-rolled", {}, f"counter:{name}", reach.clauses)
        return
    if lands and lands.value == rolled[-1]:
        yield Finding("landed", {}, f"counter:{name}", lands.clauses)
    if to != there.at and not touches(there.at, to):
        yield Finding("not-adjacent", {"spot": to, "from": there.at}, "", reach.clauses)
    yield from _bounds(k, mission, name, to)


def grounds_drift(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "drift-reach").clauses


def drift(k: Knowledge, state: State, move: Move) -> None:
    """It stands there; only the Terrain where it ends is turned up."""
    mission = mission_of(state)
    mission.regiments[str(move.what)].at = move.to
    mission.rolls[str(move.what)].append("stands")
    _turn_up(mission, move.to)


# -- which one fights -----------------------------------------------------------------------------


def check_activate(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A regiment fights where it stands, in two turns running at most."""
    name, mission = str(act.move.what), mission_of(state)
    rule = figure(k, "activation-chooser")
    one = mission.regiments.get(name)
    if rule and role_of_act(k, act) != rule.value:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if state.phase not in ("", "progression"):
        yield Finding("wrong-phase", {"phase": state.phase}, "", rule.clauses)
    if one is None or not one.at or one.gone:
        yield Finding("not-on-field", {}, f"counter:{name}", rule.clauses)
        return
    if mission.regiment and not mission.moved and state.phase == "progression":
        yield Finding("activated-already", {}, f"counter:{mission.regiment}", rule.clauses)
    limit, tired = figure(k, "activation-limit"), figure(k, "exhausted-after")
    if limit and one.run is not None and one.run >= limit.value:
        yield Finding("activation-limit", {"times": limit.value}, f"counter:{name}", limit.clauses)
    if tired and one.fatigue == EXHAUSTED:
        yield Finding("exhausted", {}, f"counter:{name}", tired.clauses)
    again, here = figure(k, "reconquest"), at(mission, one.at)
    if again and not again.value and here.control:
        record = f"terrain:{here.terrain}" if here.terrain else f"spot:{one.at}"
        yield Finding("held-by", {"side": here.control}, record, again.clauses)
    first, waiting = figure(k, "extra-regiment-next"), third(k, mission)
    if first and waiting and waiting != name:
        yield Finding("extra-first", {}, f"counter:{waiting}", first.clauses)


def grounds_activate(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    name = str(act.move.what)
    keys = figure(k, "activation-chooser").clauses
    if name not in regulars(k):
        return distinct((*figure(k, "extra-regiment-next").clauses, *keys))
    return keys


def activate(k: Knowledge, state: State, move: Move) -> None:
    """The Assault marker lies where it stands; its marker tells that it has been activated."""
    mission, name = mission_of(state), str(move.what)
    one = mission.regiments[name]
    mission.spot, mission.regiment, mission.moved, mission.lit = one.at, name, False, ""
    spot = at(mission, one.at)
    state.places = [Place(spot.terrain)]
    one.fatigue = activated(k, one).value or one.fatigue
    one.fought = True


def activated(k: Knowledge, one: Regiment) -> Figure:
    """The state that a regiment shows while it fights: by how often it has fought before."""
    return figure(k, "activated-shows", run=(one.run or 0) + 1)


def other_has_to(k: Knowledge, state: State) -> Figure:
    """The rule by which an exhausted regiment leaves the fighting to the other."""
    mission = mission_of(state)
    worn = any(r.fatigue == EXHAUSTED for r in mission.regiments.values() if not r.gone)
    return figure(k, "other-must") if worn else Figure()


# -- the end of a turn ----------------------------------------------------------------------------


def rested(k: Knowledge, state: State) -> tuple[dict[str, Regiment], tuple[str, ...]]:
    """Every regiment as it is once this turn is over, with the clauses that say so."""
    mission = mission_of(state)
    keys: list[str] = []
    out = {name: one.copy() for name, one in mission.regiments.items()}
    fought = mission.regiment
    cycle = figure(k, "extra-regiment-rests")
    stands = bool(fought and fought not in regulars(k) and cycle and not cycle.value)
    if fought and fought not in regulars(k) and cycle:
        keys += cycle.clauses
    for name, one in out.items():
        leaves = figure(k, "extra-regiment-leaves")
        if name == fought and name not in regulars(k) and leaves:
            one.gone, one.at = True, ""
            keys += leaves.clauses
        elif name == fought:
            shows, after = activated(k, one), figure(k, "exhausted-after")
            one.fatigue = shows.value or one.fatigue
            one.run = (one.run or 0) + 1
            if after and one.run >= after.value:
                one.fatigue = EXHAUSTED
                keys += after.clauses
            else:
                keys += shows.clauses
        elif not stands:
            rest = figure(k, "rest-turns")
            if rest:
                if one.fatigue != FIT or one.run:
                    keys += rest.clauses
                one.fatigue, one.run = FIT, 0
    return out, distinct(keys)


def end_turn(k: Knowledge, state: State) -> None:
    """Fatigue as the turn ends; the marker of the Assault is free again."""
    mission = mission_of(state)
    mission.regiments, _ = rested(k, state)
    mission.regiment, mission.spot, mission.moved, mission.paid = "", "", False, False


__all__ = ["EXHAUSTED", "FIT", "TIRED"]
