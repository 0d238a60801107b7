"""Patterns: our own small vector grounds for panels and backs, drawn inside a box of mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from fieldpress.faces.items import Box, Outline
from fieldpress.faces.outlines import ellipse, polygon

#: A pattern gives closed outlines to fill, from a box, a step and a line width (all mm).
Pattern = Callable[[Box, float, float], Iterator[Outline]]


def _bar(x1: float, y1: float, x2: float, y2: float, width: float) -> Outline:
    """A straight bar from one point to the other."""
    long = math.hypot(x2 - x1, y2 - y1) or 1.0
    nx, ny = -(y2 - y1) / long * width / 2, (x2 - x1) / long * width / 2
    return polygon([(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)])


def hatch(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Diagonal bars."""
    count = math.ceil((box.w + box.h) / step) + 1
    for i in range(count):
        x = box.x - box.h + i * step
        yield _bar(x, box.bottom, x + box.h, box.y, width)


def crosshatch(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Diagonal bars both ways."""
    yield from hatch(box, step, width)
    for i in range(math.ceil((box.w + box.h) / step) + 1):
        x = box.x - box.h + i * step
        yield _bar(x, box.y, x + box.h, box.bottom, width)


def lines(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Level bars."""
    for i in range(math.ceil(box.h / step) + 1):
        y = box.y + i * step
        yield _bar(box.x, y, box.right, y, width)


def grid(box: Box, step: float, width: float) -> Iterator[Outline]:
    """A map grid, centred in the box."""
    for i in range(-math.ceil(box.w / step / 2), math.ceil(box.w / step / 2) + 1):
        x = box.x + box.w / 2 + i * step
        yield _bar(x, box.y, x, box.bottom, width)
    for i in range(-math.ceil(box.h / step / 2), math.ceil(box.h / step / 2) + 1):
        y = box.y + box.h / 2 + i * step
        yield _bar(box.x, y, box.right, y, width)


def dots(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Dots in staggered rows; `width` is their diameter."""
    for row in range(math.ceil(box.h / (step * 0.866)) + 1):
        y = box.y + row * step * 0.866
        for i in range(math.ceil(box.w / step) + 1):
            x = box.x + i * step + (step / 2 if row % 2 else 0)
            yield ellipse(x, y, width / 2, width / 2)


def chevrons(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Rows of upward chevrons across the whole box."""
    half = box.w / max(1, round(box.w / (step * 2))) / 2
    for row in range(-1, math.ceil(box.h / step) + 2):
        y = box.y + row * step
        x = box.x
        while x < box.right - 1e-6:
            yield polygon(
                [
                    (x, y + half * 0.6),
                    (x + half, y),
                    (x + 2 * half, y + half * 0.6),
                    (x + 2 * half, y + half * 0.6 + width),
                    (x + half, y + width),
                    (x, y + half * 0.6 + width),
                ]
            )
            x += 2 * half


def rays(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Rays from the middle of the lower edge; `step` is their pitch in degrees."""
    cx, cy = box.x + box.w / 2, box.bottom
    reach = math.hypot(box.w, box.h) * 1.1
    count = max(1, round(180 / step))
    for i in range(count):
        a = math.pi + math.pi * (i + 0.25) / count
        b = math.pi + math.pi * (i + 0.75) / count
        yield polygon(
            [
                (cx, cy),
                (cx + reach * math.cos(a), cy + reach * math.sin(a)),
                (cx + reach * math.cos(b), cy + reach * math.sin(b)),
            ]
        )


def burst(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Rays from the middle of the box; `step` is their pitch in degrees."""
    cx, cy = box.x + box.w / 2, box.y + box.h / 2
    reach = math.hypot(box.w, box.h)
    count = max(1, round(360 / step))
    for i in range(count):
        a, b = 2 * math.pi * (i + 0.25) / count, 2 * math.pi * (i + 0.75) / count
        yield polygon(
            [
                (cx, cy),
                (cx + reach * math.cos(a), cy + reach * math.sin(a)),
                (cx + reach * math.cos(b), cy + reach * math.sin(b)),
            ]
        )


def _height(u: float, v: float) -> float:
    """A made-up landscape over the unit square; it looks the same turned by half a turn."""

    def hills(x: float, y: float) -> float:
        one = 1.25 * math.exp(-(((x - 0.27) / 0.24) ** 2 + ((y - 0.24) / 0.19) ** 2))
        two = 0.62 * math.exp(-(((x - 0.86) / 0.2) ** 2 + ((y - 0.36) / 0.15) ** 2))
        return one + two + 0.11 * math.sin(5.3 * x + 3.1 * y) + 0.07 * math.cos(7.9 * y - 2.2 * x)

    return hills(u, v) + hills(1 - u, 1 - v)


def contours(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Contour lines of a map, about `step` mm apart: open and closed curves, to be stroked."""
    cell = 2.0
    columns, rows = math.ceil(box.w / cell) + 1, math.ceil(box.h / cell) + 1
    heights = [
        [_height(i * cell / box.w, j * cell / box.h) for i in range(columns + 1)]
        for j in range(rows + 1)
    ]
    low, high = min(map(min, heights)), max(map(max, heights))
    levels = max(4, round(math.hypot(box.w, box.h) / step / 1.5))
    for level in range(1, levels):
        value = low + (high - low) * level / levels
        for line in _isolines(heights, value):
            points = [(box.x + x * cell, box.y + y * cell) for x, y in line]
            yield _curve(points)


def _isolines(heights: list[list[float]], value: float) -> Iterator[list[tuple[float, float]]]:
    """Lines of equal height through a grid (marching squares), joined; in grid units."""
    joins: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    for j in range(len(heights) - 1):
        for i in range(len(heights[0]) - 1):
            # The four edges of a cell, named by their first corner and direction.
            edges = ((i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1))
            cut = [edge for edge in edges if _crossed(heights, edge, value)]
            for a, b in zip(cut[0::2], cut[1::2], strict=False):
                joins.setdefault(a, []).append(b)
                joins.setdefault(b, []).append(a)
    left = set(joins)
    # Open lines first, from their ends; then the closed ones.
    for start in [*(edge for edge in sorted(joins) if len(joins[edge]) == 1), *sorted(joins)]:
        if start not in left:
            continue
        line = [start]
        left.discard(start)
        while True:
            ahead = next((edge for edge in joins[line[-1]] if edge in left), None)
            if ahead is None:
                break
            left.discard(ahead)
            line.append(ahead)
        if len(line) > 1 and len(joins[start]) > 1 and line[0] in joins[line[-1]]:
            line.append(line[0])
        if len(line) > 2:
            yield [_crossing(heights, edge, value) for edge in line]


def _ends(heights: list[list[float]], edge: tuple[int, int, int]) -> tuple[float, float]:
    i, j, down = edge
    return heights[j][i], heights[j + down][i + 1 - down]


def _crossed(heights: list[list[float]], edge: tuple[int, int, int], value: float) -> bool:
    a, b = _ends(heights, edge)
    return (a > value) != (b > value)


def _crossing(
    heights: list[list[float]], edge: tuple[int, int, int], value: float
) -> tuple[float, float]:
    a, b = _ends(heights, edge)
    part = (value - a) / (b - a)
    i, j, down = edge
    return (i, j + part) if down else (i + part, j)


#: Least distance in mm of two points that a contour runs through.
_APART = 2.6


def _curve(points: list[tuple[float, float]]) -> Outline:
    """A smooth curve (Catmull-Rom as cubics) through points that keep their distance, since near
    ones would make kinks; closed if it ends where it began."""
    closed = points[0] == points[-1]
    thin = [points[0]]
    for point in points[1:-1]:
        if math.dist(point, thin[-1]) >= _APART and math.dist(point, points[-1]) >= _APART:
            thin.append(point)
    if not closed:
        thin.append(points[-1])
    count = len(thin)
    if count < 3:
        return (("M", points[0]), *(("L", point) for point in points[1:]))
    out: list[tuple[str, tuple[float, ...]]] = [("M", thin[0])]
    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = (
            thin[(i + k) % count] if closed else thin[min(max(i + k, 0), count - 1)]
            for k in (-1, 0, 1, 2)
        )
        one = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        two = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        out.append(("C", (*one, *two, *p2)))
    return (*out, ("Z", ())) if closed else tuple(out)


#: Patterns that are stroked rather than filled.
STROKED = frozenset({"contours"})
PATTERNS: dict[str, Pattern] = {
    "burst": burst,
    "chevrons": chevrons,
    "contours": contours,
    "crosshatch": crosshatch,
    "dots": dots,
    "grid": grid,
    "hatch": hatch,
    "lines": lines,
    "rays": rays,
}
