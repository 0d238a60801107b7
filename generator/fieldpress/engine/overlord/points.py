"""Strategic points between attacker and defender, and what they add to a defense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import between, map_of, points_of
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.supporting import effects_of
from fieldpress.engine.overlord.table import ATTACKER
from fieldpress.engine.verdicts import Amount, Contribution, distinct

VALUE = "combat-value"
_ANY = Amount(0, None)


#: Strategic point -> the clause that says what it is worth.
POINT_KEYS = {
    "crossroad": "point.crossroad",
    "bridge": "point.bridge",
    "bocage": "point.bocage",
    "fortification": "point.fortification",
    "atlantic-wall": "point.fortification",
    "destroyed-bridge": "movement.destroyed-bridge-defence",
}


def points_passed(c: Case) -> list[str] | None:
    """The strategic points that the attack passes beside the defender; None: not stated."""
    told = c.combat.raw.get("points")
    if told is not None:
        return list(told)
    if map_of(c) is None:
        return None
    start = [str(one) for one in c.combat.raw.get("from", ())]
    start += [c.s.where(unit) for unit in c.combat.units[ATTACKER]]
    found: list[str] = []
    for here in dict.fromkeys(one for one in start if one and one != c.combat.at):
        for link in between(c, here, c.combat.at):
            found += points_of(c, link)
    return found


@rules(
    "point.bonus",
    "point.crossroad",
    "point.bridge",
    "point.bocage",
    "point.fortification",
    "movement.destroyed-bridge-defence",
    "wall.bonus",
)
def points(c: Case, side: str, alone: bool) -> Iterator[Contribution]:
    """The strategic points of the attack: the best of them, or by a switch all. `alone`: a landing
    beach defends itself."""
    if not c.k.rule("point.bonus"):
        return
    passed = points_passed(c)
    if passed is None:
        need = ("given.combat.points",)
        yield c.part(VALUE, _ANY, f"sector:{c.combat.at}", "point.bonus", side=side, needs=need)
        return
    less = [(support, effect) for support, effect in effects_of(c, ATTACKER, "reduce-point")]
    worth: list[Contribution] = []
    for point in passed:
        if point not in POINT_KEYS:
            continue
        key, figure = POINT_KEYS[point], c.figure(f"{point}-bonus")
        if not figure or not c.k.rule(key):
            continue
        keys = ["point.bonus", key, *figure.clauses]
        only = c.figure("fortification-side") if key == "point.fortification" else None
        if only and not c.is_role(side, str(only.value)):
            worth.append(
                c.part(
                    VALUE,
                    0,
                    f"point:{point}",
                    *distinct((*keys, *only.clauses)),
                    side=side,
                    counted=False,
                    why="one-side",
                )
            )
            continue
        if alone and c.k.rule("wall.bonus"):
            keys.append("wall.bonus")
        amount = int(figure.value)
        params: dict[str, Any] = {}
        for support, effect in [one for one in less if one[1].get("point", point) == point]:
            less.remove((support, effect))
            amount -= int(effect.get("count", 1))
            keys += effect["clauses"]
            params["by"] = f"support:{support}"
        worth.append(
            c.part(
                VALUE,
                max(0, amount),
                f"point:{point}",
                *distinct(keys),
                side=side,
                why="point",
                **params,
            )
        )
    yield from _together(c, worth)


def _together(c: Case, worth: list[Contribution]) -> Iterator[Contribution]:
    """Of several points: all of them, or the best alone (a switch, where the game has one)."""
    counted = [one for one in worth if one.counted]
    if len(counted) > 1 and c.k.reading("points-on-several-routes") == "best-one":
        best = max(counted, key=lambda one: one.amount.low or 0)
        for one in worth:
            if one is best or not one.counted:
                yield one
            else:
                yield c.part(
                    VALUE,
                    0,
                    one.record,
                    *one.clauses,
                    side=one.side,
                    counted=False,
                    why="not-the-best",
                )
        return
    yield from worth
