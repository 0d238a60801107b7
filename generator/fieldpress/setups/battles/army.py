"""What an army list shows: both sides as the scenario prints them, with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fieldpress.model import Fact, Game, Library, Scenario
from fieldpress.model.recruits import Army, ArmyEntry, Formation
from fieldpress.setups.battles.texts import Head, amount, head, side_colour, title_of
from fieldpress.setups.view import Run, runs
from fieldpress.tables.conditions import when, words


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: price, name, what is printed beside the price, units inside."""

    points: str
    boxes: int
    name: tuple[Run, ...]
    printed: str
    multiple: str
    star: bool
    contents: str
    markers: str


@dataclass(frozen=True, slots=True)
class Part:
    """A formation: what stands over it, when it is there, its lines, its sum."""

    title: str
    over: str
    conditions: tuple[tuple[Run, ...], ...]
    rows: tuple[Row, ...]
    note: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One army."""

    name: str
    colour: str
    role: str
    parts: tuple[Part, ...]
    total: str
    total_why: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Both armies of a scenario."""

    head: Head
    sides: tuple[Side, ...]


def view(library: Library, game: Game, scenario: Scenario) -> View:
    """The army list of a scenario."""
    ident, title = title_of(scenario)
    return View(
        head(game, "Army list", ident, title),
        tuple(_side(library, game, scenario, army) for army in armies(game, scenario)),
    )


def armies(game: Game, scenario: Scenario) -> list[Army]:
    """The armies of a scenario in the order of its sides."""
    sides = list(scenario.raw.get("sides", {}))
    found = [army for army in game.armies.values() if army.scenario == scenario.id]
    return sorted(found, key=lambda army: sides.index(army.side) if army.side in sides else 99)


def _side(library: Library, game: Game, scenario: Scenario, army: Army) -> Side:
    return Side(
        game.side_name(army.side),
        side_colour(game, army.side),
        scenario.raw.get("sides", {}).get(army.side, {}).get("role", ""),
        tuple(_part(library, game, one) for one in army.formations),
        amount(army.total),
        army.total.why,
        tuple(army.raw.get("clauses", ())),
    )


def _part(library: Library, game: Game, formation: Formation) -> Part:
    raw = formation.raw
    over = [words(game, raw[key]) for key in ("division", "battalion", "regiment") if key in raw]
    if (
        formation.group is not None
        and formation.title.get().casefold() != f"group {formation.group}"
    ):
        over.append(f"Group {formation.group}")
    return Part(
        formation.title.get(),
        " · ".join(over),
        tuple(runs(game, one) for one in when(game, {"if": formation.condition})),
        tuple(_rows(library, game, formation)),
        runs(game, words(game, raw.get("note", ""))),
    )


def _rows(library: Library, game: Game, formation: Formation) -> Iterator[Row]:
    for entry in formation.entries:
        owner, _, ident = entry.option.rpartition("/")
        option = library[owner or game.id].options[ident]
        yield Row(
            amount(entry.points),
            entry.copies.or_else(1),
            runs(game, option.name.get()),
            entry.printed if entry.printed != option.name.get() else "",
            entry.multiple,
            entry.star,
            contents(entry),
            amount(option.markers) if option.markers.state != "absent" else "",
        )


def contents(entry: ArmyEntry) -> str:
    """The units of a line as printed; a question mark where no source states them."""
    fact: Fact[list[str]] = entry.contents
    if fact.known and fact.value:
        return ", ".join(fact.value)
    return "?" if fact.unknown else ""


__all__ = ["Part", "Row", "Side", "View", "armies", "contents", "view"]
