"""The ways in which a scenario can end: each victory condition, an `any` taken apart, by a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.commando.campaign import until
from fieldpress.engine.commando.outcomes import happened
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import State


@dataclass(frozen=True, slots=True)
class Way:
    """One way to end: the role that wins by it (`neither` for a draw) and the condition."""

    id: str
    role: str
    when: Mapping[str, Any]


def ways(k: GameKnowledge) -> Iterator[Way]:
    """Every way in which the scenario in hand can end, named `attacker-1`, `defender-2.1` ..."""
    for number, entry in enumerate(k.scenario.raw.get("victory", ()) if k.scenario else (), 1):
        when, role = entry["when"], str(entry["side"])
        branches = when.get("any")
        if branches is None:
            yield Way(f"{role}-{number}", role, when)
            continue
        for part, branch in enumerate(branches, 1):
            yield Way(f"{role}-{number}.{part}", role, branch)


def way_of(k: GameKnowledge, state: State, winner: str) -> str:
    """The first way for the winner that has come about; "" where none of them says it (a campaign
    that was played on, say)."""
    role = k.role_of_side(winner) if winner in state.sides else "neither"
    for way in ways(k):
        if way.role == role and happened(k, state, way.when).value:
            return way.id
    return "until" if until(k) is not None else ""
