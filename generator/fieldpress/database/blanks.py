"""An overlay of a game with every unknown as a commented blank, to be filled in from a box."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from fieldpress.database.checker import Checker
from fieldpress.database.overlays import ENTRY_KINDS
from fieldpress.database.records import GameContent, Record
from fieldpress.database.schemas import schema_of
from fieldpress.database.spots import Path, at_path

_HEAD = """\
# Overlay for {title}: what no source states, to be filled in from a copy of the game.
# Remove the # before a field, write its value behind the colon, and use the file with
#   --overlay FILE
# Lines left as they are change nothing. To check the file:
#   fieldpress validate {game} --overlay FILE
id: my-box
game: {game}
why: Read from a copy of the game.
sources:
  - id: my-box
    title: A copy of the game
    language: {language}
    sections:
{sections}"""


def blank_overlay(game: GameContent, checker: Checker) -> str:
    """The overlay as YAML; it is valid as it stands."""
    entries = list(_entries(game, checker))
    kinds = list(dict.fromkeys(kind for kind, _ in entries)) or ["cards"]
    languages = game.head.get("languages", {})
    head = _HEAD.format(
        title=_name(game.head.get("title"), game.name),
        game=game.name,
        language=languages.get("names", "en"),
        sections="\n".join(f"      - {{id: {kind}, title: {kind.capitalize()}}}" for kind in kinds),
    )
    lines = [line for _, block in entries for line in block]
    return "\n".join([head, "entries:" if lines else "entries: []", *lines]) + "\n"


def _entries(game: GameContent, checker: Checker) -> Iterator[tuple[str, list[str]]]:
    for noun, kind in ENTRY_KINDS.items():
        place = "box" if kind.key == "game" else kind.key
        for record in game.of(kind.key):
            blanks = list(_unknown(record.data, ()))
            if not blanks:
                continue
            name = _name(record.data.get("name") or record.data.get("title"), record.id)
            yield (
                place,
                [
                    f"  # {name}",
                    f"  - {noun}: {_quoted(record.id)}",
                    f"    source: my-box#{place}",
                    "    set:",
                    *(
                        line
                        for path, names, why in blanks
                        for line in _blank(game, checker, record, path, names, why)
                    ),
                ],
            )


def _blank(
    game: GameContent, checker: Checker, record: Record, path: Path, name: str, why: str
) -> list[str]:
    right = _wanted(game, checker, record, path)
    comment = "; ".join(part for part in (right, why) if part).replace("\n", " ")
    return [*([f"      # {comment}"] if comment else []), f"      # {name}:"]


def _unknown(value: Any, path: Path, name: str = "") -> Iterator[tuple[Path, str, str]]:
    """Path, overlay name and reason of each unknown field.

    What lies in a list whose items have no ids is filled in with the list as a whole.
    """
    if value == "unknown":
        yield path, name, ""
    elif isinstance(value, dict):
        if "unknown" in value and path:
            yield path, name, str(value["unknown"])
            return
        for key, inner in value.items():
            if "." not in key:
                yield from _unknown(inner, (*path, key), f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        named = value and all(isinstance(item, dict) and "id" in item for item in value)
        if named:
            for index, item in enumerate(value):
                yield from _unknown(item, (*path, index), f"{name}.{item['id']}")
        else:
            found = next((why for _, _, why in _inside(value)), None)
            if found is not None:
                yield path, name, found


def _inside(value: list[Any]) -> Iterator[tuple[Path, str, str]]:
    for index, item in enumerate(value):
        yield from _unknown(item, (index,))


def _wanted(game: GameContent, checker: Checker, record: Record, path: Path) -> str:
    """What the schema asks for at `path`: what it says of a value that is certainly wrong."""
    schema = schema_of(record.kind, game, checker.files)
    if schema is None:
        return ""
    data = copy.deepcopy(record.data)
    wrong: Any = 0.5 if isinstance(at_path(data, path), list) else []
    at_path(data, path[:-1])[path[-1]] = wrong
    for issue in checker.check(schema, data).issues:
        if issue.path == path:
            phrase, _, about = issue.remedy.removeprefix("wanted: ").partition(" (")
            phrase = phrase.partition(";")[0]
            vague = phrase in ("a mapping", "a list", "a text")
            return f"{phrase}: {about.removesuffix(')')}" if about and vague else phrase
    return ""


def _name(raw: Any, ident: str) -> str:
    if isinstance(raw, dict):
        raw = next(iter(raw.values()), ident)
    return str(raw or ident).replace("\n", " ")


def _quoted(ident: str) -> str:
    return f'"{ident}"' if ident.isdigit() or ident in ("true", "false", "null") else ident
