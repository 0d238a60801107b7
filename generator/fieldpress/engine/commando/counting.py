"""Counting plays by role and state: what counts, what was considered and does not, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fieldpress.engine.commando.active import Scope, Source
from fieldpress.engine.commando.selectors import as_list, side_matches
from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.contributions import fold, times
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault

_ONE = Amount.of(1)
_PERHAPS = Amount(0, 1)


class Derived(NamedTuple):
    """A derived number with all its parts, counted or not."""

    amount: Amount
    parts: tuple[Contribution, ...]

    @property
    def needs(self) -> tuple[str, ...]:
        """The facts that keep it from being one number."""
        if self.amount.known:
            return ()
        return tuple(dict.fromkeys(n for p in self.parts if p.counted for n in p.needs))


def unit_state(state: State, play: Play) -> str:
    """fighting, destroyed, won or unfaced: what became of a Unit in its fight."""
    result = state.fights[play.fight].result if play.fight is not None else ""
    if result == "unfaced":
        return "unfaced"
    if play.destroyed:
        return "destroyed"
    return "won" if result else "fighting"


def count(
    k: Knowledge,
    state: State,
    scope: Scope,
    source: Source,
    spec: Mapping[str, Any],
    clauses: tuple[str, ...],
) -> Derived:
    """How many plays an effect's `counts` takes in, seen from `source`."""
    if spec["of"] == "tokens":
        return _count_tokens(k, state, scope, source, spec, clauses)
    if spec["of"] == "unknown":
        part = _part(source.record, Amount(0, None), source.owner, clauses, needs=_rest(source))
        return Derived(part.amount, (part,))
    if spec.get("where") in ("hand", "discard"):
        raise EngineFault(f"{source.record}: counting in {spec['where']} is not built yet")
    parts = []
    wanted, units = spec.get("side", "both"), spec["of"] == "units"
    meant = [side for side in k.roles.values() if side_matches(k, wanted, source.owner, side)]
    for index, play in enumerate(state.plays):
        if play.place != scope.place or play.status == "pending":
            continue
        if play.status == "cancelled" and not play.discarded_by:
            continue
        if play.side not in meant:
            continue
        if (
            units
            and play.role != "unit"
            and k.holds("card", play.card, "kind", "unit").value is False
        ):
            continue
        judged = _judge(k, state, scope, source, spec, clauses, index, play)
        if judged is not None:
            parts.append(judged)
    return Derived(fold(parts), tuple(parts))


def _judge(
    k: Knowledge,
    state: State,
    scope: Scope,
    source: Source,
    spec: Mapping[str, Any],
    clauses: tuple[str, ...],
    index: int,
    play: Play,
) -> Contribution | None:
    """One play: counted, perhaps counted (for want of a fact), or left out with the reason; nothing
    where nobody is told the reason."""
    record = f"card:{play.card}"

    def out(why: str, **params: Any) -> Contribution | None:
        if not k.told:
            return None
        return _part(record, _ONE, play.side, clauses, counted=False, why=why, params=params)

    needs: list[str] = []
    if "role" in spec and play.role != spec["role"] and play.role not in as_list(spec["role"]):
        return out("played-as", role=play.role)
    if play.discarded_by:
        listed = play.discarded_by in spec.get("not_discarded_by", ())
        return out("discarded-by" if listed else "discarded", by=f"card:{play.discarded_by}")
    if "cards" in spec and play.card not in {*spec["cards"], HIDDEN}:
        return out("not-listed")
    if "type" in spec:
        typed = k.holds("card", play.card, "unit_type", spec["type"])
        if typed.value is False:
            return out("type", wanted=spec["type"])
        needs += typed.needs
    if index == source.play and "itself" in spec:
        if spec["itself"] is False:
            return out("itself")
        if spec["itself"] == "unknown":
            needs += _rest(source)
    where = spec.get("where", "terrain")
    if play.fight != scope.fight:
        if where == "fight":
            return out("other-fight")
        if where == "unknown":
            needs += _rest(source)
    cited = clauses
    if "states" in spec:
        became, states = unit_state(state, play), spec["states"]
        if became == "unfaced" and ("destroyed" in states or "unfaced" in states):
            place = state.places[play.place]
            extra = k.parameter("unfaced-counts", place.terrain, place.face)
            if not (extra and extra.value):
                return out("state", state=became)
            cited = (*clauses, *extra.clauses)
        elif became not in states:
            if "unknown" not in states:
                return out("state", state=became)
            needs += _rest(source)
    if play.card == HIDDEN and "cards" in spec:
        needs.append(f"given.hidden card of {play.side}")
    amount = _PERHAPS if needs else _ONE
    return _part(record, amount, play.side, cited, needs=tuple(dict.fromkeys(needs)))


def _count_tokens(
    k: Knowledge,
    state: State,
    scope: Scope,
    source: Source,
    spec: Mapping[str, Any],
    clauses: tuple[str, ...],
) -> Derived:
    """Tokens that lie on Units of this fight."""
    if scope.fight is None:
        return Derived(Amount.of(0), ())
    parts = [
        _part(f"counter:{token.counter}", _ONE, side, clauses)
        for side, tokens in state.fights[scope.fight].tokens.items()
        if side_matches(k, spec.get("side", "both"), source.owner, side)
        for token in tokens
    ]
    return Derived(fold(parts), tuple(parts))


def number(
    k: Knowledge,
    state: State,
    scope: Scope,
    source: Source,
    counts: Mapping[str, Any] | None,
    raw: Any,
    clauses: tuple[str, ...],
) -> tuple[Amount, tuple[Contribution, ...], tuple[str, ...]]:
    """A number of an effect: its range, what was counted for it, and the facts that it needs."""
    if isinstance(raw, int):
        return Amount.of(raw), (), ()
    if raw == "unknown":
        return Amount(None, None), (), _rest(source)
    if "chosen" in raw:
        chosen = state.plays[source.play].chosen.get("number") if source.play is not None else None
        if isinstance(chosen, int):
            return Amount.of(chosen), (), ()
        span = raw["chosen"]
        return Amount(span["from"], span.get("to")), (), (f"given.choice of {source.ident}",)
    if counts is None:
        raise EngineFault(f"{source.record}: per_counted without counts")
    derived = count(k, state, scope, source, counts, clauses)
    each = raw["per_counted"]
    if each == "unknown":
        amount = times(derived.amount, Amount(0, None))
        needs = (*derived.needs, *(() if amount.known else _rest(source)))
        return amount, derived.parts, tuple(dict.fromkeys(needs))
    return times(derived.amount, Amount.of(each)), derived.parts, derived.needs


def _rest(source: Source) -> tuple[str, ...]:
    """The fact that would settle what an effect leaves unstated; none where that is assumed."""
    return (f"{source.ident}.effects",) if source.effects.rest_unknown else ()


def _part(
    record: str,
    amount: Amount,
    side: str,
    clauses: tuple[str, ...],
    *,
    counted: bool = True,
    why: str = "",
    params: Mapping[str, Any] | None = None,
    needs: tuple[str, ...] = (),
) -> Contribution:
    return Contribution(
        "counted", "add", amount, record, side, clauses, counted, why, params or {}, needs
    )
