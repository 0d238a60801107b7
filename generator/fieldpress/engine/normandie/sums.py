"""Numbers that a question may ask for: how they come together, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fieldpress.engine.contributions import fold
from fieldpress.engine.inquiry import verdict_of
from fieldpress.engine.normandie.case import BASE
from fieldpress.engine.normandie.registry import register
from fieldpress.engine.normandie.rulebook import Figure, Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.tri import Tri
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault, Verdict, distinct


@dataclass(slots=True)
class Sum:
    """A number as it comes together: its parts, the clauses, and the facts that are missing."""

    k: Rulebook
    t: Table
    ask: Mapping[str, Any]
    what: str
    parts: list[Contribution] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)

    def add(
        self,
        amount: int | Amount | None,
        record: str,
        clauses: Iterable[str] = (),
        *,
        operation: str = "add",
        needs: Iterable[str] = (),
        **params: Any,
    ) -> None:
        """One part that counts; None: a number from 0 that `needs` would tell."""
        if amount is None:
            amount = Amount(0, None)
        if isinstance(amount, int):
            amount = Amount.of(amount)
        keys, wanted = tuple(clauses), tuple(needs)
        self.parts.append(
            Contribution(self.what, operation, amount, record, "", keys, True, "", params, wanted)
        )
        self.clauses += keys
        self.needs += wanted

    def leave(self, record: str, why: str, clauses: Iterable[str] = (), **params: Any) -> None:
        """A part that was considered and does not count."""
        keys = tuple(clauses)
        self.parts.append(
            Contribution(self.what, "add", Amount.of(0), record, "", keys, False, why, params)
        )
        self.clauses += keys

    def maybe(
        self, holds: Tri, amount: int | Amount, record: str, clauses: Iterable[str], why: str
    ) -> None:
        """A part that counts where something holds."""
        if holds.value:
            self.add(amount, record, clauses)
        elif holds.value is False:
            self.leave(record, why, clauses)
        else:
            high = amount if isinstance(amount, int) else amount.high
            span = Amount(min(0, high or 0), max(0, high or 0))
            self.add(span, record, clauses, needs=holds.needs)

    def figure(self, name: str, **where: Any) -> Figure:
        """A figure as it holds now, its clauses noted where it is open."""
        told = {"night": self.t.night, "turn": self.t.turn, **where}
        return self.t.by_night(name, self.k.figure(name, **told))

    def base(self, why: str, fact: str) -> None:
        """The base game would tell this number, and it has to be given."""
        self.k.reserve_judgement(BASE, "base", why)
        self.needs.append(fact)

    def verdict(self) -> Verdict:
        """The number, or the range in which it lies and what is missing."""
        total = fold(self.parts)
        keys = distinct(self.clauses)
        if self.needs and not total.known:
            return verdict_of(self.k, "undetermined", total, (), self.parts, keys, self.needs)
        if not self.parts:
            return verdict_of(self.k, "undetermined", None, (), (), keys, self.needs)
        return verdict_of(self.k, "value", total, (), self.parts, keys)


Value: TypeAlias = Callable[[Sum], None]
#: Name of a number -> what a question about it also has to say, and how it comes together.
VALUES: dict[str, tuple[frozenset[str], Value]] = {}


def value(name: str, *also: str, keys: Iterable[str] = ()) -> Callable[[Value], Value]:
    """Mark how a number comes together; `also`: what the question has to say."""

    def mark(function: Value) -> Value:
        VALUES[name] = (frozenset(also), function)
        for key in keys:
            register(key, "rule")
        return function

    return mark


def answer(k: Rulebook, t: Table, ask: Mapping[str, Any]) -> Verdict:
    """The verdict on a `value` question."""
    also, function = VALUES[ask["value"]]
    missing = sorted(also - ask.keys())
    if missing:
        raise EngineFault(f"value: {ask['value']} also needs `{missing[0]}`")
    found = Sum(k, t, ask, ask["value"])
    function(found)
    return found.verdict()
