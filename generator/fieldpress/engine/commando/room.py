"""How many Units the defender may play at a place, how many he has played, and what is left."""

from __future__ import annotations

from fieldpress.engine.commando.active import Scope
from fieldpress.engine.commando.combat import modifiers
from fieldpress.engine.commando.counting import Derived
from fieldpress.engine.commando.missions import production
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import DEFENDER, Play, State
from fieldpress.engine.contributions import fold, minus
from fieldpress.engine.knowledge import HIDDEN, Knowledge, Parameter, amount_of, face_of
from fieldpress.engine.tri import Tri, known, open_on
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault


@rules("units-allowed.modifiers", "units-allowed.cumulative")
def units_allowed(k: Knowledge, state: State, place_index: int) -> Derived:
    """How many Units the defender may play at a place (assault.size and what changes it)."""
    place = state.places[place_index]
    parts: list[Contribution] = []
    side = k.side_of_role(DEFENDER)
    size = face_of(k.terrain(place.terrain), place.face).size if place.terrain else None
    if place.size is not None:
        if size is not None and size.known and size.value != place.size:
            raise EngineFault(
                f"the size stated is {place.size}, but {place.terrain} has {size.value}",
                ("given", "size"),
            )
        parts.append(
            Contribution(
                "units-allowed", "base", Amount.of(place.size), "given.size", side,
                ("assault.size",), params={"stated": True},
            )
        )  # fmt: skip
    elif place.terrain:
        kind = k.terrain(place.terrain)
        fact = face_of(kind, place.face).size
        amount, needs = amount_of(fact, "given.size")
        if (assumed := k.assume.get(("terrain", place.terrain, "size"))) is not None:
            amount, needs = Amount.of(assumed.value), ()
        said = k.parameter("size", place.terrain, place.face)
        if said is not None and fact.known:
            amount = Amount.of(int(said.value))
        parts.append(
            Contribution(
                "units-allowed", "base", amount, f"terrain:{place.terrain}", side,
                ("assault.size", *(said.clauses if said else ())), needs=needs,
            )
        )  # fmt: skip
    else:
        parts.append(
            Contribution(
                "units-allowed", "base", Amount(0, None), "given.size", side,
                ("assault.size",), needs=("given.size",),
            )
        )  # fmt: skip
    scope = Scope(place_index)
    changes = [
        p for p in modifiers(k, state, scope, "units-allowed", side) if p.what == "units-allowed"
    ]
    if k.rule("units-allowed.modifiers"):
        # The rules name every card that changes this number: what else is unstated cannot.
        changes = [p for p in changes if p.why != "unstated-effects"]
    changes += production.changes(k, state, "units-allowed")
    if len(changes) > 1 and not k.rule("units-allowed.cumulative"):
        changes = changes[-1:]
    return Derived(fold([*parts, *changes], "units-allowed"), (*parts, *changes))


def units_played(k: Knowledge, state: State, place_index: int) -> Derived:
    """How many Units the defender has played at a place, in the role of Units."""
    place = state.places[place_index]
    side = k.side_of_role(DEFENDER)
    if place.played is not None:
        part = Contribution(
            "units-played", "add", Amount.of(place.played), "given.units_played", side,
            ("assault.size",), params={"stated": True},
        )  # fmt: skip
        return Derived(part.amount, (part,))
    parts = []
    for play in state.plays:
        if play.side != side or play.place != place_index or play.status == "pending":
            continue
        record = f"card:{play.card}"
        once = counts_once(k, state, place_index) if _joined(state, play) else None
        if once is not None:
            parts.append(
                Contribution(
                    "units-played", "add", Amount.of(1), record, side, once.clauses, False,
                    "same-combat",
                )
            )  # fmt: skip
        elif play.role == "unit":
            clauses: tuple[str, ...] = ("assault.size",)
            if play.fight is not None and state.fights[play.fight].result == "unfaced":
                extra = k.parameter("unfaced-counts", place.terrain, place.face)
                if extra and extra.value:
                    clauses = (*clauses, *extra.clauses)
            parts.append(Contribution("units-played", "add", Amount.of(1), record, side, clauses))
        elif play.card != HIDDEN and k.fact("card", play.card, "kind").value == "unit":
            parts.append(
                Contribution(
                    "units-played", "add", Amount.of(1), record, side, ("assault.size",),
                    False, "played-as", {"role": play.role},
                )
            )  # fmt: skip
    return Derived(fold(parts), tuple(parts))


def _joined(state: State, play: Play) -> bool:
    """Whether a Unit fights beside another one, in a Combat that one opened."""
    if play.fight is None:
        return False
    beside = state.fights[play.fight].beside.get(DEFENDER, ())
    return any(state.plays[index] is play for index in beside)


def counts_once(k: Knowledge, state: State, place_index: int) -> Parameter | None:
    """The rule by which Units that fight side by side count as one, if that holds."""
    place = state.places[place_index]
    rule = k.parameter("support-size", place.terrain, place.face)
    return rule if rule is not None and rule.value == 1 else None


def room_for_unit(k: Knowledge, state: State, place_index: int) -> tuple[Tri, Derived, Derived]:
    """Whether the defender may play one more Unit at a place."""
    allowed, played = units_allowed(k, state, place_index), units_played(k, state, place_index)
    left = minus(allowed.amount, played.amount)
    if left.low is not None and left.low >= 1:
        return known(True), allowed, played
    if left.high is not None and left.high < 1:
        return known(False), allowed, played
    return open_on(*dict.fromkeys((*allowed.needs, *played.needs))), allowed, played
