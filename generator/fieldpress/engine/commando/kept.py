"""What is found out of a table, asked once while nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge

T = TypeVar("T")


def once(k: Knowledge, state: State, key: Hashable, ask: Callable[[Knowledge, State], T]) -> T:
    """What `ask` tells of a state: of one that does not change for now, what it has told before.
    It must not hand out what its asker could change."""
    found_out = k.found_out(state)
    if found_out is None:
        return ask(k, state)
    if key not in found_out:
        found_out[key] = ask(k, state)
    found: T = found_out[key]
    return found
