"""Read the folders of the games that are asked for, and of those that they use."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from fieldpress.database.faults import Fault, shown_path
from fieldpress.database.kinds import Kind
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.places import content_files
from fieldpress.database.reader import Document, read
from fieldpress.database.records import GameContent, Origin, Record
from fieldpress.errors import UsageFault

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def game_names(root: Path) -> list[str]:
    """The games in a content folder: its folders that are not empty, named like an id.

    UsageFault where it cannot be read.
    """
    try:
        entries = sorted(os.scandir(root), key=lambda entry: entry.name)
    except OSError as error:
        raise UsageFault(f"{root}: no content folder: {error.strerror}") from None
    return [
        entry.name
        for entry in entries
        if entry.is_dir() and _NAME.fullmatch(entry.name) and any(os.scandir(entry.path))
    ]


def choose(root: Path, asked: Iterable[str]) -> list[str]:
    """The games asked for, all when none is. UsageFault on a name that is none of them."""
    names = game_names(root)
    wanted = list(dict.fromkeys(asked))
    for name in wanted:
        if name not in names:
            near = did_you_mean(name, names)
            known = f"the games in {root} are: {', '.join(names)}" if names else f"{root} has none"
            raise UsageFault(f"no game {name!r}; {near + ' ' if near else ''}{known}")
    if not names:
        raise UsageFault(f"{root}: no game in this folder")
    return wanted or names


def load(root: Path, wanted: Iterable[str], faults: list[Fault]) -> dict[str, GameContent]:
    """The games and those that they use, in the order in which they were met."""
    queue = list(wanted)
    games: dict[str, GameContent] = {}
    while queue:
        name = queue.pop(0)
        if name in games:
            continue
        games[name] = load_game(root / name, faults)
        used = games[name].head.get("uses")
        for index, other in enumerate(used if isinstance(used, list) else []):
            if isinstance(other, str) and _NAME.fullmatch(other) and (root / other).is_dir():
                queue.append(other)
            elif isinstance(other, str):
                record = games[name].of("game")[0]
                near = did_you_mean(other, game_names(root))
                faults.append(
                    record.fault(("uses", index), "reference", f"no game {other!r}", near)
                )
    return games


def load_game(folder: Path, faults: list[Fault]) -> GameContent:
    """The records of one game folder."""
    game = GameContent(folder.name)
    if folder.is_symlink():
        remedy = "put the folder itself here"
        faults.append(Fault(shown_path(folder), 1, 1, "symlink", "a symbolic link", remedy))
        return game
    for kind, path in content_files(folder, faults):
        game.files += 1
        document = _read(path, faults)
        if document is None:
            game.unread.add(kind.key)
        else:
            _records(game, kind, document, faults)
    if not game.of("game") and "game" not in game.unread:
        shown = shown_path(folder / "game.yml")
        problem = "the file is missing; a game's folder has a game.yml"
        faults.append(Fault(shown, 1, 1, "missing-file", problem, "write it, or remove the folder"))
        game.unread.add("game")
    for record in game.of("game"):
        if record.data.get("id") not in (None, folder.name):
            faults.append(
                record.fault(
                    ("id",),
                    "id",
                    f"the game's id is not the name of its folder, {folder.name}",
                    "make the two alike",
                )
            )
    return game


def _read(path: Path, faults: list[Fault]) -> Document | None:
    shown = shown_path(path)
    try:
        return read(path, shown, faults)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        faults.append(Fault(shown, 1, 1, "unreadable", problem, "check its permissions"))
        return None


def _records(game: GameContent, kind: Kind, document: Document, faults: list[Fault]) -> None:
    """Put the document's records where they belong; a record must be a mapping."""
    data = document.data
    top = document.spot
    if kind.single:
        if isinstance(data, dict):
            game.records.setdefault(kind.key, []).append(Record(kind, data, Origin(document)))
            return
        problem, remedy = (
            f"the file holds {_what(data)}",
            f"one {kind.noun} as a mapping, KEY: VALUE",
        )
        faults.append(Fault(document.file, top.line, top.column, "type", problem, remedy))
        game.unread.add(kind.key)
        return
    if not isinstance(data, list):
        problem = f"the file holds {_what(data)}"
        remedy = f"a list: each {kind.noun} begins with '- {kind.identity}: '"
        faults.append(Fault(document.file, top.line, top.column, "type", problem, remedy))
        game.unread.add(kind.key)
        return
    for index, item in enumerate(data):
        if isinstance(item, dict):
            record = Record(kind, item, Origin(document, (index,)))
            game.records.setdefault(kind.key, []).append(record)
        else:
            line, column = top.value((index,))
            remedy = f"each {kind.noun} is a mapping that begins with '- {kind.identity}: '"
            problem = f"{_what(item)} in the list"
            faults.append(Fault(document.file, line, column, "type", problem, remedy))


def _what(data: object) -> str:
    if isinstance(data, dict):
        return "a mapping"
    if isinstance(data, list):
        return "a list" if data else "no record"
    return "nothing" if data is None else "a single value"
