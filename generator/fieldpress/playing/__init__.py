"""Playing in a terminal: the table, a hand, numbered moves, and why another move is not legal."""

from fieldpress.playing.session import Session

__all__ = ["Session"]
