"""Running builds in processes of their own: stopped half-way, short of disk, without rights."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: Run a command without root's right to write where permission bits forbid it.
NO_OVERRIDE = """
import ctypes, os, sys
libc = ctypes.CDLL(None)
for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    held = os.geteuid() == 0 and libc.prctl(23, capability, 0, 0, 0) == 1  # PR_CAPBSET_READ
    if held and libc.prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
        sys.exit(77)
os.execv(sys.argv[1], sys.argv[1:])
"""

#: `fieldpress` in which the JSON export writes half of its file, says `half`, and waits.
HALF = """
import sys, time
import fieldpress.export
from fieldpress.files import atomic_path

def half(library, game, form, path):
    with atomic_path(path) as part:
        part.write_text("half")
        print("half", file=sys.stderr, flush=True)
        time.sleep(600)

fieldpress.export.export_game = half
from fieldpress.cli import main
main()
"""


def environment(changes: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """This process's environment, plain output, with changes (None: left out)."""
    wanted = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    wanted.pop("FORCE_COLOR", None)
    for name, value in (changes or {}).items():
        if value is None:
            wanted.pop(name, None)
        else:
            wanted[name] = value
    return wanted


def fieldpress(
    *arguments: object,
    before: tuple[str, ...] = (),
    env: Mapping[str, str | None] | None = None,
    cwd: Path | None = None,
    preexec: Callable[[], Any] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own; `before` are words in front of it."""
    return subprocess.run(
        [*before, sys.executable, "-m", "fieldpress", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=environment(env),
        cwd=cwd,
        preexec_fn=preexec,
        check=False,
        timeout=300,
    )


@contextmanager
def stopped_half_way(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A `fieldpress` that has written half of its first JSON export and now waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", HALF, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    try:
        assert process.stderr is not None
        said = []
        while (line := process.stderr.readline()) != "half\n":
            said.append(line)
            assert line, f"it ended too early: {''.join(said)}"
        yield process
    finally:
        process.kill()
        process.communicate()


def files_of(folder: Path) -> set[str]:
    """Every file of a folder, hidden ones too, by its path inside."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def half_written(folder: Path) -> set[str]:
    """What a build must not leave behind, whatever ends it."""
    return {
        name
        for name in files_of(folder)
        if name.endswith((".part", ".new", "-journal", ".run.yml")) or ".building" in name
    } | {path.name for path in folder.glob("site-new")}
