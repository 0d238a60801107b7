"""A situation: from its mapping to a state, its moves and its questions; then the answers.

Faults of the question (unknown card, misspelt key, stated and derived that differ) are EngineFaults
with the path to the spot, so that a reader that knows positions can add line and column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fieldpress.engine.commando import questions
from fieldpress.engine.commando.asking import parse_question
from fieldpress.engine.commando.carrying import NOT_FOLLOWED
from fieldpress.engine.commando.checks import judge
from fieldpress.engine.commando.given import resolve_move, state_of
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.naming import (
    Path,
    listing,
    mapping,
    near,
    only,
)
from fieldpress.engine.commando.plays import Undecided, apply
from fieldpress.engine.commando.state import (
    State,
)
from fieldpress.engine.knowledge import Assumption, Knowledge, Ledger
from fieldpress.engine.verdicts import EngineFault, Finding, Reading, Turn, Verdict, outcome_of
from fieldpress.model import Library

#: The field of a reservation about a move that is taken as it is told.
TOLD = "told"
#: How far an unknown number is tried out to see how an answer turns on it.
_REACH = 15
_TOP = frozenset({"game", "scenario", "records", "given", "then", "ask", "assume", "readings"})


class Refused(EngineFault):
    """A move in `then` that the rules forbid: the questions after it have no answer."""

    def __init__(self, index: int, move: Move, verdict: Verdict) -> None:
        self.index, self.move, self.verdict = index, move, verdict
        super().__init__(f"move {index + 1} is against the rules", ("then", index))


@dataclass(frozen=True, slots=True)
class Other:
    """The answer under another reading of a discrepancy."""

    reading: Reading
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        return {"reading": self.reading.to_json(), "verdict": self.verdict.to_json()}


@dataclass(frozen=True, slots=True)
class Answer:
    """One question with its verdict, and what other readings make of it where that differs."""

    ask: Mapping[str, Any]
    verdict: Verdict
    others: tuple[Other, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "ask": dict(self.ask),
            "verdict": self.verdict.to_json(),
            "others": [o.to_json() for o in self.others],
        }


@dataclass(frozen=True, slots=True)
class Options:
    """What the asker adds to a situation from outside."""

    assume: tuple[Assumption, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()
    doubted: frozenset[str] = frozenset()


def rule_on(
    library: Library, raw: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """Answer every question of a situation, in order.

    Raises EngineFault where the question itself is at fault, Refused where a move of `then` is
    against the rules.
    """
    options = options or Options()
    only(raw, _TOP, ())
    known = isinstance(raw.get("game"), str) and raw["game"] in library.games
    if known and not library[raw["game"]].raw.get("judged", True):
        raise EngineFault(
            f"{library[raw['game']].title.get()}: its rules can be read, but the engine does not"
            " answer questions about them yet",
            ("game",),
        )
    asks = listing(raw, "ask", ())
    if not asks:
        raise EngineFault("nothing is asked: `ask` lists the questions", ("ask",))
    return [_answer(library, raw, index, options) for index in range(len(asks))]


def _answer(library: Library, raw: Mapping[str, Any], index: int, options: Options) -> Answer:
    verdict, switches = _once(library, raw, index, options)
    others = []
    game = library[raw["game"]]
    for name, chosen in switches.items():
        for reading in game.discrepancies[name].readings:
            if reading == chosen:
                continue
            changed = replace(options, readings={**options.readings, name: reading})
            try:
                verdict2, _ = _once(library, raw, index, changed)
            except Refused as refused:
                verdict2 = refused.verdict
            except EngineFault:
                continue  # what is stated of the table cannot be so under that reading
            if _differs(verdict, verdict2):
                adopted = reading == game.discrepancies[name].adopted
                others.append(Other(Reading(name, reading, adopted), verdict2))
    used = {o.reading.discrepancy for o in others}
    verdict = replace(
        verdict, discrepancies=tuple(d for d in verdict.discrepancies if d.discrepancy in used)
    )
    verdict = _with_turns(library, raw, index, options, verdict)
    verdict = replace(verdict, read=_relied_on(library, raw, index, options, verdict))
    return Answer(raw["ask"][index], verdict, tuple(others))


def _relied_on(
    library: Library, raw: Mapping[str, Any], index: int, options: Options, verdict: Verdict
) -> tuple[str, ...]:
    """Of the facts read that were looked at, those without which the answer would be another."""
    out = []
    for fact in verdict.read:
        try:
            doubting = replace(options, doubted=options.doubted | {fact})
            without, _ = _once(library, raw, index, doubting)
        except EngineFault:
            out.append(fact)
            continue
        if _differs(verdict, without) or _found(verdict) != _found(without):
            out.append(fact)
    return tuple(out)


def _found(verdict: Verdict) -> set[tuple[str, str, str]]:
    """What was found for sure, by kind, piece and status."""
    return {(f.code, f.record, f.status) for f in verdict.findings if f.status != "open"}


def _differs(a: Verdict, b: Verdict) -> bool:
    return (a.outcome, _plain(a.value)) != (b.outcome, _plain(b.value))


def _plain(value: Any) -> Any:
    return value.to_json() if hasattr(value, "to_json") else value


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


def _with_turns(
    library: Library, raw: Mapping[str, Any], index: int, options: Options, verdict: Verdict
) -> Verdict:
    """How an undetermined answer turns on its one missing number, by trying the values out."""
    if verdict.outcome != "undetermined" or len(verdict.needs) != 1:
        return verdict
    (need,) = verdict.needs
    tried: list[tuple[int, Any]] = []
    ident, _, name = need.fact.rpartition(".")
    low = -_REACH if name == "effects" else 0
    for value in range(low, _REACH + 1):
        try:
            if ident.partition(".")[0] == "given":
                if name not in ("size", "reserve", "strength", "draw_pile"):
                    return verdict
                path = need.fact.split(".")[1:]
                given = _put(mapping(raw, "given", ()), path, value)
                verdict2, _ = _once(library, {**raw, "given": given}, index, options)
            else:
                kind = next(
                    (
                        c
                        for c in ("card", "terrain")
                        if ident in getattr(library[raw["game"]], f"{c}s")
                    ),
                    "",
                )
                if not kind or name not in ("combat_value", "effects", "size", "draws"):
                    return verdict
                assumption = Assumption(kind, ident, name, value)
                extra = replace(options, assume=(*options.assume, assumption))
                verdict2, _ = _once(library, raw, index, extra)
        except (EngineFault, ValueError):
            continue
        tried.append((value, (verdict2.outcome, _plain(verdict2.value))))
    turns: list[Turn] = []
    for value, result in tried:
        if turns and (turns[-1].outcome, turns[-1].value) == result:
            turns[-1] = replace(turns[-1], high=value)
        else:
            turns.append(Turn(value, value, *result))
    if len(turns) < 2 or len(turns) > 4:
        return verdict
    if tried[-1][0] == _REACH:
        turns[-1] = replace(turns[-1], high=None)
    if name == "effects":
        turns[0] = replace(turns[0], low=None)
    return replace(verdict, needs=(replace(need, turns=tuple(turns)),))


def _put(given: Mapping[str, Any], path: list[str], value: int) -> dict[str, Any]:
    """What is given, with a number at a path of keys."""
    head, *rest = path
    inner = given.get(head)
    below = _put(inner if isinstance(inner, Mapping) else {}, rest, value) if rest else value
    return {**given, head: below}


def knowledge(library: Library, raw: Mapping[str, Any], options: Options) -> Knowledge:
    """What the situation is judged by."""
    name = raw.get("game")
    if not isinstance(name, str) or name not in library.games:
        raise EngineFault(
            f"no game is called {name!r}; there are {', '.join(library.games)}", ("game",)
        )
    game = library[name]
    if game.ruleset != "commando":
        raise EngineFault(
            f"{name} follows the {game.ruleset} rules, not the commando rules", ("game",)
        )
    asked = [
        assumption(library, name, key, value, ("assume", key))
        for key, value in mapping(raw, "assume", ()).items()
    ]
    return Knowledge(
        library,
        name,
        _scenario(raw),
        assume=(*asked, *options.assume),
        readings={**mapping(raw, "readings", ()), **options.readings},
        disabled=options.disabled,
        doubted=options.doubted,
        records=raw.get("records"),
    )


def _scenario(raw: Mapping[str, Any]) -> str:
    name = raw.get("scenario", "")
    if not isinstance(name, str):
        raise EngineFault(f"scenario is an id, not {name!r}", ("scenario",))
    return name


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
            raise Refused(index, move, _refusal(found))
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


def _refusal(found: tuple[Finding, ...]) -> Verdict:
    clauses = dict.fromkeys(c for f in found if f.status != "lifted" for c in f.clauses)
    return Verdict("forbidden", None, found, (), tuple(clauses))
