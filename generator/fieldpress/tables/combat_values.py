"""The combat value tables of an operational block game, each figure asked of the engine.

Every cell is a made-up combat in which only one thing counts: units of value 0, cards of value 0
and the thing itself. So nothing of the rules stands here, and a changed number changes the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.answer import Options
from fieldpress.engine.overlord.case import INVADER, Case
from fieldpress.engine.overlord.ground import MAJOR, OBJECTIVE, SEA, SECONDARY
from fieldpress.engine.overlord.points import POINT_KEYS
from fieldpress.engine.overlord.results import results
from fieldpress.engine.overlord.situation import case_of, knowledge
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER, ROLES
from fieldpress.engine.overlord.values import Derived, combat_value
from fieldpress.engine.verdicts import distinct
from fieldpress.model import Game, Library

#: What no source states, as it is printed.
UNKNOWN = "?"
#: Rows of the table of damage: as many results as are told one by one.
RESULTS_SHOWN = 6
_HERE = "here"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as printed, the clauses it rests on, and what other readings make of it."""

    shown: str
    clauses: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. `of`: the record that it is about, as kind and id, or nothing."""

    name: str
    cells: tuple[Cell, ...]
    of: tuple[str, str] | None = None

    @property
    def clauses(self) -> tuple[str, ...]:
        return distinct(key for cell in self.cells for key in cell.clauses)

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """Figures under other readings: the discrepancy, and the line's figures there."""
        found = distinct(name for cell in self.cells for name, _ in cell.others)
        return tuple(
            (name, ", ".join(dict(cell.others).get(name, cell.shown) for cell in self.cells))
            for name in found
        )


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title, the heads of its columns and its lines. `corner` says what the heads
    are; `note` is a text with links."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    corner: str = ""

    def otherwise(self) -> list[tuple[str, str]]:
        """What other readings make of it: the discrepancy, and the lines that differ there."""
        found: dict[str, list[str]] = {}
        for row in self.rows:
            for name, figures in row.others:
                found.setdefault(name, []).append(f"{row.name} {figures}")
        return [(name, "; ".join(lines)) for name, lines in found.items()]


@dataclass(slots=True)
class _Asking:
    """A made-up combat: the side that attacks, and what is different from the barest one."""

    attacker: str
    combat: dict[str, Any] = field(default_factory=dict)
    sector: dict[str, Any] = field(default_factory=dict)
    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    records: dict[str, Any] = field(default_factory=dict)


Reckon = Callable[[Case], Derived]


