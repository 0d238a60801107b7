"""From a situation to its answers, as every ruleset does it: each question under the readings that
are followed, then under each other one; which of our readings of facts it rests on; how it turns on
a number that is missing.

A ruleset brings an `Inquiry`: how it answers one question once, and which numbers can be tried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from fieldpress.engine.answer import Answer, Options, Other, Refused
from fieldpress.engine.knowledge import Assumption, Knowledge
from fieldpress.engine.shapes import listing, mapping, only
from fieldpress.engine.verdicts import (
    EngineFault,
    Finding,
    Need,
    Outcome,
    Reading,
    Turn,
    Verdict,
    distinct,
)
from fieldpress.model import Library

Situation: TypeAlias = Mapping[str, Any]
#: One question under one set of readings: the verdict, and the readings that were looked at.
Once: TypeAlias = Callable[[Library, Situation, int, Options], tuple[Verdict, dict[str, str]]]

#: What a situation is made of, in every ruleset.
TOP = frozenset({"game", "scenario", "records", "given", "then", "ask", "assume", "readings"})
#: How far an unknown number is tried out to see how an answer turns on it.
_REACH = 15


@dataclass(frozen=True, slots=True)
class Inquiry:
    """How a ruleset answers. `given`: the last keys of given facts that are whole numbers from 0;
    `fields`: record kind -> its fields that are; `signed`: fields that may also take away."""

    once: Once
    given: frozenset[str] = frozenset()
    fields: Mapping[str, frozenset[str]] = field(default_factory=dict)
    signed: frozenset[str] = frozenset()


def rule_on(
    inquiry: Inquiry, library: Library, raw: Situation, options: Options | None = None
) -> list[Answer]:
    """Answer every question of a situation, in order.

    Raises EngineFault where the question itself is at fault, Refused where a move of `then` is
    against the rules.
    """
    options = options or Options()
    only(raw, TOP, ())
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
    return [_answer(inquiry, library, raw, index, options) for index in range(len(asks))]


def game_of(library: Library, raw: Situation, ruleset: str) -> str:
    """The game that a situation names; EngineFault where it is none of this ruleset."""
    name = raw.get("game")
    if not isinstance(name, str) or name not in library.games:
        raise EngineFault(
            f"no game is called {name!r}; there are {', '.join(library.games)}", ("game",)
        )
    found = library[name].ruleset
    if found != ruleset:
        raise EngineFault(f"{name} follows the {found} rules, not the {ruleset} rules", ("game",))
    return name


def scenario_of(raw: Situation) -> str:
    """The scenario that a situation names, or nothing."""
    name = raw.get("scenario", "")
    if not isinstance(name, str):
        raise EngineFault(f"scenario is an id, not {name!r}", ("scenario",))
    return name


def refusal(found: tuple[Finding, ...]) -> Verdict:
    """The verdict on a move of `then` that the rules forbid."""
    clauses = dict.fromkeys(c for f in found if f.status != "lifted" for c in f.clauses)
    return Verdict("forbidden", None, found, (), tuple(clauses))


def verdict_of(
    k: Knowledge,
    outcome: Outcome,
    value: Any = None,
    findings: Iterable[Finding] = (),
    parts: Iterable[Any] = (),
    clauses: Iterable[str] = (),
    needs: Iterable[str] = (),
) -> Verdict:
    """Put a verdict together with what the ledger noted; overridden clauses are cited as well."""
    cited = _cited(k, tuple(clauses))
    wanted = tuple(Need(n, k.why_missing(n)) for n in distinct(needs)) if needs else ()
    if not k.told:
        return Verdict(outcome, value, tuple(findings), tuple(parts), cited, wanted)
    return Verdict(
        outcome,
        value,
        tuple(findings),
        tuple(parts),
        cited,
        wanted,
        tuple(k.ledger.reservations),
        tuple(k.ledger.assumed),
        tuple(k.ledger.read),
        k.readings_followed(),
    )


# -- inside ---------------------------------------------------------------------------------------


def _cited(k: Knowledge, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses with those that they override, each once."""
    known: tuple[str, ...] | None = None if k.memo is None else k.memo.get(("cited", clauses))
    if known is not None:
        return known
    cited = list(distinct(clauses))
    for key in tuple(cited):
        clause = k.game.clauses.get(key)
        cited += [c for c in (clause.overrides if clause else ()) if c not in cited]
    found = tuple(cited)
    if k.memo is not None:
        k.memo["cited", clauses] = found
    return found


