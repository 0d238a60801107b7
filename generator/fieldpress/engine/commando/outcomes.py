"""Questions after what comes of it: who wins, acts or chooses, and where pieces go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.assault import assault_winner, left_untaken
from fieldpress.engine.commando.behind import winner_of_turn
from fieldpress.engine.commando.between import here
from fieldpress.engine.commando.campaign import campaign_winner, until
from fieldpress.engine.commando.checks import open_choice
from fieldpress.engine.commando.combat import (
    attacker_reaches,
)
from fieldpress.engine.commando.leaving import stays_or_returns
from fieldpress.engine.commando.missions import answers as missions
from fieldpress.engine.commando.missions import heroes, permanent
from fieldpress.engine.commando.missions.points import EVENTS, event
from fieldpress.engine.commando.registry import is_registered, rules
from fieldpress.engine.commando.sequence import (
    chooser,
    next_turn,
    terrain_goes,
)
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import NO, Tri, all_of, all_over, any_of, known, negate, open_on
from fieldpress.engine.verdicts import (
    EngineFault,
    Outcome,
    Verdict,
    clauses_of,
    distinct,
)

#: Said where a scenario has ended and nobody has won.
DRAW = "draw"


def who(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    at_a_place = _AT_A_PLACE.get(ask["name"])
    if at_a_place is not None:
        return at_a_place(k, state, int(ask.get("place", 0)))
    if ask["name"] in missions.PEOPLE:
        return missions.PEOPLE[ask["name"]](k, state, ask)
    return _PEOPLE[ask["name"]](k, state)


def _who_leads(k: Knowledge, state: State, place: int = 0) -> Verdict:
    """Whose Unit would win the fight if nobody added anything."""
    now = state.fight_now(place)
    index = state.last_fight(place) if now is None else now
    if index is None:
        raise EngineFault("who leads needs a fight in the situation", ("given", "assault"))
    if state.unit_of(index, ATTACKER) is None or state.unit_of(index, DEFENDER) is None:
        lacking = ATTACKER if state.unit_of(index, ATTACKER) is None else DEFENDER
        winner = k.side_of_role(DEFENDER if lacking == ATTACKER else ATTACKER)
        return verdict_of(k, "value", winner, clauses=("assault.reach",))
    reaches, attack, defence, clauses = attacker_reaches(k, state, index)
    parts = (*attack.parts, *defence.parts)
    keys = distinct((*clauses, *clauses_of(p for p in parts if p.counted)))
    if reaches.value is None:
        return verdict_of(k, "undetermined", None, (), parts, keys, reaches.needs)
    role = ATTACKER if reaches.value else DEFENDER
    return verdict_of(k, "value", k.side_of_role(role), (), parts, keys)


@rules("assault.initiative", "assault.bidding", "cancel.immediate")
def _who_acts(k: Knowledge, state: State, place: int = 0) -> Verdict:
    """The side whose turn it is to answer, to choose or to raise."""
    if state.pending:
        play = state.plays[state.pending[-1]]
        return verdict_of(k, "value", k.other(play.side), clauses=("cancel.immediate",))
    if state.choosing is not None:
        return _who_chooses(k, state)
    now = state.fight_now(place)
    if now is None:
        return verdict_of(k, "value", k.side_of_role(DEFENDER), clauses=("assault.size",))
    fight = state.fights[now]
    if fight.attacker is None:
        role = ATTACKER if fight.active == ATTACKER else DEFENDER
        return verdict_of(k, "value", k.side_of_role(role), clauses=("assault.initiative",))
    reaches, attack, defence, _ = attacker_reaches(k, state, now)
    parts = (*attack.parts, *defence.parts)
    if reaches.value is None:
        return verdict_of(k, "undetermined", None, (), parts, ("assault.bidding",), reaches.needs)
    role = DEFENDER if reaches.value else ATTACKER
    return verdict_of(k, "value", k.side_of_role(role), (), parts, ("assault.bidding",))


def _who_chooses(k: Knowledge, state: State) -> Verdict:
    """The side that makes the choice which a resolving card asks for."""
    waiting = (
        state.choosing
        if state.choosing is not None
        else (state.pending[-1] if state.pending else None)
    )
    if waiting is None:
        return verdict_of(k, "value", NOBODY)
    play = state.plays[waiting]
    found = open_choice(k, state, play.side, play.place)
    clauses = found[2] if found else ()
    by = found[1].side("by") if found else "own"
    return verdict_of(k, "value", play.side if by == "own" else k.other(play.side), clauses=clauses)


def _who_chooses_terrain(k: Knowledge, state: State) -> Verdict:
    """Who picks the Terrain of the next (or, in turn 1, this) Progression Phase."""
    return chooser(k, state)


@rules("assault-end.heroic-choice")
def _who_chooses_heroic(k: Knowledge, state: State) -> Verdict:
    """Who takes a heroic card at the end of the Assault: the side on the Turn token."""
    found = heroes.chooses(k, state)
    if found is not None:
        return found
    keys: tuple[str, ...] = ("assault-end.heroic-choice",)
    timing = here(k, state, "heroic-timing")
    if timing is not None and timing.value == "none":
        return verdict_of(k, "value", NOBODY, clauses=timing.clauses)
    if timing is not None and timing.value == "pile-start":
        side = "both" if not state.crossed else NOBODY
        return verdict_of(k, "value", side, clauses=timing.clauses)
    if not k.rule(*keys):
        return verdict_of(k, "value", NOBODY)
    keys = (*keys, *(timing.clauses if timing else ()))
    if not state.turn_token:
        return verdict_of(k, "undetermined", None, clauses=keys, needs=("given.turn_token",))
    return verdict_of(k, "value", state.turn_token, clauses=keys)


def _who_wins_assault(k: Knowledge, state: State, place: int = 0) -> Verdict:
    winner, needs, clauses = assault_winner(k, state, place)
    if needs:
        return verdict_of(k, "undetermined", None, clauses=clauses, needs=needs)
    return verdict_of(k, "value", winner, clauses=clauses)


@rules("scenario-end.strength")
def _who_wins_game(k: Knowledge, state: State) -> Verdict:
    """Who has won the game, by the last Strength Point or by the scenario's own conditions."""
    if state.winner:
        keys = [c for c in ("assault.last-strength", "scenario-end.strength") if k.rule(c)]
        return verdict_of(k, "value", state.winner, clauses=keys)
    goes_on = until(k)
    if goes_on is not None:
        met = happened(k, state, goes_on["when"])
        if met.value is not True:
            outcome: Outcome = "undetermined" if met.value is None else "value"
            value = None if met.value is None else NOBODY
            return verdict_of(k, outcome, value, clauses=goes_on["clauses"], needs=met.needs)
    ended = tuple(goes_on["clauses"]) if goes_on is not None else ()
    needs: list[str] = []
    open_keys: list[str] = []
    for entry in k.scenario.raw.get("victory", ()) if k.scenario else ():
        if not k.disabled.isdisjoint(entry["clauses"]):
            continue
        met = happened(k, state, entry["when"])
        if met.value:
            keys = [
                c for c in entry["clauses"] if not _about_strength(c) or "any" not in entry["when"]
            ]
            side = k.side_of_role(entry["side"]) if entry["side"] in k.roles else DRAW
            return verdict_of(k, "value", side, clauses=(*keys, *ended))
        if met.value is None:
            needs += met.needs
            open_keys += entry["clauses"]
    if needs:
        return verdict_of(k, "undetermined", None, clauses=open_keys, needs=needs)
    return verdict_of(k, "value", NOBODY)


