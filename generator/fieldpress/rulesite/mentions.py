"""Who mentions whom: every reference in every record, turned round into backlinks.

References stand in texts (`[[card:ID]]`) and in fields (`clauses: [...]`). Fields are known by
their names, the same in every record kind, so that a new kind needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.model import Library
from fieldpress.model.links import Link, split_links
from fieldpress.rulesite.names import STORES, Ref, exists

#: Fields that hold ids or keys of one kind, and that kind.
_FIELDS = {
    "clauses": "rule",
    "clause": "rule",
    "lifts": "rule",
    "overrides": "rule",
    "see": "rule",
    "same_as": "rule",
    "differs_from": "rule",
    "cards": "card",
    "card": "card",
    "given_by": "card",
    "shared": "card",
    "not_discarded_by": "card",
    "terrains": "terrain",
    "terrain": "terrain",
    "counters": "counter",
    "counter": "counter",
    "components": "component",
    "options": "option",
    "option": "option",
    "tile": "tile",
    "action": "action",
    "army": "army",
    "scenarios": "scenario",
    "scenario": "scenario",
    "extends": "scenario",
    "discrepancies": "discrepancy",
    "discrepancy": "discrepancy",
    "rulings": "ruling",
    "like": "ruling",
}

#: Records of these kinds name pieces under many keys (a deal, a situation): any id counts there.
_WHOLE = {"scenario": ("terrain", "card", "counter"), "ruling": ("card", "terrain")}

#: Fields that hold no reference although a record might be called so.
_NEVER = frozenset(
    "id key kind side sides role source sources title name engine basis when until result what "
    "who where from to outcome authority face phase moment question text note why as lands".split()
)

#: The kinds whose records mention others, in the order in which backlinks are listed.
ORDER = (
    "rule",
    "card",
    "terrain",
    "counter",
    "component",
    "tile",
    "option",
    "action",
    "army",
    "scenario",
    "ruling",
    "discrepancy",
    "term",
)


def references(library: Library, ref: Ref, raw: Any) -> Iterator[Ref]:
    """Every record that `raw` (the entry of `ref`) refers to, as often as it does."""
    yield from _walk(library, ref, raw, "")


def _walk(library: Library, ref: Ref, value: Any, field: str) -> Iterator[Ref]:
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if field == "reading":  # {DISCREPANCY: READING}
                yield Ref.of(ref.game, "discrepancy", str(key))
                continue
            yield from _walk(library, ref, entry, str(key))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _walk(library, ref, entry, field)
    elif isinstance(value, str):
        for part in split_links(value):
            if isinstance(part, Link):
                yield Ref.of(part.game or ref.game, part.kind, part.id)
        if field in _FIELDS:
            target = Ref.of(ref.game, _FIELDS[field], value)
            if exists(library, target):
                yield target
                return
        if field not in _NEVER and " " not in value:
            for kind in _WHOLE.get(ref.kind, ()):
                target = Ref.of(ref.game, kind, value)
                if exists(library, target):
                    yield target
                    return


Mentions = dict[Ref, dict[str, list[Ref]]]


def collect(library: Library) -> Mentions:
    """For each record, who mentions it: by kind in ORDER, each mentioning record once."""
    found: Mentions = {}
    for kind in ORDER:
        for game in library.games.values():
            for ident, entry in getattr(game, STORES[kind]).items():
                ref = Ref(game.id, kind, ident)
                raw = entry if isinstance(entry, Mapping) else entry.raw
                for target in dict.fromkeys(references(library, ref, raw)):
                    if target != ref:
                        found.setdefault(target, {}).setdefault(kind, []).append(ref)
    return found
