"""From what was asked on the command line to a game at the table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, cast

from rich.console import Console

from fieldpress.engine.commando.play.game import Game, move_of
from fieldpress.engine.commando.play.missing import missing
from fieldpress.engine.commando.saying import name
from fieldpress.engine.rulesets import ruleset_of
from fieldpress.engine.verdicts import EngineFault
from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.model import Library
from fieldpress.playing import saving
from fieldpress.playing.marking import MARK, Marked
from fieldpress.playing.session import Session
from fieldpress.playing.simulating import PLAYERS

#: How many records are named for each kind of missing fact.
_NAMED = 4
_FIELDS = {
    "side": "whose card it is", "kind": "which kind of card it is",
    "heroic": "whether it is heroic",
    "copies": "how many copies there are", "combat_value": "the Combat value",
    "effects": "what it does", "draws": "how many cards are drawn there", "size": "its size",
    "number": "how many there are", "identity": "which pieces they are",
    "reading": "a point that the book leaves open",
}  # fmt: skip
BANNER = (
    "This game rests on stand-ins: values and effects that no source states are made up"
    " by one rule. It says nothing of the published game."
)


def kept(path: Path | None) -> dict[str, Any] | None:
    """What a saved game says, if one was named."""
    return None if path is None else saving.load(path)


def check(library: Library, game: str, scenario: str) -> None:
    """UsageFault where there is no such game or scenario, or none that can be played."""
    if game not in library.games:
        raise UsageFault(f"no game is called {game}; there are {', '.join(library.games)}")
    found = library[game]
    why = ruleset_of(library, game).why_no_play
    if why:
        raise UsageFault(f"{found.title} is not played: {why}")
    open_ = [s.id for s in found.scenarios.values() if not s.raw.get("abstract")]
    if scenario not in open_:
        raise UsageFault(f"{game} has no scenario {scenario}; it has {', '.join(open_)}")


def readings(library: Library, game: str, asked: tuple[str, ...]) -> dict[str, str]:
    """`--reading D=R` as a map. UsageFault for a discrepancy or reading that does not exist."""
    found: dict[str, str] = {}
    for text in asked:
        name, equals, chosen = text.partition("=")
        if not equals:
            raise UsageFault(f"--reading {text}: write DISCREPANCY=READING")
        record = library[game].discrepancies.get(name)
        if record is None or chosen not in record.readings:
            known = ", ".join(record.readings) if record else "none of that name"
            raise UsageFault(f"--reading {text}: {game} has {known}")
        found[name] = chosen
    return found


def lacking(
    library: Library, game: str, scenario: str, readings: Mapping[str, str] | None = None
) -> list[str]:
    """What is missing to play, grouped, in a line each; empty where nothing is."""
    groups = missing(library, game, scenario, readings)
    if not groups:
        return []
    found = library[game]
    title = f"{found.title}: {found.scenarios[scenario].title}"
    lines = [f"{title} cannot be played as it is: no source states"]
    for group in groups:
        names = [_name(library, game, record) for record in group.records[:_NAMED]]
        more = len(group.records) - len(names)
        rest = f" and {more} more" if more > 0 else ""
        lines.append(f"  {_FIELDS[group.field]}: {', '.join(names)}{rest}")
    lines.append(f"Fill them in (fieldpress overlay {game}) and play with --overlay FILE,")
    lines.append("or let one rule fill them in with --stand-ins.")
    return lines


def _name(library: Library, game: str, record: str) -> str:
    if record.startswith("discrepancy:"):
        return str(library[game].discrepancies[record.partition(":")[2]].title)
    if record in ("card", "terrain"):
        return {"card": "cards of the decks", "terrain": "Terrains"}[record]
    return name(library[game], record)


def seats(
    options: Mapping[str, Any], opponent: str | None, side: str | None
) -> tuple[str, str | None]:
    """Who plays on with a game that was kept: as before, unless something else is asked for."""
    if opponent is not None:
        return opponent, side
    before = str(options.get("opponent", "none"))
    return (before if before in PLAYERS else "none"), side or options.get("side")


def begin(
    library: Library,
    game: str,
    scenario: str,
    seed: int,
    *,
    readings: Mapping[str, str] | None = None,
    resumed: Mapping[str, Any] | None = None,
    path: Path | None = None,
) -> Game:
    """A new game, or a saved one as it stood. FieldpressError where it cannot be laid out."""
    if resumed is not None and path is not None:
        return saving.again(library, resumed, path)
    try:
        return Game.start(library, game, scenario, seed, readings=readings)
    except EngineFault as fault:
        raise FieldpressError(f"{game} {scenario} cannot be played: {fault}") from fault


def session(
    game: Game,
    ask: Callable[[str], str],
    *,
    opponent: str = "none",
    side: str | None = None,
    save_to: Path | None = None,
    stand_ins: bool = False,
    options: Mapping[str, Any] | None = None,
    kept: bool = False,
) -> Session:
    """A sitting: two people, or one against a simple player; `kept`: the caller keeps the game when
    it is left. UsageFault for a side that does not exist."""
    sides = list(game.k.game.sides)
    if side is not None and side not in sides:
        raise UsageFault(f"--side is one of {', '.join(sides)}, not {side}")
    bots = {}
    if opponent != "none":
        mine, make = side or sides[0], PLAYERS[opponent]
        bots = {other: make(game.seed + len(game.moves)) for other in sides if other != mine}
    console = Console(highlight=False)
    if stand_ins:
        wide = max(40, console.width - len(MARK))
        marked = cast("IO[str]", Marked(sys.stdout))
        console = Console(
            highlight=False, file=marked, width=wide, force_terminal=console.is_terminal
        )
    seats = {"opponent": opponent, "side": side}
    kept_options = {**(options or {}), "stand_ins": stand_ins, **seats}
    banner = BANNER if stand_ins else ""
    return Session(
        game,
        console,
        ask,
        bots=bots,
        banner=banner,
        save_to=save_to,
        options=kept_options,
        kept=kept,
    )


def _once_more(game: Game, raw: Mapping[str, Any], path: Path) -> None:
    """The move at which a game went wrong. FieldpressError where it does so again."""
    try:
        game.push(move_of(raw))
    except Exception as error:
        raise FieldpressError(
            f"{path}: move {len(game.moves) + 1} ({dict(raw)}) goes wrong: "
            f"{type(error).__name__}: {error}"
        ) from error


def replayed(library: Library, data: Mapping[str, Any], path: Path) -> Iterator[str]:
    """What became of a saved game played again, in lines; raises as the game does."""
    told = MARK if data.get("options", {}).get("stand_ins") else ""
    game = saving.again(library, data, path)
    yield f"{told}{path}: seed {game.seed}, {len(game.moves)} moves, the same table"
    error = saving.went_wrong(data)
    if error:
        _once_more(game, data["moves"][-1], path)
        yield f"{told}the next move, at which {error} came up, goes through now"
    result = game.result()
    if result is None:
        asked = game.to_move
        yield f"{told}not over: {game.k.game.side_name(asked.side) if asked else ''} to move"
    else:
        yield f"{told}won by {game.k.game.side_name(result['winner'])} in turn {result['turn']}"
