"""Tables of scenarios, clauses, terms and discrepancies."""

from __future__ import annotations

from fieldpress.export.columns import (
    ID,
    RAW,
    Row,
    Table,
    dumps,
    refs,
    text_columns,
    text_values,
)
from fieldpress.export.piece_tables import piece_columns, piece_values
from fieldpress.model import Game


def scenarios(game: Game) -> Table:
    columns = {
        **ID,
        **text_columns("title", "NOT NULL"),
        "extends": "TEXT",
        "source": "TEXT",
        **RAW,
    }
    rows = [
        {
            "id": one.id,
            **text_values("title", one.title),
            "extends": one.raw.get("extends"),
            "source": refs(one.source),
            "raw": dumps(one.raw),
        }
        for one in game.scenarios.values()
    ]
    return Table("scenarios", columns, (), rows)


def campaigns(game: Game) -> Table:
    columns = {**ID, **text_columns("title", "NOT NULL"), "source": "TEXT", **RAW}
    rows = [
        {
            "id": one.id,
            **text_values("title", one.title),
            "source": refs(one.source),
            "raw": dumps(one.raw),
        }
        for one in game.campaigns.values()
    ]
    return Table("campaigns", columns, (), rows)


def stages(game: Game) -> Table:
    """The scenarios of a campaign in their order, counted from 1."""
    columns = {
        "campaign": "TEXT NOT NULL REFERENCES campaigns (id)",
        "place": "INTEGER NOT NULL",
        "scenario": "TEXT REFERENCES scenarios (id)",
        "elsewhere": "TEXT",
    }
    rows: list[Row] = [
        {
            "campaign": one.id,
            "place": place,
            "scenario": None if "/" in scenario else scenario,
            "elsewhere": scenario if "/" in scenario else None,
        }
        for one in game.campaigns.values()
        for place, scenario in enumerate(one.scenarios, 1)
    ]
    return Table("campaign_scenarios", columns, ("PRIMARY KEY (campaign, place)",), rows)


def clauses(game: Game) -> Table:
    columns = {
        "key": "TEXT PRIMARY KEY",
        **text_columns("title", "NOT NULL"),
        **text_columns("text"),
        **text_columns("example"),
        "engine": "TEXT NOT NULL CHECK (engine IN ('enforced', 'described'))",
        "source": "TEXT",
        **RAW,
    }
    rows = [
        {
            "key": one.key,
            **text_values("title", one.title),
            **text_values("text", one.text),
            **text_values("example", one.example),
            "engine": "enforced" if one.enforced else "described",
            "source": refs(one.source),
            "raw": dumps(one.raw),
        }
        for one in game.clauses.values()
    ]
    return Table("clauses", columns, (), rows)


def relations(game: Game) -> Table:
    """What a clause says of others: overrides, see, same_as, differs_from, and where it belongs."""
    columns = {
        "clause": "TEXT NOT NULL REFERENCES clauses (key)",
        "relation": "TEXT NOT NULL",
        "to_clause": "TEXT REFERENCES clauses (key)",
        "to_scenario": "TEXT REFERENCES scenarios (id)",
        "to_discrepancy": "TEXT REFERENCES discrepancies (id)",
        "elsewhere": "TEXT",
    }
    rows: list[Row] = []
    for one in game.clauses.values():
        found = [("overrides", key) for key in one.overrides] + [("see", key) for key in one.see]
        found += [("same_as", one.same_as)] if one.same_as else []
        found += [("differs_from", one.differs_from)] if one.differs_from else []
        found += [("scenario", ident) for ident in one.scenarios]
        found += [("discrepancy", ident) for ident in one.discrepancies]
        for relation, target in found:
            kind = relation if relation in ("scenario", "discrepancy") else "clause"
            row: Row = dict.fromkeys(columns)
            row |= {"clause": one.key, "relation": relation}
            row["elsewhere" if "/" in target else f"to_{kind}"] = target
            rows.append(row)
    return Table("clause_relations", columns, (), rows)


def terms(game: Game) -> Table:
    columns = {
        **piece_columns(),
        **text_columns("text", "NOT NULL"),
        "clauses": "TEXT",
        "source": "TEXT",
        **RAW,
    }
    rows = [
        piece_values(one)
        | {
            **text_values("text", one.text),
            "clauses": " ".join(one.clauses) or None,
            "source": refs(one.source),
            "raw": dumps(one.raw),
        }
        for one in game.terms.values()
    ]
    return Table("terms", columns, (), rows)


def discrepancies(game: Game) -> Table:
    columns = {
        **ID,
        **text_columns("title", "NOT NULL"),
        "kind": "TEXT NOT NULL",
        **text_columns("question"),
        "adopted": "TEXT",
        "why": "TEXT",
        "switch": "INTEGER NOT NULL",
        "source": "TEXT",
        **RAW,
    }
    rows = [
        {
            "id": one.id,
            **text_values("title", one.title),
            "kind": one.kind,
            **text_values("question", one.question),
            "adopted": one.adopted,
            "why": one.why,
            "switch": int(one.switch),
            "source": refs(one.source),
            "raw": dumps(one.raw),
        }
        for one in game.discrepancies.values()
    ]
    return Table("discrepancies", columns, (), rows)


def readings(game: Game) -> Table:
    columns = {
        "discrepancy": "TEXT NOT NULL REFERENCES discrepancies (id)",
        "id": "TEXT NOT NULL",
        **text_columns("text", "NOT NULL"),
        "source": "TEXT",
    }
    rows = [
        {
            "discrepancy": one.id,
            "id": ident,
            **text_values("text", text),
            "source": refs(source),
        }
        for one in game.discrepancies.values()
        for ident, (text, source) in one.readings.items()
    ]
    return Table("discrepancy_readings", columns, ("PRIMARY KEY (discrepancy, id)",), rows)
