"""What a layout may ask of a record: named fields, each known, unknown, none or absent.

A field that no source states prints as "?"; nothing here ever supplies a value of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.faces.field_names import FIELD_NAMES
from fieldpress.faces.markup import link_text
from fieldpress.model import (
    Card,
    Component,
    Counter,
    CounterFace,
    Fact,
    Game,
    Library,
    Terrain,
    TerrainFace,
    Text,
)
from fieldpress.model.links import LINK_KINDS, Link, split_links

UNKNOWN = "?"
#: The copies in one set after the other, for badges that tell the sets apart.
_SET_COPIES = ("copies_1", "copies_2", "copies_3", "copies_4")
_NUMBER = re.compile(r"(\d+)\.\s+(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Field:
    """`value` is what conditions compare; `text` what templates print; `markup`: parse the text."""

    state: str
    value: Any = None
    text: str = ""
    markup: bool = False

    @property
    def shown(self) -> str:
        """The text, or the sign of the unknown."""
        return UNKNOWN if self.state == "unknown" else self.text


ABSENT = Field("absent")


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one face. `name` says whose they are in messages; `language` is its text's."""

    name: str
    language: str
    names_language: str
    by_name: Mapping[str, Field]
    size: tuple[float, float] | None = None

    def __getitem__(self, name: str) -> Field:
        return self.by_name.get(name, ABSENT)


def _plain(value: Any, text: str | None = None, markup: bool = False) -> Field:
    if value is None:
        return ABSENT
    return Field("known", value, str(value) if text is None else text, markup)


def _fact(fact: Fact[Any], text: str | None = None, markup: bool = False) -> Field:
    if not fact.known:
        return Field(fact.state)
    return _plain(fact.value, text, markup)


#: The same for modules that read the fields of further record kinds.
plain, of_fact = _plain, _fact


