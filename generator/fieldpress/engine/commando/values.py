"""Questions after a number: values of the table, and what an effect counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.active import Scope, Source
from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.assault import assault_winner, won_without_assault
from fieldpress.engine.commando.between import twins
from fieldpress.engine.commando.campaign import campaign_points
from fieldpress.engine.commando.combat import (
    combat_value,
    drawn_changes,
)
from fieldpress.engine.commando.counting import Derived, count
from fieldpress.engine.commando.missions import answers as missions
from fieldpress.engine.commando.missions import production
from fieldpress.engine.commando.missions.figures import Figure, figure, terrain_facts
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.room import units_allowed, units_played
from fieldpress.engine.commando.state import DEFENDER, Place, State
from fieldpress.engine.commando.stock import (
    die_successes,
    in_reserve,
    limited_by,
    tokens_held,
    tokens_moved,
)
from fieldpress.engine.contributions import ZERO, at_least, fold, minus
from fieldpress.engine.knowledge import Knowledge, amount_of, face_of
from fieldpress.engine.verdicts import (
    Amount,
    Contribution,
    EngineFault,
    Verdict,
    clauses_of,
    distinct,
)

#: Reasons for not counting whose clauses a verdict rests on all the same.
_TELLING = frozenset(
    {
        "no-ceiling",
        "failed",
        "suppressed",
        "forced",
        "not-the-winner",
        "other-place",
        "not-the-scorer",
        "held-already",
        "same-combat",
        "voided",
    }
)


def value(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    name, side = ask["name"], ask.get("side", "")
    derived, clauses = _derive(k, state, name, side, ask)
    telling = (p for p in derived.parts if p.counted or p.why in _TELLING)
    keys = distinct((*clauses, *clauses_of(telling)))
    if derived.amount.known:
        return verdict_of(k, "value", derived.amount.low, (), derived.parts, keys)
    return verdict_of(k, "undetermined", derived.amount, (), derived.parts, keys, derived.needs)


def derived_value(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Derived:
    """The number alone that `value` makes a verdict of."""
    return _derive(k, state, ask["name"], ask.get("side", ""), ask)[0]


def _derive(
    k: Knowledge, state: State, name: str, side: str, ask: Mapping[str, Any]
) -> tuple[Derived, tuple[str, ...]]:
    """A derived number by its name, and clauses beyond those of its parts."""
    place = int(ask.get("place", 0))
    if name in missions.VALUES:
        return missions.VALUES[name](k, state, side)
    if name == "combat-value":
        index = state.fight_now(place)
        index = state.last_fight(place) if index is None else index
        if index is None:
            raise EngineFault("a Combat value needs a fight in the situation", ("given", "assault"))
        return combat_value(k, state, index, k.role_of_side(side)), ()
    if name == "units-allowed":
        return units_allowed(k, state, place), ()
    if name == "units-played":
        return units_played(k, state, place), ()
    if name == "units-left":
        allowed, played = units_allowed(k, state, place), units_played(k, state, place)
        return Derived(minus(allowed.amount, played.amount), (*allowed.parts, *played.parts)), ()
    if name == "cards-drawn":
        return _cards_drawn(k, state, side)
    if name in ("tokens-taken", "tokens-returned"):
        act = "take" if name == "tokens-taken" else "return"
        return tokens_moved(k, state, side, ask["by"], act, ask.get("counter", ""))
    if name == "tokens":
        return tokens_held(k, state, side, ask.get("counter", ""))
    if name == "die-successes":
        return die_successes(k)
    if name in ("reward-tokens", "reward-cards"):
        return _reward(k, state, side, name, place)
    if name == "campaign-points":
        return campaign_points(k, state, side), ()
    if name == "reserve":
        return in_reserve(k, state, ask.get("counter", ""))
    strength = state.sides[side].strength
    amount = Amount(0, None) if strength is None else Amount.of(strength)
    needs = (f"given.sides.{side}.strength",) if strength is None else ()
    part = Contribution("strength", "base", amount, f"given.sides.{side}", side, needs=needs)
    return Derived(amount, (part,)), ()


@rules("attacker-phase.draw", "defender-phase.draw")
def _cards_drawn(k: Knowledge, state: State, side: str) -> tuple[Derived, tuple[str, ...]]:
    """Cards drawn in a side's phase: what the Terrain says, as far as the pile goes."""
    place = state.places[0]
    key = f"{k.role_of_side(side)}-phase.draw"
    if not k.rule(key):
        return Derived(Amount.of(0), ()), ()
    if not place.terrain:
        part = Contribution(
            "cards-drawn",
            "base",
            Amount(0, None),
            "given.terrain",
            side,
            (key,),
            needs=("given.terrain",),
        )
        return Derived(part.amount, (part,)), ()
    draws = face_of(k.terrain(place.terrain), place.face).draws
    name = f"{place.terrain}.draws"
    no_needs: tuple[str, ...] = ()
    assumed = k.assume.get(("terrain", place.terrain, "draws"))
    if assumed is not None:
        k.ledger.assumed.append(assumed.text)
        amount, needs = Amount.of(int(assumed.value)), no_needs
    elif draws.known and draws.value and side in draws.value:
        amount, needs = amount_of(draws.value[side], name)
    else:
        amount, needs = Amount(0, None), (name,)
    parts = [
        Contribution(
            "cards-drawn", "base", amount, f"terrain:{place.terrain}", side, (key,), needs=needs
        )
    ]
    parts += drawn_changes(k, state, side)
    if k.role_of_side(side) == DEFENDER:
        parts += production.changes(k, state, "cards-drawn")
    skipped = twins(k, state)
    if skipped is not None and k.role_of_side(side) == DEFENDER:
        parts.append(
            Contribution(
                "cards-drawn",
                "at-most",
                ZERO,
                f"terrain:{state.revealed[0]}",
                side,
                skipped.clauses,
            )
        )
    drawn = fold(parts, "cards-drawn")
    limits = limited_by(
        k,
        state.sides[side].draw_pile,
        "draw_pile",
        side,
        "cards-drawn",
        "draw-pile.exhausted",
        drawn,
    )
    if limits:
        parts += limits
        drawn = fold(parts, "cards-drawn")
    return Derived(at_least(drawn, ZERO), tuple(parts)), ()


