"""`fieldpress cards`: print-ready sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option


def pair(ctx: click.Context, option: click.Parameter, value: str) -> tuple[float, float]:
    """A click callback: `X,Y` as two numbers in mm."""
    try:
        x, y = (float(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{value!r} is not a pair of numbers in mm, such as 0.5,-0.3"
        ) from None
    if not (abs(x) < 1000 and abs(y) < 1000):
        raise click.BadParameter(f"{value!r} is not a pair of numbers in mm, such as 0.5,-0.3")
    return x, y


@click.command()
@click.argument("game")
@click.option("--scenario", default="", metavar="S", help="Only what this scenario takes.")
@click.option("--side", default="", metavar="X", help="Only this side's pieces.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="K",
    help="card, terrain, counter or component; may be repeated (all when not given).",
)
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only this piece; may be repeated.")
@click.option("--once", is_flag=True, help="One of each piece, whatever the copies: a proof.")
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    metavar="P",
    help="a4, letter, a3, pa4 (safe on A4 and Letter) or one-up (page = trim + bleed).",
)
@click.option(
    "--duplex",
    default="long-edge",
    show_default=True,
    type=click.Choice(["long-edge", "short-edge", "gutterfold", "none"]),
    help="How backs meet their fronts.",
)
@click.option(
    "--bleed",
    type=float,
    metavar="MM",
    help="Bleed on all four sides of every piece; without it, on the rim of the sheet only.",
)
@click.option("--gutter", type=float, metavar="MM", help="Space between pieces.")
@click.option(
    "--marks",
    default="crop",
    show_default=True,
    type=click.Choice(["crop", "lines", "none"]),
    help="Crop marks outside the pieces, cut lines around them, or nothing.",
)
@click.option("--back-marks", is_flag=True, help="Marks on the backs too.")
@click.option(
    "--back-offset",
    default="0,0",
    metavar="X,Y",
    callback=pair,
    help="Shift the backs by so many mm to the right and down.",
)
@click.option("--variant", default="", metavar="V", help="A variant that layouts offer: low-ink.")
@click.option(
    "--colour",
    "mode",
    default="rgb",
    show_default=True,
    type=click.Choice(["rgb", "cmyk"]),
    help="Colour space; in cmyk, greys and black text are black ink alone.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="One PDF, or a folder for one PDF a kind [default: output/GAME].",
)
@content_option
@overlay_option
@as_of_option
def command(
    game: str,
    scenario: str,
    side: str,
    kinds: tuple[str, ...],
    ids: tuple[str, ...],
    once: bool,
    paper: str,
    duplex: Any,
    bleed: float | None,
    gutter: float | None,
    marks: Any,
    back_marks: bool,
    back_offset: tuple[float, float],
    variant: str,
    mode: Any,
    output: Path | None,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Print-ready sheets of GAME: cards, Terrains, counters and reference cards.

    Fronts and backs lie so that they meet in duplex printing. A piece whose copies no source states
    is printed once and marked; text that does not fit and characters that a font lacks are errors.
    """
    from fieldpress.database import open_library
    from fieldpress.sheets import Choice, make_sheets

    library = open_library(content, (game,), overlay, as_of)
    single = output if output is not None and output.suffix.lower() == ".pdf" else None
    made = make_sheets(
        library,
        game,
        output or Path("output") / game,
        paper,
        choice=Choice(kinds, scenario, side, ids, variant, once),
        duplex=duplex,
        bleed=bleed,
        gutter=gutter,
        marks=marks,
        back_marks=back_marks,
        back_offset=back_offset,
        mode=mode,
        single=single,
        notice=lambda text: click.echo(f"note: {text}", err=True),
    )
    for path in made:
        click.echo(path)
    return 0
