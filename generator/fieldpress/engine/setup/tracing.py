"""Which part of a pile a spot belongs to, and where the ways of two pieces parted."""

from __future__ import annotations

from fieldpress.engine.setup.network import Group, Segment
from fieldpress.engine.setup.procedure import Step
from fieldpress.engine.verdicts import distinct


def runs(segments: list[Segment], number: int) -> list[tuple[int, int, Segment]]:
    """Start and end (0-based, end excluded) of each segment in a place of `number` pieces."""
    stated = sum(segment.count or 0 for segment in segments)
    found, start = [], 0
    for segment in segments:
        length = max(0, number - stated) if segment.count is None else segment.count
        found.append((start, start + length, segment))
        start += length
    return found


def parting(homes: list[Group], leaves: list[Group]) -> tuple[Step, ...]:
    """The steps at which the piece's way and the ways to the place parted.

    Where they never were one, the step that took the piece out of the box.
    """
    parted: list[Step] = []
    for home in homes:
        best: tuple[int, Step] | None = None
        line = home.line()
        for leaf in leaves:
            theirs = leaf.line()
            common = next((g for g in line if any(g is other for other in theirs)), None)
            if common is None:
                continue
            depth = len(common.line())
            at = next(i for i, group in enumerate(line) if group is common)
            if at and (best is None or depth > best[0]):
                best = depth, line[at - 1].step
        if best is not None:
            parted.append(best[1])
    return distinct(parted or [home.line()[-1].step for home in homes])
