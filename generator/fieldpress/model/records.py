"""The record kinds, one frozen dataclass each; `parse` builds one from its bundle entry.

`raw` keeps the entry itself for parts that only one reader interprets (effects, procedures).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model.facts import Fact, Text, sources

Raw = Mapping[str, Any]


def _text(raw: Any, language: str) -> Text:
    return Text.parse(raw, language)


def _maybe(raw: Any, language: str) -> Text | None:
    return None if raw is None else Text.parse(raw, language)


def _text_fact(raw: Any, source: tuple[str, ...], language: str) -> Fact[Text]:
    return Fact.parse(raw, source, lambda value: Text.parse(value, language))


def _counts(raw: Any, source: tuple[str, ...]) -> Fact[dict[str, Fact[int]]]:
    """A map to counts (copies by set, draws by side), or unknown as a whole."""
    return Fact.parse(
        raw, source, lambda value: {key: Fact.parse(one, source) for key, one in value.items()}
    )


@dataclass(frozen=True, slots=True)
class Card:
    """A player card. `kind` is unit, event or action; `copies` by set id."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    number: Fact[str]
    side: Fact[str]
    kind: Fact[str]
    plays_as: tuple[str, ...]
    heroic: Fact[bool]
    copies: Fact[dict[str, Fact[int]]]
    combat_value: Fact[int]
    unit_type: Fact[str]
    support: Fact[bool]
    text: Fact[Text]
    effects: Fact[list[Any]]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Card:
        src = sources(raw.get("source"))
        kind: Fact[str] = Fact.parse(raw.get("kind"), src)
        return cls(
            raw["id"],
            game,
            _text(raw["name"], names),
            tuple(raw.get("also_named", ())),
            Fact.parse(raw.get("number"), src),
            Fact.parse(raw.get("side"), src),
            kind,
            tuple(raw.get("plays_as", (kind.value,) if kind.value else ())),
            Fact.parse(raw.get("heroic"), src),
            _counts(raw.get("copies"), src),
            Fact.parse(raw.get("combat_value"), src),
            Fact.parse(raw.get("unit_type"), src),
            Fact.parse(raw.get("support"), src),
            _text_fact(raw.get("text"), src, language),
            Fact.parse(raw.get("effects"), src, list),
            _maybe(raw.get("note"), language),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class TerrainFace:
    """One face of a Terrain. `letter` is A, B, ... where the faces differ, else empty."""

    letter: str
    name: Text
    number: Fact[str]
    draws: Fact[dict[str, Fact[int]]]
    size: Fact[int]
    text: Fact[Text]
    effects: Fact[list[Any]]
    source: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A Terrain card; a two-sided one has several faces and no common back."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    copies: Fact[dict[str, Fact[int]]]
    objective: Fact[bool]
    building: Fact[bool]
    faces: tuple[TerrainFace, ...]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @property
    def two_sided(self) -> bool:
        return len(self.faces) > 1

    @property
    def front(self) -> TerrainFace:
        return self.faces[0]

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Terrain:
        src = sources(raw.get("source"))

        def face(letter: str, entry: Raw) -> TerrainFace:
            own = sources(entry.get("source")) or src
            return TerrainFace(
                letter,
                _text(entry["name"], names),
                Fact.parse(entry.get("number"), own),
                _counts(entry.get("draws"), own),
                Fact.parse(entry.get("size"), own),
                _text_fact(entry.get("text"), own, language),
                Fact.parse(entry.get("effects"), own, list),
                own,
            )

        faces = (
            tuple(face(letter, entry) for letter, entry in sorted(raw["faces"].items()))
            if ("faces" in raw)
            else (face("", raw),)
        )
        return cls(
            raw["id"],
            game,
            _text(raw["name"], names),
            tuple(raw.get("also_named", ())),
            _counts(raw.get("copies"), src),
            Fact.parse(raw.get("objective"), src),
            Fact.parse(raw.get("building"), src),
            faces,
            _maybe(raw.get("note"), language),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class CounterFace:
    """A face of a counter; `adds` is what it adds to a Combat value (None: nothing to add)."""

    id: str
    shows: Text
    adds: int | None
    side: str | None
    colour: str | None


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter; `size` in mm across."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    kind: str
    shape: str
    size: float
    colour: Fact[Text]
    faces: tuple[CounterFace, ...]
    count: Fact[int]
    reserve: Fact[int]
    given_by: tuple[str, ...]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Counter:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            _text(raw["name"], language),
            tuple(raw.get("also_named", ())),
            raw["kind"],
            raw["shape"],
            float(raw["size"]),
            _text_fact(raw.get("colour"), src, language),
            tuple(
                CounterFace(
                    face["id"],
                    _text(face["shows"], language),
                    face.get("adds"),
                    face.get("side"),
                    face.get("colour"),
                )
                for face in raw["faces"]
            ),
            Fact.parse(raw.get("count"), src),
            Fact.parse(raw.get("reserve"), src),
            tuple(raw.get("given_by", ())),
            _maybe(raw.get("note"), language),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Component:
    """A reserve, modifier, reference or blank card; or another part of the box, such as a board."""

    id: str
    game: str
    name: Text
    kind: str
    size: str
    side: Fact[str]
    count: Fact[int]
    note: Text | None
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Component:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            _text(raw["name"], language),
            raw["kind"],
            raw.get("size", "card"),
            Fact.parse(raw.get("side"), src),
            Fact.parse(raw.get("count"), src),
            _maybe(raw.get("note"), language),
            src,
            raw,
        )

    @property
    def is_card(self) -> bool:
        """Whether it is printed with the cards; boards, dice and lists are only recorded."""
        return self.kind in ("reserve", "modifier", "reference", "blank")


@dataclass(frozen=True, slots=True)
class PieceSet:
    """What a letter or badge gathers. `totals` by record kind; `blanks` as in the content."""

    id: str
    game: str
    name: Text
    mark: str
    kinds: tuple[str, ...]
    totals: dict[str, Fact[int]]
    blanks: tuple[Raw, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> PieceSet:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            _text(raw["name"], language),
            raw.get("mark", ""),
            tuple(raw["kind"]),
            {kind: Fact.parse(total, src) for kind, total in raw.get("totals", {}).items()},
            tuple(raw.get("blanks", ())),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a source document; `path` lists the titles from the top."""

    id: str
    title: str
    path: tuple[str, ...]
    no_clause: str


@dataclass(frozen=True, slots=True)
class Source:
    """A document and its headings, flat in reading order."""

    id: str
    game: str
    title: str
    edition: str
    language: str
    sections: dict[str, Section]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Source:
        def walk(entries: list[Raw], path: tuple[str, ...]) -> Iterator[Section]:
            for entry in entries:
                here = (*path, entry["title"])
                yield Section(entry["id"], entry["title"], here, entry.get("no_clause", ""))
                yield from walk(entry.get("sections", []), here)

        return cls(
            raw["id"],
            game,
            raw["title"],
            raw.get("edition", ""),
            raw["language"],
            {section.id: section for section in walk(raw["sections"], ())},
            raw,
        )


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule in our own words. `text` may be None where `same_as` supplies it."""

    key: str
    game: str
    title: Text
    text: Text | None
    example: Text | None
    enforced: bool
    scenarios: tuple[str, ...]
    same_as: str | None
    differs_from: str | None
    overrides: tuple[str, ...]
    see: tuple[str, ...]
    discrepancies: tuple[str, ...]
    also_found_as: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @property
    def id(self) -> str:
        return self.key

    @property
    def permalink(self) -> str:
        """The full name, such as `pegasus-bridge/rule:assault.ties`."""
        return f"{self.game}/rule:{self.key}"

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Clause:
        return cls(
            raw["key"],
            game,
            _text(raw["title"], language),
            _maybe(raw.get("text"), language),
            _maybe(raw.get("example"), language),
            raw["engine"] == "enforced",
            tuple(raw.get("scenarios", ())),
            raw.get("same_as"),
            raw.get("differs_from"),
            tuple(raw.get("overrides", ())),
            tuple(raw.get("see", ())),
            tuple(raw.get("discrepancies", ())),
            tuple(raw.get("also_found_as", ())),
            sources(raw.get("source")),
            raw,
        )


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary term; `name` by language."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    text: Text
    clauses: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Term:
        return cls(
            raw["id"],
            game,
            _text(raw["name"], language),
            tuple(raw.get("also_named", ())),
            _text(raw["text"], language),
            tuple(raw.get("clauses", ())),
            sources(raw.get("source")),
            raw,
        )


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Where a source disagrees with itself or leaves a gap; `readings` by id."""

    id: str
    game: str
    title: Text
    kind: str
    question: Text | None
    readings: dict[str, tuple[Text, tuple[str, ...]]]
    adopted: str
    why: str
    switch: bool
    concerns: dict[str, tuple[str, ...]]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Discrepancy:
        return cls(
            raw["id"],
            game,
            _text(raw["title"], language),
            raw["kind"],
            _maybe(raw.get("question"), language),
            {
                key: (_text(reading["text"], language), sources(reading.get("source")))
                for key, reading in raw["readings"].items()
            },
            raw["adopted"],
            raw["why"],
            bool(raw.get("switch", False)),
            {kind: tuple(refs) for kind, refs in raw.get("concerns", {}).items()},
            sources(raw.get("source")),
            raw,
        )


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario; its procedures, parameters and victory conditions are read by the engine."""

    id: str
    game: str
    title: Text
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Scenario:
        return cls(raw["id"], game, _text(raw["title"], language), sources(raw.get("source")), raw)


@dataclass(frozen=True, slots=True)
class Campaign:
    """Scenarios played one after another: `scenarios` in order; scores and bands are in `raw`."""

    id: str
    game: str
    title: Text
    scenarios: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Campaign:
        return cls(
            raw["id"],
            game,
            _text(raw["title"], language),
            tuple(stage["scenario"] for stage in raw["scenarios"]),
            sources(raw.get("source")),
            raw,
        )
