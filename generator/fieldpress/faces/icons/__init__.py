"""Our own small SVG icons, drawn for this project, each parsed once.

A deliberately small subset: `path`, `rect`, `circle`, `ellipse`, `polygon` and `g`; no transforms,
no styles. A shape is filled with tone 1 of the caller's colours, or with the one that its
`data-tone` names; with `fill="none"` it is stroked instead, `stroke-width` units wide.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fieldpress.errors import FieldpressError
from fieldpress.faces.items import Outline
from fieldpress.faces.outlines import bounds, ellipse, parse_path, polygon, rounded

FOLDER = Path(__file__).resolve().parent
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of an icon; `tone` counts from 0; `stroke`: width in icon units, 0 if filled."""

    outline: Outline
    tone: int
    stroke: float
    evenodd: bool


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in its own units (its view box starts at 0, 0)."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


@cache
def icon_names() -> tuple[str, ...]:
    """Names of all icons that ship."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.svg")))


def no_icon(name: str) -> str:
    """What to say of an icon that does not exist."""
    from difflib import get_close_matches

    near = ", ".join(get_close_matches(name, icon_names(), 3)) or "none is near"
    return f"there is no icon {name!r} (nearest: {near})"


@cache
def load_icon(name: str) -> Icon:
    """The icon of this name. FieldpressError if there is none or it goes beyond the subset."""
    path = FOLDER / f"{name}.svg"
    if name not in icon_names():
        raise FieldpressError(no_icon(name))
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    left, top, width, height = (float(v) for v in root.attrib["viewBox"].split())
    if left or top:
        raise FieldpressError(f"icon {name}: its view box must start at 0 0")
    return Icon(name, width, height, tuple(_shapes(root, name, 1)))


def _shapes(node: ET.Element, name: str, tone: int) -> Iterator[Shape]:
    for child in node:
        tag = child.tag.removeprefix(_SVG)
        own = int(child.get("data-tone", tone))
        if tag == "g":
            yield from _shapes(child, name, own)
            continue
        if tag in ("title", "desc"):
            continue
        stroke = float(child.get("stroke-width", 0)) if child.get("fill") == "none" else 0.0
        outline = _outline(child, tag, name)
        bounds(outline)
        yield Shape(outline, own - 1, stroke, child.get("fill-rule") == "evenodd")


def _outline(node: ET.Element, tag: str, name: str) -> Outline:
    def number(key: str, default: float | None = None) -> float:
        return float(node.attrib[key]) if default is None else float(node.get(key, default))

    if tag == "path":
        return parse_path(node.attrib["d"])
    if tag == "rect":
        corner = number("rx", 0.0)
        return rounded(
            number("x", 0.0), number("y", 0.0), number("width"), number("height"), corner
        )
    if tag == "circle":
        return ellipse(number("cx"), number("cy"), number("r"), number("r"))
    if tag == "ellipse":
        return ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
    if tag == "polygon":
        values = [float(v) for v in node.attrib["points"].replace(",", " ").split()]
        return polygon(list(zip(values[0::2], values[1::2], strict=True)))
    raise FieldpressError(f"icon {name}: <{tag}> is not in the subset that icons may use")
