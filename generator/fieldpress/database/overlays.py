"""Overlays: fill in or replace fields, add records; every entry with its reason and source.

An entry is at fault whose record, field or old value does not exist, or that sets a field which
an earlier overlay set to something else without naming it under `replaces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from fieldpress.database.checker import Checker
from fieldpress.database.faults import Fault, shown_path
from fieldpress.database.kinds import BY_KEY, BY_NOUN, Kind
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.outcome import Reference
from fieldpress.database.reader import read
from fieldpress.database.records import GameContent, Origin, Record
from fieldpress.database.schemas import schema_of
from fieldpress.database.spots import Path, at_path, path_text
from fieldpress.database.wording import same, shown
from fieldpress.errors import UsageFault

#: Key of an entry -> the record kind that it changes. `set` is the verb, so sets have a long name.
ENTRY_KINDS: dict[str, Kind] = {
    "game": BY_KEY["game"],
    "piece-set": BY_KEY["sets"],
    **{
        noun: BY_NOUN[noun]
        for noun in (
            *("card", "terrain", "counter", "component", "scenario"),
            *("tile", "option", "action", "army"),
            *("sector", "map", "unit", "support", "state"),
            *("deck", "sequence", "operation", "festung"),
            *("rule", "ruling", "term", "discrepancy"),
        )
    },
}
_FACT = frozenset({"value", "unknown", "none"})


def given(paths: Iterable[FilePath], games: dict[str, GameContent], faults: list[Fault]) -> None:
    """Read overlays named on the command line and hand each to its game.

    UsageFault where a file cannot be read or is for a game that is not asked for.
    """
    for path in paths:
        shown_name = shown_path(path)
        try:
            document = read(path, shown_name, faults)
        except OSError as error:
            raise UsageFault(f"{shown_name}: cannot be read: {error.strerror}") from None
        if document is None:
            continue
        if not isinstance(document.data, dict):
            spot = document.spot
            remedy = "an overlay is one mapping with id, game and entries"
            faults.append(Fault(shown_name, spot.line, spot.column, "type", "no mapping", remedy))
            continue
        record = Record(BY_KEY["overlays"], document.data, Origin(document))
        name = document.data.get("game")
        if isinstance(name, str) and name not in games:
            near = did_you_mean(name, games)
            raise UsageFault(
                f"{shown_name}: the overlay is for the game {name!r};"
                f" {near + ' ' if near else ''}loaded: {', '.join(games)}"
            )
        # Without a game the schema check says so; any game may hold the record until then.
        game = games[name] if isinstance(name, str) else next(iter(games.values()))
        known = game.records.setdefault("overlays", [])
        # One of the game's own folder, a variant, is there already: it now comes after the others.
        known[:] = [one for one in known if one.origin.document.file != shown_name]
        known.append(record)
        game.asked.append(record.id)


@dataclass(slots=True)
class _Setter:
    overlay: str
    value: Any


@dataclass(slots=True)
class Overlays:
    """Applies the overlays of one game, in their order."""

    game: GameContent
    checker: Checker
    as_of: str | None = None
    faults: list[Fault] = field(default_factory=list)
    _setters: dict[tuple[str, str], dict[Path, _Setter]] = field(default_factory=dict)
    _touched: dict[tuple[str, str], tuple[Record, dict[Path, dict[str, Any]]]] = field(
        default_factory=dict
    )

    def apply(self) -> Iterator[tuple[Record, list[Reference]]]:
        """Check and apply each overlay; yields each with the references that it makes."""
        for overlay in self.game.of("overlays"):
            outcome = self.checker.check("overlay.json", overlay.data)
            self.faults += (
                overlay.fault(
                    issue.path, issue.code, issue.problem, issue.remedy, on_key=issue.on_key
                )
                for issue in outcome.issues
            )
            yield overlay, outcome.references
            self._add_sources(overlay)
            wanted = not overlay.data.get("optional") or overlay.id in self.game.asked
            if not outcome.issues and wanted:
                self._apply(overlay)
        self._give_sources()

    def _add_sources(self, overlay: Record) -> None:
        sources = overlay.data.get("sources")
        for index, source in enumerate(sources if isinstance(sources, list) else []):
            if isinstance(source, dict):
                origin = Origin(overlay.origin.document, ("sources", index))
                record = Record(BY_KEY["sources"], source, origin)
                self.game.records.setdefault("sources", []).append(record)

    def _apply(self, overlay: Record) -> None:
        data = overlay.data
        if data["game"] != self.game.name:
            remedy = f"its folder is that of {self.game.name}"
            self.faults.append(overlay.fault(("game",), "reference", "another game", remedy))
            return
        self.game.overlays.append(overlay.id)
        for index, entry in enumerate(data["entries"]):
            path: Path = ("entries", index)
            if self.as_of and entry.get("date", "") > self.as_of:
                continue
            for key in ("why", "source"):
                if key not in entry and key not in data:
                    remedy = f"give the entry or the overlay a {key}"
                    self.faults.append(
                        overlay.fault(path, "missing-key", f'the key "{key}" is missing', remedy)
                    )
            note = {
                "overlay": overlay.id,
                "why": entry.get("why", data.get("why", "")),
                "source": entry.get("source", data.get("source", "")),
                **({"date": entry["date"]} if "date" in entry else {}),
            }
            if "add" in entry:
                self._add(overlay, path, entry, note)
            else:
                self._change(overlay, path, entry, note)

    def _add(
        self, overlay: Record, path: Path, entry: dict[str, Any], note: dict[str, Any]
    ) -> None:
        kind = ENTRY_KINDS[entry["add"]]
        record = Record(kind, entry["record"], Origin(overlay.origin.document, (*path, "record")))
        if note["source"]:
            record.data.setdefault("source", note["source"])
        self.game.records.setdefault(kind.key, []).append(record)
        self.game.changes.append({**note, "kind": kind.key, "id": record.id, "added": True})

    def _change(
        self, overlay: Record, path: Path, entry: dict[str, Any], note: dict[str, Any]
    ) -> None:
        noun = next(key for key in ENTRY_KINDS if key in entry)
        kind, ident = ENTRY_KINDS[noun], entry[noun]
        record = next((one for one in self.game.of(kind.key) if one.id == ident), None)
        if record is None or not entry["set"]:
            return  # a record that is not there is reported as a dead reference
        was = entry.get("was", {})
        for name in was.keys() - entry["set"].keys():
            where: Path = (*path, "was", name)
            remedy = did_you_mean(name, entry["set"]) or "name the fields that are set"
            said = f"{name} is not among the fields that the entry sets"
            self.faults.append(overlay.fault(where, "field", said, remedy, on_key=True))
        replaced = False
        for name, value in entry["set"].items():
            where = (*path, "set", name)
            inner = self._field(overlay, where, record, name)
            if inner is None or not self._was(overlay, path, record, inner, name, entry):
                continue
            before = self._conflict(overlay, where, kind, ident, inner, value, entry)
            replaced = replaced or before
            self._set(overlay, where, record, inner, value, note)
        if "replaces" in entry and not replaced:
            said = f"no overlay {entry['replaces']!r} set one of these fields differently before"
            self.faults.append(
                overlay.fault(
                    (*path, "replaces"), "overlay", said, "remove it, or name the right one"
                )
            )

    def _field(self, overlay: Record, where: Path, record: Record, name: str) -> Path | None:
        """The path that a field's name stands for; all but its last step must be there."""
        here: Any = record.data
        path: list[str | int] = []
        steps = name.split(".")
        for number, step in enumerate(steps):
            last = number == len(steps) - 1
            found: str | int | None = None
            known: list[str] = []
            if isinstance(here, dict):
                known = list(here)
                found = step if step in here or last else None
            elif isinstance(here, list):
                known = [
                    str(item["id"]) for item in here if isinstance(item, dict) and "id" in item
                ]
                found = next((at for at, item in enumerate(here) if _has_id(item, step)), None)
            if found is None:
                holder = path_text(path) or f"{record.kind.noun} {record.id}"
                remedy = did_you_mean(step, known) or (
                    f"it has {', '.join(known)}" if known else ""
                )
                said = f"no field {step!r} in {holder}"
                self.faults.append(overlay.fault(where, "field", said, remedy, on_key=True))
                return None
            path.append(found)
            here = here[found] if not isinstance(here, dict) or found in here else None
        return tuple(path)

    def _was(
        self,
        overlay: Record,
        path: Path,
        record: Record,
        inner: Path,
        name: str,
        entry: dict[str, Any],
    ) -> bool:
        """Whether the old value is the one that the entry states."""
        if name not in entry.get("was", {}):
            if "date" in entry:
                said = f"an erratum states the old value of {name}"
                remedy = "add it under was"
                self.faults.append(overlay.fault((*path, "set", name), "missing-key", said, remedy))
                return False
            return True
        old, stated = _current(record, inner), entry["was"][name]
        if same(old, stated) or (isinstance(old, dict) and same(old.get("value"), stated)):
            return True
        if isinstance(old, dict) and "unknown" in old and stated == "unknown":
            return True
        value = old.get("value", old) if isinstance(old, dict) else old
        said = f"the old value of {name} is not {shown(stated)}"
        remedy = f"it is {shown(value)}" if old is not None else "the record has no such field"
        self.faults.append(overlay.fault((*path, "was", name), "old-value", said, remedy))
        return False

    def _conflict(
        self,
        overlay: Record,
        where: Path,
        kind: Kind,
        ident: str,
        inner: Path,
        value: Any,
        entry: dict[str, Any],
    ) -> bool:
        """Whether the entry replaces what an overlay set here; a fault if it does not say so."""
        setters = self._setters.setdefault((kind.key, ident), {})
        replaced = False
        for other, setter in setters.items():
            length = min(len(other), len(inner))
            if other[:length] != inner[:length] or (other == inner and same(setter.value, value)):
                continue
            replaced = True
            if entry.get("replaces") != setter.overlay:
                said = f"the overlay {setter.overlay!r} set {path_text(other)} before"
                remedy = f"add replaces: {setter.overlay}, or leave the field to it"
                self.faults.append(overlay.fault(where, "overlay", said, remedy, on_key=True))
        setters[inner] = _Setter(overlay.id, value)
        return replaced

    def _set(
        self,
        overlay: Record,
        where: Path,
        record: Record,
        inner: Path,
        value: Any,
        note: dict[str, Any],
    ) -> None:
        old = _current(record, inner)
        at_path(record.data, inner[:-1])[inner[-1]] = value
        record.patches = {
            path: origin for path, origin in record.patches.items() if path[: len(inner)] != inner
        }
        record.patches[inner] = Origin(overlay.origin.document, where)
        change = {**note, "kind": record.kind.key, "id": record.id, "field": path_text(inner)}
        if old is not None:
            change["was"] = old
        self.game.changes.append(change)
        touched = self._touched.setdefault((record.kind.key, record.id), (record, {}))
        touched[1][inner] = note

    def _give_sources(self) -> None:
        """A fact that an overlay set in the short form is printed in the overlay's source."""
        for record, fields in self._touched.values():
            schema = schema_of(record.kind, self.game, self.checker.files)
            facts = self.checker.check(schema, record.data).facts if schema else []
            for path, note in fields.items():
                for fact in dict.fromkeys(facts):
                    if fact[: len(path)] == path:
                        _give_source(record, fact, note)
                if path[-1] == "effects" and isinstance(_current(record, path), list):
                    for index, effect in enumerate(_current(record, path)):
                        if isinstance(effect, dict) and not {"unknown", "source"} & effect.keys():
                            effect["source"] = note["source"]
                            record.given.add((*path, index, "source"))


def _give_source(record: Record, path: Path, note: dict[str, Any]) -> None:
    value = at_path(record.data, path)
    if isinstance(value, dict) and _FACT & value.keys():
        if "value" not in value or "source" in value:
            return
        value["source"] = note["source"]
    elif value == "unknown":
        return
    else:
        long = {"value": value, "basis": "printed", "source": note["source"]}
        at_path(record.data, path[:-1])[path[-1]] = long
    record.given.add((*path, "source"))


def _has_id(item: Any, step: str) -> bool:
    return isinstance(item, dict) and str(item.get("id")) == step


def _current(record: Record, path: Path) -> Any:
    try:
        return at_path(record.data, path)
    except (KeyError, IndexError, TypeError):
        return None
