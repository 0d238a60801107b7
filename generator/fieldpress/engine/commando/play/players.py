"""Players that are no people: by chance, each legal move alike or leaning towards an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.decisions import behind
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.rng import Stream
from fieldpress.engine.verdicts import EngineFault

Player = Callable[[Game, list[Move]], Move]

#: How a leaning player weighs the verbs. To break off is possible at nearly every moment of an
#: Assault, often beside nothing but to go on: it has to weigh next to nothing to be rare in a game.
LEANINGS: Mapping[str, int] = {
    "retreat": 1, "stop": 80, "no_unit": 60, "done": 80, "decline": 120, "give_strength": 40,
    "play": 240, "toss": 240,
}  # fmt: skip
_OTHERS = 200


class RandomPlayer:
    """A player that draws its moves from a named stream; leaning, by the weights of the verbs."""

    def __init__(self, seed: int, name: str = "bot", leaning: bool = True) -> None:
        self._stream = Stream(seed, name)
        self._weigh = weight_of if leaning else None

    def __call__(self, game: Game, moves: list[Move]) -> Move:
        if self._weigh is None:
            return moves[self._stream.below(len(moves))]
        weights = [LEANINGS.get(move.verb, _OTHERS) for move in moves]
        drawn = self._stream.below(sum(weights))
        for move, weight in zip(moves, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return move
        raise AssertionError("the weights add up to less than their sum")

    def draw(self, game: Game) -> Move:
        """As a call with all legal moves (equally likely, not the same one), only faster."""
        return game.draw(self._stream.below, self._weigh)


def weight_of(move: Move) -> int:
    """How much a leaning player is drawn to a move."""
    return LEANINGS.get(move.verb, _OTHERS)


def random_player(seed: int, name: str = "bot", leaning: bool = True) -> RandomPlayer:
    """A player by chance; two with the same seed and name play alike."""
    return RandomPlayer(seed, name, leaning)


def fighter(seed: int, name: str = "fighter") -> Player:
    """A player that fights: plays its Events, sends the strongest Unit first, raises while behind,
    never gives up what it need not; chance decides between equals and about everything else."""
    by_chance = random_player(seed, name)

    def choose(game: Game, moves: list[Move]) -> Move:
        asked = game.to_move
        assert asked is not None
        events = [move for move in moves if move.verb == "play" and move.role == "event"]
        if events:  # now or never: the first Unit ends the phase
            return by_chance(game, events)
        units = [move for move in moves if move.verb == "play" and move.role == "unit"]
        if asked.kind in ("face", "next-unit", "last-events", "unit") and units:
            return max(units, key=lambda move: printed(game, move))
        if asked.kind == "raise":
            now = game.state.fight_now(asked.place)
            if now is not None and behind(game.k, game.state, now) != game.k.role_of_side(
                asked.side
            ):
                return next(move for move in moves if move.verb == "stop")
        staying = [m for m in moves if m.verb not in ("retreat", "stop")]
        return by_chance(game, staying or [m for m in moves if m.verb != "retreat"] or moves)

    return choose


def printed(game: Game, move: Move) -> int:
    """The Combat value that a card shows; 0 where it shows none."""
    found = game.k.fact("card", str(move.what), "combat_value").value
    return found if isinstance(found, int) else 0


def passive(seed: int, name: str = "passive") -> Player:
    """A player that does as little as it may: it lets everything pass and sends nobody."""
    by_chance = random_player(seed, name)
    order = ("decline", "no_unit", "done", "stop", "retreat")

    def choose(game: Game, moves: list[Move]) -> Move:
        for verb in order:
            for move in moves:
                if move.verb == verb:
                    return move
        return by_chance(game, moves)

    return choose


def playout(
    game: Game, players: Mapping[str, Player] | Player, *, cap: int = 5_000
) -> Mapping[str, Any]:
    """Play a game to its end, each side by its player. EngineFault if no end comes within `cap`
    moves, or if a side that has to move has no legal move."""
    for _ in range(cap):
        asked = game.to_move
        if asked is None:
            found = game.result()
            assert found is not None
            return found
        player = players if callable(players) else players[asked.side]
        if isinstance(player, RandomPlayer):
            game.push_legal(player.draw(game))
            continue
        moves = game.legal_moves()
        if not moves:
            raise EngineFault(f"{asked.side} has to decide ({asked.kind}) and has no legal move")
        game.push_legal(player(game, moves))
    raise EngineFault(f"no end came within {cap} moves")
