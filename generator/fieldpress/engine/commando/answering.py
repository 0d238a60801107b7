"""Put a verdict together from an answer and what the ledger noted on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import (
    Contribution,
    Finding,
    Need,
    Outcome,
    Verdict,
    distinct,
)

#: Said instead of a side while nobody has won (yet), or when nobody may.
NOBODY = "nobody"


def verdict_of(
    k: Knowledge,
    outcome: Outcome,
    value: Any = None,
    findings: Iterable[Finding] = (),
    parts: Iterable[Contribution] = (),
    clauses: Iterable[str] = (),
    needs: Iterable[str] = (),
) -> Verdict:
    """Put a verdict together with what the ledger noted; overridden clauses are cited as well."""
    cited = list(distinct(clauses))
    for key in tuple(cited):
        clause = k.game.clauses.get(key)
        cited += [c for c in (clause.overrides if clause else ()) if c not in cited]
    return Verdict(
        outcome,
        value,
        tuple(findings),
        tuple(parts),
        tuple(cited),
        tuple(Need(n, _why(k, n)) for n in distinct(needs)),
        tuple(k.ledger.reservations),
        tuple(k.ledger.assumed),
        tuple(k.ledger.read),
        k.readings_followed(),
    )


def _why(k: Knowledge, need: str) -> str:
    """Why a fact is missing, as the record says."""
    ident, _, name = need.rpartition(".")
    for kind in ("card", "terrain", "counter"):
        record = getattr(k.game, f"{kind}s").get(ident)
        fact = getattr(record, name, None)
        if fact is not None and getattr(fact, "unknown", False):
            return str(fact.why)
    return ""
