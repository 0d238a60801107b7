"""A make-believe machine for `press`: its own PATH, with a Python, pip and apt-get that only note
what they were asked to do. Nothing is installed and no network is used."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

REAL = "bash cat cksum cp env find flock grep mkdir mv readlink rm sh sleep tail uname".split()

# The state of the machine lies in files of $WORLD, so that a fake can change it for the next.
FAKES = {
    "python3": r"""
note() { printf '%s\n' "$*" >>"$WORLD/log"; }
case $* in
    *ensurepip*) [ -s "$WORLD/venv" ] && echo "3.11.2 $(cat "$WORLD/venv") $0" ;;
    *ctypes*) cat "$WORLD/libraries" ;;
    *pip._internal*) ;;
    *'fcntl'*) ;;
    *'-m venv'*)
        for folder; do :; done
        note "venv $folder"
        mkdir -p "$folder/bin" && cp "$0" "$folder/bin/python" && echo home >"$folder/pyvenv.cfg"
        ;;
    *'-m pip'*)
        note "pip ${*#*install }"
        cat "$WORLD/pip-says"
        sleep "$(cat "$WORLD/pip-takes")"
        exit "$(cat "$WORLD/pip-exits")"
        ;;
    *Python.h*) cat "$WORLD/headers" ;;
    *hatch_build.py*)
        for folder; do :; done
        note "compile ${folder##*/}"
        cat "$WORLD/compiler-says" >&2
        exit "$(cat "$WORLD/compiler-exits")"
        ;;
    *'-m fieldpress'*)
        shift 3
        printf '%s' "${PYTHONPATH-}" >"$WORLD/path"
        note fieldpress
        [ $# -eq 0 ] || printf '<%s>' "$@"
        [ "${1-}" != check-setup ] || cat
        exit "$(cat "$WORLD/command-exits")"
        ;;
    *'-m '*)
        note "$*"
        echo "ran $2"
        case " $(cat "$WORLD/checks-fail") " in *" $2 "*) exit 1 ;; esac
        ;;
esac
""",
    "apt-get": r"""
echo "apt-get $*, $DEBIAN_FRONTEND" >>"$WORLD/log"
echo "noise of apt-get"
[ -e "$WORLD/apt-works" ] || exit 100
case "$*" in *python3-venv*) echo whole >"$WORLD/venv" ;; esac
""",
    "sudo": 'echo sudo >>"$WORLD/log"; exec "$@"',
    "id": 'cat "$WORLD/uid"',
}
TOOLS = ("pdftotext", "qpdf", "git", "chromium", "cc")


@dataclass
class Outcome:
    code: int
    stdout: str
    stderr: str
    did: list[str]


@dataclass
class World:
    """The machine; `press(...)` runs the launcher on it and tells what it did."""

    folder: Path
    root: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def set(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def program(self, name: str, body: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def remove(self, *names: str) -> None:
        for name in names:
            (self.folder / "bin" / name).unlink()

    def start(self, *args: str, program: Path | None = None, **env: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [str(program or self.root / "press"), *args],
            cwd=self.folder,
            env=self.env | env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def finish(self, process: subprocess.Popen[str], stdin: str = "") -> Outcome:
        stdout, stderr = process.communicate(stdin, timeout=20)
        return Outcome(process.returncode, stdout, stderr, self.log())

    def log(self) -> list[str]:
        path = self.folder / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def press(
        self, *args: str, stdin: str = "", program: Path | None = None, **env: str
    ) -> Outcome:
        return self.finish(self.start(*args, program=program, **env), stdin)


@pytest.fixture
def world(tmp_path: Path, repo_root: Path) -> World:
    folder = tmp_path / "my machine"
    root = folder / "print & play's games"
    (root / "requirements").mkdir(parents=True)
    shutil.copy(repo_root / "press", root / "press")
    for name in ("pyproject.toml", "requirements/base.txt", "requirements/test.txt"):
        (root / name).write_text(name)
    (root / "requirements/compile.txt").write_text("compile")
    (root / "generator").mkdir()
    (root / "generator/rules.py").write_text("rules")
    (folder / "bin").mkdir()
    for name in REAL:
        if real := shutil.which(name):
            (folder / "bin" / name).symlink_to(real)
    made = World(folder, root, {"PATH": str(folder / "bin"), "WORLD": str(folder)})
    for name, body in FAKES.items():
        made.program(name, body)
    for name in TOOLS:
        made.program(name, "")
    for name, text in {
        "venv": "whole",
        "libraries": "",
        "pip-says": "",
        "pip-takes": "0",
        "pip-exits": "0",
        "command-exits": "0",
        "headers": "",
        "compiler-says": "",
        "compiler-exits": "0",
        "checks-fail": "",
        "apt-works": "",
        "uid": "0",
    }.items():
        made.set(name, text)
    if tmpdir := os.environ.get("TMPDIR"):
        made.env["TMPDIR"] = tmpdir
    return made
