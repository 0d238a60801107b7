"""The situations that a ruling puts to the engine: as it says, as another says, or one of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: The parts of a ruling that make up the question, in the order of a situation file.
SITUATION = ("scenario", "records", "given", "then", "ask", "assume", "readings")


def situation_of(
    game: str, ruling: Mapping[str, Any], rulings: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """The situation that a ruling puts: its own words, over those of the one that it is `like`.

    What is given is laid over what the other gives, key by key; the rest stands instead of it.
    """
    own = {key: ruling[key] for key in SITUATION if key in ruling}
    if "like" not in ruling:
        return {"game": game, **own}
    start = situation_of(game, (rulings or {})[ruling["like"]], rulings)
    given = {**start.get("given", {}), **own.get("given", {})}
    return {**start, **own, **({"given": given} if given else {})}


def cases(
    game: str, ruling: Mapping[str, Any], rulings: Mapping[str, Mapping[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """The situations of a ruling: one, or one for each entry of its lists, in step.

    `each: {card: [a, b]}` puts `a`, then `b`, wherever the situation says `$card`.
    """
    situation = situation_of(game, ruling, rulings)
    lists = ruling.get("each")
    if not lists:
        return [situation]
    return [
        filled(situation, dict(zip(lists, values, strict=True)))
        for values in zip(*lists.values(), strict=True)
    ]


def filled(value: Any, words: Mapping[str, Any]) -> Any:
    """A copy in which each `$word` that is a whole string, or a key, stands for its value."""
    if isinstance(value, Mapping):
        return {filled_key(key, words): filled(inner, words) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [filled(inner, words) for inner in value]
    if isinstance(value, str) and value.startswith("$"):
        return words.get(value[1:], value)
    return value


def filled_key(key: str, words: Mapping[str, Any]) -> str:
    """A key such as `$card.effects` with its first part filled in."""
    head, dot, rest = key.partition(".")
    return f"{words.get(head[1:], head)}{dot}{rest}" if head.startswith("$") else key
