"""What follows the setup at once, before anything is played, joined to it."""

from __future__ import annotations

from dataclasses import replace

from fieldpress.engine.setup.procedure import Procedure, procedure
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library, Scenario


def following(scenario: Scenario) -> tuple[str, ...]:
    """The moments that follow the setup at once, in order."""
    procedures = scenario.raw.get("procedures", ())
    return tuple(entry["moment"] for entry in procedures if entry.get("at_once"))


def through(library: Library, game: str, scenario: str, moment: str) -> Procedure:
    """The setup and what follows it at once, up to `moment`, as one procedure.

    EngineFault where the moment does not follow the setup at once.
    """
    whole = procedure(library, game, scenario)
    if moment == whole.moment:
        return whole
    known = following(library[game].scenarios[scenario])
    if moment not in known:
        said = f"; these do: {', '.join(known)}" if known else ""
        raise EngineFault(f"no moment {moment} follows the setup of {scenario} at once{said}")
    for name in known[: known.index(moment) + 1]:
        later = procedure(library, game, scenario, name)
        whole = replace(
            whole,
            moment=name,
            title=later.title,
            steps=(*whole.steps, *later.steps),
            skipped=(*whole.skipped, *later.skipped),
        )
    keys = [step.key for step in whole.steps]
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise EngineFault(f"scenario {scenario} has two steps {twice[0]}")
    return whole
