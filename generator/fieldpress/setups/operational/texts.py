"""Texts of these sheets: words of the content as runs, with the clauses that they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model import Game, Scenario, Text
from fieldpress.setups.view import Line, Run, runs


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a sheet says: game, title, a line above and lines on the right."""

    game: str
    title: str
    kind: str
    facts: tuple[str, ...]
    language: str
    names_language: str
    notice: str


def words(game: Game, raw: Any) -> str:
    """A text of the content in the language that the game prints."""
    return Text.parse(raw, game.language).get() if raw else ""


def line(game: Game, text: str, clauses: Iterable[str]) -> Line:
    return Line(runs(game, text), tuple(clauses))


def lines(game: Game, entries: Iterable[Mapping[str, Any]]) -> tuple[Line, ...]:
    """Entries with a text and clauses."""
    return tuple(line(game, words(game, one["text"]), one["clauses"]) for one in entries)


def said(game: Game, key: str) -> tuple[Run, ...]:
    """A clause in the words of the content; nothing where it has none of its own."""
    clause = game.clauses.get(key)
    return runs(game, clause.text.get()) if clause and clause.text else ()


def side_name(game: Game, who: str) -> str:
    """The name of a side, by its id or its role; the word itself where it is neither."""
    for ident, raw in game.sides.items():
        if who in (ident, raw.get("role")):
            return game.side_name(ident)
    return who


def head(game: Game, title: str, kind: str, facts: Iterable[str]) -> Head:
    notice = words(game, game.raw.get("notice", "")).split(". ")[0].rstrip(".")
    return Head(
        game.title.get(),
        title,
        kind,
        tuple(fact for fact in facts if fact),
        game.language,
        game.names_language,
        notice,
    )


def length(scenario: Scenario) -> str:
    """How long a game takes, as its record has it."""
    raw = scenario.raw.get("length")
    if not raw:
        return ""
    if "about" in raw:
        return f"about {raw['about']} min"
    spent = str(raw["to"]) if raw["from"] == raw["to"] else f"{raw['from']} to {raw['to']}"
    return f"{spent} min" + (f", setup {raw['setup']} min" if "setup" in raw else "")


__all__ = [
    "Head",
    "Line",
    "Run",
    "head",
    "length",
    "line",
    "lines",
    "runs",
    "said",
    "side_name",
    "words",
]
