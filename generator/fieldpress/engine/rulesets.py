"""The table of rulesets: what the engine can do for a game is found by `game.ruleset`.

Each ruleset is a package `engine/<name>/` with a module `ruleset` that holds `RULESET`; it is
loaded when a game of it is asked about, and no sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from fieldpress.engine.answer import Answer, Options
from fieldpress.engine.knowledge import Assumption
from fieldpress.engine.registry import Registry
from fieldpress.engine.verdicts import Contribution, EngineFault, Finding, Need, Outcome, Verdict
from fieldpress.model import Game, Library


class RuleOn(Protocol):
    """Answers every question of a situation; raises EngineFault, or Refused on a forbidden move."""

    def __call__(
        self, library: Library, raw: Mapping[str, Any], options: Options | None = None
    ) -> list[Answer]: ...


class Assume(Protocol):
    """`ID.FIELD` and a value as an assumption; EngineFault for an id that is no record."""

    def __call__(
        self,
        library: Library,
        game: str,
        key: str,
        value: Any,
        path: tuple[str | int, ...] = (),
    ) -> Assumption: ...


class Wording(Protocol):
    """A module that says verdicts in English; each ruleset has its own."""

    def answer(self, game: Game, ask: Mapping[str, Any], verdict: Verdict) -> str:
        """The short answer to a question, as a sentence or two."""

    def finding(self, game: Game, found: Finding) -> str:
        """A finding as a clause of a sentence, without a full stop."""

    def contribution(self, game: Game, part: Contribution) -> str:
        """One part of a number, or why it does not count."""

    def fact(self, game: Game, need: str) -> str:
        """A missing fact by the names that people know."""

    def turns(self, game: Game, need: Need) -> list[str]:
        """How the answer turns on a missing number, one line each."""

    def read_fact(self, game: Game, fact: str) -> str:
        """A fact that rests on our reading."""

    def untold(self, name: str) -> str:
        """A fact that the situation does not give."""

    def name(self, game: Game, record: str) -> str:
        """A record `KIND:ID` by its name."""

    def piece(self, game: Game, ident: Any, wanted: str = "") -> str:
        """A piece by the name or id that the asker gave."""

    def side(self, game: Game, ident: str) -> str:
        """A side by its name, with the article."""

    def move(self, game: Game, raw: Mapping[str, Any]) -> str:
        """A move in words, as after `may`."""


#: What an engine reads of scenarios and campaigns unless its ruleset says otherwise.
READS = {
    "procedures": "setup",
    "victory": "victory of",
    "scoring": "campaign",
    "result": "campaign",
}


class SetupReport(Protocol):
    """What a ruleset's own check of a layout found."""

    @property
    def outcome(self) -> Outcome: ...

    def lines(self) -> Iterator[str]:
        """For people, line by line."""

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/check-setup.json says."""


class StatedSetup(Protocol):
    """A setup as far as a scenario's sheet states it, where the rest is in no source."""

    def lines(self) -> Iterator[str]:
        """For people, line by line, with what is left out."""

    def to_json(self) -> dict[str, Any]:
        """As the ruleset's setup schema says, so that check-setup reads it."""


class Progress(Protocol):
    """A game or campaign in progress: where it stands and what may come next."""

    def lines(self) -> Iterator[str]:
        """For people, line by line."""

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/campaign.json says."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What the engine can do for the games of one ruleset.

    `situation` and `setup` are the schema files of a question and of a layout. `check_setup` judges
    a layout (game, scenario, given); None: the steps of its procedures do (`engine.setup`).
    `one_line`: whether a common question can be put by `--SIDE CARD` on the command line.
    `why_no_play` says why whole games cannot be played; empty where they can. `reads`: parts of a
    scenario or a campaign whose clauses the engine follows, and how a report calls them; what
    begins with "setup" is followed by the check of setups alone. `stated` gives the setup of a
    scenario and difficulty as far as it is stated; None: it can be dealt. `progress` lists what may
    come next in a game or campaign whose state meets the schema `state`; None: the engine cannot.
    """

    name: str
    rule_on: RuleOn
    assumption: Assume
    wording: Wording
    registry: Registry
    parameters: frozenset[str]
    situation: str
    setup: str
    check_setup: Callable[[Library, Mapping[str, Any]], SetupReport] | None = None
    one_line: bool = False
    why_no_play: str = ""
    reads: Mapping[str, str] = field(default_factory=lambda: dict(READS))
    stated: Callable[[Library, str, str, str], StatedSetup] | None = None
    progress: Callable[[Library, Mapping[str, Any]], Progress] | None = None
    state: str = ""


#: The rulesets that the engine knows.
RULESETS = ("commando", "normandie", "overlord")


def ruleset(name: str) -> Ruleset:
    """A ruleset by name. EngineFault where the engine does not know it."""
    if name not in RULESETS:
        raise EngineFault(f"the engine does not know the {name} rules yet", ("game",))
    found: Ruleset = import_module(f"fieldpress.engine.{name}.ruleset").RULESET
    return found


def ruleset_of(library: Library, game: str) -> Ruleset:
    """The ruleset of a game. EngineFault where there is no such game or no engine for it."""
    if game not in library.games:
        raise EngineFault(
            f"no game is called {game!r}; there are {', '.join(library.games)}", ("game",)
        )
    return ruleset(library[game].ruleset)


def known(game: Game) -> Ruleset | None:
    """The ruleset of a game, None where the engine has none for it."""
    return ruleset(game.ruleset) if game.ruleset in RULESETS else None
