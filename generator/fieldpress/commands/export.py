"""`fieldpress export sqlite|json GAME [--output FILE]`."""

from __future__ import annotations

from pathlib import Path

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import FINE


@click.command()
@click.argument("form", type=click.Choice(["sqlite", "json"]))
@click.argument("game")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to write it (output/GAME/GAME.sqlite or .json when not given).",
)
@content_option
@overlay_option
@as_of_option
def command(
    form: str,
    game: str,
    output: Path | None,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Export GAME: an SQLite database with full-text search, or the JSON bundle.

    The database has one table a record kind; a fact takes four columns: its value, basis, source
    and reason. The table `search` finds names and texts with or without accents.
    """
    from fieldpress.database import open_library
    from fieldpress.export import FORMS, export_game

    library = open_library(content, [game], overlay, as_of)
    path = output or Path("output") / game / f"{game}{FORMS[form]}"
    export_game(library, game, form, path)
    click.echo(str(path))
    return FINE
