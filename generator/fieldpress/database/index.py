"""What can be named in a set of games, and what two records name alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.kinds import BY_KEY
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.records import GameContent, Record
from fieldpress.database.spots import Path
from fieldpress.model.game import fold
from fieldpress.model.links import LINK_KINDS

#: x-ref word -> bundle key of the records that it names.
RECORD_KINDS = {
    **{kind: key for kind, key in LINK_KINDS.items() if kind != "rule"},
    "clause": "clauses",
    "set": "sets",
    "layout": "layouts",
    "document": "sources",
}
_IN_GAME_YML = {
    "side": "sides",
    "unit-type": "unit_types",
    "box": "box",
    "role": "sides",
    "nation": "nations",
}
_IN_SCENARIOS = ("step", "parameter")
_IN_CAMPAIGNS = ("campaign-effect",)
#: Every kind that x-ref may name, save local:KEY.
KNOWN_KINDS = frozenset(
    {
        *RECORD_KINDS,
        *_IN_GAME_YML,
        *_IN_SCENARIOS,
        *_IN_CAMPAIGNS,
        *("source", "blank", "game", "place", "reading", "map-sector"),
    }
)


def is_kind(word: str) -> bool:
    """Whether a word of x-ref is a kind, and not a word that may stand in the text."""
    return word in KNOWN_KINDS or word.startswith("local:")


#: Comparisons spent on suggestions (some 20 microseconds each): faults without number stay quick.
_LOOKUPS = 60_000


class Index:
    """What can be named in a set of games."""

    def __init__(self, games: dict[str, GameContent]) -> None:
        self.games = games
        self.ids: dict[tuple[str, str], dict[str, Record]] = {}
        for name, game in games.items():
            for key in BY_KEY:
                self.ids[name, key] = {record.id: record for record in reversed(game.of(key))}
        self._sections = {
            (name, record.id): list(_sections(record.data.get("sections"), ("sections",)))
            for name, game in games.items()
            for record in game.of("sources")
        }
        self._names: dict[tuple[str, str], frozenset[str]] = {}
        self._every: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}
        self._known: dict[tuple[str, tuple[str, ...]], dict[str, str]] = {}
        self._near: dict[tuple[str, frozenset[str]], str] = {}
        self._left = _LOOKUPS

    def names(self, game: str, kind: str) -> frozenset[str] | None:
        """Everything that `kind` may name in `game`; None where that cannot be known."""
        if kind == "game":
            return frozenset(self.games)
        content = self.games.get(game)
        if content is None:
            return None
        key = RECORD_KINDS.get(kind) or ("game" if kind in _IN_GAME_YML else "sets")
        if kind in _IN_CAMPAIGNS:
            key = "campaigns"
        if key in content.unread or (kind in _IN_SCENARIOS and "scenarios" in content.unread):
            return None
        if kind == "map-sector" and "maps" in content.unread:
            return None
        if (game, kind) not in self._names:
            self._names[game, kind] = frozenset(self._find(content, kind))
        return self._names[game, kind]

    def every(self, game: str, kinds: tuple[str, ...]) -> frozenset[str] | None:
        """What any of the kinds may name; None where one of them cannot be known."""
        if (game, kinds) not in self._every:
            found = [self.names(game, kind) for kind in kinds]
            if any(names is None for names in found):
                return None
            self._every[game, kinds] = frozenset().union(*(names or () for names in found))
        return self._every[game, kinds]

    def known_as(self, game: str, ident: str, kinds: tuple[str, ...]) -> str:
        """A record of another kind with this id, or one of the kinds with this number or name."""
        for kind, key in LINK_KINDS.items():
            if ident in self.ids.get((game, key), {}):
                return f"there is a {kind} of this id"
        if (game, kinds) not in self._known:
            self._known[game, kinds] = {
                fold(name): record.id
                for kind in kinds
                for record in self.ids.get((game, RECORD_KINDS.get(kind, "")), {}).values()
                for name in _names_of(record)
            }
        other = self._known[game, kinds].get(fold(ident))
        return f'did you mean "{other}"? Records are named by id' if other else ""

    def _find(self, content: GameContent, kind: str) -> Iterator[str]:
        if kind in RECORD_KINDS:
            yield from self.ids[content.name, RECORD_KINDS[kind]]
        elif kind == "blank":
            for record in content.of("sets"):
                blanks = record.data.get("blanks")
                for blank in blanks if isinstance(blanks, list) else []:
                    if isinstance(blank, dict):
                        yield str(blank.get("id"))
        elif kind == "map-sector":
            for record in content.of("maps"):
                sectors = record.data.get("sectors")
                yield from sectors if isinstance(sectors, dict) else ()
        elif kind == "step":
            for record in content.of("scenarios"):
                yield from _steps(record.data.get("procedures"))
        elif kind == "campaign-effect":
            for record in content.of("campaigns"):
                effects = record.data.get("effects")
                yield from effects if isinstance(effects, dict) else ()
        elif kind == "parameter":
            for record in (*content.of("game"), *content.of("scenarios")):
                parameters = record.data.get("parameters")
                yield from parameters if isinstance(parameters, dict) else ()
        else:
            entries = content.head.get(_IN_GAME_YML[kind])
            if kind == "role" and isinstance(entries, dict):
                yield from (
                    str(side["role"])
                    for side in entries.values()
                    if isinstance(side, dict) and "role" in side
                )
            elif kind == "box" and isinstance(entries, list):
                yield from (str(line.get("id")) for line in entries if isinstance(line, dict))
            elif isinstance(entries, dict):
                yield from entries

    def sections(self, game: str, document: str) -> list[str]:
        """The section ids of a document, in order."""
        return [ident for ident, _ in self._sections.get((game, document), [])]

    def places(self, game: str, scenario: Record) -> set[str]:
        """The places of a scenario and of those that it extends."""
        found: set[str] = set()
        seen: list[Record] = []
        here: Record | None = scenario
        while here is not None and all(here is not one for one in seen):
            seen.append(here)
            places = here.data.get("places")
            found |= set(places) if isinstance(places, dict) else set()
            parent = here.data.get("extends")
            owner, _, ident = parent.rpartition("/") if isinstance(parent, str) else ("", "", "")
            here = self.ids.get((owner or game, "scenarios"), {}).get(ident)
        return found

    def did_you_mean(self, word: str, words: Iterable[str]) -> str:
        """As `nearest.did_you_mean`; empty once thousands of dead names have been looked up."""
        known = words if isinstance(words, frozenset) else frozenset(words)
        if (word, known) not in self._near:
            if self._left < len(known):
                return ""
            self._left -= len(known)
            self._near[word, known] = did_you_mean(word, known)
        return self._near[word, known]

    def twice(self) -> Iterator[Fault]:
        """Ids that two records of a kind share, or two sections of a document."""
        for game in self.games.values():
            for key, kind in BY_KEY.items():
                seen: dict[str, Record] = {}
                for record in game.of(key):
                    ident = record.data.get(kind.identity)
                    if not isinstance(ident, str):
                        continue
                    first = seen.setdefault(ident, record)
                    if first is not record:
                        yield _twice(record, (kind.identity,), ident, first, (kind.identity,))
                if key == "sources":
                    for record in game.of(key):
                        yield from self._sections_twice(game.name, record)
                if key == "sets":
                    yield from self._blanks_twice(game)

    def _sections_twice(self, game: str, record: Record) -> Iterator[Fault]:
        paths: dict[str, Path] = {}
        for ident, path in self._sections.get((game, record.id), []):
            if ident in paths:
                yield _twice(record, path, ident, record, paths[ident])
            paths.setdefault(ident, path)

    def _blanks_twice(self, game: GameContent) -> Iterator[Fault]:
        seen: dict[str, tuple[Record, Path]] = {
            ident: (record, ("id",))
            for key in ("cards", "terrains")
            for ident, record in self.ids[game.name, key].items()
        }
        for record in game.of("sets"):
            blanks = record.data.get("blanks")
            for index, blank in enumerate(blanks if isinstance(blanks, list) else []):
                ident = blank.get("id") if isinstance(blank, dict) else None
                if isinstance(ident, str):
                    path: Path = ("blanks", index, "id")
                    if ident in seen:
                        yield _twice(record, path, ident, *seen[ident])
                    seen.setdefault(ident, (record, path))


def _twice(record: Record, path: Path, ident: str, first: Record, there: Path) -> Fault:
    origin, rest = first.source_of(there)
    file, line, column = origin.position(rest)
    return record.fault(
        path,
        "twice",
        f"the id {ident!r} a second time; first at {file}:{line}:{column}",
        "rename one",
    )


def _steps(data: Any) -> Iterator[str]:
    """Ids of the steps at any depth: what has an id and says what to do."""
    if isinstance(data, dict):
        if isinstance(data.get("id"), str) and "do" in data:
            yield data["id"]
        data = list(data.values())
    for inner in data if isinstance(data, list) else []:
        yield from _steps(inner)


def _sections(entries: Any, path: Path) -> Iterator[tuple[str, Path]]:
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        if isinstance(entry, dict):
            here: Path = (*path, index)
            if isinstance(entry.get("id"), str):
                yield entry["id"], (*here, "id")
            yield from _sections(entry.get("sections"), (*here, "sections"))


def _names_of(record: Record) -> Iterator[str]:
    """The number and the names that a record is known by."""
    also = record.data.get("also_named")
    for name in (
        (record.data.get("number"), record.data.get("name"), *(also or ()))
        if isinstance(also, list | None)
        else ()
    ):
        for text in name.values() if isinstance(name, dict) else (name,):
            if isinstance(text, str):
                yield text
