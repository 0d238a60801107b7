"""Names and numbers in words, for the sentences of answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fieldpress.engine.knowledge import HIDDEN
from fieldpress.model import Game


def side(game: Game, ident: str) -> str:
    """A side by its name, with the article."""
    return f"the {game.side_name(ident)}" if ident in game.sides else ident


def wins(game: Game, ident: str) -> str:
    """That a side wins, with the verb that its name asks for."""
    return f"{side(game, ident)} {'win' if game.side_name(ident).endswith('s') else 'wins'}"


def roles(game: Game, text: str) -> str:
    names = {str(e["role"]): game.side_name(s) for s, e in game.sides.items() if "role" in e}
    return re.sub(r"\ba (?=[AEIOU])", "an ", text.format(**names))


def kind_of(kind: Any) -> str:
    words = {"unit": "a Unit", "event": "an Event", "action": "a Combat Action"}
    return words.get(str(kind), f"{kind}")


def amount_of(value: Any) -> str:
    """`4`, `2 or more`, `from 1 to 3`, `not known`."""
    if isinstance(value, Mapping) and set(value) == {"low", "high"}:
        low, high = value["low"], value["high"]
        if low is None and high is None:
            return "a number that is not known"
        if high is None:
            return f"{low} or more"
        return f"{high} or less" if low is None else f"from {low} to {high}"
    return str(value)


def name(game: Game, record: str) -> str:
    """A record by its name, as people call it; `given.…` stays a path in words."""
    kind, _, ident = record.partition(":")
    if ident == HIDDEN:
        return "a card face down"
    if kind == "rule":
        clause = game.clauses.get(ident)
        return clause.title.get() if clause else ident
    if kind == "place":
        return place_name(game, ident)
    pieces = kind in ("card", "terrain", "counter")
    found = getattr(game, f"{kind}s").get(ident) if pieces else None
    if found is not None:
        # A formation's counter is named with what its faces show, after a comma.
        formation = kind == "counter" and found.kind == "formation"
        return str(found.name).partition(",")[0] if formation else str(found.name)
    return ident if ident else "as told" if record.startswith("given") else record


def place_name(game: Game, ident: str) -> str:
    """A pile or another place by the name that a scenario gives it."""
    for scenario in game.scenarios.values():
        place = scenario.raw.get("places", {}).get(ident)
        if place is not None:
            told = place.get("name", ident)
            return str(told if isinstance(told, str) else next(iter(told.values())))
    return ident.replace("-", " ")


def name_of(game: Game, ident: Any) -> str:
    """A piece of any kind by its name; what is no piece stays as it is."""
    for kind in ("card", "terrain", "counter"):
        if isinstance(ident, str) and ident in getattr(game, f"{kind}s"):
            return name(game, f"{kind}:{ident}")
    return str(ident)
