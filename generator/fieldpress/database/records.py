"""Records as they were read: the data, and where each part of it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.kinds import Kind
from fieldpress.database.reader import Document
from fieldpress.database.spots import Path, path_text


@dataclass(slots=True)
class Origin:
    """Where a value stands: a document and the path inside it."""

    document: Document
    path: Path = ()

    def position(self, path: Path, on_key: bool = False) -> tuple[str, int, int]:
        """File, line and column of `path` below this origin."""
        spot, whole = self.document.spot, self.path + path
        line, column = spot.key(whole) if on_key else spot.value(whole)
        return self.document.file, line, column


@dataclass(slots=True)
class Record:
    """A record. `patches` say which parts an overlay put in place, and where they stand.

    `given` are sources that facts took over from an overlay's entry, where they are judged.
    """

    kind: Kind
    data: dict[str, Any]
    origin: Origin
    patches: dict[Path, Origin] = field(default_factory=dict)
    given: set[Path] = field(default_factory=set)

    @property
    def id(self) -> str:
        return str(self.data.get(self.kind.identity, ""))

    def source_of(self, path: Path) -> tuple[Origin, Path]:
        """The origin that supplied `path`, and the path below it."""
        for length in range(len(path), 0, -1):
            patch = self.patches.get(path[:length])
            if patch is not None:
                return patch, path[length:]
        return self.origin, path

    def fault(
        self, path: Path, code: str, problem: str, remedy: str = "", *, on_key: bool = False
    ) -> Fault:
        """A fault at `path` of this record."""
        origin, rest = self.source_of(path)
        return self._fault(origin.position(rest, on_key), path, code, problem, remedy)

    def text_fault(
        self, path: Path, literal: str, nth: int, code: str, problem: str, remedy: str
    ) -> Fault:
        """A fault at the `nth` (from 0) occurrence of `literal` inside the text at `path`."""
        origin, rest = self.source_of(path)
        file, line, column = origin.position(rest)
        lines = origin.document.lines
        start = column - 1
        for number in range(line, len(lines) + 1):
            found = lines[number - 1].find(literal, start)
            while found >= 0:
                if nth == 0:
                    return self._fault((file, number, found + 1), path, code, problem, remedy)
                nth -= 1
                found = lines[number - 1].find(literal, found + len(literal))
            start = 0
        return self._fault((file, line, column), path, code, problem, remedy)

    def _fault(
        self, place: tuple[str, int, int], path: Path, code: str, problem: str, remedy: str
    ) -> Fault:
        name = f"{self.kind.noun} {self.id}".strip()
        inner = path_text(path)
        return Fault(*place, code, problem, remedy, f"{name}, {inner}" if inner else name)


@dataclass(slots=True)
class GameContent:
    """A game as read: records by kind (bundle key); `unread` are kinds that are not all here.

    `asked` are the overlays named on the command line, `overlays` those that were applied.
    """

    name: str
    files: int = 0
    records: dict[str, list[Record]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    overlays: list[str] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)

    def of(self, key: str) -> list[Record]:
        """The records of a kind."""
        return self.records.get(key, [])

    @property
    def head(self) -> dict[str, Any]:
        """The game record's data; empty where game.yml cannot be read."""
        found = self.of("game")
        return found[0].data if found else {}

    @property
    def size(self) -> int:
        """How many records there are, the game's own among them."""
        return sum(len(records) for records in self.records.values())
