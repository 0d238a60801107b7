"""Taking moves back: by snapshots, and never past chance or a card that came to light."""

from __future__ import annotations

from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.state import State

#: Moves by which a side shows, or takes unseen, a card of its own: the other side may not take
#: them back for it.
_SHOWS = frozenset({"play", "answer", "discard", "take_heroic", "lay_by", "pick"})


class History:
    """The moves of a game with the table before each, so that they can be undone and redone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._before: list[State] = []
        self._undone: list[Move] = []

    def push(self, move: Move) -> None:
        """Carry out a move. Raises IllegalMove. A move in which anything goes wrong leaves the
        table as it was."""
        before = self.game.state.copy()
        try:
            self.game.push(move)
        except Exception:
            self.game.state = before
            raise
        self._before.append(before)
        self._undone.clear()

    def may_undo(self, side: str) -> bool:
        """Whether the last move can be taken back for `side`: chance had no part in it, nothing
        that lay face down was turned up or drawn, and the other side showed no card."""
        if not self._before:
            return False
        move = self.game.moves[-1]
        if move.side != side and move.verb in _SHOWS:
            return False
        return not _came_to_light(self._before[-1], self.game.state)

    def undo(self) -> Move:
        """Take the last move back; the caller has asked `may_undo`."""
        self.game.state = self._before.pop()
        self._undone.append(self.game.moves.pop())
        return self._undone[-1]

    def redo(self) -> Move | None:
        """Carry out again what was undone last; None where nothing was."""
        if not self._undone:
            return None
        move, rest = self._undone[-1], self._undone[:-1]
        self.push(move)
        self._undone = rest
        return move


def _came_to_light(before: State, after: State) -> bool:
    """Whether chance was asked, or a pile that lies face down gave a card."""
    old, new = before.table, after.table
    assert old is not None
    assert new is not None
    return (
        old.streams != new.streams
        or old.rounds != new.rounds
        or any(len(old.draws.get(side, ())) != len(pile) for side, pile in new.draws.items())
        or before.revealed != after.revealed != []
        or (
            before.places[0].terrain != after.places[0].terrain != ""
            and any(len(old.piles.get(p, ())) != len(pile) for p, pile in new.piles.items())
        )
    )
