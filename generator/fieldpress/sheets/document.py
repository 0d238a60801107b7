"""Sheets as one PDF: decks imposed, marks and footers added, everything handed to the painter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.faces import Box, Face
from fieldpress.sheets.decks import Deck
from fieldpress.sheets.geometry import (
    DUPLEX,
    Duplex,
    Page,
    Wanted,
    bleed_rooms,
    impose,
    level_axis,
)
from fieldpress.sheets.marks import MARKS, Mark, Marks, page_marks
from fieldpress.sheets.notices import Notice
from fieldpress.sheets.painter import ColourMode, Painter
from fieldpress.sheets.presets import Paper

Progress = Callable[[int, int, str], None]
#: Round counters need room for scissors or a punch: bleed and gutter in mm.
ROUND_BLEED, ROUND_GUTTER = 1.0, 4.0
LARGEST_BLEED = 6.0
#: Height of the two lines of a footer in mm, and the size of their type in points.
FOOTER_HEIGHT, FOOTER_SIZE = 6.1, 7.0


@dataclass(frozen=True, slots=True)
class Press:
    """How to print. Lengths in mm; `bleed` and `gutter` None: as the preset has it."""

    paper: Paper
    duplex: Duplex = "long-edge"
    bleed: float | None = None
    gutter: float | None = None
    marks: Marks = "crop"
    back_marks: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    mode: ColourMode = "rgb"

    def __post_init__(self) -> None:
        if self.duplex not in DUPLEX:
            raise UsageFault(f"no duplex mode {self.duplex!r}; there are: {', '.join(DUPLEX)}")
        if self.marks not in MARKS:
            raise UsageFault(f"no marks {self.marks!r}; there are: {', '.join(MARKS)}")
        for name, value in (("bleed", self.bleed), ("gutter", self.gutter)):
            if value is not None and not 0 <= value <= (LARGEST_BLEED if name == "bleed" else 50):
                most = LARGEST_BLEED if name == "bleed" else 50
                raise UsageFault(f"{name} {value:g} mm: it must lie between 0 and {most:g} mm")


@dataclass(frozen=True, slots=True)
class Heading:
    """What the footer and the file say of themselves."""

    game: str
    version: str
    scenario: str
    language: str


@dataclass(frozen=True, slots=True)
class _Section:
    deck: Deck
    pages: tuple[Page, ...]
    bleed: float


def make_pdf(
    decks: Sequence[Deck],
    press: Press,
    heading: Heading,
    title: str,
    notice: Notice = lambda text: None,
    progress: Progress = lambda done, total, what: None,
) -> bytes:
    """The bytes of one file that holds all decks, one after another."""
    two_sided = any(piece.back for deck in decks for piece in deck.pieces)
    sections = [_section(deck, press, two_sided, notice) for deck in decks]
    painter = Painter(title, heading.language, _subject(heading, press), press.mode)
    uses = Counter(id(face) for deck in decks for piece in deck.pieces for face in piece.faces)
    total = sum(len(section.pages) for section in sections)
    done = 0
    for number, section in enumerate(sections, 1):
        sheets = max(page.sheet for page in section.pages)
        for page in section.pages:
            _draw_page(painter, section, page, sheets, number, press, heading, uses)
            done += 1
            progress(done, total, section.deck.title)
    return painter.save()


def _subject(heading: Heading, press: Press) -> str:
    parts = [
        heading.game,
        heading.scenario,
        f"version {heading.version}" if heading.version else "",
    ]
    return ", ".join(part for part in (*parts, press.paper.title, press.duplex) if part)


def _section(deck: Deck, press: Press, two_sided: bool, notice: Notice) -> _Section:
    """Impose one deck with the bleed and gutter that it can have."""
    round_pieces = deck.shape == "round"
    wanted_bleed = press.bleed if press.bleed is not None else press.paper.bleed
    if press.bleed is not None and press.bleed > deck.bleed + 1e-6:
        raise UsageFault(
            f"{deck.title}: the layouts draw {deck.bleed:g} mm of bleed, not {press.bleed:g} mm"
        )
    bleed = min(wanted_bleed, deck.bleed)
    if round_pieces and not press.paper.one_up:
        bleed = min(bleed, ROUND_BLEED)
    if press.gutter is not None:
        gutter = press.gutter
        if press.bleed is not None and bleed > gutter / 2 + 1e-6:
            notice(
                f"{deck.title}: bleed of {bleed:g} mm is cut to {gutter / 2:g} mm between pieces, "
                f"half the gutter of {gutter:g} mm"
            )
    elif round_pieces:
        gutter = ROUND_GUTTER
    else:
        # A bleed that was asked for is had on all four sides; the preset's own serves the rim.
        gutter = 2 * bleed if press.bleed is not None else 0.0
    wanted = Wanted(deck.width, deck.height, tuple(piece.back is not None for piece in deck.pieces))
    pages = impose(wanted, press.paper, press.duplex, gutter, bleed, press.back_offset, two_sided)
    return _Section(deck, pages, bleed)


def _draw_page(
    painter: Painter,
    section: _Section,
    page: Page,
    sheets: int,
    number: int,
    press: Press,
    heading: Heading,
    uses: Counter[int],
) -> None:
    deck, bleed = section.deck, section.bleed
    trim = bled = None
    if page.block:
        left, top, right, bottom = page.block
        trim = Box(left, top, right - left, bottom - top)
        bled = trim.grown(bleed)
    painter.page(page.width, page.height, trim, bled)
    if page.side != "back":
        if page.sheet == 1:
            painter.bookmark(deck.title, f"deck{number}", 0)
        painter.bookmark(_bookmark(section, page, sheets), f"deck{number}-sheet{page.sheet}", 1)
    rooms = bleed_rooms(page, bleed)
    for cell in page.cells:
        piece = deck.pieces[cell.piece]
        face: Face | None = piece.back if cell.back else piece.front
        if face is None:
            raise FieldpressError(f"{piece.id}: a back was laid out that the piece does not have")
        painter.place(face, cell.x, cell.y, rooms[cell], cell.turned, uses[id(face)] > 1)
    if press.paper.one_up:
        return
    if page.side != "back" or press.back_marks:
        floor = page.height - press.paper.margin - FOOTER_HEIGHT
        for mark in page_marks(page, press.marks, bleed, deck.shape == "round", floor):
            _draw_mark(painter, mark)
    _footer(painter, section, page, sheets, press, heading)


def _bookmark(section: _Section, page: Page, sheets: int) -> str:
    first = section.deck.pieces[page.cells[0].piece].id if page.cells else ""
    return f"{section.deck.title}, sheet {page.sheet} of {sheets}: {first}"


def _draw_mark(painter: Painter, mark: Mark) -> None:
    dash = (1.2, 0.8) if mark.kind == "fold" else ()
    painter.line(mark.x1, mark.y1, mark.x2, mark.y2, mark.width, 0.0, dash)
    if mark.kind == "fold":
        painter.label(mark.x1 + 1, mark.y1 + (3 if mark.x1 == mark.x2 else -1), "fold", FOOTER_SIZE)


def flip_words(page: Page, duplex: Duplex, has_backs: bool) -> str:
    """How the sheet is to be turned, in the words of printer dialogues."""
    if page.fold:
        return "print one side, fold on the dashed line, glue"
    if not has_backs:
        return "print one side"
    edge = "long" if duplex == "long-edge" else "short"
    level = level_axis(page.width, page.height, duplex)
    return f"both sides, flip on the {edge} edge ({'top to bottom' if level else 'side to side'})"


def _footer(
    painter: Painter,
    section: _Section,
    page: Page,
    sheets: int,
    press: Press,
    heading: Heading,
) -> None:
    """Two lines on the left, on fronts a 100 mm ruler on the right."""
    paper = press.paper
    low = page.height - paper.margin - 0.6
    left, right = max(paper.margin + 2, 8.0), page.width - max(paper.margin + 2, 8.0)
    version = f"v{heading.version}" if heading.version else ""
    parts = (heading.game, section.deck.title, heading.scenario, version)
    side = {"front": "front", "back": "back", "both": "front and back"}[page.side]
    place = f"sheet {page.sheet} of {sheets}, {side}"
    line = "  ·  ".join(part for part in parts if part)
    if page.side == "back":
        if level_axis(page.width, page.height, press.duplex):
            # The footer's free strip is mirrored with everything else: it lies at the top.
            low = paper.margin + FOOTER_HEIGHT / 2
        painter.label(left, low, f"{line}  ·  {place}", FOOTER_SIZE)
        return
    painter.label(
        left, low - 3.1, _shortened(painter, line, right - 104 - left, FOOTER_SIZE), FOOTER_SIZE
    )
    has_backs = any(one.side == "back" for one in section.pages)
    flip = flip_words(page, press.duplex, has_backs)
    painter.label(left, low, f"{place}  ·  {flip}", FOOTER_SIZE)
    _ruler(painter, right - 100, low - 2.4)


def _shortened(painter: Painter, text: str, room: float, size: float) -> str:
    font = painter.label_font
    limit = room / (size * 25.4 / 72)
    if font.width(text) <= limit:
        return text
    while text and font.width(text + "…") > limit:
        text = text[:-1]
    return text.rstrip() + "…"


def _ruler(painter: Painter, x: float, y: float) -> None:
    """100 mm with a tick each 10 mm: shows at once whether the printer scaled the page."""
    painter.line(x, y, x + 100, y, 0.2)
    for i in range(11):
        high = 1.6 if i % 5 == 0 else 0.9
        painter.line(x + 10 * i, y - high, x + 10 * i, y, 0.2)
    painter.label(x + 50, y + 2.6, "100 mm, print at 100 %", FOOTER_SIZE, "center")
