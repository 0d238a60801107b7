"""Line breaking with real glyph widths, and the fit between a preferred and a minimum size.

Everything is measured in em first, so that trying another size is one pass over numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from fieldpress.errors import MissingExtra
from fieldpress.faces.fonts import MM_PER_PT, Font
from fieldpress.faces.markup import Span

SOFT_HYPHEN = "\u00ad"
#: Sizes are tried in steps of this many points.
STEP = 0.25
#: Space between number and text of a hanging paragraph is a tab in the source.
TAB = "\t"
#: Width of an inline icon in em, per unit of its aspect ratio.
ICON_EM = 0.86

_BREAKS = re.compile(r"[ \n]+")
#: After a hyphen between letters, and after a dash that follows a letter, a line may end.
_AFTER = re.compile(r"(?<=\w-)(?=\w)|(?<=[\w ][–—])(?=\w)|(?<=/)(?=\w)")


@dataclass(frozen=True, slots=True)
class Fragment:
    """Glyphs of one font, or one icon; `width` in em.

    `broken`: the hyphen at its end is no letter of the text, but that of a broken word.
    """

    text: str
    font: Font
    width: float
    icon: str = ""
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Atom:
    """What no line break may part. `space`: width in em of the space before it, 0 if joined.

    `soft`: a line that ends after it shows a hyphen (in `font`).
    """

    fragments: tuple[Fragment, ...]
    width: float
    space: float
    soft: bool
    font: Font


@dataclass(frozen=True, slots=True)
class Line:
    """A broken line: (offset in em from its start, fragment) pairs, and its width in em."""

    parts: tuple[tuple[float, Fragment], ...]
    width: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The atoms of a line of source text. `lead`: what hangs left of it, if anything."""

    atoms: tuple[Atom, ...]
    lead: tuple[Fragment, ...] = ()


@dataclass(frozen=True, slots=True)
class Fitted:
    """The outcome of a fit. `size` in points; `over`: mm by which the text is too high at `size`.

    `would_fit`: the largest size below the minimum at which it would fit, 0 if none. `wide`: words
    that no line can hold, with mm over. `broken`: words broken by the hyphenation patterns.
    """

    size: float
    lines: tuple[tuple[Line, ...], ...]
    over: float
    would_fit: float
    lines_over: int
    wide: tuple[tuple[str, float], ...]
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The fonts of a text: regular, and those that its bold and italic spans take."""

    regular: Font
    bold: Font
    italic: Font
    bold_italic: Font

    def of(self, span: Span) -> Font:
        if span.bold:
            return self.bold_italic if span.italic else self.bold
        return self.italic if span.italic else self.regular


@cache
def _patterns(language: str) -> Any:
    """Hyphenation patterns of a language, None where it has none. MissingExtra without pyphen."""
    try:
        import pyphen
    except ImportError:
        raise MissingExtra("pyphen", "sheets") from None
    name = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=name) if name else None


def hyphenated(word: str, language: str) -> list[str]:
    """`word` cut where the language's patterns allow; one piece where they know no place."""
    patterns = _patterns(language)
    core = word.strip(".,;:!?()«»“”\"'’")
    if patterns is None or not core.isalpha():
        return [word]
    start = word.index(core)
    cuts = [start + place for place in patterns.positions(core)]
    edges = [0, *cuts, len(word)]
    return [word[a:b] for a, b in pairwise(edges)]


def paragraphs(
    lines: Iterable[Sequence[Span]], look: Look, language: str, hyphenate: bool, tracking: float = 0
) -> tuple[Paragraph, ...]:
    """Measured paragraphs of parsed text. `tracking` in em is added after every glyph."""
    out = []
    for spans in lines:
        lead: tuple[Fragment, ...] = ()
        at = next((i for i, span in enumerate(spans) if TAB in span.text), None)
        if at is not None:
            before, _, after = spans[at].text.partition(TAB)
            cut = spans[at]
            heads = [*spans[:at], Span(before, cut.bold, cut.italic)]
            lead = tuple(_fragment(s.text, look.of(s), tracking) for s in heads if s.text)
            lead = lead or (_fragment("", look.regular, tracking),)
            spans = [Span(after, cut.bold, cut.italic), *spans[at + 1 :]]
        out.append(Paragraph(tuple(_atoms(spans, look, language, hyphenate, tracking)), lead))
    return tuple(out)


def _fragment(text: str, font: Font, tracking: float, icon: str = "") -> Fragment:
    if icon:
        from fieldpress.faces.icons import load_icon

        shape = load_icon(icon)
        return Fragment("", font, ICON_EM * shape.width / shape.height, icon)
    text = font.drawable(text)
    return Fragment(text, font, font.width(text) + tracking * len(text))


