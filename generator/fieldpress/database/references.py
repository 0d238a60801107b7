"""Resolve what records name: every `x-ref` of the schemas, every link of the texts.

x-ref is one kind, or a list of kinds of which any will do; what is no kind in a list is a word that
may stand there instead (`word:scenario` where the word is also the name of a kind):

- card, terrain, counter, component, tile, option, action, army, scenario, clause, term, ruling,
  discrepancy, set, layout: the id of a record, or `GAME/ID` in another game that this one `uses`;
- source: `DOCUMENT#SECTION`; document: a source record;
- side, role, unit-type, box: an entry of game.yml;
- blank: a blank of one of the sets;
- game: a game that is loaded;
- place: a place of this scenario or of one that it extends; `{side}` stands for either role;
- step: a step of a procedure of any scenario; parameter: one of game.yml or of any scenario;
- campaign-effect: what a campaign carries into a later scenario;
- reading: a reading of the discrepancy under whose id the value stands;
- local:KEY: a key of this record's own KEY mapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.index import RECORD_KINDS, Index, is_kind
from fieldpress.database.outcome import Reference
from fieldpress.database.records import GameContent, Record
from fieldpress.database.spots import Path
from fieldpress.model.links import find_links, malformed_links


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
    if value.startswith("$") and value[1:] in (record.data.get("each") or {}):
        return None  # it stands for each word of a ruling's list
    kinds = tuple(kind for kind in reference.kinds if is_kind(kind))
    if value in {kind.removeprefix("word:") for kind in reference.kinds if not is_kind(kind)}:
        return None
    if kinds[0].startswith("local:"):
        key = kinds[0].removeprefix("local:")
        entries = record.data.get(key)
        if not isinstance(entries, dict) or value in entries:
            return None
        remedy = (
            index.did_you_mean(value, entries) or f"the {key} are {', '.join(map(str, entries))}"
        )
        return f"no {value!r} among the {key} of this record", remedy
    if kinds == ("source",):
        return _source_fault(index, game, value)
    if kinds == ("place",):
        return _place_fault(index, game, record, value)
    if kinds == ("reading",):
        return _reading_fault(index, game, str(reference.path[-1]), value)
    owner, _, ident = value.rpartition("/")
    if not owner and ident in _own_records(index, game, record, kinds):
        return None
    return _record_fault(index, game, kinds, owner, ident)


def _own_records(
    index: Index, game: GameContent, record: Record, kinds: tuple[str, ...]
) -> Iterator[str]:
    """Ids of the records that a ruling brings along for itself, or has of one that it is `like`."""
    own: Any = record.data.get("records")
    seen: list[Record] = []
    here: Record | None = record
    while own is None and here is not None and all(here is not one for one in seen):
        seen.append(here)
        like = here.data.get("like")
        here = index.ids[game.name, "rulings"].get(like) if isinstance(like, str) else None
        own = here.data.get("records") if here is not None else None
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
            remedy = (
                index.did_you_mean(name, places) or f"the places are {', '.join(sorted(places))}"
            )
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
    remedy = index.did_you_mean(owner, used) or f"add {owner} to uses in game.yml"
    return f"the game {owner!r} is not among those that {game.name} uses", remedy


def _record_fault(
    index: Index, game: GameContent, kinds: tuple[str, ...], owner: str, ident: str
) -> tuple[str, str] | None:
    wrong = _owner_fault(index, game, owner)
    if wrong:
        return wrong
    place = owner or game.name
    every = index.every(place, kinds)
    if every is None or ident in every:
        return None
    noun = " or ".join(kind.replace("-", " ") for kind in kinds)
    where = f" in {owner}" if owner else ""
    remedy = index.did_you_mean(ident, every) or index.known_as(place, ident, kinds)
    if not remedy:
        listed = nsmallest(8, every)
        more = " …" if len(every) > len(listed) else ""
        remedy = f"there are: {', '.join(listed)}{more}" if listed else "the game has none"
    return f"no {noun} {ident!r}{where}", remedy


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
        near = index.did_you_mean(document, documents)
        return f"no source {document!r}", near or f"the sources are {', '.join(sorted(documents))}"
    sections = index.sections(where, document)
    if section in sections:
        return None
    near = index.did_you_mean(
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


__all__ = ["RECORD_KINDS", "resolve"]
