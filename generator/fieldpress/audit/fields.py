"""How many fields of each kind are printed, derived, read, unknown or none."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.model import Fact, Game
from fieldpress.model.facts import sources

#: What a field may be; the first three are known.
BASES = ("printed", "derived", "read", "unknown", "none")

#: Where a game keeps the records that have fields of this sort.
_STORES = (
    *("cards", "terrains", "counters", "components", "sets"),
    *("tiles", "options", "actions", "armies"),
    *("sectors", "units", "supports", "decks", "operations", "festungen"),
)
_NOUNS = {"armies": "army", "festungen": "festung"}


@dataclass(slots=True)
class Field:
    """A field of a record kind: how often it has which basis, and who lacks it.

    `in_part` are records of which it is known in part only (effects, of which more is printed than
    is stated); they are counted under the basis of the part that is known.
    """

    kind: str
    name: str
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BASES, 0))
    unknown: list[str] = field(default_factory=list)
    in_part: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def known(self) -> int:
        return sum(self.counts[basis] for basis in BASES[:3])


def fields(game: Game) -> list[Field]:
    """The fields of a game by kind, as its records have them."""
    found: dict[tuple[str, str], Field] = {}
    for kind, name, ident, fact in _facts(game):
        if fact.state == "absent":
            continue
        entry = found.setdefault((kind, name), Field(kind, name))
        basis = fact.basis if fact.known and fact.basis else fact.state
        entry.counts[basis] += 1
        if fact.unknown and ident not in entry.unknown:
            entry.unknown.append(ident)
        elif fact.known and partly_unknown(fact.value) and ident not in entry.in_part:
            entry.in_part.append(ident)
    return list(found.values())


def _facts(game: Game) -> Iterator[tuple[str, str, str, Fact[Any]]]:
    """Every fact as kind, field, record, fact; maps of facts (copies by set) one by one."""
    for line in game.raw.get("box", ()):
        yield "box", "count", line["id"], Fact.parse(line["count"], sources(line["source"]))
    for store in _STORES:
        kind = _NOUNS.get(store, store.removesuffix("s"))
        for ident, record in getattr(game, store).items():
            for name, fact in _of(record):
                yield kind, name, ident, fact
            for blank in getattr(record, "blanks", ()):
                source = sources(blank.get("source")) or record.source
                yield "blank", "count", blank["id"], Fact.parse(blank.get("count"), source)


def _of(record: Any) -> Iterator[tuple[str, Fact[Any]]]:
    for slot in dataclasses.fields(record):
        value = getattr(record, slot.name)
        if isinstance(value, Fact):
            yield from _each(slot.name, value)
        elif slot.name == "totals":
            yield from ((slot.name, fact) for fact in value.values())
        elif isinstance(value, tuple):
            for part in value:
                if dataclasses.is_dataclass(part):
                    yield from _of(part)


def _each(name: str, fact: Fact[Any]) -> Iterator[tuple[str, Fact[Any]]]:
    if fact.known and isinstance(fact.value, Mapping):
        yield from ((name, one) for one in fact.value.values() if isinstance(one, Fact))
    else:
        yield name, fact


def partly_unknown(value: Any) -> bool:
    """Whether a list of effects, or any part of it, says that something in it is not stated."""
    if isinstance(value, Mapping):
        return "unknown" in value or any(partly_unknown(one) for one in value.values())
    if isinstance(value, (list, tuple)):
        return any(one == "unknown" or partly_unknown(one) for one in value)
    return isinstance(value, str) and value == "unknown"
