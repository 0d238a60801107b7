"""Tables as they stand when a scenario is laid out, drawn as SVG for sheets and pages."""

from __future__ import annotations

from fieldpress.engine.setup import Procedure
from fieldpress.engine.setup.network import build, variants
from fieldpress.engine.setup.telling import told
from fieldpress.tables.diagram import described, diagram, numbered
from fieldpress.tables.drawn import Drawing


def drawing(steps: Procedure) -> Drawing | None:
    """The table of a setup, its places numbered by the steps that fill them.

    None where the scenario has no layout. EngineFault where its data is at fault.
    """
    if "layout" not in steps.scenario.raw:
        return None
    network = build(steps, next(variants(steps, {})))
    return Drawing(diagram(steps, network, numbered(told(steps))), described(steps, network))


__all__ = ["Drawing", "drawing"]
