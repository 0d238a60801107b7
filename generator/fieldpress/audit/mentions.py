"""Which records others mention: by a reference of their schema, or by a link in a text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.database.checker import Checker
from fieldpress.database.kinds import KINDS as RECORD_FILES
from fieldpress.database.references import RECORD_KINDS
from fieldpress.model import Game, Library
from fieldpress.model.links import find_links

#: (game, bundle key of the kind, id)
Name = tuple[str, str, str]

#: Where a game keeps the records of each kind that can mention others.
_STORES = tuple(kind for kind in RECORD_FILES if kind.key not in ("game", "layouts", "overlays"))
_LINKED = {
    "rule": "clauses",
    **{word: key for word, key in RECORD_KINDS.items() if word != "clause"},
}


def mentioned(library: Library) -> set[Name]:
    """Every record that another record of the library mentions."""
    checker = Checker()
    found: set[Name] = set()
    for game in library.games.values():
        found.update(_head(checker, game))
        for kind in _STORES:
            schema = kind.schema.format(ruleset=game.ruleset)
            for ident, record in getattr(game, kind.key).items():
                raw = getattr(record, "raw", record)
                own = (game.id, kind.key, ident)
                found |= {name for name in _names(checker, schema, game.id, raw) if name != own}
    return found


def _head(checker: Checker, game: Game) -> Iterator[Name]:
    yield from _names(checker, "game.json", game.id, game.raw)


def _names(checker: Checker, schema: str, game: str, raw: Any) -> Iterator[Name]:
    for reference in checker.check(schema, raw).references:
        owner, _, ident = reference.value.rpartition("/")
        for word in reference.kinds:
            if word in RECORD_KINDS:
                yield (owner or game, RECORD_KINDS[word], ident)
    for text in _strings(raw):
        for _, _, link in find_links(text):
            yield (link.game or game, _LINKED[link.kind], link.id)


def _strings(raw: Any) -> Iterator[str]:
    if isinstance(raw, str):
        if "[[" in raw:
            yield raw
    elif isinstance(raw, dict):
        for value in raw.values():
            yield from _strings(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _strings(value)


#: Bundle keys of the kinds whose records ought to be used, or say in `unused` why they are not.
OUGHT = (
    *("cards", "terrains", "counters", "components", "tiles", "options", "actions"),
    *("sets", "discrepancies"),
)


def unused(library: Library, game: Game) -> dict[str, str]:
    """Records that nothing uses, as `KIND:ID`, each with the reason that it gives, or nothing.

    A piece is used when another record mentions it, when a scenario takes its set, or when the
    list of the box has it; a discrepancy when it says what it concerns.
    """
    found = mentioned(library)
    taken = {
        ident
        for scenario in game.scenarios.values()
        for ident in scenario.raw.get("sets", {}).get("takes", ())
    }
    box = {line["id"] for line in game.raw.get("box", ())}
    silent: dict[str, str] = {}
    for key in OUGHT:
        for ident, record in getattr(game, key).items():
            copies = record.raw.get("copies")
            if (
                (game.id, key, ident) in found
                or (isinstance(copies, dict) and taken & copies.keys())
                or (key == "components" and ident in box)
                or record.raw.get("concerns")
            ):
                continue
            noun = key.removesuffix("s") if key != "discrepancies" else "discrepancy"
            silent[f"{noun}:{ident}"] = str(record.raw.get("unused", ""))
    return silent
