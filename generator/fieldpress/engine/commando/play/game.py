"""A game in play: `Game.start`, then `legal_moves` and `push` until `result` says who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fieldpress.engine.commando.acts import act_of
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play import opening, options, turns
from fieldpress.engine.commando.play.decisions import Decision, decision
from fieldpress.engine.commando.play.knowing import GameKnowledge, shared
from fieldpress.engine.commando.play.observing import observation
from fieldpress.engine.commando.state import DEFENDER, Side, State
from fieldpress.engine.commando.table import Table
from fieldpress.engine.commando.tokens import FAILURE, SUCCESS, is_fixed, values_of
from fieldpress.engine.verdicts import EngineFault, Finding
from fieldpress.model import Library

FORMAT = "fieldpress-game/1"
#: The verbs of moves of which something is left to chance.
_CHANCE = frozenset({"toss", "roll", "recover", "roll_for", "strike_out"})


class IllegalMove(EngineFault):
    """A move that the rules forbid at this point; `findings` says why."""

    def __init__(self, move: Move, findings: tuple[Finding, ...]) -> None:
        self.move, self.findings = move, findings
        codes = ", ".join(finding.code for finding in findings)
        super().__init__(f"{move.to_json()} is not legal: {codes}")


class Game:
    """One game of a scenario, from setup to victory.

    `k` is what it is judged by, `state` the table, `moves` what was done so far (chance left out:
    with the seed it comes out the same). Two games that are copies share `k` and nothing else.
    """

    __slots__ = ("carried", "k", "moves", "seed", "state")

    def __init__(
        self,
        k: GameKnowledge,
        seed: int,
        state: State,
        moves: list[Move],
        carried: Mapping[str, Any] | None = None,
    ) -> None:
        self.k, self.seed, self.state, self.moves = k, seed, state, moves
        #: What the scenarios before brought, where this one is part of a campaign.
        self.carried = carried

    # -- beginning -------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        library: Library,
        game: str,
        scenario: str,
        seed: int,
        *,
        readings: Mapping[str, str] | None = None,
        carried: Mapping[str, Any] | None = None,
        trace: bool = False,
    ) -> Game:
        """Lay out a scenario and go on to the first decision. `carried`: what a campaign brings to
        it (`tokens` left to the defender, `held` by the attacker); None outside a campaign.

        Raises EngineFault for a game or scenario that does not exist, or whose facts do not
        suffice to play it.
        """
        if game not in library.games:
            raise EngineFault(f"no game is called {game!r}; there are {', '.join(library.games)}")
        campaign = carried is not None
        if trace:
            k = GameKnowledge(
                library, game, scenario, readings=readings, campaign=campaign, trace=True
            )
        else:
            k = shared(library, game, scenario, readings=readings, campaign=campaign)
        state = State(
            sides={name: _side() for name in k.game.sides}, phase="setup", campaign=campaign
        )
        if carried is not None:
            state.campaign_won, state.campaign_held = [], int(carried["held"])
            state.sides[k.side_of_role(DEFENDER)].campaign_tokens = int(carried["tokens"])
        state.table = Table(seed)
        found = cls(k, seed, state, [], carried)
        opening.begin(k, state, "setup")
        turns.advance(k, state)
        return found

    @classmethod
    def replay(
        cls,
        library: Library,
        game: str,
        scenario: str,
        seed: int,
        moves: Iterable[Move],
        *,
        readings: Mapping[str, str] | None = None,
        carried: Mapping[str, Any] | None = None,
        trace: bool = False,
    ) -> Game:
        """The game that these moves make from this seed. Raises IllegalMove at the first that the
        rules forbid."""
        found = cls.start(
            library, game, scenario, seed, readings=readings, carried=carried, trace=trace
        )
        for move in moves:
            found.push(move)
        return found

    # -- playing ---------------------------------------------------------------------------------

    @property
    def to_move(self) -> Decision | None:
        """The side that decides now, and what about; None when the game is over."""
        return decision(self.k, self.state)

    def legal_moves(self) -> list[Move]:
        """Every legal move of the side that decides now, each once."""
        return options.legal(self.k, self.state)

    def draw(self, below: Callable[[int], int], weigh: Callable[[Move], int] | None = None) -> Move:
        """One legal move as drawn from `legal_moves()`, each alike or by weight, without judging
        all of them. `below(n)` gives a whole number below n."""
        return options.drawn(self.k, self.state, below, weigh)

    def why_not(self, move: Move) -> tuple[Finding, ...]:
        """Every objection to a move, of either side; empty exactly when it is legal."""
        return options.objections(self.k, self.state, move, self.to_move)

    def is_legal(self, move: Move) -> bool:
        """Whether `why_not` would find nothing; it stops at the first objection."""
        return options.is_legal(self.k, self.state, move, self.to_move)

    def push(self, move: Move) -> Game:
        """Carry out a move and all that follows of itself. Raises IllegalMove."""
        found = self.why_not(move)
        if found:
            raise IllegalMove(move, found)
        return self.push_legal(move)

    def push_legal(self, move: Move) -> Game:
        """As `push`, for a move known to be legal: it is not judged again."""
        drawn = self._with_chance(move) if move.verb in _CHANCE else move
        if move.verb not in ("stop", "done"):
            # From here on the state is another. Who stops asks first what he has reached, who is
            # done what he was asked: what was found out of that when his moves were judged still
            # holds, and is let go there.
            self.k.scratch = None
        turns.act(self.k, self.state, drawn)
        self.moves.append(move)
        return self

    def _with_chance(self, move: Move) -> Move:
        """The move with what is left to chance decided by the game's own stream."""
        assert self.state.table is not None
        if move.verb in ("roll", "recover", "roll_for"):
            return move if move.verb == "roll" and self._fixed(move) else _fell(move, self._die())
        if move.verb == "strike_out":
            held = self.state.counter_pile
            return move._replace(what=held[self.state.table.below("column", len(held))])
        faces = tuple(values_of(self.k, str(move.what)))
        at = 0 if self._fixed(move) else self.state.table.below("tokens", len(faces))
        return _fell(move, faces[at])

    def _fixed(self, move: Move) -> bool:
        """Whether nothing is left to chance with a token: both its faces show the same."""
        alike = is_fixed(self.k, str(move.what))
        return alike and act_of(self.k, self.state, move).kind == "fixed-token"

    def _die(self) -> str:
        """What the die shows: as many of its faces as the rules say are a success."""
        faces, good = self.k.parameter("die-faces"), self.k.parameter("die-successes")
        if faces is None or good is None:
            raise EngineFault(f"{self.k.game.id} has no die")
        assert self.state.table is not None
        return SUCCESS if self.state.table.below("die", int(faces.value)) < good.value else FAILURE

    @property
    def over(self) -> bool:
        return self.state.table is not None and self.state.table.stage == "over"

    def result(self) -> Mapping[str, Any] | None:
        """Who has won: `winner` (a side), the `way` (of `endings.ways`), `clauses`, the `places` of
        the last turn with how each Assault ended, `turn`; None while the game goes on."""
        assert self.state.table is not None
        return dict(self.state.table.result) if self.over else None

    def observation(self, side: str) -> dict[str, Any]:
        """What a side may see of the table, and nothing else."""
        return observation(self.k, self.state, side)

    # -- keeping ---------------------------------------------------------------------------------

    def copy(self) -> Game:
        """A game that goes its own way from here; records are shared, nothing that changes is."""
        return Game(self.k, self.seed, self.state.copy(), list(self.moves), self.carried)

    def to_json(self) -> dict[str, Any]:
        """Seed, moves and state; `from_json` reads it back."""
        return {
            "format": FORMAT,
            "game": self.k.game.id,
            "scenario": self.k.scenario.id if self.k.scenario else "",
            "seed": self.seed,
            "readings": dict(self.k.readings),
            "carried": None if self.carried is None else dict(self.carried),
            "moves": [move_json(move) for move in self.moves],
            "state": self.state.to_json(),
        }

    @classmethod
    def from_json(cls, library: Library, data: Mapping[str, Any], *, trace: bool = False) -> Game:
        """The game that `to_json` gave, as it stood. Raises EngineFault for another format."""
        if data.get("format") != FORMAT:
            raise EngineFault(f"a saved game has the format {FORMAT}, not {data.get('format')!r}")
        k = GameKnowledge(
            library,
            data["game"],
            data["scenario"],
            readings=data["readings"],
            campaign=data["carried"] is not None,
            trace=trace,
        )
        moves = [move_of(raw) for raw in data["moves"]]
        return cls(k, data["seed"], State.from_json(data["state"]), moves, data["carried"])


