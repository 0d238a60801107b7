"""Acts: what a side may do. Each kind has one list of checks, registered here by its verb.

A ruling, `legal` and `campaign` ask the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from fieldpress.engine.overlord.forms import check_keys
from fieldpress.engine.shapes import Path, only
from fieldpress.engine.verdicts import EngineFault, Finding, distinct

if TYPE_CHECKING:
    from fieldpress.engine.overlord.case import Case

#: The modules that register acts; importing them is what fills the table.
_MODULES = (
    "supporting",
    "activating",
    "attacking",
    "withdrawing",
    "results",
    "aftermath",
    "moving",
    "trains",
    "logistics",
    "cut_off",
    "arriving",
    "planning",
    "cardplay",
    "ending",
    "weeks",
)


@dataclass(slots=True)
class Act:
    """An act as it is asked: its verb, the side, and what else its kind takes.

    `grounds`: the clauses by which it is possible at all; a check may narrow them.
    """

    verb: str
    side: str
    raw: Mapping[str, Any]
    at: Path = ()
    grounds: tuple[str, ...] = ()

    def get(self, name: str, default: Any = None) -> Any:
        return self.raw.get(name, default)

    def path(self, name: str) -> Path:
        return (*self.at, name)

    def word(self, name: str) -> str:
        """A word that this act must have. EngineFault where it lacks it."""
        value = self.raw.get(name)
        if not isinstance(value, str) or not value:
            raise EngineFault(f"{self.verb} needs `{name}`, the id of one", self.path(name))
        return value

    def words(self, name: str) -> list[str]:
        """A list of words; a single one may stand alone. Empty where it is absent."""
        value = self.raw.get(name, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, (list, tuple)) or not all(isinstance(x, str) for x in found):
            raise EngineFault(f"{name} is a list of ids", self.path(name))
        return list(found)

    def count(self, name: str, default: int | None = None) -> int:
        value = self.raw.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise EngineFault(f"{self.verb} needs `{name}`, a whole number from 0", self.path(name))
        return value

    def to_json(self) -> dict[str, Any]:
        return {"do": self.verb, **({"side": self.side} if self.side else {}), **self.raw}


Check = Callable[["Case", Act], Iterator[Finding]]
Effect = Callable[["Case", Act], None]
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(slots=True)
class Kind:
    """A kind of act: its checks, what it may carry, what makes it possible, what it changes."""

    verb: str
    check: Check
    grounds: tuple[str, ...]
    keys: frozenset[str]
    effect: Effect | None = None
    needs_side: bool = field(default=True)


KINDS: dict[str, Kind] = {}


def act(verb: str, grounds: tuple[str, ...], *keys: str) -> Callable[[Check], Check]:
    """Register the checks of an act. `keys`: what it may carry, `side` where it has one."""

    def mark(function: Check) -> Check:
        KINDS[verb] = Kind(verb, function, grounds, frozenset(keys), None, "side" in keys)
        return function

    return mark


def effect(verb: str) -> Callable[[Effect], Effect]:
    """Register what an act changes in the state."""

    def mark(function: Effect) -> Effect:
        KINDS[verb].effect = function
        return function

    return mark


def kinds() -> dict[str, Kind]:
    """Every kind of act."""
    for name in _MODULES:
        import_module(f"fieldpress.engine.overlord.{name}")
    return KINDS


def read_act(c: Case, raw: Any, path: Path) -> Act:
    """An act from its mapping: `{do: VERB, side: …, …}`. EngineFault where it is none."""
    table = kinds()
    if not isinstance(raw, Mapping) or "do" not in raw:
        raise EngineFault(f"an act is {{do: VERB, …}}; the verbs are {', '.join(table)}", path)
    verb = raw["do"]
    if not isinstance(verb, str) or verb not in table:
        import difflib

        near = difflib.get_close_matches(str(verb), list(table), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"they are {', '.join(table)}"
        raise EngineFault(f"no act is called {verb!r}; {hint}", (*path, "do"))
    kind = table[verb]
    only(raw, kind.keys | {"do"}, path)
    check_keys(raw, path)
    side = raw.get("side", "")
    if kind.needs_side and (not isinstance(side, str) or side not in c.k.game.sides):
        known = " or ".join(c.k.game.sides)
        raise EngineFault(
            f"{verb} needs `side`: {known}", (*path, "side") if "side" in raw else path
        )
    rest = {key: value for key, value in raw.items() if key not in ("do", "side")}
    return Act(verb, str(side), rest, path, kind.grounds)


def judge(c: Case, a: Act) -> tuple[Finding, ...]:
    """Every finding about an act; it is legal when none is raised or open."""
    found = list(kinds()[a.verb].check(c, a))
    missing = [key for key in a.grounds if not c.k.in_force(key)]
    if missing and not any(one.status == "raised" for one in found):
        found.append(Finding("no-ground", {"act": a.verb, "side": a.side}))
    return distinct(found)


def carry_out(c: Case, a: Act) -> None:
    """Change the state as the act does. EngineFault where it only can be judged."""
    change = kinds()[a.verb].effect
    if change is None:
        raise EngineFault(f"{a.verb} can be judged, but its outcome has to be given", a.at)
    change(c, a)
