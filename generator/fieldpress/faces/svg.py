"""Faces as SVG: the same drawing items as on the sheets, with real, selectable text.

Made for pages: one `<svg>` a face, in mm, trimmed with its rounded corners. Fonts are named, not
embedded; where a reader lacks them, `textLength` keeps every run as wide as it was composed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from fieldpress.faces.fonts import MM_PER_PT
from fieldpress.faces.items import Box, Face, Group, IconPath, Item, Outline, Path, Rect, TextRun

#: Takes a picture of its own (an SVG document); gives its address, or None to have it in place.
Share = Callable[[str], str | None]


def face_svg(
    face: Face,
    name: str,
    prefix: str = "face",
    families: Mapping[str, str] | None = None,
    share: Share | None = None,
) -> str:
    """A face as an SVG element. `name` is what it is called for readers who do not see it;
    `prefix` makes its ids unique on a page that shows several.

    `families` gives the font families other names, as a page calls them. Patterns, the same on
    many faces, are offered to `share`.
    """
    return _Writer(families or {}, share).face(face, name, prefix)


@dataclass
class _Writer:
    families: Mapping[str, str]
    share: Share | None

    def face(self, face: Face, name: str, prefix: str) -> str:
        width, height = _number(face.width), _number(face.height)
        corner = face.width / 2 if face.shape == "round" else face.corner
        prefix = escape(prefix)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'role="img" aria-label="{escape(name)}">',
            f'<clipPath id="{prefix}-trim"><rect width="{width}" height="{height}" '
            f'rx="{_number(corner)}"/></clipPath>',
            f'<g clip-path="url(#{prefix}-trim)">',
            *(self.item(item, f"{prefix}-{i}") for i, item in enumerate(face.items)),
            "</g></svg>",
        ]
        return "\n".join(parts) + "\n"

    def item(self, item: Item, name: str) -> str:
        if isinstance(item, TextRun):
            return self.text(item)
        if isinstance(item, Group):
            return self.group(item, name)
        return _shape(item)

    def group(self, item: Group, name: str) -> str:
        """A pattern: in place, clipped; or as a picture that other faces show too."""
        inner = "".join(self.item(part, f"{name}-{i}") for i, part in enumerate(item.items))
        clip, radius = item.clip, f' rx="{_number(item.radius)}"' if item.radius else ""
        box = _place(clip)
        if self.share is not None and not any(isinstance(part, TextRun) for part in item.items):
            at = f"{_number(clip.x)} {_number(clip.y)} {_number(clip.w)} {_number(clip.h)}"
            cut = f'<clipPath id="c"><rect {box}{radius}/></clipPath>'
            address = self.share(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{at}">{cut}'
                f'<g clip-path="url(#c)">{inner}</g></svg>\n'
            )
            if address is not None:
                return f'<image {box} href="{escape(address)}"/>'
        return (
            f'<clipPath id="{name}"><rect {box}{radius}/></clipPath>'
            f'<g clip-path="url(#{name})">{inner}</g>'
        )

    def text(self, run: TextRun) -> str:
        family, _, rest = run.font.rpartition("-")
        style = ""
        if not rest.isdigit():
            family, rest, style = *family.rpartition("-")[::2], f' font-style="{rest}"'
        family = family.replace("-", " ")
        family = self.families.get(family, family)
        spaced = f' letter-spacing="{_number(run.tracking * MM_PER_PT)}"' if run.tracking else ""
        turn = (
            f' transform="rotate({run.turn} {_number(run.x)} {_number(run.y)})"' if run.turn else ""
        )
        return (
            f'<text x="{_number(run.x)}" y="{_number(run.y)}" xml:space="preserve" '
            f'font-family="{escape(family)}, sans-serif" font-weight="{rest}"{style} '
            f'font-size="{_number(run.size * MM_PER_PT)}" fill="{run.colour}" '
            f'textLength="{_number(run.width)}" lengthAdjust="spacingAndGlyphs"{spaced}{turn}>'
            f"{escape(run.text)}</text>"
        )


def _place(box: Box) -> str:
    return (
        f'x="{_number(box.x)}" y="{_number(box.y)}" '
        f'width="{_number(box.w)}" height="{_number(box.h)}"'
    )


def _shape(item: Rect | Path | IconPath) -> str:
    if isinstance(item, Rect):
        radius = f' rx="{_number(item.radius)}"' if item.radius else ""
        return f"<rect {_place(item.box)}{radius}{_pen(item)}/>"
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


def _data(outline: Outline) -> str:
    return "".join(letter + " ".join(map(_number, args)) for letter, args in outline)


def _number(value: float) -> str:
    """Up to three decimals, a micrometre: what a screen can never show."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
