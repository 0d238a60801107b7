"""The calibration sheet: how far a printer shifts the backs, read as the numbers to type.

The front carries scales, the back a cross behind the middle of each. Pricked through the middle of
a cross, the sheet shows on its front scale the very numbers for `--back-offset`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fieldpress.errors import UsageFault
from fieldpress.sheets.geometry import Duplex, level_axis
from fieldpress.sheets.marks import Mark
from fieldpress.sheets.painter import Painter
from fieldpress.sheets.presets import Paper

#: A scale reaches so many mm to every side, with a tick each half millimetre.
REACH, TICKS = 8.0, 2
_SIZE = 7.0


@dataclass(frozen=True, slots=True)
class Label:
    """A text whose baseline is at (x, y) mm; `align`: left, center or right."""

    x: float
    y: float
    text: str
    align: str = "center"


@dataclass(slots=True)
class Drawn:
    """A page as lines and labels, in mm."""

    lines: list[Mark] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def centres(paper: Paper) -> list[tuple[float, float]]:
    """Where the scales stand: the middle of the sheet and near two opposite corners."""
    x, y = 32.0, 52.0
    return [
        (x, y),
        (paper.width / 2, paper.height / 2),
        (paper.width - x, paper.height - y),
    ]


def calibration(
    paper: Paper, duplex: Duplex, offset: tuple[float, float] = (0.0, 0.0)
) -> tuple[Drawn, Drawn]:
    """Front and back. UsageFault for a paper or mode that has no backs to measure."""
    if paper.one_up or duplex not in ("long-edge", "short-edge"):
        raise UsageFault("a calibration sheet needs a paper and --duplex long-edge or short-edge")
    level = level_axis(paper.width, paper.height, duplex)
    front, back = Drawn(), Drawn()
    for x, y in centres(paper):
        _scale(front, x, y, level)
        mirrored = (x, paper.height - y) if level else (paper.width - x, y)
        _cross(back, mirrored[0] + offset[0], mirrored[1] + offset[1])
    now = (
        f" Printed with --back-offset {offset[0]:g},{offset[1]:g}: add to it."
        if any(offset)
        else ""
    )
    edge = duplex.removesuffix("-edge")
    for i, line in enumerate(
        (
            f"Backs on {paper.title}, flipped on the {edge} edge. Print both sides at 100 %.",
            "Prick a pin through the middle of each cross on the back and turn the sheet.",
            "Read where the hole lies: the upper scale gives X, the left one Y, in mm.",
            f"Type the mean as: fieldpress cards GAME --back-offset X,Y.{now}",
        )
    ):
        front.labels.append(Label(paper.width / 2, 14 + 4 * i, line))
    back.labels.append(Label(paper.width / 2, 14, "Back: prick through the middle of each cross."))
    return front, back


def _scale(page: Drawn, cx: float, cy: float, level: bool) -> None:
    """Two crossed scales. A shift to the right on the front is one to the left on the back of a
    sheet turned like a book's page, so the numbers along X rise to the right and those along Y fall
    downwards; on a sheet turned like a notepad's page it is the other way round."""
    page.lines.append(Mark(cx - REACH, cy, cx + REACH, cy))
    page.lines.append(Mark(cx, cy - REACH, cx, cy + REACH))
    count = round(REACH * TICKS)
    for i in range(-count, count + 1):
        at = i / TICKS
        high = 1.6 if at % 2 == 0 else 1.0 if at % 1 == 0 else 0.6
        page.lines.append(Mark(cx + at, cy - high, cx + at, cy))
        page.lines.append(Mark(cx - high, cy + at, cx, cy + at))
        if at % 2 == 0 and at:
            along_x, along_y = (-at, at) if level else (at, -at)
            page.labels.append(Label(cx + at, cy - 2.1, _number(along_x)))
            page.labels.append(Label(cx - 2.1, cy + at + 0.9, _number(along_y), "right"))
    page.labels.append(Label(cx + REACH + 2.5, cy + 0.9, "X", "left"))
    page.labels.append(Label(cx, cy + REACH + 3.5, "Y"))


def _number(value: float) -> str:
    return f"{value:+g}".replace("-", "−")


def _cross(page: Drawn, cx: float, cy: float) -> None:
    page.lines.append(Mark(cx - REACH, cy, cx + REACH, cy))
    page.lines.append(Mark(cx, cy - REACH, cx, cy + REACH))


def calibration_pdf(paper: Paper, duplex: Duplex, offset: tuple[float, float]) -> bytes:
    """The two pages as a PDF."""
    pages = calibration(paper, duplex, offset)
    painter = Painter("Calibration of backs", "en", f"{paper.title}, {duplex}")
    for page in pages:
        painter.page(paper.width, paper.height, None, None)
        for line in page.lines:
            painter.line(line.x1, line.y1, line.x2, line.y2, line.width)
        for label in page.labels:
            painter.label(label.x, label.y, label.text, _SIZE, label.align)
    return painter.save()
