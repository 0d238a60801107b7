"""A small made-up game of the normandie rules, so that no edit of the content can move the tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.answer import Answer, Options
from fieldpress.engine.normandie.registry import REGISTRY
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.situation import rule_on
from fieldpress.model import Library

#: Figures of the toy game: other ones than any booklet prints.
PARAMETERS: dict[str, Any] = {
    "night-range": [
        {"value": 4, "night": "dark", "clauses": ["night.range"]},
        {"value": 6, "night": "clear", "clauses": ["night.range"]},
    ],
    "night-hide": [
        {"value": 3, "night": "dark", "clauses": ["night.hide"]},
        {"value": 3, "night": "clear", "clauses": ["night.hide-clear"]},
    ],
    "night-aviation": {"value": False, "night": "dark", "clauses": ["night.aviation"]},
    "light-reach": {"value": "adjacent", "clauses": ["light.reach"]},
    "sleep-target": {"value": 3, "clauses": ["sleep.target"]},
    "sleep-target-building": {"value": "adjacent", "clauses": ["sleep.inside"]},
    "sleep-shot-building": {"value": 2, "clauses": ["sleep.shot"]},
    "sleep-noise-building": {"value": 4, "clauses": ["sleep.noise"]},
    "hole-roll": {"value": 5, "clauses": ["hole.roll"]},
    "hole-points": {"value": 1, "clauses": ["hole.small"]},
    "hole-points-two": {"value": 2, "clauses": ["hole.large"]},
    "hole-dice-two": {"value": 2, "clauses": ["hole.large"]},
    "craft-capacity": {"value": 5, "clauses": ["craft.capacity"]},
    "craft-empty": {"value": 1, "clauses": ["craft.empty"]},
    "camo-bonus": {"value": 2, "clauses": ["camo.bonus"]},
    "munitions-bonus": {"value": 3, "clauses": ["munitions"]},
}


def library(changes: Mapping[str, Any] | None = None) -> Library:
    """The game `toy`: reds against blues, with one scenario `raid`."""
    keys = [*REGISTRY.kinds]
    entries = [e for one in PARAMETERS.values() for e in (one if isinstance(one, list) else [one])]
    keys += [key for entry in entries for key in entry["clauses"]]
    keys += [
        "raid.length",
        "raid.night",
        "raid.dawn",
        "raid.red",
        "raid.blue",
        "raid.late",
        "raid.ends",
    ]
    scenario = {
        "id": "raid", "title": "Raid", "source": "book#all",
        "sides": {
            "red": {"role": "attacker", "army": "raid-red", "objective": "x", "clauses": ["raid.red"]},
            "blue": {"role": "defender", "objective": "y", "clauses": ["raid.blue"]},
        },
        "zones": {
            "gate": {"name": "gate", "kind": "entry", "clauses": ["raid.late"]},
            "camp": {"name": "camp", "kind": "zone", "side": "blue", "clauses": ["raid.late"]},
        },
        "entries": [
            {"id": "late", "side": "red", "text": "x", "what": {"formations": ["second"]}, "from_turn": 3,
             "moment": "activation", "or_moment": "in-supply-phase", "through": ["gate"], "clauses": ["raid.late"]},
        ],
        "victory": [
            {"side": "red", "text": "x", "turn": 5, "moment": "before-end", "clauses": ["raid.red"],
             "when": {"all": [{"event": "flag"}, {"count": {"what": "off-board", "side": "red", "at_least": 2}}]}},
            {"side": "blue", "text": "x", "turn": 5, "moment": "at-end", "clauses": ["raid.blue"],
             "when": {"compare": {"count": {"what": "eliminated", "side": "red"}, "is": "at-least",
                                  "to": {"what": "inside", "side": "red", "place": "camp"}, "times": 3}}},
        ],
        "ends": [{"text": "x", "when": {"event": "flag"}, "clauses": ["raid.ends"]}],
        "events": {"flag": {"text": "x", "clauses": ["raid.ends"]}},
        "parameters": {
            "turns": {"value": 5, "clauses": ["raid.length"]},
            "night": [
                {"value": "dark", "to_turn": 2, "clauses": ["raid.night"]},
                {"value": "day", "from_turn": 3, "clauses": ["raid.dawn"]},
            ],
            "order-tokens": [
                {"value": 2, "side": "red", "without": "bonus", "clauses": ["raid.red"]},
                {"value": 5, "side": "red", "effect": "bonus", "clauses": ["raid.red"]},
            ],
        },
    }  # fmt: skip
    part: dict[str, Any] = {
        "game": {
            "id": "toy", "title": "Toy", "ruleset": "normandie",
            "languages": {"default": "en", "names": "en"}, "documents": {"held": ["book"]},
            "sides": {"red": {"name": "Red"}, "blue": {"name": "Blue"}},
            "parameters": PARAMETERS, "source": "book#all",
        },
        "options": [
            {"id": name, "name": name.title(), "side": "red", "kind": "unit", "source": "book#all"}
            for name in ("wolves", "bears")
        ],
        "armies": [
            {"id": "raid-red", "title": "Reds", "scenario": "raid", "side": "red", "source": "book#all",
             "clauses": ["raid.red"],
             "formations": [
                 {"id": "first", "title": "First", "entries": [{"option": "wolves", "points": 40}]},
                 {"id": "second", "title": "Second", "entries": [{"option": "bears", "points": {"unknown": "smudged"}}]},
             ]},
        ],
        "scenarios": [scenario],
        "campaigns": [
            {"id": "war", "title": "War", "source": "book#all", "scenarios": [{"scenario": "raid"}],
             "effects": {"bonus": {"in": "raid", "text": "x", "clauses": ["raid.red"]}},
             "outcomes": [{"scenario": "raid", "winner": "red", "gives": ["bonus"], "clauses": ["raid.red"]}]},
        ],
        "clauses": [
            {"key": key, "title": key, "text": key, "engine": "enforced", "source": "book#all"}
            for key in dict.fromkeys(keys)
        ],
        **(changes or {}),
    }  # fmt: skip
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {"toy": part}})


def rulebook(scenario: str = "", **more: Any) -> Rulebook:
    return Rulebook(library(), "toy", scenario, **more)


def ask(options: Options | None = None, **situation: Any) -> list[Answer]:
    return rule_on(library(), {"game": "toy", **situation}, options)


def one(question: Mapping[str, Any], options: Options | None = None, **situation: Any) -> Answer:
    """The answer to one question about a situation."""
    return ask(options, **situation, ask=[question])[0]


def foot(side: str = "red", **more: Any) -> dict[str, Any]:
    """A unit of infantry in the open with nothing on it."""
    return {"side": side, "kind": "infantry", "in": "open", "markers": [], "abilities": [], **more}
