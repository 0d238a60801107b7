"""Checks of a composed face, read from its drawing items: safe area, sizes, contrast, ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fieldpress.faces import colours
from fieldpress.faces.items import Box, Face, Group, IconPath, Path, Rect, TextRun
from fieldpress.faces.outlines import flattened, inside, moved
from fieldpress.faces.problems import Problem

#: Smallest text that prints well on cards, in points.
MIN_SIZE = 7.0
#: Least contrast of text, as WCAG 2 asks for body text.
MIN_CONTRAST = 4.5
PAPER = "#ffffff"


def check_face(face: Face, found: Sequence[Problem] = ()) -> list[Problem]:
    """Everything that a printer or a reader would complain of.

    Elements that `found` already names an error of are passed over: a text that does not fit lies
    where it should not, and saying so line by line would bury the cause.
    """
    faulty = {problem.where.partition(" ")[0] for problem in found if problem.severity == "error"}
    checked = [*_safe(face), *_sizes(face), *_contrast(face)]
    return [problem for problem in checked if problem.where not in faulty]


def _safe(face: Face) -> Iterator[Problem]:
    """All text keeps the safe distance from the cut."""
    inside = Box(0, 0, face.width, face.height).grown(-face.safe)
    for run in face.texts():
        if not inside.contains(run.box, 0.01):
            yield Problem(
                "error",
                face.name,
                run.element,
                f"{run.text!r} comes nearer than {face.safe:g} mm to the cut",
            )


def _sizes(face: Face) -> Iterator[Problem]:
    for run in face.texts():
        if run.size < MIN_SIZE:
            yield Problem(
                "error",
                face.name,
                run.element,
                f"{run.text!r} is set in {run.size:g} pt; nothing below {MIN_SIZE:g} pt is printed",
            )


def _contrast(face: Face) -> Iterator[Problem]:
    for run in face.texts():
        for ground in sorted(grounds(face, run)):
            ratio = colours.contrast(run.colour, ground)
            if ratio < MIN_CONTRAST:
                yield Problem(
                    "error",
                    face.name,
                    run.element,
                    f"{run.text!r} in {run.colour} on {ground} has a contrast of {ratio:.1f} : 1; "
                    f"{MIN_CONTRAST:g} : 1 is asked for",
                )


def grounds(face: Face, run: TextRun) -> set[str]:
    """The colours behind a text: the last shape that covers it whole, and what lies on that."""
    behind = {PAPER}
    under = _core(run)
    for item in face.items:
        if item is run:
            break
        if isinstance(item, Group):
            if item.clip.overlaps(under):
                paths = [part for part in item.items if isinstance(part, Path)]
                behind |= {colour for p in paths if (colour := p.fill or p.stroke)}
        elif not isinstance(item, TextRun) and item.fill and item.box.overlaps(under):
            share = _share(item, under)
            if share:
                behind = {item.fill} if share == 1 else behind | {item.fill}
    return behind


def _core(run: TextRun) -> Box:
    """The body of a run's letters, without the room for accents and tails."""
    box, cut = run.box, run.ascent * 0.2
    if run.turn == 0:
        return Box(box.x, box.y + cut, box.w, box.h - cut - run.descent)
    if run.turn == 180:
        return Box(box.x, box.y + run.descent, box.w, box.h - cut - run.descent)
    return Box(box.x, box.y, box.w, box.h)


def _share(item: Rect | Path | IconPath, under: Box) -> float:
    """How much of a box a filled shape covers, by a grid of points: 0 to 1."""
    if isinstance(item, Rect):
        return 1.0 if item.box.contains(under, 0.05) else 0.5
    outline = item.outline
    if isinstance(item, IconPath):
        outline = moved(outline, item.x, item.y, item.scale)
    corners = flattened(outline)
    points = [
        (under.x + under.w * i / 4, under.y + under.h * j / 4) for i in range(5) for j in range(5)
    ]
    return sum(inside(corners, x, y) for x, y in points) / len(points)


def ink(face: Face) -> float:
    """How much ink the face takes, from 0 to about 3: cover by area, later items over earlier ones.

    Reckoned on a 1 mm raster from boxes, so it compares designs rather than weighs them.
    """
    columns, rows = max(1, round(face.width)), max(1, round(face.height))
    cover = [[0.0] * columns for _ in range(rows)]
    for item in face.items:
        if isinstance(item, TextRun):
            continue
        if isinstance(item, Group):
            paths = [part for part in item.items if isinstance(part, Path)]
            fill = next((part.fill or part.stroke for part in paths), None)
            share = 0.35
        else:
            fill = item.fill
            share = 1.0 if isinstance(item, Rect) else 0.6
        if not fill:
            continue
        value = colours.ink(fill)
        box = item.box
        for row in range(max(0, round(box.y)), min(rows, round(box.bottom))):
            for column in range(max(0, round(box.x)), min(columns, round(box.right))):
                cover[row][column] += (value - cover[row][column]) * share
    return sum(map(sum, cover)) / (rows * columns)
