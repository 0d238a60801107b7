"""A campaign: its scenarios one after the other, what each leaves for the next, and the score.

Points and winner are those that answer questions after a campaign; here they are reckoned from what
was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.commando.campaign import campaign_of, campaign_points, campaign_winner
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Side, State
from fieldpress.engine.verdicts import Contribution, EngineFault, Verdict
from fieldpress.model import Library

FORMAT = "fieldpress-campaign/1"

#: The library that a scenario is played with, and the readings: stand-ins differ by scenario.
Supply = Callable[[str], tuple[Library, Mapping[str, str]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a scenario came to. `won`: Terrains that the attacker won, with the face; `strength`:
    Strength Points left; `tokens` that the defender has left, `held` by the attacker."""

    scenario: str
    winner: str
    won: tuple[tuple[str, str], ...]
    strength: int | None
    tokens: int
    held: int

    def to_json(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario, "winner": self.winner, "strength": self.strength,
            "won": [list(one) for one in self.won], "tokens": self.tokens, "held": self.held,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        won = tuple((terrain, face) for terrain, face in data["won"])
        return cls(**{**data, "won": won})


@dataclass(slots=True)
class Campaign:
    """The campaign of a game as far as it has been played. `seed`: of its first scenario; each
    further one has the next number."""

    game: str
    seed: int
    done: list[Outcome] = field(default_factory=list)

    def scenarios(self, library: Library) -> list[str]:
        """Its scenarios in order. Raises EngineFault where the game has no campaign."""
        found = next(iter(library[self.game].campaigns.values()), None)
        if found is None:
            raise EngineFault(f"{self.game} has no campaign")
        return [entry["scenario"] for entry in found.raw["scenarios"]]

    def next_scenario(self, library: Library) -> str | None:
        """The scenario to be played now; None when all are done."""
        left = self.scenarios(library)[len(self.done) :]
        return left[0] if left else None

    def carried(self, library: Library) -> dict[str, int]:
        """What the next scenario begins with besides its own setup."""
        if self.done:
            return {"tokens": self.done[-1].tokens, "held": self.done[-1].held}
        raw = next(iter(library[self.game].campaigns.values())).raw
        return {"tokens": int(raw.get("tokens", {}).get("count", 0)), "held": 0}

    def begin(self, supply: Supply, library: Library) -> Game:
        """Lay out the next scenario. Raises EngineFault where none is left."""
        scenario = self.next_scenario(library)
        if scenario is None:
            raise EngineFault("the campaign is over")
        filled, readings = supply(scenario)
        return Game.start(
            filled, self.game, scenario, self.seed + len(self.done),
            readings=readings, carried=self.carried(library),
        )  # fmt: skip

    def note(self, game: Game) -> Outcome:
        """Write down what a scenario came to. Raises EngineFault while it goes on."""
        result = game.result()
        if result is None or game.k.scenario is None:
            raise EngineFault("the scenario is not over yet")
        state = game.state
        outcome = Outcome(
            game.k.scenario.id,
            str(result["winner"]),
            tuple(state.campaign_won or ()),
            state.sides[game.k.side_of_role(ATTACKER)].strength,
            state.sides[game.k.side_of_role(DEFENDER)].campaign_tokens or 0,
            state.campaign_held,
        )
        self.done.append(outcome)
        return outcome

    # -- the score -------------------------------------------------------------------------------

    def points(self, library: Library) -> tuple[int, tuple[Contribution, ...]]:
        """The points so far, and what they are made up of."""
        k, state = self._reckoned(library)
        derived = campaign_points(k, state, k.side_of_role(ATTACKER))
        return derived.amount.number, derived.parts

    def winner(self, library: Library) -> Verdict:
        """Whom the points make the winner as they stand."""
        k, state = self._reckoned(library)
        return campaign_winner(k, state)

    def _reckoned(self, library: Library) -> tuple[GameKnowledge, State]:
        """The state of which the questions after a campaign are asked."""
        k = GameKnowledge(library, self.game, self.scenarios(library)[0], campaign=True)
        k.told = True  # these are questions
        campaign_of(k)
        state = State(sides={side: Side() for side in k.game.sides}, campaign=True)
        state.campaign_won = [one for outcome in self.done for one in outcome.won]
        state.campaign_strength = self.done[0].strength if self.done else 0
        state.campaign_held = self.done[-1].held if self.done else 0
        return k, state

    # -- keeping ---------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT, "game": self.game, "seed": self.seed,
            "done": [outcome.to_json() for outcome in self.done],
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Campaign:
        """The campaign that `to_json` gave. Raises EngineFault for another format."""
        if data.get("format") != FORMAT:
            raise EngineFault(f"a campaign has the format {FORMAT}, not {data.get('format')!r}")
        return cls(data["game"], data["seed"], [Outcome.from_json(raw) for raw in data["done"]])
