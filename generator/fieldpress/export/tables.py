"""The tables of a game: one a record kind, and one for each list inside a record.

Every table is named as in the bundle. `raw` holds the whole record as JSON. References inside the
game are foreign keys; what lies in another game is plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fieldpress.export import block_tables
from fieldpress.export.columns import (
    ID,
    RAW,
    SIDE,
    Table,
    dumps,
    fact_columns,
    fact_values,
    refs,
    text_columns,
    text_values,
)
from fieldpress.export.piece_tables import (
    cards,
    components,
    copies,
    counter_faces,
    counters,
    draws,
    faces,
    terrains,
)
from fieldpress.export.recruit_tables import (
    actions,
    armies,
    army_entries,
    options,
    tile_faces,
    tiles,
)
from fieldpress.export.rule_tables import (
    campaigns,
    clauses,
    discrepancies,
    readings,
    relations,
    scenarios,
    stages,
    terms,
)
from fieldpress.model import Fact, Game, Text


def tables(game: Game) -> Iterator[Table]:
    """The tables in an order in which every foreign key points backwards."""
    order: tuple[Callable[[Game], Table], ...] = (
        *(_games, _sides, _unit_types, _sources, _sections, _sets, _totals, _blanks),
        *(cards, terrains, faces, draws, copies, counters, counter_faces, components),
        *(tiles, tile_faces, options, actions),
        *block_tables.TABLES,
        *(scenarios, armies, army_entries, campaigns, stages),
        *(clauses, terms, discrepancies, readings, relations),
        *(_rulings, _layouts, _changes),
    )
    for make in order:
        yield make(game)


def _games(game: Game) -> Table:
    row = {
        "id": game.id,
        **text_values("title", game.title),
        "ruleset": game.ruleset,
        "language": game.language,
        "names_language": game.names_language,
        "version": game.raw.get("version"),
        "overlays": " ".join(game.overlays) or None,
        "raw": dumps(game.raw),
    }
    columns = {
        **ID,
        **text_columns("title", "NOT NULL"),
        **dict.fromkeys(("ruleset", "language", "names_language"), "TEXT NOT NULL"),
        "version": "TEXT",
        "overlays": "TEXT",
        **RAW,
    }
    return Table("games", columns, (), [row])


def _sides(game: Game) -> Table:
    columns = {**ID, **text_columns("name", "NOT NULL"), "role": "TEXT", "back": "TEXT"}
    rows = [
        {
            "id": ident,
            **text_values("name", Text.parse(side["name"], game.language)),
            "role": side.get("role"),
            "back": side.get("back"),
        }
        for ident, side in game.raw["sides"].items()
    ]
    return Table("sides", columns, (), rows)


def _unit_types(game: Game) -> Table:
    rows = [
        {"id": ident, **text_values("name", Text.parse(name, game.language))}
        for ident, name in game.raw.get("unit_types", {}).items()
    ]
    return Table("unit_types", {**ID, **text_columns("name", "NOT NULL")}, (), rows)


def _sources(game: Game) -> Table:
    columns = {**ID, "title": "TEXT NOT NULL", "edition": "TEXT", "language": "TEXT", **RAW}
    rows = [
        {
            "id": source.id,
            "title": source.title,
            "edition": source.edition or None,
            "language": source.language,
            "raw": dumps(source.raw),
        }
        for source in game.sources.values()
    ]
    return Table("sources", columns, (), rows)


def _sections(game: Game) -> Table:
    columns = {
        "ref": "TEXT PRIMARY KEY",
        "source": "TEXT NOT NULL REFERENCES sources (id)",
        "position": "INTEGER NOT NULL",
        "title": "TEXT NOT NULL",
        "path": "TEXT NOT NULL",
        "no_clause": "TEXT",
    }
    rows = [
        {
            "ref": f"{source.id}#{section.id}",
            "source": source.id,
            "position": position,
            "title": section.title,
            "path": " > ".join(section.path),
            "no_clause": section.no_clause or None,
        }
        for source in game.sources.values()
        for position, section in enumerate(source.sections.values(), 1)
    ]
    return Table("sections", columns, (), rows)


def _sets(game: Game) -> Table:
    columns = {
        **ID,
        **text_columns("name", "NOT NULL"),
        "mark": "TEXT",
        "source": "TEXT",
        **RAW,
    }
    rows = [
        {
            "id": one.id,
            **text_values("name", one.name),
            "mark": one.mark or None,
            "source": refs(one.source),
            "raw": dumps(one.raw),
        }
        for one in game.sets.values()
    ]
    return Table("sets", columns, (), rows)


def _totals(game: Game) -> Table:
    columns = {
        "set": "TEXT NOT NULL REFERENCES sets (id)",
        "kind": "TEXT NOT NULL",
        **fact_columns("total", "INTEGER"),
    }
    rows = [
        {"set": one.id, "kind": kind, **fact_values("total", total)}
        for one in game.sets.values()
        for kind, total in one.totals.items()
    ]
    return Table("set_totals", columns, ('PRIMARY KEY ("set", kind)',), rows)


def _blanks(game: Game) -> Table:
    columns = {
        **ID,
        "set": "TEXT NOT NULL REFERENCES sets (id)",
        "kind": "TEXT NOT NULL",
        "side": f"TEXT {SIDE}",
        "heroic": "INTEGER",
        "card_kind": "TEXT",
        **fact_columns("pieces", "INTEGER"),
    }
    rows = [
        {
            "id": blank["id"],
            "set": one.id,
            "kind": blank["kind"],
            "side": blank.get("side"),
            "heroic": blank.get("heroic"),
            "card_kind": blank.get("card_kind"),
            **fact_values("pieces", Fact.parse(blank["count"], _source(blank))),
        }
        for one in game.sets.values()
        for blank in one.blanks
    ]
    return Table("blanks", columns, (), rows)


def _source(raw: Any) -> tuple[str, ...]:
    source = raw.get("source", ())
    return (source,) if isinstance(source, str) else tuple(source)


def _raw_only(name: str) -> Callable[[Game], Table]:
    def make(game: Game) -> Table:
        raws = getattr(game, name)
        rows = [{"id": ident, "raw": dumps(raw)} for ident, raw in raws.items()]
        return Table(name, {**ID, **RAW}, (), rows)

    return make


_rulings = _raw_only("rulings")
_layouts = _raw_only("layouts")


def _changes(game: Game) -> Table:
    """What overlays set or added."""
    names = ("overlay", "kind", "id", "field", "date", "why")
    columns = dict.fromkeys(names, "TEXT") | {"was": "TEXT", "source": "TEXT"}
    rows = [
        {name: change.get(name) for name in names}
        | {
            "was": dumps(change["was"]) if "was" in change else None,
            "source": refs(_source(change)),
        }
        for change in game.changes
    ]
    return Table("overlay_changes", columns, (), rows)
