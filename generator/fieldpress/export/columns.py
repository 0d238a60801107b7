"""Columns of the database: a fact takes four, a text one a language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model import Fact, Text

Row = dict[str, Any]

ID = {"id": "TEXT PRIMARY KEY"}
RAW = {"raw": "TEXT NOT NULL CHECK (json_valid(raw))"}
SIDE = "REFERENCES sides (id)"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: columns with their SQL types and constraints, and its rows in order."""

    name: str
    columns: Mapping[str, str]
    constraints: tuple[str, ...]
    rows: list[Row]

    def sql(self) -> str:
        """The statement that makes the table, STRICT."""
        lines = [f'  "{name}" {kind}' for name, kind in self.columns.items()]
        lines += [f"  {line}" for line in self.constraints]
        return f'CREATE TABLE "{self.name}" (\n' + ",\n".join(lines) + "\n) STRICT"


def fact_columns(name: str, kind: str, extra: str = "") -> dict[str, str]:
    """`name` holds the value (NULL unless known), then its basis, source and reason.

    The basis is printed, derived or read; unknown or none say why there is no value; NULL: the
    field does not apply.
    """
    bases = "'printed', 'derived', 'read', 'unknown', 'none'"
    return {
        name: f"{kind} {extra}".strip(),
        f"{name}_basis": f'TEXT CHECK ("{name}_basis" IN ({bases}))',
        f"{name}_source": "TEXT",
        f"{name}_why": "TEXT",
    }


def fact_values(name: str, fact: Fact[Any]) -> Row:
    """The four values of `fact_columns`."""
    basis = fact.basis if fact.known else None if fact.state == "absent" else fact.state
    why = fact.why or None
    if fact.unknown:
        bounds = [f"one of {', '.join(map(str, fact.among))}"] if fact.among else []
        bounds += [f"at least {fact.at_least}"] if fact.at_least is not None else []
        bounds += [f"at most {fact.at_most}"] if fact.at_most is not None else []
        why = "; ".join([*([why] if why else []), *bounds])
    return {
        name: plain(fact.value) if fact.known else None,
        f"{name}_basis": basis,
        f"{name}_source": refs(fact.source),
        f"{name}_why": why,
    }


def plain(value: Any) -> Any:
    """A value as SQLite stores it: flags as 0 and 1, texts in the game's language."""
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, (int, float, str)):
        return value
    return str(value) if isinstance(value, Text) else dumps(value)


def refs(source: Iterable[str]) -> str | None:
    """Source references in one cell, separated by spaces."""
    return " ".join(source) or None


def dumps(value: Any) -> str:
    """A part that has no columns of its own, as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_values(name: str, text: Text | None) -> Row:
    """A text in the game's language, and all its languages as JSON where there are several."""
    several = text is not None and len(text.by_language) > 1
    return {
        name: str(text) if text is not None else None,
        f"{name}_languages": dumps(text.by_language) if several and text is not None else None,
    }


def text_columns(name: str, extra: str = "") -> dict[str, str]:
    """The two columns of `text_values`."""
    return {name: f"TEXT {extra}".strip(), f"{name}_languages": "TEXT"}
