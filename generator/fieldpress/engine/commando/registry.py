"""The clause keys under which the code of this ruleset decides something."""

from __future__ import annotations

from fieldpress.engine.registry import Registry

REGISTRY = Registry()
REGISTERED = REGISTRY.kinds
register = REGISTRY.register
rules = REGISTRY.rules


def is_registered(key: str) -> bool:
    return key in REGISTRY