def _about_strength(key: str) -> bool:
    return key.endswith("strength")


def happened(k: Knowledge, state: State, raw: Mapping[str, Any]) -> Tri:
    """Whether what decides the game has happened."""
    ((verb, args),) = raw.items()
    if verb in ("any", "all"):
        parts = [happened(k, state, one) for one in args]
        return any_of(parts) if verb == "any" else all_of(parts)
    if verb == "not":
        return negate(happened(k, state, args))
    if verb in EVENTS:
        return event(k, state, verb, args)
    if verb == "taken":
        return _taken(k, state, args)
    if verb == "fought":
        return all_over(args, lambda terrain: _fought(k, state, terrain))
    if verb == "strength":
        strength = state.sides[k.side_of_role(args["side"])].strength
        if strength is None:
            # Nobody has said that it is gone; a game that goes on has some left.
            return NO
        return known(strength <= args["at_most"])
    for index, place in enumerate(state.places):
        if place.terrain == args["terrain"] and args.get("face", place.face) == place.face:
            winner, needs, _ = assault_winner(k, state, index)
            if needs:
                return open_on(*needs)
            return known(winner == k.side_of_role(args["won_by"]))
    return NO


def _fought(k: Knowledge, state: State, terrain: str) -> Tri:
    """Whether a Terrain has seen its Assault: it lies before a side, or is decided now."""
    if any(terrain in (side.taken or ()) for side in state.sides.values()):
        return known(True)
    for index, place in enumerate(state.places):
        if place.terrain == terrain:
            winner, needs, _ = assault_winner(k, state, index)
            return open_on(*needs) if needs else known(winner != NOBODY)
    untold = [f"given.sides.{n}.taken" for n, side in state.sides.items() if side.taken is None]
    return open_on(*untold) if untold else NO