def _answer(
    inquiry: Inquiry, library: Library, raw: Situation, index: int, options: Options
) -> Answer:
    verdict, switches = inquiry.once(library, raw, index, options)
    others = []
    game = library[raw["game"]]
    for name, chosen in switches.items():
        for reading in game.discrepancies[name].readings:
            if reading == chosen:
                continue
            changed = replace(options, readings={**options.readings, name: reading})
            try:
                verdict2, _ = inquiry.once(library, raw, index, changed)
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
    verdict = _with_turns(inquiry, library, raw, index, options, verdict)
    verdict = replace(verdict, read=_relied_on(inquiry, library, raw, index, options, verdict))
    return Answer(raw["ask"][index], verdict, tuple(others))


def _relied_on(
    inquiry: Inquiry,
    library: Library,
    raw: Situation,
    index: int,
    options: Options,
    verdict: Verdict,
) -> tuple[str, ...]:
    """Of the facts read that were looked at, those without which the answer would be another."""
    out = []
    for fact in verdict.read:
        try:
            doubting = replace(options, doubted=options.doubted | {fact})
            without, _ = inquiry.once(library, raw, index, doubting)
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


def _with_turns(
    inquiry: Inquiry,
    library: Library,
    raw: Situation,
    index: int,
    options: Options,
    verdict: Verdict,
) -> Verdict:
    """How an undetermined answer turns on its one missing number, by trying the values out."""
    if verdict.outcome != "undetermined" or len(verdict.needs) != 1:
        return verdict
    (need,) = verdict.needs
    ident, _, name = need.fact.rpartition(".")
    told = ident.partition(".")[0] == "given"
    kind = "" if told else _kind(inquiry, library, raw, ident, name)
    if not (name in inquiry.given if told else kind):
        return verdict
    low = -_REACH if name in inquiry.signed else 0
    tried: list[tuple[int, Any]] = []
    for value in range(low, _REACH + 1):
        try:
            if told:
                given = put(mapping(raw, "given", ()), need.fact.split(".")[1:], value)
                verdict2, _ = inquiry.once(library, {**raw, "given": given}, index, options)
            else:
                assumption = Assumption(kind, ident, name, value)
                extra = replace(options, assume=(*options.assume, assumption))
                verdict2, _ = inquiry.once(library, raw, index, extra)
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
    if name in inquiry.signed:
        turns[0] = replace(turns[0], low=None)
    return replace(verdict, needs=(replace(need, turns=tuple(turns)),))


def _kind(inquiry: Inquiry, library: Library, raw: Situation, ident: str, name: str) -> str:
    """The kind of a record whose field can be tried out; nothing where it cannot."""
    game = library[raw["game"]]
    return next(
        (
            kind
            for kind, fields in inquiry.fields.items()
            if ident in getattr(game, f"{kind}s") and name in fields
        ),
        "",
    )


def put(given: Any, path: list[str], value: int) -> Any:
    """What is given, with a number at a path of keys (a number in it is a place in a list)."""
    if not path:
        return value
    head, *rest = path
    if isinstance(given, (list, tuple)):
        return [put(one, rest, value) if str(i) == head else one for i, one in enumerate(given)]
    inner = given if isinstance(given, Mapping) else {}
    return {**inner, head: put(inner.get(head), rest, value)}
