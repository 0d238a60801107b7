"""What one side may see of a mission: markers and Terrains face down stay hidden from the other."""

from __future__ import annotations

from typing import Any

from fieldpress.engine.commando.missions.state import Lasting, Mission
from fieldpress.engine.commando.state import ATTACKER, DEFENDER
from fieldpress.engine.knowledge import HIDDEN, Knowledge


def seen(k: Knowledge, mission: Mission, side: str) -> dict[str, Any]:
    """A mission as a side sees it. The defender laid the field face down and knows it; the attacker
    laid the markers; "" is somebody who knows neither. Of permanent events that are not in play
    only the number shows."""
    out = mission.to_json()
    role = k.role_of_side(side) if side in k.game.sides else ""
    for spot in out["spots"].values():
        looked = spot["up"] or role == DEFENDER
        if not looked:
            spot["terrain"] = HIDDEN
        if spot["marker"] and not spot["shown"] and role != ATTACKER:
            spot["marker"] = HIDDEN
    if role == ATTACKER and mission.lit in out["spots"]:
        out["spots"][mission.lit]["terrain"] = mission.spots[mission.lit].terrain
    elif role != ATTACKER:
        out["lit"] = ""
    for name, one in mission.lasting.items():
        if name != side:
            out["lasting"][name] = _closed(one)
    return out


def _closed(one: Lasting) -> dict[str, Any]:
    """Another side's permanent events: those in play, of the others how many."""
    return {
        "aside": len(one.aside or ()), "taken": len(one.taken), "table": list(one.table),
        "used": list(one.used), "destroyed": list(one.destroyed), "picked": one.picked,
    }  # fmt: skip
