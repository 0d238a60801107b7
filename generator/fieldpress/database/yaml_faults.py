"""What the YAML parser complains of, in words that say what to do."""

from __future__ import annotations

import re
from typing import Any

_TAKEN = "@`%&*!|>"

# Part of the parser's message -> what is wrong, what would be right.
_KNOWN: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "a colon followed by a space where no key can stand",
        'put a text that holds ": " in quotes, or check the indentation',
    ),
    (
        "could not find expected ':'",
        "a line that is neither a key with a colon nor part of a text",
        "write KEY: VALUE, or indent the line to continue the text above",
    ),
    (
        "did not find expected '-' indicator",
        "a line in a list that does not begin with a hyphen at the list's column",
        "indent it like its neighbours",
    ),
    (
        "did not find expected key",
        "a line that does not fit the mapping around it",
        "check its indentation and the quotes above it",
    ),
    ("unexpected end of stream", "a quoted text that is not closed", "close the quote"),
    (
        "unknown escape character",
        "an unknown escape after a backslash",
        "write \\\\ for a backslash",
    ),
    ("',' or ']'", "a list in brackets that is not closed or lacks a comma", "close it with ]"),
    ("',' or '}'", "a mapping in braces that is not closed or lacks a comma", "close it with }"),
    ("block sequence entries are not allowed", "a list item where none can stand", "indent it"),
    ("expected <document start>", "text outside the list or mapping", "check the indentation"),
    ("expected '<document start>'", "text outside the list or mapping", "check the indentation"),
    ("maximum nesting depth", "nested too deep to be read", "nothing in the schemas goes so deep"),
    ("found undefined tag handle", "an exclamation mark starts a tag", "put the text in quotes"),
)

# Where the fault is where the thing began, and not where the parser gave up.
_FROM_START = (
    "unexpected end of stream",
    "',' or ']'",
    "',' or '}'",
    "could not find expected ':'",
)


def explain(error: Any, lines: list[str]) -> tuple[int, int, str, str]:
    """Line and column (1-based), what is wrong, what would be right."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    said = str(getattr(error, "problem", None) or error)
    start = getattr(error, "context_mark", None)
    if start and any(part in said for part in _FROM_START):
        line, column = start.line + 1, start.column + 1
    line = min(line, max(len(lines), 1))
    for part, problem, remedy in _KNOWN:
        if part in said:
            return line, column, problem, remedy
    here = lines[line - 1][column - 1 : column] if lines else ""
    if here and here in _TAKEN and ("cannot start any token" in said or "did not find" in said):
        return line, column, f"{here!r} has a meaning of its own in YAML", "put the text in quotes"
    plain = re.sub(r"\s+", " ", said).strip()
    return line, column, f"not readable as YAML: {plain}", "check quotes and indentation here"
