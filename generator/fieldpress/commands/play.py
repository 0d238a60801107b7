"""`fieldpress play GAME SCENARIO`: play in the terminal, legal moves listed, why-not explained."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from fieldpress.commands.options import content_option, overlay_option
from fieldpress.errors import FINE, UNDETERMINED, UsageFault


@click.command()
@click.argument("game", required=False)
@click.argument("scenario", required=False)
@click.option("--seed", type=int, metavar="N", help="Lay out and toss as before (else any).")
@click.option(
    "--opponent",
    type=click.Choice(["none", "random"]),
    default="none",
    show_default=True,
    help="none: two people at one keyboard; random: moves drawn by chance.",
)
@click.option("--side", metavar="X", help="The side that you play against an opponent.")
@click.option("--stand-ins", is_flag=True, help="Fill in what no source states, by one rule.")
@click.option(
    "--save",
    "save_to",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where the game is kept when you leave it.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Go on with a saved game.",
)
@click.option(
    "--replay",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Play a saved or crashed game again and tell whether it comes out the same.",
)
@content_option
@overlay_option
def command(
    game: str | None,
    scenario: str | None,
    seed: int | None,
    opponent: str,
    side: str | None,
    stand_ins: bool,
    save_to: Path | None,
    resume: Path | None,
    replay: Path | None,
    content: Path | None,
    overlay: tuple[Path, ...],
) -> int:
    """Play SCENARIO of GAME in the terminal.

    Exit code 0: played or left; 1: the file or the content is at fault; 2: wrong usage; 3: facts
    are missing that no source states (an --overlay or --stand-ins supplies them).
    """
    from fieldpress.database import open_library
    from fieldpress.engine.commando.play import stand_ins as standing_in
    from fieldpress.playing import starting

    path = resume or replay
    kept = starting.kept(path)
    if kept is not None:
        if game is not None or scenario is not None or seed is not None:
            raise UsageFault("a saved game knows its game, scenario and seed: leave them out")
        game, scenario, seed = str(kept["game"]), str(kept["scenario"]), int(kept["seed"])
        stand_ins = stand_ins or bool(kept.get("options", {}).get("stand_ins"))
    if game is None or scenario is None:
        raise UsageFault("play takes a GAME and a SCENARIO, such as: fieldpress play sandpiper ebb")
    library = open_library(content, (game,), overlay)
    starting.check(library, game, scenario)
    readings: dict[str, str] = {}
    if stand_ins:
        readings = standing_in.readings(library, game, scenario)
        library = standing_in.filled(library, game, scenario)
    lacking = starting.lacking(library, game, scenario, readings)
    if lacking:
        for line in lacking:
            click.echo(line, err=True)
        return UNDETERMINED
    if replay is not None and kept is not None:
        for line in starting.replayed(library, kept, replay):
            click.echo(line)
        return FINE
    found = starting.begin(
        library,
        game,
        scenario,
        secrets.randbelow(1_000_000) if seed is None else seed,
        readings=readings,
        resumed=kept,
        path=path,
    )
    starting.session(
        found,
        _ask,
        opponent=opponent,
        side=side,
        save_to=save_to or resume,
        stand_ins=stand_ins,
        options={"overlays": [str(one) for one in overlay]},
    ).play()
    return FINE


def _ask(prompt: str) -> str:
    """A line from the keyboard; the end of the input leaves the game."""
    try:
        return input(prompt)
    except EOFError:
        click.echo()
        return "quit"
