"""Questions after a number: values of the table, and what an effect counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.active import Scope, Source
from fieldpress.engine.commando.answering import verdict_of
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.between import twins
from fieldpress.engine.commando.campaign import campaign_points
from fieldpress.engine.commando.combat import (
    combat_value,
    drawn_changes,
    units_allowed,
    units_played,
)
from fieldpress.engine.commando.counting import Derived, count, number
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.selectors import match_play, side_matches
from fieldpress.engine.commando.state import DEFENDER, State
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


def _derive(
    k: Knowledge, state: State, name: str, side: str, ask: Mapping[str, Any]
) -> tuple[Derived, tuple[str, ...]]:
    """A derived number by its name, and clauses beyond those of its parts."""
    place = int(ask.get("place", 0))
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
    if name == "tokens-taken":
        return _tokens_taken(k, state, side, ask["by"])
    if name in ("reward-tokens", "reward-cards"):
        return _reward(k, state, side, name, place)
    if name == "campaign-points":
        return campaign_points(k, state, side), ()
    if name == "reserve":
        return _reserve(state)
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
    parts += _limited_by(
        k,
        state.sides[side].draw_pile,
        "draw_pile",
        side,
        "cards-drawn",
        "draw-pile.exhausted",
        fold(parts, "cards-drawn"),
    )
    return Derived(at_least(fold(parts, "cards-drawn"), ZERO), tuple(parts)), ()


def _limited_by(
    k: Knowledge, held: int | None, field: str, side: str, what: str, key: str, wanted: Amount
) -> list[Contribution]:
    """No more than a pile or the reserve holds; a reservation where that is not stated."""
    record = "given.reserve" if field == "reserve" else f"given.sides.{side}.{field}"
    if not k.rule(key):
        return []
    if held is None:
        k.reserve_judgement(record, field)
        return []
    if wanted.high is not None and wanted.high <= held:
        return []
    rule = k.parameter("short-reserve") if field == "reserve" else None
    left = 0 if rule is not None and rule.value == "nothing" else held
    return [Contribution(what, "at-most", Amount.of(left), record, side, (key,))]


@rules("tokens.take", "tokens.reserve-empty", "discard.forced")
def _tokens_taken(
    k: Knowledge, state: State, side: str, card: str
) -> tuple[Derived, tuple[str, ...]]:
    """Tokens that a side takes by the effect of a card on the table, less what others suppress."""
    index = next((i for i, p in enumerate(state.plays) if p.card == card), None)
    if index is None:
        raise EngineFault(f"{card} was not played in this situation", ("ask",))
    play = state.plays[index]
    source = Source(f"card:{card}", "card", card, play.side, index, k.effects("card", card))
    parts: list[Contribution] = []
    blocked = _suppressed(k, state, card, "tokens")
    for effect in source.effects.stated:
        for op in effect.do:
            if op.verb != "tokens" or op.args["act"] != "take":
                continue
            if not side_matches(k, op.side("who"), play.side, side):
                continue
            scope = Scope(play.place, play.fight)
            amount, _, needs = number(
                k, state, scope, source, effect.counts, op.args["count"], effect.clauses
            )
            if not amount.known:
                amount = Amount(0, None)
            why, clauses = "", effect.clauses
            if play.status == "cancelled":
                why = "cancelled"
            if play.discarded_by and k.rule("discard.forced"):
                why, clauses = "forced", distinct((*effect.clauses, "discard.forced"))
            by = blocked[0] if blocked else f"card:{play.discarded_by}"
            if blocked is not None:
                why, clauses = "suppressed", distinct((*blocked[1], *clauses))
            parts.append(
                Contribution("tokens-taken", "add", amount, f"card:{card}", side, clauses,
                             not why, why, {"by": by}, needs)
            )  # fmt: skip
    if source.effects.rest_unknown and not blocked and not play.discarded_by:
        k.reserve_judgement(f"card:{card}", "effects", source.effects.why)
    total = fold(parts)
    counted = [p for p in parts if p.counted]
    if counted:
        parts += _limited_by(
            k, state.reserve, "reserve", side, "tokens-taken", "tokens.reserve-empty", total
        )
        total = fold(parts)
        taken: tuple[str, ...] = ("tokens.take",) if k.rule("tokens.take") else ()
    else:
        taken = clauses_of(parts)
    return Derived(total, tuple(parts)), taken


def _suppressed(
    k: Knowledge, state: State, card: str, verb: str
) -> tuple[str, tuple[str, ...]] | None:
    """The card that keeps another's gains from happening, if one does, and its clauses."""
    target = next(p for p in state.plays if p.card == card)
    for play in state.plays:
        if play.card == "hidden" or play.status == "cancelled":
            continue
        if target.discarded_by != play.card and (
            play.answers is None or state.plays[play.answers] is not target
        ):
            continue
        for effect in k.effects("card", play.card).stated:
            for op in effect.do:
                if op.verb == "suppress" and op.args["verb"] == verb:
                    record = f"card:{play.card}"
                    if match_play(k, op.args["of"], play.side, target, record).value:
                        return record, tuple(
                            c for c in effect.clauses if not c.startswith("cancel.")
                        )
    return None


@rules("draw-pile.exhausted")
def _reward(
    k: Knowledge, state: State, side: str, name: str, index: int
) -> tuple[Derived, tuple[str, ...]]:
    """What a side takes when the Assault has ended: the winner's reward, as far as it goes."""
    winner, needs, clauses = assault_winner(k, state, index)
    place = state.places[index]
    how = place.how
    prefix = "no-unit-" if how == "no-unit" else "retreat-" if how == "retreat" else ""
    entry = k.parameter(prefix + name, place.terrain, place.face) if prefix else None
    entry = entry or k.parameter(name, place.terrain, place.face)
    what = Amount.of(int(entry.value)) if entry else Amount.of(0)
    keys = entry.clauses if entry else ()
    record = f"rule:{keys[0]}" if keys else ""
    if needs:
        part = Contribution(name, "add", Amount(0, what.high), record, side, keys, needs=needs)
        return Derived(part.amount, (part,)), clauses
    if winner != side:
        part = Contribution(name, "add", what, record, side, keys, False, "not-the-winner")
        return Derived(Amount.of(0), (part,)), distinct((*keys, *clauses))
    parts = [Contribution(name, "add", what, record, side, keys)]
    if name == "reward-tokens":
        parts += _limited_by(k, state.reserve, "reserve", side, name, "tokens.reserve-empty", what)
    else:
        parts += _limited_by(
            k, state.sides[side].draw_pile, "draw_pile", side, name, "draw-pile.exhausted", what
        )
    return Derived(fold(parts), tuple(parts)), clauses if prefix == "" else ()


def _reserve(state: State) -> tuple[Derived, tuple[str, ...]]:
    """Tokens in the common reserve, with those that came back to it."""
    held = state.reserve
    amount = Amount(0, None) if held is None else Amount.of(held)
    needs = ("given.reserve",) if held is None else ()
    parts = [Contribution("reserve", "base", amount, "given.reserve", "", needs=needs)]
    parts += [
        Contribution(
            "reserve", "add", Amount.of(0), f"counter:{token.counter}", side,
            ("assault.token-failure",), False, "failed",
        )
        for fight in state.fights
        for side, tokens in fight.failed.items()
        for token in tokens
    ]  # fmt: skip
    return Derived(amount, tuple(parts)), ()


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
