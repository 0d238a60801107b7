"""Many games by players that are no people: who won how often, and by which way.

Game number i has the seed `seed + i`, whoever plays it, so that the figures do not depend on how
many processes shared the work.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from fieldpress.engine.commando.play.careful import careful
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.players import Player, fighter, playout, random_player
from fieldpress.model import Library

FORMAT = "fieldpress-simulate/1"
#: Who plays: by chance, leaning away from giving up; sending the strongest Unit each time; or the
#: weakest that is enough, after a look one move ahead.
PLAYERS: Mapping[str, Callable[[int], Player]] = {
    "random": random_player, "fighter": fighter, "careful": careful,
}  # fmt: skip
#: Nobody: a game that ended without a winner.
DRAW = ""
#: The standard score of a 95 % interval.
_Z = 1.959964
#: Games that a process is given at once.
_CHUNK = 20


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: enough for another process to play it by itself."""

    game: str
    scenario: str
    player: str
    readings: Mapping[str, str]


@dataclass(slots=True)
class Tally:
    """Games played, by winner (a side, or `DRAW`) and by way; the turns and moves they took."""

    games: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    moves: int = 0

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.winners.update(other.winners)
        self.ways.update(other.ways)
        self.turns += other.turns
        self.moves += other.moves


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate by Wilson's score; (0, 1) where nothing was played."""
    if not games:
        return 0.0, 1.0
    rate, square = won / games, _Z * _Z
    middle = rate + square / (2 * games)
    around = _Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    scale = 1 + square / games
    return max(0.0, (middle - around) / scale), min(1.0, (middle + around) / scale)


def play_games(library: Library, task: Task, seeds: range) -> Tally:
    """Play a game for each seed. EngineFault where one comes to no end."""
    tally, make = Tally(), PLAYERS[task.player]
    for seed in seeds:
        game = Game.start(library, task.game, task.scenario, seed, readings=task.readings)
        players = {
            side: make(2 * seed + number) for number, side in enumerate(library[task.game].sides)
        }
        result = playout(game, players)
        tally.games += 1
        winner = str(result["winner"])
        tally.winners[winner if winner in players else DRAW] += 1
        tally.ways[str(result["way"])] += 1
        tally.turns += int(result["turn"] or 0)
        tally.moves += len(game.moves)
    return tally


def chunks(seed: int, games: int) -> Iterator[range]:
    """The seeds of so many games, in parts."""
    for start in range(seed, seed + games, _CHUNK):
        yield range(start, min(start + _CHUNK, seed + games))


_LIBRARY: Library | None = None


def _begin(supply: Callable[[], Library]) -> None:
    global _LIBRARY
    _LIBRARY = _held(supply())


def _held(library: Library) -> Library:
    """The library is some hundred thousand objects that live as long as the process: put where the
    collector does not look, as it would go through them all again and again while games come and
    go."""
    gc.freeze()
    return library


def _part(task: Task, seeds: range) -> Tally:
    assert _LIBRARY is not None
    return play_games(_LIBRARY, task, seeds)


def simulate(
    supply: Callable[[], Library],
    task: Task,
    games: int,
    seed: int = 0,
    *,
    jobs: int = 1,
    done: Callable[[int], None] = lambda games: None,
) -> Tally:
    """Play `games` games, shared by `jobs` processes, each of which gets its library by `supply`
    (which has to be picklable); `done` hears how many more were played."""
    total = Tally()
    if jobs == 1:
        library = _held(supply())
        for seeds in chunks(seed, games):
            total.add(play_games(library, task, seeds))
            done(len(seeds))
        return total
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(supply,)) as pool:
        waiting = [pool.submit(_part, task, seeds) for seeds in chunks(seed, games)]
        try:
            for one in waiting:
                found = one.result()
                total.add(found)
                done(found.games)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return total


def report(task: Task, tally: Tally, sides: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The figures as JSON (schema/output/simulate.json)."""

    def rate(won: int) -> dict[str, Any]:
        low, high = wilson(won, tally.games)
        share = won / tally.games if tally.games else 0.0
        return {"games": won, "rate": round(share, 4), "interval": [round(low, 4), round(high, 4)]}

    return {
        "format": FORMAT, "game": task.game, "scenario": task.scenario, "player": task.player,
        "seed": seed, "games": tally.games,
        "winners": {side: rate(tally.winners[side]) for side in sides},
        "draws": rate(tally.winners[DRAW]),
        "ways": {way: rate(count) for way, count in sorted(tally.ways.items())},
        "turns": round(tally.turns / max(1, tally.games), 2),
        "moves": round(tally.moves / max(1, tally.games), 1),
    }  # fmt: skip
