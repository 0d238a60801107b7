"""Setups: one list of steps is dealt with a seed, judged against a table, and told in words."""

from fieldpress.engine.setup.checker import Report, check
from fieldpress.engine.setup.dealer import Deal, deal
from fieldpress.engine.setup.layout import Layout, read_table
from fieldpress.engine.setup.moments import through
from fieldpress.engine.setup.procedure import Place, Procedure, Step, procedure

__all__ = [
    "Deal",
    "Layout",
    "Place",
    "Procedure",
    "Report",
    "Step",
    "check",
    "deal",
    "procedure",
    "read_table",
    "through",
]
