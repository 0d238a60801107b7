"""Players that are no people: by chance, each legal move alike or leaning towards an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.rng import Stream
from fieldpress.engine.verdicts import EngineFault

Player = Callable[[Game, list[Move]], Move]

#: How a leaning player weighs the verbs; others weigh 10. To break off or to send nobody ends an
#: Assault before it began, so these are rare.
LEANINGS: Mapping[str, int] = {
    "retreat": 1, "stop": 4, "no_unit": 3, "done": 4, "decline": 6, "give_strength": 2,
    "play": 12, "toss": 12,
}  # fmt: skip


def random_player(seed: int, name: str = "bot", leaning: bool = True) -> Player:
    """A player that draws its moves from a named stream; leaning, by the weights of the verbs."""
    stream = Stream(seed, name)

    def choose(game: Game, moves: list[Move]) -> Move:
        if not leaning:
            return moves[stream.below(len(moves))]
        weights = [LEANINGS.get(move.verb, 10) for move in moves]
        drawn = stream.below(sum(weights))
        for move, weight in zip(moves, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return move
        raise AssertionError("the weights add up to less than their sum")

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
        moves = game.legal_moves()
        if not moves:
            raise EngineFault(f"{asked.side} has to decide ({asked.kind}) and has no legal move")
        player = players if callable(players) else players[asked.side]
        game.push_legal(player(game, moves))
    raise EngineFault(f"no end came within {cap} moves")
