"""What a question is judged by: as in `engine.knowledge`, with the record kinds of this ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fieldpress.engine import knowledge
from fieldpress.engine.knowledge import Assumption, Parameter
from fieldpress.engine.overlord.parameters import READ
from fieldpress.engine.overlord.registry import REGISTRY
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Fact, Game, Library
from fieldpress.model.overlord import KINDS

#: Record kind -> where a game keeps it.
STORES = {
    "sector": "sectors",
    "map": "maps",
    "unit": "units",
    "support": "supports",
    "state": "states",
    "deck": "decks",
    "sequence": "sequences",
    "operation": "operations",
    "festung": "festungen",
    "card": "cards",
    "counter": "counters",
}
#: Fields that may be taken for granted, by kind, and what their value has to be.
ASSUMABLE: dict[str, dict[str, str]] = {
    "unit": {"value": "number", "type": "word", "nation": "word", "static": "flag"},
    "support": {"attack": "number", "defense": "number", "permanent": "flag", "effects": "none"},
    "sector": {
        "kind": "word",
        "supply": "number",
        **dict.fromkeys(("station", "harbour", "depot", "drop_zone"), "flag"),
    },
    "operation": dict.fromkeys(("success", "failure", "revealed", "of"), "number"),
    "festung": dict.fromkeys(("per_week", "at_end"), "number"),
}


class Knowledge(knowledge.Knowledge):
    """The records of a game of this ruleset as one question sees them.

    `moment` says when the question plays (round, month, activation), for parameters that differ.
    """

    def __init__(
        self,
        library: Library,
        game: str,
        scenario: str = "",
        *,
        assume: Iterable[Assumption] = (),
        readings: Mapping[str, str] | None = None,
        disabled: frozenset[str] = frozenset(),
        doubted: frozenset[str] = frozenset(),
        records: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    ) -> None:
        self.moment: dict[str, Any] = {}
        self._brought = _own(library[game], records or {})
        super().__init__(
            library,
            game,
            scenario,
            registry=REGISTRY,
            parameters=READ,
            assume=assume,
            readings=readings,
            disabled=disabled,
            doubted=doubted,
        )
        self.own = self._brought

    def record(self, kind: str, ident: str) -> Any:
        """A record by kind and id; EngineFault where there is none."""
        found = self.find(kind, ident)
        if found is None:
            raise EngineFault(f"no {kind} of {self.game.id} has the id {ident!r}")
        return found

    def find(self, kind: str, ident: str) -> Any:
        """A record of the asker's own, else of the game; None where neither has it."""
        own = self._brought.get((kind, ident))
        return own if own is not None else getattr(self.game, STORES[kind]).get(ident)

    def every(self, kind: str) -> dict[str, Any]:
        """All records of a kind by id, the asker's own over the game's."""
        own = {ident: one for (what, ident), one in self._brought.items() if what == kind}
        return {**getattr(self.game, STORES[kind]), **own}

    def figure(self, name: str, formation: str = "") -> Parameter | None:
        """A rules parameter at this moment (for this unit); None where nothing sets it."""
        if name not in READ:
            raise EngineFault(f"{name!r} is not among the parameters of this ruleset")
        for entry in self._parameters.get(name, ()):
            if any(
                key in entry and self.moment.get(key) != entry[key]
                for key in ("round", "month", "activation")
            ):
                continue
            if "formation" in entry and entry["formation"] != formation:
                continue
            readings = entry.get("reading", {}).items()
            if any(self.reading(found) != wanted for found, wanted in readings):
                continue
            clauses = tuple(entry["clauses"])
            if not self.disabled & set(clauses):
                return Parameter(entry["value"], clauses)
        return None

    def stands(self, *keys: str) -> bool:
        """Whether all these clauses hold; only where they are said in content, as data is."""
        return not self.disabled & set(keys)

    def in_force(self, key: str) -> bool:
        """Whether a clause holds, be it code or data that follows it."""
        return self.rule(key) if key in self.registry else self.stands(key)

    def _check_assumptions(self) -> None:
        for taken in self.assume.values():
            self.record(taken.kind, taken.ident)
            fields = ASSUMABLE.get(taken.kind, {})
            if taken.field not in fields:
                raise EngineFault(
                    f"{taken.ident} has no field {taken.field!r} to assume; "
                    f"it has {', '.join(fields) or 'none'}",
                    ("assume",),
                )
            wanted = _unfit(fields[taken.field], taken.value)
            if wanted:
                raise EngineFault(
                    f"{taken.ident}.{taken.field} is {wanted}, not {taken.value!r}",
                    ("assume", f"{taken.ident}.{taken.field}"),
                )
        for name, chosen in self.readings.items():
            record = self.game.discrepancies.get(name)
            if record is None:
                raise EngineFault(f"{self.game.id} has no discrepancy {name!r}", ("readings",))
            if not isinstance(chosen, str) or chosen not in record.readings:
                known = ", ".join(record.readings)
                raise EngineFault(
                    f"{name} has no reading {chosen!r}; it has {known}", ("readings",)
                )


def _unfit(wanted: str, value: Any) -> str:
    """What an assumed value would have to be, where it is not; else nothing."""
    if wanted == "number":
        good = type(value) is int and value >= 0
        return "" if good else "a whole number from 0"
    if wanted == "flag":
        return "" if isinstance(value, bool) else "true or false"
    if wanted == "none":
        return "" if value == "none" else "none: it does no more than is stated"
    return "" if isinstance(value, str) else "a word"


def _own(game: Game, records: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """The asker's own records, parsed like content."""
    kinds = {store: kind for kind, store in STORES.items() if store in KINDS}
    own: dict[tuple[str, str], Any] = {}
    if not isinstance(records, Mapping):
        raise EngineFault("records of your own are lists by kind", ("records",))
    for store, entries in records.items():
        if not isinstance(entries, (list, tuple)):
            raise EngineFault(f"{store} is a list of records", ("records", str(store)))
        if store not in kinds:
            raise EngineFault(f"records of your own are {', '.join(kinds)}", ("records", store))
        for index, raw in enumerate(entries):
            try:
                parsed = KINDS[store].parse(raw, game.id, game.language, game.names_language)
                key = (kinds[store], str(parsed.id))
            except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
                where = ("records", store, index)
                raise EngineFault(f"this is no {kinds[store]}: {fault}", where) from None
            own[key] = parsed
    return own


def stated(value: Any) -> Fact[Any]:
    """What the asker states of a unit or sector, as a fact."""
    return Fact("known", value, "printed")


UNSTATED: Fact[Any] = Fact("unknown", why="it is not given")

__all__ = ["ASSUMABLE", "STORES", "UNSTATED", "Knowledge", "Parameter", "stated"]
