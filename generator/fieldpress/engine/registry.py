"""Every clause key under which engine code decides something, so that claims can be tested.

A key that code asks about (`Knowledge.rule`) must be registered: by a row of the table of bans, a
permission, a ground, or by `rules(...)` on the function that applies it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

#: Clause key -> what is registered under it (limit, permission, ground, rule), in order.
REGISTERED: dict[str, list[str]] = {}


def register(key: str, kind: str) -> None:
    """Note that code decides something under a clause key."""
    REGISTERED.setdefault(key, []).append(kind)


def rules(*keys: str) -> Callable[[F], F]:
    """Mark a function that applies the rules of these clauses."""

    def mark(function: F) -> F:
        for key in keys:
            register(key, "rule")
        return function

    return mark


def is_registered(key: str) -> bool:
    return key in REGISTERED
