"""`fieldpress play GAME SCENARIO`: play in the terminal, legal moves listed, why-not explained."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import FINE, UNDETERMINED, UsageFault


@click.command()
@click.argument("game", required=False)
@click.argument("scenario", required=False)
@click.option("--seed", type=int, metavar="N", help="Lay out and toss as before (else any).")
@click.option(
    "--opponent",
    type=click.Choice(["none", "random", "fighter", "careful"]),
    help="none: two people at one keyboard (the default); random: moves drawn by chance; fighter:"
    " the strongest Unit each time; careful: the weakest that is enough.",
)
@click.option("--side", metavar="X", help="The side that you play against an opponent.")
@click.option("--reading", multiple=True, metavar="D=R", help="Follow reading R of discrepancy D.")
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
@click.option(
    "--campaign",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Play the game's campaign, kept in FILE: its next scenario each time.",
)
@content_option
@overlay_option
@as_of_option
def command(
    game: str | None,
    scenario: str | None,
    seed: int | None,
    opponent: str | None,
    side: str | None,
    reading: tuple[str, ...],
    stand_ins: bool,
    save_to: Path | None,
    resume: Path | None,
    replay: Path | None,
    campaign: Path | None,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Play SCENARIO of GAME in the terminal.

    Exit code 0: played or left; 1: the file or the content is at fault; 2: wrong usage; 3: facts
    are missing that no source states (an --overlay or --stand-ins supplies them).
    """
    from fieldpress.database import open_library
    from fieldpress.engine.commando.play import stand_ins as standing_in
    from fieldpress.playing import starting

    if campaign is not None:
        if game is None or scenario is not None or resume or replay or save_to:
            raise UsageFault("a campaign takes a GAME and its FILE alone: it knows the rest")
        return _campaign(
            game, campaign, seed, opponent, side, stand_ins=stand_ins, content=content,
            overlay=overlay, as_of=as_of, reading=reading,
        )  # fmt: skip
    path = resume or replay
    kept = starting.kept(path)
    if kept is not None:
        if game is not None or scenario is not None or seed is not None:
            raise UsageFault("a saved game knows its game, scenario and seed: leave them out")
        game, scenario, seed = str(kept["game"]), str(kept["scenario"]), int(kept["seed"])
        stand_ins = stand_ins or bool(kept.get("options", {}).get("stand_ins"))
        opponent, side = starting.seats(kept.get("options", {}), opponent, side)
    if game is None or scenario is None:
        raise UsageFault("play takes a GAME and a SCENARIO, such as: fieldpress play sandpiper ebb")
    library = open_library(content, (game,), overlay, as_of)
    starting.check(library, game, scenario)
    readings = starting.readings(library, game, reading)
    if kept is not None:
        readings = {**kept.get("readings", {}), **readings}
    if stand_ins:
        readings = {**standing_in.readings(library, game, scenario), **readings}
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
        opponent=opponent or "none",
        side=side,
        save_to=save_to or resume,
        stand_ins=stand_ins,
        options={"overlays": [str(one) for one in overlay]},
    ).play()
    return FINE


def _campaign(
    game: str,
    path: Path,
    seed: int | None,
    opponent: str | None,
    side: str | None,
    *,
    stand_ins: bool,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
    reading: tuple[str, ...],
) -> int:
    """The next scenario of a campaign, or the one that was left; the file is written at the end."""
    from fieldpress.database import open_library
    from fieldpress.engine.commando.play import stand_ins as standing_in
    from fieldpress.engine.commando.play.campaigns import Campaign
    from fieldpress.engine.verdicts import EngineFault
    from fieldpress.model import Library
    from fieldpress.playing import campaigning, saving, starting
    from fieldpress.playing.marking import MARK

    library = open_library(content, (game,), overlay, as_of)
    found, current = Campaign(game, secrets.randbelow(1_000_000) if seed is None else seed), None
    if path.exists():
        found, current, options = campaigning.load(path)
        stand_ins = stand_ins or bool(options.get("stand_ins"))
        opponent, side = starting.seats(options, opponent, side)
    try:
        scenario = found.next_scenario(library)
    except EngineFault as fault:
        raise UsageFault(str(fault)) from fault

    chosen = starting.readings(library, game, reading)

    def supply(wanted: str) -> tuple[Library, dict[str, str]]:
        if not stand_ins:
            return library, chosen
        readings = {**standing_in.readings(library, game, wanted), **chosen}
        return standing_in.filled(library, game, wanted), readings

    if scenario is not None:
        filled, readings = supply(scenario)
        lacking = starting.lacking(filled, game, scenario, readings)
        if lacking:
            click.echo("\n".join(lacking), err=True)
            return UNDETERMINED
        kept = {
            "stand_ins": stand_ins, "overlays": [str(one) for one in overlay],
            "opponent": opponent or "none", "side": side,
        }  # fmt: skip
        going = saving.again(filled, current, path) if current else found.begin(supply, library)
        over = starting.session(
            going, _ask, opponent=opponent or "none", side=side, stand_ins=stand_ins, kept=True
        ).play()
        if over:
            found.note(going)
        campaigning.save(path, found, going, kept)
    for line in campaigning.standing(found, library):
        click.echo(f"{MARK if stand_ins else ''}{line}")
    return FINE


def _ask(prompt: str) -> str:
    """A line from the keyboard; the end of the input leaves the game."""
    try:
        return input(prompt)
    except EOFError:
        click.echo()
        return "quit"
