"""The JSON bundle of a game (schema/output/bundle.json): what `Library.from_bundle` reads."""

from __future__ import annotations

import json
from typing import Any

from fieldpress.model import Game, Library
from fieldpress.model.game import KINDS


def bundle_of(library: Library, game: str) -> dict[str, Any]:
    """The bundle of a game and of those that it uses, so that every reference resolves."""
    wanted, games = [game], dict[str, Any]()
    while wanted:
        name = wanted.pop(0)
        if name in games or name not in library.games:
            continue
        games[name] = _part(library[name])
        wanted += library[name].raw.get("uses", [])
    return {"format": "fieldpress-bundle/1", "games": games}


def bundle_text(library: Library, game: str) -> str:
    """The bundle as compact JSON, in the order of the content."""
    whole = bundle_of(library, game)
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


def _part(game: Game) -> dict[str, Any]:
    part: dict[str, Any] = {"game": game.raw}
    for kind in KINDS:
        records = getattr(game, kind)
        if records:
            part[kind] = [record.raw for record in records.values()]
    for kind, raws in (("rulings", game.rulings), ("layouts", game.layouts)):
        if raws:
            part[kind] = list(raws.values())
    if game.overlays:
        part["overlays"], part["changes"] = list(game.overlays), list(game.changes)
    return part
