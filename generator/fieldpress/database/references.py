"""Resolve what records name: every `x-ref` of the schemas, every link of the texts.

x-ref is one kind, or a list of kinds of which any will do; what is no kind in a list is a word that
may stand there instead (`word:scenario` where the word is also the name of a kind):

- card, terrain, counter, component, scenario, clause, term, ruling, discrepancy, set, layout: the
  id of a record, or `GAME/ID` in another game that this one `uses`;
- source: `DOCUMENT#SECTION`; document: a source record;
- side, role, unit-type, box: an entry of game.yml;
- blank: a blank of one of the sets;
- game: a game that is loaded;
- place: a place of this scenario or of one that it extends; `{side}` stands for either role;
- step: a step of a procedure of any scenario; parameter: one of game.yml or of any scenario;
- reading: a reading of the discrepancy under whose id the value stands;
- local:KEY: a key of this record's own KEY mapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.kinds import BY_KEY
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.outcome import Reference
from fieldpress.database.records import GameContent, Record
from fieldpress.database.spots import Path
from fieldpress.model.game import fold
from fieldpress.model.links import LINK_KINDS, find_links, malformed_links

#: x-ref word -> bundle key of the records that it names.
RECORD_KINDS = {
    **{kind: key for kind, key in LINK_KINDS.items() if kind != "rule"},
    "clause": "clauses",
    "set": "sets",
    "layout": "layouts",
    "document": "sources",
}
_IN_GAME_YML = {"side": "sides", "unit-type": "unit_types", "box": "box", "role": "sides"}
_IN_SCENARIOS = ("step", "parameter")
#: Every kind that x-ref may name, save local:KEY.
KNOWN_KINDS = frozenset(
    {
        *RECORD_KINDS,
        *_IN_GAME_YML,
        *_IN_SCENARIOS,
        *("source", "blank", "game", "place", "reading"),
    }
)


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

    def names(self, game: str, kind: str) -> frozenset[str] | None:
        """Everything that `kind` may name in `game`; None where that cannot be known."""
        if kind == "game":
            return frozenset(self.games)
        content = self.games.get(game)
        if content is None:
            return None
        key = RECORD_KINDS.get(kind) or ("game" if kind in _IN_GAME_YML else "sets")
        if key in content.unread or (kind in _IN_SCENARIOS and "scenarios" in content.unread):
            return None
        if (game, kind) not in self._names:
            self._names[game, kind] = frozenset(self._find(content, kind))
        return self._names[game, kind]

    def _find(self, content: GameContent, kind: str) -> Iterator[str]:
        if kind in RECORD_KINDS:
            yield from self.ids[content.name, RECORD_KINDS[kind]]
        elif kind == "blank":
            for record in content.of("sets"):
                blanks = record.data.get("blanks")
                for blank in blanks if isinstance(blanks, list) else []:
                    if isinstance(blank, dict):
                        yield str(blank.get("id"))
        elif kind == "step":
            for record in content.of("scenarios"):
                yield from _steps(record.data.get("procedures"))
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


def resolve(
    index: Index, game: GameContent, record: Record, references: Iterable[Reference]
) -> Iterator[Fault]:
    """Faults of the references of one record, its texts' links included."""
    for reference in references:
        if record.given and any(reference.path[: len(path)] == path for path in record.given):
            continue
        said = _reference_fault(index, game, record, reference)
        if said:
            problem, remedy = said
            yield record.fault(
                reference.path, "reference", problem, remedy, on_key=reference.on_key
            )
    yield from _links(index, game, record)


def _reference_fault(
    index: Index, game: GameContent, record: Record, reference: Reference
) -> tuple[str, str] | None:
    value = reference.value
    kinds = tuple(kind for kind in reference.kinds if is_kind(kind))
    if value in {kind.removeprefix("word:") for kind in reference.kinds if not is_kind(kind)}:
        return None
    if kinds[0].startswith("local:"):
        key = kinds[0].removeprefix("local:")
        entries = record.data.get(key)
        if not isinstance(entries, dict) or value in entries:
            return None
        remedy = did_you_mean(value, entries) or f"the {key} are {', '.join(map(str, entries))}"
        return f"no {value!r} among the {key} of this record", remedy
    if kinds == ("source",):
        return _source_fault(index, game, value)
    if kinds == ("place",):
        return _place_fault(index, game, record, value)
    if kinds == ("reading",):
        return _reading_fault(index, game, str(reference.path[-1]), value)
    owner, _, ident = value.rpartition("/")
    if not owner and ident in _own_records(record, kinds):
        return None
    return _record_fault(index, game, kinds, owner, ident)


def is_kind(word: str) -> bool:
    """Whether a word of x-ref is a kind, and not a word that may stand in the text."""
    return word in KNOWN_KINDS or word.startswith("local:")


def _own_records(record: Record, kinds: tuple[str, ...]) -> Iterator[str]:
    """Ids of the records that a ruling brings along for itself."""
    own: Any = record.data.get("records")
    for kind in kinds if isinstance(own, dict) else ():
        entries = own.get(RECORD_KINDS.get(kind, ""))
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                yield str(entry.get("id"))


