"""Fonts: real glyph widths and the characters a font has, read once from its file.

Families come from `fontpkg-*` packages (open licences, installed with the `sheets` extra); no
request ever leaves the machine, and no system font is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from fieldpress.errors import FieldpressError, MissingExtra

#: Millimetres in a point.
MM_PER_PT = 25.4 / 72

#: Where a font lacks the first character its twin does the same work: narrow no-break space,
#: no-break hyphen, figure and thin space.
_TWINS = {0x202F: 0xA0, 0x2011: 0x2D, 0x2007: 0xA0, 0x2009: 0xA0}


@dataclass(frozen=True, slots=True)
class FontSpec:
    """Which font: family, weight (100 to 900) and style (normal or italic)."""

    family: str
    weight: int = 400
    style: str = "normal"

    @property
    def name(self) -> str:
        """Name under which painters register it, such as `Barlow-Condensed-400`."""
        tail = "" if self.style == "normal" else f"-{self.style}"
        return f"{self.family.replace(' ', '-')}-{self.weight}{tail}"


@dataclass(frozen=True, slots=True)
class Font:
    """A font's metrics; every length in em. `ascent` and `descent` enclose its letters' ink."""

    name: str
    path: Path
    ascent: float
    descent: float
    cap_height: float
    widths: dict[int, float] = field(repr=False)
    _words: dict[str, float] = field(repr=False, default_factory=dict)

    def has(self, character: str) -> bool:
        return ord(character) in self.widths

    def drawable(self, text: str) -> str:
        """`text`, characters that the font lacks replaced by their twins where they have one."""
        for code, twin in _TWINS.items():
            if chr(code) in text and code not in self.widths and twin in self.widths:
                text = text.replace(chr(code), chr(twin))
        return text

    def missing(self, text: str) -> list[str]:
        """Characters of `text` that cannot be printed so that they can also be copied.

        That is: those without a glyph, and those beyond U+FFFF, whose copied text ReportLab's
        character map would garble.
        """
        return [c for c in dict.fromkeys(text) if ord(c) not in self.widths or ord(c) > 0xFFFF]

    def width(self, text: str) -> float:
        """Width of `text` in em: the sum of its glyphs' advance widths."""
        known = self._words.get(text)
        if known is None:
            widths = self.widths
            known = self._words[text] = sum(widths.get(ord(c), 0.5) for c in text)
        return known


@cache
def find_font(spec: FontSpec) -> Font:
    """The font's metrics. FieldpressError if it is not installed or is no plain TrueType font."""
    try:
        import fontpkg
        from fontTools.ttLib import TTFont
    except ImportError as error:
        raise MissingExtra(error.name or "fontpkg", "sheets") from None
    try:
        path = fontpkg.path(spec.family, spec.weight, spec.style)
    except fontpkg.FontpkgError as error:
        package = f"fontpkg-{spec.family.lower().replace(' ', '-')}"
        raise FieldpressError(
            f"no font {spec.family} {spec.weight} {spec.style}: {error} (package {package})"
        ) from None
    file = TTFont(path, lazy=True)
    if "fvar" in file or "glyf" not in file:
        raise FieldpressError(
            f"font {spec.family}: variable and PostScript fonts cannot be embedded; choose a "
            "family with one TrueType file for each weight"
        )
    em = file["head"].unitsPerEm
    cmap = file.getBestCmap()
    advances = file["hmtx"].metrics
    glyphs = file["glyf"]

    def extent(letters: str, edge: str) -> list[float]:
        names = [cmap[ord(c)] for c in letters if ord(c) in cmap]
        return [getattr(glyphs[name], edge, 0) / em for name in names]

    return Font(
        spec.name,
        Path(path),
        max(extent("ÉÂbdl|", "yMax")),
        -min(extent("gjpqyÇ|", "yMin")),
        max(extent("HE1", "yMax")),
        {code: advances[name][0] / em for code, name in cmap.items()},
    )
