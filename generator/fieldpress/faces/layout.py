"""Layouts: data that says what stands where on a face; inheritance, styles and palette.

A game's layouts (content/GAME/faces/*.yml) come first; what a game lacks comes from the layouts
that ship beside this module, which a game's own may extend as `base/NAME`. docs/layouts.md
explains all of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from fieldpress.errors import FieldpressError
from fieldpress.faces.choices import holds, pick
from fieldpress.faces.fields import FIELD_NAMES, Fields
from fieldpress.faces.fonts import FontSpec, find_font
from fieldpress.faces.text import Look
from fieldpress.model import Game

#: The layout that all shipped layouts extend; a game that has one of this id restyles them all.
HOUSE = "house"
BASE = Path(__file__).resolve().parent / "layouts"
_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)(?::(word))?\}")
#: The key that says what kind an element is.
TYPES = ("text", "rect", "circle", "line", "path", "icon", "pattern")


class LayoutFault(FieldpressError):
    """A layout that cannot be used: which layout, which element, what is wrong."""

    def __init__(self, layout: str, where: str, what: str) -> None:
        self.where, self.what = where, what
        super().__init__(f"layout {layout}: {where}: {what}")


@dataclass(frozen=True, slots=True)
class Template:
    """A text with places for fields: literal strings, and (field, as a word) pairs."""

    parts: tuple[str | tuple[str, bool], ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(part[0] for part in self.parts if not isinstance(part, str))

    @classmethod
    def parse(cls, text: str) -> Template:
        parts: list[str | tuple[str, bool]] = []
        at = 0
        for match in _FIELD.finditer(text):
            if match.start() > at:
                parts.append(text[at : match.start()])
            parts.append((match[1], match[2] == "word"))
            at = match.end()
        if at < len(text):
            parts.append(text[at:])
        return cls(tuple(parts))


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set. Sizes and `tracking` in points; `leading`, `gap` and `hang` in em.

    `sizes`: those that may be taken between size and minimum; none given: every quarter point.
    `keywords`: words that are set bold wherever they stand.
    """

    look: Look
    size: float
    minimum: float
    sizes: tuple[float, ...]
    colour: str
    leading: float
    align: str
    valign: str
    tracking: float
    case: str
    hyphenate: str
    gap: float
    hang: float
    lines: int
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its type, its raw data, and what was parsed of it beforehand."""

    id: str
    type: str
    raw: Mapping[str, Any]
    templates: Mapping[str, Template] = field(default_factory=dict)
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """A resolved layout. Lengths in mm."""

    id: str
    purpose: str
    when: Mapping[str, Any]
    width: float
    height: float
    corner: float
    safe: float
    bleed: float
    shape: str
    palette: Mapping[str, Any]
    words: Mapping[str, Mapping[str, Any]]
    elements: tuple[Element, ...]

    def colour(self, name: Any, fields: Fields, where: str) -> str | None:
        """A palette colour for these fields, as #rrggbb; None for none."""
        for _ in range(8):
            name = pick(name, fields)
            if name is None or name == "none":
                return None
            if isinstance(name, str) and name.startswith("#"):
                return name
            if name not in self.palette:
                near = ", ".join(sorted(self.palette))
                raise LayoutFault(self.id, where, f"no colour {name!r} in the palette ({near})")
            name = self.palette[name]
        raise LayoutFault(self.id, where, f"the colour {name!r} leads back to itself")

    def word(self, name: str, value: Any, language: str) -> str:
        """How `words` calls a field's value in this language, else the value itself."""
        key = str(value).lower() if isinstance(value, bool) else str(value)
        entry = self.words.get(name, {}).get(key)
        return key if entry is None else in_language(entry, language)


def in_language(entry: Any, language: str) -> str:
    """A layout's own text: a string, or of a map the language's, else the English, else any."""
    if isinstance(entry, Mapping):
        return str(entry.get(language) or entry.get("en") or next(iter(entry.values())))
    return str(entry)


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """`above` laid over `below`: mappings merge key by key, everything else is replaced.

    A choice (`by` … `cases`) is a value and no mapping to merge, unless both go by the same field.
    """
    out = dict(below)
    for key, value in above.items():
        old = out.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            if ("by" in old or "by" in value) and old.get("by") != value.get("by"):
                out[key] = value
            else:
                out[key] = merge(old, value)
        else:
            out[key] = value
    return out


