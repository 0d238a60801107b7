"""Decisions and games a second of random play, in one run beside RLCard's uno.

    python benchmarks/play.py [--rounds N] [--games N] [--no-rival] [--compiled]

RLCard is installed into a folder of its own that is thrown away. Both play by chance on one core
and take turns, round by round, so that a busy machine slows both; the best round of each counts. A
decision is one choice of one side: `listed` works out every legal move first, as uno does; `drawn`
draws one that is legal without judging the others. Published scenarios are played with stand-ins.
`--compiled` lets the engine that `./press compile` made play in its turn as well.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from fieldpress.database import open_library
from fieldpress.engine import rng
from fieldpress.engine.commando.play import stand_ins
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.players import random_player
from fieldpress.model import Library

SCENARIOS = [
    ("sandpiper", "ebb"), ("pegasus-bridge", "1a"), ("pegasus-bridge", "1b"),
    ("pegasus-bridge", "2"), ("pegasus-bridge", "3"),
    ("sainte-mere-eglise", "initiation"), ("sainte-mere-eglise", "historical"),
    ("sainte-mere-eglise", "utah-beach"), ("sainte-mere-eglise", "graignes"),
]  # fmt: skip
RIVAL = "rlcard==1.2.0"
COMPILED = Path(__file__).resolve().parents[1] / ".compiled"
_UNO = """
import sys, time
import rlcard
from rlcard.agents import RandomAgent
env = rlcard.make("uno", config={"seed": 1})
env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
def play(games):
    return sum((len(one) - 1) // 2 for _ in range(games) for one in env.run(is_training=False)[0])
play(20)
for line in sys.stdin:
    begun = time.process_time()
    decisions = play(int(line))
    print(decisions, time.process_time() - begun, flush=True)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--no-rival", action="store_true")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--served", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.served:
        return _serve()
    if asked.compiled and not COMPILED.exists():
        parser.error("there is no compiled engine; make it with ./press compile")
    print(f"Python {platform.python_version()} on {platform.machine()}, one core, best of rounds")
    with tempfile.TemporaryDirectory() as folder:
        uno = None if asked.no_rival else _rival(Path(folder))
        fast = _compiled() if asked.compiled else None
        rates: dict[str, float] = {}
        for _ in range(asked.rounds):
            if uno is not None:
                _note(rates, "uno", *_told(uno, str(asked.games), asked.games))
            for which in SCENARIOS:
                for way in ("listed", "drawn"):
                    name = f"{'/'.join(which)} {way}"
                    _note(rates, name, *_timed(which, asked.games, way))
                    if fast is not None:
                        line = f"{' '.join(which)} {way} {asked.games}"
                        _note(rates, f"{name}, compiled", *_told(fast, line, asked.games))
        for one in (uno, fast):
            if one is not None:
                assert one.stdin is not None
                one.stdin.close()
                one.wait()
    print(f"\n{'':48}{'decisions/s':>12}{'games/s':>10}" + ("" if asked.no_rival else "   to uno"))
    base = rates.get("uno")
    for name in [n for n in rates if not n.endswith("games")]:
        ratio = f"{rates[name] / base:9.2f}" if base else ""
        print(f"{name:48}{rates[name]:12,.0f}{rates[name + ' games']:10,.1f}{ratio}")


def _note(rates: dict[str, float], name: str, decisions: int, games: int, seconds: float) -> None:
    if decisions / seconds > rates.get(name, 0.0):
        rates[name], rates[f"{name} games"] = decisions / seconds, games / seconds


def _timed(which: tuple[str, str], games: int, way: str) -> tuple[int, int, float]:
    library, readings = _supply(which)
    decisions, begun = 0, time.process_time()
    for seed in range(games):
        game, player = Game.start(library, *which, seed, readings=readings), random_player(seed)
        while not game.over:
            listed = way == "listed"
            move = player(game, game.legal_moves()) if listed else player.draw(game)
            game.push_legal(move)
            decisions += 1
    return decisions, games, time.process_time() - begun


_SUPPLIES: dict[tuple[str, str], tuple[Library, dict[str, str]]] = {}


def _supply(which: tuple[str, str]) -> tuple[Library, dict[str, str]]:
    if which not in _SUPPLIES:
        library = open_library(games=(which[0],))
        filled = stand_ins.filled(library, *which)
        _SUPPLIES[which] = filled, stand_ins.readings(library, *which)
        gc.freeze()  # as `simulate` does: what was loaded lives to the end
    return _SUPPLIES[which]


def _rival(folder: Path) -> subprocess.Popen[str]:
    """RLCard in an environment of its own, waiting for numbers of games."""
    print(f"installing {RIVAL} ...", file=sys.stderr)
    venv.create(folder / "rival", with_pip=True)
    python = folder / "rival" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", RIVAL], check=True)
    return subprocess.Popen(
        [python, "-c", _UNO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _compiled() -> subprocess.Popen[str]:
    """This program with the compiled engine, waiting for scenarios."""
    return subprocess.Popen(
        [sys.executable, "-P", __file__, "--served"],
        env={**os.environ, "PYTHONPATH": str(COMPILED)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _serve() -> None:
    """Play what each line of standard input names, and tell decisions and seconds."""
    if str(rng.__file__).endswith(".py"):
        sys.exit("what is compiled was compiled for another Python; run ./press compile")
    for line in sys.stdin:
        game, scenario, way, games = line.split()
        decisions, _, seconds = _timed((game, scenario), int(games), way)
        print(decisions, seconds, flush=True)


def _told(other: subprocess.Popen[str], line: str, games: int) -> tuple[int, int, float]:
    """What another process says of games that it has played now."""
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write(f"{line}\n")
    other.stdin.flush()
    decisions, seconds = other.stdout.readline().split()
    return int(decisions), games, float(seconds)


if __name__ == "__main__":
    main()
