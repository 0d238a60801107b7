"""Writing output so that a reader sees the old file or the new one, never half of one."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fieldpress.errors import FieldpressError


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; it takes `path`'s place when the block ends without error.

    Whatever ends the block early, an interrupt included, leaves `path` as it was and nothing
    beside it. Missing parent folders are made. FieldpressError where the folder or the disk
    does not let us write.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise FieldpressError(f"{path}: cannot be written: a folder has this name")
        yield part
        os.replace(part, path)
    except OSError as error:
        raise FieldpressError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def write_atomically(path: Path, data: bytes | str) -> None:
    """Write the whole file or nothing; text is written as UTF-8 with the line ends it has."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    with atomic_path(path) as part, part.open("xb") as stream:
        stream.write(raw)
        stream.flush()
        os.fsync(stream.fileno())
