"""The launcher, on a make-believe machine (see conftest.py beside this file)."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.launcher.conftest import World

BASE = "pip --progress-bar off --no-warn-script-location --require-hashes -r requirements/base.txt"
TEST = BASE.replace("base", "test")
SELF = (
    "pip --progress-bar off --no-warn-script-location --no-deps --no-build-isolation --editable ."
)
APT = "apt-get install -y --no-install-recommends"
LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 10
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} never came"
        time.sleep(0.01)


# --- what it passes on -----------------------------------------------------------------------


def test_without_arguments_it_explains_itself_and_installs_nothing(world: World) -> None:
    seen = world.press()
    assert (seen.code, seen.did) == (0, [])
    assert "usage: ./press COMMAND" in seen.stdout
    assert not world.venv.exists()


def test_first_run_sets_up_and_runs_the_command(world: World) -> None:
    seen = world.press("rule", "a file.yml", "--find", "")
    assert seen.did == [f"venv {world.venv}", BASE, SELF, "fieldpress"]
    assert seen.stdout == "<rule><a file.yml><--find><>"
    assert seen.stderr.splitlines() == [
        "press: making .venv with Python 3.11.2",
        "press: installing the packages of requirements/base.txt (a minute or so)",
        "press: installing fieldpress",
        "press: ready",
    ]


def test_later_runs_start_at_once(world: World) -> None:
    world.press("validate")
    seen = world.press("validate")
    assert (seen.did, seen.stderr) == (["fieldpress"], "")


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_the_exit_code_is_the_commands(world: World, code: int) -> None:
    world.set("command-exits", str(code))
    assert world.press("rule").code == code


def test_set_up_leaves_standard_input_to_the_command(world: World) -> None:
    seen = world.press("check-setup", "-", stdin="deal: 1\n")
    assert seen.stdout == "<check-setup><->deal: 1\n"


def test_it_works_through_symlinks(world: World) -> None:
    (world.folder / "first").symlink_to(world.root / "press")
    os.symlink("../first", world.folder / "bin" / "second")
    seen = world.press("validate", program=world.folder / "bin" / "second")
    assert seen.did[0] == f"venv {world.venv}"
    assert seen.code == 0


# --- when it installs again ------------------------------------------------------------------


def test_it_installs_again_only_when_the_lists_change(world: World) -> None:
    world.press("validate")
    pins = world.root / "requirements/base.txt"
    os.utime(pins, (1, 1))
    assert world.press("validate").did == ["fieldpress"]
    pins.write_text("other pins")
    assert world.press("validate").did == [BASE, SELF, "fieldpress"]
    (world.root / "pyproject.toml").write_text("other needs")
    assert world.press("validate").did == [BASE, SELF, "fieldpress"]


def test_only_test_adds_the_test_tools(world: World) -> None:
    world.press("validate")
    assert world.press("test").did[:2] == [TEST, SELF]
    assert world.press("validate").did == ["fieldpress"]
    (world.root / "requirements/test.txt").write_text("other pins")
    assert world.press("validate").did == ["fieldpress"]
    assert world.press("test").did[:2] == [TEST, SELF]


def test_an_unfit_environment_is_made_anew(world: World) -> None:
    def fit_after(why: str) -> None:
        seen = world.press("validate")
        assert seen.did == [f"venv {world.venv}", BASE, SELF, "fieldpress"]
        assert f"press: .venv {why}; making it anew" in seen.stderr

    world.venv.mkdir()
    fit_after("has no working Python")

    (world.venv / "bin/python").unlink()
    (world.venv / "bin/python").symlink_to("/nowhere/python3.11")
    fit_after("has no working Python")

    (world.venv / "press-root").unlink()
    (world.venv / "press-busy").touch()
    fit_after("was left half-made")

    (world.venv / "press-busy").write_text("Collecting x\nInstalling collected packages: x\n")
    fit_after("was left half-installed")

    world.root = world.root.rename(world.folder / "moved")
    fit_after("was made in another folder")

    shutil.rmtree(world.venv)
    world.venv.symlink_to(world.folder / "nowhere")
    fit_after("has no working Python")


def test_a_download_cut_short_costs_no_new_environment(world: World) -> None:
    world.press("validate")
    (world.venv / "press-busy").write_text("Collecting x\n")
    assert world.press("validate").did == [BASE, SELF, "fieldpress"]


def test_an_environment_that_the_user_made_is_kept(world: World) -> None:
    (world.venv / "bin").mkdir(parents=True)
    shutil.copy(world.folder / "bin/python3", world.venv / "bin/python")
    assert world.press("validate").did == [BASE, SELF, "fieldpress"]
    assert world.press("validate").did == ["fieldpress"]


def test_two_at_once_set_up_once(world: World) -> None:
    world.set("pip-takes", "0.2")
    first, second = world.start("validate"), world.start("validate")
    ends = [world.finish(process) for process in (first, second)]
    assert [end.code for end in ends] == [0, 0]
    did = [line for end in ends for line in end.did]
    assert sorted(did) == sorted([f"venv {world.venv}", BASE, SELF, "fieldpress", "fieldpress"])
    assert sum("another press is setting up" in end.stderr for end in ends) == 1


def test_a_killed_run_locks_nobody_out(world: World) -> None:
    world.set("pip-takes", "20")
    process = world.start("validate")
    wait_for(world.venv / "press-root")
    os.killpg(process.pid, signal.SIGKILL)
    world.finish(process)
    world.set("pip-takes", "0")
    seen = world.press("validate")
    assert seen.code == 0
    assert "another press" not in seen.stderr


def test_interrupting_exits_130_and_the_next_run_carries_on(world: World) -> None:
    world.set("pip-takes", "20")
    process = world.start("validate")
    wait_for(world.venv / "press-root")
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    seen = world.finish(process)
    assert seen.code == 130
    assert seen.stderr.endswith("press: interrupted\n")
    world.set("pip-takes", "0")
    assert world.press("validate").did == [BASE, SELF, "fieldpress"]


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("WARNING: Retrying: NewConnectionError: Temporary failure in name resolution", "network"),
        ("ERROR: Could not install: [Errno 28] No space left on device", "the disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "pins"),
        ("ERROR: something else", "see above"),
    ],
)
def test_a_failed_install_says_why(world: World, says: str, why: str) -> None:
    noise = "WARNING: Location 'file:///x' is ignored: it is neither a file nor a directory."
    world.set("pip-says", f"{noise}\n{says}\n")
    world.set("pip-exits", "1")
    seen = world.press("validate")
    assert seen.code == 1
    assert seen.did == [f"venv {world.venv}", BASE]
    assert says in seen.stderr
    assert noise not in seen.stderr
    assert "setting up failed" in seen.stderr.splitlines()[-1]
    assert why in seen.stderr.splitlines()[-1]
    world.set("pip-exits", "0")
    assert world.press("validate").did == [BASE, SELF, "fieldpress"]


# --- Python ----------------------------------------------------------------------------------


def test_the_first_python_that_will_do_is_taken(world: World) -> None:
    good = (world.folder / "bin/python3").read_text()
    world.program("python3.13", "exit 127")  # as a version manager's shim of no chosen version
    world.program("python3.12", good.replace("3.11.2", "3.12.1"))
    assert "making .venv with Python 3.12.1" in world.press("validate").stderr


def test_one_may_name_the_python(world: World) -> None:
    other = world.folder / "my python"
    shutil.copy(world.folder / "bin/python3", other)
    world.remove("python3")
    assert world.press("validate", PRESS_PYTHON=str(other)).code == 0
    shutil.rmtree(world.venv)
    seen = world.press("validate", PRESS_PYTHON="/nowhere")
    assert (seen.code, seen.did) == (1, [])
    assert "PRESS_PYTHON=/nowhere is not a Python 3.11 or newer" in seen.stderr


def test_a_python_without_ensurepip_gets_its_package(world: World) -> None:
    world.set("venv", "bare")
    world.program("python3.11", "echo 3.11.2 bare /usr/bin/python3.11")
    seen = world.press("validate")
    # The name of the package depends on which Python is the default one here.
    package = seen.did[1].split()[-2].rstrip(",")
    assert package in {"python3-venv", "python3.11-venv"}
    assert seen.did[0] == "apt-get update, noninteractive"


def test_no_python_at_all(world: World) -> None:
    python = world.folder / "bin/python3"
    body = python.read_text()
    world.remove("python3")
    seen = world.press("validate", PRESS_NO_SYSTEM="1")
    assert (seen.code, seen.did) == (1, [])
    assert f"{APT} python3 python3-venv" in seen.stderr
    assert "no Python 3.11 or newer" in seen.stderr

    world.program("apt-get", f"cat >'{python}' <<'END'\n{body}END\n/bin/chmod +x '{python}'")
    seen = world.press("validate")
    assert seen.code == 0
    assert f"press: + env DEBIAN_FRONTEND=noninteractive {APT} python3 python3-venv" in seen.stderr


# --- system packages -------------------------------------------------------------------------


def test_build_gets_the_libraries_once(world: World) -> None:
    world.set("libraries", LIBRARIES)
    seen = world.press("build")
    assert seen.did[:2] == [
        "apt-get update, noninteractive",
        f"{APT} {LIBRARIES}, noninteractive",
    ]
    assert "noise" not in seen.stderr
    assert world.press("build").did == ["fieldpress"]


@pytest.mark.parametrize("command", ["rule", "validate", "cards", "setup"])
def test_commands_that_need_no_library_ask_for_none(world: World, command: str) -> None:
    world.set("libraries", LIBRARIES)
    assert not any("apt-get" in line for line in world.press(command).did)


def test_the_tests_need_more_libraries_than_build(world: World) -> None:
    world.press("build")
    world.set("libraries", "libatomic1")
    assert world.press("build").did == ["fieldpress"]
    assert world.press("test").did[1] == f"{APT} libatomic1, noninteractive"
    assert world.press("test").did[0] == "-m ruff check ."


def test_a_setup_sheet_needs_the_libraries(world: World) -> None:
    world.set("libraries", "libharfbuzz-subset0")
    seen = world.press("setup", "pegasus-bridge", "1a", "--pdf", "x.pdf")
    assert seen.did[1] == f"{APT} libharfbuzz-subset0, noninteractive"


def test_a_user_gets_sudo_and_sees_the_command(world: World) -> None:
    world.set("uid", "1000")
    world.set("libraries", LIBRARIES)
    seen = world.press("build")
    assert seen.did[:2] == ["sudo", "apt-get update, noninteractive"]
    assert (
        f"press: + sudo env DEBIAN_FRONTEND=noninteractive {APT} {LIBRARIES}"
        in seen.stderr.splitlines()
    )


def test_a_user_without_sudo_is_told_what_to_run(world: World) -> None:
    world.set("uid", "1000")
    world.set("libraries", LIBRARIES)
    world.remove("sudo")
    seen = world.press("build")
    assert f"press:     {APT} {LIBRARIES}" in seen.stderr.splitlines()
    assert seen.did == [f"venv {world.venv}", BASE, SELF, "fieldpress"]


def test_press_no_system_names_every_package_and_goes_on(world: World) -> None:
    world.set("libraries", LIBRARIES)
    world.remove("pdftotext", "qpdf", "git", "chromium")
    seen = world.press("test", PRESS_NO_SYSTEM="1")
    line = f"press:     {APT} {LIBRARIES} poppler-utils qpdf git chromium"
    assert line in seen.stderr.splitlines()
    assert not any("apt-get" in step for step in seen.did)
    assert seen.code == 0


def test_a_machine_without_apt_gets_the_names(world: World) -> None:
    world.remove("apt-get", "uname", "qpdf")
    world.program("uname", "echo Darwin")
    seen = world.press("test")
    assert "press:     qpdf" in seen.stderr.splitlines()
    assert "Homebrew: brew install" in seen.stderr
    assert seen.code == 0


def test_chromium_is_asked_for_alone(world: World) -> None:
    world.remove("chromium", "qpdf")
    seen = world.press("test")
    assert seen.did[:3] == [
        "apt-get update, noninteractive",
        f"{APT} qpdf, noninteractive",
        f"{APT} chromium, noninteractive",
    ]


def test_a_failed_system_command_is_shown_and_not_the_end(world: World) -> None:
    (world.folder / "apt-works").unlink()
    world.set("libraries", LIBRARIES)
    seen = world.press("build")
    assert "noise of apt-get" in seen.stderr
    assert "press: this failed: env DEBIAN_FRONTEND=noninteractive apt-get update" in seen.stderr
    assert (seen.code, seen.did[-1]) == (0, "fieldpress")
    assert world.press("build").did[0] == "apt-get update, noninteractive"


# --- press test ------------------------------------------------------------------------------


def test_test_runs_every_check_and_sums_up(world: World) -> None:
    seen = world.press("test", "-k", "a or b", "tests/engine")
    assert seen.did[-4:] == [
        "-m ruff check .",
        "-m ruff format --check .",
        "-m mypy --strict generator",
        "-m pytest -n auto --dist loadfile --no-loadscope-reorder -k a or b tests/engine",
    ]
    assert seen.code == 0
    assert seen.stdout.splitlines()[-2:] == [
        "ran pytest",
        "press test: ruff check ok, ruff format ok, mypy ok, pytest ok",
    ]


def test_one_failed_check_fails_the_whole_but_stops_nothing(world: World) -> None:
    world.set("checks-fail", "mypy")
    seen = world.press("test")
    assert seen.code == 1
    assert seen.stdout.splitlines()[-1] == (
        "press test: ruff check ok, ruff format ok, mypy FAILED, pytest ok"
    )


def test_ci_runs_exactly_the_tests(world: World, repo_root: Path) -> None:
    (world.root / ".ci").mkdir()
    shutil.copy(repo_root / ".ci/run", world.root / ".ci/run")
    world.program("dirname", 'echo "${1%/*}"')
    (world.root / "press").write_text(
        '#!/bin/sh\necho "$CI $DEBIAN_FRONTEND $* <$(cat)>"; exit 7\n'
    )
    seen = world.press(program=world.root / ".ci/run", stdin="not for the tests")
    assert (seen.code, seen.stdout) == (7, "true noninteractive test <>\n")
