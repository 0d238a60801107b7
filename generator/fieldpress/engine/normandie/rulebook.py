"""What a question of these rules is judged by: the records, and the figures in force.

A figure is a parameter of the game or the scenario, with the clauses that set it. An entry may hold
only at night, from a turn on, for a side, with an effect of the campaign, under a reading; where
such a condition is not stated, the figure is open unless every entry that may hold agrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.knowledge import Assumption, Knowledge
from fieldpress.engine.normandie.parameters import READ, SETUP
from fieldpress.engine.normandie.registry import REGISTRY
from fieldpress.engine.tri import NO, YES, Tri, all_of, known, open_on
from fieldpress.engine.verdicts import Amount, EngineFault, distinct
from fieldpress.model import Library

#: A distance written as a word: the next space.
ADJACENT = "adjacent"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as it holds here. `value` None: nothing sets it (`needs` empty), or it is open
    between `among`, in which None stands for none at all."""

    value: Any = None
    clauses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    among: tuple[Any, ...] = ()

    @property
    def stated(self) -> bool:
        """Whether the rules say anything of it, here or perhaps."""
        return self.value is not None or bool(self.needs)

    @property
    def number(self) -> int:
        """The value as a whole number; the word adjacent is one space."""
        if self.value == ADJACENT:
            return 1
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise EngineFault(f"a whole number was expected of the parameter, not {self.value!r}")
        return self.value

    @property
    def amount(self) -> Amount:
        return Amount(0, None) if self.value is None else Amount.of(self.number)

    @property
    def flag(self) -> Tri:
        """Whether it is true; open where it is, no where nothing sets it."""
        if self.value is None:
            return open_on(*self.needs) if self.needs else NO
        return known(self.value is True)


def _fits(key: str, now: int, at: int) -> bool:
    """Whether a turn is the one, or on the side of it, that an entry names."""
    return {"turn": now == at, "from_turn": now >= at, "to_turn": now <= at}[key]


class Rulebook(Knowledge):
    """The records of a game of this ruleset as one question sees them."""

    def __init__(
        self,
        library: Library,
        game: str,
        scenario: str = "",
        *,
        assume: Iterable[Assumption] = (),
        readings: Mapping[str, str] | None = None,
        disabled: frozenset[str] = frozenset(),
        doubted: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(
            library, game, scenario, registry=REGISTRY, parameters=READ | SETUP,
            assume=assume, readings=readings, disabled=disabled, doubted=doubted,
        )  # fmt: skip
        #: Effects that earlier scenarios of the campaign left; None where that is not told.
        self.carried: frozenset[str] | None = frozenset()

    def figure(self, name: str, **where: Any) -> Figure:
        """A figure under conditions (night, turn, side, craft, groups, group); None of one of
        them: not stated. Raises EngineFault for a name that the ruleset does not read."""
        if name not in self.read:
            raise EngineFault(f"{name!r} is not among the parameters of play")
        found: list[Mapping[str, Any]] = []
        needs: list[str] = []
        for entry in self._parameters.get(name, ()):
            if self.disabled & set(entry["clauses"]):
                continue
            holds = all_of(self._conditions(entry, where))
            if holds.value is False:
                continue
            found.append(entry)
            if holds.value:
                break
            needs += holds.needs
        else:
            if found:
                found.append({"value": None, "clauses": []})
        values = distinct(entry["value"] for entry in found)
        clauses = distinct(key for entry in found for key in entry["clauses"])
        if len(values) == 1:
            return Figure(values[0], clauses)
        return Figure(None, clauses, distinct(needs), values) if found else Figure()

    def entries(self, name: str) -> Iterator[Mapping[str, Any]]:
        """Every entry of a figure whose clauses and readings hold, where several add up."""
        if name not in self.read:
            raise EngineFault(f"{name!r} is not among the parameters of play")
        for entry in self._parameters.get(name, ()):
            if self.in_force(entry):
                yield entry

    def applies(self, condition: Mapping[str, Any] | None) -> Tri:
        """Whether an `if` of a scenario or an army holds (campaign, effect, without, reading)."""
        return all_of(self._conditions(condition or {}, {}))

    def _conditions(self, entry: Mapping[str, Any], where: Mapping[str, Any]) -> Iterator[Tri]:
        for name, wanted in entry.get("reading", {}).items():
            yield known(self.reading(name) == wanted)
        if "campaign" in entry:
            yield known(self.campaign == entry["campaign"])
        for key in ("effect", "without"):
            if key in entry:
                yield self.effect(entry[key], key == "effect")
        for key in ("night", "side", "craft", "groups", "group"):
            if key in entry:
                given = where.get(key)
                yield open_on(f"given.{key}") if given is None else known(given == entry[key])
        turn = where.get("turn")
        for key in ("turn", "from_turn", "to_turn"):
            if key in entry:
                yield open_on("given.turn") if turn is None else known(_fits(key, turn, entry[key]))

    def effect(self, ident: str, wanted: bool = True) -> Tri:
        """Whether an effect of the campaign holds; outside one, as its record says."""
        if not self.campaign:
            return known(self._outside(ident) == wanted)
        if self.carried is None:
            return open_on("given.effects")
        return known((ident in self.carried) == wanted)

    def _outside(self, ident: str) -> bool:
        for campaign in self.game.campaigns.values():
            effect = campaign.raw.get("effects", {}).get(ident)
            if effect is not None:
                return effect.get("outside") is True
        raise EngineFault(f"no campaign of {self.game.id} has an effect {ident!r}")

    def by_role(self, name: str) -> str:
        """The side that attacks or defends in this scenario; any other word as it stands."""
        sides = self.scenario.raw.get("sides", {}) if self.scenario else {}
        return next((side for side, raw in sides.items() if raw.get("role") == name), name)

    def in_force(self, raw: Mapping[str, Any]) -> bool:
        """Whether no clause of an entry of the scenario is out, and its reading is followed."""
        if self.disabled & set(raw.get("clauses", ())):
            return False
        readings = raw.get("reading", {}).items()
        followed = [self.reading(name) == wanted for name, wanted in readings]  # each is noted
        return all(followed)


__all__ = ["ADJACENT", "NO", "YES", "Figure", "Rulebook"]
