"""The scoring track: its spaces, and what each scenario marks on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fieldpress.engine.answer import Options
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.situation import knowledge
from fieldpress.engine.knowledge import Knowledge
from fieldpress.model import Game, Library, Scenario
from fieldpress.setups.documents import played
from fieldpress.setups.operational.texts import Head, head, lines, words
from fieldpress.setups.view import Line
from fieldpress.tables import palette

#: Parameters whose clauses say how points come about, and when heroic cards are due.
ABOUT = (
    "points",
    "points-per-token",
    "control-tokens",
    "start-points",
    "ring-bonus",
    "heroic-timing",
)
#: Spaces in a row.
ROW = 7


@dataclass(frozen=True, slots=True)
class Mark:
    """What happens on a space: in which scenario, for whom (with the colour), what."""

    scenario: str
    side: str
    colour: str
    what: str


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the track."""

    points: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """A scenario: how its points come about, when heroic cards are due, in lines with clauses."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The track, row by row, and what the scenarios say of points and heroic cards."""

    head: Head
    rows: tuple[tuple[Space, ...], ...]
    scenarios: tuple[Scored, ...]


def view(library: Library, game: Game) -> View:
    """The track of a game whose scenarios count Victory Points."""
    marks: dict[int, list[Mark]] = {}
    scored = []
    most = 0
    for scenario in played(game):
        k = knowledge(library, {"game": game.id, "scenario": scenario.id}, Options())
        for points, mark in _marks(k, game, scenario):
            marks.setdefault(points, []).append(mark)
        most = max(most, *marks, _largest(k))
        scored.append(_scored(k, game, scenario))
    last = -(-(most + 1) // ROW) * ROW
    spaces = [Space(n, tuple(marks.get(n, ()))) for n in range(last)]
    component = next(c for c in game.components.values() if c.kind == "track")
    return View(
        head(game, component.name.get(), "", ()),
        tuple(tuple(spaces[start : start + ROW]) for start in range(0, last, ROW)),
        tuple(one for one in scored if one.lines),
    )


def _marks(k: Knowledge, game: Game, scenario: Scenario) -> Iterator[tuple[int, Mark]]:
    title = words(game, scenario.raw["title"])
    for name, what in (("start-points", "starts here"), ("points-to-win", "wins")):
        found = {
            side: figure(k, name, side=str(raw.get("role", ""))).value or 0
            for side, raw in game.sides.items()
        }
        if len(set(found.values())) == 1 and any(found.values()):
            yield max(found.values()), Mark(title, "either side", palette.INK, what)
            continue
        for side, points in found.items():
            raw = game.sides[side]
            colour = palette.side_colour(str(raw.get("back", "")), str(raw.get("role", "")))
            if points:
                yield points, Mark(title, game.side_name(side), colour, what)
    draw = figure(k, "draw-points")
    if draw and draw.value:
        yield int(draw.value), Mark(title, "", palette.QUIET, "a draw if both end here")


def _largest(k: Knowledge) -> int:
    """The furthest that one Assault can carry a side which has not yet won."""
    wins = [int(entry["value"]) for entry in k.entries("points-to-win")]
    gains = [int(entry["value"]) for entry in k.entries("points")]
    return max(wins, default=0) - 1 + max(gains, default=0)


def _scored(k: Knowledge, game: Game, scenario: Scenario) -> Scored:
    """The scenario's own lines that rest on clauses of its points and of its heroic cards."""
    about = {
        key
        for name in (
            "points",
            "points-per-token",
            "control-tokens",
            "start-points",
            "heroic-timing",
        )
        for entry in k.entries(name)
        for key in entry["clauses"]
    }
    own = [one for one in scenario.raw.get("special", ()) if about & set(one["clauses"])]
    return Scored(words(game, scenario.raw["title"]), lines(game, own))


__all__ = ["Mark", "Scored", "Space", "View", "view"]
