"""Putting things where they go: fragments of text in turned boxes, icons, patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fieldpress.faces.fonts import MM_PER_PT
from fieldpress.faces.icons import Icon, load_icon
from fieldpress.faces.items import Box, Group, IconPath, Item, Path, TextRun
from fieldpress.faces.outlines import bounds
from fieldpress.faces.patterns import PATTERNS, STROKED
from fieldpress.faces.text import ICON_EM, Fragment

#: An inline icon hangs this far below the baseline, in em.
_ICON_DROP = 0.11


def icon_paths(
    element: str,
    icon: Icon,
    x: float,
    y: float,
    scale: float,
    colours: Sequence[str | None],
    line: str | None = None,
    width: float = 0.0,
) -> Iterator[IconPath]:
    """The shapes of an icon whose corner lies at (x, y) mm; tones beyond the colours take the last.

    A shape whose colour is None is left out. With `line` every shape is outlined in that colour,
    `width` mm wide: a thick stroke becomes one between two lines.
    """
    for i, shape in enumerate(icon.shapes):
        colour = colours[min(shape.tone, len(colours) - 1)]
        if colour is None:
            continue
        own = bounds(shape.outline)
        covers = Box(x + own.x * scale, y + own.y * scale, own.w * scale, own.h * scale)
        pens: list[tuple[str | None, str | None, float]]
        if not shape.stroke:
            pens = [(colour, line, width if line else 0.0)]
        else:
            thick = shape.stroke * scale
            pens = [(None, line, thick + width)] if line else []
            pens.append((None, colour, max(thick - width, width) if line else thick))
        for fill, stroke, wide in pens:
            yield IconPath(
                element,
                icon.name,
                i,
                x,
                y,
                scale,
                shape.outline,
                covers,
                fill,
                stroke,
                wide,
                shape.evenodd,
            )


@dataclass(frozen=True, slots=True)
class Placer:
    """Puts a fragment at (u, v) of a turned box: u along the line, v down to its baseline (mm)."""

    element: str
    size: float
    colour: str
    box: Box
    turn: int
    tracking: float

    def __call__(self, fragment: Fragment, u: float, v: float) -> Iterator[Item]:
        em = self.size * MM_PER_PT
        box = self.box
        if self.turn == 90:
            x, y = box.right - v, box.y + u
        elif self.turn == 180:
            x, y = box.right - u, box.bottom - v
        elif self.turn == 270:
            x, y = box.x + v, box.bottom - u
        else:
            x, y = box.x + u, box.y + v
        if fragment.icon:
            icon = load_icon(fragment.icon)
            top = y - (ICON_EM - _ICON_DROP) * em
            scale = ICON_EM * em / icon.height
            yield from icon_paths(self.element, icon, x, top, scale, [self.colour])
        elif fragment.text.strip():
            font = fragment.font
            yield TextRun(
                self.element,
                font.name,
                self.size,
                x,
                y,
                fragment.text,
                self.colour,
                fragment.width * em,
                font.ascent * em,
                font.descent * em,
                self.turn,
                self.tracking,
                fragment.broken,
            )


@lru_cache(maxsize=512)
def pattern_group(
    element: str, name: str, box: Box, step: float, width: float, radius: float, colour: str
) -> Group:
    """A pattern clipped to its box; one object for one pattern, so that it is drawn once."""
    segments = tuple(segment for outline in PATTERNS[name](box, step, width) for segment in outline)
    if name in STROKED:
        return Group(element, box, radius, (Path(element, segments, box, None, colour, width),))
    return Group(element, box, radius, (Path(element, segments, box, colour),))
