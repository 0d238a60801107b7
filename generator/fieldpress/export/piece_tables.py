"""Tables of the pieces: cards, terrains, counters, components, and their lists."""

from __future__ import annotations

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
from fieldpress.model import Fact, Game


def piece_columns() -> dict[str, str]:
    return {**ID, **text_columns("name", "NOT NULL"), "also_named": "TEXT"}


def piece_values(record: Any) -> Row:
    return {
        "id": record.id,
        **text_values("name", record.name),
        "also_named": "; ".join(record.also_named) or None,
    }


def end_columns() -> dict[str, str]:
    return {**text_columns("note"), "source": "TEXT", **RAW}


def end_values(record: Any) -> Row:
    return {
        **text_values("note", record.note),
        "source": refs(record.source),
        "raw": dumps(record.raw),
    }


def cards(game: Game) -> Table:
    facts = {
        "number": "TEXT",
        "side": "TEXT",
        "kind": "TEXT",
        "heroic": "INTEGER",
        "combat_value": "INTEGER",
        "unit_type": "TEXT",
        "support": "INTEGER",
        "text": "TEXT",
        "effects": "TEXT",
    }
    extra = {"side": SIDE, "unit_type": "REFERENCES unit_types (id)"}
    columns = piece_columns()
    for name, kind in facts.items():
        columns |= fact_columns(name, kind, extra.get(name, ""))
    columns |= {"plays_as": "TEXT", **end_columns()}
    rows = []
    for card in game.cards.values():
        row = piece_values(card)
        for name in facts:
            row |= fact_values(name, getattr(card, name))
        rows.append(row | {"plays_as": " ".join(card.plays_as) or None} | end_values(card))
    return Table("cards", columns, (), rows)


def terrains(game: Game) -> Table:
    columns = piece_columns()
    for name in ("objective", "building"):
        columns |= fact_columns(name, "INTEGER")
    rows = [
        piece_values(terrain)
        | fact_values("objective", terrain.objective)
        | fact_values("building", terrain.building)
        | end_values(terrain)
        for terrain in game.terrains.values()
    ]
    return Table("terrains", columns | end_columns(), (), rows)


def faces(game: Game) -> Table:
    facts = {"number": "TEXT", "size": "INTEGER", "text": "TEXT", "effects": "TEXT"}
    columns = {
        "terrain": "TEXT NOT NULL REFERENCES terrains (id)",
        "face": "TEXT NOT NULL",
        **text_columns("name", "NOT NULL"),
    }
    for name, kind in facts.items():
        columns |= fact_columns(name, kind)
    rows = []
    for terrain in game.terrains.values():
        for face in terrain.faces:
            row = {"terrain": terrain.id, "face": face.letter, **text_values("name", face.name)}
            for name in facts:
                row |= fact_values(name, getattr(face, name))
            rows.append(row)
    return Table("terrain_faces", columns, ("PRIMARY KEY (terrain, face)",), rows)


def draws(game: Game) -> Table:
    columns = {
        "terrain": "TEXT NOT NULL REFERENCES terrains (id)",
        "face": "TEXT NOT NULL",
        "side": f"TEXT NOT NULL {SIDE}",
        **fact_columns("cards", "INTEGER"),
    }
    rows = [
        {"terrain": terrain.id, "face": face.letter, "side": side, **fact_values("cards", count)}
        for terrain in game.terrains.values()
        for face in terrain.faces
        for side, count in entries(face.draws, game.raw["sides"])
    ]
    return Table("terrain_draws", columns, ("PRIMARY KEY (terrain, face, side)",), rows)


def entries(counts: Fact[dict[str, Fact[int]]], keys: Any = ()) -> list[tuple[str, Fact[int]]]:
    """The counts by key; where they are unknown as a whole, each of `keys` is."""
    if counts.known and counts.value is not None:
        return list(counts.value.items())
    whole: Fact[int] = Fact(counts.state, source=counts.source, why=counts.why)
    return [(key, whole) for key in keys] if counts.state != "absent" else []


def copies(game: Game) -> Table:
    columns = {
        "card": "TEXT REFERENCES cards (id)",
        "terrain": "TEXT REFERENCES terrains (id)",
        "set": "TEXT REFERENCES sets (id)",
        **fact_columns("copies", "INTEGER"),
    }
    rows = []
    for kind, pieces in (("card", game.cards), ("terrain", game.terrains)):
        piece: Any
        for piece in pieces.values():
            row = {"card": None, "terrain": None, kind: piece.id}
            if piece.copies.known:
                rows += [
                    {**row, "set": ident, **fact_values("copies", count)}
                    for ident, count in entries(piece.copies)
                ]
            elif piece.copies.state != "absent":
                rows.append({**row, "set": None, **fact_values("copies", piece.copies)})
    check = "CHECK ((card IS NULL) <> (terrain IS NULL))"
    return Table("copies", columns, (check,), rows)


def counters(game: Game) -> Table:
    columns = {**piece_columns(), "kind": "TEXT", "shape": "TEXT", "size_mm": "REAL"}
    for name, kind in (("colour", "TEXT"), ("count", "INTEGER"), ("reserve", "INTEGER")):
        columns |= fact_columns(name, kind)
    rows = [
        piece_values(one)
        | {"kind": one.kind, "shape": one.shape, "size_mm": one.size}
        | fact_values("colour", one.colour)
        | fact_values("count", one.count)
        | fact_values("reserve", one.reserve)
        | end_values(one)
        for one in game.counters.values()
    ]
    return Table("counters", columns | end_columns(), (), rows)


def counter_faces(game: Game) -> Table:
    columns = {
        "counter": "TEXT NOT NULL REFERENCES counters (id)",
        "position": "INTEGER NOT NULL",
        "id": "TEXT NOT NULL",
        **text_columns("shows", "NOT NULL"),
        "adds": "INTEGER",
        "side": f"TEXT {SIDE}",
    }
    rows = [
        {
            "counter": one.id,
            "position": position,
            "id": face.id,
            **text_values("shows", face.shows),
            "adds": face.adds,
            "side": face.side,
        }
        for one in game.counters.values()
        for position, face in enumerate(one.faces, 1)
    ]
    return Table("counter_faces", columns, ("PRIMARY KEY (counter, position)",), rows)


def components(game: Game) -> Table:
    columns = {**ID, **text_columns("name", "NOT NULL"), "kind": "TEXT", "size": "TEXT"}
    columns |= fact_columns("side", "TEXT", SIDE) | fact_columns("count", "INTEGER")
    rows = [
        {"id": one.id, **text_values("name", one.name), "kind": one.kind, "size": one.size}
        | fact_values("side", one.side)
        | fact_values("count", one.count)
        | end_values(one)
        for one in game.components.values()
    ]
    return Table("components", columns | end_columns(), (), rows)
