"""Long random play with the laws checked on the way; run by hand or at night, not by the suite.

    python -m tests.play.nightly [--decisions N] [SCENARIO ...]

Prints, for each scenario, decisions, games and how they ended; a broken law stops with the seed.
"""

from __future__ import annotations

import argparse
import copy
from collections import Counter
from collections.abc import Sequence

from fieldpress.engine.commando.play.game import Game
from tests.play.helpers import (
    MISSIONS,
    SCENARIOS,
    cards_of,
    library,
    players,
    readings,
    start,
    tokens_of,
)

#: Every how many decisions the laws that cost most are checked.
SELDOM = 23


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("scenarios", nargs="*")
    asked = parser.parse_args(argv)
    for which in [*SCENARIOS, *MISSIONS]:
        if not asked.scenarios or which[1] in asked.scenarios:
            _long(which, asked.decisions)


def _long(which: tuple[str, str], wanted: int) -> None:
    done, seed, ends = 0, 0, Counter[str]()
    while done < wanted:
        game = start(which, seed)
        try:
            done += _one(game, which, seed)
        except Exception as error:
            raise SystemExit(f"{'/'.join(which)}, seed {seed}: {error!r}") from error
        result = game.result() or {}
        ends[f"{result['winner']} ({result['way']})"] += 1
        seed += 1
    print(f"{'/'.join(which)}: {done} decisions, {seed} games")
    for end, count in ends.most_common():
        print(f"  {count:>6}  {end}")


def _one(game: Game, which: tuple[str, str], seed: int) -> int:
    player, made = players(game, seed), 0
    cards, tokens = cards_of(game), tokens_of(game)
    while not game.over:
        legal = game.legal_moves()
        assert legal, "no legal move"
        assert cards_of(game) == cards, "cards"
        assert tokens_of(game) == tokens, "tokens"
        if made % SELDOM == 0:
            twin = game.copy()
            assert twin.state == copy.deepcopy(game.state), "copy"
            read = Game.from_json(library(*which), game.to_json())
            assert read.state == game.state, "JSON"
            assert all(not game.why_not(move) for move in legal), "why not"
        game.push_legal(player(game, legal))
        made += 1
        assert made < 20_000, "no end"
    again = Game.replay(library(*which), *which, seed, game.moves, readings=readings(*which))
    assert again.state == game.state, "replay"
    return made


if __name__ == "__main__":
    main()
