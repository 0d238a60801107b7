"""A small made-up game for engine tests, so that no edit of the content can move them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando import checks
from fieldpress.engine.commando.registry import REGISTERED
from fieldpress.engine.commando.situation import Answer, Options, rule_on
from fieldpress.model import Library

assert checks  # every clause key is registered once it is imported


def clause(key: str) -> dict[str, Any]:
    return {"key": key, "title": key, "text": key, "engine": "enforced", "source": "book#all"}


def card(ident: str, side: str, kind: str, **more: Any) -> dict[str, Any]:
    raw: dict[str, Any] = {
        "id": ident, "number": ident, "name": ident, "side": side, "kind": kind, "heroic": False,
        "copies": {"s": 1}, "text": ident, "effects": {"none": "book#all"}, "source": "book#all",
    }  # fmt: skip
    if kind == "unit":
        raw |= {"combat_value": 3, "unit_type": {"none": "book#all"}}
    return raw | more


def plus(amount: int, **more: Any) -> list[Any]:
    return [
        {
            "when": "played",
            "do": [{"modify": {"what": "combat-value", "of": "own", "add": amount}}],
            **more,
        }
    ]


CARDS: list[dict[str, Any]] = [
    card("fox", "red", "unit"),
    card("hare", "red", "unit", combat_value=5, unit_type="fur"),
    card("riddle", "red", "unit", combat_value={"unknown": "smudged"}),
    card("dim", "red", "unit", effects={"unknown": "smudged"}),
    card("hero", "red", "unit", heroic=True, combat_value=4),
    card("shove", "red", "action", effects=plus(2)),
    card("feast", "red", "event"),
    card("wall", "blue", "unit"),
    card("gate", "blue", "unit", combat_value=2),
    card("brace", "blue", "action", effects=plus(2)),
    card(
        "no", "blue", "action",
        effects=[{
            "when": "answer", "answers": {"side": "enemy"},
            "do": [{"cancel": {"side": "enemy"}}], "clauses": ["cancel.immediate"],
        }],
    ),
    card(
        "shield", "blue", "unit",
        effects=[{
            "when": "in-play", "clauses": ["house.shield"],
            "do": [{"ban": {"act": "use-token", "by": "enemy", "against": "self", "result": "forbidden"}}],
        }],
    ),
    card(
        "pass", "red", "action",
        effects=[{
            "when": "in-play", "lifts": ["house.shield"], "clauses": ["house.pass"],
            "do": [{"permit": {"act": "use-token", "by": "own"}}],
        }],
    ),
    card(
        "veteran", "blue", "unit", combat_value=1,
        effects=[{
            "when": "in-play", "clauses": ["house.veteran"],
            "counts": {"of": "units", "side": "own", "role": "unit", "where": "terrain", "states": ["destroyed"]},
            "do": [{"modify": {"what": "combat-value", "of": "own", "add": {"per_counted": 2}}}],
        }],
    ),
    card(
        "mystic", "blue", "unit", combat_value=1,
        effects=[{
            "when": "in-play", "clauses": ["house.veteran"],
            "counts": {"of": "units", "side": "own", "role": "unit", "where": "terrain", "states": ["destroyed"]},
            "do": [{"modify": {"what": "combat-value", "of": "own", "add": {"per_counted": "unknown"}}}],
        }],
    ),
    card(
        "dig", "blue", "action",
        effects=[{
            "when": "unit-destroyed", "until": "terrain", "clauses": ["units-allowed.window"],
            "do": [{"modify": {"what": "units-allowed", "add": 1}}],
        }],
    ),
    card(
        "twofaced", "blue", "unit",
        effects=[
            {
                "when": "in-play", "reading": {"quarrel": reading}, "clauses": ["house.shield"],
                "do": [{"modify": {"what": "combat-value", "of": "own", "add": add}}],
            }
            for reading, add in (("mild", 1), ("strict", 4))
        ],
    ),
]  # fmt: skip


def counter(ident: str, *faces: tuple[str, int], reserve: int | None = None) -> dict[str, Any]:
    raw: dict[str, Any] = {
        "id": ident, "name": ident, "kind": "combat", "shape": "round", "size": 20, "count": 9,
        "faces": [{"id": name, "shows": name, "adds": adds} for name, adds in faces],
        "source": "book#all",
    }  # fmt: skip
    return raw if reserve is None else raw | {"reserve": reserve}


PARAMETERS: dict[str, tuple[Any, str]] = {
    "first-chooser": ("attacker", "progression.first-choice"),
    "next-chooser": ("loser", "progression.loser-chooses"),
    "no-assault-winner": ("attacker", "progression.no-assault"),
    "tie-winner": ("attacker", "assault.ties"),
    "loss-strength": (1, "assault.attacker-destroyed"),
    "loss-ends-assault": (True, "assault.attacker-destroyed"),
    "retreat-strength": (1, "retreat.attacker"),
    "reward-tokens": (2, "assault-end.reward"),
    "reward-cards": (1, "assault-end.reward"),
}


#: Of a game that rolls a die, in which Units support one another and Buildings give Units back.
DICE: dict[str, tuple[Any, str]] = {
    "die-faces": (6, "die.faces"),
    "die-successes": (3, "die.faces"),
    "neutral-roll": ("lower-number", "tokens.values"),
    "attacker-support": (2, "support.limit"),
    "special-tokens-go": ("special-reserve", "assault-end.tokens"),
    "recovery-value": (3, "building.recover"),
    "recovery-for": ("attacker", "building.recover"),
}


def library(
    cards: list[dict[str, Any]] | None = None,
    parameters: Mapping[str, tuple[Any, str]] | None = None,
) -> Library:
    """The game `toy`: red attacks, blue defends. `parameters` come on top of the usual ones."""
    figures = {**PARAMETERS, **(parameters or {})}
    keys = [*REGISTERED, "house.shield", "house.pass", "house.veteran"]
    keys += [key for _, key in figures.values() if key not in keys]
    keys += ["assault-end.reward"] if "assault-end.reward" not in keys else []
    game = {
        "id": "toy", "title": "Toy", "ruleset": "commando",
        "languages": {"default": "en", "names": "en"},
        "documents": {"held": ["book"]},
        "sides": {"red": {"name": "Red", "role": "attacker"}, "blue": {"name": "Blue", "role": "defender"}},
        "parameters": {n: {"value": v, "clauses": [c]} for n, (v, c) in figures.items()},
        "source": "book#all",
    }  # fmt: skip
    terrain = {
        "id": "hill", "name": "hill", "number": "1", "copies": {"s": 1}, "draws": {"red": 2, "blue": 1},
        "size": 2, "text": "hill", "effects": {"none": "book#all"}, "source": "book#all",
    }  # fmt: skip
    dale = {**terrain, "id": "dale", "name": "dale", "number": "2", "text": "dale", "size": 3}
    barn = {**terrain, "id": "barn", "name": "barn", "number": "3", "text": "barn", "building": True,
            "size": {"unknown": "smudged"}}  # fmt: skip
    quarrel = {
        "id": "quarrel", "title": "Quarrel", "kind": "ambiguity", "switch": True, "adopted": "mild",
        "readings": {"mild": {"text": "mild"}, "strict": {"text": "strict"}}, "why": "so",
    }  # fmt: skip
    part = {
        "game": game,
        "cards": CARDS if cards is None else cards,
        "terrains": [terrain, dale, barn],
        "counters": [
            counter("coin", ("plus", 1), ("nothing", 0), reserve=10),
            counter("gem", ("bright", 2), ("bright", 2)),
            counter("pearl", ("dull", 1), ("shining", 2)),
            counter("spark", ("out", 0), ("lit", 1), reserve=3) | {"at_once": True},
        ],
        "clauses": [clause(key) for key in dict.fromkeys(keys)],
        "discrepancies": [quarrel],
    }
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {"toy": part}})


def ask(situation: Mapping[str, Any], options: Options | None = None) -> list[Answer]:
    return rule_on(library(), {"game": "toy", **situation}, options)


def one(question: Mapping[str, Any], options: Options | None = None, **situation: Any) -> Answer:
    """The answer to one question about a situation."""
    return ask({**situation, "ask": [question]}, options)[0]
