"""What the engine answers with: verdicts, findings, contributions, needs. Data only, no prose.

Prose is made elsewhere from code and params (`engine/wording.py`), so that an answer stays data and
can be said in any language. A record is named `KIND:ID`, such as `card:x`; a clause by its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

Status: TypeAlias = Literal["raised", "lifted", "open"]
Outcome: TypeAlias = Literal["allowed", "forbidden", "value", "undetermined"]
Params: TypeAlias = Mapping[str, Any]
#: Nothing to say besides: what records share that have no params.
_NOTHING: Params = {}


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number known only to lie between `low` and `high`, both included.

    None is no bound on that side; a known number has both ends alike. Bounds may be negative.
    """

    low: int | None
    high: int | None

    @classmethod
    def of(cls, number: int) -> Amount:
        """A known number."""
        found = _KNOWN.get(number)
        return cls(number, number) if found is None else found

    @property
    def known(self) -> bool:
        return self.low is not None and self.low == self.high

    @property
    def number(self) -> int:
        """The number itself. Raises ValueError when it is not known."""
        if self.low is None or self.low != self.high:
            raise ValueError(f"{self} is not one number")
        return self.low

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int)
            and (self.low is None or self.low <= number)
            and (self.high is None or number <= self.high)
        )

    def to_json(self) -> Any:
        """The number itself when known, else `{low, high}`."""
        return self.low if self.known else {"low": self.low, "high": self.high}

    @classmethod
    def from_json(cls, data: Any) -> Amount:
        if isinstance(data, Mapping):
            return cls(data["low"], data["high"])
        return cls.of(data)


#: The numbers that come up most, made once.
_KNOWN: dict[int, Amount] = {}
_KNOWN.update({number: Amount(number, number) for number in range(-10, 61)})


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found about an act or a layout.

    raised: an objection. lifted: an objection that something set aside (`lifted_by`, a record, with
    the clauses that say so among `clauses`). open: an objection or none, depending on `needs`.
    """

    code: str
    params: Params = field(default_factory=dict)
    record: str = ""
    clauses: tuple[str, ...] = ()
    status: Status = "raised"
    needs: tuple[str, ...] = ()
    lifted_by: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "params": dict(self.params),
            "record": self.record,
            "clauses": list(self.clauses),
            "status": self.status,
            "needs": list(self.needs),
            "lifted_by": self.lifted_by,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Finding:
        return cls(
            data["code"],
            dict(data["params"]),
            data["record"],
            tuple(data["clauses"]),
            data["status"],
            tuple(data["needs"]),
            data["lifted_by"],
        )


class Contribution(NamedTuple):
    """One part of a derived number, or one that was considered and does not count.

    `what` names the number (combat-value, units-allowed ...), `operation` how the amount enters it,
    `record` where it comes from; `counted` false needs a `why`, a code with `params`. A tuple: a
    game in play makes them by the thousand.
    """

    what: str
    operation: str
    amount: Amount
    record: str
    side: str = ""
    clauses: tuple[str, ...] = ()
    counted: bool = True
    why: str = ""
    params: Params = _NOTHING
    needs: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "operation": self.operation,
            "amount": self.amount.to_json(),
            "record": self.record,
            "side": self.side,
            "clauses": list(self.clauses),
            "counted": self.counted,
            "why": self.why,
            "params": dict(self.params),
            "needs": list(self.needs),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Contribution:
        return cls(
            data["what"],
            data["operation"],
            Amount.from_json(data["amount"]),
            data["record"],
            data["side"],
            tuple(data["clauses"]),
            data["counted"],
            data["why"],
            dict(data["params"]),
            tuple(data["needs"]),
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """How an answer turns on a missing number: from `low` to `high` of it, this is the answer."""

    low: int | None
    high: int | None
    outcome: Outcome
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "outcome": self.outcome, "value": self.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Turn:
        return cls(data["low"], data["high"], data["outcome"], data["value"])


@dataclass(frozen=True, slots=True)
class Need:
    """A fact that the answer turns on; `fact` is what `--assume` takes: ID.FIELD or given.PATH."""

    fact: str
    why: str = ""
    turns: tuple[Turn, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"fact": self.fact, "why": self.why, "turns": [t.to_json() for t in self.turns]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Need:
        return cls(data["fact"], data["why"], tuple(Turn.from_json(t) for t in data["turns"]))


@dataclass(frozen=True, slots=True)
class Reservation:
    """An answer stands on what is stated; this record's `field` is not stated whole."""

    record: str
    field: str
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"record": self.record, "field": self.field, "why": self.why}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reservation:
        return cls(data["record"], data["field"], data["why"])


