"""The table of a question: units, places and craft as they are told, and what follows from that.

What is not told is not known: each look gives yes, no or open, with the path of the fact that
would settle it. Distances, sight and what lies where come as told, or from a drawn map
(`board.py`); nothing here measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.normandie.board import Board
from fieldpress.engine.normandie.rulebook import Figure
from fieldpress.engine.tri import NO, YES, Tri, any_of, known, open_on
from fieldpress.engine.verdicts import Amount, distinct

#: Where a unit stands that is in no place told of: no building, overlay or craft.
OPEN = "open"
VEHICLES = ("light-vehicle", "heavy-vehicle")
KINDS = ("infantry", *VEHICLES, "gun")
MARKERS = (
    "order", "activated", "suppressed", "sleeping", "hidden", "inactive",
)  # fmt: skip
BUILDINGS = ("building", "large-building", "bunker")
LIGHTS = ("fire", "light", "lamp")
PLACES = (
    *BUILDINGS, *LIGHTS, "overlay", "water", "slope", "cliff", "beach", "spire", "stairs",
    "church-stairs", "church", "objective", "hedgehog", "craft", "glider", OPEN,
)  # fmt: skip
PHASES = ("before-orders", "orders", "activation", "supply")


@dataclass(slots=True)
class Table:
    """What is told. Units, places and craft are plain mappings, checked when they were read."""

    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    craft: dict[str, dict[str, Any]] = field(default_factory=dict)
    sides: dict[str, dict[str, Any]] = field(default_factory=dict)
    spaces: dict[str, dict[str, int]] = field(default_factory=dict)
    sight: dict[str, dict[str, bool]] = field(default_factory=dict)
    turn: int | None = None
    phase: str | None = None
    night: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    board: Board | None = None

    def copy(self) -> Table:
        """A table of its own; what is inside a unit or place is copied when it is changed."""
        return Table(
            {name: dict(unit) for name, unit in self.units.items()},
            {name: dict(place) for name, place in self.places.items()},
            {name: dict(one) for name, one in self.craft.items()},
            {name: dict(one) for name, one in self.sides.items()},
            self.spaces, self.sight, self.turn, self.phase, self.night, dict(self.facts),
            self.board,
        )  # fmt: skip

    def by_night(self, name: str, figure: Figure) -> Figure:
        """A figure of the night also rests on the clause by which the scenario has that night."""
        if not name.startswith("night-"):
            return figure
        if figure.value is None:
            # What night it is hangs on the turn where a scenario is played.
            by_turn = "given.turn" if self.facts.get("night-by-turn") else "given.night"
            needs = tuple(by_turn if need == "given.night" else need for need in figure.needs)
            return Figure(None, figure.clauses, needs, figure.among)
        keys = distinct((*figure.clauses, *self.facts.get("night-clauses", ())))
        return Figure(figure.value, keys, figure.needs)

    # -- units -----------------------------------------------------------------------------------

    def told(self, unit: str, name: str) -> Any:
        """A field of a unit, None where it is not told."""
        return self.units[unit].get(name)

    def side(self, unit: str) -> str | None:
        found: str | None = self.told(unit, "side")
        return found

    def enemies(self, a: str, b: str) -> Tri:
        """Whether two units are of different sides."""
        for one in (a, b):
            if self.side(one) is None:
                return open_on(f"given.units.{one}.side")
        return known(self.side(a) != self.side(b))

    def is_kind(self, unit: str, *kinds: str) -> Tri:
        kind = self.told(unit, "kind")
        return open_on(f"given.units.{unit}.kind") if kind is None else known(kind in kinds)

    def able(self, unit: str, ability: str) -> Tri:
        """Whether a unit has a special ability."""
        return self._listed(unit, "abilities", ability)

    def marked(self, unit: str, marker: str) -> Tri:
        """Whether a marker lies on a unit."""
        return self._listed(unit, "markers", marker)

    def acted(self, unit: str) -> Tri:
        """Whether a unit has acted, or is about to: an Order or an Activated marker lies on it."""
        return any_of((self.marked(unit, "order"), self.marked(unit, "activated")))

    def _listed(self, unit: str, name: str, wanted: str) -> Tri:
        listed = self.told(unit, name)
        return open_on(f"given.units.{unit}.{name}") if listed is None else known(wanted in listed)

    # -- places ----------------------------------------------------------------------------------

    def place(self, unit: str) -> str | None:
        """The place in which a unit stands, `open` for none, None where that is not told."""
        told = self.told(unit, "in")
        if told is None and self.board is not None:
            told = self.board.place(unit)
        found: str | None = told
        return found

    def kind_of_place(self, name: str) -> str | None:
        if name == OPEN:
            return OPEN
        if name in self.craft:
            return "craft"
        return self.places.get(name, {}).get("kind")

    def stands_in(self, unit: str, *kinds: str) -> Tri:
        """Whether a unit stands in a place of one of these kinds."""
        place = self.place(unit)
        if place is None:
            return open_on(f"given.units.{unit}.in")
        kind = self.kind_of_place(place)
        return open_on(f"given.places.{place}.kind") if kind is None else known(kind in kinds)

    def same_place(self, unit: str, place: str) -> Tri:
        here = self.place(unit)
        return open_on(f"given.units.{unit}.in") if here is None else known(here == place)

    def elevation(self, unit: str) -> str | None:
        """sand or grass; of the unit, or of the place in which it stands."""
        told = self.told(unit, "elevation")
        if told is None:
            place = self.place(unit)
            told = self.places.get(place or "", {}).get("elevation")
        if told is None and self.board is not None:
            told = self.board.elevation(unit)
        found: str | None = told
        return found

    def from_line(self, unit: str) -> tuple[Amount, tuple[str, ...]]:
        """How far a unit is from the red line, and the facts needed to narrow that."""
        told = self.told(unit, "from_line")
        if told is not None:
            return Amount.of(told), ()
        drawn = self.board.from_line(unit) if self.board is not None else None
        return drawn or (Amount(0, None), (f"given.units.{unit}.from_line",))

    def at_opening(self, unit: str, building: str) -> Tri:
        """Whether a unit is beside a door or window of a building."""
        told = self.places.get(building, {}).get("beside")
        if told is not None:
            return known(unit in told)
        drawn = self.board.at_opening(unit, building) if self.board is not None else None
        return open_on(f"given.places.{building}.beside") if drawn is None else known(drawn)

    # -- distances and sight -----------------------------------------------------------------------

    def apart(self, a: str, b: str) -> tuple[Amount, tuple[str, ...]]:
        """How many spaces apart two units or places are, and the facts needed to narrow that."""
        for one, other in ((a, b), (b, a)):
            number = self.spaces.get(one, {}).get(other)
            if number is not None:
                return Amount.of(number), ()
        if self.board is not None:
            found = self.board.apart(a, b)
            if found is not None:
                return found
        return Amount(0, None), (f"given.spaces.{a}.{b}",)

    def within(self, a: str, b: str, reach: int) -> Tri:
        """Whether two things are at most so many spaces apart."""
        amount, needs = self.apart(a, b)
        low = amount.low or 0
        if low > reach:
            return NO
        if amount.high is not None and amount.high <= reach:
            return YES
        return open_on(*needs)

    def sees(self, a: str, b: str) -> Tri:
        """Whether there is a line of sight, as told for either direction."""
        for one, other in ((a, b), (b, a)):
            told = self.sight.get(one, {}).get(other)
            if told is not None:
                return known(told)
        return open_on(f"given.sight.{a}.{b}")

    def lights(self) -> Iterator[str]:
        """Every light, flame and lamp that still burns."""
        for name, place in self.places.items():
            if place.get("kind") in LIGHTS and not place.get("destroyed"):
                yield name

    def having(self, field_name: str, wanted: Any) -> Iterator[str]:
        """The units of which a field is told to be so."""
        return (name for name, unit in self.units.items() if unit.get(field_name) == wanted)

    # -- changes ---------------------------------------------------------------------------------

    def mark(self, unit: str, marker: str) -> None:
        """Lay a marker on a unit."""
        self.units[unit]["markers"] = [*(self.told(unit, "markers") or ()), marker]

    def unmark(self, unit: str, marker: str) -> None:
        """Take one marker of a kind off a unit."""
        left = list(self.told(unit, "markers") or ())
        if marker in left:
            left.remove(marker)
        self.units[unit]["markers"] = left


def counted(raw: Mapping[str, Any], name: str) -> int | None:
    """A number in a mapping, None where it is not told."""
    value = raw.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