def _atoms(
    spans: Sequence[Span], look: Look, language: str, hyphenate: bool, tracking: float
) -> list[Atom]:
    """Cut at spaces first, then inside words where a line may end."""
    words: list[list[tuple[str, Font, str]]] = [[]]
    spaces: list[float] = [0.0]
    for span in spans:
        font = look.of(span)
        if span.icon:
            words[-1].append(("", font, span.icon))
            continue
        pieces = _BREAKS.split(span.text)
        for i, piece in enumerate(pieces):
            if i:
                words.append([])
                spaces.append(font.width(" ") + tracking)
            if piece:
                words[-1].append((piece, font, ""))
    out: list[Atom] = []
    for parts, space in zip(words, spaces, strict=True):
        if parts:
            out += _word(parts, space if out else 0.0, language, hyphenate, tracking)
    return out


def _word(
    parts: list[tuple[str, Font, str]],
    space: float,
    language: str,
    hyphenate: bool,
    tracking: float,
) -> list[Atom]:
    """The atoms of one word: cut at soft hyphens, after hyphens and (if wished) by patterns."""
    atoms: list[Atom] = []
    gathered: list[Fragment] = []

    def close(soft: bool, font: Font) -> None:
        if gathered:
            width = sum(fragment.width for fragment in gathered)
            before = space if not atoms else 0.0
            atoms.append(Atom(tuple(gathered), width, before, soft, font))
            gathered.clear()

    for text, font, icon in parts:
        if icon:
            gathered.append(_fragment("", font, tracking, icon))
            continue
        soft_pieces = text.split(SOFT_HYPHEN)
        for i, soft_piece in enumerate(soft_pieces):
            if i:
                close(True, font)
            hard = _AFTER.split(soft_piece) if soft_piece else []
            for j, piece in enumerate(hard):
                if j:
                    close(False, font)
                bits = hyphenated(piece, language) if hyphenate and len(piece) > 6 else [piece]
                for k, bit in enumerate(bits):
                    if k:
                        close(True, font)
                    gathered.append(_fragment(bit, font, tracking))
    close(False, parts[-1][1])
    return atoms


def _split_wide(atom: Atom, room: float, language: str, tracking: float) -> list[Atom]:
    """An atom wider than a whole line, cut by hyphenation patterns as far as they go."""
    if any(fragment.icon for fragment in atom.fragments):
        return [atom]
    pieces = [
        (bit, fragment.font)
        for fragment in atom.fragments
        for bit in hyphenated(fragment.text, language)
    ]
    if len(pieces) == len(atom.fragments):
        return [atom]
    out = []
    for i, (text, font) in enumerate(pieces):
        fragment = _fragment(text, font, tracking)
        last = i == len(pieces) - 1
        space = 0.0 if i else atom.space
        out.append(Atom((fragment,), fragment.width, space, atom.soft if last else True, font))
    return out


def break_lines(
    paragraph: Paragraph, room: float, language: str, tracking: float = 0.0
) -> tuple[list[Line], list[tuple[str, float]], list[str]]:
    """Lines of at most `room` em; words too wide for any line (with em over); words cut for it."""
    wide: list[tuple[str, float]] = []
    broken: list[str] = []
    atoms: list[Atom] = []
    for atom in paragraph.atoms:
        if atom.width <= room:
            atoms.append(atom)
            continue
        word = "".join(fragment.text for fragment in atom.fragments)
        pieces = _split_wide(atom, room, language, tracking)
        widest = max(piece.width for piece in pieces)
        if widest > room:
            wide.append((word, widest - room))
        elif len(pieces) > 1:
            broken.append(word)
        atoms += pieces
    lines: list[Line] = []
    start, width, fits = 0, 0.0, 0
    i = 0
    while i < len(atoms):
        atom = atoms[i]
        longer = width + (atom.space if i > start else 0.0) + atom.width
        if longer <= room + 1e-9 or i == start:
            width = longer
            hyphen = atom.font.width("-") + tracking if atom.soft else 0.0
            if width + hyphen <= room + 1e-9 or i == start:
                fits = i + 1
            i += 1
            continue
        end = fits if fits > start else i
        lines.append(_line(atoms[start:end], tracking, ends=True))
        start = i = end
        width, fits = 0.0, end
    if start < len(atoms):
        lines.append(_line(atoms[start:], tracking, ends=False))
    return lines or [Line((), 0.0)], wide, broken


