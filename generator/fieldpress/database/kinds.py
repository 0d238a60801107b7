"""Which file of a game folder holds which record kind, and the schema that it must meet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A record kind. Its records lie in `PLACE.yml` or `PLACE/**/*.yml`.

    `single`: each file is one record (a mapping), not a list of records. `schema` may hold
    `{ruleset}` where each ruleset has its own form. `noun` is what messages call a record.
    """

    place: str
    key: str
    schema: str
    noun: str
    single: bool = False
    identity: str = "id"


KINDS: tuple[Kind, ...] = (
    Kind("game", "game", "game.json", "game", single=True),
    Kind("sources", "sources", "source.json", "source"),
    Kind("sets", "sets", "set.json", "set"),
    Kind("cards", "cards", "card.json", "card"),
    Kind("terrains", "terrains", "terrain.json", "terrain"),
    Kind("counters", "counters", "counter.json", "counter"),
    Kind("components", "components", "component.json", "component"),
    Kind("tiles", "tiles", "tile.json", "tile"),
    Kind("options", "options", "option.json", "option"),
    Kind("actions", "actions", "action.json", "action"),
    Kind("armies", "armies", "army.json", "army"),
    Kind("sectors", "sectors", "sector.json", "sector"),
    Kind("maps", "maps", "map.json", "map"),
    Kind("units", "units", "unit.json", "unit"),
    Kind("supports", "supports", "support.json", "support"),
    Kind("states", "states", "state.json", "state"),
    Kind("decks", "decks", "deck.json", "deck"),
    Kind("sequences", "sequences", "sequence.json", "sequence"),
    Kind("operations", "operations", "operation.json", "operation"),
    Kind("festungen", "festungen", "festung.json", "festung"),
    Kind("scenarios", "scenarios", "scenario.{ruleset}.json", "scenario"),
    Kind("campaigns", "campaigns", "campaign.{ruleset}.json", "campaign"),
    Kind("rules", "clauses", "clause.json", "rule", identity="key"),
    Kind("rulings", "rulings", "ruling.{ruleset}.json", "ruling"),
    Kind("glossary", "terms", "term.json", "term"),
    Kind("discrepancies", "discrepancies", "discrepancy.json", "discrepancy"),
    Kind("faces", "layouts", "layout.json", "layout", single=True),
    Kind("overlays", "overlays", "overlay.json", "overlay", single=True),
)

BY_PLACE = {kind.place: kind for kind in KINDS}
BY_KEY = {kind.key: kind for kind in KINDS}
BY_NOUN = {kind.noun: kind for kind in KINDS}
