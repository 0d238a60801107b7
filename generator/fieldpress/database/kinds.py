"""Which file of a game folder holds which record kind, and the schema that it must meet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A record kind. Its records lie in `PLACE.yml` or `PLACE/**/*.yml`.

    `single`: each file is one record (a mapping), not a list of records. `schema` may hold
    `{ruleset}` where each ruleset has its own form.
    """

    place: str
    key: str
    schema: str
    single: bool = False
    identity: str = "id"


KINDS: tuple[Kind, ...] = (
    Kind("game", "game", "game.json", single=True),
    Kind("sources", "sources", "source.json"),
    Kind("sets", "sets", "set.json"),
    Kind("cards", "cards", "card.json"),
    Kind("terrains", "terrains", "terrain.json"),
    Kind("counters", "counters", "counter.json"),
    Kind("components", "components", "component.json"),
    Kind("scenarios", "scenarios", "scenario.{ruleset}.json"),
    Kind("rules", "clauses", "clause.json", identity="key"),
    Kind("rulings", "rulings", "ruling.json"),
    Kind("glossary", "terms", "term.json"),
    Kind("discrepancies", "discrepancies", "discrepancy.json"),
    Kind("faces", "layouts", "layout.json", single=True),
    Kind("overlays", "overlays", "overlay.json", single=True),
)

BY_PLACE = {kind.place: kind for kind in KINDS}
