"""A campaign in progress: who has won what so far, what that leaves, and what may come next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.normandie.given import a_side
from fieldpress.engine.normandie.outcomes import wins_campaign
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.shapes import Path, listing, mapping, one_of, only
from fieldpress.engine.verdicts import EngineFault, distinct
from fieldpress.model import Game, Library
from fieldpress.model.facts import Text
from fieldpress.model.records import Campaign

FORMAT = "fieldpress-campaign/1"


@dataclass(frozen=True, slots=True)
class Step:
    """The end of the next scenario, as one side wins it: what it leaves, by which clauses."""

    scenario: str
    winner: str
    clauses: tuple[str, ...]
    gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Winners so far by scenario, the effects in force, the steps that may follow, and the winner
    of the whole where it is decided."""

    game: Game
    campaign: Campaign
    won: dict[str, str]
    effects: tuple[str, ...]
    steps: tuple[Step, ...]
    winner: str | None
    readings: Mapping[str, str]

    def lines(self) -> Iterator[str]:
        """For people: the score, what holds, what may come next with its clauses."""
        yield f"{self.game.title}: campaign {self.campaign.title}"
        for scenario, side in self.won.items():
            title = self.game.scenarios[scenario].title
            yield f"  {title}: won by the {self.game.side_name(side)}"
        if self.effects:
            yield "What that leaves"
            for ident in self.effects:
                scenario = self.campaign.raw["effects"][ident]["in"]
                yield f"  in scenario {scenario}: {self._effect(ident)}"
        if self.winner:
            yield f"The campaign is decided: the {self.game.side_name(self.winner)} wins it."
        if self.steps:
            yield f"Next is {self.game.scenarios[self.steps[0].scenario].title}"
        for step in self.steps:
            said = "; ".join(self._effect(one) for one in step.gives) or "nothing is carried over"
            keys = f"  [{', '.join(step.clauses)}]" if step.clauses else ""
            yield f"  won by the {self.game.side_name(step.winner)}: {said}{keys}"

    def _effect(self, ident: str) -> str:
        raw = self.campaign.raw["effects"][ident]["text"]
        return Text.parse(raw, self.game.language).get().rstrip(".")

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/campaign.json says."""
        before = list(self.effects)
        steps = [
            {
                "act": {"scenario": step.scenario, "winner": step.winner},
                "text": f"scenario {step.scenario} won by the {self.game.side_name(step.winner)}",
                "legal": True,
                "clauses": list(step.clauses),
                "effects": [
                    {"path": f"given.won.{step.scenario}", "from": None, "to": step.winner},
                    {
                        "path": "effects",
                        "from": before,
                        "to": list(distinct((*before, *step.gives))),
                    },
                ],
                "needs": [],
            }
            for step in self.steps
        ]
        state: dict[str, Any] = {"game": self.game.id, "given": {"won": self.won}}
        if self.readings:
            state["readings"] = dict(self.readings)
        return {
            "format": FORMAT,
            "game": self.game.id,
            "scenario": "",
            "phase": "",
            "campaign": self.campaign.id,
            "winner": self.winner,
            "steps": steps,
            "left_out": 0,
            "state": state,
            "exit_code": exit_code,
        }


def progress(library: Library, raw: Mapping[str, Any]) -> Progress:
    """Where a campaign stands (schema/campaign-state.normandie.json). EngineFault with the spot of
    what is wrong."""
    only(raw, {"game", "given", "then", "readings", "$schema"}, ())
    game = library[str(raw["game"])]
    if not game.campaigns:
        raise EngineFault(f"{game.id} has no campaign", ("game",))
    campaign = next(iter(game.campaigns.values()))
    k = Rulebook(library, game.id, readings=mapping(raw, "readings", ()))
    order = list(campaign.scenarios)
    given = mapping(raw, "given", ())
    only(given, {"won"}, ("given",))
    won: dict[str, str] = {}
    for name, side in mapping(given, "won", ("given",)).items():
        here: Path = ("given", "won", str(name))
        won[one_of(name, tuple(order), here)] = a_side(k, Table(), side, here)
    won = {name: won[name] for name in order if name in won}
    _in_order(order, list(won), ("given", "won"))
    for index, act in enumerate(listing(raw, "then", ())):
        only(act, {"scenario", "winner"}, ("then", index))
        wanted = next((name for name in order if name not in won), "")
        if not wanted:
            raise EngineFault("every scenario of the campaign has been played", ("then", index))
        if act.get("scenario") != wanted:
            raise EngineFault(
                f"scenario {wanted} comes next, not {act.get('scenario')!r}",
                ("then", index, "scenario"),
            )
        won[wanted] = a_side(k, Table(), act.get("winner"), ("then", index, "winner"))
    effects = distinct(e for name, side in won.items() for e in _gives(k, campaign, name, side)[0])
    following = next((name for name in order if name not in won), None)
    steps = []
    for side in game.sides if following else ():
        gives, clauses = _gives(k, campaign, str(following), side)
        steps.append(Step(str(following), side, clauses, gives))
    verdict = wins_campaign(k, Table(), {"won": won})
    winner = str(verdict.value) if verdict.outcome == "value" else None
    readings = dict(mapping(raw, "readings", ()))
    return Progress(game, campaign, won, effects, tuple(steps), winner, readings)


def _in_order(order: list[str], played: list[str], path: Path) -> None:
    """Scenarios are played in their order, without leaving one out."""
    for name, wanted in zip(played, order, strict=False):
        if name != wanted:
            raise EngineFault(
                f"scenario {wanted} comes before {name}, and who won it is not told", (*path, name)
            )


def _gives(
    k: Rulebook, campaign: Campaign, scenario: str, winner: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What an outcome leaves to later scenarios, and the clauses that say so."""
    gives: list[str] = []
    clauses: list[str] = []
    for outcome in campaign.raw["outcomes"]:
        here = outcome["scenario"] == scenario and outcome["winner"] in (winner, "any")
        if here and k.in_force(outcome):
            gives += outcome["gives"]
            clauses += outcome["clauses"]
    return distinct(gives), distinct(clauses)
