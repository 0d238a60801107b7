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

#: A scale is a grid of millimetres that reaches so far to every side; numbers stand this far off.
REACH, NUMBERS = 8.0, 1.2
_SIZE = 7.0
#: From the middle of a number's figures down to its baseline, in mm.
_SINK = 0.85


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
            "Read where the hole lies: the figures above give X, those on the left Y, in mm.",
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
    reach = round(REACH)
    for at in range(-reach, reach + 1):
        width = 0.3 if at == 0 else 0.15 if at % 4 == 0 else 0.05
        page.lines.append(Mark(cx - REACH, cy + at, cx + REACH, cy + at, "crop", width))
        page.lines.append(Mark(cx + at, cy - REACH, cx + at, cy + REACH, "crop", width))
        if at % 4 == 0:
            along_x, along_y = (-at, at) if level else (at, -at)
            page.labels.append(Label(cx + at, cy - REACH - NUMBERS, _number(along_x)))
            page.labels.append(
                Label(cx - REACH - NUMBERS, cy + at + _SINK, _number(along_y), "right")
            )
    page.labels.append(Label(cx + REACH + 3.0, cy - REACH - NUMBERS, "X", "left"))
    page.labels.append(Label(cx - REACH - NUMBERS, cy + REACH + 4.0, "Y", "right"))


def _number(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


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
