"""What the check of a layout found, for people and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.normandie.phrases import SETUP
from fieldpress.engine.normandie.wording import amount, fact, name, piece
from fieldpress.engine.verdicts import Finding, Outcome, clauses_of, distinct, outcome_of
from fieldpress.model import Game

FORMAT = "fieldpress-check-setup/1"


@dataclass(frozen=True, slots=True)
class SetupReport:
    """`unseen`: parts of the layout that are not told, free as far as the rest allows."""

    game: Game
    scenario: str
    findings: tuple[Finding, ...]
    unseen: tuple[str, ...]

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self.findings)

    @property
    def clauses(self) -> tuple[str, ...]:
        return clauses_of(self.findings)

    def text(self, found: Finding) -> str:
        """A finding as a sentence."""
        params = {
            key: (
                ", ".join(self._zone(one) for one in value)
                if isinstance(value, (list, tuple))
                else piece(self.game, value)
                if isinstance(value, str)
                else amount(value)
            )
            for key, value in found.params.items()
        }
        record = name(self.game, found.record) if found.record else "it"
        said = SETUP[found.code].format(record=record, **params)
        said = f"{said[:1].upper()}{said[1:]}."
        return f"Perhaps: {said}" if found.status == "open" else said

    def _zone(self, ident: Any) -> str:
        zones = self.game.scenarios[self.scenario].raw.get("zones", {})
        found = zones.get(str(ident), {}).get("name")
        return str(found) if isinstance(found, str) else str(ident)

    def lines(self) -> Iterator[str]:
        """The verdict, then each finding with its clauses, then what was not told."""
        title = self.game.scenarios[self.scenario].title
        first = {
            "allowed": "Legal, as far as it is told.",
            "forbidden": "Not legal.",
            "undetermined": "Undetermined: facts that are not told decide.",
        }[self.outcome]
        yield f"{self.game.title}: {title}"
        yield first
        for found in self.findings:
            keys = f"  [{', '.join(found.clauses)}]" if found.clauses else ""
            yield f"  - {self.text(found)}{keys}"
            if found.status == "open":
                facts = " and ".join(fact(self.game, one) for one in found.needs)
                yield f"      it turns on {facts}"
        if self.unseen:
            yield "Not told, and free as far as the rest allows"
            for one in self.unseen:
                yield f"  {one}"

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/check-setup.json says."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "scenario": self.scenario,
            "verdict": {
                "outcome": self.outcome,
                "findings": [found.to_json() for found in self.findings],
                "clauses": list(self.clauses),
                "needs": list(distinct(n for found in self.findings for n in found.needs)),
            },
            "texts": [self.text(found) for found in self.findings],
            "unseen": [{"place": one, "count": None, "why": "not-given"} for one in self.unseen],
            "never_shown": [],
            "exit_code": exit_code,
        }
