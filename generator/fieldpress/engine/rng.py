"""Chance that stays the same everywhere: SplitMix64 in named streams.

A stream is fixed by a seed and a name (`deck`, `tokens`, a step's id). Drawing from one stream
never moves another, so that a change in one part of a procedure leaves the chance of the rest as it
was. The numbers are part of what a seed means: they may never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_ALL: Final = 1 << 64
_MASK: Final = 0xFFFFFFFFFFFFFFFF
_GOLDEN: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


class Stream:
    """One stream of chance. Equal seed and name give equal draws on every machine."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, name: str, position: int | None = None) -> None:
        if position is not None:
            self._state = position
            return
        state = _scramble(seed & _MASK)
        for byte in name.encode("utf-8"):
            state = (state ^ byte) + _GOLDEN & _MASK  # and scrambled, written out
            state = (state ^ (state >> 30)) * _FIRST & _MASK
            state = (state ^ (state >> 27)) * _SECOND & _MASK
            state ^= state >> 31
        self._state = state

    @classmethod
    def at(cls, position: int) -> Stream:
        """A stream that goes on from where another one stood (its `position`)."""
        return cls(0, "", position)

    @property
    def position(self) -> int:
        """Where the stream stands: what is needed to go on with it later."""
        return self._state

    def bits(self) -> int:
        """The next 64 bits as a whole number."""
        self._state = (self._state + _GOLDEN) & _MASK
        return _scramble(self._state)

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1, each equally likely. ValueError if `end` < 1."""
        if end < 1:
            raise ValueError(f"no whole number below {end}")
        while True:
            drawn = self.bits()
            found = drawn % end
            if drawn - found + end <= _ALL:  # beyond it some results would come up too often
                return found

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order in which every order is equally likely."""
        out, state = list(items), self._state
        for last in range(len(out) - 1, 0, -1):
            # What `below(last + 1)` gives, written out: decks are shuffled in every game.
            end = last + 1
            while True:
                state = (state + _GOLDEN) & _MASK
                drawn = (state ^ (state >> 30)) * _FIRST & _MASK
                drawn = (drawn ^ (drawn >> 27)) * _SECOND & _MASK
                drawn ^= drawn >> 31
                other = drawn % end
                if drawn - other + end <= _ALL:
                    break
            out[last], out[other] = out[other], out[last]
        self._state = state
        return out

    def sample(self, size: int, count: int) -> list[int]:
        """`count` different indices below `size`, in rising order, every choice equally likely."""
        return sorted(self.shuffled(range(size))[:count])


def _scramble(value: int) -> int:
    value = (value ^ (value >> 30)) * _FIRST & _MASK
    value = (value ^ (value >> 27)) * _SECOND & _MASK
    return value ^ (value >> 31)
