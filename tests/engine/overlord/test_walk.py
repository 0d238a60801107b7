"""Whole games walked through at random, step by listed step: what must hold, holds all the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fieldpress.engine.overlord.stepping import progress
from tests.engine.overlord.small import GAME, library, unit

STEPS = 30


def start() -> dict[str, Any]:
    units = {
        "wc": unit("white", kind="corps", at="quay", supports=["guns", "guns"]),
        "w1": unit("white", type="infantry", **{"in": "wc"}),
        "w2": unit("white", at="mill"),
        "bc": unit("black", kind="corps", at="town", supports=["guns"]),
        "b1": unit("black", type="infantry", **{"in": "bc"}),
        "b2": unit("black", at="moor"),
    }
    given = {
        "round": 1, "phase": "activation", "turn": "white", "map": "island", "complete": True,
        "supply": {"white": 2, "black": 2}, "victory_points": 0, "units": units,
    }  # fmt: skip
    return {"game": GAME, "scenario": "only", "given": given}


def crowded(state: dict[str, Any]) -> list[str]:
    """Sectors where a side has more than fits: three divisions, or one corps."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in state["units"].values():
        if one.get("at"):
            found.setdefault((one["at"], one["side"]), []).append(one.get("kind", "division"))
    return [at for (at, _), k in found.items() if k.count("corps") > 1 or k.count("division") > 3]


@pytest.mark.parametrize("seed", range(8))
def test_a_game_walked_at_random(seed: int) -> None:
    dice, raw, played = random.Random(seed), start(), []
    for _ in range(STEPS):
        found = progress(library(), raw)
        state = found.state
        assert all(points >= 0 for points in state["supply"].values()), played
        assert not crowded(state), played
        assert (
            len(state["victory_points"] if isinstance(state["victory_points"], dict) else "0") == 1
        )
        assert all("in" not in u or u["in"] in state["units"] for u in state["units"].values())
        legal = [step for step in found.steps if not step.needs and not step.judged_only]
        if not legal:
            assert state["phase"] == "game-end"
            break
        step = dice.choice(legal)
        played.append(step.act)
        if "combat" in state and "values" not in state["combat"] and dice.random() < 0.4:
            values = {"attacker": dice.randint(0, 12), "defender": dice.randint(0, 12)}
            told = {**state["combat"], "values": values, "applied": ["defender", "attacker"]}
            raw = {**raw, "given": {**state, "combat": told}, "then": []}
        else:
            raw = {**raw, "given": state, "then": [step.act]}
    assert len(played) > 5
