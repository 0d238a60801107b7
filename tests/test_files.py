"""Output files are whole or not there at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fieldpress.errors import FieldpressError
from fieldpress.files import atomic_path, write_atomically


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    write_atomically(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert [one.name for one in path.parent.iterdir()] == ["c.txt"]


def test_it_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_atomically(tmp_path / "ours", "")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def _write_half(path: Path, error: BaseException) -> None:
    with atomic_path(path) as part:
        part.write_text("half")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, SystemExit])
def test_whatever_ends_the_writing_leaves_the_old_file(
    error: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(error):
        _write_half(path, error())
    assert [one.name for one in tmp_path.iterdir()] == ["x"]
    assert path.read_text() == "old"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(FieldpressError, match="x: cannot be written: No space left"):
        _write_half(path, full)
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("path", ["/proc/none/x", "/dev/null/x"])
def test_a_place_where_nothing_can_be_written(path: str) -> None:
    with pytest.raises(FieldpressError, match=f"^{path}: cannot be written: ") as caught:
        write_atomically(Path(path), "x")
    assert caught.value.exit_code == 1


def test_a_folder_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(FieldpressError, match="a folder has this name"):
        write_atomically(tmp_path, "x")


def test_two_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    code = f"from pathlib import Path; from fieldpress.files import write_atomically\nfor _ in range(30): write_atomically(Path({str(path)!r}), LETTER * 300_000)"
    runs = [
        subprocess.Popen([sys.executable, "-c", code.replace("LETTER", repr(letter))])
        for letter in "ab"
    ]
    assert [run.wait() for run in runs] == [0, 0]
    text = path.read_text()
    assert text in ("a" * 300_000, "b" * 300_000)
    assert [one.name for one in tmp_path.iterdir()] == ["x"]
