"""The files of a game folder: which kind each belongs to, and which belong to none.

Nothing is passed over in silence, save what no author would miss: names that begin with a dot,
end in `~` or stand between `#` (editors' backups). README.md, LICENSE and NOTICE may lie at the
top of a game folder; they are not content.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from fieldpress.database.faults import Fault, shown_path
from fieldpress.database.kinds import BY_PLACE, Kind
from fieldpress.database.nearest import did_you_mean

_BESIDE = frozenset({"README.md", "LICENSE", "NOTICE"})
_MAX_FOLDERS = 8


def content_files(folder: Path, faults: list[Fault]) -> Iterator[tuple[Kind, Path]]:
    """Each content file below a game's folder with its kind, in the order of the names."""
    yield from _walk(folder, folder, faults)


def _walk(folder: Path, top: Path, faults: list[Fault]) -> Iterator[tuple[Kind, Path]]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        name, path = entry.name, Path(entry.path)
        if name.startswith(".") or name.endswith("~") or (name[0] == "#" == name[-1]):
            continue
        inner = path.relative_to(top).parts
        if entry.is_symlink():
            _fault(path, faults, "symlink", "a symbolic link", "put the file itself here")
        elif entry.is_dir():
            if len(inner) == 1 and name not in BY_PLACE:
                _stray(path, "folder", faults)
            elif len(inner) > _MAX_FOLDERS:
                _fault(path, faults, "stray", "a folder too deep", f"{_MAX_FOLDERS} levels at most")
            else:
                yield from _walk(path, top, faults)
        elif not entry.is_file():
            _fault(path, faults, "stray", "neither a file nor a folder", "remove it")
        elif len(inner) == 1 and name in _BESIDE:
            continue
        elif path.suffix != ".yml":
            right = (
                f"rename it to {path.stem}.yml"
                if path.suffix.lower() in (".yaml", ".yml")
                else ("content files end in .yml; keep other files outside the game's folder")
            )
            _fault(path, faults, "stray", f"{name} belongs to no record kind", right)
        else:
            place = inner[0] if len(inner) > 1 else path.stem
            kind = BY_PLACE.get(place)
            if kind is None or (kind.key == "game" and len(inner) > 1):
                _stray(path, "file", faults)
            else:
                yield kind, path


def _stray(path: Path, what: str, faults: list[Fault]) -> None:
    near = did_you_mean(path.name.removesuffix(".yml"), BY_PLACE)
    places = "the places are game.yml, " + ", ".join(place for place in BY_PLACE if place != "game")
    problem = f"the {what} {path.name} belongs to no record kind"
    _fault(path, faults, "stray", problem, f"{near} {places}".strip())


def _fault(path: Path, faults: list[Fault], code: str, problem: str, remedy: str) -> None:
    faults.append(Fault(shown_path(path), 1, 1, code, problem, remedy))
