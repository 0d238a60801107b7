"""`fieldpress calibrate`: measure how far a printer shifts the backs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from fieldpress.commands.cards import pair


@click.command()
@click.option("--paper", default="a4", show_default=True, metavar="P", help="Paper, as for cards.")
@click.option(
    "--duplex",
    default="long-edge",
    show_default=True,
    type=click.Choice(["long-edge", "short-edge"]),
    help="The edge on which the printer turns the sheet.",
)
@click.option(
    "--back-offset",
    default="0,0",
    metavar="X,Y",
    callback=pair,
    help="Shift the back by this, to see whether it cures the printer.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("output") / "calibration.pdf",
    show_default=True,
    metavar="FILE",
    help="Where the sheet goes.",
)
def command(paper: str, duplex: Any, back_offset: tuple[float, float], output: Path) -> int:
    """A sheet whose reading is the number to type after --back-offset.

    Print both sides, prick a pin through the crosses on the back, and read the scales on the front.
    """
    from fieldpress.files import write_atomically
    from fieldpress.sheets import find_paper
    from fieldpress.sheets.calibration import calibration_pdf

    write_atomically(output, calibration_pdf(find_paper(paper), duplex, back_offset))
    click.echo(output)
    return 0
