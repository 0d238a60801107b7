"""Sheets: imposition in mm, marks, and the painter that turns drawing items into PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fieldpress.files import write_atomically
from fieldpress.model import Library
from fieldpress.sheets.decks import KINDS, Choice, Deck, Piece, make_decks
from fieldpress.sheets.document import Heading, Press, Progress, make_pdf
from fieldpress.sheets.geometry import DUPLEX, Duplex
from fieldpress.sheets.kinds import EXTRAS
from fieldpress.sheets.marks import MARKS, Marks
from fieldpress.sheets.notices import Notice
from fieldpress.sheets.painter import ColourMode
from fieldpress.sheets.presets import paper as find_paper
from fieldpress.sheets.presets import papers

#: File name of each kind's sheets.
FILES = {
    "card": "cards",
    "terrain": "terrains",
    "counter": "counters",
    "component": "components",
    **{kind: extra.file for kind, extra in EXTRAS.items()},
}


def _quiet(text: str) -> None:
    """Notices that nobody asked for."""


def _still(done: int, total: int, what: str) -> None:
    """Progress that nobody watches."""


def heading(library: Library, game: str, scenario: str = "") -> Heading:
    """What footers and file properties say about a game (and scenario)."""
    record = library[game]
    title = record.scenarios[scenario].title.get() if scenario in record.scenarios else ""
    label = f"{scenario.upper()} {title}" if scenario else ""
    return Heading(record.title.get(), str(record.raw.get("version", "")), label, record.language)


def make_sheets(
    library: Library,
    game: str,
    folder: Path,
    paper: str = "a4",
    *,
    choice: Choice | None = None,
    duplex: Duplex = "long-edge",
    bleed: float | None = None,
    gutter: float | None = None,
    marks: Marks = "crop",
    back_marks: bool = False,
    back_offset: tuple[float, float] = (0.0, 0.0),
    mode: ColourMode = "rgb",
    single: Path | None = None,
    notice: Notice = _quiet,
    lists: bool = True,
    progress: Progress = _still,
) -> list[Path]:
    """Write the sheets of a game and return the files, one a kind (cards.pdf, terrains.pdf, …).

    With `single` everything goes into that one file. Remarks go to `notice`: with `lists` they name
    every piece, else they count them. Lengths in mm. All faces of all kinds are
    composed and checked before the first file is written. Raises what `make_decks` raises, and
    UsageFault where paper, bleed or offset cannot be.
    """
    press = Press(find_paper(paper), duplex, bleed, gutter, marks, back_marks, back_offset, mode)
    chosen = choice or Choice()
    decks = make_decks(library, game, chosen, notice, lists)
    head = heading(library, game, chosen.scenario)
    plans: list[tuple[Path, str, Sequence[Deck]]] = []
    if single is not None:
        plans.append((single, head.game, decks))
    else:
        tail = f"-{chosen.scenario}" if chosen.scenario else ""
        tail += f"-{chosen.side}" if chosen.side else ""
        for kind in KINDS:
            own = [deck for deck in decks if deck.kind == kind]
            if own:
                name = FILES[kind]
                plans.append((folder / f"{name}{tail}.pdf", f"{head.game}: {name}", own))
    done = [
        (path, make_pdf(own, press, head, title, notice, progress)) for path, title, own in plans
    ]
    for path, data in done:
        write_atomically(path, data)
    return [path for path, _ in done]


__all__ = [
    "DUPLEX",
    "FILES",
    "KINDS",
    "MARKS",
    "Choice",
    "Deck",
    "Heading",
    "Piece",
    "Press",
    "find_paper",
    "heading",
    "make_decks",
    "make_pdf",
    "make_sheets",
    "papers",
]
