"""Every clause key under which engine code decides something, so that claims can be tested.

Each ruleset has a registry of its own: a key of one says nothing of another. A key that code asks
about (`Knowledge.rule`) must be registered: by a row of a table of bans, a permission, a ground, or
by `rules(...)` on the function that applies it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


class Registry:
    """The keys of one ruleset. `kinds`: clause key -> what is registered under it (limit,
    permission, ground, rule), in order."""

    def __init__(self) -> None:
        self.kinds: dict[str, list[str]] = {}

    def register(self, key: str, kind: str) -> None:
        """Note that code decides something under a clause key."""
        self.kinds.setdefault(key, []).append(kind)

    def rules(self, *keys: str) -> Callable[[F], F]:
        """Mark a function that applies the rules of these clauses."""

        def mark(function: F) -> F:
            for key in keys:
                self.register(key, "rule")
            return function

        return mark

    def __contains__(self, key: object) -> bool:
        return key in self.kinds
