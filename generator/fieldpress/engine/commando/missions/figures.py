"""Parameters that differ by what a mission knows: side, row, pile, kind of Terrain.

An entry says so under `for`; where a fact that it asks about is not stated, several entries may
hold, and the figure is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.contributions import hull
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import Tri, all_of, known
from fieldpress.engine.verdicts import Amount, distinct


@dataclass(frozen=True, slots=True)
class Figure:
    """What a parameter says here: one value, or several while `needs` are not stated; none where
    nothing sets it. `clauses`: of the entry that holds, or of all that may."""

    values: tuple[Any, ...] = ()
    clauses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.values)

    @property
    def value(self) -> Any:
        """The value where there is one, else None."""
        return self.values[0] if len(self.values) == 1 else None

    @property
    def amount(self) -> Amount:
        """The value as a number or a range of numbers; nothing set counts 0."""
        if len(self.values) == 1:
            return Amount.of(int(self.values[0]))
        return hull([Amount.of(int(value)) for value in self.values])


def figure(k: Knowledge, name: str, terrain: str = "", face: str = "", **facts: Any) -> Figure:
    """A parameter where the facts hold; a fact may be a `Tri` that is open.

    Of the keys of an entry, `at`, `face`, `won_by` and `turn` are facts as well.
    """
    if k.memo is None:
        return _figure(k, name, terrain, face, facts)
    key: tuple[Any, ...] = ("figure", name, terrain, face)
    if facts:
        key = (*key, tuple(facts.items()))
    found: Figure | None = k.memo.get(key)
    if found is None:
        found = k.memo[key] = _figure(k, name, terrain, face, facts)
    return found


def _figure(k: Knowledge, name: str, terrain: str, face: str, facts: Mapping[str, Any]) -> Figure:
    values: list[Any] = []
    clauses: list[str] = []
    needs: list[str] = []
    for entry in k.entries(name):
        if entry.get("campaign", k.campaign) != k.campaign:
            continue
        met = _met(entry, terrain, face, facts)
        if met.value is False:
            continue
        values.append(entry["value"])
        clauses += entry["clauses"]
        if met.value:
            break
        needs += met.needs
    kept = distinct(values)
    return Figure(kept, distinct(clauses), distinct(needs) if len(kept) > 1 else ())


def _met(entry: Mapping[str, Any], terrain: str, face: str, facts: Mapping[str, Any]) -> Tri:
    parts: list[Tri] = []
    if "at" in entry:
        parts.append(known(terrain in entry["at"]))
    if "face" in entry:
        parts.append(known(face == entry["face"]))
    wanted = {key: entry[key] for key in ("won_by", "turn") if key in entry}
    for key, value in {**wanted, **entry.get("for", {})}.items():
        fact = facts.get(key)
        if isinstance(fact, Tri):
            parts.append(fact if value else Tri(_opposite(fact.value), fact.needs))
        else:
            parts.append(known(fact == value))
    return all_of(parts)


def _opposite(value: bool | None) -> bool | None:
    return None if value is None else not value


def open_readings(k: Knowledge, name: str) -> tuple[str, ...]:
    """The points left open on which a parameter depends, as facts that an answer needs."""
    return tuple(f"discrepancy:{found}" for found in k.readings_of(name))


def terrain_facts(k: Knowledge, terrain: str) -> dict[str, Tri]:
    """What entries may ask about a Terrain: whether it is an Objective, a Building."""
    if not terrain:
        return {name: Tri(None, ("given.terrain",)) for name in ("objective", "building")}
    return {name: k.holds("terrain", terrain, name, True) for name in ("objective", "building")}
