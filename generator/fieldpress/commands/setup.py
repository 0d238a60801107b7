"""`fieldpress setup GAME SCENARIO`: deal a legal setup, or print its quick-setup sheet."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import FINE, UNDETERMINED, UsageFault

if TYPE_CHECKING:
    from fieldpress.engine.rulesets import StatedSetup
    from fieldpress.model import Library


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option("--seed", type=int, metavar="N", help="Deal the same setup again (else any).")
@click.option(
    "--moment",
    default="setup",
    metavar="NAME",
    help="Go on to a moment that follows the setup at once, such as first-pile.",
)
@click.option(
    "--difficulty", default="", metavar="NAME", help="Of a scenario that has several (balanced)."
)
@click.option("--hide", is_flag=True, help="Leave out what a player may not look at.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as check-setup reads it.")
@click.option(
    "--pdf",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the quick-setup sheet of the scenario; nothing is dealt.",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Paper of the quick-setup sheet.",
)
@content_option
@overlay_option
@as_of_option
def command(
    game: str,
    scenario: str,
    seed: int | None,
    moment: str,
    difficulty: str,
    hide: bool,
    as_json: bool,
    pdf: Path | None,
    paper: str,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Deal a legal setup of SCENARIO, or print its quick-setup sheet.

    Exit code 0: dealt whole (or the sheet is written); 3: dealt in part, because facts are missing
    that no source states: the answer names them; 2: no such game or scenario.
    """
    from fieldpress.database import open_library
    from fieldpress.engine.rulesets import known
    from fieldpress.engine.setup import deal
    from fieldpress.engine.setup.listing import deal_lines
    from fieldpress.setups.choice import opened

    library = open_library(content, (game,), overlay, as_of)
    as_stated = known(library[game])
    if as_stated is not None and as_stated.stated is not None:
        if pdf is not None:
            return _sheet(library, game, _scenario(library, game, scenario), difficulty, pdf, paper)
        return _stated(library, as_stated.stated, game, scenario, difficulty, as_json)
    if difficulty:
        raise UsageFault(f"{game}: its scenarios have no difficulties to choose from")
    steps = opened(library, game, scenario, moment)
    if pdf is not None:
        from fieldpress.setups import make_sheet

        make_sheet(library, game, steps.scenario.id, pdf, paper=paper)
        click.echo(pdf)
        return FINE
    dealt = deal(steps, secrets.randbelow(1_000_000) if seed is None else seed)
    if as_json:
        click.echo(json.dumps(dealt.to_json(not hide), ensure_ascii=False, indent=2))
    else:
        for line in deal_lines(dealt, reveal=not hide):
            click.echo(line)
    return FINE if dealt.whole else UNDETERMINED


def _stated(
    library: Library,
    make: Callable[[Library, str, str, str], StatedSetup],
    game: str,
    asked: str,
    difficulty: str,
    as_json: bool,
) -> int:
    """Print a setup as far as the sheet of the scenario states it: dealt in part."""
    from fieldpress.engine.verdicts import EngineFault

    try:
        setup = make(library, game, _scenario(library, game, asked), difficulty)
    except EngineFault as fault:
        raise UsageFault(f"{game}: {fault.message}") from None
    if as_json:
        click.echo(json.dumps(setup.to_json(), ensure_ascii=False, indent=2))
    else:
        for line in setup.lines():
            click.echo(line)
    return UNDETERMINED


def _scenario(library: Library, game: str, asked: str) -> str:
    """The id of the scenario that was asked for by any of its names."""
    found = [ident for kind, ident in library[game].find(asked) if kind == "scenarios"]
    if not found:
        listed = ", ".join(f"{i} ({s.title})" for i, s in library[game].scenarios.items())
        raise UsageFault(f"{game} has no scenario {asked!r}; it has {listed}")
    return found[0]


def _sheet(
    library: Library, game: str, scenario: str, difficulty: str, pdf: Path, paper: str
) -> int:
    """Write the quick-setup sheet of a scenario that has difficulties: a page for each."""
    from fieldpress.setups.documents import setup_document

    if difficulty:
        raise UsageFault("--difficulty: the sheet has a page for each of them")
    setup_document(library, game, scenario).write(pdf, paper)
    click.echo(pdf)
    return FINE
