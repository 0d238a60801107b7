"""Saved games, and what is left of one that went wrong: seed, moves and state in one file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fieldpress.engine.commando.play.game import FORMAT, Game, IllegalMove, move_of
from fieldpress.engine.verdicts import EngineFault
from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.files import write_atomically
from fieldpress.model import Library


def save(game: Game, path: Path, options: Mapping[str, Any]) -> None:
    """Write a game, whole or not at all. `options`: what else is needed to read it again."""
    data = {**game.to_json(), "options": dict(options)}
    write_atomically(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def load(path: Path) -> dict[str, Any]:
    """What a file holds. UsageFault where it is no saved game."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageFault(f"{path}: cannot be read as a saved game: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageFault(f"{path}: is no saved game (its format would be {FORMAT})")
    wanted = {"game": str, "scenario": str, "seed": int, "moves": list, "state": dict}
    for key, kind in wanted.items():
        if not isinstance(data.get(key), kind):
            raise UsageFault(f"{path}: {key} is missing, or is not what a saved game has there")
    return data


def went_wrong(data: Mapping[str, Any]) -> str:
    """What came up at the last move of a game that went wrong; "" for any other."""
    options = data.get("options", {})
    return str(options.get("error", "")) if data["moves"] else ""


def again(library: Library, data: Mapping[str, Any], path: Path) -> Game:
    """Play a saved game again from its seed. FieldpressError where the moves, or the table that
    they lead to, are no longer those of the file: content or rules have changed since. A game that
    went wrong is played as far as the move that did so."""
    try:
        moves = [move_of(raw) for raw in data["moves"]]
        if went_wrong(data):
            moves = moves[:-1]
        game = Game.start(
            library, data["game"], data["scenario"], data["seed"],
            readings=data.get("readings", {}), carried=data.get("carried"),
        )  # fmt: skip
    except (EngineFault, KeyError, TypeError) as fault:
        raise FieldpressError(f"{path}: cannot be played again: {fault}") from fault
    for number, move in enumerate(moves, 1):
        try:
            game.push(move)
        except IllegalMove as refused:
            raise FieldpressError(
                f"{path}: move {number} ({move.to_json()}) is not legal any more: "
                f"{', '.join(f.code for f in refused.findings)}; the content or the rules have "
                "changed since the game was saved"
            ) from refused
    if game.state.to_json() != data["state"]:
        raise FieldpressError(
            f"{path}: its {len(moves)} moves lead to another table than the one that was saved; the"
            " content or the rules have changed since"
        )
    return game
