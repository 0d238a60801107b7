"""Positions of every node of a YAML document, kept as a tree beside the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

#: Steps from a document's root to a node: mapping keys and list indices.
Path: TypeAlias = tuple[str | int, ...]


@dataclass(slots=True)
class Spot:
    """Where a value starts, and where its children and their keys start; 1-based.

    `children` is keyed like the data (mapping keys, list indices), `keys` by mapping key.
    """

    line: int
    column: int
    children: dict[str | int, Spot] = field(default_factory=dict)
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)

    def value(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Position of the value at `path`, or of the nearest value around it."""
        here = self
        for step in path:
            inner = here.children.get(step)
            if inner is None:
                break
            here = inner
        return here.line, here.column

    def key(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Position of the key that leads to `path`, or of the value where a list holds it."""
        here = self
        for step in path[:-1]:
            inner = here.children.get(step)
            if inner is None:
                return here.line, here.column
            here = inner
        last = path[-1] if path else None
        if isinstance(last, str) and last in here.keys:
            return here.keys[last]
        return self.value(path)


def path_text(path: Sequence[str | int]) -> str:
    """A path as people write it: `effects[0].do[1].modify`."""
    out = ""
    for step in path:
        out += f"[{step}]" if isinstance(step, int) else f".{step}" if out else step
    return out


def at_path(data: Any, path: Sequence[str | int]) -> Any:
    """The value at `path`; KeyError, IndexError or TypeError where there is none."""
    for step in path:
        data = data[step]
    return data
