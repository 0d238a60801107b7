"""Run every ruling of the content and compare each verdict with the one it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.answer import Answer, Options, Refused
from fieldpress.engine.cases import SITUATION, cases, filled
from fieldpress.engine.rulesets import ruleset_of
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A question of a ruling whose verdict is not the one expected. `field` says in what."""

    ruling: str
    index: int
    field: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        where = f"ruling {self.ruling}, ask[{self.index}]"
        return f"{where}: {self.field} is {self.found!r}, expected {self.expected!r}"


def run(
    library: Library, game: str, ruling: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """The answers to a ruling's questions, case after case. EngineFault for a faulty situation."""
    return [
        answer
        for situation in cases(game, ruling, library[game].rulings)
        for answer in ruleset_of(library, game).rule_on(library, situation, options)
    ]


def check(
    library: Library, game: str, ruling: Mapping[str, Any], options: Options | None = None
) -> list[Mismatch]:
    """Everything in which a ruling's verdicts differ from what it expects, in every case."""
    ident, expect = ruling["id"], ruling["expect"]
    lists = ruling.get("each", {})
    try:
        situations = cases(game, ruling, library[game].rulings)
    except (KeyError, ValueError) as fault:
        return [Mismatch(ident, 0, "like or each", "records and lists that match", repr(fault))]
    found: list[Mismatch] = []
    for number, situation in enumerate(situations):
        words = {name: values[number] for name, values in lists.items()}
        found += _check_case(library, ident, situation, filled(list(expect), words), options)
    return found


def _check_case(
    library: Library,
    ident: str,
    situation: Mapping[str, Any],
    expect: list[Any],
    options: Options | None,
) -> list[Mismatch]:
    if len(expect) != len(situation.get("ask", ())):
        asked = len(situation.get("ask", ()))
        return [Mismatch(ident, 0, "number of answers", len(expect), asked)]
    try:
        answers = ruleset_of(library, situation["game"]).rule_on(library, situation, options)
    except Refused as refused:
        codes = [f.code for f in refused.verdict.objections]
        return [Mismatch(ident, refused.index, "move refused", "a legal move", codes)]
    except EngineFault as fault:
        return [Mismatch(ident, 0, "fault", "none", fault.message)]
    return [
        mismatch
        for index, (answer, wanted) in enumerate(zip(answers, expect, strict=True))
        for mismatch in _compare(ident, index, answer, wanted)
    ]


def _compare(
    ident: str, index: int, answer: Answer, wanted: Mapping[str, Any]
) -> Iterator[Mismatch]:
    found = answer.verdict.to_json()
    if found["outcome"] != wanted["outcome"]:
        yield Mismatch(ident, index, "outcome", wanted["outcome"], found["outcome"])
    if "value" in wanted and found["value"] != wanted["value"]:
        yield Mismatch(ident, index, "value", wanted["value"], found["value"])
    if set(found["clauses"]) != set(wanted.get("clauses", ())):
        expected = sorted(wanted.get("clauses", ()))
        yield Mismatch(ident, index, "clauses", expected, sorted(found["clauses"]))
    if "needs" in wanted or found["needs"]:
        needs = sorted(n["fact"] for n in found["needs"])
        if needs != sorted(wanted.get("needs", ())):
            yield Mismatch(ident, index, "needs", sorted(wanted.get("needs", ())), needs)
    lifted = sorted({f["lifted_by"] for f in found["findings"] if f["status"] == "lifted"})
    if "lifted_by" in wanted and lifted != sorted(wanted["lifted_by"]):
        yield Mismatch(ident, index, "lifted_by", sorted(wanted["lifted_by"]), lifted)
    if "other" in wanted:
        others = {
            f"{o.reading.discrepancy}={o.reading.reading}": o.verdict.outcome for o in answer.others
        }
        if others != dict(wanted["other"]):
            yield Mismatch(ident, index, "other", dict(wanted["other"]), others)


def check_all(library: Library, games: Iterable[str] = ()) -> list[Mismatch]:
    """Run every ruling of the games (all of the library when none is named)."""
    return [
        mismatch
        for name in (games or library.games)
        for ruling in library[name].rulings.values()
        for mismatch in check(library, name, ruling)
    ]


def unfounded(library: Library, game: str) -> list[str]:
    """Rulings whose authority claims too much or too little, each with the reason.

    What the book says needs no reading of ours: no fact that rests on one, and no discrepancy on
    which the answer turns. What follows from clauses may use such facts, but does not turn on a
    discrepancy. A reading of a discrepancy that the engine can follow has to make a difference.
    """
    record, out = library[game], []
    for ident, ruling in record.rulings.items():
        answers = run(library, game, ruling)
        read = sorted({fact for a in answers for fact in a.verdict.read})
        turns = {o.reading.discrepancy for a in answers for o in a.others}
        turns |= {
            need.fact.partition(":")[2]
            for a in answers
            for need in a.verdict.needs
            if need.fact.startswith("discrepancy:")
        }
        authority = ruling["authority"]
        if authority == "source" and read:
            out.append(f"{ident}: says source, but rests on {', '.join(read)}, which is read")
        if authority != "reading" and turns:
            out.append(f"{ident}: says {authority}, but turns on {', '.join(sorted(turns))}")
        if authority == "reading":
            named = record.discrepancies.get(ruling["discrepancy"])
            if named is None:
                out.append(f"{ident}: there is no discrepancy {ruling['discrepancy']}")
            elif named.switch and named.id not in turns:
                out.append(f"{ident}: every reading of {named.id} gives the same answers")
    return out


def shape(game: str, ruling: Mapping[str, Any], sides: Mapping[str, Any]) -> str:
    """A ruling without its names: two rulings alike in this differ only in names.

    Card, Terrain and counter names are replaced by the order in which they appear.
    """
    names: dict[str, str] = {}
    keep = {*sides, "hidden", "unfaced", *SITUATION}

    def strip(value: Any, key: str = "") -> Any:
        if isinstance(value, Mapping):
            return {k: strip(v, k) for k, v in sorted(value.items())}
        if isinstance(value, list):
            return [strip(v, key) for v in value]
        if isinstance(value, str) and key in _NAMED and value not in keep:
            return names.setdefault(value, f"#{len(names)}")
        return value

    body = {key: ruling[key] for key in ("like", "given", "then", "ask") if key in ruling}
    facts = [(e["outcome"], sorted(e.get("clauses", ()))) for e in ruling["expect"]]
    return repr((game, ruling.get("scenario"), strip(body), facts))


_NAMED = frozenset(
    {
        "card",
        "unit",
        "actions",
        "play",
        "answer",
        "by",
        "counted",
        "origin",
        "hand",
        "counter",
        "toss",
    }
)
