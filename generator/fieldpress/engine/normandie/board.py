"""A drawn map: what a layout would tell of each unit, read off a square grid.

Spaces are named by column letter and row number (`c4`); an interspace, the corner point between
four spaces, by the space on whose lower right it lies (`c4+`). Whether diagonal spaces are
adjacent, and so how distance counts, is a rule of the base game: `diagonals` says it. Where it is
not said, a distance is a range, and often the answer does not turn on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.shapes import Path, mapping, only
from fieldpress.engine.verdicts import Amount, EngineFault

_SPACE = re.compile(r"([a-z])([1-9][0-9]?)(\+?)\Z")
_KEYS = frozenset({"columns", "rows", "diagonals", "at", "overlays", "elevation"})

Spot = tuple[int, int]


@dataclass(slots=True)
class Board:
    """Where things lie. `at`: unit or place -> spaces it covers; a corner point stands for its four
    spaces."""

    columns: int
    rows: int
    diagonals: bool | None
    at: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    corners: frozenset[str] = frozenset()
    areas: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    levels: dict[Spot, str] = field(default_factory=dict)

    def apart(self, a: str, b: str) -> tuple[Amount, tuple[str, ...]] | None:
        """The distance of the nearest spaces of two things; None where one is not on the map."""
        here, there = self._spots(a), self._spots(b)
        if not here or not there:
            return None
        pairs = [(abs(x - u), abs(y - v)) for x, y in here for u, v in there]
        short = min(max(pair) for pair in pairs)
        long = min(sum(pair) for pair in pairs)
        # To lie beside a corner point is to be one of its four spaces: one space away.
        extra = 1 if {a, b} & self.corners else 0
        short, long = short + extra, long + extra
        if short == long or self.diagonals is not None:
            return Amount.of(long if self.diagonals is False else short), ()
        return Amount(short, long), ("given.map.diagonals",)

    def place(self, unit: str) -> str | None:
        """The overlay in which a unit stands, `open` for none; None where it is not on the map."""
        spots = self.at.get(unit)
        if not spots:
            return None
        return next((name for name, area in self.areas.items() if spots[0] in area), "open")

    def elevation(self, unit: str) -> str | None:
        spots = self.at.get(unit)
        return self.levels.get(spots[0]) if spots else None

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
    corners = set()
    for name, spot in mapping(raw, "at", path).items():
        spots, corner = _spots(board, spot, (*path, "at", name))
        board.at[name] = spots
        if corner:
            corners.add(name)
    board.corners = frozenset(corners)
    taken: dict[Spot, str] = {}
    for name, listed in mapping(raw, "overlays", path).items():
        here = (*path, "overlays", name)
        if not isinstance(listed, (list, tuple)):
            raise EngineFault("an overlay is a list of spaces such as [c4, c5]", here)
        area: list[Spot] = []
        for index, one in enumerate(listed):
            spots, _ = _spots(board, one, (*here, index))
            if spots[0] in taken:
                raise EngineFault(
                    f"{one} lies in {taken[spots[0]]} already; a space lies in one overlay",
                    (*here, index),
                )
            taken[spots[0]] = name
            area.append(spots[0])
        board.areas[name] = tuple(area)
    for level, listed in mapping(raw, "elevation", path).items():
        here = (*path, "elevation", level)
        if level not in ("sand", "grass"):
            raise EngineFault(f"an elevation is sand or grass, not {level!r}", here)
        if not isinstance(listed, (list, tuple)):
            raise EngineFault("an elevation is a list of spaces such as [c4, c5]", here)
        for index, one in enumerate(listed):
            spots, _ = _spots(board, one, (*here, index))
            board.levels[spots[0]] = level
    return board


def _spots(board: Board, name: Any, path: Path) -> tuple[tuple[Spot, ...], bool]:
    """The spaces of a name, and whether it is a corner point."""
    match = _SPACE.match(name) if isinstance(name, str) else None
    if match is None:
        raise EngineFault(f"a space is a letter and a number such as c4, not {name!r}", path)
    column, row = ord(match[1]) - ord("a") + 1, int(match[2])
    last = f"{chr(ord('a') + board.columns - 1)}{board.rows}"
    if column > board.columns or row > board.rows:
        raise EngineFault(f"{name} is off the map, which goes to {last}", path)
    if not match[3]:
        return ((column, row),), False
    if column == board.columns or row == board.rows:
        raise EngineFault(
            f"{name} is no corner point of four spaces: it lies on the edge of the map", path
        )
    return tuple((column + dx, row + dy) for dy in (0, 1) for dx in (0, 1)), True
