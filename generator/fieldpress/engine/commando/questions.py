"""The questions that a situation may ask, each answered by one function with a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.acts import act_of, answer_effects
from fieldpress.engine.commando.active import Scope, Source, sources
from fieldpress.engine.commando.checks import grounds, judge, open_choice
from fieldpress.engine.commando.combat import (
    attacker_reaches,
    combat_value,
    room_for_unit,
    units_allowed,
    units_played,
)
from fieldpress.engine.commando.counting import Derived, count, number
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.plays import resolve_pending
from fieldpress.engine.commando.selectors import match_play, side_matches
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.contributions import at_most, fold, minus
from fieldpress.engine.knowledge import Knowledge, amount_of, face_of
from fieldpress.engine.registry import is_registered, rules
from fieldpress.engine.tri import NO, Tri, all_of, any_of, known, negate, open_on
from fieldpress.engine.verdicts import (
    Amount,
    Contribution,
    EngineFault,
    Finding,
    Need,
    Outcome,
    Verdict,
    clauses_of,
    distinct,
    outcome_of,
)

#: Said instead of a side while nobody has won (yet), or when nobody may.
NOBODY = "nobody"
VALUES = (
    "combat-value", "units-allowed", "units-played", "units-left", "cards-drawn", "tokens-taken",
    "reward-tokens", "reward-cards", "strength", "reserve",
)  # fmt: skip
PEOPLE = (
    "acts",
    "leads",
    "chooses-terrain",
    "chooses-heroic",
    "chooses",
    "wins-assault",
    "wins-game",
    "turn-token",
)
RESULTS = ("fight", "assault", "game")
#: Reasons for not counting whose clauses a verdict rests on all the same.
_TELLING = frozenset({"no-ceiling", "failed", "suppressed", "forced", "not-the-winner"})
_SETTLED = frozenset({"goes", "value", "counted", "result", "leads", "wins-assault", "wins-game"})
WHICH = ("counted", "answers", "legal-cards")


def answer(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """The verdict on one parsed question (see situation.py for its form)."""
    kind = ask["kind"]
    if state.pending and (kind in _SETTLED or ask.get("name") in _SETTLED):
        # As it stands if nobody answers the play that waits.
        state = state.copy()
        resolve_pending(k, state)
    return _ANSWERS[kind](k, state, ask)


def _verdict(
    k: Knowledge,
    outcome: Outcome,
    value: Any = None,
    findings: Iterable[Finding] = (),
    parts: Iterable[Contribution] = (),
    clauses: Iterable[str] = (),
    needs: Iterable[str] = (),
) -> Verdict:
    """Put a verdict together with what the ledger noted; overridden clauses are cited as well."""
    cited = list(distinct(clauses))
    for key in tuple(cited):
        clause = k.game.clauses.get(key)
        cited += [c for c in (clause.overrides if clause else ()) if c not in cited]
    return Verdict(
        outcome,
        value,
        tuple(findings),
        tuple(parts),
        tuple(cited),
        tuple(Need(n, _why(k, n)) for n in distinct(needs)),
        tuple(k.ledger.reservations),
        tuple(k.ledger.assumed),
        tuple(k.ledger.read),
        k.readings_followed(),
    )


def _why(k: Knowledge, need: str) -> str:
    """Why a fact is missing, as the record says."""
    ident, _, name = need.rpartition(".")
    for kind in ("card", "terrain", "counter"):
        record = getattr(k.game, f"{kind}s").get(ident)
        fact = getattr(record, name, None)
        if fact is not None and getattr(fact, "unknown", False):
            return str(fact.why)
    return ""


# -- may, why not, must, legal ---------------------------------------------------------------------


def _may(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    move: Move = ask["move"]
    found = judge(k, state, move)
    outcome = outcome_of(found)
    _reserve_for(k, state, move)
    if outcome == "allowed":
        clauses = distinct((*grounds(k, state, move), *clauses_of(found)))
    else:
        clauses = clauses_of(f for f in found if f.status != "lifted")
    needs = [n for f in found if f.status == "open" for n in f.needs]
    return _verdict(
        k, outcome, None, found, (), clauses, needs if outcome == "undetermined" else ()
    )


def _reserve_for(k: Knowledge, state: State, move: Move) -> None:
    """Note every card whose unstated effects might bear on a move."""
    act = act_of(k, state, move)
    if move.verb in ("play", "answer") and move.what != "hidden":
        effects = k.effects("card", str(move.what))
        if effects.rest_unknown:
            k.reserve_judgement(f"card:{move.what}", "effects", effects.why)
    for source in sources(k, state, act.scope):
        if source.effects.rest_unknown:
            k.reserve_judgement(source.record, "effects", source.effects.why)


def candidates(k: Knowledge, state: State, side: str, place: int = 0) -> Iterator[Move]:
    """Every move that a side might think of with what it is known to hold."""
    holds = state.sides[side]
    for card in dict.fromkeys(holds.hand or ()):
        kind = k.fact("card", card, "kind")
        roles = set(k.card(card).plays_as) | ({str(kind.value)} if kind.known else set())
        for role in sorted(roles) or [""]:
            yield Move(side, "play", card, role, place=place)
        if answer_effects(k, card):
            yield Move(side, "answer", card, place=place)
    for token in dict.fromkeys(holds.tokens or ()):
        yield Move(side, "toss", token.counter, origin=token.origin, place=place)
    if state.pending:
        yield Move(side, "decline")
    if state.fight_now(place) is not None:
        yield Move(side, "stop", place=place)
        if k.role_of_side(side) == ATTACKER:
            yield Move(side, "give_strength", place=place)
            yield Move(side, "retreat", place=place)
    elif k.role_of_side(side) == DEFENDER:
        yield Move(side, "no_unit", place=place)


def legal_moves(k: Knowledge, state: State, side: str, place: int = 0) -> list[Move]:
    """The candidates to which nothing is raised or open."""
    return [
        move
        for move in candidates(k, state, side, place)
        if all(f.status == "lifted" for f in judge(k, state, move))
    ]


def why_not(k: Knowledge, state: State, move: Move) -> tuple[Finding, ...]:
    """Every objection to a move, sure ones first; empty exactly when it is legal."""
    return tuple(f for f in judge(k, state, move) if f.status != "lifted")


@rules("assault.no-obligation")
def _must(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Whether a side has no legal way round a move of this kind at this point."""
    side, verb = ask["side"], ask["verb"]
    if verb == "decide" and state.pending:
        # The play that waits cannot go on before the other side has answered or declined.
        play = state.plays[state.pending[-1]]
        found = open_choice(k, state, play.side, play.place)
        clauses = ("cancel.immediate", *(found[2] if found else ()))
        return _verdict(k, "value", side != play.side, clauses=clauses)
    if verb == "choose" and state.choosing is not None:
        found = open_choice(k, state, side, 0)
        mine = state.plays[state.choosing].side == side
        return _verdict(k, "value", mine, clauses=found[2] if found else ())
    free = [m for m in ("stop", "decline", "no_unit") if not why_not(k, state, Move(side, m))]
    clauses = ("assault.no-obligation",) if free and k.rule("assault.no-obligation") else ()
    return _verdict(k, "value", not free, clauses=clauses)


