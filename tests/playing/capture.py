"""A whole game as the terminal shows it, screens and what was typed: `docs/games/sandpiper-ebb.txt`.

    python -m tests.playing.capture [--print] [--tail N]

The game is a seed, an opponent and the lines that a person typed (`sandpiper-ebb.typed`, a line each;
what follows two spaces and a `#` is a remark). Run it after a change of content, rules or screens that
alters what is printed; where the typed lines no longer lead to an end, it says at which one they stop.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from fieldpress.playing import starting
from tests.play.helpers import start

WHICH, SEED, OPPONENT = ("sandpiper", "ebb"), 7, "careful"
WIDTH = 100
TYPED = Path(__file__).parent / "sandpiper-ebb.typed"
SHOWN = Path(__file__).parents[2] / "docs" / "games" / "sandpiper-ebb.txt"


class RanOut(Exception):
    """Nothing is left to type, and the game is not over."""


def typed(text: str) -> list[str]:
    """The lines of a file of typed lines, without remarks."""
    return [line.partition("  #")[0].strip() for line in text.splitlines() if line.strip()]


def captured(lines: Sequence[str]) -> tuple[str, bool]:
    """What the terminal shows of a game in which these lines are typed, and whether it was ended."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, force_terminal=False, highlight=False)
    waiting = list(lines)

    def ask(prompt: str) -> str:
        if not waiting:
            raise RanOut
        line = waiting.pop(0)
        out.write(f"{prompt}{line}\n")
        return line

    out.write(f"$ fieldpress play {' '.join(WHICH)} --seed {SEED} --opponent {OPPONENT}\n")
    sitting = starting.session(start(WHICH, SEED), ask, opponent=OPPONENT)
    sitting.console = console
    try:
        over = sitting.play()
    except RanOut:
        over = False
    text = "\n".join(line.rstrip() for line in out.getvalue().splitlines())
    return text + "\n", over and not waiting


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--print", action="store_true", help="print it and write nothing")
    parser.add_argument("--tail", type=int, default=0, metavar="N", help="print the last N lines")
    asked = parser.parse_args(argv)
    lines = typed(TYPED.read_text(encoding="utf-8"))
    text, over = captured(lines)
    if asked.print or asked.tail or not over:
        print("\n".join(text.splitlines()[-asked.tail :]))
    if not over:
        raise SystemExit(
            f"the {len(lines)} lines that are typed do not end the game, or go on after it"
        )
    if not asked.print and not asked.tail:
        SHOWN.parent.mkdir(exist_ok=True)
        SHOWN.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
