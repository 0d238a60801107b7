"""Papers and targets as data (papers.yml, checked against schema/sheet.json by the tests)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from fieldpress.errors import UsageFault


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet preset; lengths in mm, portrait. `one_up`: the page is the piece with its bleed."""

    id: str
    title: str
    one_up: bool
    width: float
    height: float
    margin: float
    footer: float
    bleed: float


@cache
def papers() -> dict[str, Paper]:
    """All presets by id."""
    text = (Path(__file__).parent / "papers.yml").read_text(encoding="utf-8")
    return {
        raw["id"]: Paper(
            raw["id"],
            raw["title"],
            raw["layout"] == "one-up",
            float(raw.get("width", 0)),
            float(raw.get("height", 0)),
            float(raw.get("margin", 0)),
            float(raw.get("footer", 0)),
            float(raw["bleed"]),
        )
        for raw in yaml.safe_load(text)
    }


def paper(name: str) -> Paper:
    """A preset by name; UsageFault naming the presets if there is none."""
    if name not in papers():
        raise UsageFault(f"no paper {name!r}; there are: {', '.join(papers())}")
    return papers()[name]
