"""Bad surroundings: each ends with a clear message and the right code, and leaves nothing half-done."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import fieldpress as library_module
from fieldpress.building import build
from fieldpress.errors import FieldpressError
from fieldpress.locks import LOCK, alone_in, sweep
from tests.building.helpers import (
    NO_OVERRIDE,
    environment,
    fieldpress,
    files_of,
    half_written,
    stopped_half_way,
)
from tests.building.small_game import write_game

posix = pytest.mark.skipif(os.name == "nt", reason="needs the signals and file modes of POSIX")
pytestmark = posix

FAST = ("--only", "sqlite,json")
MADE = {"ferry/ferry.json", "ferry/ferry.sqlite"}


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("content")
    write_game(folder)
    return folder


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "output"


def plain(done: subprocess.CompletedProcess[str]) -> str:
    """What was said, which is never a traceback and never an excuse."""
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    assert "internal error" not in said
    return done.stderr


# --- interrupts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "code", "told"),
    [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, ""), ("SIGHUP", 129, "")],
)
def test_stopped_in_mid_build(sent: str, code: int, told: str, content: Path, output: Path) -> None:
    assert fieldpress("build", *FAST, "--content", content, "--output", output).returncode == 0
    before = (output / "ferry" / "ferry.json").read_bytes()
    with stopped_half_way("build", *FAST, "--content", content, "--output", output) as process:
        assert half_written(output)  # it is in the middle of something
        process.send_signal(getattr(signal, sent))
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == code
    assert told in stderr
    assert "Traceback" not in stderr
    assert stdout == ""
    assert files_of(output) == MADE
    assert (output / "ferry" / "ferry.json").read_bytes() == before
    again = fieldpress("build", *FAST, "--content", content, "--output", output)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("step", ["sheets", "Rules site"])
@pytest.mark.slow
def test_stopped_in_a_real_step(sent: str, step: str, content: Path, output: Path) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "fieldpress",
            "build",
            "--content",
            str(content),
            "--output",
            str(output),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    assert process.stderr is not None
    while step not in (line := process.stderr.readline()):
        assert line
    process.send_signal(getattr(signal, sent))
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == {"SIGINT": 130, "SIGTERM": 143}[sent], stderr
    assert "Traceback" not in stderr
    assert half_written(output) == set()
    assert not (output / "site").exists()


def test_killed_outright(content: Path, output: Path) -> None:
    with stopped_half_way("build", *FAST, "--content", content, "--output", output) as process:
        process.kill()
        process.wait()
    assert half_written(output)  # nobody could tidy up
    again = fieldpress("build", *FAST, "--content", content, "--output", output)
    assert again.returncode == 0, again.stderr
    assert files_of(output) == MADE


# --- two builds at once ------------------------------------------------------------------------


def test_a_second_build_is_refused(content: Path, output: Path, tmp_path: Path) -> None:
    with stopped_half_way("build", *FAST, "--content", content, "--output", output) as process:
        second = fieldpress("build", *FAST, "--content", content, "--output", output)
        assert second.returncode == 1
        assert f"another build (process {process.pid}) is writing into {output}" in plain(second)
        assert "--output" in second.stderr
        elsewhere = tmp_path / "elsewhere"
        third = fieldpress("build", *FAST, "--content", content, "--output", elsewhere)
        assert third.returncode == 0, third.stderr
        assert process.poll() is None  # the first was not disturbed
        assert half_written(output)


def test_a_lock_that_a_dead_process_left(content: Path, output: Path) -> None:
    output.mkdir()
    (output / LOCK).write_text(str(os.getpid()))  # a number that is even in use again
    done = fieldpress("build", *FAST, "--content", content, "--output", output)
    assert done.returncode == 0, done.stderr
    assert files_of(output) == MADE


def test_the_lock_is_released_whatever_happens(output: Path) -> None:
    with pytest.raises(ZeroDivisionError), alone_in(output):
        raise ZeroDivisionError
    with alone_in(output), pytest.raises(FieldpressError, match="another build"), alone_in(output):
        pass
    assert list(output.iterdir()) == []


def test_only_what_dead_processes_left_is_swept(output: Path) -> None:
    (output / "game").mkdir(parents=True)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    kept = [
        output / f".cards.pdf.{os.getpid()}-0123abcd.part",
        output / ".notes.part",
        output / "game" / f"cards.pdf.{dead.pid}-0123abcd.part",
    ]
    gone = [
        output / f".cards.pdf.{dead.pid}-0123abcd.part",
        output / "game" / f".x.sqlite.{dead.pid}-0123abcd.part",
    ]
    for path in kept + gone:
        path.touch()
    sweep(output)
    assert all(path.exists() for path in kept)
    assert not any(path.exists() for path in gone)


# --- folders that do not let us write ----------------------------------------------------------


def test_an_output_folder_without_the_right_to_write(content: Path, output: Path) -> None:
    output.mkdir(mode=0o555)
    before = (sys.executable, "-c", NO_OVERRIDE)
    for target in (output, output / "inner"):
        done = fieldpress("build", *FAST, "--content", content, "--output", target, before=before)
        if done.returncode == 77:
            pytest.skip("needs the right to drop root's rights")
        assert done.returncode == 1
        assert f"{target}: cannot be written into: Permission denied" in plain(done)
    assert files_of(output) == set()


def test_a_game_folder_without_the_right_to_write(content: Path, output: Path) -> None:
    (output / "ferry").mkdir(parents=True)
    (output / "ferry" / "ferry.json").write_text("old")
    (output / "ferry").chmod(0o555)
    before = (sys.executable, "-c", NO_OVERRIDE)
    done = fieldpress("build", "--content", content, "--output", output, *FAST, before=before)
    if done.returncode == 77:
        pytest.skip("needs the right to drop root's rights")
    assert done.returncode == 1
    assert "2 of 2 steps of the build failed" in plain(done)
    assert done.stderr.count("Permission denied") >= 1
    assert files_of(output) == {"ferry/ferry.json"}
    assert (output / "ferry" / "ferry.json").read_text() == "old"


def test_an_output_that_is_a_file(content: Path, output: Path) -> None:
    output.write_text("mine")
    done = fieldpress("build", *FAST, "--content", content, "--output", output)
    assert done.returncode == 2
    assert "is a file" in plain(done)
    inside = fieldpress("build", *FAST, "--content", content, "--output", output / "inner")
    assert inside.returncode == 1
    assert f"{output / 'inner'}: cannot be written into: Not a directory" in plain(inside)
    assert output.read_text() == "mine"


def test_a_folder_where_a_file_should_go(content: Path, output: Path) -> None:
    (output / "ferry" / "ferry.json").mkdir(parents=True)
    done = fieldpress("build", *FAST, "--content", content, "--output", output)
    assert done.returncode == 1
    assert "ferry.json: cannot be written: a folder has this name" in plain(done)
    assert files_of(output) == {"ferry/ferry.sqlite"}


# --- full disks --------------------------------------------------------------------------------


def test_files_that_may_not_grow(content: Path, output: Path) -> None:
    """The same failure as a full disk, in every step that writes much."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = fieldpress("build", "--content", content, "--output", output, preexec=limit)
    assert done.returncode == 1
    assert "3 of 4 steps of the build failed" in plain(done)
    for step in ("The Ferry: sheets: ", "The Ferry: SQLite: ", "Rules site: "):
        assert step in done.stderr
    assert {name for name in files_of(output) if not name.startswith("site-")} == {
        "ferry/ferry.json"
    }
    assert half_written(output) == set()


