"""The table of a game that is played: piles in their order, chance, and what waits to be done.

A question (`State` without a table) knows of these things only how many there are. Piles lie with
their top last, so that a card is drawn by `pop`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.rng import Stream


@dataclass(frozen=True, slots=True)
class Task:
    """Something that waits until what came before it is done.

    `do`: operation (of a card or Terrain that resolves), resolve (the play itself), away (its card
    leaves the table), discard or take-back (a side picks `count` cards). `play`: its index, None
    for a Terrain. An operation is found by the index of its `effect`, its `mode` and its `number`.
    """

    do: str
    play: int | None = None
    effect: int = 0
    mode: str = ""
    number: int = 0
    side: str = ""
    count: int = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> Task:
        return self  # it never changes; copy would assign to its fields where it is compiled

    def to_json(self) -> dict[str, Any]:
        return {
            "do": self.do, "play": self.play, "effect": self.effect, "mode": self.mode,
            "number": self.number, "side": self.side, "count": self.count,
        }  # fmt: skip


@dataclass(slots=True)
class Procedure:
    """A setup (or what a later moment lays out) that is being followed.

    `moment`: its name; `at`: the next step; `inside`: the next step of an option that was taken,
    else None; `fell`: what earlier steps came to; `pieces`: the table by place, as the dealer has
    it (piece, copy, face; the top first); `picked`: what the open step has had so far; `stale`:
    hands and piles of the game are behind the pieces, those of the `touched` places (None: of any;
    it only spares work, and is not kept).
    """

    moment: str
    round: int = 0
    at: int = 0
    inside: int | None = None
    fell: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    picked: list[str] = field(default_factory=list)
    stale: bool = True
    touched: set[str] | None = field(default=None, compare=False)

    def copy(self) -> Procedure:
        return Procedure(
            self.moment, self.round, self.at, self.inside, dict(self.fell),
            {place: list(pieces) for place, pieces in self.pieces.items()}, list(self.picked),
            self.stale, None if self.touched is None else set(self.touched),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "moment": self.moment, "round": self.round, "at": self.at, "inside": self.inside,
            "fell": dict(self.fell), "picked": list(self.picked), "stale": self.stale,
            "pieces": {p: [list(one) for one in pieces] for p, pieces in self.pieces.items()},
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Procedure:
        pieces = {
            place: [(one[0], one[1], one[2]) for one in found]
            for place, found in data["pieces"].items()
        }
        return cls(**{**data, "pieces": pieces})


@dataclass(slots=True)
class Table:
    """What a game in play has besides the facts of a question.

    `stage`: where in the turn it stands; `passed`: sides that have let the open moment pass;
    `draws`: draw piles by side; `piles`: Terrain piles and other places of the scenario by id, as
    (piece, copy, face); `removed`: cards out of the game; `away`: plays whose cards have left the
    table; `upcoming`: what follows the turn (from, reveal, chooses); `rounds`: how often each
    moment came; `way`: the pile that leads to the objective; `queue`: moments still to be followed;
    `streams`: where each stream of chance stands; `procedure`: the one that is being
    followed; `result`: how the game ended; `steps`: how many moves were made; `log`: what happened,
    if somebody wants to tell it (no part of the game, and not copied).
    """

    seed: int = 0
    stage: str = "setup"
    passed: list[str] = field(default_factory=list)
    draws: dict[str, list[str]] = field(default_factory=dict)
    piles: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    upcoming: dict[str, Any] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    way: str = "terrain-pile"
    queue: list[str] = field(default_factory=list)
    streams: dict[str, int] = field(default_factory=dict)
    procedure: Procedure | None = None
    result: dict[str, Any] = field(default_factory=dict)
    steps: int = 0
    log: list[tuple[str, dict[str, Any]]] | None = field(default=None, compare=False)

    def note(self, code: str, **params: Any) -> None:
        """Something happened, for whoever tells it; nothing is kept unless a log was asked for."""
        if self.log is not None:
            self.log.append((code, params))

    def copy(self) -> Table:
        """A copy that shares nothing mutable."""
        return Table(
            self.seed, self.stage, list(self.passed),
            {side: list(cards) for side, cards in self.draws.items()},
            {place: list(pieces) for place, pieces in self.piles.items()},
            list(self.removed), list(self.away), list(self.tasks), dict(self.upcoming),
            dict(self.rounds), self.way, list(self.queue), dict(self.streams),
            None if self.procedure is None else self.procedure.copy(),
            dict(self.result), self.steps,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed, "stage": self.stage, "passed": list(self.passed),
            "draws": {side: list(cards) for side, cards in self.draws.items()},
            "piles": {p: [list(one) for one in pieces] for p, pieces in self.piles.items()},
            "removed": list(self.removed), "away": list(self.away),
            "tasks": [task.to_json() for task in self.tasks], "upcoming": dict(self.upcoming),
            "rounds": dict(self.rounds), "way": self.way, "queue": list(self.queue),
            "streams": dict(self.streams),
            "procedure": None if self.procedure is None else self.procedure.to_json(),
            "result": dict(self.result), "steps": self.steps,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Table:
        """The table that `to_json` gave."""
        found = data["procedure"]
        return cls(
            **{
                **data,
                "piles": {
                    place: [(one[0], one[1], one[2]) for one in pieces]
                    for place, pieces in data["piles"].items()
                },
                "tasks": [Task(**raw) for raw in data["tasks"]],
                "procedure": None if found is None else Procedure.from_json(found),
            }
        )

    # -- chance ----------------------------------------------------------------------------------

    def below(self, stream: str, end: int) -> int:
        """A whole number below `end` from a named stream, which then goes on from there."""
        chance = self._stream(stream)
        drawn = chance.below(end)
        self.streams[stream] = chance.position
        return drawn

    def shuffled(self, stream: str, items: list[Any]) -> list[Any]:
        """The items in an order from a named stream."""
        chance = self._stream(stream)
        out = chance.shuffled(items)
        self.streams[stream] = chance.position
        return out

    def _stream(self, name: str) -> Stream:
        position = self.streams.get(name)
        return Stream(self.seed, name) if position is None else Stream.at(position)
