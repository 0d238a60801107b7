"""Facts and texts: a value with its basis, or unknown, or none; a text by language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

T = TypeVar("T")
Basis = Literal["printed", "derived", "read"]
State = Literal["known", "unknown", "none", "absent"]

#: The long form of a fact is told from a plain mapping by these keys.
_LONG = frozenset({"value", "unknown", "none"})


@dataclass(frozen=True, slots=True)
class Text:
    """A text by language; `default` is the game's default language."""

    by_language: Mapping[str, str]
    default: str

    @classmethod
    def parse(cls, raw: Any, default: str) -> Text:
        """From content: a string in the default language, or a map by language."""
        if isinstance(raw, Mapping):
            return cls(dict(raw), default)
        return cls({default: str(raw)}, default)

    def get(self, language: str | None = None) -> str:
        """The text in `language`, else in the default language, else in any it has."""
        for wanted in (language, self.default):
            if wanted and wanted in self.by_language:
                return self.by_language[wanted]
        return next(iter(self.by_language.values()))

    def language(self, language: str | None = None) -> str:
        """The language that `get(language)` answers in."""
        for wanted in (language, self.default):
            if wanted and wanted in self.by_language:
                return wanted
        return next(iter(self.by_language))

    def __str__(self) -> str:
        return self.get()


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """A field of a record.

    known: `value` holds, on `basis`, from `source`. unknown: no source states it (`why`); it may
    still be bounded by `among`, `at_least`, `at_most`. none: the source prints none. absent: the
    field does not apply to this kind of record.
    """

    state: State
    value: T | None = None
    basis: Basis | None = None
    source: tuple[str, ...] = ()
    why: str = ""
    among: tuple[Any, ...] = ()
    at_least: int | None = None
    at_most: int | None = None

    @property
    def known(self) -> bool:
        return self.state == "known"

    @property
    def unknown(self) -> bool:
        return self.state == "unknown"

    def or_else(self, default: T) -> T:
        """The value if known, else `default`: for display only, never in a verdict."""
        return self.value if self.state == "known" and self.value is not None else default

    @classmethod
    def parse(
        cls,
        raw: Any,
        source: tuple[str, ...],
        convert: Callable[[Any], T] | None = None,
    ) -> Fact[T]:
        """From content. `source` is the record's own, used by the short form; None is absent."""
        if raw is None:
            return cls("absent")
        if raw == "unknown":
            return cls("unknown", why="no source states it")
        if isinstance(raw, Mapping) and _LONG & raw.keys():
            own = sources(raw.get("source")) or source
            if "unknown" in raw:
                return cls(
                    "unknown",
                    why=str(raw["unknown"]),
                    source=sources(raw.get("source")),
                    among=tuple(raw.get("among", ())),
                    at_least=raw.get("at_least"),
                    at_most=raw.get("at_most"),
                )
            if "none" in raw:
                return cls("none", source=sources(raw["none"]), why=str(raw.get("why", "")))
            value = raw["value"]
            return cls(
                "known",
                convert(value) if convert else value,
                raw["basis"],
                own,
                str(raw.get("why", "")),
            )
        return cls("known", convert(raw) if convert else raw, "printed", source)


def sources(raw: Any) -> tuple[str, ...]:
    """A `source` field as a tuple of references."""
    if raw is None:
        return ()
    return (raw,) if isinstance(raw, str) else tuple(raw)
