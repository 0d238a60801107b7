"""Faults in words: what stands there, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from fieldpress.database.nearest import did_you_mean, either

_YES = frozenset({"yes", "on", "y", "true"})
_NO = frozenset({"no", "off", "n", "false"})

_PHRASES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}

#: JSON types. 2.0 is no integer here: what is meant is written 2.
TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def same(a: Any, b: Any) -> bool:
    """Equal as JSON: true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return bool(a == b)


def shown(value: Any) -> str:
    """A value as it stands in YAML, short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        line = value.replace("\n", " ")
        return '"' + (line if len(line) <= 40 else line[:39] + "…") + '"'
    return str(value)


def wanted(schema: dict[str, Any]) -> str:
    """What a schema asks for, in a few words."""
    kind = schema.get("type")
    if not isinstance(kind, str):
        kinds = kind or []
        return either(_PHRASES[one] for one in kinds)
    phrase = _PHRASES[kind]
    if kind in ("integer", "number"):
        phrase += _range(schema)
    return phrase


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    parts = [
        f"from {low}" if low is not None else f"above {above}" if above is not None else "",
        f"to {high}" if high is not None else f"below {below}" if below is not None else "",
    ]
    return "".join(f" {part}" for part in parts if part)


def _with(about: str, *parts: str) -> str:
    said = "; ".join(part for part in parts if part)
    return f"{said} ({about.rstrip('.')})" if about else said


def type_fault(value: Any, schema: dict[str, Any], about: str) -> tuple[str, str]:
    """A value of the wrong type."""
    if value is None:
        return "nothing stands here", _with(about, f"wanted: {wanted(schema)}, or remove the key")
    kind = schema.get("type")
    return (
        f"{shown(value)} stands here",
        _with(
            about, f"wanted: {wanted(schema)}", _hint(value, kind if isinstance(kind, str) else "")
        ),
    )


def _hint(value: Any, kind: str) -> str:
    if kind == "string" and isinstance(value, (bool, int, float)):
        return f'put it in quotes to make it a text: "{shown(value)}"'
    if kind == "boolean" and isinstance(value, str):
        folded = value.casefold()
        word = "true" if folded in _YES else "false" if folded in _NO else ""
        return f"write {word}" + ("" if folded != word else ", without quotes") if word else ""
    if kind in ("integer", "number") and isinstance(value, str):
        return _number_hint(value)
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return f"write {int(value)}"
    if value == "unknown" and kind in ("array", "object"):
        return "write {unknown: why}, with the reason"
    if kind == "array" and not isinstance(value, dict):
        return f"write a list of one as [{shown(value).strip(chr(34))}]"
    return ""


def _number_hint(value: str) -> str:
    if re.fullmatch(r"-?(0|[1-9][0-9]*)", value):
        return f"write {value}, without quotes"
    if re.fullmatch(r"[+-]?0*[0-9]+", value):
        return f"write {int(value[:30])}, without leading zeros or plus sign"
    if re.fullmatch(r"[0-9](\.[0-9]+)?[eE]\+?[0-9]", value):
        return f"write {float(value):.0f}, without exponent"
    if re.fullmatch(r"0x[0-9a-fA-F]{1,8}|0o[0-7]{1,8}|0b[01]{1,32}", value):
        return f"write {int(value, 0)}, in decimal digits"
    return ""


def word_fault(value: Any, words: list[Any], about: str) -> tuple[str, str]:
    """A value that is not among the words allowed."""
    names = [shown(word).strip('"') for word in words]
    problem = f"{shown(value)} is not possible here"
    near = did_you_mean(value, names) if isinstance(value, str) else ""
    hint = ""
    if isinstance(value, bool) and all(isinstance(word, str) for word in words):
        hint = "a word is wanted"
    one_of = f"write {names[0]}" if len(names) == 1 else f"one of: {', '.join(names)}"
    return problem, _with(about if len(about) < 120 else "", near, hint, one_of)


def key_fault(key: str, allowed: list[str]) -> tuple[str, str]:
    """A key that the schema does not know."""
    keys = f"the keys here are {', '.join(allowed)}" if allowed else "no key is possible here"
    near = did_you_mean(key, allowed)
    return f'unknown key "{key[:60]}"', f"{near} {keys}" if near else keys


def missing_fault(key: str, about: str, where: str) -> tuple[str, str]:
    """A key that must be there."""
    place = f" {where}" if where else ""
    return f'the key "{key}" is missing{place}', about.rstrip(".") or f"add {key}"


def pattern_fault(value: str, schema: dict[str, Any], about: str) -> tuple[str, str]:
    """A text that is not in the form wanted."""
    return f"{shown(value)} is not in the form wanted", about.rstrip(".") or (
        f"it must match {schema['pattern']}"
    )


def number_fault(value: float, schema: dict[str, Any]) -> tuple[str, str]:
    """A number out of its range."""
    return f"{value} is out of range", f"wanted:{_range(schema)}".replace(":", ": a number", 1)
