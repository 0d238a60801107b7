"""What is not known of a scenario and would be needed to play it, grouped for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.play.knowing import GameKnowledge, takes
from fieldpress.engine.setup.procedure import Pieces
from fieldpress.engine.setup.supply import supply
from fieldpress.model import Card, Library, Scenario, Terrain

#: The readings of a discrepancy that leave the point open.
OPEN = frozenset({"undecided", NOBODY})


@dataclass(frozen=True, slots=True)
class Missing:
    """A kind of fact (`field`) that no source states for these records."""

    field: str
    records: tuple[str, ...]


def cards_in(library: Library, game: str, scenario: Scenario) -> list[Card]:
    """Every card that may belong to the decks of a scenario: of its sets, or of none stated."""
    sets = takes(library, game, scenario)
    return [c for c in library[game].cards.values() if _may_be_in(c, sets)]


def terrains_in(library: Library, game: str, scenario: Scenario) -> list[Terrain]:
    """Every Terrain that may be among those of a scenario."""
    sets = takes(library, game, scenario)
    return [t for t in library[game].terrains.values() if _may_be_in(t, sets)]


def _may_be_in(record: Card | Terrain, sets: tuple[str, ...]) -> bool:
    if record.copies.unknown:
        return True
    copies = record.copies.value or {}
    return any(name in copies and copies[name].state not in ("none", "absent") for name in sets)


def missing(
    library: Library, game: str, scenario: str, readings: Mapping[str, str] | None = None
) -> tuple[Missing, ...]:
    """What `play` needs and no source states, in the order of the pieces; empty where a game can
    be played as it is. `readings` settle points that the book leaves open."""
    found = library[game].scenarios[scenario]
    groups: dict[str, list[str]] = {}
    for field, record in _unknowns(library, game, found):
        if field == "reading" and record.partition(":")[2] in (readings or {}):
            continue
        groups.setdefault(field, []).append(record)
    return tuple(Missing(field, tuple(records)) for field, records in groups.items())


def _unknowns(library: Library, game: str, scenario: Scenario) -> Iterator[tuple[str, str]]:
    for card in cards_in(library, game, scenario):
        record = f"card:{card.id}"
        for name in ("side", "kind", "heroic", "copies"):
            if getattr(card, name).unknown:
                yield name, record
        copies = card.copies.value or {}
        if any(fact.unknown for fact in copies.values()):
            yield "copies", record
        if "unit" in {card.kind.value, *card.plays_as} and card.combat_value.unknown:
            yield "combat_value", record
        if card.effects.unknown or _ends_unknown(card.effects.value):
            yield "effects", record
    for terrain in terrains_in(library, game, scenario):
        record = f"terrain:{terrain.id}"
        if terrain.building.unknown:
            yield "building", record
        for face in terrain.faces:
            draws = face.draws.value or {}
            if face.draws.unknown or any(fact.unknown for fact in draws.values()):
                yield "draws", record
            if face.size.unknown:
                yield "size", record
            if face.effects.unknown or _ends_unknown(face.effects.value):
                yield "effects", record
    for kind in ("card", "terrain"):
        brought = supply(library[game], Pieces(kind, sets=takes(library, game, scenario)), None)
        if brought.open:
            yield "number", kind
        for blank in brought.blanks:
            yield "identity", blank
    for name in open_points(library, game, scenario):
        yield "reading", f"discrepancy:{name}"


def _ends_unknown(effects: object) -> bool:
    return isinstance(effects, list) and any(
        entry.get("when") == "unknown" or "unknown" in entry or _partial(entry) for entry in effects
    )


def _partial(entry: dict[str, object]) -> bool:
    do = entry.get("do", ())
    return do == "unknown" or "unknown" in (do if isinstance(do, list) else ())


def open_points(library: Library, game: str, scenario: Scenario) -> Iterator[str]:
    """Discrepancies that a game of this scenario may come to and that no reading settles."""
    k = GameKnowledge(library, game, scenario.id)
    for name, record in library[game].discrepancies.items():
        if not record.switch or record.adopted not in OPEN:
            continue
        concerns = record.raw.get("concerns", {}).get("scenarios", ())
        if not concerns or k.scenario is None or k.scenario.id in concerns:
            yield name
