"""Quick-setup sheets: one page a scenario, drawn from its setup steps."""

from __future__ import annotations

from pathlib import Path

from fieldpress.model import Library


def make_sheet(library: Library, game: str, scenario: str, path: Path, paper: str = "a4") -> None:
    """Write the quick-setup sheet of a scenario on `paper` (a4 or letter); see `sheet.make_sheet`.

    Only this call loads what a sheet needs: dealing and checking get along without it.
    """
    from fieldpress.setups.sheet import make_sheet as make

    make(library, game, scenario, path, paper)


__all__ = ["make_sheet"]