def _taken(k: Knowledge, state: State, args: Mapping[str, Any]) -> Tri:
    """Whether a side has now taken Terrains that are worth enough, this Assault's among them."""
    side, worth = k.side_of_role(args["side"]), args["worth"]
    earlier = state.sides[side].taken
    total, open_points = sum(worth.get(name, 0) for name in earlier or ()), 0
    needs: tuple[str, ...] = ()
    for index, place in enumerate(state.places):
        if place.terrain not in worth or place.terrain in (earlier or ()):
            continue
        winner, wanted, _ = assault_winner(k, state, index)
        needs = (*needs, *wanted)
        total += worth[place.terrain] if winner == side and not left_untaken(k, place) else 0
        open_points += worth[place.terrain] if wanted else 0
    if total >= args["at_least"]:
        return known(True)
    if earlier is None and (total or open_points):
        # Who takes nothing now has not just won, and a game that goes on was not won before.
        here = {place.terrain for place in state.places}
        open_points += sum(points for name, points in worth.items() if name not in here)
        needs = (*needs, f"given.sides.{side}.taken")
    if total + open_points < args["at_least"]:
        return NO
    return open_on(*needs)


@rules("assault-end.turn-token")
def _who_turn_token(k: Knowledge, state: State) -> Verdict:
    """The side whose face of the Turn token shows once the Assault has ended: it is flipped."""
    keys = ("assault-end.turn-token",)
    if not state.turn_token:
        return verdict_of(k, "undetermined", None, clauses=keys, needs=("given.turn_token",))
    flipped = k.other(state.turn_token) if k.rule(*keys) else state.turn_token
    return verdict_of(k, "value", flipped, clauses=keys if k.rule(*keys) else ())


