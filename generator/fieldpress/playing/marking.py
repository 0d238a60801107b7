"""Output of which every line says that it rests on stand-ins."""

from __future__ import annotations

from typing import IO

MARK = "[stand-ins] "


class Marked:
    """A text stream that puts a mark before every line that is written to it."""

    def __init__(self, stream: IO[str], mark: str = MARK) -> None:
        self._stream, self._mark, self._begun = stream, mark, False

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            if not self._begun:
                self._stream.write(self._mark)
            self._stream.write(line)
            self._begun = not line.endswith("\n")
        return len(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    @property
    def encoding(self) -> str:
        return str(getattr(self._stream, "encoding", "utf-8"))

    def fileno(self) -> int:
        return self._stream.fileno()
