"""What a scenario sheet shows: its numbers, its own rules and its degrees of victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model import Game, Library
from fieldpress.setups.operational.texts import (
    Head,
    Line,
    Run,
    head,
    length,
    lines,
    runs,
    side_name,
    words,
)
from fieldpress.tables.palette import side_colour


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the rules that the scenario sets: its clause's title, how much, when."""

    title: str
    figure: str
    when: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Degree:
    """A degree of victory: whose, from how many points, what follows."""

    name: str
    side: str
    points: str
    colour: str
    text: tuple[Run, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the sheet, in the order of the page."""

    head: Head
    teaser: tuple[Run, ...]
    special: tuple[Line, ...]
    numbers: tuple[Number, ...]
    difficulties: tuple[tuple[str, str, tuple[str, ...]], ...]
    degrees: tuple[Degree, ...]


def view(library: Library, game: Game, scenario: str) -> View:
    """The sheet of a scenario."""
    record = game.scenarios[scenario]
    raw = record.raw
    months = ", ".join(str(month).capitalize() for month in raw.get("months", ()))
    return View(
        head(game, record.title.get(), "Scenario", (months, length(record))),
        runs(game, words(game, raw.get("teaser"))),
        lines(game, raw.get("special", ())),
        tuple(_numbers(game, raw.get("parameters", {}))),
        tuple(
            (words(game, one["name"]), marker(game, one), tuple(one["clauses"]))
            for one in raw.get("difficulties", {}).values()
        ),
        tuple(degrees(game, raw.get("victory", ()))),
    )


def marker(game: Game, level: Mapping[str, Any]) -> str:
    """Where the Victory marker starts at a difficulty: the side whose points it shows, how many."""
    side = f"{side_name(game, str(level['side']))} " if "side" in level else ""
    return f"{side}{level['victory_points']}"


def degrees(game: Game, entries: Iterable[Mapping[str, Any]]) -> Iterator[Degree]:
    """The degrees of victory in the order of the content."""
    for one in entries:
        points = f"{one['from']} to {one['to']}" if "to" in one else f"{one['from']} or more"
        side = one.get("side", "")
        back = str(game.sides[side].get("back", "")) if side in game.sides else ""
        yield Degree(
            words(game, one["name"]),
            side_name(game, side) if side else "",
            points,
            side_colour(back, _role(game, side)) if side else "",
            runs(game, words(game, one["text"])),
            tuple(one["clauses"]),
        )


def _role(game: Game, side: str) -> str:
    """The side's place in the order of the sides, as the palette names it."""
    return "attacker" if side == next(iter(game.sides)) else "defender"


def _numbers(game: Game, parameters: Mapping[str, Any]) -> Iterator[Number]:
    """Every number that the scenario sets; a least and a most that belong together as one."""
    for name, entries in parameters.items():
        for one in entries if isinstance(entries, list) else [entries]:
            most = parameters.get(f"{name.removesuffix('-from')}-to")
            if name.endswith("-to") and f"{name.removesuffix('-to')}-from" in parameters:
                continue
            shown = _figure(game, one["value"])
            if name.endswith("-from") and isinstance(most, Mapping):
                shown = f"{shown} to {_figure(game, most['value'])}"
            keys = tuple(one["clauses"])
            yield Number(game.clauses[keys[0]].title.get(), shown, _when(game, one), keys)


def _figure(game: Game, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in game.units:
        return game.units[value].name.get()
    return side_name(game, str(value))


def _when(game: Game, entry: Mapping[str, Any]) -> str:
    said = [
        f"{word} {entry[key]}"
        for key, word in (("round", "round"), ("activation", "Activation Phase"))
        if key in entry
    ]
    if "month" in entry:
        said.append(f"in {str(entry['month']).capitalize()}")
    unit = game.units.get(str(entry.get("formation", "")))
    return ", ".join([*said, *([unit.name.get()] if unit else [])])


__all__ = ["Degree", "View", "degrees", "marker", "view"]
