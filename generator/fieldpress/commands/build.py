"""`fieldpress build`: the main job, with a bar on a terminal and plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import FINE

if TYPE_CHECKING:
    from fieldpress.building import Watcher


def _parts(ctx: click.Context, option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for one in value for part in one.split(",") if part.strip())


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--only",
    multiple=True,
    callback=_parts,
    metavar="PART,...",
    help="Not everything but: sheets, setups, sqlite, json, site.",
)
@click.option(
    "--paper", default="a4", show_default=True, help="Paper of the sheets: a4, letter, a3."
)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    help="Where everything goes.",
)
@content_option
@overlay_option
@as_of_option
def command(
    games: tuple[str, ...],
    only: tuple[str, ...],
    paper: str,
    output: Path,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Build sheets, setup sheets, exports and the rules site of all games, or of each GAME.

    A step that fails does not keep the others from running; what went wrong is said at the end.
    Exit code 0: all is made; 1: something failed, or the content is at fault; 2: wrong usage, or a
    library that only some steps need is missing; 130: interrupted (no file is left half-written).
    """
    from fieldpress.building import BuildFailed, build
    from fieldpress.database import open_library

    library = open_library(content, games, overlay, as_of)
    with _watched() as watcher:
        try:
            made = build(library, output, games, only, paper, watcher).made
        except BuildFailed as failed:
            _show(failed.built.made)
            raise
    _show(made)
    return FINE


def _show(made: list[Path]) -> None:
    """What was made, with its size: a folder as its whole."""
    for path in made:
        if path.is_dir():
            files = [one for one in path.rglob("*") if one.is_file()]
            size = sum(one.stat().st_size for one in files)
            click.echo(f"{_size(size):>9}  {path / 'index.html'} ({len(files)} files)")
        else:
            click.echo(f"{_size(path.stat().st_size):>9}  {path}")


def _size(size: float) -> str:
    """Bytes as people read them: 820 B, 12.5 kB, 3.1 MB."""
    for unit in ("B", "kB", "MB"):
        if size < 1000 or unit == "MB":
            break
        size /= 1000
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"


@contextmanager
def _watched() -> Iterator[Watcher]:
    """Tells on stderr how far the build is: a bar on a terminal, else a line a step."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from fieldpress.building import Watcher

    screen = Console(stderr=True)

    class Lines(Watcher):
        def start(self, title: str, number: int, total: int) -> None:
            click.echo(f"building {number}/{total}: {title}", err=True)

        def note(self, text: str) -> None:
            click.echo(f"note: {text}", err=True)

    if not screen.is_terminal:
        yield Lines()
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=screen) as progress:
        task = progress.add_task("", total=None)

        class Bar(Watcher):
            title = ""

            def start(self, title: str, number: int, total: int) -> None:
                self.title = title
                progress.update(task, completed=number - 1, total=total, description=title)

            def doing(self, text: str) -> None:
                progress.update(task, description=f"{self.title}: {text}")

            def note(self, text: str) -> None:
                progress.console.print(f"note: {text}", markup=False, highlight=False)

        yield Bar()
        made = progress.tasks[0].total
        progress.update(task, completed=made, description="done")
