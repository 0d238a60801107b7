"""The scenario that was asked for, by any of its names; nearest names where there is none."""

from __future__ import annotations

from fieldpress.engine.setup import Procedure, procedure
from fieldpress.engine.verdicts import EngineFault
from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.model import Library


def opened(library: Library, game: str, asked: str) -> Procedure:
    """The setup procedure of a scenario that can be played.

    UsageFault where the game has no such scenario; FieldpressError where its content is at fault.
    """
    playable = {
        ident: scenario
        for ident, scenario in library[game].scenarios.items()
        if not scenario.raw.get("abstract")
    }
    found = {
        ident
        for kind, ident in library[game].find(asked)
        if kind == "scenarios" and ident in playable
    }
    if len(found) != 1:
        known = ", ".join(f"{ident} ({scenario.title})" for ident, scenario in playable.items())
        between = (
            f" alone; it may be {' or '.join(sorted(found))}" if found else f"; it has {known}"
        )
        raise UsageFault(f"{game} has no scenario {asked!r}{between}")
    try:
        return procedure(library, game, found.pop())
    except EngineFault as fault:
        raise FieldpressError(f"{game}: {fault.message}") from None
