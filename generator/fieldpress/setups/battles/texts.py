"""Heads and lines of these sheets: words of the content as runs, with clauses and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model import Fact, Game, Library, Scenario
from fieldpress.model.links import LINK_KINDS
from fieldpress.setups.view import Run, runs
from fieldpress.tables.conditions import when, words
from fieldpress.tables.tiles import side_colour

#: What stands where no source says.
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a sheet: game, what it is, title, facts on the right, notice at the foot."""

    game: str
    kind: str
    ident: str
    title: str
    facts: tuple[tuple[Run, ...], ...]
    language: str
    names_language: str
    notice: str


@dataclass(frozen=True, slots=True)
class Line:
    """A text, what it holds under, its clauses; `lead` stands bold before it."""

    runs: tuple[Run, ...]
    conditions: tuple[tuple[Run, ...], ...] = ()
    clauses: tuple[str, ...] = ()
    lead: str = ""
    colour: str = ""


def head(game: Game, kind: str, ident: str, title: str, facts: Iterable[str] = ()) -> Head:
    notice = words(game, game.raw.get("notice", "")).split(". ")[0].rstrip(".")
    return Head(
        game.title.get(),
        kind,
        ident,
        title,
        tuple(runs(game, fact) for fact in facts if fact),
        game.language,
        game.names_language,
        notice,
    )


def title_of(scenario: Scenario) -> tuple[str, str]:
    """A short id to be set large, and the title without it."""
    title = scenario.title.get()
    before, colon, after = title.partition(": ")
    if colon and before.casefold().endswith(scenario.id.casefold()):
        return scenario.id.upper(), after
    return "", title


def line(game: Game, entry: Mapping[str, Any], said: str = "", lead: str = "") -> Line:
    """An entry of a record with its conditions and clauses; `said` instead of its text."""
    return Line(
        runs(game, said or words(game, entry.get("text", ""))),
        tuple(runs(game, one) for one in when(game, entry)),
        tuple(entry.get("clauses", ())),
        lead,
    )


def named(library: Library, game: Game, kind: str, ident: str) -> str:
    """A link to a record that may lie in another game, with its name."""
    owner, _, rest = ident.rpartition("/")
    record = getattr(library[owner or game.id], LINK_KINDS[kind])[rest]
    name = record.name.get()
    return f"[[{owner}/{kind}:{rest}|{name}]]" if owner else f"[[{kind}:{rest}|{name}]]"


def amount(raw: Any) -> str:
    """A count as it is printed on a sheet: the figure, `2 or more`, `2 to 3`, or the unknown."""
    if isinstance(raw, Mapping) and {"from", "to"} <= raw.keys():
        return f"{raw['from']} to {raw['to']}"
    fact: Fact[int] = raw if isinstance(raw, Fact) else Fact.parse(raw, ())
    if fact.known:
        return str(fact.value)
    if fact.state == "none":
        return "–"
    return f"{fact.at_least} or more" if fact.at_least is not None else UNKNOWN


def where(raw: Any, game: Game) -> str:
    """Where something lies, as far as stated."""
    if raw is None:
        return ""
    fact: Fact[Any] = Fact.parse(raw, ())
    return words(game, fact.value) if fact.known else UNKNOWN


__all__ = [
    "UNKNOWN",
    "Head",
    "Line",
    "amount",
    "head",
    "line",
    "named",
    "side_colour",
    "title_of",
    "where",
]