@rules(
    "discard.own-pile", "discard.terrain-pile", "discard.forced", "heroic.removed",
    "assault-end.cards", "assault-end.heroic", "assault-end.tokens",
)  # fmt: skip
def goes(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Where a piece goes when its part in the turn is over."""
    kind, ident = ask["piece"]
    if kind == "terrain":
        where, keys, missing = terrain_goes(k, state, ident)
        if missing:
            return verdict_of(k, "undetermined", None, clauses=keys, needs=missing)
        if where == "terrain-discard" and all(is_registered(key) for key in keys):
            return _pile(k, where, keys)
        return verdict_of(k, "value", where, clauses=keys)
    if kind == "counter" and k.counter(ident).kind == "campaign":
        return _campaign_token(k, state)
    if kind == "counter":
        where = "beside-reserve" if k.special(ident) else "reserve"
        special = here(k, state, "special-tokens-go") if k.special(ident) else None
        if special is not None:
            return verdict_of(k, "value", special.value, clauses=special.clauses)
        return _pile(k, where, ("assault-end.tokens",))
    where, keys = permanent.goes(k, state, ident)
    if where:
        return verdict_of(k, "value", where, clauses=keys)
    fate = here(k, state, "fate-gives")
    if fate is not None and fate.value == ident and state.fate:
        won = k.counter(_fate_counter(k)).faces[0].id == state.fate
        return verdict_of(k, "value", "hand" if won else "table", clauses=fate.clauses)
    play = next((p for p in state.plays if p.card == ident), None)
    apart = stays_or_returns(k, state, play) if play is not None else None
    if apart is not None:
        return apart
    lasts = play is None or (play.role != "event" and play.status == "table")
    heroic = k.holds("card", ident, "heroic", True)
    if heroic.value is None:
        return verdict_of(k, "undetermined", None, clauses=("heroic.removed",), needs=heroic.needs)
    if heroic.value:
        ends = ("assault-end.heroic",) if lasts and not (play and play.discarded_by) else ()
        return _pile(k, "removed", ("heroic.removed", *ends))
    if play is not None and play.discarded_by:
        return _pile(k, "discard", ("discard.own-pile", "discard.forced"))
    return _pile(k, "discard", ("discard.own-pile", *(("assault-end.cards",) if lasts else ())))


def _fate_counter(k: Knowledge) -> str:
    return next(c.id for c in k.game.counters.values() if c.kind == "fate")


@rules("campaign.tokens-effect")
def _campaign_token(k: Knowledge, state: State) -> Verdict:
    """Where a campaign token goes that lay on the Terrain of the turn."""
    keys = ("campaign.tokens-effect",)
    if not k.rule(*keys):
        return verdict_of(k, "value", "table")
    winner, needs, clauses = winner_of_turn(k, state)
    if needs or winner == NOBODY:
        return verdict_of(
            k, "undetermined", None, clauses=keys, needs=needs or ("given.previous.winner",)
        )
    where = "handed-over" if winner == k.side_of_role(DEFENDER) else "set-aside"
    return verdict_of(k, "value", where, clauses=(*keys, *clauses))


def _pile(k: Knowledge, where: str, keys: tuple[str, ...]) -> Verdict:
    """A pile, with the clauses that lead there; nowhere once they are all taken out."""
    holding = [key for key in keys if k.rule(key)]
    return verdict_of(k, "value", where if holding else "table", clauses=holding)


@rules("heroic.in-combat", "assault.defender-destroyed", "assault.attacker-destroyed")
def result(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """What has come of a fight, of the Assault, of the game."""
    if ask["name"] == "game":
        return _who_wins_game(k, state)
    if ask["name"] == "next-turn":
        return next_turn(k, state)
    if ask["name"] in missions.RESULTS:
        return missions.RESULTS[ask["name"]](k, state, ask)
    place_index = int(ask.get("place", 0))
    if ask["name"] == "assault":
        verdict = _who_wins_assault(k, state, place_index)
        if verdict.outcome == "undetermined":
            return verdict
        strength = state.sides[k.side_of_role(ATTACKER)].strength
        value = {
            "winner": verdict.value,
            "over": bool(state.places[place_index].ended) or verdict.value != NOBODY,
        }
        if strength is not None:
            value["strength"] = strength
        return verdict_of(k, "value", value, clauses=verdict.clauses)
    index = state.last_fight(place_index)
    if index is None:
        raise EngineFault("the result of a fight needs a fight", ("given", "assault"))
    fight = state.fights[index]
    keys = {
        ATTACKER: ("assault.defender-destroyed",),
        DEFENDER: ("assault.attacker-destroyed",),
        "unfaced": (),
        "": (),
    }[fight.result]
    place = state.places[fight.place]
    if fight.result == "unfaced":
        given = k.parameter("give-strength", place.terrain, place.face)
        keys = given.clauses if given else ()
    if fight.result == DEFENDER:
        ends = k.parameter("loss-ends-assault", place.terrain, place.face)
        loss = k.parameter("loss-strength", place.terrain, place.face)
        keys = distinct((*(loss.clauses if loss else ()), *(ends.clauses if ends else ())))
    if fight.result in (ATTACKER, DEFENDER):
        losers = state.units_of(index, DEFENDER if fight.result == ATTACKER else ATTACKER)
        if any(k.fact("card", loser.card, "heroic").value is True for loser in losers):
            keys = (*keys, *(("heroic.in-combat",) if k.rule("heroic.in-combat") else ()))
    winner = k.side_of_role(fight.result) if fight.result in (ATTACKER, DEFENDER) else NOBODY
    value = {
        "winner": winner,
        "destroyed": [f"card:{p.card}" for p in state.plays if p.destroyed and p.fight == index],
    }
    return verdict_of(
        k, "value", value, clauses=[c for c in keys if not is_registered(c) or k.rule(c)]
    )


_PEOPLE: dict[str, Callable[[Knowledge, State], Verdict]] = {
    "chooses": _who_chooses,
    "chooses-terrain": _who_chooses_terrain,
    "chooses-heroic": _who_chooses_heroic,
    "wins-game": _who_wins_game,
    "wins-campaign": campaign_winner,
    "turn-token": _who_turn_token,
}
_AT_A_PLACE: dict[str, Callable[[Knowledge, State, int], Verdict]] = {
    "acts": _who_acts,
    "leads": _who_leads,
    "wins-assault": _who_wins_assault,
}
