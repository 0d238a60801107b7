"""Questions about movement, control and what is boxed."""

from __future__ import annotations

from fieldpress.engine.overlord import (
    attacking,
    moving,
    trains,
)
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import boxed, class_of, controls, sector_fact, sector_need
from fieldpress.engine.overlord.questions import (
    NOBODY,
    Ask,
    question,
    side,
    told,
    yes_no,
)
from fieldpress.engine.verdicts import (
    Verdict,
)

# -- movement ------------------------------------------------------------------------------------


@question("value", "movement", "units")
def _movement(c: Case, ask: Ask) -> Verdict:
    units = ask.words("units")
    most, keys = moving.reach(c, units)
    if most is None:
        return told(c, None, (), ("parameter movement-sectors",))
    return told(c, most, keys)


@question("value", "train-stations", "units")
def _stations(c: Case, ask: Ask) -> Verdict:
    most, keys = trains.stations(c, ask.words("units"))
    return (
        told(c, most, keys)
        if most is not None
        else told(c, None, (), ("parameter train-stations",))
    )


@question("value", "static-cost", "unit", "to_do")
def _static(c: Case, ask: Ask) -> Verdict:
    cost, keys = attacking.static_cost(c, ask.word("unit"), ask.word("to_do"))
    return told(c, cost, keys)


@question("result", "boxed", "sector", "of")
def _boxed(c: Case, ask: Ask) -> Verdict:
    sure = boxed(c, ask.word("sector"), side(c, ask))
    keys = []
    if sure.value:
        guard = sector_fact(c, ask.word("sector"), "boxed_by")
        keys = ["boxed.coast" if guard.known and guard.value else "boxed.two"]
    return yes_no(c, sure, keys)


@question("who", "controls", "sector")
def _controls(c: Case, ask: Ask) -> Verdict:
    """Who controls a sector."""
    sector = ask.word("sector")
    found = {name: controls(c, name, sector) for name in c.k.game.sides}
    mine = next((name for name, sure in found.items() if sure.value), NOBODY)
    needs = [] if mine != NOBODY else [n for sure in found.values() for n in sure.needs]
    cited = list(c.k.ledger.cited)
    if c.s.listed("control", sector) and mine == c.invader:
        cited.append("control.marker-placed")
    return told(c, mine, cited, needs)


@question("result", "class", "sector")
def _class(c: Case, ask: Ask) -> Verdict:
    sector = ask.word("sector")
    found = class_of(c, sector)
    return told(c, found, (), () if found else (sector_need(c, sector, "class"),))
