"""Faults of layouts that no schema sees, with their place: names that lead nowhere.

A misspelt icon, colour, font, style or field, a layout that extends itself, a card that a choice
knows and the game does not: the sheets would stop at the first of them; here are all at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.library import Checked
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.records import GameContent, Record
from fieldpress.errors import FieldpressError, MissingExtra
from fieldpress.faces import FIELD_NAMES, LayoutFault, Layouts
from fieldpress.faces.choices import STATES
from fieldpress.faces.fonts import FontSpec, find_font
from fieldpress.faces.icons import icon_names
from fieldpress.faces.layout import Template, base_layouts
from fieldpress.faces.outlines import parse_path
from fieldpress.faces.patterns import PATTERNS

Path = tuple[str | int, ...]
Raw = Mapping[str, Any]
#: What is wrong at a path: code, problem, remedy, and whether it is the key that is wrong.
Found = Iterator[tuple[Path, str, str, str, bool]]

_ICON = re.compile(r"\{icon:([a-z0-9-]+)\}")
_COLOURS = ("fill", "stroke", "colour")
_FONTS = ("font", "bold", "italic", "bold_italic")
#: Where the records of a layout's purpose stand; their ids are what `id` may be.
_RECORDS = {
    "card": "cards",
    "terrain": "terrains",
    "counter": "counters",
    "component": "components",
    "option": "options",
    "combat-card": "decks",
    "support": "supports",
    "operation": "operations",
    "festung": "festungen",
}
#: Kinds whose texts may hold icons.
_WITH_ICONS = ("cards", "terrains", "components")


def layout_faults(checked: Checked) -> list[Fault]:
    """Faults of the layouts of all games read, and of icons in the texts that they print.

    Files that have faults already are passed over: what their schema forbids is not understood.
    """
    faulty = {fault.file for fault in checked.faults}
    out: list[Fault] = []
    for game in checked.games.values():
        records = [r for r in game.of("layouts") if r.origin.document.file not in faulty]
        if len(records) == len(game.of("layouts")):
            check = _Check(game)
            for record in records:
                out += (_fault(record, *one) for one in check.layout(record))
        for kind in _WITH_ICONS:
            for record in game.of(kind):
                if record.origin.document.file not in faulty:
                    out += (_fault(record, *one) for one in _icons_in(record.data, ()))
    return sorted(set(out))


def _icons_in(raw: Any, path: Path) -> Found:
    """Icons in any text of a record."""
    if isinstance(raw, str):
        for name in _ICON.findall(raw):
            yield from _name(path, "icon", name, icon_names())
    elif isinstance(raw, Mapping):
        for key, value in raw.items():
            yield from _icons_in(value, (*path, key))
    elif isinstance(raw, list):
        for i, value in enumerate(raw):
            yield from _icons_in(value, (*path, i))


def _fault(record: Record, path: Path, code: str, problem: str, remedy: str, on_key: bool) -> Fault:
    return record.fault(path, code, problem, remedy, on_key=on_key)


def _name(path: Path, noun: str, name: Any, known: Any, on_key: bool = False) -> Found:
    """A name that must be among those known."""
    if name not in known:
        near = did_you_mean(str(name), [str(one) for one in known])
        yield (
            path,
            f"unknown-{noun.replace(' ', '-')}",
            f"there is no {noun} {name!r}",
            near,
            on_key,
        )


class _Check:
    def __init__(self, game: GameContent) -> None:
        self.game = game
        own = {record.id: record.data for record in game.of("layouts")}
        self.layouts = Layouts.of(own)
        self.resolved: dict[str, Raw] = {}
        self.broken: dict[str, LayoutFault] = {}
        for ident in [*own, *(f"base/{name}" for name in base_layouts())]:
            try:
                self.resolved[ident] = self.layouts.resolved(ident)
            except LayoutFault as fault:
                self.broken[ident] = fault

    def layout(self, record: Record) -> Found:
        ident, raw = record.id, record.data
        if ident in self.broken:
            yield ("extends",), "layout-extends", self.broken[ident].what, "", False
        found = False
        for one in _Walk(self, ident, raw).all():
            found = True
            yield one
        if not found and ident in self.resolved and raw["for"] != "shared":
            # What is left is what only making the layout tells, such as a box that is missing.
            try:
                self.layouts.get(ident)
            except MissingExtra:
                pass
            except LayoutFault as fault:
                yield _place(raw, fault.where), "layout", fault.what, "", False
            except FieldpressError as error:
                yield (), "layout", str(error), "", False

    def names(self, ident: str, part: str, shared: bool) -> set[str]:
        """The names that a part (palette, fonts, styles, elements) has for a layout.

        A shared layout may use what only those that extend it define.
        """
        out: set[str] = set()
        for name in self.resolved if shared or ident not in self.resolved else (ident,):
            raw = self.resolved[name]
            out |= raw.get(part, {}).keys()
            for variant in raw.get("variants", {}).values():
                out |= variant.get(part, {}).keys()
        return out

    def values(self, field: str, purpose: str) -> set[str] | None:
        """The values that a field can have where the game says so; None where anything goes, or
        where not all of the game could be read."""
        head, game = self.game.head, self.game
        if field == "side":
            return set(head.get("sides", {}))
        if field == "side_role":
            roles = {str(one.get("role")) for one in self.game.head.get("sides", {}).values()}
            return {"attacker", "defender"} | roles
        if field == "unit_type":
            return set(head.get("unit_types", {}))
        if field == "kind" and purpose == "card":
            return {"unit", "event", "action"}
        if field in ("sets", "borne") and "sets" not in game.unread:
            return {record.id for record in game.of("sets")}
        if field == "face" and purpose == "counter" and "counters" not in game.unread:
            return {
                str(face.get("id"))
                for record in game.of("counters")
                for face in record.data.get("faces", ())
            }
        if field == "id" and purpose in _RECORDS and not {_RECORDS[purpose], "sets"} & game.unread:
            blanks = {
                str(blank.get("id"))
                for record in game.of("sets")
                for blank in record.data.get("blanks", ())
                if blank.get("kind") == purpose
            }
            return blanks | {record.id for record in game.of(_RECORDS[purpose])}
        return None


def _place(raw: Raw, where: str) -> Path:
    """The path of what a layout fault names, as far as the record itself holds it."""
    for part in ("elements", "styles"):
        if where in raw.get(part, {}):
            return part, where
    return (where,) if where in raw else ()


class _Walk:
    """One layout record, every part of it at its path."""

    def __init__(self, check: _Check, ident: str, raw: Raw) -> None:
        self.check, self.ident, self.raw = check, ident, raw
        self.purpose: str = raw["for"]
        shared = self.purpose == "shared"
        self.palette, self.fonts, self.styles, self.elements = (
            check.names(ident, part, shared) for part in ("palette", "fonts", "styles", "elements")
        )

    def all(self) -> Found:
        yield from self.condition(self.raw.get("when", {}), ("when",))
        for name in self.raw.get("words", {}):
            yield from _name(("words", name), "field", name, FIELD_NAMES, True)
        yield from self.part(self.raw, ())
        for name, variant in self.raw.get("variants", {}).items():
            yield from self.part(variant, ("variants", name))

    def part(self, raw: Raw, path: Path) -> Found:
        """Palette, fonts, styles and elements: of the layout itself, or of a variant."""
        for name, colour in raw.get("palette", {}).items():
            yield from self.colour(colour, (*path, "palette", name))
            if self.leads_back(name, raw["palette"]):
                where = (*path, "palette", name)
                yield where, "colour-circle", f"the colour {name!r} leads back to itself", "", False
        for name, font in raw.get("fonts", {}).items():
            yield from self.font(font, (*path, "fonts", name))
        for name, style in raw.get("styles", {}).items():
            yield from self.style(style, (*path, "styles", name))
        for name, element in raw.get("elements", {}).items():
            yield from self.element(element, (*path, "elements", name))

    def leads_back(self, name: str, own: Raw) -> bool:
        palette = {**self.check.resolved.get(self.ident, {}).get("palette", {}), **own}
        seen: set[str] = set()
        ahead = list(_leaves(palette[name]))
        while ahead:
            colour = ahead.pop()
            if colour == name:
                return True
            if colour in palette and colour not in seen:
                seen.add(colour)
                ahead += _leaves(palette[colour])
        return False

    def font(self, raw: Raw, path: Path) -> Found:
        if "family" not in raw:
            return
        try:
            find_font(FontSpec(raw["family"], raw.get("weight", 400), raw.get("style", "normal")))
        except MissingExtra:
            return
        except FieldpressError as error:
            yield (*path, "family"), "font", str(error), "", False

    def style(self, raw: Raw, path: Path) -> Found:
        for key in _FONTS:
            if key in raw:
                yield from _name((*path, key), "font", raw[key], self.fonts)
        if "colour" in raw:
            yield from self.colour(raw["colour"], (*path, "colour"))

    def element(self, raw: Raw, path: Path) -> Found:
        yield from self.condition(raw.get("when", {}), (*path, "when"))
        for key in _COLOURS:
            if key in raw:
                yield from self.colour(raw[key], (*path, key))
        for i, tone in enumerate(raw.get("tones", ())):
            yield from self.colour(tone, (*path, "tones", i))
        for key in _FONTS:
            if key in raw:
                yield from _name((*path, key), "font", raw[key], self.fonts)
        if "style" in raw:
            yield from _name((*path, "style"), "style", raw["style"], self.styles)
        for key in ("after", "before"):
            if key in raw:
                yield from _name((*path, key), "element", raw[key], self.elements)
        for key, known in (("icon", icon_names()), ("pattern", tuple(PATTERNS))):
            if key in raw:
                yield from self.picked(raw[key], (*path, key), self.named(key, known))
        for key in ("step", "width"):
            yield from self.picked(raw.get(key), (*path, key), lambda value, at: iter(()))
        if "path" in raw:
            try:
                parse_path(raw["path"])
            except ValueError as error:
                yield (*path, "path"), "path", str(error), "", False
        text = raw.get("text")
        texts = text.items() if isinstance(text, Mapping) else [("", text)] if text else []
        for language, one in texts:
            where = (*path, "text", language) if language else (*path, "text")
            for name in Template.parse(one).fields:
                yield from _name(where, "field", name, FIELD_NAMES)
            yield from _icons_in(one, where)

    def named(self, noun: str, known: Any) -> Callable[[Any, Path], Found]:
        def check(value: Any, path: Path) -> Found:
            if value not in (None, "none"):
                yield from _name(path, noun, value, known)

        return check

    def colour(self, raw: Any, path: Path) -> Found:
        def check(value: Any, at: Path) -> Found:
            if isinstance(value, str) and value != "none" and not value.startswith("#"):
                yield from _name(at, "colour", value, self.palette)

        yield from self.picked(raw, path, check)

    def picked(self, raw: Any, path: Path, check: Callable[[Any, Path], Found]) -> Found:
        """A value, a choice of values, or a list of choices."""
        if isinstance(raw, list):
            for i, one in enumerate(raw):
                yield from self.picked(one, (*path, i), check)
        elif isinstance(raw, Mapping):
            if "by" in raw:
                yield from _name((*path, "by"), "field", raw["by"], FIELD_NAMES)
            known = self.check.values(raw.get("by", ""), self.purpose)
            for case, value in raw.get("cases", {}).items():
                where = (*path, "cases", case)
                if known is not None and case not in STATES:
                    yield from _name(where, _noun(raw["by"], self.purpose), case, known, True)
                yield from self.picked(value, where, check)
            if "else" in raw:
                yield from self.picked(raw["else"], (*path, "else"), check)
        elif raw is not None:
            yield from check(raw, path)

    def condition(self, raw: Raw, path: Path) -> Found:
        for name, wanted in raw.items():
            where = (*path, name)
            if name == "not":
                yield from self.condition(wanted, where)
            elif name == "any":
                for i, one in enumerate(wanted):
                    yield from self.condition(one, (*where, i))
            else:
                yield from _name(where, "field", name, FIELD_NAMES, True)
                known = self.check.values(name, self.purpose)
                for i, value in enumerate(wanted if isinstance(wanted, list) else [wanted]):
                    at = (*where, i) if isinstance(wanted, list) else where
                    if known is not None and value not in STATES:
                        yield from _name(at, _noun(name, self.purpose), value, known)


def _noun(field: str, purpose: str) -> str:
    """What a value of the field is called: the id of a card's layout is a card."""
    names = {"id": purpose, "sets": "set", "borne": "set", "side_role": "role"}
    return names.get(field, field.replace("_", " "))


def _leaves(raw: Any) -> Iterator[str]:
    """The values that a choice can give."""
    if isinstance(raw, Mapping):
        for value in (*raw.get("cases", {}).values(), raw.get("else")):
            yield from _leaves(value)
    elif isinstance(raw, str):
        yield raw
