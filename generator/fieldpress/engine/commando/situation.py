"""A situation: from its mapping to a state, its moves and its questions; then the answers.

Faults of the question (unknown card, misspelt key, stated and derived that differ) are EngineFaults
with the path to the spot, so that a reader that knows positions can add line and column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fieldpress.engine import inquiry
from fieldpress.engine.answer import Answer, Options, Other, Refused
from fieldpress.engine.commando import questions
from fieldpress.engine.commando.asking import parse_question
from fieldpress.engine.commando.carrying import NOT_FOLLOWED
from fieldpress.engine.commando.checks import judge
from fieldpress.engine.commando.given import resolve_move, state_of
from fieldpress.engine.commando.naming import Path, listing, mapping, near
from fieldpress.engine.commando.parameters import READ
from fieldpress.engine.commando.plays import Undecided, apply
from fieldpress.engine.commando.registry import REGISTRY
from fieldpress.engine.commando.state import State
from fieldpress.engine.inquiry import Inquiry, game_of, refusal, scenario_of
from fieldpress.engine.knowledge import Assumption, Knowledge, Ledger
from fieldpress.engine.verdicts import EngineFault, Verdict, outcome_of
from fieldpress.model import Library

#: The field of a reservation about a move that is taken as it is told.
TOLD = "told"


def rule_on(
    library: Library, raw: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """Answer every question of a situation, in order.

    Raises EngineFault where the question itself is at fault, Refused where a move of `then` is
    against the rules.
    """
    return inquiry.rule_on(INQUIRY, library, raw, options)


def _once(
    library: Library, raw: Mapping[str, Any], index: int, options: Options
) -> tuple[Verdict, dict[str, str]]:
    """One question under one set of readings, and the switches that were looked at on the way."""
    k = knowledge(library, raw, options)
    state = state_of(k, mapping(raw, "given", ()))
    ask, after = parse_question(k, state, raw["ask"][index], ("ask", index))
    moves = listing(raw, "then", ())
    play_out(k, state, moves[: len(moves) if after is None else after])
    before, k.ledger = k.ledger, Ledger()
    k.ledger.assumed = before.assumed
    k.ledger.readings = before.readings
    k.ledger.reservations = [r for r in before.reservations if r.field in (NOT_FOLLOWED, TOLD)]
    try:
        verdict = questions.answer(k, state, ask)
    except EngineFault as fault:
        raise fault if fault.path else type(fault)(fault.message, ("ask", index)) from fault
    return verdict, dict(k.ledger.readings)


_NUMBERS = frozenset({"combat_value", "effects", "size", "draws"})
INQUIRY = Inquiry(
    _once,
    given=frozenset({"size", "reserve", "strength", "draw_pile"}),
    fields={"card": _NUMBERS, "terrain": _NUMBERS},
    signed=frozenset({"effects"}),
)


def knowledge(library: Library, raw: Mapping[str, Any], options: Options) -> Knowledge:
    """What the situation is judged by."""
    name = game_of(library, raw, "commando")
    asked = [
        assumption(library, name, key, value, ("assume", key))
        for key, value in mapping(raw, "assume", ()).items()
    ]
    return Knowledge(
        library,
        name,
        scenario_of(raw),
        registry=REGISTRY,
        parameters=READ,
        assume=(*asked, *options.assume),
        readings={**mapping(raw, "readings", ()), **options.readings},
        disabled=options.disabled,
        doubted=options.doubted,
        records=raw.get("records"),
    )


def assumption(library: Library, game: str, key: str, value: Any, path: Path = ()) -> Assumption:
    """`ID.FIELD` and a value as an assumption. Raises EngineFault for an id that is no piece."""
    ident, dot, name = key.rpartition(".")
    found = [(k, i) for k, i in library[game].find(ident) if k in ("cards", "terrains", "counters")]
    if not dot or not found:
        raise EngineFault(
            f"{key!r} is not ID.FIELD of a piece of {game}{near(library, game, ident)}", path
        )
    kind, exact = found[0]
    return Assumption(kind.removesuffix("s"), exact, name, value)


def play_out(k: Knowledge, state: State, moves: Iterable[Any]) -> None:
    """Carry the moves out in place, each judged first. A move of which only facts are missing is
    taken as it is told; one that a rule forbids raises Refused."""
    for index, raw in enumerate(moves):
        path: Path = ("then", index)
        move = resolve_move(k, state, raw, path)
        found = judge(k, state, move)
        if outcome_of(found) == "forbidden":
            raise Refused(index, move, refusal(found))
        for finding in found:
            if finding.status == "open" and finding.record:
                k.reserve_judgement(finding.record, TOLD)
        try:
            apply(k, state, move)
        except Undecided as fault:
            needs = ", ".join(fault.needs)
            raise EngineFault(f"{fault.message}: it needs {needs}", path) from fault
        except EngineFault as fault:
            raise EngineFault(fault.message, fault.path or path) from fault


__all__ = [
    "INQUIRY",
    "Answer",
    "Options",
    "Other",
    "Refused",
    "assumption",
    "knowledge",
    "play_out",
    "rule_on",
    "state_of",
]
