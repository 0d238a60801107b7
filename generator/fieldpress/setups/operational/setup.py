"""What a quick-setup sheet shows: a page for each difficulty, and room for what is not stated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.answer import Options
from fieldpress.engine.overlord.setup import stated
from fieldpress.engine.overlord.situation import knowledge
from fieldpress.model import Game, Library
from fieldpress.setups.operational.scenario import Degree, degrees, marker
from fieldpress.setups.operational.texts import (
    Head,
    Line,
    head,
    length,
    line,
    lines,
    side_name,
    words,
)

#: Rows of the forms that an owner fills in from the printed sheet.
FORM_ROWS = 7


@dataclass(frozen=True, slots=True)
class Form:
    """What the setup needs and no source states: a form with the heads of its columns."""

    title: str
    why: str
    heads: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The sheet at one difficulty; `strip` are the degrees from one side's best to the other's."""

    difficulty: str
    steps: tuple[Line, ...]
    start: str
    strip: tuple[tuple[Degree, bool], ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the sheets of a scenario."""

    head: Head
    difficulties: tuple[Page, ...]
    forms: tuple[Form, ...]
    special: tuple[Line, ...]


def view(library: Library, game: Game, scenario: str) -> View:
    """The setup sheets of a scenario, as far as the engine finds the setup stated."""
    record = game.scenarios[scenario]
    raw = record.raw
    months = ", ".join(str(month).capitalize() for month in raw.get("months", ()))
    known = knowledge(library, {"game": game.id, "scenario": scenario}, Options())
    rounds = known.figure("rounds")
    forms = [
        _form(game, one, int(rounds.value) if rounds else 0)
        for one in raw["setup"].get("missing", ())
    ]
    return View(
        head(game, record.title.get(), "Setup", (months, length(record))),
        tuple(_page(library, game, scenario, ident) for ident in raw["difficulties"]),
        tuple(forms),
        lines(game, raw.get("special", ())),
    )


def _page(library: Library, game: Game, scenario: str, difficulty: str) -> Page:
    raw = game.scenarios[scenario].raw
    level = raw["difficulties"][difficulty]
    found = stated(library, game.id, scenario, difficulty).given
    points = found["victory_points"]
    return Page(
        words(game, level["name"]),
        tuple(_steps(game, raw["setup"], level, found)),
        marker(game, level),
        tuple(_strip(game, raw.get("victory", ()), points)),
    )


def _steps(
    game: Game, sheet: Mapping[str, Any], level: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[Line]:
    """What goes where, piece by piece, with the clauses of the scenario's record."""
    yield line(
        game,
        f"{_counter(game, 'victory-points', 'Victory marker')} at {marker(game, level)}.",
        level["clauses"],
    )
    yield line(game, f"{_counter(game, 'round', 'Round marker')} on round {found['round']}.", ())
    if "supply" in found:
        each = "; ".join(
            f"{side_name(game, side)} {_shown(amount)}" for side, amount in found["supply"].items()
        )
        yield line(game, f"Supply Points: {each}.", sheet["supply"]["clauses"])
    if "depots" in found:
        where = _by_amount(found["depots"])
        yield line(game, f"Supply Points in Depots: {where}.", sheet["depots"]["clauses"])
    if found["control"]:
        places = ", ".join(f"[[sector:{one}]]" for one in found["control"])
        said = f"{_counter(game, 'control', 'Control marker')} on each of: {places}."
        yield line(game, said, sheet["control"]["clauses"])
    if "drop_zones" in sheet:
        for key in sheet["drop_zones"]["clauses"]:
            clause = game.clauses[key]
            if clause.text:
                yield line(game, clause.text.get(), (key,))
    for deck in game.decks.values():
        total = deck.total.value if deck.total.known else "?"
        yield line(game, f"[[deck:{deck.id}]]: {total}, shuffled.", deck.clauses[:1])


def _counter(game: Game, ident: str, word: str) -> str:
    return f"[[counter:{ident}|{word}]]" if ident in game.counters else word


def _shown(amount: Any) -> str:
    return "?" if amount is None else str(amount)


def _by_amount(depots: Mapping[str, Any]) -> str:
    """Sectors grouped by how much lies in their depots."""
    groups: dict[str, list[str]] = {}
    for sector, amount in depots.items():
        groups.setdefault(_shown(amount), []).append(f"[[sector:{sector}]]")
    return "; ".join(f"{amount} each in {', '.join(places)}" for amount, places in groups.items())


def _strip(game: Game, entries: Any, points: Any) -> Iterator[tuple[Degree, bool]]:
    """The degrees with the one in which the marker starts."""
    side, count = next(iter(points.items())) if isinstance(points, Mapping) else ("", points)
    for raw, degree in zip(entries, degrees(game, entries), strict=True):
        here = raw["from"] <= count <= raw.get("to", count)
        yield degree, here and ("side" not in raw or raw["side"] == side)


def _form(game: Game, raw: Mapping[str, Any], rounds: int) -> Form:
    """A form for what is missing: a column for each round where it goes by weeks."""
    by_week = raw.get("id") == "calendar" and rounds
    heads = (
        ("", *(str(number) for number in range(1, rounds + 1)))
        if by_week
        else ("What", "Where", "State")
    )
    return Form(words(game, raw["what"]), words(game, raw["why"]), heads, tuple(range(FORM_ROWS)))


__all__ = ["Form", "Page", "View", "view"]
