"""A campaign in progress: what has been scored, what each victory that is left would bring, and who
wins with the total as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.answer import Options
from fieldpress.engine.commando import wording
from fieldpress.engine.commando.campaign import campaign_of
from fieldpress.engine.commando.situation import knowledge, rule_on
from fieldpress.engine.verdicts import EngineFault, Verdict
from fieldpress.model import Game, Library
from fieldpress.model.facts import Text

FORMAT = "fieldpress-campaign/1"


@dataclass(frozen=True, slots=True)
class Progress:
    """Points as they stand, and each step that scores: the act, its text, clauses and effect."""

    game: Game
    campaign: str
    points: Verdict
    winner: Verdict
    steps: tuple[dict[str, Any], ...]
    state: dict[str, Any]

    def lines(self) -> Iterator[str]:
        """For people, line by line."""
        title = self.game.campaigns[self.campaign].title
        shown = wording.value_text(self.game, self.points.to_json()["value"])
        yield f"{self.game.title}: {title}"
        yield f"Victory Points: {shown} [{', '.join(self.points.clauses)}]"
        ask = {"who": "wins-campaign"}
        yield wording.answer(self.game, ask, self.winner)
        yield f"{len(self.steps)} victories are left that score"
        for step in self.steps:
            yield f"  - {step['text']} [{', '.join(step['clauses'])}]"
            for one in step["effects"]:
                yield f"      {one['path']}: {one['from']} -> {one['to']}"

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/campaign.json says."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "scenario": "",
            "phase": "",
            "campaign": self.campaign,
            "points": self.points.to_json()["value"],
            "winner": self.winner.to_json()["value"],
            "steps": list(self.steps),
            "left_out": 0,
            "state": self.state,
            "exit_code": exit_code,
        }


def progress(library: Library, raw: Mapping[str, Any]) -> Progress:
    """Judge what has been won, and list what each further victory would bring.

    EngineFault where the game has no campaign, or what is given cannot be so.
    """
    game = library[raw["game"]]
    record = campaign_of(knowledge(library, {"game": game.id}, Options()))
    given = dict(raw.get("given", {}))
    told = given.get("campaign")
    if not isinstance(told, Mapping):
        raise EngineFault("given.campaign says what has been won so far", ("given", "campaign"))
    side = next(s for s, e in game.sides.items() if e.get("role") == record["scoring"]["side"])
    base = _points(library, game.id, given, side)
    winner = rule_on(library, {"game": game.id, "given": given, "ask": [{"who": "wins-campaign"}]})
    steps = []
    for stage in record["scenarios"]:
        for score in stage.get("scores", ()):
            for entry in (
                score["count"].get("won", ()) if isinstance(score["count"], Mapping) else ()
            ):
                name = _named(game, entry)
                won = [str(one) for one in told.get("won", ())]
                if {name, entry["terrain"]} & set(won):
                    continue
                more = {**given, "campaign": {**told, "won": [*won, name]}}
                after = _points(library, game.id, more, side)
                steps.append(
                    {
                        "act": {"scenario": stage["scenario"], "won": name},
                        "text": f"win {wording.piece(game, name)} in {stage['scenario']}: "
                        f"{Text.parse(score['text'], game.language)}",
                        "legal": True,
                        "clauses": list(score["clauses"]),
                        "effects": [
                            {
                                "path": "points",
                                "from": base.to_json()["value"],
                                "to": after.to_json()["value"],
                            }
                        ],
                        "needs": [],
                    }
                )
    return Progress(game, record["id"], base, winner[0].verdict, tuple(steps), {"given": given})


def _points(library: Library, game: str, given: Mapping[str, Any], side: str) -> Verdict:
    ask = [{"value": "campaign-points", "of": side}]
    return rule_on(library, {"game": game, "given": given, "ask": ask})[0].verdict


def _named(game: Game, entry: Mapping[str, Any]) -> str:
    """A Terrain as a situation names it: a two-sided one by the name of its face."""
    letter = entry.get("face", "")
    for face in game.terrains[entry["terrain"]].faces:
        if letter and face.letter == letter:
            return str(face.number.value) if face.number.known else str(face.name)
    return str(entry["terrain"])
