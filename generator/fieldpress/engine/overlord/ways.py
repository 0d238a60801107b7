"""Ways over the map by the rules of movement: round enemies, not across what is boxed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import (
    SEA,
    boxed_crossroad,
    crossing,
    is_class,
    links,
    map_of,
    occupied,
)

#: Further than any map: there is no way.
FAR = 99


def ways(
    c: Case, side: str, start: str, most: int, *, through_boxes: bool = False, to_sea: bool = False
) -> Iterator[list[str]]:
    """A shortest way to each sector within reach, start and end included.

    It passes no sector with an enemy in it (one may stand where it ends), and crosses nothing boxed
    unless `through_boxes`. Over the sea goes the invader alone; back onto it (`to_sea`) only who
    withdraws or retreats.
    """
    by = ("road", "railroad", *(("sea", "landing") if side == c.invader else ()))
    foe = c.k.other(side)
    queue: deque[list[str]] = deque([[start]])
    passed: set[tuple[str, str]] = set()
    reached = {start}
    while queue:
        path = queue.popleft()
        here, before = path[-1], path[-2] if len(path) > 1 else ""
        if len(path) > most or (before and occupied(c, here, foe).value):
            continue
        for link in links(c, here, by):
            there = link.other(here)
            if (here, there) in passed or there == before:
                continue
            if link.by == "landing" and not to_sea and is_class(c, there, SEA).value:
                continue
            if not through_boxes:
                shut = boxed_crossroad(c, link, side).value
                if shut or (before and crossing(c, before, here, there, side)[0].value):
                    continue
            passed.add((here, there))
            queue.append([*path, there])
            if there not in reached:
                reached.add(there)
                yield [*path, there]


def steps(
    c: Case, side: str, start: str, goal: str, *, through_boxes: bool = False, to_sea: bool = False
) -> int:
    """Sectors from one to another by the rules of movement; FAR where no way leads there."""
    if start == goal:
        return 0
    ground = map_of(c)
    reach = len(ground.sectors) if ground else 0
    for path in ways(c, side, start, reach, through_boxes=through_boxes, to_sea=to_sea):
        if path[-1] == goal:
            return len(path) - 1
    return FAR
