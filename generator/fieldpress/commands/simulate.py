"""`fieldpress simulate GAME SCENARIO --games N`: how often each side wins, with intervals."""

from __future__ import annotations

import functools
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import FINE, UNDETERMINED, FieldpressError

if TYPE_CHECKING:
    from fieldpress.model import Library


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option(
    "--games", "number", type=click.IntRange(1, 1_000_000), default=200, show_default=True,
    metavar="N", help="How many games are played.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=lambda: os.cpu_count() or 1, metavar="N",
    help="How many processes share them (default: one a processor). The figures are the same.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
    help="The seed of the first game; each next game has the next.",
)  # fmt: skip
@click.option(
    "--player", type=click.Choice(["random", "fighter", "careful"]), default="random",
    show_default=True,
    help="random: moves by chance, seldom giving up; fighter: the strongest Unit each time;"
    " careful: the weakest that is enough, and nothing for a Combat that is lost.",
)  # fmt: skip
@click.option("--reading", multiple=True, metavar="D=R", help="Follow reading R of discrepancy D.")
@click.option("--stand-ins", is_flag=True, help="Fill in what no source states, by one rule.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema/output/simulate.json).")
@content_option
@overlay_option
@as_of_option
def command(
    game: str,
    scenario: str,
    number: int,
    jobs: int,
    seed: int,
    player: str,
    reading: tuple[str, ...],
    stand_ins: bool,
    as_json: bool,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Play SCENARIO of GAME many times and tell who wins how often.

    Both sides are played by the same simple player, which says something of the scenario's balance
    between such players and nothing of good play. Exit code 0: played; 2: wrong usage, or a game
    that cannot be played; 3: facts are missing that no source states (an --overlay or --stand-ins
    supplies them).
    """
    from fieldpress.database import open_library
    from fieldpress.engine.commando.play import stand_ins as standing_in
    from fieldpress.engine.verdicts import EngineFault
    from fieldpress.playing import simulating, starting

    library = open_library(content, (game,), overlay, as_of)
    starting.check(library, game, scenario)
    readings = starting.readings(library, game, reading)
    if stand_ins:
        readings = {**standing_in.readings(library, game, scenario), **readings}
        library = standing_in.filled(library, game, scenario)
    lacking = starting.lacking(library, game, scenario, readings)
    if lacking:
        click.echo("\n".join(lacking), err=True)
        return UNDETERMINED
    task = simulating.Task(game, scenario, player, readings)
    supply = functools.partial(_supply, content, overlay, as_of, task, stand_ins=stand_ins)
    with click.progressbar(length=number, file=sys.stderr) as bar:
        try:
            tally = simulating.simulate(
                supply if jobs > 1 else lambda: library, task, number, seed,
                jobs=min(jobs, number), done=bar.update,
            )  # fmt: skip
        except EngineFault as fault:
            raise FieldpressError(f"{game} {scenario}: {fault}") from fault
    found = simulating.report(task, tally, library[game].sides, seed)
    found["stand_ins"] = stand_ins
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        _print(library, found)
    return FINE


def _supply(
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
    task: Any,
    *,
    stand_ins: bool,
) -> Library:
    """The same library in another process."""
    from fieldpress.database import open_library
    from fieldpress.engine.commando.play import stand_ins as standing_in

    library = open_library(content, (task.game,), overlay, as_of)
    return standing_in.filled(library, task.game, task.scenario) if stand_ins else library


def _print(library: Library, found: dict[str, Any]) -> None:
    from fieldpress.engine.commando.saying import wins
    from fieldpress.playing.marking import MARK
    from fieldpress.playing.words import unlinked

    game = library[found["game"]]
    scenario = game.scenarios[found["scenario"]]
    mark = MARK if found["stand_ins"] else ""

    def line(name: str, rate: dict[str, Any]) -> str:
        low, high = rate["interval"]
        return (
            f"{mark}  {name:<24} {rate['games']:>6}  {rate['rate']:>6.1%}"
            f"  (95 %: {low:.1%} to {high:.1%})"
        )

    click.echo(
        f"{mark}{game.title}: {scenario.title}, {found['games']} games between {found['player']}"
        f" players, from seed {found['seed']}"
    )
    for side, rate in found["winners"].items():
        click.echo(line(wins(game, side), rate))
    if found["draws"]["games"]:
        click.echo(line("nobody wins", found["draws"]))
    click.echo(f"{mark}How they ended")
    told = ""
    for way, rate in found["ways"].items():
        number = way.partition("-")[2].partition(".")[0]
        if number.isdigit() and number != told:
            text = scenario.raw["victory"][int(number) - 1]["text"]
            click.echo(f"{mark}  {unlinked(game, text)}")
            told = number
        click.echo(line(f"  {way or 'otherwise'}", rate))
    click.echo(f"{mark}On average {found['turns']} turns and {found['moves']} moves a game.")
