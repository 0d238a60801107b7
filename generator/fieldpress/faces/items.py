"""Drawing items: what a face consists of, in mm from its top left corner (y downwards), no canvas.

Every check, golden test and painter reads this list; nothing else is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

#: A path segment: ("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ()).
Segment: TypeAlias = tuple[str, tuple[float, ...]]
Outline: TypeAlias = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def contains(self, other: Box, slack: float = 0.0) -> bool:
        """Whether `other` lies inside, give or take `slack` mm."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Box) -> bool:
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def grown(self, by: float) -> Box:
        """Larger by `by` mm on every side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of glyphs in one font. `x`, `y`: start of its baseline; `width` in mm.

    `turn`: degrees clockwise about (x, y). `tracking`: extra space after each glyph, in points.
    `broken`: it ends with the hyphen of a broken word, which is no letter of the source.
    """

    element: str
    font: str
    size: float
    x: float
    y: float
    text: str
    colour: str
    width: float
    ascent: float
    descent: float
    turn: int = 0
    tracking: float = 0.0
    broken: bool = False

    @property
    def box(self) -> Box:
        """What the run covers, from its font's ascent to its descent."""
        if self.turn == 0:
            return Box(self.x, self.y - self.ascent, self.width, self.ascent + self.descent)
        if self.turn == 180:
            x, y = self.x - self.width, self.y - self.descent
            return Box(x, y, self.width, self.ascent + self.descent)
        if self.turn == 90:
            x = self.x - self.descent
            return Box(x, self.y, self.ascent + self.descent, self.width)
        x = self.x - self.ascent
        return Box(x, self.y - self.width, self.ascent + self.descent, self.width)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, rounded by `radius` mm; `stroke` drawn `width` mm wide, centred on the edge."""

    element: str
    box: Box
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """An outline of segments in mm, with its bounding box; filled non-zero unless `evenodd`."""

    element: str
    outline: Outline
    box: Box
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    evenodd: bool = False
    dash: tuple[float, ...] = ()
    round: bool = False


@dataclass(frozen=True, slots=True)
class IconPath:
    """One outline of an icon, in the icon's own units: drawn at (x, y), `scale` mm a unit.

    Kept apart from Path so that a painter builds each icon's outline once and places it often.
    """

    element: str
    icon: str
    part: int
    x: float
    y: float
    scale: float
    outline: Outline = field(repr=False)
    box: Box
    fill: str | None
    stroke: str | None = None
    width: float = 0.0
    evenodd: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Items clipped to a box (rounded by `radius` mm), such as the lines of a pattern."""

    element: str
    clip: Box
    radius: float
    items: tuple[Item, ...]

    @property
    def box(self) -> Box:
        return self.clip


Item: TypeAlias = "TextRun | Rect | Path | IconPath | Group"


@dataclass(frozen=True, slots=True)
class Face:
    """A composed face: trim size in mm, how far it may bleed, and its items from back to front."""

    name: str
    width: float
    height: float
    corner: float
    safe: float
    bleed: float
    shape: str
    items: tuple[Item, ...]

    def flat(self) -> tuple[Item, ...]:
        """The items with groups opened."""
        out: list[Item] = []
        for item in self.items:
            out.extend(item.items if isinstance(item, Group) else (item,))
        return tuple(out)

    def texts(self) -> tuple[TextRun, ...]:
        return tuple(item for item in self.flat() if isinstance(item, TextRun))