_ON_A_SMALL_DISK = """
mount -t tmpfs -o size=$1,mode=0777 fieldpress "$2" || exit 77
folder=$2
shift 2
"$@"
code=$?
echo "left:"
cd "$folder" && find . -type f
exit $code
"""


@pytest.mark.parametrize(
    ("size", "whole"), [("64k", {"ferry.json"}), ("200k", {"ferry.json", "cards.pdf"})]
)
def test_a_full_disk(size: str, whole: set[str], content: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    script = ("sh", "-c", _ON_A_SMALL_DISK, "sh", size, str(disk))
    for alone in (("unshare", "--mount"), ("unshare", "--user", "--map-root-user", "--mount")):
        if shutil.which("unshare") is None:
            break
        done = fieldpress(
            "build", "--content", content, "--output", disk / "out", before=(*alone, *script)
        )
        if "left:" in done.stdout:
            break
    else:
        done = None
    if done is None or shutil.which("unshare") is None:
        pytest.skip("needs unshare and the right to mount a tmpfs")
    assert done.returncode == 1
    plain(done)
    assert "No space left on device" in done.stderr
    left = done.stdout.partition("left:\n")[2].split()
    assert {Path(path).name for path in left if "site-src" not in path} == whole
    assert not [path for path in left if path.endswith((".part", "-journal"))]


# --- streams, home, language -------------------------------------------------------------------


def in_shell(command: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A shell command in which `$F` is `fieldpress ARGUMENTS`; its exit code comes last on stderr."""
    words = [sys.executable, "-m", "fieldpress", *map(str, arguments)]
    return subprocess.run(
        ["sh", "-c", f'({command}); echo "code $?" >&2', "sh", *words],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )


def test_a_reader_that_goes_away() -> None:
    done = in_shell('{ "$@"; echo "code $?" >&2; } | head -c 1', "coverage", "--json")
    assert done.stdout == "{"
    assert done.stderr.splitlines()[0] in ("code 1", "code 0")  # 0: all fitted into the pipe
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_a_closed_output(content: Path, output: Path) -> None:
    arguments = ("build", *FAST, "--content", content, "--output", output)
    done = in_shell('"$@" >&-', *arguments)
    assert done.stderr.splitlines()[-1] == "code 0"
    assert files_of(output) == MADE
    done = in_shell('"$@" 2>&-', *arguments)
    assert done.stderr.splitlines() == ["code 0"]
    assert len(done.stdout.splitlines()) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_that_is_full(content: Path) -> None:
    done = in_shell('"$@" >/dev/full', "validate", "--content", content)
    assert done.stderr.splitlines() == ["fieldpress: No space left on device", "code 1"]


@pytest.mark.parametrize("home", [None, "/nonexistent"])
def test_without_a_home(home: str | None, content: Path, output: Path) -> None:
    done = fieldpress(
        *("build", "--content", content, "--output", output, "--only", "sheets,json"),
        env={"HOME": home, "XDG_CACHE_HOME": None},
    )
    assert done.returncode == 0, done.stderr
    plain(done)


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONIOENCODING": None},
        {"LC_ALL": "POSIX", "LANG": None, "PYTHONIOENCODING": None},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_languages_that_know_few_letters(env: dict[str, str | None], tmp_path: Path) -> None:
    write_game(tmp_path / "content", title="Cœur d’Été – 渡し")
    output = tmp_path / "Sortie n° 1, été 渡"
    if env.get("PYTHONIOENCODING") is None:  # else the path could not be said on the command line
        output = tmp_path / "été"
    done = fieldpress(
        "build", "--content", tmp_path / "content", "--output", output, *FAST, env=env
    )
    assert done.returncode == 0, done.stderr
    plain(done)
    assert files_of(output) == MADE
    assert "Cœur d’Été" in (output / "ferry" / "ferry.json").read_text(encoding="utf-8")


# --- folders of one's own ----------------------------------------------------------------------


ODD = "jeux d’été, n° 1 #2 %20 & [x] {y} 'z' \"w\""


@pytest.mark.slow
def test_folders_with_odd_names(tmp_path: Path) -> None:
    place = tmp_path / ODD
    write_game(place / "content folder")
    for parts in ((), ("--only", "site,json")):  # into an empty folder, and over what is there
        done = fieldpress(
            "build", "--content", "content folder", "--output", f"out {ODD}", *parts, cwd=place
        )
        assert done.returncode == 0, done.stderr
    output = place / f"out {ODD}"
    assert {"ferry/cards.pdf", *MADE, "site/index.html"} <= files_of(output)
    assert half_written(output) == set()


def test_a_content_folder_that_is_not_there(tmp_path: Path) -> None:
    for what, message in (("nowhere", "does not exist"), ("file", "is a file")):
        if what == "file":
            (tmp_path / what).touch()
        done = fieldpress("build", "--content", tmp_path / what, "--output", tmp_path / "o")
        assert done.returncode == 2
        assert message in plain(done)
    (tmp_path / "empty").mkdir()
    done = fieldpress("build", "--content", tmp_path / "empty", "--output", tmp_path / "o")
    assert done.returncode == 2
    assert "no game in this folder" in plain(done)
    assert not (tmp_path / "o").exists()


def test_the_content_folder_is_only_read(tmp_path: Path) -> None:
    game = write_game(tmp_path / "content")
    before = {name: (game / name).read_bytes() for name in files_of(game)}
    library = library_module.load(content=tmp_path / "content")
    build(library, tmp_path / "o", only=["sqlite", "json"])
    assert {name: (game / name).read_bytes() for name in files_of(game)} == before


# --- interrupts that come where Python swallows them --------------------------------------------

_SWALLOWED = """
import os, signal, sys
import fieldpress.export

class Late:
    def __del__(self):
        os.kill(os.getpid(), signal.{sent})
        for _ in range(1000):
            pass  # here the handler runs, and what it raises is ignored

def export(library, game, form, path):
    path.parent.mkdir(exist_ok=True)
    Late()
    path.write_text("whole")

fieldpress.export.export_game = export
from fieldpress.cli import main
main()
"""


@pytest.mark.parametrize(("sent", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_inside_a_destructor(
    sent: str, code: int, content: Path, output: Path
) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-c", _SWALLOWED.format(sent=sent)),
            *("build", *FAST, "--content", str(content), "--output", str(output)),
        ],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "Exception ignored" not in done.stderr
    assert "2/2" not in done.stderr  # it ends after the step, not after the whole build
    assert files_of(output) == {"ferry/ferry.sqlite"}


def test_handlers_are_as_before_after_a_build(content: Path, output: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    hook = sys.unraisablehook
    build(library_module.load(content=content), output, only=["json"])
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    assert sys.unraisablehook is hook


def test_the_site_waits_its_turn_too(content: Path, output: Path) -> None:
    with alone_in(output):
        done = fieldpress("site", "--content", content, "--output", output)
    assert done.returncode == 1
    assert "another build" in plain(done)
    assert not (output / "site").exists()
