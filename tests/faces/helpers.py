"""A small made-up game and layouts of its own, so that no edit of content or design breaks a test."""

from __future__ import annotations

from typing import Any

from fieldpress.faces import Face, Layouts, Problem, Reader, check_face, compose
from fieldpress.model import Game, Library

#: A plain layout of every element type.
PLAIN: dict[str, Any] = {
    "id": "plain",
    "for": "card",
    "size": {"width": 63, "height": 88, "corner": 3, "safe": 3, "bleed": 3},
    "palette": {
        "ink": "#111111",
        "paper": "#ffffff",
        "side": {"by": "side_role", "cases": {"attacker": "#204020"}, "else": "#404040"},
    },
    "fonts": {
        "text": {"family": "Barlow Condensed", "weight": 500},
        "bold": {"family": "Barlow Condensed", "weight": 700},
        "italic": {"family": "Barlow Condensed", "weight": 500, "style": "italic"},
    },
    "styles": {
        "text": {"font": "text", "bold": "bold", "italic": "italic", "size": 9, "min": 7.5},
        "name": {"font": "bold", "size": 13, "min": 9, "valign": "middle", "hyphenate": "last"},
    },
    "words": {"kind": {"unit": {"en": "Unit", "fr": "Unité"}}},
    "elements": {
        "ground": {"rect": [0, 0, 63, 88], "fill": "side", "bleed": True},
        "panel": {"rect": [3, 3, 57, 82], "fill": "paper", "radius": 2},
        "name": {"text": "{name}", "style": "name", "box": [6, 5, 51, 10]},
        "kind": {"text": "{kind:word}", "style": "text", "box": [6, 16, 30, 5]},
        "value": {"text": "{combat_value}", "style": "name", "box": [45, 16, 12, 8]},
        "star": {"icon": "star", "box": [50, 4, 6, 6], "tones": ["ink"], "when": {"heroic": True}},
        "rule": {"line": [6, 22, 57, 22], "stroke": "ink", "width": 0.2},
        "effect": {"text": "{text}", "style": "text", "box": [6, 24, 51, 52]},
        "copies": {"text": "{copies}", "style": "text", "box": [40, 78, 17, 5], "align": "right"},
    },
}


def card(ident: str, **changes: Any) -> dict[str, Any]:
    """A card record in which everything is stated, with these changes (None removes a field)."""
    raw = {
        "id": ident,
        "number": "1",
        "name": ident.capitalize(),
        "side": "north",
        "kind": "unit",
        "heroic": False,
        "copies": {"x": 1},
        "combat_value": 3,
        "unit_type": "scout",
        "text": "Draw one card.",
        "effects": [],
        "source": "book#one",
    } | changes
    return {key: value for key, value in raw.items() if value is not None}


def library(*cards: dict[str, Any], language: str = "en", **parts: Any) -> Library:
    """A library of the game `proof` with these cards; `parts` are further parts of its bundle."""
    bundle = {
        "game": {
            "id": "proof",
            "title": "Proof",
            "version": "1.2",
            "ruleset": "commando",
            "languages": {"default": language, "names": "fr"},
            "documents": {"held": ["book"]},
            "sides": {
                "north": {"name": "Northern", "role": "attacker"},
                "south": {"name": "Southern", "role": "defender"},
            },
            "unit_types": {"scout": {"en": "Scout", "fr": "Éclaireur"}},
            "source": "book#one",
        },
        "sets": [
            {"id": "x", "name": "First", "mark": "X", "kind": ["card"], "source": "book#one"},
            {"id": "y", "name": "Second", "mark": "Y", "kind": ["card"], "source": "book#one"},
        ],
        "cards": list(cards),
        "layouts": [PLAIN],
    } | parts
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {"proof": bundle}})


def face_of(
    raw: dict[str, Any], layout: dict[str, Any] | None = None
) -> tuple[Face, list[Problem]]:
    """The composed face of one card, with the problems of composing and of the checks."""
    games = library(raw, layouts=[layout or PLAIN])
    game: Game = games["proof"]
    reader = Reader(games, game)
    fields = reader.card(game.cards[raw["id"]])
    face, problems = compose(Layouts(game).choose("card", fields), fields, reader.link)
    return face, [*problems, *check_face(face, problems)]


def text_of(face: Face, element: str) -> str:
    """What an element prints, its lines joined by spaces."""
    lines: dict[float, list[str]] = {}
    for run in face.texts():
        if run.element == element:
            lines.setdefault(round(run.y, 3), []).append(run.text)
    return " ".join("".join(runs) for runs in lines.values())
