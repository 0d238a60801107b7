"""Fieldpress as a library: what `import fieldpress` offers, each call one part of the toolchain.

>>> import fieldpress
>>> library = fieldpress.load("sandpiper")
>>> library["sandpiper"].ruleset
'commando'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from fieldpress.errors import FieldpressError, UsageFault

if TYPE_CHECKING:
    from fieldpress.database import Fault
    from fieldpress.engine.answer import Answer
    from fieldpress.engine.rulesets import SetupReport
    from fieldpress.engine.setup import Deal, Procedure, Report
    from fieldpress.model import Library

AnyPath: TypeAlias = "str | os.PathLike[str]"


def load(
    *games: str,
    content: AnyPath | None = None,
    overlays: Iterable[AnyPath] = (),
    as_of: str | None = None,
) -> Library:
    """Open games (all when none is named), checked whole, with the games that they use.

    `content` is a folder of one's own instead of the shipped games; `overlays` are files that fill
    or replace fields; `as_of` (an ISO date) leaves out later errata. Raises ContentFaults, which
    lists every fault with its file, line and column; UsageFault where there is no such game.

    >>> game = load("sandpiper")["sandpiper"]
    >>> sorted(game.sides)
    ['havens', 'wardens']
    >>> card = game.cards[next(iter(game.cards))]
    >>> card.combat_value.state, card.combat_value.basis
    ('known', 'printed')
    """
    from fieldpress.database import open_library

    return open_library(_path(content), games, [Path(one) for one in overlays], as_of)


def validate(
    *games: str,
    content: AnyPath | None = None,
    overlays: Iterable[AnyPath] = (),
    as_of: str | None = None,
) -> list[Fault]:
    """Every fault of the games (all when none is named), sorted by file and position.

    Each has `file`, `line`, `column`, a `code` for programs, `problem` and `remedy`; `str` gives
    the line that the command prints. UsageFault where there is no such game.

    >>> validate("sandpiper")
    []
    """
    from fieldpress.database import check

    return check(_path(content), games, [Path(one) for one in overlays], as_of).faults


def setup(library: Library, game: str, scenario: str, *, seed: int = 0) -> Deal:
    """Deal a legal setup; the same seed deals the same table.

    `scenario` may be its id or its title. The answer's `table` lists the pieces by place; `whole`
    is False where facts that no source states kept it from being dealt to the end (`lacks`).
    UsageFault on a game or scenario that there is not.

    >>> dealt = setup(load("pegasus-bridge"), "pegasus-bridge", "1a", seed=7)
    >>> [piece.piece for piece in dealt.table["bridge"]]
    ['terrain:le-pont-de-benouville']
    """
    from fieldpress.engine.setup import deal

    return deal(_opened(library, game, scenario), seed)


def check_setup(library: Library, table: Mapping[str, Any]) -> Report | SetupReport:
    """Judge a setup, given as `Deal.to_json()` or `fieldpress setup --json` gives it.

    The answer's `outcome` is allowed, forbidden or undetermined; its findings name what is wrong,
    with the clauses. UsageFault where the table names what the game does not have.

    >>> library = load("pegasus-bridge")
    >>> check_setup(library, setup(library, "pegasus-bridge", "1a").to_json()).outcome
    'allowed'
    """
    from fieldpress.engine.rulesets import known
    from fieldpress.engine.setup import check, read_table
    from fieldpress.engine.verdicts import EngineFault

    missing = [key for key in ("game", "scenario", "given") if key not in table]
    if missing:
        raise UsageFault(f"a setup has {', '.join(missing)}; see schema/setup.*.json")
    if table["game"] not in library.games:
        raise UsageFault(_no_game(library, str(table["game"])))
    rules = known(library[table["game"]])
    if rules is not None and rules.check_setup is not None:
        try:
            return rules.check_setup(library, table)
        except EngineFault as fault:
            raise UsageFault(fault.message) from None
    steps = _opened(library, table["game"], table["scenario"])
    try:
        return check(steps, read_table(library[table["game"]], steps, table["given"]))
    except EngineFault as fault:
        raise UsageFault(fault.message) from None


def rule(library: Library, situation: Mapping[str, Any]) -> list[Answer]:
    """Answer the questions of a situation (see docs and schema/situation.*.json), in order.

    Each answer has the `verdict` (outcome, value, findings, contributions, clauses, what it needs)
    and, where other readings of a discrepancy give another one, `others`. UsageFault where the
    situation names what the game does not have, or has a move that the rules forbid.

    >>> question = {
    ...     "game": "pegasus-bridge",
    ...     "given": {"assault": [{"german": "auto-mitrailleuse", "british": "sapeurs"}]},
    ...     "ask": [{"may": {"side": "british", "toss": "normal"}}],
    ... }
    >>> (answer,) = rule(load("pegasus-bridge"), question)
    >>> answer.verdict.outcome, answer.verdict.clauses
    ('forbidden', ('interactions.auto-mitrailleuse',))
    """
    from fieldpress.engine.rulesets import ruleset_of
    from fieldpress.engine.verdicts import EngineFault

    if situation.get("game") not in library.games:
        raise UsageFault(_no_game(library, str(situation.get("game"))))
    try:
        return ruleset_of(library, situation["game"]).rule_on(library, situation)
    except EngineFault as fault:
        raise UsageFault(fault.message) from None


def build(
    library: Library,
    output: AnyPath,
    *,
    games: Iterable[str] = (),
    only: Iterable[str] = (),
    paper: str = "a4",
) -> list[Path]:
    """Make sheets, setup sheets, exports and the rules site in the folder `output`.

    `games` and `only` (sheets, setups, sqlite, json, site) choose; `paper` is a4, letter, a3 or
    another preset. Gives the paths made, the site as its folder. UsageFault on a wrong choice;
    `building.BuildFailed`, whose `built.failed` has each job with its error, where a job failed:
    the others are done all the same.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = build(load("sandpiper"), folder, games=["sandpiper"], only=["json"])
    ...     [path.relative_to(folder).as_posix() for path in made]
    ['sandpiper/sandpiper.json']
    """
    from fieldpress.building import build as run

    return run(library, Path(output), games, only, paper).made


def _path(path: AnyPath | None) -> Path | None:
    return None if path is None else Path(path)


def _no_game(library: Library, game: str) -> str:
    return f"no game {game!r}; loaded are: {', '.join(library.games)}"


def _opened(library: Library, game: str, scenario: str) -> Procedure:
    """The setup procedure, by any name of the scenario."""
    from fieldpress.engine.setup import procedure
    from fieldpress.engine.verdicts import EngineFault

    if game not in library.games:
        raise UsageFault(_no_game(library, game))
    playable = [
        ident for ident, one in library[game].scenarios.items() if not one.raw.get("abstract")
    ]
    found = [
        ident
        for kind, ident in library[game].find(scenario)
        if kind == "scenarios" and ident in playable
    ]
    if len(found) != 1:
        raise UsageFault(f"{game} has no scenario {scenario!r}; it has {', '.join(playable)}")
    try:
        return procedure(library, game, found[0])
    except EngineFault as fault:
        raise FieldpressError(f"{game}: {fault.message}") from None
