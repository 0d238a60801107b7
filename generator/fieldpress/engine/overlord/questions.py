"""What can be asked: how a question is read, by whom it is answered, the forms of an answer."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from fieldpress.engine.inquiry import verdict_of
from fieldpress.engine.overlord.acts import judge, read_act
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.forms import check_keys
from fieldpress.engine.overlord.table import ROLES
from fieldpress.engine.overlord.values import Derived
from fieldpress.engine.shapes import Path, only
from fieldpress.engine.tri import Tri
from fieldpress.engine.verdicts import (
    Contribution,
    EngineFault,
    Verdict,
    clauses_of,
    outcome_of,
)

NOBODY = "nobody"
_MODULES = ("combat_questions", "map_questions", "supply_questions", "point_questions")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as read: its kind and name, and what else it says."""

    kind: str
    name: str
    raw: Mapping[str, Any]
    at: Path

    def word(self, key: str) -> str:
        value = self.raw.get(key)
        if not isinstance(value, str):
            raise EngineFault(
                f"{self.kind}: {self.name} also needs `{key}`",
                (*self.at, key) if key in self.raw else self.at,
            )
        return value

    def words(self, key: str) -> list[str]:
        value = self.raw.get(key, [])
        found = [value] if isinstance(value, str) else list(value)
        return [str(one) for one in found]

    def count(self, key: str) -> int:
        value = self.raw.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise EngineFault(
                f"{self.kind}: {self.name} also needs `{key}`, a whole number", self.at
            )
        return value


Answerer = Callable[[Case, Ask], Verdict]
#: (kind, name) -> what it may carry and who answers.
QUESTIONS: dict[tuple[str, str], tuple[frozenset[str], Answerer]] = {}
KINDS = ("may", "why_not", "value", "who", "which", "result", "goes")


def question(kind: str, name: str, *keys: str) -> Callable[[Answerer], Answerer]:
    """Register who answers a question, and the keys that it may carry."""

    def mark(function: Answerer) -> Answerer:
        QUESTIONS[kind, name] = (frozenset(keys), function)
        return function

    return mark


def load() -> None:
    """Import the modules that register questions."""
    for name in _MODULES:
        import_module(f"fieldpress.engine.overlord.{name}")


def read_ask(raw: Any, path: Path) -> Ask:
    """A question from its mapping. EngineFault where it is none that is known."""
    if not isinstance(raw, Mapping):
        raise EngineFault(
            f"a question is a mapping such as {{value: combat-value}}, not {raw!r}", path
        )
    kinds = [kind for kind in KINDS if kind in raw]
    if len(kinds) != 1:
        raise EngineFault(f"a question has exactly one of {', '.join(KINDS)}", path)
    kind = kinds[0]
    if kind in ("may", "why_not"):
        only(raw, frozenset({kind, "after"}), path)
        return Ask(kind, "act", raw, path)
    load()
    name = raw[kind]
    names = [n for k, n in QUESTIONS if k == kind]
    if not isinstance(name, str) or name not in names:
        near = difflib.get_close_matches(str(name), names, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
        raise EngineFault(f"{kind}: nothing is called {name!r}; {hint}", (*path, kind))
    only(raw, QUESTIONS[kind, str(name)][0] | {kind, "after"}, path)
    check_keys({key: value for key, value in raw.items() if key != kind}, path)
    return Ask(kind, str(name), raw, path)


def answer(c: Case, ask: Ask) -> Verdict:
    """The verdict on a question."""
    if ask.kind in ("may", "why_not"):
        act = read_act(c, ask.raw[ask.kind], (*ask.at, ask.kind))
        found = judge(c, act)
        outcome = outcome_of(found)
        cited = (
            [key for f in found for key in f.clauses] if outcome != "allowed" else list(act.grounds)
        )
        if outcome == "undetermined":
            cited = [key for f in found for key in f.clauses]
        needs = [n for f in found if f.status == "open" for n in f.needs]
        return verdict_of(
            c.k, outcome, None, found, (), cited, needs if outcome == "undetermined" else ()
        )
    load()
    return QUESTIONS[ask.kind, ask.name][1](c, ask)


# -- forms of an answer --------------------------------------------------------------------------


def amount(c: Case, found: Derived, clauses: Iterable[str] = ()) -> Verdict:
    """A number, or the range of what it could be with what would settle it."""
    cited = [*clauses_of(p for p in found.parts if p.counted or p.clauses), *clauses]
    if found.amount.known:
        return verdict_of(c.k, "value", found.amount.number, (), found.parts, cited)
    return verdict_of(c.k, "undetermined", found.amount, (), found.parts, cited, found.needs)


def told(
    c: Case,
    value: Any,
    clauses: Iterable[str],
    needs: Iterable[str] = (),
    parts: Iterable[Contribution] = (),
) -> Verdict:
    """A value that is no sum; undetermined where something is missing."""
    needs = tuple(needs)
    parts = tuple(parts)
    cited = (*clauses, *clauses_of(parts))
    if needs:
        return verdict_of(c.k, "undetermined", None, (), parts, cited, needs)
    return verdict_of(c.k, "value", value, (), parts, cited)


def yes_no(c: Case, sure: Tri, clauses: Iterable[str], needs: Iterable[str] = ()) -> Verdict:
    """yes or no, or what would settle it."""
    return told(
        c, "yes" if sure.value else "no", (*clauses, *c.k.ledger.cited), needs or sure.needs
    )


def figure(c: Case, name: str, *keys: str, formation: str = "") -> Verdict:
    """A figure that the game or scenario sets."""
    most, more = c.number(name, formation)
    if most is None or not all(c.k.rule(key) for key in keys):
        return told(c, None, (), (f"parameter {name}",))
    return told(c, most, (*keys, *more))


def role(ask: Ask) -> str:
    found = ask.word("of")
    if found not in ROLES:
        raise EngineFault("`of` is attacker or defender", (*ask.at, "of"))
    return found


def side(c: Case, ask: Ask) -> str:
    found = ask.word("of")
    if found not in c.k.game.sides:
        raise EngineFault(f"`of` is a side: {' or '.join(c.k.game.sides)}", (*ask.at, "of"))
    return found
