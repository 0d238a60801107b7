"""The SVG painter: the same drawing items as on the sheets, with real, selectable text.

Made for pages: one `<svg>` a face, in mm, trimmed with its rounded corners. Fonts are named, not
embedded; where a reader lacks them, `textLength` keeps every run as wide as it was composed.
"""

from __future__ import annotations

from html import escape

from fieldpress.faces import Face, Group, IconPath, Item, Path, Rect, TextRun
from fieldpress.faces.fonts import MM_PER_PT
from fieldpress.faces.items import Outline


def face_svg(face: Face, title: str, prefix: str = "face") -> str:
    """A face as an SVG element. `title` is what it is called for readers who do not see it;
    `prefix` makes its ids unique on a page that shows several."""
    width, height = _number(face.width), _number(face.height)
    corner = face.width / 2 if face.shape == "round" else face.corner
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'role="img" aria-labelledby="{escape(prefix)}-title">',
        f'<title id="{escape(prefix)}-title">{escape(title)}</title>',
        f'<clipPath id="{escape(prefix)}-trim"><rect width="{width}" height="{height}" '
        f'rx="{_number(corner)}"/></clipPath>',
        f'<g clip-path="url(#{escape(prefix)}-trim)">',
    ]
    for i, item in enumerate(face.items):
        parts.append(_item(item, f"{prefix}-{i}"))
    parts.append("</g></svg>")
    return "\n".join(parts) + "\n"


def _item(item: Item, name: str) -> str:
    if isinstance(item, TextRun):
        return _text(item)
    if isinstance(item, Rect):
        box = item.box
        radius = f' rx="{_number(item.radius)}"' if item.radius else ""
        return (
            f'<rect x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.w)}" '
            f'height="{_number(box.h)}"{radius}{_pen(item)}/>'
        )
    if isinstance(item, Group):
        clip, radius = item.clip, f' rx="{_number(item.radius)}"' if item.radius else ""
        inner = "".join(_item(part, f"{name}-{i}") for i, part in enumerate(item.items))
        return (
            f'<clipPath id="{escape(name)}"><rect x="{_number(clip.x)}" y="{_number(clip.y)}" '
            f'width="{_number(clip.w)}" height="{_number(clip.h)}"{radius}/></clipPath>'
            f'<g clip-path="url(#{escape(name)})">{inner}</g>'
        )
    rule = ' fill-rule="evenodd"' if item.evenodd else ""
    if isinstance(item, IconPath):
        place = f"translate({_number(item.x)} {_number(item.y)}) scale({_number(item.scale)})"
        pen = _pen(item, item.width / item.scale if item.scale else 0.0)
        ends = ' stroke-linecap="round" stroke-linejoin="round"' if item.stroke else ""
        return f'<path transform="{place}" d="{_data(item.outline)}"{pen}{ends}{rule}/>'
    dash = f' stroke-dasharray="{" ".join(map(_number, item.dash))}"' if item.dash else ""
    ends = ' stroke-linecap="round"' if item.round else ""
    return f'<path d="{_data(item.outline)}"{_pen(item)}{dash}{ends}{rule}/>'


def _pen(item: Rect | Path | IconPath, width: float | None = None) -> str:
    stroke = ""
    if item.stroke:
        wide = item.width if width is None else width
        stroke = f' stroke="{item.stroke}" stroke-width="{_number(wide)}"'
    return f' fill="{item.fill or "none"}"{stroke}'


def _text(run: TextRun) -> str:
    family, _, rest = run.font.rpartition("-")
    style = ""
    if not rest.isdigit():
        family, rest, style = *family.rpartition("-")[::2], f' font-style="{rest}"'
    spaced = f' letter-spacing="{_number(run.tracking * MM_PER_PT)}"' if run.tracking else ""
    turn = f' transform="rotate({run.turn} {_number(run.x)} {_number(run.y)})"' if run.turn else ""
    return (
        f'<text x="{_number(run.x)}" y="{_number(run.y)}" xml:space="preserve" '
        f'font-family="{escape(family.replace("-", " "))}" font-weight="{rest}"{style} '
        f'font-size="{_number(run.size * MM_PER_PT)}" fill="{run.colour}" '
        f'textLength="{_number(run.width)}" lengthAdjust="spacingAndGlyphs"{spaced}{turn}>'
        f"{escape(run.text)}</text>"
    )


def _data(outline: Outline) -> str:
    return "".join(letter + " ".join(map(_number, args)) for letter, args in outline)


def _number(value: float) -> str:
    """Up to three decimals, a micrometre: what a screen can never show."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
