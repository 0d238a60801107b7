"""Derived numbers of an Assault: Combat values, Units allowed and played, who leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fieldpress.engine.commando.active import (
    Scope,
    Source,
    in_force,
    operations,
    places_apart,
    sources,
)
from fieldpress.engine.commando.counting import Derived, number
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.selectors import match_any, side_matches
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Fight, Play, State, Token
from fieldpress.engine.commando.support import beside_clauses
from fieldpress.engine.commando.tokens import FAILURE, is_fixed, rolls_die, values_of
from fieldpress.engine.commando.voiding import any_voids, token_without_effect, without_effect
from fieldpress.engine.contributions import ANYTHING, ZERO, fold, hull, minus
from fieldpress.engine.effects import NUMBERS, Effect, Operation
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import Tri, known, open_on
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault

_OPERATION = {"add": "add", "set": "set", "at_least": "at-least", "at_most": "at-most"}
_TOKENS = 1000
_ON_BASE = {"set": "base", "at_least": "base-at-least", "at_most": "base-at-most", "add": "add"}


def combat_value(k: Knowledge, state: State, fight_index: int, role: str) -> Derived:
    """The Combat value of a role's Unit in a fight, with all that makes it up."""
    fight = state.fights[fight_index]
    units = state.units_of(fight_index, role)
    side = k.side_of_role(role)
    if not units:
        return Derived(ZERO, ())
    unit = units[0]
    scope = Scope(fight.place, fight_index)
    base, needs = k.number("card", unit.card, "combat_value")
    if unit.card == HIDDEN:
        base, needs = Amount(0, None), (f"given.assault[{fight_index}].{side}.unit",)
    parts = [Contribution("combat-value", "base", base, f"card:{unit.card}", side, needs=needs)]
    changes = modifiers(k, state, scope, "combat-value", side, units)
    parts += [_beside(k, state, fight_index, role, play, changes) for play in units[1:]]
    parts += changes
    parts += _tokens(k, state, scope, side)
    if k.told:  # neither counts for anything
        parts += _elsewhere(k, state, fight.place, side)
        parts += _no_ceiling(k, state, scope, side, parts)
    return _with_stated(state, fight, fight_index, side, tuple(parts))


def _beside(
    k: Knowledge,
    state: State,
    fight_index: int,
    role: str,
    play: Play,
    changes: Iterable[Contribution],
) -> Contribution:
    """What a Unit that fights beside the first one adds: its own Combat value, after the changes
    that touch printed values alone."""
    side = k.side_of_role(role)
    amount, needs = k.number("card", play.card, "combat_value")
    if play.card == HIDDEN:
        amount, needs = Amount(0, None), (f"given.assault[{fight_index}].{side}.beside",)
    clauses = beside_clauses(k, state, role, play.place)
    printed = [c for c in changes if c.counted and c.operation.startswith("base")]
    if printed:
        own = Contribution("combat-value", "base", amount, f"card:{play.card}", side)
        amount = fold([own, *printed], "combat-value")
    order = next(i for i, one in enumerate(state.plays) if one is play)
    return Contribution(
        "combat-value", "add", amount, f"card:{play.card}", side, clauses,
        params={"order": order}, needs=needs,
    )  # fmt: skip


def _with_stated(
    state: State, fight: Fight, index: int, side: str, parts: tuple[Contribution, ...]
) -> Derived:
    """A stated subtotal stands for everything that lay there when it was stated."""
    stated = fight.stated.get(side)
    if stated is None:
        return Derived(_total(parts), parts)
    covered = [p for p in parts if p.operation == "base" or _lay_there(p, stated)]
    derived = _total(covered)
    if stated["value"] not in derived:
        wanted = derived.to_json()
        raise EngineFault(
            f"the Combat value stated for {side} is {stated['value']}, "
            f"but what is stated of its parts makes {wanted}",
            ("given", "assault", index, side, "value"),
        )
    total = Contribution(
        "combat-value", "base", Amount.of(stated["value"]), f"given.assault[{index}].{side}", side,
        params={"stated": True},
    )  # fmt: skip
    rest = tuple(
        Contribution(
            p.what, p.operation, p.amount, p.record, p.side, p.clauses, False, "within-stated"
        )
        if p.counted and p in covered
        else p
        for p in parts
    )
    out = (total, *rest)
    return Derived(_total(out), out)


def _total(parts: Iterable[Contribution]) -> Amount:
    """The Combat value that these parts make."""
    return fold(parts, "combat-value")


def _lay_there(part: Contribution, stated: Mapping[str, int]) -> bool:
    """Whether a part was on the table when the subtotal was stated; tokens have an order of their
    own, from `_TOKENS` up."""
    order = int(part.params.get("order", 0))
    return order - _TOKENS < stated["tokens"] if order >= _TOKENS else order < stated["covers"]


