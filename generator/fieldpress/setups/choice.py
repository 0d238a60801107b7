"""The scenario that was asked for, by any of its names; nearest names where there is none."""

from __future__ import annotations

from fieldpress.engine.setup import Procedure, through
from fieldpress.engine.setup.moments import following
from fieldpress.engine.verdicts import EngineFault
from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.model import Library


def opened(library: Library, game: str, asked: str, moment: str = "setup") -> Procedure:
    """The setup procedure of a scenario that can be played, or what follows it at once too.

    UsageFault where the game has no such scenario; FieldpressError where its content is at fault.
    """
    playable = {
        ident: scenario
        for ident, scenario in library[game].scenarios.items()
        if not scenario.raw.get("abstract")
    }
    named = {ident for kind, ident in library[game].find(asked) if kind == "scenarios"}
    found = sorted(named & playable.keys())
    known = (
        ", ".join(f"{ident} ({scenario.title})" for ident, scenario in playable.items())
        or "none yet"
    )
    if named and not found:
        raise UsageFault(
            f"{game}: the scenario {' or '.join(sorted(named))} cannot be set up, since its record "
            f"holds no setup to play; those that can be: {known}"
        )
    if not found:
        raise UsageFault(f"{game} has no scenario {asked!r}; it has {known}")
    if len(found) > 1:
        raise UsageFault(f"{game} has several scenarios {asked!r}: {', '.join(found)}")
    scenario = playable[found[0]]
    if moment != "setup" and moment not in following(scenario):
        moments = ", ".join(("setup", *following(scenario)))
        raise UsageFault(
            f"{game}: no moment {moment!r} at the start of {found[0]}; there are: {moments}"
        )
    try:
        return through(library, game, found[0], moment)
    except EngineFault as fault:
        raise FieldpressError(f"{game}: {fault.message}") from None
