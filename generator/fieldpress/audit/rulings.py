"""Run every ruling of the content and compare each verdict with the one it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.commando.situation import Answer, Options, Refused, rule_on
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library

_SITUATION = ("scenario", "records", "given", "then", "ask", "assume", "readings")


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


def situation_of(game: str, ruling: Mapping[str, Any]) -> dict[str, Any]:
    """The situation that a ruling puts."""
    return {"game": game, **{key: ruling[key] for key in _SITUATION if key in ruling}}


def run(
    library: Library, game: str, ruling: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """The answers to a ruling's questions. EngineFault where its situation is at fault."""
    return rule_on(library, situation_of(game, ruling), options)


def check(
    library: Library, game: str, ruling: Mapping[str, Any], options: Options | None = None
) -> list[Mismatch]:
    """Everything in which a ruling's verdicts differ from what it expects."""
    ident, expect = ruling["id"], ruling["expect"]
    if len(expect) != len(ruling["ask"]):
        return [Mismatch(ident, 0, "number of answers", len(expect), len(ruling["ask"]))]
    try:
        answers = run(library, game, ruling, options)
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


def shape(game: str, ruling: Mapping[str, Any], sides: Mapping[str, Any]) -> str:
    """A ruling without its names: two rulings alike in this differ only in names.

    Card, Terrain and counter names are replaced by the order in which they appear.
    """
    names: dict[str, str] = {}
    keep = {*sides, "hidden", "unfaced", *_SITUATION}

    def strip(value: Any, key: str = "") -> Any:
        if isinstance(value, Mapping):
            return {k: strip(v, k) for k, v in sorted(value.items())}
        if isinstance(value, list):
            return [strip(v, key) for v in value]
        if isinstance(value, str) and key in _NAMED and value not in keep:
            return names.setdefault(value, f"#{len(names)}")
        return value

    body = {key: ruling[key] for key in ("given", "then", "ask") if key in ruling}
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
