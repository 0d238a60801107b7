"""What is wrong with content: where, what, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fieldpress.errors import FieldpressError


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a content file. `line` and `column` count characters from 1.

    `at` says where in the record, as in `card auto-mitrailleuse, effects[0].do[1]`; `code` is a
    stable word for programs; `remedy` may be empty.
    """

    file: str
    line: int
    column: int
    code: str
    problem: str
    remedy: str = ""
    at: str = field(default="", compare=False)

    def __str__(self) -> str:
        at = f"{self.at}: " if self.at else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.file}:{self.line}:{self.column}: {at}{self.problem}{remedy}"

    def as_json(self) -> dict[str, Any]:
        """As `validate --json` prints it (schema/output/validate.json)."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "at": self.at,
            "problem": self.problem,
            "remedy": self.remedy,
        }


class ContentFaults(FieldpressError):
    """Content that has faults; `faults` holds them all, sorted by file and position."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = sorted(set(faults))
        lines = "\n".join(str(fault) for fault in self.faults)
        super().__init__(f"the content has {count(len(self.faults), 'fault')}\n{lines}")


def count(number: int, noun: str) -> str:
    """`1 fault`, `2 faults`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shown_path(path: Path) -> str:
    """A path as a message shows it: relative to the working folder where it lies inside.

    What cannot be printed (a line end, bytes that are no UTF-8) is escaped.
    """
    try:
        text = path.absolute().relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        text = path.as_posix()
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