def move_json(move: Move) -> dict[str, Any]:
    """A move as it is saved; unlike a situation's it names its place by number."""
    out = move.to_json()
    if move.place:
        out["place"] = move.place
    return out


def move_of(raw: Mapping[str, Any]) -> Move:
    """The move that `move_json` gave. Raises EngineFault for anything else."""
    known = {"side", "as", "origin", "lands", "place", "to", "pay"}
    verbs = [key for key in raw if key not in known]
    if len(verbs) != 1 or "side" not in raw:
        raise EngineFault(f"a saved move has a side and one verb, not {dict(raw)!r}")
    what = raw[verbs[0]]
    if isinstance(what, list):
        what = tuple(what)
    return Move(
        raw["side"], verbs[0], None if what is True else what, raw.get("as", ""),
        raw.get("origin"), raw.get("lands", ""), raw.get("place", 0),
        raw.get("to", ""), tuple(raw.get("pay", ())),
    )  # fmt: skip


def _fell(move: Move, lands: str) -> Move:
    """The move as chance has decided it (`replace` by hand: every token comes by here)."""
    return Move(
        move.side, move.verb, move.what, move.role, move.origin, lands, move.place, move.to,
        move.pay,
    )  # fmt: skip


def _side() -> Side:
    return Side(
        hand=[], tokens=[], heroic=[], taken=[], discard=[], draw_pile=0, redraws=0, heroic_taken=0
    )
