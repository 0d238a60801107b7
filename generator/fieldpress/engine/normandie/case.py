"""One act before its judges: each check adds what it finds to the case.

A check says of its rule: it bars the act, it is kept, something sets it aside, or it hangs on a
fact. An act is legal when nothing is raised or open; the clauses kept are its grounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fieldpress.engine.normandie.acts import Act
from fieldpress.engine.normandie.registry import register
from fieldpress.engine.normandie.rulebook import Figure, Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.tri import YES, Tri, all_of, known, negate, open_on
from fieldpress.engine.verdicts import Finding, Status, distinct

#: The record that a reservation names where the base game's own rules decide too.
BASE = "game:base"


def status_of(broken: Tri) -> Status:
    """How a rule stands that is broken for sure, or perhaps."""
    return "raised" if broken.value else "open"


@dataclass(slots=True)
class Case:
    """An act, what is told, and what the checks found so far."""

    k: Rulebook
    t: Table
    act: Act
    found: list[Finding] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    # -- asking ------------------------------------------------------------------------------------

    def figure(self, name: str) -> Figure:
        """A figure as it holds now, for the side that acts."""
        found = self.k.figure(
            name, night=self.t.night, turn=self.t.turn, side=self.act.side or None
        )
        return self.t.by_night(name, found)

    def said(self, name: str, path: str = "") -> Tri:
        """Whether something is said of the act to be so; open where it is not said."""
        value = self.act.get(name)
        return open_on(path or f"ask.{name}") if value is None else known(bool(value))

    def phase(self, *phases: str) -> Tri:
        """Whether the act happens in one of these phases."""
        now = self.act.get("phase") or self.t.phase
        return open_on("given.phase") if now is None else known(now in phases)

    def tokens(self, name: str) -> tuple[int | None, str]:
        """How many tokens of a kind the unit's side has left, and the path of the fact."""
        unit, side = self.act.unit, self.act.side
        if unit and name in (self.t.told(unit, "tokens") or {}):
            return self.t.told(unit, "tokens")[name], ""
        held = self.t.sides.get(side, {}).get("tokens") or {}
        return held.get(name), f"given.sides.{side}.tokens.{name}"

    # -- finding -----------------------------------------------------------------------------------

    def bar(
        self, code: str, broken: Tri, clauses: Iterable[str], record: str = "", **params: Any
    ) -> None:
        """A rule that bars the act where `broken` is yes; kept, and cited, where it is no."""
        keys = tuple(clauses)
        if broken.value is False:
            self.kept += keys
            return
        record = record or (f"unit:{self.act.unit}" if self.act.unit else "")
        self.found.append(Finding(code, params, record, keys, status_of(broken), broken.needs))

    def need(
        self, code: str, met: Tri, clauses: Iterable[str], record: str = "", **params: Any
    ) -> None:
        """A condition that the act has to meet."""
        self.bar(code, negate(met), clauses, record, **params)

    def lift(
        self,
        code: str,
        broken: Tri,
        by: Tri,
        clauses: Iterable[str],
        lifted_by: str,
        lifting: Iterable[str],
        record: str = "",
        **params: Any,
    ) -> None:
        """A rule that bars the act unless something sets it aside."""
        keys, setting = tuple(clauses), tuple(lifting)
        if broken.value and by.value:
            record = record or (f"unit:{self.act.unit}" if self.act.unit else "")
            both = distinct((*keys, *setting))
            self.found.append(
                Finding(code, params, record, both, "lifted", (), lifted_by=lifted_by)
            )
            return
        self.bar(code, all_of((broken, negate(by))), keys, record, **params)

    def keep(self, *clauses: str) -> None:
        """Clauses that allow the act, or that it meets."""
        self.kept += clauses

    def provided(self, *keys: str) -> bool:
        """Whether these clauses provide for the act at all; without them it is not possible."""
        if self.k.rule(*keys):
            self.keep(*keys)
            return True
        record = f"unit:{self.act.unit}" if self.act.unit else f"side:{self.act.side}"
        self.found.append(Finding("no-ground", {"act": self.act.verb}, record))
        return False

    def base(self, why: str) -> None:
        """The base game's own rules decide too, and these texts do not hold them."""
        self.k.reserve_judgement(BASE, "base", why)


Check: TypeAlias = Callable[[Case], None]
#: Verb -> its checks, in the order in which they were registered.
CHECKS: dict[str, list[Check]] = {}


def on(*verbs: str, keys: Iterable[str] = ()) -> Callable[[Check], Check]:
    """Mark a check of some verbs, which decides under these clauses."""

    def mark(check: Check) -> Check:
        for verb in verbs:
            CHECKS.setdefault(verb, []).append(check)
        for key in keys:
            register(key, "limit")
        return check

    return mark


def judge(k: Rulebook, t: Table, act: Act) -> Case:
    """The case after every check of its verb."""
    case = Case(k, t, act)
    for check in CHECKS.get(act.verb, ()):
        check(case)
    if not case.found and not case.kept and act.verb in OURS:
        case.found.append(Finding("no-ground", {"act": act.verb}, f"unit:{act.unit}"))
    order = {"raised": 0, "open": 1, "lifted": 2}
    case.found.sort(key=lambda one: order[one.status])
    return case


#: Acts that these packs add; without a clause that provides for one, it is not possible.
OURS = frozenset(
    {"help", "inspire", "lay", "detonate", "spend", "wake", "hole", "attach", "load", "replace"}
)

__all__ = ["BASE", "CHECKS", "OURS", "YES", "Case", "judge", "on"]
