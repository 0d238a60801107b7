"""Tables of sectors, maps, formations, Supports, states, decks, sequences, Operations and Festungen
(ruleset overlord)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fieldpress.export.columns import (
    ID,
    RAW,
    SIDE,
    Row,
    Table,
    dumps,
    fact_columns,
    fact_values,
    refs,
    text_columns,
    text_values,
)
from fieldpress.model import Game


def _table(
    store: str, plain: Mapping[str, str], facts: Mapping[str, str]
) -> Callable[[Game], Table]:
    """A table of one record kind: its name, plain columns, facts, source and the record whole."""

    def make(game: Game) -> Table:
        columns = {**ID, **text_columns("name", "NOT NULL"), **plain}
        for name, kind in facts.items():
            columns |= fact_columns(name, kind)
        columns |= {"source": "TEXT", **RAW}
        rows: list[Row] = []
        for one in getattr(game, store).values():
            row: Row = {"id": one.id, **text_values("name", one.name)}
            row |= {name: _plain(getattr(one, name)) for name in plain}
            for name in facts:
                row |= fact_values(name, getattr(one, name))
            rows.append({**row, "source": refs(one.source), "raw": dumps(one.raw)})
        return Table(store, columns, (), rows)

    return make


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, tuple):
        return " ".join(value) or None
    return value or None


sectors = _table(
    "sectors",
    {},
    {
        "kind": "TEXT",
        "station": "INTEGER",
        "harbour": "INTEGER",
        "depot": "INTEGER",
        "drop_zone": "INTEGER",
        "supply": "INTEGER",
        "through": "TEXT",
        "marker": "TEXT",
    },
)
maps = _table("maps", {"invented": "INTEGER NOT NULL"}, {})
units = _table(
    "units",
    {"side": f"TEXT NOT NULL {SIDE}", "kind": "TEXT NOT NULL", "armies": "TEXT"},
    {"nation": "TEXT", "type": "TEXT", "static": "INTEGER", "value": "INTEGER"},
)
supports = _table(
    "supports",
    {},
    {
        "side": "TEXT",
        "attack": "INTEGER",
        "defense": "INTEGER",
        "permanent": "INTEGER",
        "count": "INTEGER",
    },
)
states = _table("states", {"track": "TEXT NOT NULL"}, {})
decks = _table("decks", {"side": f"TEXT NOT NULL {SIDE}"}, {"total": "INTEGER"})
sequences = _table("sequences", {"of": "TEXT NOT NULL", "scenarios": "TEXT"}, {})
operations = _table(
    "operations",
    {"kind": "TEXT NOT NULL", "fortitude": "INTEGER"},
    {
        "sector": "TEXT",
        "plan": "TEXT",
        "of": "INTEGER",
        "month": "TEXT",
        "success": "INTEGER",
        "failure": "INTEGER",
        "revealed": "INTEGER",
    },
)
festungen = _table(
    "festungen",
    {"months": "TEXT"},
    {"sector": "TEXT", "per_week": "INTEGER", "at_end": "INTEGER"},
)


def _of_map(game: Game, rows: Callable[[Any], Iterable[Row]]) -> list[Row]:
    return [{"map": one.id, **row} for one in game.maps.values() for row in rows(one)]


def map_sectors(game: Game) -> Table:
    """The sectors of each map; what a map leaves to a sector record is NULL here."""
    flags = ("station", "harbour", "depot", "drop_zone")
    columns = {
        "map": "TEXT NOT NULL REFERENCES maps (id)",
        "sector": "TEXT NOT NULL",
        "name": "TEXT NOT NULL",
        "class": "TEXT",
        **dict.fromkeys(flags, "INTEGER"),
        "starts": "TEXT",
        "supply": "INTEGER",
        "through": "TEXT",
        "marker": "TEXT",
        "boxed_by": "TEXT",
    }

    def rows(one: Any) -> Iterable[Row]:
        for ident, raw in one.sectors.items():
            name = raw["name"] if isinstance(raw["name"], str) else dumps(raw["name"])
            plain = {key: raw.get(key) for key in columns if key not in ("map", "sector", "name")}
            plain |= {flag: int(raw[flag]) if flag in raw else None for flag in flags}
            yield {"sector": ident, "name": name, **plain}

    keys = ("PRIMARY KEY (map, sector)",)
    return Table("map_sectors", columns, keys, _of_map(game, rows))


def map_links(game: Game) -> Table:
    """The links of each map, both ends as they are written."""
    columns = {
        "map": "TEXT NOT NULL REFERENCES maps (id)",
        "link": "TEXT NOT NULL",
        "one": "TEXT NOT NULL",
        "other": "TEXT NOT NULL",
        "by": "TEXT NOT NULL",
        "points": "TEXT",
    }

    def rows(one: Any) -> Iterable[Row]:
        for link in one.links:
            ends = {"one": link.ends[0], "other": link.ends[1]}
            points = " ".join(link.points) or None
            yield {"link": link.id, **ends, "by": link.by, "points": points}

    return Table("map_links", columns, (), _of_map(game, rows))


def deck_cards(game: Game) -> Table:
    """The Combat cards of each deck, by value."""
    columns = {"deck": "TEXT NOT NULL REFERENCES decks (id)", "value": "INTEGER NOT NULL"}
    for name in ("cards", "spies", "bombs"):
        columns |= fact_columns(name, "INTEGER")
    rows = [
        {
            "deck": deck.id,
            "value": one.value,
            **fact_values("cards", one.count),
            **fact_values("spies", one.spies),
            **fact_values("bombs", one.bombs),
        }
        for deck in game.decks.values()
        for one in deck.cards
    ]
    return Table("deck_cards", columns, ("PRIMARY KEY (deck, value)",), rows)


def sequence_steps(game: Game) -> Table:
    """The steps of each sequence in their order."""
    columns = {
        "sequence": "TEXT NOT NULL REFERENCES sequences (id)",
        "position": "INTEGER NOT NULL",
        "step": "TEXT NOT NULL",
        "name": "TEXT NOT NULL",
        "who": "TEXT",
        "phase": "TEXT",
        "not_in_round": "TEXT",
        "clauses": "TEXT",
    }
    rows = [
        {
            "sequence": one.id,
            "position": position,
            "step": step["id"],
            "name": step["name"] if isinstance(step["name"], str) else dumps(step["name"]),
            "who": step.get("who"),
            "phase": step.get("phase"),
            "not_in_round": " ".join(map(str, step.get("not_in_round", ()))) or None,
            "clauses": " ".join(step["clauses"]),
        }
        for one in game.sequences.values()
        for position, step in enumerate(one.steps, 1)
    ]
    return Table("sequence_steps", columns, ("PRIMARY KEY (sequence, position)",), rows)


#: In an order in which every foreign key points backwards.
TABLES: tuple[Callable[[Game], Table], ...] = (
    *(sectors, maps, map_sectors, map_links, units, supports, states),
    *(decks, deck_cards, sequences, sequence_steps, operations, festungen),
)
