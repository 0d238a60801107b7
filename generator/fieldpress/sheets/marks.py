"""Marks made from the geometry: crop marks, cut lines, fold line. Lines in mm, nothing drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fieldpress.sheets.geometry import Page

Marks = Literal["crop", "lines", "none"]
MARKS: tuple[Marks, ...] = ("crop", "lines", "none")
#: Length of a crop mark, and the least that is worth drawing, in mm.
LENGTH, LEAST = 4.0, 1.0
#: Space in mm between the outermost print (trim plus bleed) and a mark.
GAP = 0.8
#: Marks keep this far from the edge of the paper, in mm.
EDGE = 1.0
HAIR = 0.1


@dataclass(frozen=True, slots=True)
class Mark:
    """A line from (x1, y1) to (x2, y2), `width` mm wide. `kind`: crop, cut or fold."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: Literal["crop", "cut", "fold"] = "crop"
    width: float = HAIR


def page_marks(
    page: Page, style: Marks, bleed: float, round_pieces: bool = False, floor: float | None = None
) -> list[Mark]:
    """All marks of a page: only around cells in use, never inside their block (save cut lines).

    None reaches below `floor`, the y in mm at which a footer begins.
    """
    low = page.height - EDGE if floor is None else floor
    out: list[Mark] = []
    if page.cells and style != "none":
        if round_pieces:
            out += _round(page, bleed)
        elif style == "crop":
            out += _crop(page, bleed, low)
        else:
            out += _cut_lines(page)
    if page.fold and style != "none":
        out = [mark for mark in out if not _on_fold(mark, page.fold)]
        out += _fold(page, page.fold, bleed, low)
    return out


def _on_fold(mark: Mark, fold: tuple[float, float, float, float]) -> bool:
    """Whether a crop mark would tell to cut where the sheet is folded."""
    x1, y1, x2, _y2 = fold
    if x1 == x2:
        return mark.kind == "crop" and abs(mark.x1 - x1) < 1e-4 and abs(mark.x2 - x1) < 1e-4
    return mark.kind == "crop" and abs(mark.y1 - y1) < 1e-4 and abs(mark.y2 - y1) < 1e-4


def _fold(
    page: Page, fold: tuple[float, float, float, float], bleed: float, floor: float
) -> Iterator[Mark]:
    """Dashed marks at both ends of the fold, twice as long as crop marks where there is room."""
    x1, y1, x2, y2 = fold
    near, far = bleed + GAP, bleed + GAP + 2 * LENGTH
    if x1 == x2:
        yield Mark(x1, max(y1 - far, EDGE), x1, y1 - near, "fold")
        yield Mark(x2, y2 + near, x2, min(y2 + far, floor), "fold")
    else:
        yield Mark(max(x1 - far, EDGE), y1, x1 - near, y1, "fold")
        yield Mark(x2 + near, y2, min(x2 + far, page.width - EDGE), y2, "fold")


def _edges(page: Page) -> tuple[list[float], list[float]]:
    """Every x and every y at which a cell in use begins or ends."""
    xs = {round(v, 6) for cell in page.cells for v in (cell.x, cell.x + cell.w)}
    ys = {round(v, 6) for cell in page.cells for v in (cell.y, cell.y + cell.h)}
    return sorted(xs), sorted(ys)


def _crop(page: Page, bleed: float, floor: float) -> Iterator[Mark]:
    """Ticks outside the block of used cells, at every edge of a column or row in use."""
    assert page.block is not None
    left, top, right, bottom = page.block
    xs, ys = _edges(page)
    away = bleed + GAP

    def tick(start: float, limit: float, sign: int) -> tuple[float, float] | None:
        """From `start` outwards, as long as the paper allows."""
        end = start + sign * LENGTH
        end = max(end, limit) if sign < 0 else min(end, limit)
        return (start, end) if abs(end - start) >= LEAST and (end - start) * sign > 0 else None

    up, down = tick(top - away, EDGE, -1), tick(bottom + away, floor, 1)
    west, east = tick(left - away, EDGE, -1), tick(right + away, page.width - EDGE, 1)
    for x in xs:
        for ends in (up, down):
            if ends:
                yield Mark(x, ends[0], x, ends[1])
    for y in ys:
        for ends in (west, east):
            if ends:
                yield Mark(ends[0], y, ends[1], y)


def _cut_lines(page: Page) -> Iterator[Mark]:
    """The outline of every cell in use, shared edges once."""
    seen = set()
    for cell in page.cells:
        right, bottom = cell.x + cell.w, cell.y + cell.h
        for line in (
            (cell.x, cell.y, right, cell.y),
            (cell.x, bottom, right, bottom),
            (cell.x, cell.y, cell.x, bottom),
            (right, cell.y, right, bottom),
        ):
            key = tuple(round(v, 4) for v in line)
            if key not in seen:
                seen.add(key)
                yield Mark(*line, "cut")


def _round(page: Page, bleed: float) -> Iterator[Mark]:
    """Four short ticks around each round piece, outside its bleed."""
    near, far = bleed + 0.2, bleed + 1.4
    for cell in page.cells:
        cx, cy = cell.centre
        rx, ry = cell.w / 2, cell.h / 2
        yield Mark(cx, cy - ry - far, cx, cy - ry - near)
        yield Mark(cx, cy + ry + near, cx, cy + ry + far)
        yield Mark(cx - rx - far, cy, cx - rx - near, cy)
        yield Mark(cx + rx + near, cy, cx + rx + far, cy)
