"""Somebody is asked: the side, and what about; `decisions` says by which verbs it answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ask:
    """A side that has to decide in a mission, and the kind of decision."""

    side: str
    kind: str
