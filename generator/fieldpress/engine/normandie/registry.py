"""The clause keys under which the code of this ruleset decides something."""

from __future__ import annotations

from fieldpress.engine.registry import Registry

REGISTRY = Registry()
rules = REGISTRY.rules
register = REGISTRY.register