class Reader:
    """Reads the fields of one game's records, in the language that the game prints."""

    def __init__(self, library: Library, game: Game, scenario: str = "") -> None:
        self._library = library
        self._game = game
        self._language = game.language
        self._resolved: dict[str, str] = {}
        self._common = {
            "game": _plain(game.id),
            "game_title": _plain(game.id, game.title.get()),
            "version": _plain(game.raw.get("version")),
            "scenario": _plain(
                scenario or None, game.scenarios[scenario].title.get() if scenario else ""
            ),
        }

    def link(self, inner: str) -> str:
        """The shown text of a `[[link]]`: the name of what it points at."""
        known = self._resolved.get(inner)
        if known is None:
            known = self._resolved[inner] = self._link(inner)
        return known

    def _link(self, inner: str) -> str:
        parts = split_links(f"[[{inner}]]")
        link = parts[0]
        if not isinstance(link, Link):
            return link_text(inner)
        if link.shown:
            return link.shown
        game = self._library.games.get(link.game or self._game.id)
        record = getattr(game, LINK_KINDS[link.kind], {}).get(link.id) if game else None
        title = getattr(record, "name", None) or getattr(record, "title", None)
        return title.get() if isinstance(title, Text) else link_text(inner)

    def _fields(
        self, name: str, own: Mapping[str, Field], size: tuple[float, float] | None = None
    ) -> Fields:
        return Fields(
            name,
            self._language,
            self._game.names_language,
            {**self._common, **own},
            size,
        )

    def face(self, name: str, own: Mapping[str, Field]) -> Fields:
        """The fields of a face that another module reads; `name` says whose in messages."""
        return self._fields(name, own)

    def side(self, side: Fact[str]) -> dict[str, Field]:
        """The fields that say which side something is on."""
        return self._side(side)

    def _side(self, side: Fact[str], prefix: str = "side") -> dict[str, Field]:
        if not side.known or side.value is None:
            return {key: Field(side.state) for key in (prefix, f"{prefix}_name", f"{prefix}_role")}
        entry = self._game.sides.get(side.value, {})
        return {
            prefix: _plain(side.value),
            f"{prefix}_name": _plain(side.value, self._side_name(side.value)),
            f"{prefix}_role": _plain(entry.get("role")),
        }

    def _side_name(self, side: str) -> str:
        return self._game.side_name(side) if side in self._game.sides else side

    def _copies(self, copies: Fact[dict[str, Fact[int]]]) -> dict[str, Field]:
        """`copies`: how many by set in short, such as `P 2`; `?` stands for what is not stated.

        `borne`: the sets whose mark the piece certainly bears. `copies_1`, `copies_2` ...: its
        copies in the first, second ... set of the game.
        """
        if not copies.known or copies.value is None:
            names = ("copies", "sets", "borne", *_SET_COPIES)
            return dict.fromkeys(names, Field(copies.state))
        shown = []
        for ident, count in copies.value.items():
            mark = self._game.sets[ident].mark if ident in self._game.sets else ident
            shown.append(f"{mark or ident}{count.value if count.known else UNKNOWN}")
        borne = tuple(i for i, n in copies.value.items() if (n.value if n.known else n.at_least))
        each = [_fact(copies.value.get(ident, Fact("absent"))) for ident in self._game.sets]
        return {
            "copies": _plain(tuple(copies.value), " ".join(shown)),
            "sets": _plain(tuple(copies.value), " ".join(shown)),
            "borne": _plain(borne, " ".join(borne)) if borne else Field("unknown"),
            **dict(zip(_SET_COPIES, each, strict=False)),
        }

    def _effects(self, effects: Fact[list[Any]], text: Fact[Text]) -> dict[str, Field]:
        """`effect`: whether all that the piece does is stated: known, partial, unknown or none."""
        state: str = effects.state
        if effects.known and effects.value:
            last = effects.value[-1]
            if last == "unknown" or (isinstance(last, Mapping) and "unknown" in last):
                state = "partial"
        return {
            "effect": Field("known", state, state),
            "text": _fact(text, text.value.get(self._language) if text.value else "", markup=True),
            "text_basis": _plain(text.basis),
        }

    def _unit_type(self, fact: Fact[str]) -> dict[str, Field]:
        if not fact.known:
            return {"unit_type": Field(fact.state), "unit_type_name": Field(fact.state)}
        names = self._game.raw.get("unit_types", {})
        entry = names.get(fact.value, fact.value)
        shown = Text.parse(entry, self._language).get(self._language)
        return {"unit_type": _plain(fact.value), "unit_type_name": _plain(fact.value, shown)}

    def card(self, card: Card) -> Fields:
        """Fields of a player card."""
        copies = self._copies(card.copies)
        return self._fields(
            f"card {card.id}",
            {
                "id": _plain(card.id),
                "name": _plain(card.name.get()),
                "name_translated": _translated(card.name, self._language),
                "number": _fact(card.number),
                **self._side(card.side),
                "kind": _fact(card.kind),
                "plays_as": _plain(card.plays_as) if len(card.plays_as) > 1 else ABSENT,
                "heroic": _fact(card.heroic),
                "combat_value": _fact(card.combat_value),
                **self._unit_type(card.unit_type),
                "support": _fact(card.support),
                **self._effects(card.effects, card.text),
                **copies,
            },
        )

    def card_back(self, side: Fact[str], heroic: Fact[bool]) -> Fields:
        """Fields of a card's back, which tells its side and whether it is heroic, nothing else."""
        whose = side.value if side.known else side.state
        return self._fields(f"back of {whose}", {**self._side(side), "heroic": _fact(heroic)})

    def terrain_back(self) -> Fields:
        """Fields of the common back of the Terrains."""
        return self._fields("back of terrain", {})

    def terrain(self, terrain: Terrain, face: TerrainFace) -> Fields:
        """Fields of one face of a Terrain."""
        label = f"terrain {terrain.id}" + (f" face {face.letter}" if face.letter else "")
        own: dict[str, Field] = {
            "id": _plain(terrain.id),
            "letter": _plain(face.letter or None),
            "two_sided": _plain(terrain.two_sided),
            "name": _plain(face.name.get()),
            "name_translated": _translated(face.name, self._language),
            "number": _fact(face.number),
            "size": _fact(face.size),
            "objective": _fact(terrain.objective),
            "building": _fact(terrain.building),
            **self._effects(face.effects, face.text),
            **self._copies(terrain.copies),
        }
        for side, entry in self._game.sides.items():
            role = entry.get("role", side)
            own[f"{role}_side"] = _plain(side)
            own[f"{role}_name"] = _plain(side, self._side_name(side))
            if face.draws.known and face.draws.value is not None:
                count = face.draws.value.get(side)
                own[f"{role}_draws"] = _fact(count) if count else ABSENT
            else:
                own[f"{role}_draws"] = Field(face.draws.state)
        return self._fields(label, own)

    def counter(self, counter: Counter, face: CounterFace) -> Fields:
        """Fields of one face of a counter."""
        colour = counter.colour.value.get() if counter.colour.value else ""
        adds = f"{face.adds:+d}".replace("-", "−") if face.adds is not None else ""
        side: Fact[str] = Fact("known", face.side, "printed") if face.side else Fact("absent")
        return self._fields(
            f"counter {counter.id} face {face.id}",
            {
                "id": _plain(counter.id),
                "face": _plain(face.id),
                "name": _plain(counter.name.get()),
                "kind": _plain(counter.kind),
                "shape": _plain(counter.shape),
                "shows": _plain(face.shows.get()),
                "adds": _plain(face.adds, adds),
                "colour": _plain(colour or None)
                if counter.colour.known
                else Field(counter.colour.state),
                "face_colour": _plain(face.colour),
                **self._side(side),
            },
            (counter.size, counter.size),
        )

    def component(self, component: Component) -> Fields:
        """Fields of a reserve, modifier, reference or blank card."""
        own: dict[str, Field] = {
            "id": _plain(component.id),
            "name": _plain(component.name.get()),
            "kind": _plain(component.kind),
            "size": _plain(component.size),
            **self._side(component.side),
        }
        ways = component.raw.get("orientations", [])
        for i, way in enumerate(ways, 1):
            own[f"way_{i}"] = _plain(Text.parse(way["shows"], self._language).get())
            adds = way.get("adds")
            own[f"way_{i}_adds"] = _plain(adds, f"{adds:+d}".replace("-", "−") if adds else "0")
        entries = component.raw.get("lines", [])
        lines = [Text.parse(entry["text"], self._language).get() for entry in entries]
        numbered = "\n".join(_numbered(line) for line in lines)
        own["lines"] = _plain(numbered or None, numbered, markup=True)
        return self._fields(f"component {component.id}", own)

    def blank(
        self,
        ident: str,
        name: str,
        kind: str,
        mark: str,
        side: str | None,
        heroic: bool | None = None,
        card_kind: str | None = None,
    ) -> Fields:
        """Fields of a piece that is known only by its number in a set."""
        fact: Fact[str] = Fact("known", side, "printed") if side else Fact("absent")
        unknown = Field("unknown")
        own: dict[str, Field] = {
            "id": _plain(ident),
            "name": unknown,
            "blank": _plain(True),
            "blank_name": _plain(name),
            "number": unknown,
            "copies": _plain(mark, mark),
            "sets": _plain(mark, mark),
            "two_sided": _plain(False),
            "effect": Field("known", "unknown", "unknown"),
            "text": unknown,
            **self._side(fact),
        }
        if kind == "terrain":
            own["size"] = unknown
            for ident_of_side, entry in self._game.sides.items():
                role = entry.get("role", ident_of_side)
                own[f"{role}_side"] = _plain(ident_of_side)
                own[f"{role}_name"] = _plain(ident_of_side, self._side_name(ident_of_side))
                own[f"{role}_draws"] = unknown
        else:
            star: Fact[bool] = Fact("unknown") if heroic is None else Fact("known", heroic)
            what: Fact[str] = Fact("known", card_kind) if card_kind else Fact("unknown")
            own |= {"kind": _fact(what), "heroic": _fact(star), "combat_value": unknown}
        return self._fields(f"blank {ident}", own)


def _numbered(line: str) -> str:
    """A line of a reference card, its number (or nothing) hanging left of its text."""
    number, text = match.groups() if (match := _NUMBER.match(line)) else ("", line)
    return f"**{number}**\t{text}" if number else f"\t{text}"


def _translated(name: Text, language: str) -> Field:
    """The name in the game's text language where that is another than the printed one."""
    if name.language() == language or language not in name.by_language:
        return ABSENT
    return _plain(name.by_language[language])


__all__ = ["ABSENT", "FIELD_NAMES", "UNKNOWN", "Field", "Fields", "Reader", "of_fact", "plain"]
