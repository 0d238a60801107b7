"""A drawn map: what a layout would tell of each unit, read off a square grid.

Spaces are named by column letter and row number (`c4`); an interspace, the corner point between
four spaces, by the space on whose lower right it lies (`c4+`); what lies between two spaces, such
as an obstacle or a hole in a wall, by both (`c4|c5`). Whether diagonal spaces are adjacent, and so
how distance counts, is a rule of the base game: `diagonals` says it. Where it is not said, a
distance is a range, and often the answer does not turn on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.shapes import Path, mapping, only
from fieldpress.engine.verdicts import Amount, EngineFault

_SPACE = re.compile(r"([a-z])([1-9][0-9]?)(\+?)\Z")
_KEYS = frozenset({"columns", "rows", "diagonals", "at", "overlays", "openings", "elevation"})

Spot = tuple[int, int]


@dataclass(slots=True)
class Board:
    """Where things lie. `at`: unit or place -> spaces it covers; a corner point stands for its four
    spaces, what lies between two for both. `openings`: building -> spaces beside a door or window.
    """

    columns: int
    rows: int
    diagonals: bool | None
    at: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    between: frozenset[str] = frozenset()
    areas: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    openings: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    levels: dict[Spot, str] = field(default_factory=dict)

    def apart(self, a: str, b: str) -> tuple[Amount, tuple[str, ...]] | None:
        """The distance of the nearest spaces of two things; None where one is not on the map."""
        here, there = self._spots(a), self._spots(b)
        if not here or not there:
            return None
        # To lie beside a corner point, or beside what lies between two spaces, is to be one of
        # them: one space away.
        extra = 1 if {a, b} & self.between else 0
        short, long, needs = self._nearest(here, there)
        return Amount(short + extra, long + extra), needs

    def place(self, unit: str) -> str | None:
        """The overlay in which a unit stands, `open` for none; None where it is not on the map."""
        spots = self.at.get(unit)
        if not spots:
            return None
        return next((name for name, area in self.areas.items() if spots[0] in area), "open")

    def elevation(self, unit: str) -> str | None:
        spots = self.at.get(unit)
        return self.levels.get(spots[0]) if spots else None

    def at_opening(self, unit: str, building: str) -> bool | None:
        """Whether a unit is beside a door or window; None where they are not drawn."""
        spots, openings = self.at.get(unit), self.openings.get(building)
        return None if not spots or openings is None else spots[0] in openings

    def from_line(self, unit: str) -> tuple[Amount, tuple[str, ...]] | None:
        """How far a unit is from the red line, which parts the elevations; 1: in a space at it."""
        level, spots = self.elevation(unit), self.at.get(unit)
        beyond = [spot for spot, other in self.levels.items() if other != level]
        if level is None or not spots or not beyond:
            return None
        short, long, needs = self._nearest(spots, tuple(beyond))
        return Amount(short, long), needs

    def units_at(self, spots: tuple[Spot, ...], names: Iterable[str]) -> list[str]:
        """Which of these things stand in one of the spaces."""
        return [name for name in names if set(self.at.get(name, ())) & set(spots)]

    def _nearest(
        self, here: tuple[Spot, ...], there: tuple[Spot, ...]
    ) -> tuple[int, int, tuple[str, ...]]:
        """The shortest way between two groups of spaces by either way of counting; as it is said,
        where it is."""
        pairs = [(abs(x - u), abs(y - v)) for x, y in here for u, v in there]
        short, long = min(max(pair) for pair in pairs), min(sum(pair) for pair in pairs)
        if self.diagonals is not None:
            short = long = long if self.diagonals is False else short
        return short, long, () if short == long else ("given.map.diagonals",)

    def _spots(self, name: str) -> tuple[Spot, ...]:
        return self.at.get(name) or self.areas.get(name) or ()


def read_board(raw: Mapping[str, Any], path: Path) -> Board:
    """The map of a situation. EngineFault with the spot for a space that is not on it."""
    only(raw, _KEYS, path)
    size = []
    for key, most in (("columns", 26), ("rows", 99)):
        value = raw.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise EngineFault(f"{key} is a whole number from 1 to {most}", (*path, key))
        size.append(value)
    diagonals = raw.get("diagonals")
    if diagonals not in (None, True, False):
        raise EngineFault(
            "diagonals is true (diagonal spaces are adjacent) or false", (*path, "diagonals")
        )
    board = Board(size[0], size[1], diagonals)
    between = set()
    for name, spot in mapping(raw, "at", path).items():
        spots = _spots(board, spot, (*path, "at", name))
        board.at[name] = spots
        if len(spots) > 1:
            between.add(name)
    board.between = frozenset(between)
    for name, listed in mapping(raw, "openings", path).items():
        board.openings[name] = _list(board, listed, (*path, "openings", name))
    taken: dict[Spot, str] = {}
    for name, listed in mapping(raw, "overlays", path).items():
        here = (*path, "overlays", name)
        area = _list(board, listed, here)
        for index, spot in enumerate(area):
            if spot in taken:
                raise EngineFault(
                    f"{listed[index]} lies in {taken[spot]} already; a space lies in one overlay",
                    (*here, index),
                )
            taken[spot] = name
        board.areas[name] = area
    for level, listed in mapping(raw, "elevation", path).items():
        here = (*path, "elevation", level)
        if level not in ("sand", "grass"):
            raise EngineFault(f"an elevation is sand or grass, not {level!r}", here)
        board.levels |= dict.fromkeys(_list(board, listed, here), level)
    return board


def _list(board: Board, listed: Any, path: Path) -> tuple[Spot, ...]:
    """A list of single spaces."""
    if not isinstance(listed, (list, tuple)):
        raise EngineFault("expected a list of spaces such as [c4, c5]", path)
    found = []
    for index, one in enumerate(listed):
        spots = _spots(board, one, (*path, index))
        if len(spots) > 1:
            raise EngineFault(f"a single space is wanted, such as c4, not {one}", (*path, index))
        found.append(spots[0])
    return tuple(found)


def between(board: Board, name: Any, path: Path) -> tuple[Spot, ...]:
    """Two spaces side by side, written `c4|c5`."""
    spots = _spots(board, name, path)
    if len(spots) != 2:
        raise EngineFault(f"two spaces side by side are wanted, such as c4|c5, not {name}", path)
    return spots


def _spots(board: Board, name: Any, path: Path) -> tuple[Spot, ...]:
    """The spaces of a name: one, the four of a corner point, or two side by side."""
    if isinstance(name, str) and "|" in name:
        first, second = (_spots(board, one, path)[0] for one in name.split("|", 1))
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
            raise EngineFault(f"{name} are not side by side; nothing lies across a corner", path)
        return first, second
    match = _SPACE.match(name) if isinstance(name, str) else None
    if match is None:
        raise EngineFault(f"a space is a letter and a number such as c4, not {name!r}", path)
    column, row = ord(match[1]) - ord("a") + 1, int(match[2])
    last = f"{chr(ord('a') + board.columns - 1)}{board.rows}"
    if column > board.columns or row > board.rows:
        raise EngineFault(f"{name} is off the map, which goes to {last}", path)
    if not match[3]:
        return ((column, row),)
    if column == board.columns or row == board.rows:
        raise EngineFault(
            f"{name} is no corner point of four spaces: it lies on the edge of the map", path
        )
    return tuple((column + dx, row + dy) for dy in (0, 1) for dx in (0, 1))
