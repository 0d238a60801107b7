"""Where things lie: spots of a grid or of columns, neighbours, what stands on a spot."""

from __future__ import annotations

import re

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
    found: tuple[int, int] | None = None if k.memo is None else k.memo.get("field-size")
    if found is None:
        columns, rows = figure(k, "field-columns"), figure(k, "field-rows")
        found = (int(columns.value), int(rows.value)) if columns and rows else (0, 0)
        if k.memo is not None:
            k.memo["field-size"] = found
    return found


#: Names of spots that were read before; there are few of them.
_READ: dict[str, tuple[int, int]] = {}


def column_row(spot: str) -> tuple[int, int]:
    """`2-3` as numbers; (0, 0) where it is no spot's name."""
    found = _READ.get(spot)
    if found is None:
        match = NAMED.fullmatch(spot)
        if match is None:
            return 0, 0
        found = _READ[spot] = (int(match[1]), int(match[2]))
    return found


def name_of(column: int, row: int) -> str:
    return f"{column}-{row}"


def on_field(k: Knowledge, spot: str) -> bool:
    """Whether a spot lies on the battlefield."""
    (columns, rows), (column, row) = size_of(k), column_row(spot)
    return 1 <= column <= columns and 1 <= row <= rows


def spots_of(k: Knowledge) -> tuple[str, ...]:
    """Every spot of the battlefield, column by column."""
    found: tuple[str, ...] | None = None if k.memo is None else k.memo.get("spots")
    if found is None:
        columns, rows = size_of(k)
        found = tuple([name_of(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)])
        if k.memo is not None:
            k.memo["spots"] = found
    return found


def touches(a: str, b: str) -> bool:
    """Whether two spots are neighbours, diagonals included."""
    if a == b:
        return False
    (c1, r1), (c2, r2) = column_row(a), column_row(b)
    return -1 <= c1 - c2 <= 1 and -1 <= r1 - r2 <= 1


def neighbours(k: Knowledge, spot: str) -> tuple[str, ...]:
    """The spots of the battlefield next to one, diagonals included."""
    key = ("neighbours", spot)
    found: tuple[str, ...] | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        found = tuple([other for other in spots_of(k) if touches(spot, other)])
        if k.memo is not None:
            k.memo[key] = found
    return found


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
