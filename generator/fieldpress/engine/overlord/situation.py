"""A situation: from its mapping to a state, its acts and its questions; then the answers."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from fieldpress.engine import inquiry
from fieldpress.engine.answer import Answer, Options, Refused
from fieldpress.engine.inquiry import Inquiry, game_of, refusal, scenario_of
from fieldpress.engine.knowledge import Assumption, Ledger
from fieldpress.engine.overlord.acts import carry_out, judge, read_act
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.checking import check_given
from fieldpress.engine.overlord.forms import GIVEN
from fieldpress.engine.overlord.knowledge import STORES, Knowledge
from fieldpress.engine.overlord.questions import answer, read_ask
from fieldpress.engine.overlord.table import State
from fieldpress.engine.shapes import Path, count, listing, mapping
from fieldpress.engine.verdicts import EngineFault, Verdict, outcome_of
from fieldpress.model import Library


def rule_on(
    library: Library, raw: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """Answer every question of a situation, in order.

    Raises EngineFault where the question itself is at fault, Refused where an act of `then` is
    against the rules.
    """
    return inquiry.rule_on(INQUIRY, library, raw, options)


def _once(
    library: Library, raw: Mapping[str, Any], index: int, options: Options
) -> tuple[Verdict, dict[str, str]]:
    """One question under one set of readings, and the switches that were looked at on the way."""
    k = knowledge(library, raw, options)
    given = mapping(raw, "given", ())
    c = case_of(k, given)
    ask = read_ask(listing(raw, "ask", ())[index], ("ask", index))
    after = count(ask.raw.get("after"), ("ask", index, "after"))
    acts = listing(raw, "then", ())
    play_out(c, acts[: len(acts) if after is None else after])
    before, k.ledger = k.ledger, Ledger()
    k.ledger.assumed, k.ledger.readings = before.assumed, before.readings
    k.ledger.reservations = before.reservations
    try:
        verdict = answer(c, ask)
    except EngineFault as fault:
        raise fault if fault.path else type(fault)(fault.message, ("ask", index)) from fault
    told = (*verdict.clauses, *(key for key in c.happened if key not in verdict.clauses))
    return replace(verdict, clauses=told), dict(k.ledger.readings)


INQUIRY = Inquiry(
    _once,
    given=frozenset(
        {"value", "distance", "attacker", "defender", "icons", "conquered", "spies", "supply"}
    ),
    fields={
        "unit": frozenset({"value"}),
        "support": frozenset({"attack", "defense"}),
        "operation": frozenset({"success", "failure", "revealed"}),
    },
)


def knowledge(library: Library, raw: Mapping[str, Any], options: Options) -> Knowledge:
    """What the situation is judged by."""
    name = game_of(library, raw, "overlord")
    asked = [
        assumption(library, name, key, value, ("assume", key))
        for key, value in mapping(raw, "assume", ()).items()
    ]
    return Knowledge(
        library,
        name,
        scenario_of(raw),
        assume=(*asked, *options.assume),
        readings={**mapping(raw, "readings", ()), **options.readings},
        disabled=options.disabled,
        doubted=options.doubted,
        records=raw.get("records"),
    )


def case_of(k: Knowledge, given: Mapping[str, Any]) -> Case:
    """What is given, checked against the records."""
    GIVEN(given, ("given",))
    state = State.read(given)
    c = Case(k, state)
    check_given(c, given)
    return c


def assumption(library: Library, game: str, key: str, value: Any, path: Path = ()) -> Assumption:
    """`ID.FIELD` and a value as an assumption. Raises EngineFault for an id that is no record."""
    ident, dot, name = key.rpartition(".")
    for kind, store in STORES.items():
        if dot and ident in getattr(library[game], store):
            return Assumption(kind, ident, name, value)
    every = [one for store in STORES.values() for one in getattr(library[game], store)]
    near = difflib.get_close_matches(ident, every, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise EngineFault(f"{key!r} is not ID.FIELD of a record of {game}{hint}", path)


def play_out(c: Case, acts: Iterable[Any]) -> None:
    """Carry the acts out in place, each judged first. An act of which only facts are missing is
    taken as it is told; one that a rule forbids raises Refused."""
    for index, raw in enumerate(acts):
        path: Path = ("then", index)
        act = read_act(c, raw, path)
        found = judge(c, act)
        if outcome_of(found) == "forbidden":
            raise Refused(index, act, refusal(found))
        for finding in found:
            if finding.status == "open" and finding.record:
                c.k.reserve_judgement(finding.record, "told")
        try:
            carry_out(c, act)
        except EngineFault as fault:
            raise EngineFault(fault.message, fault.path or path) from fault


__all__ = ["INQUIRY", "Refused", "assumption", "case_of", "knowledge", "play_out", "rule_on"]
