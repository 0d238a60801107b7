"""A battlefield in lines of text, as one side sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.missions.state import SPENT
from fieldpress.engine.commando.saying import name_of, place_name, side
from fieldpress.engine.knowledge import HIDDEN
from fieldpress.model import Game


def lines(game: Game, seen: Mapping[str, Any]) -> Iterator[str]:
    """Row by row from the outermost; then piles, markers and what else lies there."""
    rows: dict[str, list[str]] = {}
    stand = {one["at"]: (name, one) for name, one in seen["regiments"].items() if one["at"]}
    for name, spot in seen["spots"].items():
        rows.setdefault(name.partition("-")[2], []).append(
            f"{name} {_spot(game, name, spot, stand, seen)}"
        )
    for row in sorted(rows, key=int):
        yield " | ".join(rows[row])
    for pile, left in seen["piles"].items():
        yield f"{place_name(game, pile)}: {left} to fight for"
    if seen["counter_terrain"]:
        yield f"counter-attack on {name_of(game, seen['counter_terrain'])}"
    for whose, one in seen["lasting"].items():
        if one["table"]:
            yield f"{side(game, whose)}: {', '.join(name_of(game, c) for c in one['table'])}"


def _spot(
    game: Game,
    name: str,
    spot: Mapping[str, Any],
    stand: Mapping[str, Any],
    seen: Mapping[str, Any],
) -> str:
    """A Terrain with all that lies on it."""
    terrain = spot["terrain"]
    said = ["face down" if terrain in ("", HIDDEN) else name_of(game, terrain)]
    if spot["control"]:
        tokens = f" {spot['tokens']}" if spot["tokens"] > 1 else ""
        said.append(f"{game.side_name(spot['control'])}{tokens}")
    if name in stand:
        counter, one = stand[name]
        said.append(f"{name_of(game, counter)} {one['fatigue']}")
    if spot["marker"] and spot["marker"] != HIDDEN:
        said.append(name_of(game, spot["marker"]).rpartition(", ")[2])
    if spot["production"]:
        said.append("produced" if spot["production"] == SPENT else "producing")
    if name == seen["barricade"]:
        said.append("Barricade")
    if name == seen["spot"]:
        said.append("Assault")
    return ", ".join(said)
