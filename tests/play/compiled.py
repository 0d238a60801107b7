"""The tests of play, of the engine and of the rulings with a compiled engine; run by hand.

    python -m tests.play.compiled [--wheel FILE] [--games N] [PYTEST ARGS...]

Builds the compiled wheel in a temporary folder (some minutes; it needs a C compiler), or takes one
that is there; plays the same seeds with it and with the sources, move by move; then runs the tests
on it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

from fieldpress.engine import rng
from tests.play.helpers import MISSIONS, SCENARIOS, players, start

ROOT = Path(__file__).parents[2]
TESTS = ("tests/play", "tests/engine", "tests/rulings")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--games", type=int, default=20, help="of each scenario, played twice")
    parser.add_argument("--digests", action="store_true", help=argparse.SUPPRESS)
    asked, rest = parser.parse_known_args(argv)
    if asked.digests:
        print(json.dumps(digests(asked.games)))
        return 0
    with tempfile.TemporaryDirectory(prefix="fieldpress-compiled-") as folder:
        wheel = asked.wheel or build(Path(folder))
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(Path(folder) / "site")
        compiled = {**os.environ, "PYTHONPATH": str(Path(folder) / "site")}
        sources = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
        mine = ["-m", "tests.play.compiled", "--digests", "--games", str(asked.games)]
        ways = {"sources": sources, "compiled": compiled}
        played = {way: json.loads(run(mine, env)) for way, env in ways.items()}
        if [one.pop("engine").endswith(".py") for one in played.values()] != [True, False]:
            sys.exit("the compiled engine was not the one that played")
        if played["sources"] != played["compiled"]:
            print(json.dumps(played, indent=1))
            sys.exit("the same seeds make other games when compiled")
        print(f"{asked.games} games of {len(played['sources'])} scenarios: the same move by move")
        tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *(rest or TESTS)]
        return subprocess.run([sys.executable, "-P", *tests], cwd=ROOT, env=compiled).returncode


def build(folder: Path) -> Path:
    """The compiled wheel of this checkout."""
    begun = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"},
        check=True,
    )
    (wheel,) = folder.glob("fieldpress-*.whl")
    size = wheel.stat().st_size / 1e6
    print(f"{wheel.name}: {size:.1f} MB, {time.monotonic() - begun:.0f} s", flush=True)
    return wheel


def run(arguments: list[str], env: dict[str, str]) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def digests(games: int) -> dict[str, str]:
    """By scenario, what every position of these games was, at every move; and whose code played."""
    found = {"engine": str(rng.__file__)}
    for which in [*SCENARIOS, *MISSIONS]:
        told = hashlib.sha256()
        for seed in range(games):
            game = start(which, seed)
            player = players(game, seed)
            while not game.over:
                legal = game.legal_moves()
                told.update(repr([move.to_json() for move in legal]).encode())
                game.push_legal(player(game, legal))
            told.update(json.dumps(game.to_json(), sort_keys=True).encode())
        found["/".join(which)] = told.hexdigest()
    return found


if __name__ == "__main__":
    sys.exit(main())
