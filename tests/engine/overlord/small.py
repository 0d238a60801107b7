"""A small game of our own for the overlord rules: figures unlike the published game's, so that a
test fails where code holds a number instead of reading it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from fieldpress.engine.answer import Answer, Options
from fieldpress.engine.overlord.ruleset import RULESET
from fieldpress.engine.overlord.situation import rule_on
from fieldpress.model import Library

GAME = "small"
SOURCE = "book#all"


def _figure(value: Any, *keys: str, **when: Any) -> dict[str, Any]:
    return {"value": value, "clauses": list(keys), **when}


PARAMETERS: dict[str, Any] = {
    "objective-penalty": _figure(5, "sector.objective-penalty"),
    "major-penalty": _figure(4, "sector.major-penalty"),
    "secondary-penalty": _figure(3, "sector.secondary-penalty"),
    "festung-penalty": _figure(6, "festung.penalty"),
    "infantry-penalty": _figure(2, "division.infantry-penalty"),
    "crossroad-bonus": _figure(7, "point.crossroad"),
    "bridge-bonus": _figure(9, "point.bridge"),
    "fortification-bonus": _figure(8, "point.fortification"),
    "fortification-side": _figure("occupier", "point.fortification"),
    "capacity-divisions": _figure(3, "sector.major-capacity"),
    "capacity-corps": _figure(1, "sector.major-capacity"),
    "movement-sectors": [
        _figure(1, "movement.range", round=1),
        _figure(4, "movement.range"),
    ],
    "activation-divisions": _figure(2, "activation.size"),
    "damage-step": _figure(3, "result.steps"),
    "supports-for-result": _figure(2, "result.two-supports"),
    "supports-for-symbol": _figure(1, "result.symbol"),
    "retreat-sectors": _figure(2, "retreat.move"),
    "support-reach": _figure(3, "support.range"),
    "division-vp": _figure(4, "vp.division"),
    "corps-vp": _figure(3, "vp.corps"),
    "rounds": _figure(6, "sequence.week"),
    "initiative": _figure("invader", "activation.initiative"),
    "infantry-step-cost": _figure(1, "supply.infantry-cost"),
    "armoured-step-cost": _figure(4, "supply.armoured-cost"),
    "improve-steps": _figure(1, "supply.one-step"),
    "box-income": _figure(2, "supply.income-boxes"),
    "strategic-cards-from": _figure(1, "plan.strategic-number"),
    "strategic-cards-to": _figure(2, "plan.strategic-number"),
    "special-cards-from": _figure(0, "plan.special-draw"),
    "special-cards-to": _figure(1, "plan.special-draw"),
    "strategic-per-week": _figure(1, "plan.strategic-per-week"),
    "festung-tiles": _figure(1, "festung.choice"),
}

MAP: dict[str, Any] = {
    "id": "island",
    "name": "Island",
    "invented": True,
    "source": SOURCE,
    "sectors": {
        "bay": {"name": "Bay", "class": "sea", "supply": 2, "through": "quay"},
        "quay": {"name": "Quay", "class": "major"},
        "mill": {"name": "Mill", "class": "secondary"},
        "town": {"name": "Town", "class": "objective", "station": True, "starts": "east"},
        "ford": {"name": "Ford", "class": "secondary"},
        "moor": {"name": "Moor", "class": "secondary"},
    },
    "links": [
        {"between": ["bay", "quay"], "by": "landing"},
        {"between": ["quay", "mill"], "by": "road", "points": ["crossroad"]},
        {"between": ["mill", "town"], "by": "road"},
        {"between": ["mill", "ford"], "by": "road"},
        {"between": ["ford", "moor"], "by": "railroad"},
        {"between": ["town", "moor"], "by": "road"},
    ],
    "boxes": [{"sector": "mill", "line": ["town", "ford"], "parts": [["quay"], ["moor"]]}],
    "reinforcement_boxes": {"east": {"name": "East"}},
}


def _condition(ident: str, worse: str, better: str, **parts: Any) -> dict[str, Any]:
    return {
        "id": ident,
        "name": ident.title(),
        "track": "condition",
        "clauses": ["state.order"],
        "source": SOURCE,
        **({"worse": worse} if worse else {}),
        **({"better": better} if better else {}),
        **parts,
    }


STATES = [
    _condition("fresh", "shaken", ""),
    _condition(
        "shaken",
        "exhausted",
        "fresh",
        attack={"value": -3, "clauses": ["state.worn"]},
        defend={"value": -3, "clauses": ["state.worn"]},
    ),
    _condition(
        "exhausted",
        "destroyed",
        "shaken",
        attack={"value": "barred", "clauses": ["state.spent"]},
        defend={"value": -4, "clauses": ["state.spent"]},
    ),
    _condition("destroyed", "", ""),
    {"id": "supplied", "name": "Supplied", "track": "supply", "clauses": [], "source": SOURCE},
]
SUPPORTS = [
    {
        "id": "guns",
        "name": "Guns",
        "attack": 2,
        "defense": 3,
        "permanent": False,
        "effects": [{"do": "cancel-infantry", "count": 1, "clauses": ["support.guns"]}],
        "source": SOURCE,
    },
    {
        "id": "riddle",
        "name": "Riddle",
        "attack": {"unknown": "smudged"},
        "defense": 1,
        "permanent": {"unknown": "smudged"},
        "effects": {"unknown": "smudged"},
        "source": SOURCE,
    },
]
SCENARIO: dict[str, Any] = {
    "id": "only",
    "title": "The only one",
    "months": ["may", "june"],
    "length": {"setup": 1, "from": 1, "to": 2},
    "setup": {
        "supply": {"each": 4, "clauses": ["only.setup"]},
        "depots": {"sectors": ["store"], "each": 1, "clauses": ["only.setup"]},
        "control": {"sectors": ["port"], "clauses": ["only.setup"]},
        "drop_zones": {"each": 1, "clauses": ["only.setup"]},
        "missing": [{"what": "Everything else", "why": "nobody wrote it down"}],
    },
    "difficulties": {
        "plain": {"name": "Plain", "victory_points": 0, "clauses": ["only.level"]},
        "hard": {"name": "Hard", "side": "black", "victory_points": 7, "clauses": ["only.level"]},
    },
    "victory": [
        {"id": "draw", "name": "Draw", "from": 0, "to": 2, "text": "…", "clauses": ["only.end"]},
        {
            "id": "win",
            "side": "white",
            "name": "Win",
            "from": 3,
            "text": "…",
            "clauses": ["only.end"],
        },
        {
            "id": "win",
            "side": "black",
            "name": "Win",
            "from": 3,
            "text": "…",
            "clauses": ["only.end"],
        },
    ],
    "special": [],
    "clauses": ["only.setup"],
    "source": SOURCE,
}


@cache
def library() -> Library:
    """The small game, with a clause for every key that the engine knows."""
    keys = [*RULESET.registry.kinds, "state.worn", "state.spent", "support.guns"]
    keys += ["only.setup", "only.level", "only.end"]
    clauses = [
        {"key": key, "title": key, "text": key, "engine": "enforced", "source": SOURCE}
        for key in dict.fromkeys(keys)
    ]
    game = {
        "id": GAME,
        "title": "Small",
        "ruleset": "overlord",
        "languages": {"default": "en", "names": "en"},
        "documents": {"held": ["book"]},
        "sides": {
            "white": {"name": "White", "role": "invader"},
            "black": {"name": "Black", "role": "occupier"},
        },
        "nations": {"north": "North", "south": "South", "east": "East"},
        "parameters": PARAMETERS,
        "source": SOURCE,
    }
    return Library.from_bundle(
        {
            "format": "fieldpress-bundle/1",
            "games": {
                GAME: {
                    "game": game,
                    "clauses": clauses,
                    "states": STATES,
                    "supports": SUPPORTS,
                    "maps": [MAP],
                    "sectors": [
                        {
                            "id": "store",
                            "name": "Store",
                            "class": "major",
                            "drop_zone": False,
                            "source": SOURCE,
                        },
                        {
                            "id": "port",
                            "name": "Port",
                            "class": "objective",
                            "drop_zone": True,
                            "source": SOURCE,
                        },
                    ],
                    "decks": [
                        {
                            "id": side,
                            "name": side,
                            "side": side,
                            "cards": [{"value": 0, "count": 1}, {"value": 6, "count": 2}],
                            "total": 3,
                            "clauses": [],
                            "source": SOURCE,
                        }
                        for side in ("white", "black")
                    ],
                    "sequences": [
                        {
                            "id": "week",
                            "name": "Week",
                            "of": "week",
                            "steps": [
                                {
                                    "id": kind,
                                    "name": kind,
                                    "phase": kind,
                                    "clauses": ["sequence.week"],
                                }
                                for kind in ("beginning", "supply", "activation", "week-end")
                            ],
                            "source": SOURCE,
                        }
                    ],
                    "scenarios": [SCENARIO],
                }
            },
        }
    )


def unit(side: str, **more: Any) -> dict[str, Any]:
    """A unit of the small game: an armoured division of value 4 unless said."""
    nation = "north" if side == "white" else "east"
    return {"side": side, "nation": nation, "type": "armoured", "value": 4, **more}


def ask(
    given: Mapping[str, Any],
    *questions: Any,
    then: Any = (),
    options: Options | None = None,
    **more: Any,
) -> list[Answer]:
    """The answers to questions about what is given."""
    raw = {"game": GAME, "given": given, "ask": list(questions), "then": list(then), **more}
    return rule_on(library(), raw, options)


def value(given: Mapping[str, Any], name: str, **more: Any) -> Any:
    """One value, as JSON."""
    (answer,) = ask(given, {"value": name, **more})
    return answer.verdict.to_json()["value"]


def outcome(given: Mapping[str, Any], **act: Any) -> str:
    """Whether an act is allowed."""
    (answer,) = ask(given, {"may": act})
    return answer.verdict.outcome
