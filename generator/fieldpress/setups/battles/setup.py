"""What a quick-setup sheet shows, made from the scenario's record: no figure stands here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model import Game, Library, Scenario
from fieldpress.setups.battles.texts import (
    Head,
    Line,
    amount,
    head,
    line,
    named,
    side_colour,
    title_of,
    where,
)
from fieldpress.setups.view import Run, runs
from fieldpress.tables import palette
from fieldpress.tables.conditions import (
    effect_name,
    effects_used,
    moment,
    standing,
    when,
    words,
)
from fieldpress.tables.tiles import Grid, grid, label

#: Parameters that stand in the head of the sheet, in this order.
FIRST = ("turns", "initiative", "deploys-first", "hand-size", "bonus-tactics", "night")


@dataclass(frozen=True, slots=True)
class Winning:
    """How a side wins; `note` says under which conditions."""

    side: str
    colour: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone, an arrow, a place: how it is drawn, its name, where it lies."""

    kind: str
    colour: str
    line: Line
    where: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the sheet, in the order of the page."""

    head: Head
    summary: tuple[Run, ...]
    winning: tuple[Winning, ...]
    grid: Grid | None
    zones: tuple[Zone, ...]
    objectives: tuple[tuple[str, str], ...]
    objectives_where: str
    markers: tuple[tuple[str, Line], ...]
    removed: tuple[tuple[str, tuple[Run, ...]], ...]
    craft: tuple[tuple[str, str], ...]
    steps: tuple[Line, ...]
    later: tuple[Line, ...]
    special: tuple[Line, ...]
    numbers: tuple[Line, ...]
    campaign: tuple[Line, ...]
    sizes: tuple[tuple[str, ...], ...]


def view(library: Library, game: Game, scenario: Scenario) -> View:
    """The sheet of a scenario, under the readings that the game adopts."""
    raw = scenario.raw
    ident, title = title_of(scenario)
    parameters = raw.get("parameters", {})
    objectives = raw.get("objectives", {})
    return View(
        head(game, "Setting up", ident, title, facts(game, parameters)),
        runs(game, words(game, raw.get("summary", ""))),
        tuple(_winning(game, scenario)),
        grid(library, game, scenario),
        tuple(_zones(library, game, scenario)),
        tuple(
            (kind, amount(objectives[kind]))
            for kind in ("primary", "secondary")
            if objectives and amount(objectives[kind]) != "–"
        ),
        where(objectives.get("where"), game) if objectives else "",
        tuple(_markers(library, game, raw)),
        tuple(_removed(library, game, raw)),
        tuple(
            (f"{one['size']} craft", ", ".join(str(result) for result in one["die"]))
            for one in raw.get("landing_craft", ())
        ),
        tuple(_step(game, one) for one in standing(game, raw.get("deployment", ()))),
        tuple(_later(library, game, raw)),
        tuple(line(game, one) for one in standing(game, raw.get("rules", ()))),
        tuple(_numbers(game, parameters)),
        tuple(_campaign(game, scenario)),
        tuple(_sizes(game, raw.get("sizes", ()))),
    )


def facts(game: Game, parameters: Mapping[str, Any]) -> Iterator[str]:
    """The numbers that matter first, a line each: turns, initiative, hand, night."""
    for name in FIRST:
        entries = _entries(game, parameters, name)
        if entries:
            said = "; ".join(_value(game, name, entry) + _when(game, entry) for entry in entries)
            yield f"{name.replace('-', ' ').capitalize()}: {said}"


def _entries(game: Game, parameters: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = parameters.get(name, ())
    return standing(game, found if isinstance(found, list) else [found] if found else ())


def _value(game: Game, name: str, entry: Mapping[str, Any]) -> str:
    value = entry["value"]
    if isinstance(value, bool):
        return "yes" if value else "no"
    side = str(value)
    shown = game.side_name(side) if side in game.sides else side
    unit = words(game, entry.get("unit", ""))
    return shown if unit.casefold() in ("", name.casefold()) else f"{shown} {unit}"


def _when(game: Game, entry: Mapping[str, Any]) -> str:
    said = when(game, entry)
    side = entry.get("side")
    if side in game.sides:
        said.insert(0, f"for the {game.side_name(side)}")
    return f" ({', '.join(said)})" if said else ""


def _numbers(game: Game, parameters: Mapping[str, Any]) -> Iterator[Line]:
    for name in parameters:
        entries = _entries(game, parameters, name)
        if name in FIRST or not entries:
            continue
        said = "; ".join(_value(game, name, entry) + _when(game, entry) for entry in entries)
        keys = dict.fromkeys(key for entry in entries for key in entry["clauses"])
        yield Line(runs(game, said), (), tuple(keys), name.replace("-", " ").capitalize())


def _winning(game: Game, scenario: Scenario) -> Iterator[Winning]:
    entries = standing(game, scenario.raw.get("victory", ()))
    for side, entry in scenario.raw.get("sides", {}).items():
        own = [one for one in entries if one["side"] == side]
        lines = [line(game, {k: v for k, v in one.items() if k != "turn"}) for one in own] or [
            Line(runs(game, words(game, entry["objective"])), (), tuple(entry["clauses"]))
        ]
        yield Winning(game.side_name(side), side_colour(game, side), tuple(lines))


def _zones(library: Library, game: Game, scenario: Scenario) -> Iterator[Zone]:
    """Zones by where they lie: those that a tile shows are drawn there, and named here too."""
    for entry in standing(game, scenario.raw.get("zones", {}).values()):
        name = words(game, entry["name"])
        place = where(entry.get("where"), game)
        if "tile" in entry:
            place = label(library, game, entry)
        side = entry.get("side", "")
        colour = palette.WORDS.get(entry.get("colour", ""), "") or (
            side_colour(game, side) if side else palette.TERRAIN
        )
        text = name[:1].upper() + name[1:]
        if entry.get("units") not in (None, "any"):
            text += f" ({entry['units']} only)"
        yield Zone(entry["kind"], colour, line(game, entry, text), place)


def _markers(library: Library, game: Game, raw: Mapping[str, Any]) -> Iterator[tuple[str, Line]]:
    for one in standing(game, raw.get("markers", ())):
        yield amount(one["count"]), line(game, one, named(library, game, "counter", one["counter"]))


def _removed(
    library: Library, game: Game, raw: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[Run, ...]]]:
    """Action cards that stay out, by the decks that they leave."""
    groups: dict[tuple[str, ...], dict[str, None]] = {}
    for one in standing(game, raw.get("removals", ())):
        said = (
            named(library, game, "action", one["action"])
            if "action" in one
            else f"all {one['category'].capitalize()} cards"
        )
        groups.setdefault(tuple(one["decks"]), {})[said + _when(game, one)] = None
    for decks, cards in groups.items():
        both = len(decks) == len(game.sides)
        label = "Both decks" if both else ", ".join(game.side_name(side) for side in decks)
        yield label, runs(game, ", ".join(cards))


def _step(game: Game, entry: Mapping[str, Any]) -> Line:
    return line(game, entry)


def _later(library: Library, game: Game, raw: Mapping[str, Any]) -> Iterator[Line]:
    """What comes in or happens later, in the order of the turns."""
    entries = [
        *standing(game, raw.get("entries", ())),
        *standing(game, raw.get("events", {}).values()),
        *standing(game, raw.get("ends", ())),
    ]
    for one in sorted(entries, key=lambda e: e.get("turn", e.get("from_turn", 99))):
        rest = {k: v for k, v in one.items() if k not in ("turn", "from_turn")}
        lead = moment(one)
        yield line(game, rest, lead=lead[:1].upper() + lead[1:])
    for one in raw.get("barred", ()):
        side = game.side_name(one["side"])
        said = f"{side} cannot play {named(library, game, 'action', one['action'])}"
        if "against" in one:
            said += f" against {named(library, game, 'action', one['against'])}"
        lead = moment(one)
        rest = {k: v for k, v in one.items() if k != "turn"}
        yield line(game, rest, f"{said}.", lead[:1].upper() + lead[1:])


def _campaign(game: Game, scenario: Scenario) -> Iterator[Line]:
    """What the campaign's effects named on the sheet mean."""
    for ident in effects_used(scenario.raw):
        for campaign in game.campaigns.values():
            found = campaign.raw.get("effects", {}).get(ident)
            if found:
                name = effect_name(game, ident)
                yield line(game, found, lead=name[:1].upper() + name[1:])


def _sizes(game: Game, rows: Any) -> Iterator[tuple[str, ...]]:
    """The table of sizes with its heads; a figure that no source states stays empty."""
    if not rows:
        return
    names = [name for name in rows[0] if name != "clauses"]
    yield tuple(name.replace("_", " ").capitalize() for name in names)
    for row in rows:
        yield tuple("" if (said := amount(row[name])) == "?" else said for name in names)


__all__ = ["View", "Winning", "Zone", "facts", "view"]
