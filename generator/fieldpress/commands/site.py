"""`fieldpress site`: build the cross-linked rules site, and with --serve show it here."""

from __future__ import annotations

from pathlib import Path

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME...]")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    help="Where the site goes, in a folder `site` of its own.",
)
@click.option("--serve", is_flag=True, help="Show the built site in a browser until interrupted.")
@click.option("--pdf", is_flag=True, help="Each rulebook as a tagged PDF too (needs WeasyPrint).")
@click.option(
    "--addresses",
    is_flag=True,
    help="First note new addresses in the list of those that have to stay good (addresses.txt).",
)
@content_option
@overlay_option
@as_of_option
def command(
    games: tuple[str, ...],
    output: Path,
    serve: bool,
    pdf: bool,
    addresses: bool,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Build the rules site: all games, or those named (and what they refer to)."""
    from fieldpress.database import open_library
    from fieldpress.errors import UsageFault
    from fieldpress.locks import alone_in
    from fieldpress.resources import data_folder
    from fieldpress.rulesite import build_site, note_addresses

    if addresses and overlay:
        raise UsageFault("--addresses notes what stays, and an --overlay may not be there tomorrow")
    library = open_library(content, games, overlay, as_of)
    kept = (content or data_folder("content")) / "addresses.txt"
    with alone_in(output):
        if addresses:
            new = note_addresses(library, kept)
            click.echo(f"site: {new} addresses added to {kept}", err=True)
        first = build_site(
            library,
            output / "site",
            lambda text: click.echo(f"site: {text}", err=True),
            pdf,
            kept if kept.is_file() else None,
        )
    click.echo(first.relative_to(Path.cwd()) if first.is_relative_to(Path.cwd()) else first)
    if serve:
        from fieldpress.rulesite.serve import serve as serve_folder

        serve_folder(first.parent, lambda text: click.echo(text, err=True))
    return 0