def _elsewhere(k: Knowledge, state: State, place: int, side: str) -> list[Contribution]:
    """Cards that would change this value if they lay here: they lie on another Terrain."""
    keys = places_apart(k, state)
    out: list[Contribution] = []
    if not keys:
        return out
    for index, play in enumerate(state.plays):
        if play.place == place or play.role == "event" or play.card == HIDDEN:
            continue
        modifies = any(
            o.verb == "modify" and o.args["what"] == "combat-value"
            for e in k.effects("card", play.card).stated
            for o in e.do
        )
        if modifies and play.side == side and play.role == "action" and in_force(state, play):
            out.append(
                Contribution(
                    "combat-value", "add", ZERO, f"card:{play.card}", side, keys, False,
                    "other-place", {"order": index, "place": state.places[play.place].terrain},
                )
            )  # fmt: skip
    return out


def _no_ceiling(
    k: Knowledge, state: State, scope: Scope, side: str, parts: list[Contribution]
) -> list[Contribution]:
    """A number that one might take for a ceiling here, and the effect that says it is none."""
    out = []
    for source, effect, operation, _ in operations(k, state, scope, "permit"):
        args = operation.args
        if args["act"] != "raise-value":
            continue
        highest = _total(parts).high
        if highest is None or highest > args["above"]:
            out.append(
                Contribution(
                    "combat-value", "at-most", Amount.of(args["above"]), source.record, side,
                    effect.clauses, False, "no-ceiling",
                )
            )  # fmt: skip
    return out


@rules("assault.tokens")
def _tokens(k: Knowledge, state: State, scope: Scope, side: str) -> list[Contribution]:
    """What the tokens on a Unit add, each by the face that counts (assault.tokens)."""
    parts, fight = [], state.fights[scope.fight or 0]
    void: bool | None = None
    counts = k.rule("assault.tokens")
    for index, token in enumerate(fight.tokens.get(side, ())):
        faces = values_of(k, token.counter)
        key = _token_clauses(k, token)
        if token.face is None:
            amount = hull(Amount.of(n) for n in faces.values())
            needs: tuple[str, ...] = (f"given.face of {token.counter}",) if not amount.known else ()
        else:
            amount, needs = Amount.of(faces[token.face]), ()
        part = Contribution(
            "combat-value", "add", amount, f"counter:{token.counter}", side, key,
            counted=counts, why="" if counts else "no-rule",
            params={"face": token.face or "", "order": _TOKENS + index}, needs=needs,
        )  # fmt: skip
        void = void if void is not None else any_voids(k, state, scope)
        parts.append(token_without_effect(k, state, scope, token, part) if void else part)
    for index, token in enumerate(fight.failed.get(side, ()) if k.told else ()):
        parts.append(
            Contribution(
                "combat-value", "add", Amount.of(0), f"counter:{token.counter}", side,
                ("assault.token-failure",), False, "failed",
                {"face": token.face or "", "order": _TOKENS + index},
            )
        )  # fmt: skip
    return parts


def _token_clauses(k: Knowledge, token: Token) -> tuple[str, ...]:
    """The clauses by which a token adds what it adds."""
    if rolls_die(k) and is_fixed(k, token.counter) and k.rule("die.equal-faces"):
        return ("die.equal-faces",)
    if token.rolled == FAILURE:
        rule = k.parameter("neutral-roll")
        return rule.clauses if rule is not None else ("assault.tokens",)
    return ("assault.tokens",)


def modifiers(
    k: Knowledge, state: State, scope: Scope, what: str, side: str, units: Iterable[Play] = ()
) -> list[Contribution]:
    """What effects do to a number, and what effects that no source states may do to it. `units`:
    those whose Combat value is asked about, for effects that mean some Units only."""
    parts: list[Contribution] = []
    fighting = list(units)
    void: bool | None = None
    if not state.places[scope.place].terrain:
        # A Terrain that is not stated has an effect that is not stated either.
        k.reserve_judgement("given.terrain", "terrain")
    for source, effect, operation, met in operations(k, state, scope, "modify"):
        args = operation.args
        if args["what"] != what:
            continue
        if what != "units-allowed" and not side_matches(
            k, args.get("of", "own"), source.owner, side
        ):
            continue
        if fighting and "units" in args:
            fits = match_any(k, args["units"], source.owner, fighting, source.record)
            if fits.value is False:
                continue
            met = Tri(None, (*met.needs, *fits.needs)) if fits.value is None else met
        made = _modification(k, state, scope, source, effect, operation, met, what, side)
        if void is None:
            void = any_voids(k, state, scope)
        if void:
            made = [without_effect(k, state, scope, source, part) for part in made]
        parts += made
    if not k.assume and not _unstated_lies(k, state, scope):
        return parts
    for source in sources(k, state, scope):
        if source.effects.rest_unknown:
            parts.append(_unstated(k, source, what, side))
        elif source.owner == side and what == "combat-value":
            parts += _assumed(k, source, what, side)
    return parts


