"""The state of a game: what is given, as an object that acts can change.

What a unit is (side, nation, type, value) may be stated with it or stand in a record; what a map
would show (distance, road, enemies beside it) may be stated where no map is given. Every field is
as in schema/situation.overlord.json, so that a state read back from `to_json` is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.shapes import Path, mapping
from fieldpress.engine.verdicts import EngineFault

FRESH, SUPPLIED = "fresh", "supplied"
ATTACKER, DEFENDER = "attacker", "defender"
ROLES = (ATTACKER, DEFENDER)
#: What may be stated of a unit that a record would say otherwise.
FACTS = ("side", "nation", "kind", "type", "static", "value", "army")
#: What may be stated of a unit that a map would show.
SEEN = ("distance", "to_combat", "road", "enemy_adjacent", "linked", "boxed", "retreat_open")


@dataclass(slots=True)
class Unit:
    """A unit on the table: `at` a sector (or box), or `within` a corps, in its order of battle.

    `distance`: sectors from the combat (or from what the question is about); `road`: open or cut;
    `linked`: joined by road to a corps of its side; `enemy_adjacent`: an enemy stands next to it.
    """

    id: str
    at: str = ""
    within: str = ""
    state: str = FRESH
    supply: str = SUPPLIED
    activated: bool = False
    fought: bool = False
    broke_through: bool = False
    facts: dict[str, Any] = field(default_factory=dict)
    seen: dict[str, Any] = field(default_factory=dict)
    supports: list[str] = field(default_factory=list)

    def copy(self) -> Unit:
        return Unit(
            self.id,
            self.at,
            self.within,
            self.state,
            self.supply,
            self.activated,
            self.fought,
            self.broke_through,
            dict(self.facts),
            dict(self.seen),
            list(self.supports),
        )

    @classmethod
    def read(cls, ident: str, raw: Mapping[str, Any]) -> Unit:
        return cls(
            ident,
            str(raw.get("at", "")),
            str(raw.get("in", "")),
            str(raw.get("state", FRESH)),
            str(raw.get("supply", SUPPLIED)),
            bool(raw.get("activated", False)),
            bool(raw.get("fought", False)),
            bool(raw.get("broke_through", False)),
            {key: raw[key] for key in FACTS if key in raw},
            {key: raw[key] for key in SEEN if key in raw},
            list(raw.get("supports", ())),
        )

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        if self.at:
            out["at"] = self.at
        if self.within:
            out["in"] = self.within
        if self.state != FRESH:
            out["state"] = self.state
        if self.supply != SUPPLIED:
            out["supply"] = self.supply
        for name in ("activated", "fought", "broke_through"):
            if getattr(self, name):
                out[name] = True
        if self.supports:
            out["supports"] = list(self.supports)
        return {**out, **self.facts, **self.seen}


@dataclass(slots=True)
class Combat:
    """A combat: where, who attacks, and what each role has in it. `raw` is as given."""

    at: str
    attacker: str
    raw: dict[str, Any]
    units: dict[str, list[str]]
    supports: dict[str, list[dict[str, Any]]]

    def copy(self) -> Combat:
        return Combat(
            self.at,
            self.attacker,
            dict(self.raw),
            {role: list(units) for role, units in self.units.items()},
            {role: [dict(one) for one in many] for role, many in self.supports.items()},
        )

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Combat:
        for key in ("at", "attacker"):
            if not isinstance(raw.get(key), str):
                raise EngineFault(f"a combat needs `{key}`", ("given", "combat", key))
        for key in ("units", "supports"):
            mapping(raw, key, ("given", "combat"))
        supports = raw.get("supports", {})
        return cls(
            str(raw["at"]),
            str(raw["attacker"]),
            {k: v for k, v in raw.items() if k not in ("at", "attacker", "units", "supports")},
            {role: list(raw.get("units", {}).get(role, ())) for role in ROLES},
            {
                role: [
                    dict(one) if isinstance(one, Mapping) else {"support": one}
                    for one in supports.get(role, ())
                ]
                for role in ROLES
            },
        )

    def part(self, name: str, role: str) -> Any:
        """What is given of this under a role, or None."""
        found = self.raw.get(name)
        return found.get(role) if isinstance(found, Mapping) else None

    def has(self, name: str, unit: str) -> bool:
        """Whether the unit is in a list of the combat, such as `withdrawn` or `retreated`."""
        return unit in self.raw.get(name, ())

    def add(self, name: str, unit: str) -> None:
        self.raw[name] = [*self.raw.get(name, ()), unit]

    def to_json(self) -> dict[str, Any]:
        units = {role: list(many) for role, many in self.units.items() if many}
        supports = {role: list(many) for role, many in self.supports.items() if many}
        return {
            "at": self.at,
            "attacker": self.attacker,
            **self.raw,
            **({"units": units} if units else {}),
            **({"supports": supports} if supports else {}),
        }


#: Plain parts of a state, by what they hold.
_LISTS = ("control", "destroyed_stations", "destroyed_bridges", "trains", "beach_markers")
_MAPS = (
    "sectors",
    "controlled",
    "depots",
    "supply",
    "cards",
    "hand",
    "boxes",
    "reserve",
    "destroyed_supports",
    "tests",
    "spent",
    "distances",
)
_OTHER = (
    "round",
    "month",
    "activation",
    "phase",
    "players",
    "map",
    "complete",
    "festungen",
    "plan",
    "victory_points",
    "weather",
    "additional_agreed",
    "initiative",
    "scheduled",
    "first",
    "army_of",
    "deck_left",
    "advanced",
    "fortitude_slot",
    "turn",
    "passed",
    "set_aside",
)


@dataclass(slots=True)
class State:
    """Everything given. `points` are Victory Points as a signed number: the invader's above 0."""

    units: dict[str, Unit]
    combat: Combat | None
    parts: dict[str, Any]

    def copy(self) -> State:
        return State(
            {ident: unit.copy() for ident, unit in self.units.items()},
            self.combat.copy() if self.combat else None,
            _copy(self.parts),
        )

    @classmethod
    def read(cls, raw: Mapping[str, Any], path: Path = ("given",)) -> State:
        """From what is given. EngineFault with the path to what cannot be so."""
        units = {
            str(ident): Unit.read(str(ident), one if isinstance(one, Mapping) else {})
            for ident, one in mapping(raw, "units", path).items()
        }
        for ident, unit in units.items():
            if unit.within and unit.within == ident:
                raise EngineFault(
                    f"{ident} lies in its own order of battle", (*path, "units", ident, "in")
                )
        combat = raw.get("combat")
        return cls(
            units,
            Combat.read(combat) if isinstance(combat, Mapping) else None,
            {key: _copy(raw[key]) for key in (*_LISTS, *_MAPS, *_OTHER) if key in raw},
        )

    def to_json(self) -> dict[str, Any]:
        out = {
            key: _copy(self.parts[key]) for key in (*_OTHER, *_LISTS, *_MAPS) if key in self.parts
        }
        if self.units:
            out["units"] = {ident: unit.to_json() for ident, unit in self.units.items()}
        if self.combat:
            out["combat"] = self.combat.to_json()
        return out

    def get(self, name: str, default: Any = None) -> Any:
        """A plain part, by its name in the situation."""
        return self.parts.get(name, default)

    def listed(self, name: str, item: str) -> bool:
        """Whether a list, such as `control`, has the item."""
        return item in self.parts.get(name, ())

    def of(self, name: str, key: str, default: Any = None) -> Any:
        """An entry of a mapping, such as the Supply Points of a side."""
        found = self.parts.get(name)
        return found.get(key, default) if isinstance(found, Mapping) else default

    def put(self, name: str, key: str, value: Any) -> None:
        self.parts[name] = {**self.parts.get(name, {}), key: value}

    def add(self, name: str, item: str) -> None:
        if item not in self.parts.get(name, ()):
            self.parts[name] = [*self.parts.get(name, ()), item]

    def drop(self, name: str, item: str) -> None:
        self.parts[name] = [one for one in self.parts.get(name, ()) if one != item]

    @property
    def complete(self) -> bool:
        """Whether every unit and marker on the map is given: what is not there is nowhere."""
        return bool(self.parts.get("complete", False))

    def corps_of(self, unit: Unit) -> Unit | None:
        """The corps in whose order of battle a unit lies."""
        return self.units.get(unit.within) if unit.within else None

    def where(self, ident: str) -> str:
        """The sector of a unit: its own, or that of its corps; empty where it is not given."""
        unit = self.units.get(ident)
        if unit is None:
            return ""
        corps = self.corps_of(unit)
        return unit.at or (corps.at if corps else "")

    def inside(self, corps: str) -> list[Unit]:
        """The divisions in a corps' order of battle."""
        return [unit for unit in self.units.values() if unit.within == corps]

    def standing(self, sector: str) -> list[Unit]:
        """The units in a sector, those in an order of battle there included."""
        return [unit for unit in self.units.values() if self.where(unit.id) == sector]


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_copy(one) for one in value]
    return value
