"""The worked examples of docs/rulings.md: read them, run them, write their answers anew.

Run as a program (`python -m tests.rulings.docs_page`) it puts today's answers into the page; read the
difference before you commit it. Another page may be named: `… docs/block-games.md`.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rulings.md"
_EXAMPLE = re.compile(r"```console\n\$ (?P<command>fieldpress .*)\n(?P<output>(?:.*\n)*?)```")
_FILE = re.compile(r"```yaml\n# (?P<name>\S+\.yml)\n(?P<text>(?:.*\n)*?)```")


def examples(page: str) -> Iterator[tuple[str, str]]:
    """Each command with the output that the page shows for it, exit code last."""
    return ((match["command"], match["output"]) for match in _EXAMPLE.finditer(page))


def files(page: str) -> dict[str, str]:
    """The situation files that the page shows, by name."""
    return {match["name"]: match["text"] for match in _FILE.finditer(page)}


def shown(code: int, stdout: str) -> str:
    """An answer as the page shows it."""
    return f"{stdout.rstrip()}\n(exit code {code})\n"


def _refreshed(page: str, answer: Callable[[str], str]) -> str:
    return _EXAMPLE.sub(lambda m: f"```console\n$ {m['command']}\n{answer(m['command'])}```", page)


def main(path: Path = PAGE) -> None:
    page = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files(page).items():
            (Path(folder) / name).write_text(text, encoding="utf-8")

        def answer(command: str) -> str:
            argv = [sys.executable, "-m", "fieldpress", *shlex.split(command)[1:]]
            done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
            return shown(done.returncode, done.stdout)

        path.write_text(_refreshed(page, answer), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