def _unstated_lies(k: Knowledge, state: State, scope: Scope) -> bool:
    """Whether anything on the table may have effects that are not stated: a look before the search.
    False is sure."""
    if k.memo is None:
        return True
    place = state.places[scope.place]
    if place.terrain and k.effects("terrain", place.terrain, place.face).rest_unknown:
        return True
    unstated: frozenset[str] | None = k.memo.get("unstated")
    if unstated is None:
        cards = (card for card in k.game.cards if k.effects("card", card).rest_unknown)
        unstated = k.memo["unstated"] = frozenset({HIDDEN, *cards})
    return not unstated.isdisjoint([play.card for play in state.plays])


def drawn_changes(k: Knowledge, state: State, side: str) -> list[Contribution]:
    """What effects do to the number of cards that a side draws, a ban on drawing among them."""
    scope = Scope(0)
    parts = modifiers(k, state, scope, "cards-drawn", side)
    for source, effect, operation, met in operations(k, state, scope, "ban"):
        args = operation.args
        if args["act"] == "draw" and side_matches(k, args["by"], source.owner, side):
            amount = ZERO if met.value else Amount(0, None)
            parts.append(
                Contribution(
                    "cards-drawn", "at-most", amount, source.record, side, effect.clauses,
                    needs=met.needs,
                )
            )  # fmt: skip
    return parts


def _modification(
    k: Knowledge,
    state: State,
    scope: Scope,
    source: Source,
    effect: Effect,
    operation: Operation,
    met: Tri,
    what: str,
    side: str,
) -> list[Contribution]:
    """One `modify` as a contribution, with what it counted."""
    args: Mapping[str, Any] = operation.args
    for key in NUMBERS:
        if key in args:
            break
    amount, counted, needs = number(
        k, state, scope, source, effect.counts, args[key], effect.clauses
    )
    if met.value is None:
        # Whether it applies is not known: it may do nothing, or all of it.
        amount = hull((amount, Amount.of(0))) if key == "add" else ANYTHING
        key, needs = "add", (*needs, *met.needs)
    table = _ON_BASE if args.get("layer") == "printed" else _OPERATION
    order = source.play if source.play is not None else 0
    part = Contribution(
        what, table[key], amount, source.record, side, effect.clauses,
        params={"order": order}, needs=tuple(dict.fromkeys(needs)) if needs else (),
    )  # fmt: skip
    return [part, *counted] if k.told else [part]


def _unstated(k: Knowledge, source: Source, what: str, side: str) -> Contribution:
    """An effect that is not stated, or only in part: it may add or take anything."""
    order = source.play if source.play is not None else 0
    return Contribution(
        what, "add", ANYTHING, source.record, side, (), why="unstated-effects",
        params={"order": order}, needs=(f"{source.ident}.effects",),
    )  # fmt: skip


def _assumed(k: Knowledge, source: Source, what: str, side: str) -> list[Contribution]:
    """What the asker takes the unstated part of a card's effects to add to its own side."""
    amount = k.assumed_amount(source.kind, source.ident)
    if amount is None:
        return []
    order = source.play if source.play is not None else 0
    return [
        Contribution(
            what, "add", Amount.of(amount), source.record, side,
            params={"assumed": True, "order": order},
        )
    ]  # fmt: skip


@rules("assault.reach", "assault.exceed")
def attacker_reaches(
    k: Knowledge, state: State, fight_index: int
) -> tuple[Tri, Derived, Derived, tuple[str, ...]]:
    """Whether the attacker's Unit reaches the defender's, both values, and the clauses used."""
    found_out = k.found_out(state)
    if found_out is None:
        if k.memo is None:
            return _reaches(k, state, fight_index)
        with k.unchanging(state):
            return _reaches(k, state, fight_index)
    found: tuple[Tri, Derived, Derived, tuple[str, ...]] | None = found_out.get(fight_index)
    if found is None:
        found = found_out[fight_index] = _reaches(k, state, fight_index)
    return found


def _reaches(
    k: Knowledge, state: State, fight_index: int
) -> tuple[Tri, Derived, Derived, tuple[str, ...]]:
    fight = state.fights[fight_index]
    place = state.places[fight.place]
    attack = combat_value(k, state, fight_index, ATTACKER)
    defence = combat_value(k, state, fight_index, DEFENDER)
    lead = minus(attack.amount, defence.amount)
    tie = k.parameter("tie-winner", place.terrain, place.face)
    tie_for_attacker = tie is not None and tie.value == ATTACKER
    if lead.known:
        if lead.low == 0:
            return known(tie_for_attacker), attack, defence, tie.clauses if tie else ()
        if (lead.low or 0) > 0:
            return known(k.rule("assault.reach")), attack, defence, ("assault.reach",)
        return known(not k.rule("assault.exceed")), attack, defence, ("assault.exceed",)
    threshold = 0 if tie_for_attacker else 1
    if lead.low is not None and lead.low >= threshold:
        return known(True), attack, defence, ("assault.reach",)
    if lead.high is not None and lead.high < threshold:
        return known(False), attack, defence, ("assault.exceed",)
    needs = tuple(dict.fromkeys((*attack.needs, *defence.needs)))
    return open_on(*needs), attack, defence, ("assault.reach", "assault.exceed")
