"""Counters that a scenario takes against those in the box: the box must be able to supply them."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.library import Checked, as_bundle
from fieldpress.database.records import Record
from fieldpress.database.schemas import SchemaFiles
from fieldpress.engine.rulesets import known
from fieldpress.engine.setup import procedure
from fieldpress.engine.setup.network import build, variants
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Game, Library

Path = tuple[str | int, ...]
#: How the fault of a step begins.
_OF_STEP = re.compile(r"step ([a-z0-9-]+):")


def supply_faults(checked: Checked) -> list[Fault]:
    """Faults of scenarios that take more counters than there are, and of setups that do not run.

    Content with faults of its own is not looked at: its steps cannot be trusted.
    """
    if checked.faults:
        return []
    library = Library.from_bundle(as_bundle(checked))
    files = SchemaFiles()
    return [
        fault
        for name, game in checked.games.items()
        # Scenarios of other rulesets tell what is laid out without steps.
        if "procedures" in files.file(f"scenario.{library[name].ruleset}.json")["properties"]
        for record in game.of("scenarios")
        if not record.data.get("abstract")
        for fault in _scenario(library, library[name], record)
    ]


def _scenario(library: Library, game: Game, record: Record) -> Iterator[Fault]:
    rules = known(game)
    if rules is None or rules.check_setup is not None:
        return  # its setups are no procedures
    try:
        whole = procedure(library, game.id, record.id)
        build(whole, next(variants(whole, {})))
    except EngineFault as fault:
        told = _OF_STEP.match(fault.message)
        where = _path(record.data, told[1]) if told else ("procedures",)
        yield record.fault(where, "setup", fault.message)
        return
    taken: Tally[str] = Tally()
    last: dict[str, str] = {}
    for step in whole.steps:
        if step.source or step.what is None or step.what.kind != "counter":
            continue
        for ident in step.what.ids:
            taken[ident] += step.count if isinstance(step.count, int) else 0
            last[ident] = step.id
    for ident, count in taken.items():
        there = game.counters[ident].count
        most = there.value if there.known else there.at_most
        if most is not None and count > most:
            yield record.fault(
                _path(record.data, last[ident]),
                "sum",
                f"the scenario takes {count} of the counter {ident}, and the box has {most}",
                "take fewer, or mend the counter's count",
            )


def _path(raw: Any, step: str) -> Path:
    """Where a step stands in the scenario; its procedures where it comes from elsewhere."""
    for i, one in enumerate(raw.get("procedures", ())):
        for j, entry in enumerate(one.get("steps", ())):
            if entry.get("id") == step:
                return ("procedures", i, "steps", j)
    return ("procedures",)
