"""A made-up game with three missions: a grid of 3 by 3, a field of two columns, piles of two sectors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from fieldpress.engine.commando import checks
from fieldpress.engine.commando.registry import REGISTERED
from fieldpress.engine.commando.situation import Answer, Options, knowledge, rule_on, state_of
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.model import Library
from tests.engine.helpers import card, clause, counter

assert checks


def _value(value: Any, key: str, **more: Any) -> dict[str, Any]:
    return {"value": value, "clauses": [key], **more}


GRID: dict[str, Any] = {
    "field-columns": _value(3, "grid.size"),
    "field-rows": _value(3, "grid.size"),
    "regiments": [_value("first", "grid.drop"), _value("second", "grid.drop")],
    "drop-chooser": _value("attacker", "grid.drop"),
    "regiments-on-field": _value(True, "grid.edge"),
    "regiments-apart": _value(True, "grid.apart"),
    "drift-roller": _value("defender", "grid.drift"),
    "drift-lands": _value("success", "grid.drift"),
    "drift-reach": _value("adjacent", "grid.drift"),
    "activation-chooser": _value("attacker", "grid.activate"),
    "activation-limit": _value(2, "grid.limit"),
    "activated-shows": [_value("tired", "grid.tired")],
    "exhausted-after": _value(2, "grid.worn"),
    "rest-turns": _value(1, "grid.rest"),
    "other-must": _value(True, "grid.other"),
    "fight-first": _value(True, "grid.fight"),
    "free-terrain": _value("empty", "grid.free"),
    "regiment-moves": [
        _value("adjacent", "grid.advance", won_by="attacker"),
        _value("adjacent", "grid.push", won_by="defender"),
    ],
    "recon-card": _value("scouts", "grid.recon"),
    "recon-must": _value(True, "grid.recon-must"),
    "recon-after-loss": _value(True, "grid.recon"),
    "blocked-cost": _value(3, "grid.blocked"),
    "blocked-placed": _value("attacker", "grid.placed"),
    "points-per-token": _value(1, "grid.points"),
    "points-to-win": _value(3, "grid.win"),
    "control-tokens": [_value(1, "grid.tokens")],
    "assault-scores": _value(True, "grid.points"),
}
CROSS: dict[str, Any] = {
    "field-columns": _value(2, "cross.size"),
    "field-rows": _value(2, "cross.size"),
    "reconquest": _value(False, "cross.held"),
    "points": [_value(1, "cross.points", **{"for": {"row": 1}}), _value(4, "cross.points")],
    "ring-bonus": _value(3, "cross.ring", **{"for": {"row": 1}}),
    "points-to-win": [
        _value(6, "cross.win", **{"for": {"side": "attacker"}}),
        _value(9, "cross.win", **{"for": {"side": "defender"}}),
    ],
    "assault-scores": _value(True, "cross.points"),
    "attack-chooser": _value("defender", "cross.chooser"),
    "column-order": _value("next", "cross.order"),
    "barricade": _value("attacker", "cross.wall"),
    "barricade-turns": _value(1, "cross.wall-off"),
    "production-markers": _value(1, "cross.make"),
    "produce-controlled": _value(False, "cross.make"),
    "produce-again": _value(False, "cross.again"),
    "produce-attacked": _value(True, "cross.make"),
    "heroic-timing": _value("first-loss", "cross.heroes"),
    "heroic-per-row": _value(1, "cross.heroes-one"),
}
PILES: dict[str, Any] = {
    "first-pile": _value("north", "piles.first"),
    "sector": [
        _value("hills", "piles.hills", **{"for": {"pile": "north"}}),
        _value("coast", "piles.coast", **{"for": {"pile": "east"}}),
        _value("coast", "piles.coast", **{"for": {"pile": "west"}}),
    ],
    "sectors-alternate": _value(True, "piles.turns"),
    "pile-chooser": [
        _value("nobody", "piles.hills", **{"for": {"sector": "hills"}}),
        _value("loser", "piles.pick", **{"for": {"sector": "coast"}}),
    ],
    "pile-reveal": [_value(1, "piles.reveal")],
    "empty-pile": _value("closed", "piles.empty"),
    "points": [
        _value(2, "piles.points", **{"for": {"objective": True}}),
        _value(1, "piles.points"),
    ],
    "points-to-win": _value(3, "piles.win"),
    "assault-scores": _value(True, "piles.points"),
    "reconquest": _value(False, "piles.held"),
}
WIN = [
    {"side": side, "text": "t", "when": {"threshold": {"side": side}}, "clauses": ["missions.win"]}
    for side in ("attacker", "defender")
]


@cache
def library() -> Library:
    """The game `toy`: red attacks, blue defends; the scenarios grid, cross and piles."""
    scenarios = [
        {"id": ident, "title": ident, "parameters": raw, "victory": WIN, "source": "book#all"}
        for ident, raw in (("grid", GRID), ("cross", CROSS), ("piles", PILES))
    ]
    keys = {c for raw in (GRID, CROSS, PILES) for c in _clauses(raw)} | {
        "missions.win",
        "house.mill",
    }
    land = {
        "number": "1", "copies": {"s": 1}, "draws": {"red": 2, "blue": 3}, "size": 2, "text": "t",
        "effects": {"none": "book#all"}, "source": "book#all",
    }  # fmt: skip
    mill = [{
        "when": "production", "roll": {"times": 2, "needs": 2}, "clauses": ["house.mill"],
        "do": [{"modify": {"what": "units-allowed", "add": -1}}],
    }]  # fmt: skip
    terrains = [
        land | {"id": "hill", "name": "hill"},
        land | {"id": "keep", "name": "keep", "objective": True},
        land | {"id": "bog", "name": "bog", "objective": {"unknown": "smudged"}},
        land | {"id": "mill", "name": "mill", "effects": mill},
    ]
    part = {
        "game": {
            "id": "toy", "title": "Toy", "ruleset": "commando", "source": "book#all",
            "languages": {"default": "en", "names": "en"}, "documents": {"held": ["book"]},
            "sides": {
                "red": {"name": "Red", "role": "attacker"}, "blue": {"name": "Blue", "role": "defender"},
            },
            "parameters": {},
        },
        "cards": [card("scouts", "red", "unit"), card("hero", "blue", "unit", heroic=True)],
        "terrains": terrains,
        "counters": [
            counter("coin", ("plus", 1), ("nothing", 0), reserve=10),
            *(counter(name) | {"kind": "formation", "faces": []} for name in ("first", "second", "third")),
        ],
        "clauses": [clause(key) for key in dict.fromkeys([*REGISTERED, *sorted(keys)])],
        "scenarios": scenarios,
    }  # fmt: skip
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {"toy": part}})


def _clauses(raw: Mapping[str, Any]) -> set[str]:
    entries = [e for v in raw.values() for e in (v if isinstance(v, list) else [v])]
    return {key for entry in entries for key in entry["clauses"]}


def ask(scenario: str, *questions: Mapping[str, Any], **more: Any) -> list[Answer]:
    """The answers to questions about a situation of one of the missions."""
    raw = {"game": "toy", "scenario": scenario, "ask": list(questions), **more}
    return rule_on(library(), raw, Options())


def may(scenario: str, move: Mapping[str, Any], **more: Any) -> tuple[str, set[str]]:
    """Whether a move is allowed, and by the codes of what stands against it."""
    verdict = ask(scenario, {"may": move}, **more)[0].verdict
    return verdict.outcome, {finding.code for finding in verdict.objections}


def table(scenario: str, given: Mapping[str, Any]) -> tuple[Knowledge, State]:
    """A state of a mission, and what it is judged by."""
    k = knowledge(library(), {"game": "toy", "scenario": scenario}, Options())
    return k, state_of(k, given)
