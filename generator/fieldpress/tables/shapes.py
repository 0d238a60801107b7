"""Shapes of a drawn table as pieces of SVG, in the units of its layout."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from fieldpress.engine.verdicts import EngineFault
from fieldpress.faces.icons import FOLDER
from fieldpress.tables import palette

HEAD, TEXT = "Sheet Head", "Sheet Text"


def n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, w: float, h: float, r: float = 1.2, **style: str) -> str:
    attributes = " ".join(f"{k.replace('_', '-')}={quoteattr(v)}" for k, v in style.items())
    box = f'x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"'
    return f'<rect {box} rx="{n(r)}" {attributes}/>'


def circle(x: float, y: float, r: float, **style: str) -> str:
    attributes = " ".join(f"{k.replace('_', '-')}={quoteattr(v)}" for k, v in style.items())
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" {attributes}/>'


def text(
    x: float, y: float, words: str, size: float, anchor: str = "middle", weight: int = 600,
    fill: str = palette.INK, family: str = TEXT,
) -> str:  # fmt: skip
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-family="{family}" font-size="{n(size)}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
    )


def big(x: float, y: float, words: str) -> str:
    """A number on a pile or a hand."""
    return text(x, y, words, 6.5, weight=700, fill=palette.PAPER, family=HEAD)


def icon(name: str, x: float, y: float, size: float, fill: str, second: str) -> str:
    try:
        raw = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    except OSError:
        raise EngineFault(f"the layout names no shipped icon: {name}") from None
    inner = _TAG.sub(
        lambda tag: _coloured(tag[0], fill, second), raw[raw.index(">") + 1 : raw.rindex("</svg>")]
    )
    spot = f"translate({n(x)} {n(y)}) scale({n(size / 64)})"
    return f'<g transform="{spot}" fill="{fill}">{inner}</g>'


_TAG = re.compile(r"<[a-z][^>]*>")


def _coloured(tag: str, fill: str, second: str) -> str:
    """An element of an icon in its tone; an outlined one takes the tone as its stroke."""
    tone = second if 'data-tone="2"' in tag else fill
    tag = tag.replace(' data-tone="2"', "")
    if 'fill="none"' in tag:
        return tag.replace('fill="none"', f'fill="none" stroke="{tone}"')
    return tag.replace(" ", f' fill="{tone}" ', 1) if tone == second else tag
