"""Record kinds of operational block games: sectors, maps, formations, Supports, cards and tiles.

As in `model/records.py`: frozen, each built by `parse` from its bundle entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model.facts import Fact, Text, sources

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sector:
    """A sector that a source names; `kind` is its class (objective, major, secondary, sea)."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    kind: Fact[str]
    station: Fact[bool]
    harbour: Fact[bool]
    depot: Fact[bool]
    drop_zone: Fact[bool]
    supply: Fact[int]
    through: Fact[str]
    marker: Fact[str]
    clauses: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Sector:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            tuple(raw.get("also_named", ())),
            Fact.parse(raw.get("class"), src),
            Fact.parse(raw.get("station"), src),
            Fact.parse(raw.get("harbour"), src),
            Fact.parse(raw.get("depot"), src),
            Fact.parse(raw.get("drop_zone"), src),
            Fact.parse(raw.get("supply"), src),
            Fact.parse(raw.get("through"), src),
            Fact.parse(raw.get("marker"), src),
            tuple(raw.get("clauses", ())),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Link:
    """What joins two sectors: `by` road, railroad, sea or landing; `points` that it passes."""

    id: str
    ends: tuple[str, str]
    by: str
    points: tuple[str, ...]

    def other(self, sector: str) -> str:
        """The end that is not `sector`."""
        return self.ends[1] if self.ends[0] == sector else self.ends[0]


@dataclass(frozen=True, slots=True)
class Box:
    """A sector or the crossroad of a link, and the two sectors that box it in.

    `parts`: the neighbours of the sector on either side of the line; of a link, its two ends.
    """

    sector: str
    link: str
    line: tuple[str, str]
    parts: tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Map:
    """Sectors with the links between them. `sectors` are as in the content, by id."""

    id: str
    game: str
    name: Text
    invented: bool
    sectors: dict[str, Raw]
    links: tuple[Link, ...]
    boxes: tuple[Box, ...]
    reinforcement_boxes: dict[str, Raw]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Map:
        links = tuple(
            Link(
                one.get("id", "-".join(one["between"])),
                (one["between"][0], one["between"][1]),
                one["by"],
                tuple(one.get("points", ())),
            )
            for one in raw["links"]
        )
        ends = {link.id: link.ends for link in links}
        boxes = tuple(
            Box(
                one.get("sector", ""),
                one.get("link", ""),
                (one["line"][0], one["line"][1]),
                (
                    (frozenset(one["parts"][0]), frozenset(one["parts"][1]))
                    if "parts" in one
                    else (
                        frozenset(ends.get(one["link"], ())[:1]),
                        frozenset(ends.get(one["link"], ())[1:]),
                    )
                ),
            )
            for one in raw.get("boxes", ())
        )
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], language),
            raw["invented"],
            dict(raw["sectors"]),
            links,
            boxes,
            dict(raw.get("reinforcement_boxes", {})),
            sources(raw.get("source")),
            raw,
        )


@dataclass(frozen=True, slots=True)
class Formation:
    """An army, an army corps or a division; `type` and `static` are a division's."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    side: str
    nation: Fact[str]
    kind: str
    type: Fact[str]
    static: Fact[bool]
    value: Fact[int]
    armies: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Formation:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            tuple(raw.get("also_named", ())),
            raw["side"],
            Fact.parse(raw.get("nation"), src),
            raw["kind"],
            Fact.parse(raw.get("type"), src),
            Fact.parse(raw.get("static"), src),
            Fact.parse(raw.get("value"), src),
            tuple(raw.get("armies", ())),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Support:
    """A Support marker. `effects` beside its bonus; unknown where the source breaks off."""

    id: str
    game: str
    name: Text
    also_named: tuple[str, ...]
    side: Fact[str]
    attack: Fact[int]
    defense: Fact[int]
    permanent: Fact[bool]
    count: Fact[int]
    effects: Fact[list[Raw]]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Support:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            tuple(raw.get("also_named", ())),
            Fact.parse(raw.get("side"), src),
            Fact.parse(raw.get("attack"), src),
            Fact.parse(raw.get("defense"), src),
            Fact.parse(raw.get("permanent"), src),
            Fact.parse(raw.get("count"), src),
            Fact.parse(raw.get("effects"), src, list),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A state of a division, on the track of its condition or of its supply."""

    id: str
    game: str
    name: Text
    track: str
    clauses: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> DivisionState:
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], language),
            raw["track"],
            tuple(raw["clauses"]),
            sources(raw.get("source")),
            raw,
        )


