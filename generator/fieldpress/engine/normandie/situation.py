"""A situation of these rules: from its mapping to its table, acts and questions; the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine import inquiry
from fieldpress.engine.answer import Answer, Options, Refused
from fieldpress.engine.inquiry import Inquiry, game_of, refusal, scenario_of, verdict_of
from fieldpress.engine.knowledge import Assumption, Ledger
from fieldpress.engine.normandie import (
    carrying,
    counts,
    gear,
    landings,
    moving,
    outcomes,
    results,
    scenes,
    seeing,
    shots,
    values,
)
from fieldpress.engine.normandie.acts import parse_act
from fieldpress.engine.normandie.asking import parse_question
from fieldpress.engine.normandie.case import judge
from fieldpress.engine.normandie.following import follow
from fieldpress.engine.normandie.given import table_of
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.sums import answer as number
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.shapes import listing, mapping
from fieldpress.engine.verdicts import EngineFault, Verdict, clauses_of, distinct, outcome_of
from fieldpress.model import Library

#: Importing these modules registers their checks and answers.
REGISTERING = (carrying, counts, gear, landings, moving, outcomes, scenes, seeing, shots, values)


def rule_on(
    library: Library, raw: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """Answer every question of a situation, in order.

    Raises EngineFault where the question itself is at fault, Refused where an act of `then` is
    against the rules.
    """
    return inquiry.rule_on(INQUIRY, library, raw, options)


def rulebook(library: Library, raw: Mapping[str, Any], options: Options) -> Rulebook:
    """What the situation is judged by."""
    name = game_of(library, raw, "normandie")
    if mapping(raw, "records", ()):
        raise EngineFault(
            "these rules take no records of your own: units and places are told under given",
            ("records",),
        )
    if mapping(raw, "assume", ()):
        key = next(iter(raw["assume"]))
        assumption(library, name, key, None, ("assume", str(key)))
    return Rulebook(
        library, name, scenario_of(raw), assume=options.assume,
        readings={**mapping(raw, "readings", ()), **options.readings},
        disabled=options.disabled, doubted=options.doubted,
    )  # fmt: skip


def assumption(
    library: Library, game: str, key: str, value: Any, path: tuple[str | int, ...] = ()
) -> Assumption:
    """These rules have no printed values to assume: what is missing is told under `given`."""
    raise EngineFault(
        f"{key!r}: in these rules what is not printed is told in the situation; "
        "write given.PATH=VALUE, such as given.turn=3",
        path,
    )


def _once(
    library: Library, raw: Mapping[str, Any], index: int, options: Options
) -> tuple[Verdict, dict[str, str]]:
    """One question under one set of readings, and the switches that were looked at on the way."""
    k = rulebook(library, raw, options)
    t = table_of(k, mapping(raw, "given", ()))
    kind, ask, after = parse_question(k, t, raw["ask"][index], ("ask", index))
    acts = listing(raw, "then", ())
    play_out(k, t, acts[: len(acts) if after is None else after])
    before, k.ledger = k.ledger, Ledger()
    k.ledger.readings = before.readings
    try:
        verdict = _answer(k, t, kind, ask)
    except EngineFault as fault:
        raise fault if fault.path else type(fault)(fault.message, ("ask", index)) from fault
    return verdict, dict(k.ledger.readings)


def _answer(k: Rulebook, t: Table, kind: str, ask: Mapping[str, Any]) -> Verdict:
    if kind in ("may", "why_not"):
        case = judge(k, t, ask["act"])
        found = tuple(case.found)
        outcome = outcome_of(found)
        if outcome == "allowed":
            clauses = distinct((*case.kept, *clauses_of(found)))
        else:
            clauses = clauses_of(f for f in found if f.status != "lifted")
        needs = [n for f in found if f.status == "open" for n in f.needs]
        return verdict_of(
            k, outcome, None, found, (), clauses, needs if outcome == "undetermined" else ()
        )
    if kind == "value":
        return number(k, t, ask)
    return results.answer(k, t, kind, ask)


def play_out(k: Rulebook, t: Table, acts: list[Any]) -> None:
    """Carry the acts out in place, each judged first. One of which only facts are missing is taken
    as it is told; one that a rule forbids raises Refused."""
    for index, raw in enumerate(acts):
        act = parse_act(k, t, raw, ("then", index))
        found = tuple(judge(k, t, act).found)
        if outcome_of(found) == "forbidden":
            raise Refused(index, act, refusal(found))
        follow(k, t, act)


INQUIRY = Inquiry(
    _once,
    given=frozenset({"turn", "transport", "from_line", "hole", "demolition", "combat"}),
)
