"""Where the shipped data lies: inside the wheel, or beside the source root in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def data_folder(name: str) -> Path:
    """Folder of shipped data: `schema`, `content` or `site`.

    A wheel carries them as `fieldpress/_data/NAME`; in a checkout they are top-level folders.
    """
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _CHECKOUT / name
