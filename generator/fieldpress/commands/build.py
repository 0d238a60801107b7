"""`fieldpress build`: the main job, with a bar on a terminal and plain lines elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from fieldpress.commands.options import content_options


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME...]")
@click.option("--only", default="", metavar="KIND,...", help="sheets, setups, sqlite, json, site.")
@click.option("--paper", default="a4", show_default=True, help="Paper of the sheets.")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    help="Where everything goes.",
)
@content_options
def command(
    games: tuple[str, ...],
    only: str,
    paper: str,
    output: Path,
    content: Path | None,
    overlay: tuple[Path, ...],
) -> int:
    """Build card, terrain and counter sheets, setup sheets, the rules site and exports."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from fieldpress.building import alone_in, jobs
    from fieldpress.database import open_library

    screen = Console(stderr=True)
    library = open_library(content, games, overlay)
    wanted = games or tuple(library.games)
    planned = jobs(library, wanted, output, [part for part in only.split(",") if part], paper)
    made: list[Path] = []
    with (
        alone_in(output),
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=screen,
            disable=not screen.is_terminal,
        ) as bar,
    ):
        task = bar.add_task("Building", total=len(planned))
        for job in planned:
            bar.update(task, description=job.title)
            if not screen.is_terminal:
                click.echo(f"building {job.title}", err=True)
            made += job.run()
            bar.advance(task)
    for path in made:
        click.echo(path)
    return 0
