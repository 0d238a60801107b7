"""A user's own file, such as a situation or a setup: read with positions and checked whole."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Protocol

from fieldpress.database.checker import shipped_checker
from fieldpress.database.faults import Fault, shown_path
from fieldpress.database.reader import Document, parse, read
from fieldpress.errors import UsageFault


class Placed(Protocol):
    """A fault with the path to its spot, and further ones."""

    @property
    def message(self) -> str: ...

    @property
    def path(self) -> tuple[str | int, ...]: ...

    @property
    def more(self) -> tuple[Placed, ...]: ...


def read_asked(file: str) -> Document:
    """The file (`-`: standard input) as it stands: a mapping that names a game. UsageFault names
    every fault it has. Which schema it has to meet, the game's ruleset says: see `judge_asked`."""
    faults: list[Fault] = []
    if file == "-":
        document = parse(sys.stdin.buffer.read(), "<stdin>", faults)
    else:
        path = Path(file)
        try:
            document = read(path, shown_path(path), faults)
        except OSError as error:
            raise UsageFault(f"{file}: cannot be read: {error.strerror or error}") from None
    if document is None or faults:
        raise _all(faults)
    judge_asked(document, "asked.json")
    return document


def judge_asked(document: Document, schema: str) -> None:
    """UsageFault with every fault that a document has under a schema."""
    faults = []
    for issue in shipped_checker().check(schema, document.data).issues:
        at = (document.spot.key if issue.on_key else document.spot.value)(issue.path)
        faults.append(Fault(document.file, *at, issue.code, issue.problem, issue.remedy))
    if faults:
        raise _all(faults)


def placed(document: Document, fault: Placed) -> str:
    """A fault of the question and those found with it, each on a line with its position."""
    lines = []
    for one in (fault, *fault.more):
        line, column = document.spot.key(one.path)
        lines.append(f"{document.file}:{line}:{column}: {one.message}")
    return "\n".join(dict.fromkeys(lines))


def _all(faults: list[Fault]) -> UsageFault:
    return UsageFault("\n".join(str(fault) for fault in sorted(set(faults))))
