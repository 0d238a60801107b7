"""Conditions and choices of a layout: small data, looked up in the fields of a face.

A condition is a mapping; all its entries must hold:

    {kind: unit}                    the field has this value
    {kind: [event, action]}         ... one of these
    {heroic: known}                 its state: known, unknown, none, absent;
                                    stated is known or unknown
    {not: {...}}  {any: [{...}, …]}

A choice picks a value by a field: `{by: kind, cases: {unit: red, event: blue}, else: grey}`; the
case `unknown` takes a field that nobody states. Of a list of choices the first that gives anything
counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.faces.fields import Field, Fields

STATES = frozenset({"known", "unknown", "none", "absent", "stated"})


def holds(condition: Mapping[str, Any] | None, fields: Fields) -> bool:
    """Whether the condition holds; no condition always does."""
    if not condition:
        return True
    return all(_entry(name, wanted, fields) for name, wanted in condition.items())


def _entry(name: str, wanted: Any, fields: Fields) -> bool:
    if name == "not":
        return not holds(wanted, fields)
    if name == "any":
        return any(holds(one, fields) for one in wanted)
    options = wanted if isinstance(wanted, list) else [wanted]
    return any(_matches(fields[name], option) for option in options)


def _matches(found: Field, wanted: Any) -> bool:
    if isinstance(wanted, str) and wanted in STATES:
        if wanted == "stated":
            return found.state in ("known", "unknown")
        if found.state == wanted:
            return True
    if found.state != "known":
        return False
    if isinstance(found.value, tuple):
        return wanted in found.value
    # 1 and True are equal to Python, but not to a layout.
    return bool(found.value == wanted) and isinstance(found.value, bool) == isinstance(wanted, bool)


def pick(choice: Any, fields: Fields) -> Any:
    """The value that a choice gives for these fields, None if none; a plain value gives itself."""
    if isinstance(choice, list):
        return next((v for one in choice if (v := pick(one, fields)) is not None), None)
    if not isinstance(choice, Mapping) or "by" not in choice:
        return choice
    found = fields[choice["by"]]
    cases = choice["cases"]
    if found.state == "known":
        values = found.value if isinstance(found.value, tuple) else (found.value,)
        for value in values:
            key = str(value).lower() if isinstance(value, bool) else str(value)
            if key in cases:
                return pick(cases[key], fields)
    elif found.state in cases:
        return pick(cases[found.state], fields)
    return pick(choice.get("else"), fields)
