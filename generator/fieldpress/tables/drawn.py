"""What every drawing is: its SVG, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: the SVG, and the same in words for those who cannot see it."""

    svg: str
    words: str


__all__ = ["Drawing"]
