"""A game and the library of games, built from the JSON bundle."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fieldpress.model.facts import Text
from fieldpress.model.overlord import KINDS as OVERLORD_KINDS
from fieldpress.model.overlord import (
    Deck,
    DivisionState,
    Festung,
    Formation,
    Map,
    Operation,
    Sector,
    Sequence,
    Support,
)
from fieldpress.model.records import (
    Campaign,
    Card,
    Clause,
    Component,
    Counter,
    Discrepancy,
    PieceSet,
    Raw,
    Scenario,
    Source,
    Term,
    Terrain,
)
from fieldpress.model.recruits import Action, Army, Option, Tile

#: Letters that Unicode does not decompose; what a player types without a French keyboard.
_FOLD = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ẞ": "ss"})

#: Bundle key of each record kind and its class, in the order of the documentation.
KINDS: dict[str, Any] = {
    "sources": Source,
    "sets": PieceSet,
    "cards": Card,
    "terrains": Terrain,
    "counters": Counter,
    "components": Component,
    "tiles": Tile,
    "options": Option,
    "actions": Action,
    "armies": Army,
    **OVERLORD_KINDS,
    "scenarios": Scenario,
    "campaigns": Campaign,
    "clauses": Clause,
    "terms": Term,
    "discrepancies": Discrepancy,
}


def fold(text: str) -> str:
    """Lower case without accents or ligatures: how names are compared and searched."""
    lowered = text.casefold().translate(_FOLD)
    return "".join(
        c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c)
    )


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its records by kind and id.

    `overlays` are those that were applied, `changes` what each of them set or added.
    """

    id: str
    title: Text
    ruleset: str
    language: str
    names_language: str
    sources: dict[str, Source]
    sets: dict[str, PieceSet]
    cards: dict[str, Card]
    terrains: dict[str, Terrain]
    counters: dict[str, Counter]
    components: dict[str, Component]
    tiles: dict[str, Tile]
    options: dict[str, Option]
    actions: dict[str, Action]
    armies: dict[str, Army]
    sectors: dict[str, Sector]
    maps: dict[str, Map]
    units: dict[str, Formation]
    supports: dict[str, Support]
    states: dict[str, DivisionState]
    decks: dict[str, Deck]
    sequences: dict[str, Sequence]
    operations: dict[str, Operation]
    festungen: dict[str, Festung]
    scenarios: dict[str, Scenario]
    campaigns: dict[str, Campaign]
    clauses: dict[str, Clause]
    terms: dict[str, Term]
    discrepancies: dict[str, Discrepancy]
    rulings: dict[str, Raw]
    layouts: dict[str, Raw]
    overlays: tuple[str, ...]
    changes: tuple[Raw, ...]
    raw: Raw
    _aliases: dict[str, tuple[str, ...]] = field(repr=False)

    @property
    def sides(self) -> dict[str, Raw]:
        """The sides by id, as in game.yml (name, role, back)."""
        return dict(self.raw["sides"])

    def side_name(self, side: str, language: str | None = None) -> str:
        return Text.parse(self.raw["sides"][side]["name"], self.language).get(language)

    def player_name(self, side: str, language: str | None = None) -> str:
        """Who plays a side, as a sentence names them: singular, without an article."""
        raw = self.raw["sides"][side]
        return Text.parse(raw.get("player", raw["name"]), self.language).get(language)

    def parameter(self, name: str) -> Any:
        """A rules parameter's value, None where the game sets none."""
        entry = self.raw.get("parameters", {}).get(name)
        return entry["value"] if entry else None

    def find(self, asked: str) -> tuple[tuple[str, str], ...]:
        """Pieces and scenarios called `asked`: (kind, id) pairs, by id, number or any spelling."""
        entries = self._aliases.get(fold(asked), ())
        return tuple((kind, ident) for kind, _, ident in (one.partition(":") for one in entries))

    @classmethod
    def from_bundle(cls, bundle: Raw) -> Game:
        """From one game's part of the bundle."""
        head = bundle["game"]
        language, names = head["languages"]["default"], head["languages"]["names"]
        parsed: dict[str, dict[str, Any]] = {}
        for kind, record in KINDS.items():
            raws = bundle.get(kind, ())
            entries = (record.parse(raw, head["id"], language, names) for raw in raws)
            parsed[kind] = {entry.id: entry for entry in entries}
        aliases: dict[str, list[str]] = {}
        for kind in (
            "cards",
            "terrains",
            "counters",
            "tiles",
            "options",
            "actions",
            *OVERLORD_KINDS,
            "scenarios",
        ):
            for ident, record in parsed[kind].items():
                for name in _names_of(record):
                    entry = f"{kind}:{ident}"
                    seen = aliases.setdefault(fold(name), [])
                    if entry not in seen:
                        seen.append(entry)
        return cls(
            id=head["id"],
            title=Text.parse(head["title"], language),
            ruleset=head["ruleset"],
            language=language,
            names_language=names,
            **parsed,
            rulings={raw["id"]: raw for raw in bundle.get("rulings", ())},
            layouts={raw["id"]: raw for raw in bundle.get("layouts", ())},
            overlays=tuple(bundle.get("overlays", ())),
            changes=tuple(bundle.get("changes", ())),
            raw=head,
            _aliases={name: tuple(entries) for name, entries in aliases.items()},
        )


def _names_of(record: Any) -> Iterator[str]:
    """Everything that a piece or scenario may be asked by."""
    yield record.id
    title = getattr(record, "name", None) or getattr(record, "title", None)
    if title is not None:
        yield from title.by_language.values()
    yield from getattr(record, "also_named", ())
    number = getattr(record, "number", None)
    if number is not None and number.known:
        yield number.value
    code = getattr(record, "code", None)
    if code is not None and code.known:
        yield code.value
    for face in getattr(record, "faces", ()):
        if hasattr(face, "number"):
            yield from face.name.by_language.values()
            if face.number.known:
                yield face.number.value


@dataclass(frozen=True, slots=True)
class Library:
    """The games that were loaded together, so that references across games resolve."""

    games: dict[str, Game]

    @classmethod
    def from_bundle(cls, bundle: Raw) -> Library:
        """From the whole bundle: `{"format": "fieldpress-bundle/1", "games": {ID: {...}}}`."""
        return cls({ident: Game.from_bundle(part) for ident, part in bundle["games"].items()})

    def __getitem__(self, game: str) -> Game:
        return self.games[game]

    def clause(self, game: str, ref: str) -> Clause:
        """A clause by key, seen from `game`; `other/key` is another game's. KeyError if none."""
        owner, _, key = ref.rpartition("/")
        return self.games[owner or game].clauses[key]

    def clause_text(self, clause: Clause) -> Text:
        """The clause's own text, or the text of the clause that it is the same as."""
        seen = set()
        while clause.text is None and clause.same_as and clause.permalink not in seen:
            seen.add(clause.permalink)
            clause = self.clause(clause.game, clause.same_as)
        return clause.text or clause.title

    def section_title(self, game: str, ref: str) -> str:
        """A source reference in words: document and heading, such as `Rulebook, Setup > Tokens`."""
        owner, document, section = split_source(ref)
        source = self.games[owner or game].sources[document]
        return f"{source.title}, {' > '.join(source.sections[section].path)}"


def split_source(ref: str) -> tuple[str, str, str]:
    """`[GAME/]DOCUMENT#SECTION` in its three parts (GAME empty where not given)."""
    place, _, section = ref.partition("#")
    owner, _, document = place.rpartition("/")
    return owner, document, section


__all__ = ["KINDS", "Game", "Library", "fold", "split_source"]
