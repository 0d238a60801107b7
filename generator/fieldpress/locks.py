"""One writer at a time in a folder, and what writers that were killed leave behind."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fieldpress.errors import FieldpressError

#: Name of the lock file in the folder that is written to.
LOCK = ".building"
#: What `files.atomic_path` calls a file that is not whole yet.
_PART = re.compile(r"\..+\.(?P<pid>\d+)-[0-9a-f]{8}\.part")


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold `folder` (made if it is not there) against other builds until the block ends.

    The lock belongs to the process, not to the file: where the process died, the file that it left
    is no obstacle. FieldpressError where another process holds it or nothing can be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _take(folder / LOCK)
    except BlockingIOError as held:
        raise FieldpressError(
            f"another build{held.strerror} is writing into {folder}; wait for it, or name another "
            "folder with --output"
        ) from None
    except OSError as error:
        why = error.strerror or error
        raise FieldpressError(f"{folder}: cannot be written into: {why}") from None
    try:
        sweep(folder)
        yield
    finally:
        # On Windows an open file cannot be removed, and a closed one may be somebody else's.
        if os.name != "nt":
            (folder / LOCK).unlink(missing_ok=True)
        os.close(handle)


def _take(path: Path) -> int:
    """The open, locked file. BlockingIOError, telling by whom, where it is locked already."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if not _lock(handle):
                # The first bytes are locked on Windows, so there the number cannot be read.
                told = os.read(handle, 20).decode("ascii", "replace") if os.name != "nt" else ""
                raise BlockingIOError(0, f" (process {told})" if told.isdigit() else "")
            # Its holder may have removed the file between our opening and our locking it.
            if os.name == "nt" or _same(handle, path):
                os.truncate(handle, 0)
                os.write(handle, str(os.getpid()).encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _lock(handle: int) -> bool:
    """Whether the open file is now locked by this process."""
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # this file system knows no locks: build without one
    return True


def _lock_on_windows(handle: int) -> bool:
    import importlib

    msvcrt = importlib.import_module("msvcrt")
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def sweep(folder: Path) -> None:
    """Remove the unfinished files of processes that are gone, in `folder` and one level below."""
    for path in (*folder.glob(".*.part"), *folder.glob("*/.*.part")):
        match = _PART.fullmatch(path.name)
        if match and not _alive(int(match["pid"])):
            with suppress(OSError):
                path.unlink()


def _alive(pid: int) -> bool:
    """Whether a process of this number runs; True where that cannot be told."""
    if os.name == "nt":
        return True  # there, os.kill would end it
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
