"""Imposition: which piece lies where on which page. Pure geometry in mm from the top left corner.

Backs mirror their fronts about the axis on which the sheet is turned: x = width / 2 where the flip
is about a vertical axis, y = height / 2 where it is about a level one; then each back also stands
on its head, so that a cut card turns like the page of a book either way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.sheets.presets import Paper

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
DUPLEX: tuple[Duplex, ...] = ("long-edge", "short-edge", "gutterfold", "none")
#: Backs shifted by an offset still keep this far from the edge of the paper, in mm.
_KEEP = 2.0
_EPS = 1e-6


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for one piece: its index, trim corner and size in mm; `turned` by 180 degrees."""

    piece: int
    x: float
    y: float
    w: float
    h: float
    turned: bool = False
    back: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `side`: front, back, or both (gutterfold); `sheet` counts from 1."""

    side: Literal["front", "back", "both"]
    sheet: int
    width: float
    height: float
    cells: tuple[Cell, ...]
    fold: tuple[float, float, float, float] | None = None

    @property
    def block(self) -> tuple[float, float, float, float] | None:
        """Left, top, right and bottom of the cells in use; None on an empty page."""
        if not self.cells:
            return None
        return (
            min(cell.x for cell in self.cells),
            min(cell.y for cell in self.cells),
            max(cell.x + cell.w for cell in self.cells),
            max(cell.y + cell.h for cell in self.cells),
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of cells on a page, the gutters between, and where the first cell lies."""

    width: float
    height: float
    columns: int
    rows: int
    cell_w: float
    cell_h: float
    gutter: float
    left: float
    top: float

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def place(self, index: int) -> tuple[float, float]:
        """Corner of the cell number `index`, along the rows."""
        row, column = divmod(index, self.columns)
        return (
            self.left + column * (self.cell_w + self.gutter),
            self.top + row * (self.cell_h + self.gutter),
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be laid out: piece size in mm, and for each piece whether it has a back."""

    width: float
    height: float
    backs: tuple[bool, ...]


def _count(room: float, size: float, gutter: float) -> int:
    return max(0, math.floor((room + gutter + _EPS) / (size + gutter)))


def _grid(page_w: float, page_h: float, paper: Paper, w: float, h: float, gutter: float) -> Grid:
    """The fullest grid on a page of this orientation, centred in what margin and footer leave."""
    room_w = page_w - 2 * paper.margin
    room_h = page_h - 2 * paper.margin - paper.footer
    columns, rows = _count(room_w, w, gutter), _count(room_h, h, gutter)
    block_w = columns * w + max(0, columns - 1) * gutter
    block_h = rows * h + max(0, rows - 1) * gutter
    left = (page_w - block_w) / 2
    top = paper.margin + (room_h - block_h) / 2
    return Grid(page_w, page_h, columns, rows, w, h, gutter, left, top)


def best_grid(paper: Paper, w: float, h: float, gutter: float, count: int = 1) -> Grid:
    """The orientation that needs fewer sheets for `count` pieces, portrait if equal.

    FieldpressError if not a single piece fits, with both sizes.
    """
    portrait = _grid(paper.width, paper.height, paper, w, h, gutter)
    landscape = _grid(paper.height, paper.width, paper, w, h, gutter)

    def sheets(grid: Grid) -> float:
        return math.ceil(count / grid.places) if grid.places else math.inf

    grid = portrait if sheets(portrait) <= sheets(landscape) else landscape
    if not grid.places:
        raise FieldpressError(
            f"a piece of {w:g} × {h:g} mm does not fit on {paper.title} "
            f"({paper.width:g} × {paper.height:g} mm, {paper.margin:g} mm margins, "
            f"{paper.footer:g} mm footer)"
        )
    return grid


def impose(
    wanted: Wanted,
    paper: Paper,
    duplex: Duplex = "long-edge",
    gutter: float = 0.0,
    bleed: float = 0.0,
    offset: tuple[float, float] = (0.0, 0.0),
    always_backs: bool = False,
) -> tuple[Page, ...]:
    """The pages of one deck. `bleed` matters for one-up pages alone; `offset` shifts the backs.

    With `always_backs` a deck without any back still gets (empty) back pages, so that what follows
    in the same file starts on a front. FieldpressError where a piece or the offset does not fit.
    """
    if paper.one_up:
        return _one_up(wanted, duplex, bleed)
    if duplex == "gutterfold" and any(wanted.backs):
        return _gutterfold(wanted, paper, gutter)
    count = len(wanted.backs)
    grid = best_grid(paper, wanted.width, wanted.height, gutter, count)
    two_sided = duplex in ("long-edge", "short-edge") and (any(wanted.backs) or always_backs)
    pages: list[Page] = []
    for sheet, start in enumerate(range(0, count, grid.places), 1):
        pieces = range(start, min(start + grid.places, count))
        front = tuple(
            Cell(piece, *grid.place(piece - start), wanted.width, wanted.height) for piece in pieces
        )
        pages.append(Page("front", sheet, grid.width, grid.height, front))
        if two_sided:
            cells = [cell for cell in front if wanted.backs[cell.piece]]
            pages.append(_behind(grid, sheet, cells, duplex))
    return tuple(_shifted(page, paper, offset) if page.side == "back" else page for page in pages)


def level_axis(width: float, height: float, duplex: Duplex) -> bool:
    """Whether the sheet is turned about a level axis, as a notepad's pages are."""
    return (duplex == "short-edge") == (width <= height)


def _behind(grid: Grid, sheet: int, cells: Sequence[Cell], duplex: Duplex) -> Page:
    """The back page: every cell mirrored about the axis of the flip."""
    level = level_axis(grid.width, grid.height, duplex)
    mirrored = tuple(
        replace(cell, y=grid.height - cell.y - cell.h, turned=True, back=True)
        if level
        else replace(cell, x=grid.width - cell.x - cell.w, back=True)
        for cell in cells
    )
    return Page("back", sheet, grid.width, grid.height, mirrored)


def _shifted(page: Page, paper: Paper, offset: tuple[float, float]) -> Page:
    """A back page moved by the offset; FieldpressError naming the limit where it goes too far."""
    dx, dy = offset
    if not page.cells or (not dx and not dy):
        return page
    assert page.block is not None
    left, top, right, bottom = page.block
    limits = (
        ("left", -dx, left - _KEEP),
        ("right", dx, page.width - _KEEP - right),
        ("up", -dy, top - _KEEP),
        ("down", dy, page.height - _KEEP - bottom),
    )
    for way, wish, limit in limits:
        if wish > limit + _EPS:
            raise UsageFault(
                f"the back offset of {wish:g} mm to the {way} is too large: "
                f"the most is {max(0.0, limit):.1f} mm here ({paper.title})".replace(
                    "to the up", "up"
                ).replace("to the down", "down")
            )
    return replace(
        page, cells=tuple(replace(cell, x=cell.x + dx, y=cell.y + dy) for cell in page.cells)
    )


def _one_up(wanted: Wanted, duplex: Duplex, bleed: float) -> tuple[Page, ...]:
    width, height = wanted.width + 2 * bleed, wanted.height + 2 * bleed
    pages = []
    for piece, has_back in enumerate(wanted.backs):
        cell = Cell(piece, bleed, bleed, wanted.width, wanted.height)
        pages.append(Page("front", piece + 1, width, height, (cell,)))
        if duplex != "none" and has_back:
            pages.append(Page("back", piece + 1, width, height, (replace(cell, back=True),)))
    return tuple(pages)


def _gutterfold(wanted: Wanted, paper: Paper, gutter: float) -> tuple[Page, ...]:
    """Front and back side by side, mirrored about a fold line, to fold and glue.

    The fold is upright or level, on a portrait or landscape page: whichever takes most pieces.
    """
    options = []
    for page_w, page_h in ((paper.width, paper.height), (paper.height, paper.width)):
        for upright in (True, False):
            w, h = wanted.width, wanted.height
            grid = _grid(page_w, page_h, paper, w, h, gutter)
            along = grid.columns if upright else grid.rows
            pairs = along // 2 * (grid.rows if upright else grid.columns)
            options.append((pairs, upright, page_w, page_h))
    pairs, upright, page_w, page_h = max(options, key=lambda option: option[0])
    if not pairs:
        raise FieldpressError(
            f"a folded piece of {wanted.width:g} × {wanted.height:g} mm (front and back) does not "
            f"fit on {paper.title}"
        )
    w, h = wanted.width, wanted.height
    grid = _grid(page_w, page_h, paper, w, h, gutter)
    columns = grid.columns // 2 * 2 if upright else grid.columns
    rows = grid.rows if upright else grid.rows // 2 * 2
    block_w, block_h = columns * w + (columns - 1) * gutter, rows * h + (rows - 1) * gutter
    left = (page_w - block_w) / 2
    top = paper.margin + (page_h - 2 * paper.margin - paper.footer - block_h) / 2
    grid = replace(grid, columns=columns, rows=rows, left=left, top=top)
    fold_x, fold_y = left + block_w / 2, top + block_h / 2
    half = [
        grid.place(i)
        for i in range(grid.places)
        if (i % columns < columns // 2 if upright else i // columns < rows // 2)
    ]
    fold = (
        (fold_x, top, fold_x, top + block_h) if upright else (left, fold_y, left + block_w, fold_y)
    )
    pages = []
    for sheet, start in enumerate(range(0, len(wanted.backs), len(half)), 1):
        cells: list[Cell] = []
        pieces = range(start, min(start + len(half), len(wanted.backs)))
        for piece, (x, y) in zip(pieces, half, strict=False):
            cells.append(Cell(piece, x, y, w, h))
            if wanted.backs[piece]:
                bx, by = (2 * fold_x - x - w, y) if upright else (x, 2 * fold_y - y - h)
                cells.append(Cell(piece, bx, by, w, h, turned=not upright, back=True))
        pages.append(Page("both", sheet, page_w, page_h, tuple(cells), fold))
    return tuple(pages)


def bleed_rooms(page: Page, bleed: float) -> dict[Cell, tuple[float, float, float, float]]:
    """How far each cell may bleed left, top, right and bottom: half a gutter to a neighbour."""
    rooms = {}
    for cell in page.cells:
        sides = [bleed] * 4
        for other in page.cells:
            if other is cell:
                continue
            level = cell.y < other.y + other.h - _EPS and other.y < cell.y + cell.h - _EPS
            upright = cell.x < other.x + other.w - _EPS and other.x < cell.x + cell.w - _EPS
            if level:
                if other.x >= cell.x + cell.w - _EPS:
                    sides[2] = min(sides[2], (other.x - cell.x - cell.w) / 2)
                elif cell.x >= other.x + other.w - _EPS:
                    sides[0] = min(sides[0], (cell.x - other.x - other.w) / 2)
            if upright:
                if other.y >= cell.y + cell.h - _EPS:
                    sides[3] = min(sides[3], (other.y - cell.y - cell.h) / 2)
                elif cell.y >= other.y + other.h - _EPS:
                    sides[1] = min(sides[1], (cell.y - other.y - other.h) / 2)
        left, top, right, bottom = (max(0.0, side) for side in sides)
        rooms[cell] = (left, top, right, bottom)
    return rooms
