"""Whose decision is open at a point of the game, of which kind, and by which verbs it is taken."""

from __future__ import annotations

from typing import NamedTuple

from fieldpress.engine.commando.acts import window_bound
from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.combat import attacker_reaches
from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.outcomes import who
from fieldpress.engine.commando.play import deciding
from fieldpress.engine.commando.play.deciding import VERBS as MISSION
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.verdicts import EngineFault

#: The verbs by which a decision of each kind is taken.
VERBS: dict[str, tuple[str, ...]] = {
    "hand": ("redraw", "done"),
    "step": ("pick", "done"),
    "terrain": ("go",),
    "campaign-token": ("campaign_token", "done"),
    "events": ("play", "toss", "use_permanent", "done"),
    "last-events": ("play", "use_permanent", "no_unit"),
    "phase": ("play", "done"),
    "unit": ("play", "no_unit"),
    "answer": ("answer", "decline"),
    "choice": ("choose",),
    "discard": ("discard",),
    "take-back": ("take_back",),
    "open": ("play", "toss", "roll", "stop"),
    "face": ("play", "give_strength", "stop", "retreat"),
    "raise": ("play", "toss", "roll", "stop", "retreat"),
    "window": ("play", "done", "retreat"),
    "own-window": ("play", "done"),
    "next-unit": ("play", "no_unit"),
    "heroic": ("take_heroic",),
    "lay-by": ("lay_by", "done"),
    **MISSION,
}


class Decision(NamedTuple):
    """A side that has to decide, and what about; `place`: at which of the turn's Terrains."""

    side: str
    kind: str
    place: int = 0

    @property
    def verbs(self) -> tuple[str, ...]:
        return VERBS[self.kind]


#: Each decision, made once: a game asks the same few again and again.
_MADE: dict[tuple[str, str, int], Decision] = {}


def _of(side: str, kind: str, place: int = 0) -> Decision:
    key = (side, kind, place)
    found = _MADE.get(key)
    if found is None:
        found = _MADE[key] = Decision(side, kind, place)
    return found


#: Stages at which one side decides, and about what; the others need a look at the table.
_PLAIN = {
    "attacker": (ATTACKER, "events"), "campaign-token": (DEFENDER, "campaign-token"),
    "lay-by": (DEFENDER, "lay-by"),
}  # fmt: skip


def decision(k: GameKnowledge, state: State) -> Decision | None:
    """The decision that is open; None once the game is over."""
    found_out = k.found_out(state)
    if found_out is None:
        return _decision(k, state)
    found: Decision | None = found_out.get("decision")
    if found is None:
        found = found_out["decision"] = _decision(k, state)
    return found


def _decision(k: GameKnowledge, state: State) -> Decision | None:
    table = table_of(state)
    if table.stage == "over":
        return None
    if state.pending:
        return _of(k.other(state.plays[state.pending[-1]].side), "answer")
    if state.choosing is not None:
        play = state.plays[state.choosing]
        side = str(who(k, state, {"name": "chooses"}).value)
        return _of(side if side != NOBODY else play.side, "choice", play.place)
    if table.tasks:
        return _of(table.tasks[0].side, table.tasks[0].do)
    if table.procedure is not None:
        return _of(table.result["side"], table.result["kind"])
    of_mission = deciding.decision(k, state)
    if of_mission is not None:
        return _of(of_mission.side, of_mission.kind)
    if table.stage == "progression":
        return _of(str(table.upcoming["chooses"]), "terrain")
    if table.stage == "heroic":
        return _of(str(table.upcoming["heroic"]), "heroic")
    if table.stage == "defender":
        return _own_phase(k, state)
    if table.stage == "assault":
        return assault_decision(k, state)
    role, kind = _PLAIN[table.stage]
    return _of(k.side_of_role(role), kind)


def _own_phase(k: GameKnowledge, state: State) -> Decision:
    """The defender's phase: Events, and a Unit where there may be an Assault."""
    place = state.places[0]
    fought = k.parameter("assault-here", place.terrain, place.face)
    if fought is not None and not fought.value:
        return _of(k.side_of_role(DEFENDER), "phase")
    return _of(k.side_of_role(DEFENDER), "last-events")


def assault_decision(k: GameKnowledge, state: State) -> Decision | None:
    """The next decision of the Assault (on each Terrain in its order); None when it is over."""
    if state.winner:
        return None
    attacker, defender = k.side_of_role(ATTACKER), k.side_of_role(DEFENDER)
    #: By place: the fight that goes on, if both sides have a Unit in it, and if one has not.
    matched: dict[int, int] = {}
    waiting: dict[int, int] = {}
    empty: list[int] = []
    for index, place in enumerate(state.places):
        if place.ended:
            continue
        now = state.fight_now(index)
        if now is None:
            empty.append(index)
        elif state.unit_of(now, ATTACKER) is not None:
            matched[index] = now
        else:
            waiting[index] = now
    if state.destroyed_now is not None:
        just, passed = state.fights[state.destroyed_now].place, table_of(state).passed
        if just in empty:
            if attacker not in passed and attacker in window_sides(k):
                return _of(attacker, "window", just)
            if matched and defender not in passed and defender in window_sides(k):
                # His next Unit comes only after the fight on the other Terrain.
                return _of(defender, "own-window", just)
    if empty and not matched:
        return _of(defender, "next-unit", empty[0])
    for index, now in waiting.items():
        fight = state.fights[now]
        if fight.attacker is None and fight.active != ATTACKER:
            return _of(defender, "open", index)
    for index in waiting:
        return _of(attacker, "face", index)
    for index in _in_order(k, state, list(matched)):
        now = matched[index]
        role = state.fights[now].active or behind(k, state, now)
        return _of(k.side_of_role(role), "raise", index)
    return None


def _in_order(k: GameKnowledge, state: State, going: list[int]) -> list[int]:
    rule = k.parameter("first-fight")
    if rule is None:
        return going
    return sorted(going, key=lambda index: state.places[index].terrain != rule.value)


def behind(k: GameKnowledge, state: State, fight: int) -> str:
    reaches, *_ = attacker_reaches(k, state, fight)
    if reaches.value is None:
        raise EngineFault(f"who leads is not known: {', '.join(reaches.needs)}")
    return DEFENDER if reaches.value else ATTACKER


def window_sides(k: GameKnowledge) -> frozenset[str]:
    """The sides whose decks have cards that are played as a Unit is destroyed (both know it)."""
    if k.windows is None:
        k.windows = frozenset(
            str(k.fact("card", card, "side").value)
            for card in k.decks
            if any(e.when == "unit-destroyed" for e in window_bound(k, card))
        )
    return k.windows
