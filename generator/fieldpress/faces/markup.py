"""Our own small markup: **bold**, *italic*, {icon:star}, [[links]]. Everything else is verbatim.

`AT&T <d6>` is six letters, a space and so on; a star that closes nothing is a star.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_MARK = re.compile(r"(\*\*|\*|\{icon:[a-z0-9-]+\}|\[\[[^\[\]\n]+\]\])")

_PIECE = re.compile(r"\[\[(?:[a-z0-9-]+/)?(?:card|terrain):")

#: Shown text of a link, from what stands between its brackets.
Resolve = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one look, or one icon (then `text` is empty)."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


def link_text(inner: str) -> str:
    """What a link shows when nobody resolves it: its own shown text, else its id."""
    target, _, shown = inner.partition("|")
    return shown or target.rpartition(":")[2]


def plain(text: str) -> list[list[Span]]:
    """`text` verbatim: one list of spans for each line."""
    return [[Span(line)] if line else [] for line in text.split("\n")]


def parse(text: str, resolve: Resolve = link_text) -> list[list[Span]]:
    """The spans of `text`, one list for each of its lines."""
    return [_line(line, resolve) for line in text.split("\n")]


def _line(line: str, resolve: Resolve) -> list[Span]:
    pieces = [piece for piece in _MARK.split(line) if piece]
    opens = _pairs(pieces)
    spans: list[Span] = []
    bold = italic = False
    for i, piece in enumerate(pieces):
        if i in opens:
            bold, italic = (not bold, italic) if piece == "**" else (bold, not italic)
        elif piece.startswith("{icon:") and piece.endswith("}"):
            spans.append(Span("", bold, italic, piece[6:-1]))
        elif piece.startswith("[[") and piece.endswith("]]"):
            # Names of pieces stand out, as titles do in print; rules and terms run on.
            named = _PIECE.match(piece) is not None
            spans.append(Span(resolve(piece[2:-2]), bold, italic or named))
        else:
            spans.append(Span(piece, bold, italic))
    return _joined(spans)


def with_keywords(line: list[Span], keywords: tuple[str, ...]) -> list[Span]:
    """The spans of a line, every keyword in them bold where it stands as a whole word."""
    words = "|".join(re.escape(word) for word in sorted(keywords, key=len, reverse=True))
    cut = re.compile(rf"(?<!\w)({words})(?!\w)")
    out: list[Span] = []
    for span in line:
        if span.icon:
            out.append(span)
            continue
        for i, text in enumerate(cut.split(span.text)):
            if text:
                out.append(Span(text, span.bold or i % 2 == 1, span.italic))
    return _joined(out)


def _pairs(pieces: list[str]) -> set[int]:
    """Places of the star marks that open or close something.

    A mark opens if text touches its right side and closes if text touches its left.
    """
    out: set[int] = set()
    for mark in ("**", "*"):
        opened: int | None = None
        for i, piece in enumerate(pieces):
            if piece != mark:
                continue
            after = pieces[i + 1] if i + 1 < len(pieces) else " "
            before = pieces[i - 1] if i else " "
            if opened is None and not after[0].isspace():
                opened = i
            elif opened is not None and not before[-1].isspace():
                out |= {opened, i}
                opened = None
    return out


def _joined(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for span in spans:
        last = out[-1] if out else None
        if last and not span.icon and not last.icon and _look(last) == _look(span):
            out[-1] = Span(last.text + span.text, span.bold, span.italic)
        else:
            out.append(span)
    return out


def _look(span: Span) -> tuple[bool, bool]:
    return span.bold, span.italic