def _line(atoms: Sequence[Atom], tracking: float, ends: bool) -> Line:
    """Place the fragments, joining neighbours of one font into one run of text."""
    parts: list[tuple[float, Fragment]] = []
    x = 0.0
    for i, atom in enumerate(atoms):
        gap = atom.space if i else 0.0
        for j, fragment in enumerate(atom.fragments):
            space = gap if j == 0 else 0.0
            last = parts[-1] if parts else None
            if last and not fragment.icon and not last[1].icon and last[1].font is fragment.font:
                text = last[1].text + (" " if space else "") + fragment.text
                joined = Fragment(text, fragment.font, last[1].width + space + fragment.width)
                parts[-1] = (last[0], joined)
            else:
                # The space between two fonts belongs to the run before, so that copying keeps it.
                if space and last and not last[1].icon:
                    kept = Fragment(last[1].text + " ", last[1].font, last[1].width + space)
                    parts[-1] = (last[0], kept)
                parts.append((x + space, fragment))
            x += space + fragment.width
    if ends and atoms[-1].soft and parts:
        at, fragment = parts[-1]
        width = fragment.font.width("-") + tracking
        shown = fragment.text + "-"
        parts[-1] = (at, Fragment(shown, fragment.font, fragment.width + width, broken=True))
        x += width
    return Line(tuple(parts), x)


@dataclass(frozen=True, slots=True)
class Room:
    """What a text may fill: mm, line feed in em, space between paragraphs and hang in em."""

    width: float
    height: float
    leading: float
    gap: float
    hang: float
    max_lines: int
    ascent: float
    descent: float
    language: str
    tracking: float
    keep_words: bool


def fit(
    texts: Sequence[Paragraph],
    room: Room,
    preferred: float,
    minimum: float,
    ladder: Sequence[float] = (),
) -> Fitted:
    """The largest size from `preferred` down to `minimum` points at which the text fits.

    Between the two, sizes are taken from `ladder` (largest first), else every quarter point.
    Where none does, the text set at `minimum`, with what would be needed. With `keep_words` a word
    is cut by the patterns only where even the minimum does not spare it.
    """
    sizes = _sizes(preferred, minimum, ladder)
    best = _largest(texts, room, sizes)
    if best is None and room.keep_words:
        room = replace(room, keep_words=False)
        best = _largest(texts, room, sizes)
    if best is not None:
        return best
    at_minimum = _set(texts, room, minimum)
    smaller = _largest(texts, room, _sizes(max(minimum - STEP, STEP), STEP))
    count = sum(len(lines) for lines in at_minimum.lines)
    return Fitted(
        minimum,
        at_minimum.lines,
        at_minimum.over,
        smaller.size if smaller else 0.0,
        max(0, count - room.max_lines) if room.max_lines else 0,
        at_minimum.wide,
        at_minimum.broken,
    )


def _sizes(preferred: float, minimum: float, ladder: Sequence[float] = ()) -> list[float]:
    """The sizes to try, largest first; the two ends are always among them."""
    if ladder:
        return [preferred, *(size for size in ladder if minimum < size < preferred), minimum]
    steps = max(0, round((preferred - minimum) / STEP))
    return [preferred - i * STEP for i in range(steps)] + [minimum]


def _largest(texts: Sequence[Paragraph], room: Room, sizes: Sequence[float]) -> Fitted | None:
    """The text set at the largest of `sizes` (falling) that fits; None where none does."""
    first = _set(texts, room, sizes[0])
    if _good(first, room):
        return first
    low, high, best = 1, len(sizes) - 1, None
    while low <= high:
        middle = (low + high) // 2
        tried = _set(texts, room, sizes[middle])
        if _good(tried, room):
            best, high = tried, middle - 1
        else:
            low = middle + 1
    return best


def _good(tried: Fitted, room: Room) -> bool:
    if tried.over > 1e-6 or tried.wide or (room.keep_words and tried.broken):
        return False
    return not room.max_lines or sum(len(lines) for lines in tried.lines) <= room.max_lines


def _set(texts: Sequence[Paragraph], room: Room, size: float) -> Fitted:
    """Break everything at one size."""
    em = size * MM_PER_PT
    lines, wide, broken = [], list[tuple[str, float]](), list[str]()
    for paragraph in texts:
        width = room.width / em - (room.hang if paragraph.lead else 0.0)
        own, too_wide, cut = break_lines(paragraph, width, room.language, room.tracking)
        lines.append(tuple(own))
        wide += [(word, over * em) for word, over in too_wide]
        broken += cut
    count = sum(len(own) for own in lines)
    high = (count - 1) * room.leading + (len(lines) - 1) * room.gap + room.ascent + room.descent
    over = high * em - room.height
    return Fitted(size, tuple(lines), max(0.0, over), 0.0, 0, tuple(wide), tuple(broken))
