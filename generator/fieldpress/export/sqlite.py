"""Write a game as an SQLite database with a full-text index that finds names without accents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fieldpress.errors import MissingExtra
from fieldpress.export.tables import tables
from fieldpress.model import Game, Library, Text
from fieldpress.model.game import fold, split_source
from fieldpress.model.links import LINK_KINDS, Link, split_links

#: "fpb1": tells the file from other SQLite databases (`file` and `PRAGMA application_id`).
APPLICATION_ID = 0x66706231
SCHEMA_VERSION = 1

_SEARCH = """
CREATE VIRTUAL TABLE search USING fts5 (
  kind UNINDEXED, id UNINDEXED, name, text, folded,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
)"""
_LINKS = """
CREATE TABLE links (
  from_kind TEXT NOT NULL, from_id TEXT NOT NULL, to_game TEXT NOT NULL,
  to_kind TEXT NOT NULL, to_id TEXT NOT NULL,
  PRIMARY KEY (from_kind, from_id, to_game, to_kind, to_id)
) STRICT, WITHOUT ROWID"""
_CITES = """
CREATE TABLE cites (
  kind TEXT NOT NULL, id TEXT NOT NULL, section TEXT NOT NULL REFERENCES sections (ref),
  PRIMARY KEY (kind, id, section)
) STRICT, WITHOUT ROWID"""


def write_database(library: Library, game: Game, path: Path) -> None:
    """Write the database to `path`, a new file. The same game gives the same bytes.

    sqlite3.OperationalError where the disk does not let us; MissingExtra where this SQLite is too
    old for STRICT tables.
    """
    if sqlite3.sqlite_version_info < (3, 37):
        raise MissingExtra("SQLite 3.37 (for STRICT tables)", "all", sqlite3.sqlite_version)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        _write(connection, library, game)
    finally:
        connection.close()


def _write(connection: sqlite3.Connection, library: Library, game: Game) -> None:
    execute = connection.execute
    execute("PRAGMA page_size = 4096")
    execute("PRAGMA journal_mode = OFF")
    execute("PRAGMA foreign_keys = ON")
    execute(f"PRAGMA application_id = {APPLICATION_ID}")
    execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    execute("BEGIN")
    execute("PRAGMA defer_foreign_keys = ON")
    for table in tables(game):
        execute(table.sql())
        names = ", ".join(f'"{name}"' for name in table.columns)
        marks = ", ".join("?" * len(table.columns))
        connection.executemany(
            f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})',
            [[row[name] for name in table.columns] for row in table.rows],
        )
    execute(_LINKS)
    connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?)", sorted(set(_links(game))))
    execute(_CITES)
    connection.executemany("INSERT INTO cites VALUES (?, ?, ?)", sorted(set(_cites(game))))
    execute(_SEARCH)
    connection.executemany(
        "INSERT INTO search VALUES (?, ?, ?, ?, ?)", list(_entries(library, game))
    )
    execute("INSERT INTO search (search) VALUES ('optimize')")
    execute("COMMIT")


def _records(game: Game) -> Iterator[tuple[str, str, Any, Any]]:
    """Kind as in links, id, record or None, raw entry."""
    for kind, key in LINK_KINDS.items():
        for ident, record in getattr(game, key).items():
            raw = record if key == "rulings" else record.raw
            yield kind, ident, None if key == "rulings" else record, raw


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _strings(value)


def _links(game: Game) -> Iterator[tuple[str, str, str, str, str]]:
    for kind, ident, _, raw in _records(game):
        for text in _strings(raw):
            for part in split_links(text) if "[[" in text else []:
                if isinstance(part, Link):
                    yield kind, ident, part.game or game.id, part.kind, part.id


def _cites(game: Game) -> Iterator[tuple[str, str, str]]:
    """The sections of this game's documents that a record or any fact of it cites."""
    for kind, ident, _, raw in _records(game):
        for text in _sources(raw):
            owner, document, section = split_source(text)
            if owner in ("", game.id) and document in game.sources:
                yield kind, ident, f"{document}#{section}"


def _sources(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("source", "none"):
                yield from (text for text in _strings(value) if "#" in text)
            else:
                yield from _sources(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _sources(value)


def _entries(library: Library, game: Game) -> Iterator[tuple[str, str, str, str, str]]:
    for kind, ident, record, raw in _records(game):
        names = list(_names(record, raw, ident))
        texts = [text for text in _texts(library, record, raw) if text]
        name, text = " · ".join(dict.fromkeys(names)), "\n".join(texts)
        yield kind, ident, name, text, fold(f"{name}\n{text}")


def _names(record: Any, raw: Any, ident: str) -> Iterator[str]:
    title = getattr(record, "name", None) or getattr(record, "title", None)
    if isinstance(title, Text):
        yield from title.by_language.values()
    elif isinstance(raw.get("title"), str):
        yield raw["title"]
    yield from getattr(record, "also_named", ())
    yield from getattr(record, "also_found_as", ())
    for one in (record, *getattr(record, "faces", ())):
        number = getattr(one, "number", None)
        if number is not None and number.known:
            yield number.value
        name = getattr(one, "name", None)
        if isinstance(name, Text):
            yield from name.by_language.values()
    yield ident


def _texts(library: Library, record: Any, raw: Any) -> Iterator[str]:
    """The texts of a record in every language, links as the words that they show."""
    if record is None:
        for key in ("title", "question", "text", "note", "why"):
            yield from (_plain(text) for text in _strings(raw.get(key)))
        return
    found: list[Text | None] = [
        getattr(record, name, None) for name in ("example", "note", "question")
    ]
    own = getattr(record, "text", None)
    if hasattr(record, "permalink"):
        found.append(library.clause_text(record))
    elif isinstance(own, Text):
        found.append(own)
    elif own is not None and own.known:
        found.append(own.value)
    for face in getattr(record, "faces", ()):
        text = getattr(face, "text", None)
        if text is not None and text.known:
            found.append(text.value)
    for text, _ in getattr(record, "readings", {}).values():
        found.append(text)
    for one in found:
        if one is not None:
            yield from (_plain(text) for text in one.by_language.values())


def _plain(text: str) -> str:
    parts = split_links(text)
    return "".join(
        part if isinstance(part, str) else part.shown or part.id.replace("-", " ") for part in parts
    )
