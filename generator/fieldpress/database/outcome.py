"""What a schema check finds, and what its parts hand to one another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from fieldpress.database.nearest import either
from fieldpress.database.spots import Path

#: A path under construction: (path of the holder, last step), None for the root.
Steps: TypeAlias = "tuple[Steps, str | int] | None"
Check: TypeAlias = "Callable[[Any, Steps, Outcome], None]"


@dataclass(slots=True)
class Issue:
    """A schema fault at `path`; `on_key` where the key is at fault and not the value.

    `keys` are the keys that are missing, any one of them.
    """

    path: Path
    code: str
    problem: str
    remedy: str
    on_key: bool = False
    keys: tuple[str, ...] = ()


@dataclass(slots=True)
class Reference:
    """A string at `path` that names a record of one of `kinds` (or, `on_key`, a key that does)."""

    kinds: tuple[str, ...]
    value: str
    path: Path
    on_key: bool = False


@dataclass(slots=True)
class Outcome:
    """What a check found."""

    issues: list[Issue] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    facts: list[Path] = field(default_factory=list)

    def add(
        self,
        steps: Steps,
        code: str,
        said: tuple[str, str],
        *,
        on_key: bool = False,
        keys: tuple[str, ...] = (),
    ) -> None:
        self.issues.append(Issue(flat(steps), code, *said, on_key, keys))

    def take(self, other: Outcome) -> None:
        self.issues += other.issues
        self.references += other.references
        self.facts += other.facts


@dataclass(frozen=True, slots=True)
class Context:
    """What a subschema inherits: its file, the nearest description, the condition around it."""

    base: str
    about: str = ""
    where: str = ""


def flat(steps: Steps) -> Path:
    """The path as a tuple."""
    out: list[str | int] = []
    while steps is not None:
        steps, last = steps
        out.append(last)
    return tuple(reversed(out))


def tidy(issues: list[Issue]) -> list[Issue]:
    """One fault per cause: a misspelt key explains the key that is missing beside it."""
    strangers: dict[Path, list[Issue]] = {}
    for issue in issues:
        if issue.code == "unknown-key":
            strangers.setdefault(issue.path[:-1], []).append(issue)
    if not strangers:
        return issues
    lacking: dict[Path, list[str]] = {}
    kept: list[Issue] = []
    for issue in issues:
        if issue.path in strangers and issue.code in ("missing-key", "size"):
            lacking.setdefault(issue.path, []).extend(issue.keys)
        else:
            kept.append(issue)
    return [
        replace(issue, remedy=f"{either(keys)} is missing; {issue.remedy}")
        if issue.code == "unknown-key" and (keys := lacking.get(issue.path[:-1]))
        else issue
        for issue in kept
    ]