@cache
def base_layouts() -> dict[str, dict[str, Any]]:
    """The layouts that ship with Fieldpress, by id."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    out = {}
    for path in sorted(BASE.glob("*.yml")):
        raw = yaml.load(path.read_text(encoding="utf-8"), loader)
        out[raw["id"]] = raw
    return out


class Layouts:
    """The layouts of one game, ready to be chosen from; `variant` is one that they may offer."""

    def __init__(self, game: Game | None, variant: str = "") -> None:
        self._own: Mapping[str, Mapping[str, Any]] = game.layouts if game else {}
        self._variant = variant
        self._made: dict[str, Layout] = {}
        self._variants: set[str] = set()

    @classmethod
    def of(cls, own: Mapping[str, Mapping[str, Any]]) -> Layouts:
        """Layouts of records that belong to no loaded game yet, by id."""
        out = cls(None)
        out._own = own
        return out

    def resolved(self, ident: str) -> dict[str, Any]:
        """A layout's record with all that it extends laid under it. LayoutFault if that fails."""
        return self._resolved(ident, ())

    @property
    def variants(self) -> frozenset[str]:
        """Names of the variants that any usable layout offers."""
        for ident in [*self._own, *(f"base/{name}" for name in base_layouts())]:
            self._variants |= self._resolved(ident, ()).get("variants", {}).keys()
        return frozenset(self._variants)

    def choose(self, purpose: str, fields: Fields) -> Layout:
        """The layout for a face: the game's own before the shipped, conditional before general."""
        candidates = [
            *((ident, raw) for ident, raw in self._own.items()),
            *((f"base/{ident}", raw) for ident, raw in base_layouts().items()),
        ]
        ranked = sorted(
            (entry for entry in candidates if entry[1].get("for") == purpose),
            key=lambda entry: (entry[0].startswith("base/"), not self._when(entry[0])),
        )
        for ident, _ in ranked:
            if holds(self._when(ident), fields):
                return self.get(ident)
        raise FieldpressError(f"no layout for a {purpose} such as {fields.name}")

    def get(self, ident: str) -> Layout:
        """A layout by id, resolved."""
        if ident not in self._made:
            self._made[ident] = _build(ident, self._resolved(ident, ()), self._variant)
        return self._made[ident]

    def _when(self, ident: str) -> Mapping[str, Any]:
        when: Mapping[str, Any] = self._raw(ident, ident).get("when", {})
        return when

    def _raw(self, ident: str, asker: str) -> Mapping[str, Any]:
        shipped = ident.startswith("base/")
        table = base_layouts() if shipped else self._own
        key = ident.removeprefix("base/")
        if key not in table:
            known = ", ".join([*self._own, *(f"base/{name}" for name in base_layouts())])
            raise LayoutFault(
                asker, "extends", f"there is no layout {ident!r} (there are: {known})"
            )
        raw = table[key]
        if shipped and key == HOUSE and HOUSE in self._own:
            # A game's own house style lies over the shipped one, under everything else.
            raw = merge(raw, {k: v for k, v in self._own[HOUSE].items() if k != "extends"})
        return raw

    def _resolved(self, ident: str, seen: tuple[str, ...]) -> dict[str, Any]:
        if ident in seen:
            raise LayoutFault(seen[0], "extends", f"{' -> '.join((*seen, ident))} goes in a circle")
        raw = self._raw(ident, seen[-1] if seen else ident)
        parent = raw.get("extends")
        if parent is None:
            return dict(raw)
        # Inside the shipped folder, and there alone, a bare name means a shipped layout.
        if ident.startswith("base/") and not parent.startswith("base/"):
            parent = f"base/{parent}"
        below = self._resolved(parent, (*seen, ident))
        below.pop("when", None)
        return merge(below, raw)


