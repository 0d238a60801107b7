"""Record kinds of the normandie ruleset: terrain tiles, options, Action cards and armies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fieldpress.model.facts import Fact, Text, sources
from fieldpress.model.records import Raw


def _note(raw: Raw, language: str) -> Text | None:
    return Text.parse(raw["note"], language) if "note" in raw else None


@dataclass(frozen=True, slots=True)
class TileFace:
    """A face of a terrain tile. `shows`: what is printed on it; `unknown`: why nothing is known."""

    letter: str
    shows: tuple[Text, ...]
    unknown: str
    note: Text | None
    source: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A terrain tile, known by its printed code."""

    id: str
    game: str
    name: Text
    code: Fact[str]
    faces: tuple[TileFace, ...]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Tile:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            Fact.parse(raw.get("code"), src),
            tuple(
                TileFace(
                    letter,
                    tuple(Text.parse(one, language) for one in face.get("shows", ())),
                    str(face.get("unknown", "")),
                    _note(face, language),
                    sources(face.get("source")) or src,
                )
                for letter, face in sorted(raw["faces"].items())
            ),
            _note(raw, language),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Option:
    """A recruitment tile, or an option with a price in points.

    `kind` is recruitment, unit, vehicle, gun, hero, command, equipment, trait, support, position
    or orders; `cost` is known only where every scenario prints the same; `markers` counts what it
    gives of `counter`; `transport` is in transport points.
    """

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    side: Fact[str]
    kind: Fact[str]
    officer: Fact[bool]
    cost: Fact[int]
    markers: Fact[int]
    counter: str | None
    transport: Fact[int]
    clauses: tuple[str, ...]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Option:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            tuple(raw.get("also_named", ())),
            Fact.parse(raw.get("side"), src),
            Fact.parse(raw.get("kind"), src),
            Fact.parse(raw.get("officer"), src),
            Fact.parse(raw.get("cost"), src),
            Fact.parse(raw.get("markers"), src),
            raw.get("counter"),
            Fact.parse(raw.get("transport"), src),
            tuple(raw.get("clauses", ())),
            _note(raw, language),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Action:
    """An Action card, known by name. `decks`: by side, whether that side's deck holds it."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    category: Fact[str]
    decks: Fact[dict[str, Fact[bool]]]
    clauses: tuple[str, ...]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Action:
        src = sources(raw.get("source"))

        def by_side(value: Any) -> dict[str, Fact[bool]]:
            return {side: Fact.parse(one, src) for side, one in value.items()}

        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            tuple(raw.get("also_named", ())),
            Fact.parse(raw.get("category"), src),
            Fact.parse(raw.get("decks"), src, by_side),
            tuple(raw.get("clauses", ())),
            _note(raw, language),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class ArmyEntry:
    """A line of an army. `points` is the price that this scenario prints, `option` may lie in
    another game (`GAME/ID`), `multiple` is what is printed beside the price."""

    option: str
    points: Fact[int]
    markers: Fact[int]
    copies: Fact[int]
    contents: Fact[list[str]]
    multiple: str
    printed: str
    star: bool
    raw: Raw


@dataclass(frozen=True, slots=True)
class Formation:
    """A part of an army. `group` is None where the scenario does not part the army; `condition`
    is what must hold for it to be there (campaign, effect, without, reading)."""

    id: str
    title: Text
    kind: str
    group: int | None
    condition: Raw
    entries: tuple[ArmyEntry, ...]
    raw: Raw


@dataclass(frozen=True, slots=True)
class Army:
    """A side's army as one scenario prints it. `total` in points, reinforcements left out."""

    id: str
    game: str
    title: Text
    scenario: str
    side: str
    formations: tuple[Formation, ...]
    total: Fact[int]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Army:
        src = sources(raw.get("source"))

        def entries(formation: Raw) -> Iterator[ArmyEntry]:
            for entry in formation["entries"]:
                yield ArmyEntry(
                    entry["option"],
                    Fact.parse(entry.get("points"), src),
                    Fact.parse(entry.get("markers"), src),
                    Fact.parse(entry.get("copies"), src),
                    Fact.parse(entry.get("contents"), src, list),
                    entry.get("multiple", ""),
                    entry.get("printed", ""),
                    bool(entry.get("star", False)),
                    entry,
                )

        return cls(
            raw["id"],
            game,
            Text.parse(raw["title"], language),
            raw["scenario"],
            raw["side"],
            tuple(
                Formation(
                    one["id"],
                    Text.parse(one["title"], language),
                    one.get("kind", "section"),
                    one.get("group"),
                    one.get("if", {}),
                    tuple(entries(one)),
                    one,
                )
                for one in raw["formations"]
            ),
            Fact.parse(raw.get("total"), src),
            _note(raw, language),
            src,
            raw,
        )


__all__ = ["Action", "Army", "ArmyEntry", "Formation", "Option", "Tile", "TileFace"]