@dataclass(frozen=True, slots=True)
class Reading:
    """A discrepancy that the answer rests on, and the reading of it that was followed."""

    discrepancy: str
    reading: str
    adopted: bool = True

    def to_json(self) -> dict[str, Any]:
        return {
            "discrepancy": self.discrepancy,
            "reading": self.reading,
            "adopted": self.adopted,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reading:
        return cls(data["discrepancy"], data["reading"], data["adopted"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one question.

    `clauses`: every clause that it rests on, in the order met. `assumed`: facts taken for granted
    by the asker. `read`: facts used whose basis is our reading (`RECORD.FIELD`). `discrepancies`:
    readings followed where another one was open.
    """

    outcome: Outcome
    value: Any = None
    findings: tuple[Finding, ...] = ()
    contributions: tuple[Contribution, ...] = ()
    clauses: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    reservations: tuple[Reservation, ...] = ()
    assumed: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    discrepancies: tuple[Reading, ...] = ()

    @property
    def objections(self) -> tuple[Finding, ...]:
        """What stands in the way: raised findings before open ones."""
        raised = tuple(f for f in self.findings if f.status == "raised")
        return raised + tuple(f for f in self.findings if f.status == "open")

    def to_json(self) -> dict[str, Any]:
        value = self.value.to_json() if isinstance(self.value, Amount) else self.value
        return {
            "outcome": self.outcome,
            "value": value,
            "findings": [f.to_json() for f in self.findings],
            "contributions": [c.to_json() for c in self.contributions],
            "clauses": list(self.clauses),
            "needs": [n.to_json() for n in self.needs],
            "reservations": [r.to_json() for r in self.reservations],
            "assumed": list(self.assumed),
            "read": list(self.read),
            "discrepancies": [d.to_json() for d in self.discrepancies],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        return cls(
            data["outcome"],
            data["value"],
            tuple(Finding.from_json(f) for f in data["findings"]),
            tuple(Contribution.from_json(c) for c in data["contributions"]),
            tuple(data["clauses"]),
            tuple(Need.from_json(n) for n in data["needs"]),
            tuple(Reservation.from_json(r) for r in data["reservations"]),
            tuple(data["assumed"]),
            tuple(data["read"]),
            tuple(Reading.from_json(d) for d in data["discrepancies"]),
        )


def outcome_of(findings: Iterable[Finding]) -> Outcome:
    """forbidden if any objection is sure, else undetermined if any is open, else allowed."""
    seen = {f.status for f in findings}
    if "raised" in seen:
        return "forbidden"
    return "undetermined" if "open" in seen else "allowed"


def distinct(items: Iterable[Any]) -> tuple[Any, ...]:
    """The items without repetition, in the order first met; items need no hash."""
    out: list[Any] = []
    for item in items:
        if item not in out:
            out.append(item)
    return tuple(out)


def clauses_of(parts: Iterable[Finding | Contribution]) -> tuple[str, ...]:
    """Every clause that the parts cite, in the order met."""
    return distinct(key for part in parts for key in part.clauses)


class EngineFault(Exception):
    """The question or the content cannot be judged as it stands: a message for people, and a place.

    `path` leads to the spot in the question (keys and indices from its top), so that a reader that
    knows positions can add line and column. `more` are further faults found with this one.
    """

    def __init__(
        self,
        message: str,
        path: tuple[str | int, ...] = (),
        more: tuple[EngineFault, ...] = (),
    ) -> None:
        self.message, self.path, self.more = message, path, more
        super().__init__(message)
