"""`fieldpress overlay GAME`: a file with every unknown as a blank."""

from __future__ import annotations

from pathlib import Path

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import FINE, UsageFault


@click.command()
@click.argument("game")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="The file to write (GAME-box.yml when not given; - prints it).",
)
@content_option
@overlay_option
@as_of_option
def command(
    game: str,
    output: Path | None,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Write an overlay for GAME in which every unknown is a commented blank.

    Fill in what your copy of the game says and use the file with --overlay. Overlays given here
    are applied first: what they fill in is no longer blank.
    """
    from fieldpress.database import ContentFaults, check
    from fieldpress.database.blanks import blank_overlay
    from fieldpress.database.checker import shipped_checker
    from fieldpress.files import write_atomically

    checked = check(content, [game], overlay, as_of)
    if checked.faults:
        raise ContentFaults(checked.faults)
    text = blank_overlay(checked.games[game], shipped_checker())
    path = output or Path(f"{game}-box.yml")
    if str(path) == "-":
        click.echo(text, nl=False)
        return FINE
    if path.exists():
        raise UsageFault(f"{path}: is there already; name another file with --output")
    write_atomically(path, text)
    click.echo(str(path))
    return FINE