@dataclass(frozen=True, slots=True)
class DeckCards:
    """Cards of one value in a combat deck; `spies`, `bombs`: how many of them bear the icon."""

    value: int
    count: Fact[int]
    spies: Fact[int]
    bombs: Fact[int]


@dataclass(frozen=True, slots=True)
class Deck:
    """A side's Combat cards, by value."""

    id: str
    game: str
    name: Text
    side: str
    cards: tuple[DeckCards, ...]
    total: Fact[int]
    clauses: tuple[str, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Deck:
        src = sources(raw.get("source"))
        cards = tuple(
            DeckCards(
                one["value"],
                Fact.parse(one["count"], src),
                Fact.parse(one.get("spies"), src),
                Fact.parse(one.get("bombs"), src),
            )
            for one in raw["cards"]
        )
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], language),
            raw["side"],
            cards,
            Fact.parse(raw["total"], src),
            tuple(raw["clauses"]),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Sequence:
    """Steps in their order, `of` a month, a week, a combat or the end of the game."""

    id: str
    game: str
    name: Text
    of: str
    scenarios: tuple[str, ...]
    steps: tuple[Raw, ...]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Sequence:
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], language),
            raw["of"],
            tuple(raw.get("scenarios", ())),
            tuple(raw["steps"]),
            sources(raw.get("source")),
            raw,
        )


@dataclass(frozen=True, slots=True)
class Operation:
    """An Operation card; the numbers are Victory Points."""

    id: str
    game: str
    name: Text
    kind: str
    sector: Fact[str]
    plan: Fact[str]
    of: Fact[int]
    month: Fact[str]
    fortitude: bool
    condition: Fact[Text]
    success: Fact[int]
    failure: Fact[int]
    revealed: Fact[int]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Operation:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            raw["kind"],
            Fact.parse(raw.get("sector"), src),
            Fact.parse(raw.get("plan"), src),
            Fact.parse(raw.get("of"), src),
            Fact.parse(raw.get("month"), src),
            bool(raw.get("fortitude", False)),
            Fact.parse(raw.get("condition"), src, lambda text: Text.parse(text, language)),
            Fact.parse(raw.get("success"), src),
            Fact.parse(raw.get("failure"), src),
            Fact.parse(raw.get("revealed"), src),
            src,
            raw,
        )


@dataclass(frozen=True, slots=True)
class Festung:
    """A Festung tile; the numbers are Victory Points."""

    id: str
    game: str
    name: Text
    sector: Fact[str]
    months: tuple[str, ...]
    per_week: Fact[int]
    at_end: Fact[int]
    source: tuple[str, ...]
    raw: Raw

    @classmethod
    def parse(cls, raw: Raw, game: str, language: str, names: str) -> Festung:
        src = sources(raw.get("source"))
        return cls(
            raw["id"],
            game,
            Text.parse(raw["name"], names),
            Fact.parse(raw.get("sector"), src),
            tuple(raw["months"]),
            Fact.parse(raw.get("per_week"), src),
            Fact.parse(raw.get("at_end"), src),
            src,
            raw,
        )


#: Bundle key of each of these kinds and its class.
KINDS: dict[str, Any] = {
    "sectors": Sector,
    "maps": Map,
    "units": Formation,
    "supports": Support,
    "states": DivisionState,
    "decks": Deck,
    "sequences": Sequence,
    "operations": Operation,
    "festungen": Festung,
}
