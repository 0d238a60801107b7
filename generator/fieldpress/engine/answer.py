"""What every ruleset answers with, and what the asker may add to a situation from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from fieldpress.engine.knowledge import Assumption
from fieldpress.engine.verdicts import EngineFault, Reading, Verdict


class Act(Protocol):
    """A move as a refusal names it."""

    @property
    def side(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


class Refused(EngineFault):
    """A move in `then` that the rules forbid: the questions after it have no answer."""

    def __init__(self, index: int, move: Act, verdict: Verdict) -> None:
        self.index, self.move, self.verdict = index, move, verdict
        super().__init__(f"move {index + 1} is against the rules", ("then", index))


@dataclass(frozen=True, slots=True)
class Other:
    """The answer under another reading of a discrepancy."""

    reading: Reading
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        return {"reading": self.reading.to_json(), "verdict": self.verdict.to_json()}


@dataclass(frozen=True, slots=True)
class Answer:
    """One question with its verdict, and what other readings make of it where that differs."""

    ask: Mapping[str, Any]
    verdict: Verdict
    others: tuple[Other, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "ask": dict(self.ask),
            "verdict": self.verdict.to_json(),
            "others": [o.to_json() for o in self.others],
        }


@dataclass(frozen=True, slots=True)
class Options:
    """What the asker adds to a situation from outside."""

    assume: tuple[Assumption, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()
    doubted: frozenset[str] = frozenset()