def _place_fault(
    index: Index, game: GameContent, record: Record, value: str
) -> tuple[str, str] | None:
    places = index.places(game.name, record)
    roles = ("attacker", "defender") if "{side}" in value else ("",)
    for name in dict.fromkeys(value.replace("{side}", role) for role in roles):
        if name not in places:
            remedy = did_you_mean(name, places) or f"the places are {', '.join(sorted(places))}"
            return f"no place {name!r} in this scenario", remedy
    return None


def _reading_fault(
    index: Index, game: GameContent, discrepancy: str, value: str
) -> tuple[str, str] | None:
    record = index.ids[game.name, "discrepancies"].get(discrepancy)
    readings = record.data.get("readings") if record else None
    if not isinstance(readings, dict) or value in readings:
        return None
    remedy = f"its readings are {', '.join(readings)}"
    return f"no reading {value!r} of {discrepancy}", remedy


def _owner_fault(index: Index, game: GameContent, owner: str) -> tuple[str, str] | None:
    """What is wrong with naming another game."""
    if not owner or owner == game.name:
        return None
    used = game.head.get("uses")
    used = [name for name in used if isinstance(name, str)] if isinstance(used, list) else []
    if owner in used:
        return None
    remedy = did_you_mean(owner, used) or f"add {owner} to uses in game.yml"
    return f"the game {owner!r} is not among those that {game.name} uses", remedy


def _record_fault(
    index: Index, game: GameContent, kinds: tuple[str, ...], owner: str, ident: str
) -> tuple[str, str] | None:
    wrong = _owner_fault(index, game, owner)
    if wrong:
        return wrong
    place = owner or game.name
    every: set[str] = set()
    for kind in kinds:
        names = index.names(place, kind)
        if names is None or ident in names:
            return None
        every |= names
    noun = " or ".join(kind.replace("-", " ") for kind in kinds)
    where = f" in {owner}" if owner else ""
    remedy = did_you_mean(ident, every) or _known_as(index, place, ident, kinds)
    if not remedy:
        listed = sorted(every)
        remedy = f"there {'is none' if not listed else 'are: ' + ', '.join(listed[:8])}"
        remedy += " …" if len(listed) > 8 else ""
    return f"no {noun} {ident!r}{where}", remedy


def _known_as(index: Index, game: str, ident: str, kinds: tuple[str, ...]) -> str:
    """A record of another kind with this id, or one of the kind with this number or name."""
    for kind, key in LINK_KINDS.items():
        if ident in index.ids.get((game, key), {}):
            return f"there is a {kind} of this id"
    folded = fold(ident)
    for kind in kinds:
        for other, record in index.ids.get((game, RECORD_KINDS.get(kind, "")), {}).items():
            names = [record.data.get("number"), record.data.get("name")]
            also = record.data.get("also_named")
            names += also if isinstance(also, list) else []
            for name in names:
                texts = name.values() if isinstance(name, dict) else [name]
                if any(isinstance(text, str) and fold(text) == folded for text in texts):
                    return f'did you mean "{other}"? Records are named by id'
    return ""


def _source_fault(index: Index, game: GameContent, value: str) -> tuple[str, str] | None:
    place, _, section = value.partition("#")
    owner, _, document = place.rpartition("/")
    wrong = _owner_fault(index, game, owner)
    if wrong:
        return wrong
    where = owner or game.name
    documents = index.names(where, "document")
    if documents is None:
        return None
    prefix = f"{owner}/" if owner else ""
    if document not in documents:
        near = did_you_mean(document, documents)
        return f"no source {document!r}", near or f"the sources are {', '.join(sorted(documents))}"
    sections = index.sections(where, document)
    if section in sections:
        return None
    near = did_you_mean(
        f"{prefix}{document}#{section}", [f"{prefix}{document}#{one}" for one in sections]
    )
    elsewhere = [
        f'"{prefix}{other}#{section}"'
        for other in sorted(documents)
        if section in index.sections(where, other)
    ]
    if elsewhere:
        near = f"did you mean {' or '.join(elsewhere)}?"
    return f"no section {section!r} in the source {document!r}", near or (
        f"its sections are {', '.join(sections[:8])}{' …' if len(sections) > 8 else ''}"
    )


def _links(index: Index, game: GameContent, record: Record) -> Iterator[Fault]:
    for path, text in _texts(record.data, ()):
        seen: dict[str, int] = {}
        for start, end, link in find_links(text):
            literal = text[start:end]
            kind = "clause" if link.kind == "rule" else link.kind
            said = _record_fault(index, game, (kind,), link.game, link.id)
            if said:
                problem = said[0].replace("no clause", "no rule", 1)
                yield record.text_fault(
                    path, literal, seen.get(literal, 0), "link", f"{literal}: {problem}", said[1]
                )
            seen[literal] = seen.get(literal, 0) + 1
        for _, literal, why in malformed_links(text):
            said_link = f"{literal.splitlines()[0]} is no link"
            yield record.text_fault(path, literal.splitlines()[0], 0, "link", said_link, why)


def _texts(data: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Every string with link brackets, at any depth (the reader bounds the depth)."""
    if isinstance(data, str):
        if "[[" in data or "]]" in data:
            yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _texts(value, (*path, index))
