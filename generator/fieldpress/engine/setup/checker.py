"""Can this table have come from these steps? Every violation, with the clauses of the steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fieldpress.engine.setup.judging import Judge
from fieldpress.engine.setup.layout import Layout
from fieldpress.engine.setup.network import build, variants
from fieldpress.engine.setup.procedure import Procedure
from fieldpress.engine.verdicts import Need, Verdict, clauses_of, distinct, outcome_of


@dataclass(frozen=True, slots=True)
class Unseen:
    """A place that is free as far as the rest allows: not given at all, or pieces face down."""

    place: str
    count: int | None
    why: str


@dataclass(frozen=True, slots=True)
class NeverShown:
    """What a step asks and no layout can show to have been done."""

    step: str
    what: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a layout: allowed means possible, as far as it is seen."""

    verdict: Verdict
    unseen: tuple[Unseen, ...]
    never_shown: tuple[NeverShown, ...]

    @property
    def outcome(self) -> str:
        return self.verdict.outcome


def check(steps: Procedure, layout: Layout) -> Report:
    """Judge a layout. Of the ways in which players may have decided, the best one counts."""
    best: Judge | None = None
    for decisions in variants(steps, layout.said):
        judge = Judge(build(steps, decisions), layout)
        judge.judge()
        if best is None or judge.rank() < best.rank():
            best = judge
        if best.rank() == (0, 0):
            break
    assert best is not None
    findings = tuple(best.findings)
    verdict = Verdict(
        outcome=outcome_of(findings),
        findings=findings,
        clauses=clauses_of(findings),
        needs=tuple(
            Need(fact) for fact in distinct(f for finding in findings for f in finding.needs)
        ),
        read=distinct(best.read),
    )
    return Report(verdict, tuple(_unseen(best)), tuple(_never_shown(steps, layout)))


def _unseen(judge: Judge) -> Iterator[Unseen]:
    for name, place in judge.steps.places.items():
        if place.free or place.passing:
            continue
        expected = judge.network.expected(name)
        if name not in judge.layout.places:
            if expected != 0:
                yield Unseen(name, expected, "not-given")
            continue
        hidden = sum(seen.piece is None for seen in judge.layout.places[name].pieces)
        if hidden:
            yield Unseen(name, hidden, "face-down")


def _never_shown(steps: Procedure, layout: Layout) -> Iterator[NeverShown]:
    for step in steps.walk():
        if step.do == "shuffle":
            yield NeverShown(step.key, "shuffled", step.clauses)
        if step.random:
            yield NeverShown(step.key, "at-random", step.clauses)
        if step.seen_by == "nobody":
            yield NeverShown(step.key, "not-looked-at", step.clauses)
        if step.do in ("may", "redraw") and step.id not in layout.said:
            yield NeverShown(step.key, "decided", step.clauses)
        if step.options and step.id not in layout.said:
            yield NeverShown(step.key, "said", step.clauses)
