"""Printing targets as data (targets.yml, checked against schema/target.json by the tests)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from fieldpress.errors import UsageFault


@dataclass(frozen=True, slots=True)
class Target:
    """What a printer asks of a PDF; None where it asks nothing.

    `page` and `trim`: width and height in mm; `bleed` in mm; `ink` in percent; `dpi`: pixels an
    inch; `note`: what no program can check.
    """

    id: str
    title: str
    page: tuple[float, float] | None = None
    trim: tuple[float, float] | None = None
    bleed: float | None = None
    colour: str = ""
    ink: int | None = None
    dpi: int | None = None
    pages: str = ""
    note: str = ""


@cache
def targets() -> dict[str, Target]:
    """All targets by id."""
    text = (Path(__file__).parent / "targets.yml").read_text(encoding="utf-8")
    out = {}
    for raw in yaml.safe_load(text):
        known = {key: value for key, value in raw.items() if key not in ("fonts", "source")}
        for key in ("page", "trim"):
            if key in known:
                known[key] = tuple(map(float, known[key]))
        out[raw["id"]] = Target(**known)
    return out


def target(name: str) -> Target:
    """A target by name; UsageFault naming the targets if there is none."""
    if name not in targets():
        raise UsageFault(f"no target {name!r}; there are: {', '.join(targets())}")
    return targets()[name]
