"""A layout of a scenario before play: what lies on the table, read from its mapping."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.answer import Options
from fieldpress.engine.normandie.acts import a_record, used
from fieldpress.engine.normandie.given import a_side, by_name, number, several, table_of
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.shapes import Path, mapping, one_of, only, word
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library

_TILE = re.compile(r"(.+)-([A-Z])\Z")
#: What a layout says beside units, places and craft.
OWN = (
    "tiles", "armies", "points", "removed", "set_aside", "first", "initiative", "hand",
    "bonus_tactics", "objectives", "generated",
)  # fmt: skip
TABLE = ("campaign", "effects", "units", "places", "craft", "sides")
#: Numbers of a landing that players make themselves.
GENERATED = (
    "points", "tiles", "craft", "small_craft", "heroes", "boards", "beach_boards", "overlays",
    "overlays_by_attacker", "obstacles", "obstacles_by_attacker", "objectives", "to_win", "bonus",
    "turns", "deck", "drawn", "kept",
)  # fmt: skip


@dataclass(slots=True)
class Layout:
    """What is told; a part that is not told is None, and is free as far as the rest allows."""

    table: Table
    tiles: list[tuple[str, str]] | None = None
    armies: dict[str, list[str]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    removed: dict[str, list[str]] = field(default_factory=dict)
    set_aside: list[str] | None = None
    first: str | None = None
    initiative: str | None = None
    hand: dict[str, int] = field(default_factory=dict)
    bonus_tactics: int | None = None
    objectives: dict[str, int] = field(default_factory=dict)
    generated: dict[str, Any] | None = None


def read_layout(library: Library, raw: Mapping[str, Any]) -> tuple[Rulebook, Layout]:
    """The rulebook and the layout of a setup file. EngineFault with the spot of what is wrong."""
    only(raw, {"game", "scenario", "given", "readings", "$schema"}, ())
    name = raw.get("scenario")
    if not isinstance(name, str) or not name:
        raise EngineFault("a layout names its scenario", ("scenario",))
    game = library[raw["game"]]
    found = [ident for kind, ident in game.find(name) if kind == "scenarios"]
    scenario = found[0] if len(found) == 1 else name
    k = Rulebook(
        library, game.id, scenario, readings=mapping(raw, "readings", ()),
        disabled=Options().disabled,
    )  # fmt: skip
    given = mapping(raw, "given", ())
    only(given, {*OWN, *TABLE}, ("given",))
    t = table_of(k, {key: given[key] for key in TABLE if key in given})
    lay = Layout(t)
    if "tiles" in given:
        lay.tiles = several(_tile)(k, t, given["tiles"], ("given", "tiles"))
    for key, read in (
        ("armies", by_name(several(_option))),
        ("points", by_name(number)),
        ("removed", by_name(several(_card))),
        ("hand", by_name(number)),
        ("objectives", by_name(number)),
    ):
        if key in given:
            setattr(lay, key, read(k, t, given[key], ("given", key)))
    for key in ("armies", "points", "removed", "hand"):
        for side in getattr(lay, key):
            a_side(k, t, side, ("given", key, side))
    for kind in lay.objectives:
        one_of(kind, ("primary", "secondary"), ("given", "objectives", kind))
    for key in ("first", "initiative"):
        if key in given:
            setattr(lay, key, a_side(k, t, given[key], ("given", key)))
    if "set_aside" in given:
        lay.set_aside = several(_card)(k, t, given["set_aside"], ("given", "set_aside"))
    if "bonus_tactics" in given:
        here = ("given", "bonus_tactics")
        lay.bonus_tactics = number(k, t, given["bonus_tactics"], here)
    if "generated" in given:
        lay.generated = _generated(k, t, given["generated"], ("given", "generated"))
    _options_of(k, t)
    return k, lay


def _tile(k: Rulebook, t: Table, value: Any, path: Path) -> tuple[str, str]:
    """`C2-A`: a tile by its code or id, and the face that is up."""
    name = word(value, path)
    match = _TILE.match(name)
    if match is None:
        raise EngineFault(
            f"a tile is a code and the face that is up, such as C2-A, not {name!r}", path
        )
    for game in k.library.games.values():
        if game is not k.game and game.id not in k.game.raw.get("uses", ()):
            continue
        for kind, ident in game.find(match[1]):
            if kind == "tiles":
                if all(face.letter != match[2] for face in game.tiles[ident].faces):
                    faces = " and ".join(face.letter for face in game.tiles[ident].faces)
                    raise EngineFault(f"the tile {match[1]} has the faces {faces}", path)
                return ident, match[2]
    known = ", ".join(str(one.code.value) for one in k.game.tiles.values() if one.code.known)
    raise EngineFault(f"no tile of {k.game.id} is called {match[1]!r}; there are {known}", path)


def _option(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """An option of this game, or of one that it uses."""
    return used(k, "options", word(value, path), path, "option")


def _card(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    if value in ("artillery", "aviation"):
        return value
    return a_record(k, value, path)


def _generated(k: Rulebook, t: Table, raw: Any, path: Path) -> dict[str, Any]:
    only(raw, {*GENERATED, "groups"}, path)
    found: dict[str, Any] = {}
    for key, value in raw.items():
        read = several(number) if key == "groups" else number
        found[key] = read(k, t, value, (*path, key))
    return found


def _options_of(k: Rulebook, t: Table) -> None:
    """The options and zones of units by their ids, so that they can be compared."""
    zones = k.scenario.raw.get("zones", {}) if k.scenario else {}
    for name, unit in t.units.items():
        if "option" in unit:
            unit["option"] = _option(k, t, unit["option"], ("given", "units", name, "option"))
        for index, zone in enumerate(unit.get("zones", ())):
            one_of(zone, tuple(zones), ("given", "units", name, "zones", index))
