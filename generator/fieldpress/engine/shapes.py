"""Shapes in a question: what is not a list, a mapping, a known key or a number is refused with the
spot and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from fieldpress.engine.verdicts import EngineFault

Path: TypeAlias = tuple[str | int, ...]


def listing(raw: Mapping[str, Any], key: str, path: Path) -> list[Any]:
    """The list under a key; an empty one where the key is absent."""
    value = raw.get(key, [])
    if not isinstance(value, (list, tuple)):
        raise EngineFault(f"{key} is a list, not {value!r}", (*path, key))
    return list(value)


def mapping(raw: Mapping[str, Any], key: str, path: Path) -> Mapping[str, Any]:
    """The mapping under a key; an empty one where the key is absent."""
    value = raw.get(key, {})
    if not isinstance(value, Mapping):
        raise EngineFault(f"{key} is a mapping, not {value!r}", (*path, key))
    return value


def word(name: Any, path: Path) -> str:
    """A name as a situation may write it: a word, or a number such as 1503."""
    if isinstance(name, bool) or not isinstance(name, (str, int)):
        raise EngineFault(f"expected a name, not {name!r}", path)
    return str(name)


def only(raw: Any, keys: Collection[str], path: Path) -> None:
    """Refuse a key that is not one of these, and what is no mapping at all."""
    if not isinstance(raw, Mapping):
        raise EngineFault(f"expected a mapping, not {raw!r}", path)
    for key in raw:
        if key not in keys:
            close = difflib.get_close_matches(str(key), keys, 1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else f"there may be {', '.join(sorted(keys))}"
            )
            raise EngineFault(f"no key is called {key!r} here; {hint}", (*path, str(key)))


def one_of(value: Any, choices: tuple[str, ...], path: Path) -> str:
    """One of these words."""
    if value not in choices:
        close = difflib.get_close_matches(str(value), choices, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise EngineFault(
            f"expected one of {', '.join(c for c in choices if c)}, not {value!r}{hint}", path
        )
    return str(value)


def count(value: Any, path: Path) -> int | None:
    """A whole number from 0, or None where nothing is said."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise EngineFault(f"expected a whole number from 0, not {value!r}", path)
    return value


def flag(raw: Mapping[str, Any], key: str, path: Path) -> bool | None:
    """Whether `key` is said to hold, or None where nothing is said."""
    found = raw.get(key)
    if found is not None and not isinstance(found, bool):
        raise EngineFault(f"{key} takes true or false, not {found!r}", (*path, key))
    return found
