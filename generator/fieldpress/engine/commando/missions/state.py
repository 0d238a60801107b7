"""What belongs to a mission: who holds which Terrain, regiments, piles, production, columns.

A Terrain of a battlefield lies on a spot, named COLUMN-ROW (`2-3`). None means not stated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FIT, TIRED, EXHAUSTED = "fit", "tired", "exhausted"
FATIGUE = (FIT, TIRED, EXHAUSTED)
USABLE, SPENT = "usable", "spent"


@dataclass(slots=True)
class Spot:
    """One Terrain of the battlefield. `control`: the side that holds it, with so many `tokens`.

    `marker`: the counter that lies on it, face down unless `shown`. `production`: usable or spent,
    where a production marker lies on it.
    """

    terrain: str = ""
    up: bool | None = None
    control: str = ""
    tokens: int = 0
    marker: str = ""
    shown: bool = False
    production: str = ""

    def copy(self) -> Spot:
        return Spot(
            self.terrain, self.up, self.control, self.tokens, self.marker, self.shown,
            self.production,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "terrain": self.terrain, "up": self.up, "control": self.control,
            "tokens": self.tokens, "marker": self.marker, "shown": self.shown,
            "production": self.production,
        }  # fmt: skip


@dataclass(slots=True)
class Regiment:
    """A formation: the spot `at` which it stands, its fatigue, in how many turns running it has
    fought (`run`), and whether it has fought where it stands. `gone`: out of the game."""

    at: str = ""
    fatigue: str = FIT
    run: int | None = None
    fought: bool | None = None
    gone: bool = False

    def copy(self) -> Regiment:
        return Regiment(self.at, self.fatigue, self.run, self.fought, self.gone)

    def to_json(self) -> dict[str, Any]:
        return {
            "at": self.at, "fatigue": self.fatigue, "run": self.run, "fought": self.fought,
            "gone": self.gone,
        }  # fmt: skip


@dataclass(slots=True)
class Lasting:
    """The permanent events of a side: still `aside`, taken into the hand (by card, in which turn),
    on the `table`, `used` this turn, destroyed."""

    aside: list[str] | None = None
    taken: dict[str, int | None] = field(default_factory=dict)
    table: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    destroyed: list[str] = field(default_factory=list)
    picked: int = 0

    def copy(self) -> Lasting:
        return Lasting(
            None if self.aside is None else list(self.aside), dict(self.taken), list(self.table),
            list(self.used), list(self.destroyed), self.picked,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "aside": self.aside, "taken": dict(self.taken), "table": list(self.table),
            "used": list(self.used), "destroyed": list(self.destroyed), "picked": self.picked,
        }  # fmt: skip


@dataclass(slots=True)
class Mission:
    """The battlefield and its markers.

    `spot`: where the Assault marker lies; `regiment`: which one fights this turn; `moved`: it has
    left its Terrain since. `piles`: Assaults left in each pile; `pile`: the one that the turn's
    Terrain came from; `headed`: the one picked for the next turn. `barricade`: its spot, laid in
    turn `barricade_turn`. `rolls`: what the die showed, by spot or regiment; `converted`: rolls
    that were paid for. `lost`: by side, the rows in which it has lost an Assault before.
    `heroic_played`: how many, by side; `chose`: who took one this turn. `counter_terrain`: fought
    for again; `counter_used`: there was a counter-attack; `struck`, `given_up`: how far it has been
    carried out. `lit`: a spot was looked at. `paid`: the price of a blocked regiment was paid.
    `put_back`: spots returned to play.
    """

    spots: dict[str, Spot] = field(default_factory=dict)
    spot: str = ""
    regiments: dict[str, Regiment] = field(default_factory=dict)
    regiment: str = ""
    moved: bool = False
    lit: str = ""
    paid: bool = False
    piles: dict[str, int] = field(default_factory=dict)
    pile: str = ""
    headed: str = ""
    barricade: str = ""
    barricade_turn: int | None = None
    produced: list[str] = field(default_factory=list)
    rolls: dict[str, list[str]] = field(default_factory=dict)
    converted: list[str] = field(default_factory=list)
    put_back: list[str] = field(default_factory=list)
    lost: dict[str, list[int]] | None = None
    heroic_played: dict[str, int] = field(default_factory=dict)
    chose: list[str] = field(default_factory=list)
    counter_terrain: str = ""
    counter_used: bool = False
    struck: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    lasting: dict[str, Lasting] = field(default_factory=dict)

    def copy(self) -> Mission:
        """A copy that shares nothing mutable."""
        return Mission(
            {name: spot.copy() for name, spot in self.spots.items()}, self.spot,
            {name: one.copy() for name, one in self.regiments.items()}, self.regiment,
            self.moved, self.lit, self.paid, dict(self.piles), self.pile, self.headed,
            self.barricade, self.barricade_turn, list(self.produced),
            {name: list(faces) for name, faces in self.rolls.items()}, list(self.converted),
            list(self.put_back),
            None if self.lost is None else {side: list(rows) for side, rows in self.lost.items()},
            dict(self.heroic_played), list(self.chose), self.counter_terrain, self.counter_used,
            list(self.struck), list(self.given_up),
            {side: one.copy() for side, one in self.lasting.items()},
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "spots": {name: spot.to_json() for name, spot in self.spots.items()},
            "spot": self.spot,
            "regiments": {name: one.to_json() for name, one in self.regiments.items()},
            "regiment": self.regiment, "moved": self.moved, "lit": self.lit, "paid": self.paid,
            "piles": dict(self.piles), "pile": self.pile, "headed": self.headed,
            "barricade": self.barricade, "barricade_turn": self.barricade_turn,
            "produced": list(self.produced),
            "rolls": {name: list(faces) for name, faces in self.rolls.items()},
            "converted": list(self.converted), "put_back": list(self.put_back),
            "lost": None if self.lost is None else {s: list(r) for s, r in self.lost.items()},
            "heroic_played": dict(self.heroic_played), "chose": list(self.chose),
            "counter_terrain": self.counter_terrain,
            "counter_used": self.counter_used, "struck": list(self.struck),
            "given_up": list(self.given_up),
            "lasting": {side: one.to_json() for side, one in self.lasting.items()},
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Mission:
        """The mission that `to_json` gave."""
        return cls(
            **{
                **data,
                "spots": {name: Spot(**raw) for name, raw in data["spots"].items()},
                "regiments": {name: Regiment(**raw) for name, raw in data["regiments"].items()},
                "lasting": {side: Lasting(**raw) for side, raw in data["lasting"].items()},
            }
        )