def _build(ident: str, raw: Mapping[str, Any], variant: str) -> Layout:
    if variant in raw.get("variants", {}):
        raw = merge(raw, raw["variants"][variant])
    size = raw.get("size", {})
    styles = {
        name: _style(ident, name, entry, raw) for name, entry in raw.get("styles", {}).items()
    }
    elements = []
    for name, entry in _in_order(ident, raw.get("elements", {})):
        if not entry.get("drop"):
            elements.append(_element(ident, name, entry, raw, styles))
    try:
        width, height = float(size["width"]), float(size["height"])
    except KeyError as error:
        raise LayoutFault(ident, "size", f"{error.args[0]} is missing") from None
    return Layout(
        ident,
        raw["for"],
        raw.get("when", {}),
        width,
        height,
        float(size.get("corner", 0)),
        float(size.get("safe", 0)),
        float(size.get("bleed", 0)),
        size.get("shape", "rectangle"),
        raw.get("palette", {}),
        raw.get("words", {}),
        tuple(elements),
    )


def _in_order(ident: str, raw: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Elements from back to front: as written, save those that say `before` or `after`."""
    order = [name for name, entry in raw.items() if not {"after", "before"} & entry.keys()]
    for name, entry in raw.items():
        where = "after" if "after" in entry else "before"
        if where in entry:
            if entry[where] not in order:
                raise LayoutFault(ident, name, f"{where}: there is no element {entry[where]!r}")
            order.insert(order.index(entry[where]) + (where == "after"), name)
    return [(name, raw[name]) for name in order]


def _element(
    ident: str,
    name: str,
    entry: Mapping[str, Any],
    raw: Mapping[str, Any],
    styles: Mapping[str, Style],
) -> Element:
    kinds = [kind for kind in TYPES if kind in entry]
    if len(kinds) != 1:
        raise LayoutFault(ident, name, f"an element has exactly one of {', '.join(TYPES)}")
    kind = kinds[0]
    if kind in ("text", "icon", "pattern") and "box" not in entry:
        raise LayoutFault(ident, name, f"the {kind} has no box")
    if kind != "text":
        return Element(name, kind, entry)
    text = entry["text"]
    by_language = text if isinstance(text, Mapping) else {"": text}
    templates = {language: Template.parse(one) for language, one in by_language.items()}
    for template in templates.values():
        for used in template.fields:
            if used not in FIELD_NAMES:
                raise LayoutFault(ident, name, f"there is no field {{{used}}}")
    chosen = entry.get("style", "text")
    if chosen not in styles:
        raise LayoutFault(ident, name, f"no style {chosen!r} (there are: {', '.join(styles)})")
    own = {key: entry[key] for key in _STYLE_KEYS if key in entry}
    style = styles[chosen]
    if own:
        style = _style(ident, name, merge(raw["styles"][chosen], own), raw)
    return Element(name, kind, entry, templates, style)


_STYLE_KEYS = (
    "font",
    "bold",
    "italic",
    "size",
    "min",
    "sizes",
    "colour",
    "leading",
    "align",
    "valign",
    "tracking",
    "case",
    "hyphenate",
    "gap",
    "hang",
    "lines",
    "keywords",
)


def _style(ident: str, where: str, entry: Mapping[str, Any], raw: Mapping[str, Any]) -> Style:
    fonts = raw.get("fonts", {})

    def font(name: str) -> Any:
        if name not in fonts:
            raise LayoutFault(ident, where, f"no font {name!r} (there are: {', '.join(fonts)})")
        spec = fonts[name]
        return find_font(
            FontSpec(spec["family"], spec.get("weight", 400), spec.get("style", "normal"))
        )

    regular = entry.get("font", "text")
    bold = entry.get("bold", regular)
    italic = entry.get("italic", regular)
    size = float(entry.get("size", 8))
    return Style(
        Look(font(regular), font(bold), font(italic), font(entry.get("bold_italic", bold))),
        size,
        float(entry.get("min", size)),
        tuple(sorted((float(one) for one in entry.get("sizes", ())), reverse=True)),
        entry.get("colour", "ink"),
        float(entry.get("leading", 1.2)),
        entry.get("align", "left"),
        entry.get("valign", "top"),
        float(entry.get("tracking", 0)),
        entry.get("case", "as-is"),
        entry.get("hyphenate", "wide"),
        float(entry.get("gap", 0)),
        float(entry.get("hang", 0)),
        int(entry.get("lines", 0)),
        tuple(entry.get("keywords", ())),
    )
