"""`./press compile`, on the make-believe machine: what it asks for, and who uses what it made."""

from __future__ import annotations

import os
import time

from tests.launcher.conftest import World
from tests.launcher.test_press import APT, BASE, SELF

LIST = BASE.replace("base", "compile")


def used(world: World, **env: str) -> str:
    """The PYTHONPATH of a command, as it would find modules."""
    assert world.press("play", **env).code == 0
    return (world.folder / "path").read_text()


def test_it_compiles_into_a_folder_of_its_own(world: World) -> None:
    seen = world.press("compile")
    assert seen.did == [f"venv {world.venv}", LIST, SELF, "compile .compiled.new"]
    assert seen.code == 0
    assert (world.root / ".compiled/press-compiled").exists()
    assert not (world.root / ".compiled.new").exists()
    assert used(world) == str(world.root / ".compiled")
    assert used(world, PYTHONPATH="/mine") == f"{world.root}/.compiled:/mine"
    assert world.press("compile").did == ["compile .compiled.new"]


def test_without_it_nothing_is_looked_for(world: World) -> None:
    assert used(world) == ""
    assert "PYTHONPATH" not in world.press("play").stderr


def test_what_is_older_than_the_sources_is_not_used(world: World) -> None:
    world.press("compile")
    later = time.time() + 5
    os.utime(world.root / "generator/rules.py", (later, later))
    seen = world.press("play")
    assert "the engine was compiled before the sources changed" in seen.stderr
    assert (world.folder / "path").read_text() == ""
    assert seen.code == 0


def test_another_python_does_not_use_it(world: World) -> None:
    world.press("compile")
    (world.venv / "pyvenv.cfg").write_text("another home")
    assert "./press compile compiles it again" in world.press("play").stderr


def test_the_tests_run_on_the_sources(world: World) -> None:
    world.press("compile")
    world.press("test")
    assert not (world.folder / "path").exists()


def test_a_compiler_is_asked_for(world: World) -> None:
    world.remove("cc")
    world.set("headers", "python3.11-dev")
    seen = world.press("compile")
    assert f"{APT} gcc libc6-dev python3.11-dev, noninteractive" in seen.did
    assert "these packages, which are not here: gcc libc6-dev python3.11-dev" in seen.stderr
    assert (seen.code, seen.did[-1]) == (1, SELF)
    assert not (world.root / ".compiled").exists()


def test_a_failure_is_shown_and_the_last_that_worked_is_kept(world: World) -> None:
    world.press("compile")
    world.set("compiler-says", "the engine was not compiled: no space left")
    world.set("compiler-exits", "1")
    seen = world.press("compile")
    assert seen.code == 1
    assert "no space left" in seen.stderr
    assert not (world.root / ".compiled.new").exists()
    assert used(world) == str(world.root / ".compiled")


def test_it_takes_nothing_more(world: World) -> None:
    assert world.press("compile", "sandpiper").code == 1
