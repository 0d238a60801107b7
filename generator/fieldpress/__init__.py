"""Fieldpress: one checked database of a game, and the print, rulings and pages made from it.

    import fieldpress

    library = fieldpress.load()
    game = library["pegasus-bridge"]
    game.cards["auto-mitrailleuse"].combat_value

What this module offers is listed in `__all__` and loaded when first asked for, so that importing it
costs next to nothing. See docs/library.md.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing would cost most of all
if TYPE_CHECKING:
    from typing import Any

    from fieldpress.api import build, check_setup, load, rule, setup, validate
    from fieldpress.errors import FieldpressError, MissingExtra, UsageFault
    from fieldpress.model import Card, Clause, Fact, Game, Library, Terrain

__version__ = "0.1.0"

_HOMES = {
    **dict.fromkeys(("build", "check_setup", "load", "rule", "setup", "validate"), "api"),
    **dict.fromkeys(("FieldpressError", "MissingExtra", "UsageFault"), "errors"),
    **dict.fromkeys(("Card", "Clause", "Fact", "Game", "Library", "Terrain"), "model"),
}

__all__ = [
    "Card",
    "Clause",
    "Fact",
    "FieldpressError",
    "Game",
    "Library",
    "MissingExtra",
    "Terrain",
    "UsageFault",
    "__version__",
    "build",
    "check_setup",
    "load",
    "rule",
    "setup",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
