"""A small game of our own to break, and how to look at what `validate` says of it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

FIXTURE = Path(__file__).parent / "fixtures" / "content"
LINE = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<said>.*)$", re.MULTILINE)


@dataclass
class Content:
    """A copy of the fixture's content folder that a test may change."""

    root: Path
    added: list[Path] = field(default_factory=list)

    def path(self, name: str) -> Path:
        return self.root / "tiny" / name

    def text(self, name: str) -> str:
        return self.path(name).read_text(encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> str:
        """Replace the one place where `old` stands; returns the new text."""
        text = self.text(name)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        text = text.replace(old, new)
        self.path(name).write_text(text, encoding="utf-8")
        return text

    def add(self, name: str, text: str | bytes) -> Path:
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path


def copy_fixture(to: Path) -> Content:
    shutil.copytree(FIXTURE, to / "content")
    return Content(to / "content")


def position(text: str, mark: str, nth: int = 0) -> tuple[int, int]:
    """Line and column (from 1) of the nth occurrence of `mark`."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(mark, offset + 1)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def faults(stdout: str) -> list[tuple[str, int, int, str]]:
    """The faults that `validate` printed: file name, line, column, what it says."""
    return [
        (Path(m["file"]).name, int(m["line"]), int(m["column"]), m["said"])
        for m in LINE.finditer(stdout)
    ]
