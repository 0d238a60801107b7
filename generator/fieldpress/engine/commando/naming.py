"""Names and shapes in a question: looked up, or refused with the spot and what would be right."""

from __future__ import annotations

import difflib
from typing import Any

from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.shapes import Path, count, listing, mapping, one_of, only, word
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library


def card_id(k: Knowledge, name: Any, path: Path) -> str:
    """A card's id from its id, number or any spelling; `hidden` for one that lies face down."""
    if name == HIDDEN:
        return HIDDEN
    name = word(name, path)
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
    name = word(name, path)
    for kind in ("card", "terrain", "counter"):
        if (kind, name) in k.own or name in getattr(k.game, f"{kind}s"):
            return kind, str(name)
    for plural, ident in k.game.find(str(name)):
        if plural in ("cards", "terrains", "counters"):
            return plural.removesuffix("s"), ident
    raise EngineFault(f"no piece is called {name!r}{near(k.library, k.game.id, name)}", path)


def counter_id(k: Knowledge, name: Any, path: Path) -> str:
    name = word(name, path)
    if ("counter", name) in k.own:
        return str(name)
    found = [ident for kind, ident in k.game.find(str(name)) if kind == "counters"]
    if len(found) == 1:
        return found[0]
    close = difflib.get_close_matches(name, k.game.counters, 1)
    hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(k.game.counters)}"
    raise EngineFault(f"no counter of {k.game.id} is called {name!r}; {hint}", path)


def terrain_id(k: Knowledge, name: Any, path: Path) -> tuple[str, str]:
    """A Terrain by id, name or number; a face's own name or number tells the face."""
    name = word(name, path)
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
        if str(name) in {*face.name.by_language.values(), face.number.value}:
            return found[0], face.letter
    return found[0], terrain.front.letter


def near(library: Library, game: str, name: str) -> str:
    ids = [*library[game].cards, *library[game].terrains, *library[game].counters]
    close = difflib.get_close_matches(str(name), ids, 3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


__all__ = [
    "Path",
    "card_id",
    "count",
    "counter_id",
    "listing",
    "mapping",
    "near",
    "one_of",
    "only",
    "piece_id",
    "terrain_id",
    "word",
]
