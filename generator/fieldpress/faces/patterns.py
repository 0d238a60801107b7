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


def contours(box: Box, step: float, width: float) -> Iterator[Outline]:
    """Contour lines of a hill, as on a map: wobbling closed curves around two tops."""
    tops = ((0.32, 0.36, 0.0), (0.74, 0.7, 1.9))
    for fx, fy, phase in tops:
        cx, cy = box.x + box.w * fx, box.y + box.h * fy
        radius = step
        while radius < max(box.w, box.h) * 0.62:
            outer = _wobble(cx, cy, radius + width / 2, phase)
            inner = _wobble(cx, cy, radius - width / 2, phase)
            yield (*outer, *_reverse(inner))
            radius += step


def _wobble(cx: float, cy: float, radius: float, phase: float) -> Outline:
    points = []
    for i in range(16):
        a = 2 * math.pi * i / 16
        r = radius * (
            1 + 0.13 * math.sin(2 * a + phase) + 0.09 * math.sin(3 * a + 2.1 * phase + radius / 9)
        )
        points.append((cx + r * math.cos(a) * 1.25, cy + r * math.sin(a) * 0.85))
    return _smooth(points)


def _smooth(points: list[tuple[float, float]]) -> Outline:
    """A closed curve through the points (Catmull-Rom as cubics)."""
    count = len(points)
    out: list[tuple[str, tuple[float, ...]]] = [("M", points[0])]
    for i in range(count):
        p0, p1, p2, p3 = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        one = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        two = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        out.append(("C", (*one, *two, *p2)))
    return (*out, ("Z", ()))


def _reverse(outline: Outline) -> Outline:
    """The same closed curve the other way round, so that it cuts a hole."""
    first = outline[0][1]
    curves = [args for letter, args in outline if letter == "C"]
    ends = [first, *(args[4:] for args in curves)]
    out: list[tuple[str, tuple[float, ...]]] = [("M", ends[-1])]
    for i in range(len(curves) - 1, -1, -1):
        args = curves[i]
        out.append(("C", (*args[2:4], *args[0:2], *ends[i])))
    return (*out, ("Z", ()))


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
