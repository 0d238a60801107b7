"""What can be wrong with a face, as data; an error keeps the sheets from being made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from fieldpress.errors import FieldpressError


@dataclass(frozen=True, slots=True)
class Problem:
    """`face`: whose, such as `card mortier`; `where`: which element; `text`: what, in figures."""

    severity: Literal["error", "warning"]
    face: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.face}: {self.where}: {self.text}"


class FaceFault(FieldpressError):
    """Faces that cannot be printed as they are; `problems` lists all of them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in problems))


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """The errors among the problems, each once."""
    return list(dict.fromkeys(p for p in problems if p.severity == "error"))


def warnings(problems: Iterable[Problem]) -> list[Problem]:
    """The warnings among the problems, each once."""
    return list(dict.fromkeys(p for p in problems if p.severity == "warning"))
