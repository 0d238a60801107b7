"""Random damage to content, as text and as data; the same seed does the same damage."""

from __future__ import annotations

import copy
import random
from typing import Any

#: What a hurried hand, a foreign tool or an attacker may leave in a file.
TOKENS = [
    *(
        "NO",
        "on",
        "12:30",
        "010",
        "1e3",
        "true",
        "null",
        "~",
        "unknown",
        "'",
        '"',
        "{",
        "}",
        "[",
        "]",
    ),
    *(
        ": ",
        "- ",
        "#",
        "&a ",
        "*a",
        "!!str ",
        "|",
        ">",
        "%",
        "@",
        "`",
        "\t",
        "\r",
        "\x00",
        "\u202e",
    ),
    *(
        "É",
        "E\u0301",
        "Ã©",
        "â€™",
        "\ufeff",
        "[[",
        "]]",
        "[[card:",
        "[[rule:x|]]",
        "tiny/",
        "next/",
    ),
    *(
        "9" * 400,
        "-1",
        "0.1",
        "x" * 300,
        "{a: {b: {c: {}}}}",
        "[[[[[[",
        "<<: ",
        "---\n",
        "...\n",
        "#a#b",
    ),
]


def damage_text(text: str, rng: random.Random) -> bytes:
    """The text with one to three accidents."""
    for _ in range(rng.randint(1, 3)):
        text = _accident(text, rng)
    raw = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        at = rng.randrange(len(raw) + 1)
        raw = raw[:at] + bytes([rng.randrange(256)]) + raw[at:]
    return raw


def _accident(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    row = rng.randrange(len(lines))
    at = rng.randrange(len(text) + 1)
    words = text.split()
    match rng.randrange(9):
        case 0:
            return text[:at] + text[at + rng.randint(1, 20) :]
        case 1:
            return text[:at] + rng.choice(TOKENS) + text[at:]
        case 2:
            del lines[row]
        case 3:
            lines.insert(row, rng.choice(lines))
        case 4:
            other = rng.randrange(len(lines))
            lines[row], lines[other] = lines[other], lines[row]
        case 5:
            lines[row] = " " * rng.randint(0, 6) + lines[row].lstrip()
        case 6 if words:
            return text.replace(rng.choice(words), rng.choice([*words, *TOKENS]), 1)
        case 7 if ":" in lines[row]:
            lines[row] = lines[row].split(":")[0] + ": " + rng.choice(TOKENS)
        case _:
            return text[:at] + text[at : at + 30] * rng.randint(2, 5) + text[at + 30 :]
    return "\n".join(lines)


VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 501, 0.5, "", "x", "unknown", "printed", "A", "1014A", "own"),
    *(
        [],
        {},
        [1],
        ["x", "x"],
        {"unknown": "not stated"},
        {"unknown": ""},
        {"none": "rulebook#setup"},
    ),
    *({"value": 3, "basis": "printed"}, {"value": "x", "basis": "read", "why": "because"}),
    *(
        {"value": 3},
        {"value": 3, "basis": "guessed"},
        {"value": 3, "basis": "read", "unknown": "xxx"},
    ),
    *(
        {"en": "x"},
        {"EN": "x"},
        {"p": 1},
        "doc#section",
        ["doc#section"],
        "a.b",
        "a/b",
        {"a": {"b": 1}},
    ),
]


def damage_data(record: Any, rng: random.Random) -> Any:
    """A copy of the record with one to three accidents."""
    record = copy.deepcopy(record)
    for _ in range(rng.randint(1, 3)):
        holders = [holder for holder in _holders(record) if holder]
        if not holders:
            return rng.choice(VALUES)
        holder = rng.choice(holders)
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = rng.choice(keys)
        match rng.randrange(5):
            case 0:
                del holder[key]
            case 1:
                holder[key] = copy.deepcopy(rng.choice(VALUES))
            case 2 if isinstance(holder, dict):
                holder[rng.choice(["unknown", "value", "basis", "why", "x", str(key) + "s"])] = (
                    holder[key]
                )
            case 3 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case _:
                other = rng.choice(holders)
                holder[key] = copy.deepcopy(
                    rng.choice(list(other.values()) if isinstance(other, dict) else other)
                )
    return record


def _holders(value: Any) -> list[Any]:
    found = []
    if isinstance(value, (dict, list)):
        found.append(value)
        for inner in value.values() if isinstance(value, dict) else value:
            found += _holders(inner)
    return found