def _legal(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    moves = legal_moves(k, state, ask["side"])
    keys = distinct(c for m in moves for c in grounds(k, state, m))
    return _verdict(k, "value", [m.to_json() for m in moves], clauses=keys)


# -- values -------------------------------------------------------------------------------------------


def _value(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    name, side = ask["name"], ask.get("side", "")
    derived, clauses = _derive(k, state, name, side, ask)
    telling = (p for p in derived.parts if p.counted or p.why in _TELLING)
    keys = distinct((*clauses, *clauses_of(telling)))
    if derived.amount.known:
        return _verdict(k, "value", derived.amount.low, (), derived.parts, keys)
    return _verdict(k, "undetermined", derived.amount, (), derived.parts, keys, derived.needs)


def _derive(
    k: Knowledge, state: State, name: str, side: str, ask: Mapping[str, Any]
) -> tuple[Derived, tuple[str, ...]]:
    """A derived number by its name, and clauses beyond those of its parts."""
    if name == "combat-value":
        index = state.fight_now()
        index = state.last_fight() if index is None else index
        if index is None:
            raise EngineFault("a Combat value needs a fight in the situation", ("given", "assault"))
        return combat_value(k, state, index, k.role_of_side(side)), ()
    if name == "units-allowed":
        return units_allowed(k, state, 0), ()
    if name == "units-played":
        return units_played(k, state, 0), ()
    if name == "units-left":
        allowed, played = units_allowed(k, state, 0), units_played(k, state, 0)
        return Derived(minus(allowed.amount, played.amount), (*allowed.parts, *played.parts)), ()
    if name == "cards-drawn":
        return _cards_drawn(k, state, side)
    if name == "tokens-taken":
        return _tokens_taken(k, state, side, ask["by"])
    if name in ("reward-tokens", "reward-cards"):
        return _reward(k, state, side, name)
    if name == "reserve":
        return _reserve(state)
    strength = state.sides[side].strength
    amount = Amount(0, None) if strength is None else Amount.of(strength)
    needs = (f"given.sides.{side}.strength",) if strength is None else ()
    part = Contribution("strength", "base", amount, f"given.sides.{side}", side, needs=needs)
    return Derived(amount, (part,)), ()


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
    assumed = k.assume.get(("terrain", place.terrain, "draws"))
    if assumed is not None:
        k.ledger.assumed.append(assumed.text)
        amount, needs = Amount.of(int(assumed.value)), ()
    elif draws.known and draws.value and side in draws.value:
        amount, needs = amount_of(draws.value[side], name)
    else:
        amount, needs = Amount(0, None), (name,)
    parts = [
        Contribution(
            "cards-drawn", "base", amount, f"terrain:{place.terrain}", side, (key,), needs=needs
        )
    ]
    parts += _limited_by(
        k,
        state.sides[side].draw_pile,
        "draw_pile",
        side,
        "cards-drawn",
        "draw-pile.exhausted",
        fold(parts),
    )
    return Derived(fold(parts), tuple(parts)), ()


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
    return [Contribution(what, "at-most", Amount.of(held), record, side, (key,))]


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
            if blocked is not None:
                why, clauses = "suppressed", distinct((*blocked[1], *clauses))
            parts.append(
                Contribution("tokens-taken", "add", amount, f"card:{card}", side, clauses,
                             not why, why, {"by": blocked[0]} if blocked else {"by": f"card:{play.discarded_by}"}, needs)
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
        clauses: tuple[str, ...] = ("tokens.take",) if k.rule("tokens.take") else ()
    else:
        clauses = clauses_of(parts)
    return Derived(total, tuple(parts)), clauses


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
def _reward(k: Knowledge, state: State, side: str, name: str) -> tuple[Derived, tuple[str, ...]]:
    """What a side takes when the Assault has ended: the winner's reward, as far as it goes."""
    winner, needs, clauses = assault_winner(k, state, 0)
    place = state.places[0]
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


def _counted(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    derived, clauses = _count_for(k, state, ask)
    keys = distinct((*clauses, *clauses_of(p for p in derived.parts)))
    if derived.amount.known:
        return _verdict(k, "value", derived.amount.low, (), derived.parts, keys)
    return _verdict(k, "undetermined", derived.amount, (), derived.parts, keys, derived.needs)


def _count_for(
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
    fight = state.plays[index].fight if index is not None else state.last_fight()
    for effect in effects.stated:
        if effect.counts is not None:
            return count(
                k, state, Scope(0, fight), source, effect.counts, effect.clauses
            ), effect.clauses
    raise EngineFault(f"no effect of {card} that is stated counts anything", ("ask",))


# -- who, which, result --------------------------------------------------------------------------------


@rules(
    "assault.attacker-destroyed",
    "retreat.attacker",
    "defender-phase.no-unit",
    "retreat.defender",
    "assault.attacker-wins",
)
def assault_winner(
    k: Knowledge, state: State, place_index: int
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The side that has won the Assault at a place (or nobody), the facts missing, the clauses."""
    place = state.places[place_index]
    if place.ended:
        keys = {
            "unit-lost": ("assault.attacker-destroyed",),
            "retreat": ("retreat.attacker",),
            "no-unit": ("defender-phase.no-unit",),
            "no-more-units": ("retreat.defender", "assault.attacker-wins"),
        }[place.how]
        if not all(k.rule(key) for key in keys):
            return NOBODY, (), ()
        if place.how == "no-unit":
            winner = k.parameter("no-assault-winner", place.terrain, place.face)
            return (
                (k.side_of_role(winner.value), (), winner.clauses) if winner else (NOBODY, (), ())
            )
        return k.side_of_role(place.ended), (), keys
    if state.last_fight(place_index) is None or state.fight_now(place_index) is not None:
        return NOBODY, (), ()
    free, *_ = room_for_unit(k, state, place_index)
    if free.value is None:
        return NOBODY, free.needs, ("assault.size", "assault.attacker-wins")
    if free.value is False and k.rule("assault.attacker-wins"):
        return k.side_of_role(ATTACKER), (), ("assault.attacker-wins",)
    return NOBODY, (), ("assault.size",)


def _who(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    return _PEOPLE[ask["name"]](k, state)


def _who_leads(k: Knowledge, state: State) -> Verdict:
    """Whose Unit would win the fight if nobody added anything."""
    now = state.fight_now()
    index = state.last_fight() if now is None else now
    if index is None:
        raise EngineFault("who leads needs a fight in the situation", ("given", "assault"))
    fight = state.fights[index]
    if state.unit_of(index, ATTACKER) is None or state.unit_of(index, DEFENDER) is None:
        lacking = ATTACKER if state.unit_of(index, ATTACKER) is None else DEFENDER
        winner = k.side_of_role(DEFENDER if lacking == ATTACKER else ATTACKER)
        return _verdict(k, "value", winner, clauses=("assault.reach",))
    reaches, attack, defence, clauses = attacker_reaches(k, state, index)
    parts = (*attack.parts, *defence.parts)
    keys = distinct((*clauses, *clauses_of(p for p in parts if p.counted)))
    if reaches.value is None:
        return _verdict(k, "undetermined", None, (), parts, keys, reaches.needs)
    role = ATTACKER if reaches.value else DEFENDER
    del fight
    return _verdict(k, "value", k.side_of_role(role), (), parts, keys)


@rules("assault.initiative", "assault.bidding", "cancel.immediate")
def _who_acts(k: Knowledge, state: State) -> Verdict:
    """The side whose turn it is to answer, to choose or to raise."""
    if state.pending:
        play = state.plays[state.pending[-1]]
        return _verdict(k, "value", k.other(play.side), clauses=("cancel.immediate",))
    if state.choosing is not None:
        return _who_chooses(k, state)
    now = state.fight_now()
    if now is None:
        return _verdict(k, "value", k.side_of_role(DEFENDER), clauses=("assault.size",))
    fight = state.fights[now]
    if fight.attacker is None:
        return _verdict(k, "value", k.side_of_role(DEFENDER), clauses=("assault.initiative",))
    reaches, attack, defence, _ = attacker_reaches(k, state, now)
    parts = (*attack.parts, *defence.parts)
    if reaches.value is None:
        return _verdict(k, "undetermined", None, (), parts, ("assault.bidding",), reaches.needs)
    role = DEFENDER if reaches.value else ATTACKER
    return _verdict(k, "value", k.side_of_role(role), (), parts, ("assault.bidding",))


def _who_chooses(k: Knowledge, state: State) -> Verdict:
    """The side that makes the choice which a resolving card asks for."""
    waiting = (
        state.choosing
        if state.choosing is not None
        else (state.pending[-1] if state.pending else None)
    )
    if waiting is None:
        return _verdict(k, "value", NOBODY)
    play = state.plays[waiting]
    found = open_choice(k, state, play.side, play.place)
    clauses = found[2] if found else ()
    by = found[1].side("by") if found else "own"
    return _verdict(k, "value", play.side if by == "own" else k.other(play.side), clauses=clauses)


def _who_chooses_terrain(k: Knowledge, state: State) -> Verdict:
    """Who picks the Terrain of the next (or, in turn 1, this) Progression Phase."""
    if state.turn == 1 and not state.fights and not state.places[0].ended:
        first = k.parameter("first-chooser")
        if first:
            return _verdict(k, "value", k.side_of_role(first.value), clauses=first.clauses)
    winner, needs, clauses = assault_winner(k, state, 0)
    if winner == NOBODY and not needs and not state.fights:
        if state.previous_assault is False:
            default = k.parameter("no-assault-winner")
            if default:
                winner, clauses = k.side_of_role(default.value), default.clauses
        elif state.previous_winner:
            winner, clauses = state.previous_winner, ()
        else:
            needs = ("given.previous.winner",)
    chooser = k.parameter("next-chooser")
    keys = distinct((*(chooser.clauses if chooser else ()), *clauses))
    if needs:
        return _verdict(k, "undetermined", None, clauses=keys, needs=needs)
    if winner == NOBODY or chooser is None:
        return _verdict(k, "value", NOBODY, clauses=keys)
    side = winner if chooser.value == "winner" else k.other(winner)
    return _verdict(k, "value", side, clauses=keys)


@rules("assault-end.heroic-choice")
def _who_chooses_heroic(k: Knowledge, state: State) -> Verdict:
    """Who takes a heroic card at the end of the Assault: the side on the Turn token."""
    keys = ("assault-end.heroic-choice",)
    if not k.rule(*keys):
        return _verdict(k, "value", NOBODY)
    if not state.turn_token:
        return _verdict(k, "undetermined", None, clauses=keys, needs=("given.turn_token",))
    return _verdict(k, "value", state.turn_token, clauses=keys)


def _who_wins_assault(k: Knowledge, state: State) -> Verdict:
    winner, needs, clauses = assault_winner(k, state, 0)
    if needs:
        return _verdict(k, "undetermined", None, clauses=clauses, needs=needs)
    return _verdict(k, "value", winner, clauses=clauses)


@rules("scenario-end.strength")
def _who_wins_game(k: Knowledge, state: State) -> Verdict:
    """Who has won the game, by the last Strength Point or by the scenario's own conditions."""
    if state.winner:
        keys = [c for c in ("assault.last-strength", "scenario-end.strength") if k.rule(c)]
        return _verdict(k, "value", state.winner, clauses=keys)
    needs: list[str] = []
    open_keys: list[str] = []
    for entry in k.scenario.raw.get("victory", ()) if k.scenario else ():
        if k.disabled & set(entry["clauses"]):
            continue
        met = _event(k, state, entry["when"])
        if met.value:
            keys = [c for c in entry["clauses"] if not _about_strength(c) or "any" not in entry["when"]]
            return _verdict(k, "value", k.side_of_role(entry["side"]), clauses=keys)
        if met.value is None:
            needs += met.needs
            open_keys += entry["clauses"]
    if needs:
        return _verdict(k, "undetermined", None, clauses=open_keys, needs=needs)
    return _verdict(k, "value", NOBODY)


def _about_strength(key: str) -> bool:
    return key.endswith("strength")


def _event(k: Knowledge, state: State, raw: Mapping[str, Any]) -> Tri:
    """Whether what decides the game has happened."""
    ((verb, args),) = raw.items()
    if verb in ("any", "all"):
        parts = [_event(k, state, one) for one in args]
        return any_of(parts) if verb == "any" else all_of(parts)
    if verb == "not":
        return negate(_event(k, state, args))
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


@rules("assault-end.turn-token")
def _who_turn_token(k: Knowledge, state: State) -> Verdict:
    """The side whose face of the Turn token shows once the Assault has ended: it is flipped."""
    keys = ("assault-end.turn-token",)
    if not state.turn_token:
        return _verdict(k, "undetermined", None, clauses=keys, needs=("given.turn_token",))
    flipped = k.other(state.turn_token) if k.rule(*keys) else state.turn_token
    return _verdict(k, "value", flipped, clauses=keys if k.rule(*keys) else ())


@rules(
    "discard.own-pile", "discard.terrain-pile", "discard.forced", "heroic.removed",
    "assault-end.cards", "assault-end.heroic", "assault-end.tokens",
)  # fmt: skip
def _goes(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """Where a piece goes when its part in the turn is over."""
    kind, ident = ask["piece"]
    if kind == "terrain":
        keys: tuple[str, ...] = ("discard.terrain-pile", "assault-end.cards")
        return _pile(k, "terrain-discard", keys)
    if kind == "counter":
        where = "beside-reserve" if k.special(ident) else "reserve"
        if where == "beside-reserve":
            k.reading("special-tokens-after-use")
        return _pile(k, where, ("assault-end.tokens",))
    play = next((p for p in state.plays if p.card == ident), None)
    lasts = play is None or (play.role != "event" and play.status == "table")
    heroic = k.holds("card", ident, "heroic", True)
    if heroic.value is None:
        return _verdict(k, "undetermined", None, clauses=("heroic.removed",), needs=heroic.needs)
    if heroic.value:
        ends = ("assault-end.heroic",) if lasts and not (play and play.discarded_by) else ()
        return _pile(k, "removed", ("heroic.removed", *ends))
    if play is not None and play.discarded_by:
        return _pile(k, "discard", ("discard.own-pile", "discard.forced"))
    return _pile(k, "discard", ("discard.own-pile", *(("assault-end.cards",) if lasts else ())))


def _pile(k: Knowledge, where: str, keys: tuple[str, ...]) -> Verdict:
    """A pile, with the clauses that lead there; nowhere once they are all taken out."""
    holding = [key for key in keys if k.rule(key)]
    return _verdict(k, "value", where if holding else "table", clauses=holding)


def _which(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    name = ask["name"]
    if name == "counted":
        derived, clauses = _count_for(k, state, ask)
        cards = [p.record for p in derived.parts if p.counted and p.amount.known]
        keys = distinct((*clauses, *clauses_of(derived.parts)))
        if derived.needs:
            return _verdict(k, "undetermined", cards, (), derived.parts, keys, derived.needs)
        return _verdict(k, "value", cards, (), derived.parts, keys)
    wanted = "answer" if name == "answers" else "play"
    moves = [m for m in legal_moves(k, state, ask["side"]) if m.verb == wanted]
    keys = distinct(c for m in moves for c in grounds(k, state, m))
    return _verdict(k, "value", [f"card:{m.what}" for m in moves], clauses=keys)


@rules("heroic.in-combat", "assault.defender-destroyed", "assault.attacker-destroyed")
def _result(k: Knowledge, state: State, ask: Mapping[str, Any]) -> Verdict:
    """What has come of a fight, of the Assault, of the game."""
    if ask["name"] == "game":
        return _who_wins_game(k, state)
    if ask["name"] == "assault":
        verdict = _who_wins_assault(k, state)
        if verdict.outcome == "undetermined":
            return verdict
        strength = state.sides[k.side_of_role(ATTACKER)].strength
        value = {
            "winner": verdict.value,
            "over": bool(state.places[0].ended) or verdict.value != NOBODY,
        }
        if strength is not None:
            value["strength"] = strength
        return _verdict(k, "value", value, clauses=verdict.clauses)
    index = state.last_fight()
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
        loser = state.unit_of(index, DEFENDER if fight.result == ATTACKER else ATTACKER)
        if loser is not None and k.fact("card", loser.card, "heroic").value is True:
            keys = (*keys, *(("heroic.in-combat",) if k.rule("heroic.in-combat") else ()))
    winner = k.side_of_role(fight.result) if fight.result in (ATTACKER, DEFENDER) else NOBODY
    value = {
        "winner": winner,
        "destroyed": [f"card:{p.card}" for p in state.plays if p.destroyed and p.fight == index],
    }
    return _verdict(k, "value", value, clauses=[c for c in keys if not is_registered(c) or k.rule(c)])


_PEOPLE: dict[str, Callable[[Knowledge, State], Verdict]] = {
    "acts": _who_acts,
    "leads": _who_leads,
    "chooses": _who_chooses,
    "chooses-terrain": _who_chooses_terrain,
    "chooses-heroic": _who_chooses_heroic,
    "wins-assault": _who_wins_assault,
    "wins-game": _who_wins_game,
    "turn-token": _who_turn_token,
}
_ANSWERS: dict[str, Callable[[Knowledge, State, Mapping[str, Any]], Verdict]] = {
    "may": _may,
    "why_not": _may,
    "must": _must,
    "legal": _legal,
    "value": _value,
    "counted": _counted,
    "who": _who,
    "which": _which,
    "result": _result,
    "goes": _goes,
}
KINDS = tuple(_ANSWERS)

__all__ = [
    "KINDS", "NOBODY", "PEOPLE", "RESULTS", "VALUES", "WHICH", "answer", "at_most", "candidates",
    "legal_moves", "why_not",
]  # fmt: skip
