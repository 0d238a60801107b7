"""Names and shapes in a question: looked up, or refused with the spot and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library

Path = tuple[str | int, ...]


def listing(raw: Mapping[str, Any], key: str, path: Path) -> list[Any]:
    """The list under a key; an empty one where the key is absent."""
    value = raw.get(key, [])
    if not isinstance(value, (list, tuple)):
        raise EngineFault(f"{key} is a list, not {value!r}", (*path, key))
    return list(value)


def mapping(raw: Mapping[str, Any], key: str, path: Path) -> Mapping[str, Any]:
    """The mapping under a key; an empty one where the key is absent."""
    value = raw.get(key, {})
    if not isinstance(value, Mapping):
        raise EngineFault(f"{key} is a mapping, not {value!r}", (*path, key))
    return value


def _word(name: Any, path: Path) -> str:
    """A name as a situation may write it: a word, or a number such as 1503."""
    if isinstance(name, bool) or not isinstance(name, (str, int)):
        raise EngineFault(f"expected a name, not {name!r}", path)
    return str(name)


def card_id(k: Knowledge, name: Any, path: Path) -> str:
    """A card's id from its id, number or any spelling; `hidden` for one that lies face down."""
    if name == HIDDEN:
        return HIDDEN
    name = _word(name, path)
    if ("card", name) in k.own:
        return str(name)
    found = [ident for kind, ident in k.game.find(str(name)) if kind == "cards"]
    if len(found) == 1:
        return found[0]
    if found:
        raise EngineFault(f"{name!r} may be {' or '.join(found)}", path)
    raise EngineFault(
        f"no card of {k.game.id} is called {name!r}{near(k.library, k.game.id, name)}", path
    )


def piece_id(k: Knowledge, name: Any, path: Path) -> tuple[str, str]:
    """A card, Terrain or counter by any of its names: kind and id."""
    name = _word(name, path)
    for kind in ("card", "terrain", "counter"):
        if (kind, name) in k.own or name in getattr(k.game, f"{kind}s"):
            return kind, str(name)
    for plural, ident in k.game.find(str(name)):
        if plural in ("cards", "terrains", "counters"):
            return plural.removesuffix("s"), ident
    raise EngineFault(f"no piece is called {name!r}{near(k.library, k.game.id, name)}", path)


def counter_id(k: Knowledge, name: Any, path: Path) -> str:
    name = _word(name, path)
    if ("counter", name) in k.own:
        return str(name)
    found = [ident for kind, ident in k.game.find(str(name)) if kind == "counters"]
    if len(found) == 1:
        return found[0]
    known = ", ".join(k.game.counters)
    raise EngineFault(f"no counter of {k.game.id} is called {name!r}; it has {known}", path)


def terrain_id(k: Knowledge, name: Any, path: Path) -> tuple[str, str]:
    """A Terrain by id, name or number; a face's own name or number tells the face."""
    name = _word(name, path)
    if ("terrain", name) in k.own:
        return str(name), ""
    found = [i for kind, i in k.game.find(str(name)) if kind == "terrains"]
    if not found:
        raise EngineFault(f"no Terrain is called {name!r}{near(k.library, k.game.id, name)}", path)
    if len(found) > 1:
        raise EngineFault(f"{name!r} may be {' or '.join(found)}", path)
    terrain = k.terrain(found[0])
    if not terrain.two_sided:
        return found[0], ""
    for face in terrain.faces:
        if str(name) in (*face.name.by_language.values(), face.number.value):
            return found[0], face.letter
    return found[0], terrain.front.letter


def near(library: Library, game: str, name: str) -> str:
    ids = [*library[game].cards, *library[game].terrains, *library[game].counters]
    close = difflib.get_close_matches(str(name), ids, 3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def only(raw: Any, keys: frozenset[str], path: Path) -> None:
    if not isinstance(raw, Mapping):
        raise EngineFault(f"expected a mapping, not {raw!r}", path)
    for key in raw:
        if key not in keys:
            close = difflib.get_close_matches(str(key), keys, 1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else f"there may be {', '.join(sorted(keys))}"
            )
            raise EngineFault(f"no key is called {key!r} here; {hint}", (*path, str(key)))


def one_of(value: Any, choices: tuple[str, ...], path: Path) -> str:
    if value not in choices:
        close = difflib.get_close_matches(str(value), choices, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise EngineFault(
            f"expected one of {', '.join(c for c in choices if c)}, not {value!r}{hint}", path
        )
    return str(value)


def count(value: Any, path: Path) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise EngineFault(f"expected a whole number from 0, not {value!r}", path)
    return value
