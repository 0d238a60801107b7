"""Where things lie: spots of a grid or of columns, neighbours, what stands on a spot."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fieldpress.engine.commando.missions.figures import Figure, figure
from fieldpress.engine.commando.missions.state import Mission, Spot
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge

NAMED = re.compile(r"(\d{1,2})-(\d{1,2})")


def mission_of(state: State) -> Mission:
    """The mission of a state; an empty one where the game has none, so that questions can ask."""
    return state.mission if state.mission is not None else Mission()


def size_of(k: Knowledge) -> tuple[int, int]:
    """Columns and rows of the battlefield; none where the mission lays piles."""
    columns, rows = figure(k, "field-columns"), figure(k, "field-rows")
    return (int(columns.value), int(rows.value)) if columns and rows else (0, 0)


def column_row(spot: str) -> tuple[int, int]:
    """`2-3` as numbers; (0, 0) where it is no spot's name."""
    match = NAMED.fullmatch(spot)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def name_of(column: int, row: int) -> str:
    return f"{column}-{row}"


def on_field(k: Knowledge, spot: str) -> bool:
    """Whether a spot lies on the battlefield."""
    (columns, rows), (column, row) = size_of(k), column_row(spot)
    return 1 <= column <= columns and 1 <= row <= rows


def spots_of(k: Knowledge) -> Iterator[str]:
    """Every spot of the battlefield, column by column."""
    columns, rows = size_of(k)
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            yield name_of(column, row)


def touches(a: str, b: str) -> bool:
    """Whether two spots are neighbours, diagonals included."""
    (c1, r1), (c2, r2) = column_row(a), column_row(b)
    return a != b and abs(c1 - c2) <= 1 and abs(r1 - r2) <= 1


def neighbours(k: Knowledge, spot: str) -> list[str]:
    """The spots of the battlefield next to one, diagonals included."""
    return [other for other in spots_of(k) if touches(spot, other)]


def at(mission: Mission, spot: str) -> Spot:
    """What is known of a spot."""
    return mission.spots.get(spot) or Spot()


def regiment_on(mission: Mission, spot: str, besides: str = "") -> str:
    """The regiment that stands on a spot, another one than `besides`."""
    for name, one in mission.regiments.items():
        if one.at == spot and name != besides and not one.gone:
            return name
    return ""


def free(k: Knowledge, mission: Mission, spot: str, mover: str) -> tuple[bool, Figure]:
    """Whether a regiment may enter a spot: no other regiment there, no side's control token."""
    rule = figure(k, "free-terrain")
    held, taken = bool(at(mission, spot).control), bool(regiment_on(mission, spot, mover))
    return not rule or not (held or taken), rule
