"""Decks of plain faces, and what a PDF holds: where each face lies, by its own operators."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pdfplumber
import pikepdf

from fieldpress.faces import Box, Face, Rect, TextRun
from fieldpress.faces.fonts import MM_PER_PT, FontSpec, find_font
from fieldpress.sheets import Deck, Heading, Piece, Press, make_pdf
from fieldpress.sheets.presets import paper

PT = 72 / 25.4
CARD = (63.0, 88.0)
HEADING = Heading("Proof", "1.0", "", "en")


def face(label: str, size: tuple[float, float] = CARD, shape: str = "rectangle") -> Face:
    """A face that bleeds 3 mm and says its label in its middle."""
    font = find_font(FontSpec("Barlow Condensed", 500))
    width, height = size
    wide = font.width(label) * 12 * MM_PER_PT
    run = TextRun(
        "label",
        font.name,
        12,
        (width - wide) / 2,
        height / 2,
        label,
        "#000000",
        wide,
        font.ascent * 12 * MM_PER_PT,
        font.descent * 12 * MM_PER_PT,
    )
    ground = Rect("ground", Box(-3, -3, width + 6, height + 6), "#eeeecc")
    return Face(label, width, height, 3, 3, 3, shape, (ground, run))


def deck(
    count: int,
    missing: tuple[int, ...] = (),
    size: tuple[float, float] = CARD,
    shape: str = "rectangle",
) -> Deck:
    """Pieces 1 to `count` with fronts F1, F2, … and backs B1, B2, … save the missing ones."""
    pieces = [
        Piece(
            f"p{i}",
            face(f"F{i}", size, shape),
            None if i in missing else face(f"B{i}", size, shape),
        )
        for i in range(1, count + 1)
    ]
    return Deck("card", "Cards", *size, shape, 3.0, pieces)


def pdf(*decks: Deck, name: str = "a4", **press: Any) -> bytes:
    return make_pdf(decks, Press(paper(name), **press), HEADING, "Proof: cards")


@dataclass(frozen=True)
class Placed:
    """A face on a page: its label, its middle in points from the lower left, whether turned."""

    page: int
    label: str
    x: float
    y: float
    turned: bool


def placed(data: bytes, size: tuple[float, float] = CARD) -> list[Placed]:
    """Every face of a file. Positions come from the content streams, labels from the text."""
    out = []
    with pikepdf.open(BytesIO(data)) as file, pdfplumber.open(BytesIO(data)) as text:
        for number, page in enumerate(file.pages):
            stack: list[pikepdf.Matrix] = []
            clipped = False
            matrix = pikepdf.Matrix()
            chars = text.pages[number].chars
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "q":
                    stack.append(matrix)
                elif str(operator) == "Q":
                    matrix = stack.pop()
                elif str(operator) == "cm":
                    matrix = pikepdf.Matrix(*(float(value) for value in operands)) @ matrix
                elif str(operator) in ("W", "W*"):
                    clipped = True
                # A cell is a clip on the page followed by the matrix that places the face.
                if clipped and str(operator) == "cm" and len(stack) == 1:
                    clipped = False
                    w, h = size[0] * PT, size[1] * PT
                    x, y = matrix.transform((w / 2, h / 2))
                    left, top = x - w / 2, float(page.mediabox[3]) - y - h / 2
                    here = [
                        (char["x0"], char["text"])
                        for char in chars
                        if left < (char["x0"] + char["x1"]) / 2 < left + w
                        and top < (char["top"] + char["bottom"]) / 2 < top + h
                    ]
                    turned = matrix.a < 0
                    label = "".join(text for _, text in sorted(here, reverse=turned))
                    out.append(Placed(number, label, float(x), float(y), turned))
    return out


def lines(data: bytes) -> list[list[tuple[float, float, float, float]]]:
    """The straight lines of every page's furniture, in points from the top left."""
    with pdfplumber.open(BytesIO(data)) as file:
        return [
            [(line["x0"], line["top"], line["x1"], line["bottom"]) for line in page.lines]
            for page in file.pages
        ]


def footers(data: bytes) -> list[str]:
    """The text of each page outside the faces."""
    with pdfplumber.open(BytesIO(data)) as file:
        return [page.extract_text() for page in file.pages]
