"""Export a game in one of the forms; the same library gives the same bytes."""

from __future__ import annotations

from pathlib import Path

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.export.bundle import bundle_text
from fieldpress.files import atomic_path, write_atomically
from fieldpress.model import Library

FORMS: dict[str, str] = {"sqlite": ".sqlite", "json": ".json"}


def export_game(library: Library, game: str, form: str, path: Path) -> None:
    """Write `game` to `path` as `sqlite` or `json`, whole or not at all.

    UsageFault on another form or a game that the library lacks; FieldpressError where `path`
    cannot be written.
    """
    if game not in library.games:
        raise UsageFault(f"no game {game!r}; loaded: {', '.join(library.games)}")
    if form not in FORMS:
        raise UsageFault(f"no export form {form!r}; the forms are {', '.join(FORMS)}")
    if form == "json":
        write_atomically(path, bundle_text(library, game))
        return
    import sqlite3

    from fieldpress.export.sqlite import write_database

    with atomic_path(path) as part:
        try:
            write_database(library, library[game], part)
        except sqlite3.OperationalError as error:
            raise FieldpressError(f"{path}: cannot be written: {error}") from error
