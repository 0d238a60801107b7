"""The moves of missions: what each names, and what else is said with it."""

from __future__ import annotations

from typing import Literal, TypeAlias

Named: TypeAlias = Literal[
    "spot", "regiment", "card", "terrain", "pile", "spot or regiment", "where"
]

#: Verb -> what it names (`where`: a Terrain, a spot). A new verb has a check and a handler.
NAMES: dict[str, Named] = {
    "attack": "where",
    "head_for": "pile",
    "counter_attack": "terrain",
    "strike_out": "card",
    "give_up": "card",
    "activate": "regiment",
    "drop": "regiment",
    "roll_for": "spot or regiment",
    "drift": "regiment",
    "march": "regiment",
    "reconnoitre": "regiment",
    "redeploy": "regiment",
    "light_up": "spot",
    "produce": "spot",
    "convert": "spot",
    "barricade": "spot",
    "divert": "spot",
    "put_back": "spot",
    "take_permanent": "card",
    "use_permanent": "card",
    "destroy": "card",
}
#: Keys that go with a verb: `to` a spot, `lands` what the die shows, `pay` the counters given back.
WITH: dict[str, frozenset[str]] = {
    "drop": frozenset({"to"}),
    "drift": frozenset({"to"}),
    "march": frozenset({"to"}),
    "reconnoitre": frozenset({"to"}),
    "redeploy": frozenset({"to"}),
    "roll_for": frozenset({"lands"}),
    "convert": frozenset({"pay"}),
}
