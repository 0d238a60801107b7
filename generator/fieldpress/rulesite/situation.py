"""A ruling's case and the engine's answers, for its page. The engine's own words are used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from fieldpress.engine.answer import Answer
from fieldpress.engine.rulesets import Wording, ruleset
from fieldpress.model import Game
from fieldpress.model.facts import Text
from fieldpress.rulesite.names import CARD_KINDS
from fieldpress.rulesite.text import Prose

#: Fields whose value is a number, a word or a flag, never a piece.
_PLAIN = frozenset(
    {"phase", "turn", "face", "as", "lands", "value", "which", "who", "result", "strength", "count"}
)
#: What stands in a drawn map: spaces, and names of things that stand elsewhere in the case.
_MAP = "of a map"
_STORES = (
    *(("card", "cards"), ("terrain", "terrains"), ("counter", "counters")),
    *(("sector", "sectors"), ("unit", "units"), ("support", "supports"), ("map", "maps")),
    *(("operation", "operations"), ("festung", "festungen")),
)


def words_of(prose: Prose, game: Game, field: str, value: Any) -> Markup:
    """A leaf: a side or a piece by its name (a piece as a link), anything else as it stands."""
    if isinstance(value, bool):
        return Markup("yes" if value else "no")
    if not isinstance(value, str):
        return escape(str(value))
    if value in game.sides:
        return escape(game.side_name(value))
    if field == "as":
        return escape(CARD_KINDS.get(value, value))
    if field == "phase":
        side = next((s for s, raw in game.sides.items() if raw.get("role") == value), None)
        return escape(f"{game.side_name(side)} Phase" if side else value)
    if field not in _PLAIN and field != _MAP:
        for kind, store in _STORES:
            if value in getattr(game, store):
                return prose.inline_html(f"[[{kind}:{value}]]")
        for one in game.maps.values():
            if value in one.sectors:
                return escape(str(Text.parse(one.sectors[value]["name"], game.language)))
    return Markup("face down") if value == "hidden" else escape(value.replace("-", " "))


def tree(prose: Prose, game: Game, value: Any, field: str = "") -> Markup:
    """The facts of a case as nested lists."""
    if field == "map" and isinstance(value, Mapping):
        field = _MAP  # a space may be called like a counter, and is none

    def below(key: Any) -> str:
        return _MAP if field == _MAP else str(key)

    if isinstance(value, Mapping):
        if not any(isinstance(one, Mapping | list) for one in value.values()):
            return Markup(", ").join(
                Markup("{}: {}").format(label(game, key), words_of(prose, game, below(key), one))
                for key, one in value.items()
            )
        rows = [
            Markup("<li>{}: {}</li>").format(label(game, key), tree(prose, game, one, below(key)))
            if one != {}
            else Markup("<li>{}</li>").format(label(game, key))
            for key, one in value.items()
        ]
        return Markup("<ul>{}</ul>").format(Markup("").join(rows))
    if isinstance(value, list):
        if not value:
            return Markup("none")
        if all(not isinstance(one, Mapping | list) for one in value):
            return Markup(", ").join(words_of(prose, game, field, one) for one in value)
        rows = [Markup("<li>{}</li>").format(tree(prose, game, one, field)) for one in value]
        return Markup("<ol>{}</ol>").format(Markup("").join(rows))
    return words_of(prose, game, field, value)


def label(game: Game, key: Any) -> str:
    """A field's name: a side and a token by their names, others without underscores."""
    name = str(key)
    if name in game.counters and game.counters[name].kind == "combat":
        return str(game.counters[name].name)
    for record in (game.units.get(name), game.sectors.get(name)):
        if record is not None:
            return str(record.name)
    for one in game.maps.values():
        if name in one.sectors:
            return str(Text.parse(one.sectors[name]["name"], game.language))
    return game.side_name(name) if name in game.sides else name.replace("_", " ")


def move(game: Game, raw: Mapping[str, Any]) -> str:
    """A move as a sentence, with the face on which a token lands."""
    who = str(raw.get("unit") or raw.get("by") or raw.get("side") or "Then").replace("-", " ")
    if raw.get("side") in game.sides:
        who = f"The {game.side_name(raw['side'])}"
    lands = f": {str(raw['lands']).replace('-', ' ')}" if "lands" in raw else ""
    return f"{who}: {_wording(game).move(game, raw)}{lands}."


def reasons(game: Game, answer: Answer) -> list[tuple[str, list[str]]]:
    """Why the engine answers so: titled lists of reasons, none of them empty."""
    verdict, wording = answer.verdict, _wording(game)
    lifted = [found for found in verdict.findings if found.status == "lifted"]
    counted = [part for part in verdict.contributions if part.counted]
    left_out = [part for part in verdict.contributions if not part.counted]
    named = len({part.side for part in counted}) > 1
    groups = [
        ("", [wording.finding(game, found) for found in (*verdict.objections, *lifted)]),
        ("Counted", [_part(game, part, named) for part in counted]),
        ("Considered, and not counted", [wording.contribution(game, part) for part in left_out]),
        (
            "It turns on",
            [
                "; ".join([wording.fact(game, need.fact), *wording.turns(game, need)])
                for need in verdict.needs
            ],
        ),
        (
            "Another reading",
            [
                f"{_reading(game, other.reading.discrepancy, other.reading.reading)} "
                f"{wording.answer(game, answer.ask, other.verdict)}"
                for other in answer.others
            ],
        ),
    ]
    return [(title, lines) for title, lines in groups if lines]


def _wording(game: Game) -> Wording:
    return ruleset(game.ruleset).wording


def _part(game: Game, part: Any, named: bool) -> str:
    said = _wording(game).contribution(game, part)
    return f"{game.side_name(part.side)}: {said}" if named and part.side in game.sides else said


def _reading(game: Game, discrepancy: str, reading: str) -> str:
    found = game.discrepancies.get(discrepancy)
    if found is None or reading not in found.readings:
        return f"{discrepancy}={reading}:"
    return f"“{found.readings[reading][0].get().rstrip('.')}”:"
