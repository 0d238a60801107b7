"""Quick-setup sheets: one page a scenario, drawn from its setup steps."""

from fieldpress.setups.sheet import PAPERS, make_sheet

__all__ = ["PAPERS", "make_sheet"]
