"""Long random play with the laws checked on the way; run by hand or at night, not by the suite.

    python -m tests.play.nightly [--decisions N] [--from SEED] [SCENARIO ...]

Prints, for each scenario, decisions, games, how they ended and how often each law was asked; a broken
law stops a scenario with the seed and the law; the game so far is kept as one that was saved, which
`fieldpress play --replay FILE` plays again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fieldpress.engine.commando.play.game import Game
from tests.play import laws
from tests.play.helpers import MISSIONS, SCENARIOS, library, players, readings, shipped, start

#: Every how many decisions a law is asked; the dearest are asked least. The numbers have no common
#: divisor, so that each meets the others at every point of a turn.
OFTEN, SELDOM, RARELY = 5, 23, 307
#: Every how many games the game is played once more with a trace.
TRACED = 19
#: The cap: a game of more decisions than these is a fault.
CAP = 20_000


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    parser.add_argument("scenarios", nargs="*")
    asked = parser.parse_args(argv)
    broken = 0
    for which in [*SCENARIOS, *MISSIONS]:
        if not asked.scenarios or which[1] in asked.scenarios:
            broken += not _long(which, asked.decisions, asked.first)
    return 1 if broken else 0


def _long(which: tuple[str, str], wanted: int, seed: int) -> bool:
    """Games of a scenario, one after the other; whether every law held."""
    done, first = 0, seed
    ends, counts = Counter[str](), Counter[str]()
    while done < wanted:
        game = start(which, seed)
        try:
            _one(game, which, seed, counts)
        except Exception as error:
            at = f"seed {seed}, after {len(game.moves)} moves"
            kept = Path(f"broken-law-{'-'.join(which)}-{seed}.json")
            stand_ins = library(*which) is not shipped(which[0])
            kept.write_text(
                json.dumps({**game.to_json(), "options": {"stand_ins": stand_ins}}),
                encoding="utf-8",
            )
            print(
                f"{'/'.join(which)}: {at}: {type(error).__name__}: {error}; see {kept}", flush=True
            )
            return False
        result = game.result() or {}
        ends[f"{result['winner']} ({result['way']})"] += 1
        done += len(game.moves)
        seed += 1
    print(f"{'/'.join(which)}: {done} decisions, {seed - first} games, seeds from {first}")
    for end, count in ends.most_common():
        print(f"  {count:>6}  {end}")
    print(f"  {', '.join(f'{law} {count}' for law, count in counts.items())}", flush=True)
    return True


def _one(game: Game, which: tuple[str, str], seed: int, counts: Counter[str]) -> None:
    """A game to its end, with the laws asked on the way."""
    player, kept, number = players(game, seed), laws.Kept(game), seed
    while not game.over:
        legal = game.legal_moves()
        assert legal, "no legal move"
        move = player(game, legal)
        if number % OFTEN == 0:
            kept.check(game)
            counts["conserved"] += 1
        if number % SELDOM == 0:
            laws.a_copy_is_deep_and_survives_json(game, library(*which))
            laws.a_copy_goes_its_own_way(game, move)
            laws.nothing_hidden_is_seen(game, seed)
            laws.goes_on_or_is_over(game)
            counts["copied, saved, undone, observed"] += 1
        if number % RARELY == 0:
            counts["moves asked about"] += laws.legal_exactly_when_nothing_is_objected(game)
        game.push_legal(move)
        number += 1
        assert number - seed < CAP, f"no end within {CAP} moves"
    kept.check(game)
    laws.goes_on_or_is_over(game)
    options = {"readings": readings(*which), "trace": seed % TRACED == 0}
    again = Game.replay(library(*which), *which, seed, game.moves, **options)
    assert again.state == game.state, "replay"
    counts["replayed with a trace" if seed % TRACED == 0 else "replayed"] += 1


if __name__ == "__main__":
    sys.exit(main())