class Tables:
    """The tables of one game. `library` must hold it."""

    def __init__(self, library: Library, game: str) -> None:
        self.library, self.game = library, library[game]
        sides = {str(raw.get("role")): ident for ident, raw in self.game.sides.items()}
        self.invader = sides[INVADER]
        self.occupier = next(side for side in self.game.sides if side != self.invader)

    def all(self) -> Iterator[Table]:
        """Every table that the game has records for, in the order of a player aid."""
        yield self.attack()
        yield self.defence()
        if self.game.states:
            yield self.states()
        if self.game.supports:
            yield self.supports()
        yield self.damage()

    def attack(self) -> Table:
        """What an attack loses: class of the sector, Festung, number of infantry divisions."""
        most = self._most_defenders()
        rows = []
        for kind in (OBJECTIVE, MAJOR, SECONDARY, SEA):
            for fortress in (False, True):
                cells = [self._sector(kind, fortress, number) for number in range(most + 1)]
                if fortress and all(cell.shown == "0" for cell in cells):
                    continue
                bare = self._sector(kind, False, 0)
                if bare.shown == "0":  # a class that takes nothing off needs no line
                    continue
                name = f"{kind.capitalize()} Sector" + (", a Festung" if fortress else "")
                rows.append(Row(name, tuple(cells)))
        heads = tuple(str(number) for number in range(most + 1))
        return Table(
            "attack",
            "Attack: what the Sector takes off",
            heads,
            tuple(rows),
            self._said("festung.penalty"),
            "Infantry Divisions among the defenders",
        )

    def defence(self) -> Table:
        """What a strategic point adds to a defence, by the side that defends."""
        rows = []
        for point in POINT_KEYS:
            cells = tuple(
                self._cell(
                    _Asking(self._other(side), {"points": [point]}, {"class": "secondary"}),
                    DEFENDER,
                )
                for side in (self.occupier, self.invader)
            )
            rows.append(Row(point.replace("-", " ").capitalize(), cells))
        alone = _Asking(
            self.invader, {"points": ["atlantic-wall"], "wall": True}, {"class": "secondary"}
        )
        rows.append(
            Row(
                "Landing Sector that nobody holds",
                (self._cell(alone, DEFENDER, held=False), Cell("")),
            )
        )
        heads = (self.game.side_name(self.occupier), self.game.side_name(self.invader))
        return Table(
            "defence",
            "Defence: what a Strategic Point adds",
            heads,
            tuple(rows),
            self._said("wall.damage"),
            "Defended by",
        )

    def states(self) -> Table:
        """What the states of a division do to its value, alone and together."""
        tracks: dict[str, list[str]] = {"condition": [], "supply": []}
        for state in self.game.states.values():
            if not self._gone(state.id):
                tracks.setdefault(state.track, []).append(state.id)
        rows = []
        for condition in tracks["condition"]:
            for supply in tracks["supply"]:
                told = {"state": condition, "supply": supply}
                names = [self.game.states[one].name.get() for one in (condition, supply)]
                if supply == tracks["supply"][0]:
                    names.pop()
                rows.append(Row(", ".join(names), (self._attacks(told), self._defends(told))))
        return Table(
            "states",
            "States of a Division: its Combat value",
            ("attacks", "defends"),
            tuple(rows),
            corner="A Division that",
        )

    def supports(self) -> Table:
        """What each Support adds, and what it does besides in the words of its record."""
        rows = []
        for support in self.game.supports.values():
            side = support.side.value if support.side.known else self.invader
            brought = {"supports": {ATTACKER: [support.id]}}
            attack = self._cell(
                _Asking(side or self.invader, brought, {"class": "secondary"}),
                ATTACKER,
                beside=_Asking(side or self.invader, {}, {"class": "secondary"}),
            )
            brought = {"supports": {DEFENDER: [support.id]}}
            attacker = self._other(side or self.invader)
            defence = self._cell(
                _Asking(attacker, brought, {"class": "secondary"}),
                DEFENDER,
                beside=_Asking(attacker, {}, {"class": "secondary"}),
            )
            rows.append(Row(support.name.get(), (attack, defence), ("support", support.id)))
        return Table("supports", "Supports", ("attack", "defence"), tuple(rows), corner="In")

    def damage(self) -> Table:
        """How many results so much damage makes."""
        bands: list[tuple[int, int, Cell]] = []
        points = 0
        while True:
            asking = _Asking(self.invader, {"values": {DEFENDER: points}}, {"class": "secondary"})
            derived, _ = self._reckoned(asking, lambda c: results(c, ATTACKER), {}, True)
            number = derived.amount.low or 0
            if number >= RESULTS_SHOWN or points > 1000:
                break
            cell = Cell(str(number), derived.clauses)
            if bands and bands[-1][2].shown == cell.shown:
                bands[-1] = (bands[-1][0], points, cell)
            else:
                bands.append((points, points, cell))
            points += 1
        rows = tuple(Row(f"{low} to {high}", (cell,)) for low, high, cell in bands)
        said = " ".join(self._said(key) for key in ("result.suffered", "result.symbol"))
        return Table("damage", "Damage", ("results",), rows, said, "Damage points")

    # -- one figure ------------------------------------------------------------------------------

    def _sector(self, kind: str, fortress: bool, infantry: int) -> Cell:
        asking = _Asking(self.invader, {"infantry": infantry}, {"class": kind})
        if fortress:
            tile = {"id": "tile", "name": "tile", "sector": _HERE, "months": [], "source": ""}
            asking.records = {"festungen": [tile]}
            asking.given = {"festungen": ["tile"]}
        return self._cell(asking, ATTACKER)

    def _attacks(self, told: Mapping[str, Any]) -> Cell:
        barred = self._barred(told)
        if barred is not None:
            return barred
        plain = _Asking(self.invader, {}, {"class": "secondary"})
        asking = _Asking(self.invader, {}, {"class": "secondary"}, {"a": dict(told)})
        return self._cell(asking, ATTACKER, beside=plain)

    def _defends(self, told: Mapping[str, Any]) -> Cell:
        asking = _Asking(self.invader, {}, {"class": "secondary"}, {"d": dict(told)})
        return self._cell(asking, DEFENDER)

    def _barred(self, told: Mapping[str, Any]) -> Cell | None:
        """The cell of a state in which a division may not attack, else None."""
        asking = _Asking(self.invader, {}, {"class": "secondary"}, {"a": dict(told)})
        found = list(self._case(asking, {}, True).barred("a", "attack", "barred"))
        if not found:
            return None
        return Cell("no", distinct(key for one in found for key in one.clauses))

    def _gone(self, state: str) -> bool:
        """Whether a division in this state is out of the game: nothing is worse."""
        raw = self.game.states[state].raw
        return "worse" not in raw and raw["track"] == "condition"

    def _cell(
        self, asking: _Asking, role: str, held: bool = True, beside: _Asking | None = None
    ) -> Cell:
        """The value of a role in a combat, less that of the barest one where `beside` is told."""

        def reckon(readings: Mapping[str, str]) -> tuple[str, tuple[str, ...], dict[str, str]]:
            derived, followed = self._reckoned(
                asking, lambda c: combat_value(c, role), readings, held
            )
            low, high = derived.amount.low, derived.amount.high
            keys = distinct(
                key
                for part in derived.parts
                if not part.record.startswith(("unit:", "card:")) or part.why == "state"
                for key in part.clauses
            )
            if beside is not None and low is not None:
                bare, _ = self._reckoned(beside, lambda c: combat_value(c, role), readings, held)
                took = {key for part in bare.parts for key in part.clauses}
                keys = tuple(key for key in keys if key not in took)
                base = bare.amount.low or 0
                low, high = low - base, None if high is None else high - base
            return _signed(low, high), keys, followed

        shown, keys, followed = reckon({})
        others = []
        for name, taken in followed.items():
            for reading in self.game.discrepancies[name].readings:
                other = reckon({name: reading})[0] if reading != taken else shown
                if other != shown:
                    others.append((name, other))
        return Cell(shown, keys, tuple(others))

    def _reckoned(
        self, asking: _Asking, what: Reckon, readings: Mapping[str, str], held: bool
    ) -> tuple[Derived, dict[str, str]]:
        case = self._case(asking, readings, held)
        derived = what(case)
        return derived, dict(case.k.ledger.readings)

    def _case(self, asking: _Asking, readings: Mapping[str, str], held: bool) -> Case:
        units: dict[str, dict[str, Any]] = {
            "a": {"side": asking.attacker, "type": "armoured", "value": 0},
            "d": {"side": self._other(asking.attacker), "type": "armoured", "value": 0},
        }
        for ident, told in asking.units.items():
            units[ident] |= told
        combat: dict[str, Any] = {
            "at": _HERE,
            "attacker": asking.attacker,
            "units": {ATTACKER: ["a"], DEFENDER: ["d"] if held else []},
            "cards": dict.fromkeys(ROLES, 0),
            "points": [],
            **asking.combat,
        }
        raw = {"game": self.game.id, "records": asking.records, "readings": dict(readings)}
        given = {"sectors": {_HERE: asking.sector}, "units": units, "combat": combat}
        k = knowledge(self.library, raw, Options())
        return case_of(k, {**given, **asking.given})

    def _most_defenders(self) -> int:
        """As many divisions as may defend: those that a sector holds and those that join them."""
        k = knowledge(self.library, {"game": self.game.id}, Options())
        figures = [k.figure(name) for name in ("capacity-divisions", "defence-reinforcements")]
        return sum(int(figure.value) for figure in figures if figure)

    def _said(self, key: str) -> str:
        """A clause in the words of the content; nothing where the game has no such clause."""
        clause = self.game.clauses.get(key)
        return clause.text.get() if clause and clause.text else ""

    def _other(self, side: str) -> str:
        return self.occupier if side == self.invader else self.invader


def _signed(low: int | None, high: int | None) -> str:
    """A figure with its sign; the sign of the unknown where it is not one figure."""
    if low is None or low != high:
        return UNKNOWN
    return f"{low:+d}".replace("-", "−") if low else "0"


def tables(library: Library, game: Game) -> list[Table]:
    """The tables of a game of this ruleset; none for another's."""
    if game.raw.get("ruleset") != "overlord" or not game.raw.get("judged", True):
        return []
    return list(Tables(library, game.id).all())


__all__ = ["UNKNOWN", "Cell", "Row", "Table", "Tables", "tables"]
