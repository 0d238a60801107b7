"""Tables of terrain tiles, options, Action cards and armies (ruleset normandie)."""

from __future__ import annotations

from fieldpress.export.columns import (
    ID,
    SIDE,
    Row,
    Table,
    dumps,
    fact_columns,
    fact_values,
    text_columns,
    text_values,
)
from fieldpress.export.piece_tables import end_columns, end_values, piece_columns, piece_values
from fieldpress.model import Fact, Game


def tiles(game: Game) -> Table:
    columns = {**ID, **text_columns("name", "NOT NULL"), **fact_columns("code", "TEXT")}
    rows = [
        {"id": tile.id, **text_values("name", tile.name), **fact_values("code", tile.code)}
        | end_values(tile)
        for tile in game.tiles.values()
    ]
    return Table("tiles", columns | end_columns(), (), rows)


def tile_faces(game: Game) -> Table:
    columns = {
        "tile": "TEXT NOT NULL REFERENCES tiles (id)",
        "face": "TEXT NOT NULL",
        "shows": "TEXT",
        "unknown": "TEXT",
    }
    rows: list[Row] = [
        {
            "tile": tile.id,
            "face": face.letter,
            "shows": "; ".join(map(str, face.shows)) or None,
            "unknown": face.unknown or None,
        }
        for tile in game.tiles.values()
        for face in tile.faces
    ]
    return Table("tile_faces", columns, ("PRIMARY KEY (tile, face)",), rows)


def options(game: Game) -> Table:
    facts = {
        "side": "TEXT",
        "kind": "TEXT",
        "officer": "INTEGER",
        **dict.fromkeys(("cost", "markers", "transport"), "INTEGER"),
    }
    columns = piece_columns()
    for name, kind in facts.items():
        columns |= fact_columns(name, kind, SIDE if name == "side" else "")
    columns |= {"counter": "TEXT", "clauses": "TEXT", **end_columns()}
    rows = []
    for option in game.options.values():
        row = piece_values(option)
        for name in facts:
            row |= fact_values(name, getattr(option, name))
        row |= {"counter": option.counter, "clauses": " ".join(option.clauses) or None}
        rows.append(row | end_values(option))
    return Table("options", columns, (), rows)


def actions(game: Game) -> Table:
    columns = {
        **piece_columns(),
        **fact_columns("category", "TEXT"),
        "decks": "TEXT",
        **end_columns(),
    }
    rows = []
    for action in game.actions.values():
        held = action.decks.value if action.decks.known and action.decks.value else {}
        sides = [side for side, one in held.items() if one.known and one.value]
        row = piece_values(action) | fact_values("category", action.category)
        rows.append(row | {"decks": " ".join(sides) or None} | end_values(action))
    return Table("actions", columns, (), rows)


def armies(game: Game) -> Table:
    columns = {
        **ID,
        **text_columns("title", "NOT NULL"),
        "scenario": "TEXT NOT NULL REFERENCES scenarios (id)",
        "side": f"TEXT NOT NULL {SIDE}",
        **fact_columns("total", "INTEGER"),
        **end_columns(),
    }
    rows = [
        {
            "id": army.id,
            **text_values("title", army.title),
            "scenario": army.scenario,
            "side": army.side,
            **fact_values("total", army.total),
            **end_values(army),
        }
        for army in game.armies.values()
    ]
    return Table("armies", columns, (), rows)


def army_entries(game: Game) -> Table:
    """The lines of the armies in their order, counted from 1; `elsewhere` is another game's."""
    columns = {
        "army": "TEXT NOT NULL REFERENCES armies (id)",
        "formation": "TEXT NOT NULL",
        "place": "INTEGER NOT NULL",
        "option": "TEXT REFERENCES options (id)",
        "elsewhere": "TEXT",
        "group": "INTEGER",
        "condition": "TEXT",
        **fact_columns("points", "INTEGER"),
        "multiple": "TEXT",
        "contents": "TEXT",
    }
    rows: list[Row] = []
    for army in game.armies.values():
        place = 0
        for formation in army.formations:
            for entry in formation.entries:
                place += 1
                far = "/" in entry.option
                rows.append(
                    {
                        "army": army.id,
                        "formation": formation.id,
                        "place": place,
                        "option": None if far else entry.option,
                        "elsewhere": entry.option if far else None,
                        "group": formation.group,
                        "condition": dumps(formation.condition) if formation.condition else None,
                        **fact_values("points", entry.points),
                        "multiple": entry.multiple or None,
                        "contents": _contents(entry.contents),
                    }
                )
    return Table("army_entries", columns, ("PRIMARY KEY (army, place)",), rows)


def _contents(contents: Fact[list[str]]) -> str | None:
    return "; ".join(contents.value) if contents.known and contents.value else None


__all__ = ["actions", "armies", "army_entries", "options", "tile_faces", "tiles"]
