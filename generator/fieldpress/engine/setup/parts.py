"""What a procedure is made of: places, pieces, steps, the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fieldpress.engine.setup.restrictions import Condition, Restriction
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Game, Scenario, Text

Raw = Mapping[str, Any]
Role = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")
#: Everything that a place holds goes.
ALL = "all"
MOVES = frozenset(
    {"set-aside", "remove", "return", "deal", "draw", "redraw", "place", "stack", "choose"}
)


@dataclass(frozen=True, slots=True)
class Place:
    """A spot of the table. `hidden`: from whom its faces are kept; `free`: why it is not judged;
    `group`: what it is one of, where several places are spoken of together."""

    id: str
    name: Text
    where: Text | None
    holds: str
    side: str
    ordered: bool
    hidden: str
    passing: bool
    free: str
    note: str
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """Which pieces a step is about. `sets` is empty where a step names no set."""

    kind: str
    ids: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    side: str = ""
    heroic: bool | None = None
    card_kinds: tuple[str, ...] = ()
    combat_value: tuple[int | None, int | None] | None = None
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step, for one side where it runs for each, at one place where it runs at several.

    `key` is unique in the procedure (`hand:attacker`), `id` as in the content. `count` None: not
    said (as many as there are). `via`: clauses by which a scenario takes the step over from
    elsewhere. `prices`: one of them is paid. `options`: what a player says, one of these.
    """

    id: str
    key: str
    do: str
    clauses: tuple[str, ...]
    via: tuple[str, ...] = ()
    who: str = ""
    each: bool = False
    what: Pieces | None = None
    count: int | tuple[int, int] | str | None = None
    random: bool = False
    source: str = ""
    target: str = ""
    on: str = "top"
    face: str = ""
    seen_by: str = ""
    prices: tuple[Step, ...] = ()
    condition: Condition | None = None
    steps: tuple[Step, ...] = ()
    into: tuple[tuple[str, int], ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    among: tuple[str, ...] = ()
    options: tuple[tuple[str, Text], ...] = ()
    title: Text | None = None
    note: Text | None = None
    unknown: str = ""
    joined: bool = False

    def __hash__(self) -> int:  # its texts are maps by language, which have no hash
        return hash(self.key)

    @property
    def number(self) -> int:
        """The count where it is a plain number; EngineFault where it is not."""
        if isinstance(self.count, int):
            return self.count
        raise EngineFault(f"step {self.id}: how many is not a number")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A step that the scenario leaves out, and the clauses that say so."""

    step: Step
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is done at one moment, with the places of the scenario's table."""

    game: Game = field(repr=False)
    scenario: Scenario = field(repr=False)
    moment: str
    title: Text | None
    steps: tuple[Step, ...]
    skipped: tuple[Skipped, ...]
    places: dict[str, Place]
    parameters: dict[str, Raw]
    sets: tuple[str, ...]
    #: What the scenario says that stays in the box, with the clauses that say so.
    left_out: tuple[tuple[Pieces, tuple[str, ...]], ...] = ()

    def walk(self) -> Iterator[Step]:
        """Every step, those inside a choice included."""
        stack = list(reversed(self.steps))
        while stack:
            step = stack.pop()
            yield step
            stack.extend(reversed(step.steps))
