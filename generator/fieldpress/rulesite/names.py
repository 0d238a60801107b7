"""What a record is called on the site, and in which words its kind is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fieldpress.model import Clause, Game, Library, Text
from fieldpress.model.addresses import canonical_kind

#: Where each kind's records stand in a game.
STORES = {
    "card": "cards",
    "terrain": "terrains",
    "counter": "counters",
    "component": "components",
    "tile": "tiles",
    "option": "options",
    "action": "actions",
    "army": "armies",
    "sector": "sectors",
    "unit": "units",
    "support": "supports",
    "state": "states",
    "deck": "decks",
    "sequence": "sequences",
    "operation": "operations",
    "festung": "festungen",
    "map": "maps",
    "scenario": "scenarios",
    "rule": "clauses",
    "term": "terms",
    "ruling": "rulings",
    "discrepancy": "discrepancies",
    "set": "sets",
    "source": "sources",
}

#: What a hit or a list says that a record is.
KIND_WORDS = {
    "card": "Card",
    "terrain": "Terrain",
    "counter": "Counter",
    "component": "Component",
    "tile": "Tile",
    "option": "Option",
    "action": "Action card",
    "army": "Army",
    "sector": "Sector",
    "unit": "Unit",
    "support": "Support",
    "state": "State",
    "deck": "Deck",
    "sequence": "Sequence",
    "operation": "Operation",
    "festung": "Festung",
    "map": "Map",
    "scenario": "Scenario",
    "rule": "Rule",
    "term": "Term",
    "ruling": "Ruling",
    "discrepancy": "Discrepancy",
    "set": "Set",
    "source": "Source",
}

#: The same, of several.
KIND_PLURALS = {
    "card": "Cards",
    "terrain": "Terrains",
    "counter": "Counters",
    "component": "Components",
    "tile": "Tiles",
    "option": "Options",
    "action": "Action cards",
    "army": "Armies",
    "sector": "Sectors",
    "unit": "Units",
    "support": "Supports",
    "state": "States",
    "deck": "Decks",
    "sequence": "Sequences",
    "operation": "Operations",
    "festung": "Festungen",
    "map": "Maps",
    "scenario": "Scenarios",
    "rule": "Rules",
    "term": "Terms",
    "ruling": "Rulings",
    "discrepancy": "Discrepancies",
    "set": "Sets",
    "source": "Sources",
}

#: Kinds that have no pages: their mentions stay words.
WITHOUT_PAGES: frozenset[str] = frozenset()
#: The stores of the others.
PAGED = {kind: store for kind, store in STORES.items() if kind not in WITHOUT_PAGES}

CARD_KINDS = {"unit": "Unit", "event": "Event", "action": "Combat Action"}


class Ref(NamedTuple):
    """A record: game, kind (as in links) and id or key."""

    game: str
    kind: str
    id: str

    @classmethod
    def of(cls, game: str, kind: str, ident: str) -> Ref:
        """From a reference seen from `game`; `other/ID` reaches another game's record."""
        owner, _, rest = ident.rpartition("/")
        return cls(owner or game, canonical_kind(kind), rest)


def record(library: Library, ref: Ref) -> Any:
    """The record itself, or None where the library has none."""
    game = library.games.get(ref.game)
    store: Mapping[str, Any] = getattr(game, STORES.get(ref.kind, ""), {}) if game else {}
    return store.get(ref.id)


def exists(library: Library, ref: Ref) -> bool:
    """Whether the library holds the record."""
    return record(library, ref) is not None


def name_text(library: Library, ref: Ref) -> Text | None:
    """The record's name or title by language; None where it has none."""
    found = record(library, ref)
    if isinstance(found, Mapping):  # rulings are kept as in the content
        game = library.games[ref.game]
        title = found.get("title") or found.get("question")
        return Text.parse(title, game.language) if title else None
    title = getattr(found, "name", None) or getattr(found, "title", None)
    return Text({"": title}, "") if isinstance(title, str) else title


def shown_name(library: Library, ref: Ref) -> str:
    """What a mention of the record shows: its name as printed, its title, or at least its id."""
    text = name_text(library, ref)
    return " ".join(text.get().split()) if text else ref.id


def other_names(text: Text) -> list[tuple[str, str]]:
    """The name in the other languages: (language, name), without those that are the same."""
    shown = text.get()
    own = text.language()
    return [
        (code, name) for code, name in text.by_language.items() if code != own and name != shown
    ]


def side_names(game: Game) -> dict[str, str]:
    """The sides' names by id, as the site shows them."""
    return {side: game.side_name(side) for side in game.sides}


def role_side(game: Game, role: str) -> str | None:
    """The side that plays `role` (attacker or defender), None where the game states none."""
    return next((side for side, entry in game.sides.items() if entry.get("role") == role), None)


def kind_label(library: Library, ref: Ref) -> str:
    """What the record is, in words: `Heroic Unit`, `Terrain`, `Rule`."""
    if ref.kind == "card":
        card = library.games[ref.game].cards[ref.id]
        word = CARD_KINDS.get(card.kind.or_else(""), "Card")
        return f"Heroic {word}" if card.heroic.or_else(False) else word
    return KIND_WORDS[ref.kind]


def clause_of(library: Library, ref: Ref) -> Clause | None:
    """The clause of a rule reference, None where the library has none."""
    found = record(library, ref)
    return found if isinstance(found, Clause) else None
