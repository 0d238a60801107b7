"""What a scenario takes out of the box: its sets, what it leaves out, its counters and components.

Sets and exceptions are in the scenario's record; how many counters and components it takes, its
procedures say, as the engine reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fieldpress.errors import FieldpressError
from fieldpress.model import Card, Game, Library, Scenario, Terrain
from fieldpress.model.links import find_links

#: Kinds of component that a scenario takes only where a step says so; all others serve every game.
_ONLY_IF_TAKEN = frozenset({"blank"})
#: Keys of a record whose texts are remarks and no rules.
_REMARKS = frozenset({"note", "why", "source", "also_named", "name", "title"})


@dataclass(slots=True)
class Taking:
    """What one scenario takes. `sets` None: those of the whole box.

    `counts` by kind (counter, component) and id: how many its steps take, None where they do not
    say; a kind that no step takes is missing, and then nothing is known to be left out.
    """

    sets: frozenset[str] | None = None
    left_out: Sequence[Mapping[str, Any]] = ()
    counts: dict[str, dict[str, int | None]] = field(default_factory=dict)

    def leaves_out(self, kind: str, record: Any, game: Game) -> bool:
        """Whether the scenario surely leaves this piece in the box."""
        return any(_selects(what, kind, record, game) for what in self.left_out)

    def count(self, kind: str, record: Any, stated: int | None) -> int | None:
        """How many of a counter or component are taken, `stated` being what the box holds (None:
        nobody says); 0 where the scenario takes none."""
        taken = self.counts.get(kind)
        if taken is None:
            return stated
        if record.id in taken:
            wanted = taken[record.id]
            return stated if wanted is None else wanted if stated is None else min(wanted, stated)
        return 0 if kind == "counter" or record.kind in _ONLY_IF_TAKEN else stated

    def also(self, game: Game, records: Iterable[Any]) -> None:
        """Adds the counters that the rules on these cards and Terrains speak of."""
        counters = self.counts.get("counter")
        if counters is not None:
            for record in records:
                for ident in _spoken_of(record.raw, game):
                    counters.setdefault(ident, None)


def taking(library: Library, game: Game, scenario: Scenario | None) -> Taking:
    """What a scenario takes; everything for None. FieldpressError where its content is at fault."""
    if scenario is None:
        return Taking()
    # Only now: the whole box is printed without the engine, and starts the sooner.
    from fieldpress.engine.setup.procedure import ancestry, moments, procedure
    from fieldpress.engine.verdicts import EngineFault

    try:
        line = ancestry(library, game, scenario)
        sets: Mapping[str, Any] = next(
            (one.raw["sets"] for _, one in line if "sets" in one.raw), {}
        )
        out = Taking(
            frozenset(sets["takes"]) if sets else None,
            [entry["what"] for entry in sets.get("leaves_out", ())],
        )
        for moment in moments(scenario):
            for step in procedure(library, game.id, scenario.id, moment).walk():
                what = step.what
                if step.do == "take" and what and what.kind in ("counter", "component"):
                    taken = out.counts.setdefault(what.kind, {})
                    for ident in what.ids:
                        _add(taken, ident, step.count)
    except EngineFault as fault:
        raise FieldpressError(f"{game.id}: {fault.message}") from None
    if game.armies:
        from fieldpress.sheets.recruits import counters

        out.counts["counter"] = counters(library, game, scenario)
    clauses = [game.clauses[key] for key in scenario.raw.get("clauses", ()) if key in game.clauses]
    out.also(game, [*(one for home, one in line if home is game), *clauses])
    return out


def _add(taken: dict[str, int | None], ident: str, count: Any) -> None:
    """One more take of a piece: takes add up; one that does not say how many leaves it open."""
    most = count[1] if isinstance(count, tuple) else 1 if count is None else count
    before = taken.get(ident, 0)
    taken[ident] = before + most if isinstance(most, int) and before is not None else None


def _spoken_of(raw: Any, game: Game) -> Iterator[str]:
    """Ids of the counters that a record links to, or names as a value of its effects."""
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if key not in _REMARKS:
                yield from _spoken_of(value, game)
    elif isinstance(raw, list):
        for value in raw:
            yield from _spoken_of(value, game)
    elif isinstance(raw, str):
        if raw in game.counters:
            yield raw
        for _, _, link in find_links(raw):
            if link.kind == "counter" and link.game in ("", game.id) and link.id in game.counters:
                yield link.id


def _selects(what: Mapping[str, Any], kind: str, record: Any, game: Game) -> bool:
    """Whether a scenario's selector surely means this record; what is not stated is not sure."""
    if what["kind"] != kind:
        return False
    if "ids" in what and record.id not in what["ids"]:
        return False
    if isinstance(record, Card):
        if "side" in what:
            role = game.sides.get(record.side.value or "", {}).get("role")
            if role != what["side"]:
                return False
        if "heroic" in what and not (record.heroic.known and record.heroic.value == what["heroic"]):
            return False
        if "card_kinds" in what and record.kind.value not in what["card_kinds"]:
            return False
        if "combat_value" in what:
            value, limits = record.combat_value.value, what["combat_value"]
            if value is None:
                return False
            if not limits.get("at_least", value) <= value <= limits.get("at_most", value):
                return False
    if isinstance(record, Card | Terrain) and what.get("set", "scenario") != "scenario":
        return what["set"] in (record.copies.value or {})
    return True