@rules("draw-pile.exhausted")
def _reward(
    k: Knowledge, state: State, side: str, name: str, index: int
) -> tuple[Derived, tuple[str, ...]]:
    """What a side takes when the Assault has ended: the winner's reward, as far as it goes."""
    winner, needs, clauses = assault_winner(k, state, index)
    place = state.places[index]
    if winner == NOBODY and not needs and not state.fights:
        winner, needs, clauses = won_without_assault(k, state, index)
    if winner != side and not needs and not k.told:
        return Derived(ZERO, ()), ()  # nobody asks what the winner has taken
    entry = _entry(k, name, place, k.role_of_side(side))
    what, keys = entry.amount, entry.clauses
    record = f"rule:{keys[0]}" if keys else ""
    if needs:
        part = Contribution(name, "add", Amount(0, what.high), record, side, keys, needs=needs)
        return Derived(part.amount, (part,)), clauses
    if winner != side:
        part = Contribution(name, "add", what, record, side, keys, False, "not-the-winner")
        return Derived(Amount.of(0), (part,)), distinct((*keys, *clauses))
    parts = [Contribution(name, "add", what, record, side, keys, needs=entry.needs)]
    if name == "reward-tokens":
        parts += limited_by(k, state.reserve, "reserve", side, name, "tokens.reserve-empty", what)
    else:
        parts += limited_by(
            k, state.sides[side].draw_pile, "draw_pile", side, name, "draw-pile.exhausted", what
        )
    return Derived(fold(parts), tuple(parts)), clauses if place.how not in _OF_ITS_OWN else ()


#: Ways to end an Assault for which a reward of their own may be set.
_OF_ITS_OWN = frozenset({"no-unit", "retreat"})


def _entry(k: Knowledge, name: str, place: Place, role: str) -> Figure:
    """What the rules promise a role for an Assault that ended as this one."""
    key = ("reward", name, place.terrain, place.face, place.how, role)
    found: Figure | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        facts = {"won_by": role, **terrain_facts(k, place.terrain)}
        own = f"{place.how}-{name}" if place.how in _OF_ITS_OWN else name
        found = figure(k, own, place.terrain, place.face, **facts)
        found = found or figure(k, name, place.terrain, place.face, **facts)
        if k.memo is not None:
            k.memo[key] = found
    return found


def counted(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    derived, clauses = count_for(k, state, ask)
    keys = distinct((*clauses, *clauses_of(p for p in derived.parts)))
    if derived.amount.known:
        return verdict_of(k, "value", derived.amount.low, (), derived.parts, keys)
    return verdict_of(k, "undetermined", derived.amount, (), derived.parts, keys, derived.needs)


def count_for(
    k: Knowledge, state: State, ask: Mapping[str, Any]
) -> tuple[Derived, tuple[str, ...]]:
    """What a card's effect counts as things lie."""
    card = ask["card"]
    index = next(
        (i for i, p in enumerate(state.plays) if p.card == card and p.status != "cancelled"), None
    )
    owner = (
        state.plays[index].side if index is not None else str(k.fact("card", card, "side").value)
    )
    effects = k.effects("card", card)
    source = Source(f"card:{card}", "card", card, owner, index, effects)
    place = state.plays[index].place if index is not None else int(ask.get("place", 0))
    fight = state.plays[index].fight if index is not None else state.last_fight(place)
    for effect in effects.stated:
        if effect.counts is not None:
            return count(
                k, state, Scope(place, fight), source, effect.counts, effect.clauses
            ), effect.clauses
    raise EngineFault(f"no effect of {card} that is stated counts anything", ("ask",))
