"""Read one YAML file strictly: YAML 1.2 core values, positions, and every trap a fault.

What other YAML readers let pass and this one does not: duplicate keys, anchors and aliases (an
alias bomb is refused at its first anchor), tags, a byte order mark, bytes that are not UTF-8,
text that was decoded wrongly, decomposed accents, tabs, control and invisible characters, merge
keys, several documents in a file, files and nestings beyond any reasonable size.

Plain scalars follow a strict core: `true`, `false`, `null`, decimal whole numbers without leading
zeros, and decimals with a point. All else is text, so that `NO`, `on`, `12:30`, `2024-01-02`,
`010` and `1e3` stay what was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

import yaml

from fieldpress.database.faults import Fault
from fieldpress.database.spots import Spot
from fieldpress.database.yaml_faults import explain

#: Limits of one file; content beyond them is a mistake or an attack.
MAX_BYTES = 5_000_000
MAX_DEPTH = 40

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}\Z")
_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}
# C0 and C1 controls save line ends, and characters that nobody sees or that turn text around.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]"
    "|\r(?!\n)"
)
# A UTF-8 sequence read as cp1252: a lead byte's letter, then continuation bytes' characters.
_CP1252_TAIL = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_MOJIBAKE = re.compile(f"[Â-ô][{_CP1252_TAIL}]{{1,3}}")


@dataclass(slots=True)
class Document:
    """A parsed file: its data, the positions of its nodes, its lines."""

    file: str
    data: Any
    spot: Spot
    lines: list[str]


def read(path: FilePath, shown: str, faults: list[Fault]) -> Document | None:
    """The document in `path`; None where no sense can be made of it. Faults go to `faults`.

    `shown` is the file's name in messages. OSError where the file cannot be opened.
    """
    size = path.stat().st_size
    if size > MAX_BYTES:
        wanted = f"at most {MAX_BYTES // 1_000_000} MB; split it into several files"
        faults.append(Fault(shown, 1, 1, "size", f"the file has {size:,} bytes", wanted))
        return None
    return parse(path.read_bytes(), shown, faults)


def parse(raw: bytes, shown: str, faults: list[Fault]) -> Document | None:
    """The document in `raw`; None where no sense can be made of it. Faults go to `faults`."""
    text = _decode(raw, shown, faults)
    if text is None:
        return None
    reader = _Reader(text, shown, faults)
    try:
        data, spot = reader.document()
    except yaml.YAMLError as error:
        line, column, problem, remedy = explain(error, reader.lines)
        faults.append(Fault(shown, line, column, "yaml", problem, remedy))
        return None
    except _Refused:
        return None
    return Document(shown, data, spot, reader.lines)


def _decode(raw: bytes, shown: str, faults: list[Fault]) -> str | None:
    for mark, name in (
        (b"\xef\xbb\xbf", "UTF-8"),
        (b"\xff\xfe", "UTF-16"),
        (b"\xfe\xff", "UTF-16"),
    ):
        if raw.startswith(mark):
            problem = f"the file begins with a byte order mark ({name})"
            faults.append(Fault(shown, 1, 1, "bom", problem, "save it as UTF-8 without BOM"))
            return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        good = raw[: error.start].decode("utf-8")
        line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
        problem = f"byte {raw[error.start]:#04x} at offset {error.start} is not UTF-8"
        guess = raw[error.start : error.start + 1].decode("cp1252", "replace")
        remedy = f"save the file as UTF-8 (in Windows-1252 this byte would be {guess!r})"
        faults.append(Fault(shown, line, column, "encoding", problem, remedy))
        return None
    before = len(faults)
    for match in _INVISIBLE.finditer(text):
        faults.append(_character_fault(text, match.start(), shown))
        if len(faults) - before == 20:
            break
    for number, line_text in enumerate(text.split("\n"), 1) if "\t" in text else ():
        if "\t" in line_text:
            column = line_text.index("\t") + 1
            faults.append(Fault(shown, number, column, "tab", "a tab", "use spaces"))
    return text if len(faults) == before else None


def _character_fault(text: str, offset: int, shown: str) -> Fault:
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    char = text[offset]
    name = unicodedata.name(char, "a control character")
    return Fault(
        shown, line, column, "character", f"U+{ord(char):04X} ({name.lower()})", "remove it"
    )


class _Refused(Exception):
    """Reading stopped at a fault that leaves no sense in reading on."""


class _Reader:
    """Builds data and positions from parser events, without recursion."""

    def __init__(self, text: str, shown: str, faults: list[Fault]) -> None:
        self.text, self.shown, self.faults = text, shown, faults
        self.lines = text.split("\n")
        self.composed = unicodedata.is_normalized("NFC", text)

    def fault(self, event: Any, code: str, problem: str, remedy: str) -> None:
        mark = event.start_mark
        self.faults.append(Fault(self.shown, mark.line + 1, mark.column + 1, code, problem, remedy))

    def events(self) -> Iterator[Any]:
        loader = _LOADER(self.text)
        try:
            while loader.check_event():
                yield loader.get_event()
        finally:
            loader.dispose()

    def document(self) -> tuple[Any, Spot]:
        """The one document of the file; an empty file is an empty list."""
        result: tuple[Any, Spot] | None = None
        stack: list[tuple[Any, Spot]] = []
        keys: list[Any] = []  # for each open mapping its pending key, None where a key is due
        for event in self.events():
            if isinstance(event, yaml.AliasEvent):
                self.fault(
                    event,
                    "anchor",
                    f"the alias *{event.anchor}; anchors and aliases are not used in content",
                    "write the value out",
                )
                raise _Refused
            if isinstance(event, yaml.NodeEvent):
                self._refuse_extras(event)
            if isinstance(event, yaml.DocumentStartEvent):
                if result is not None:
                    self.fault(event, "yaml", "a second document in the file", "one file, one list")
                    raise _Refused
            elif isinstance(event, yaml.ScalarEvent):
                mark: Any = event.start_mark
                if stack and isinstance(stack[-1][0], dict) and keys[-1] is None:
                    keys[-1] = self._key(event, *stack[-1])
                    continue
                item = self._value(event), Spot(mark.line + 1, mark.column + 1)
                result = self._place(item, stack, keys) or result
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                if stack and isinstance(stack[-1][0], dict) and keys[-1] is None:
                    self.fault(event, "yaml", "a list or mapping as a key", "keys are words")
                    raise _Refused
                if len(stack) >= MAX_DEPTH:
                    problem = f"nested more than {MAX_DEPTH} levels deep"
                    self.fault(event, "depth", problem, "nothing in the schemas goes so deep")
                    raise _Refused
                mark = event.start_mark
                mapping = isinstance(event, yaml.MappingStartEvent)
                item = {} if mapping else [], Spot(mark.line + 1, mark.column + 1)
                result = self._place(item, stack, keys) or result
                stack.append(item)
                keys.append(None)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                stack.pop()
                keys.pop()
        return result or ([], Spot(1, 1))

    def _refuse_extras(self, event: Any) -> None:
        if event.anchor:
            problem = f"the anchor &{event.anchor}; anchors and aliases are not used in content"
            self.fault(event, "anchor", problem, "write the value out")
            raise _Refused
        if event.tag:
            self.fault(event, "tag", f"the tag {event.tag}", "content has no tags; remove it")
            raise _Refused

    def _place(
        self, item: tuple[Any, Spot], stack: list[tuple[Any, Spot]], keys: list[Any]
    ) -> tuple[Any, Spot] | None:
        """Put a value where it belongs; the root comes back."""
        if not stack:
            return item
        holder, spot = stack[-1]
        if isinstance(holder, list):
            spot.children[len(holder)] = item[1]
            holder.append(item[0])
        else:
            key, keys[-1] = keys[-1], None
            if key not in holder:  # the first of two alike counts, the second is a fault
                holder[key] = item[0]
                spot.children[key] = item[1]
        return None

    def _key(self, event: Any, holder: dict[str, Any], spot: Spot) -> str:
        key: str = event.value
        mark = event.start_mark
        self._check_text(event)
        if key == "<<" and event.implicit[0]:
            self.fault(event, "anchor", "a merge key <<", "write the keys out")
            raise _Refused
        if key in spot.keys:
            line, column = spot.keys[key]
            problem = f"the key {key!r} a second time; it stands already at {line}:{column}"
            self.fault(event, "duplicate-key", problem, "keep one of the two")
        else:
            spot.keys[key] = (mark.line + 1, mark.column + 1)
        return key

    def _value(self, event: Any) -> Any:
        text: str = event.value
        if event.implicit[0]:  # a plain scalar
            if text in _WORDS:
                return _WORDS[text]
            if _INT.match(text):
                return int(text)
            if _FLOAT.match(text):
                return float(text)
        self._check_text(event)
        return text

    def _check_text(self, event: Any) -> None:
        text: str = event.value
        if text.isascii() and event.style != '"':
            return
        if event.style == '"':  # an escape may bring in what the file itself may not hold
            bad = _INVISIBLE.search(text)
            if bad or "\t" in text:
                code = ord(bad[0][0]) if bad else 9
                self.fault(event, "character", f"the text holds U+{code:04X}", "remove it")
        if not (self.composed and event.style != '"') and not unicodedata.is_normalized(
            "NFC", text
        ):
            right = unicodedata.normalize("NFC", text)
            self.fault(
                event,
                "nfc",
                f"{_short(text)} is not in NFC (an accent is a character of its own)",
                f"write {_short(right)} with composed letters",
            )
        repaired = _repair(text)
        if repaired != text:
            self.fault(
                event,
                "mojibake",
                f"{_short(text)} looks like UTF-8 that was read in a wrong encoding",
                f"write {_short(repaired)}",
            )
        elif "\ufffd" in text:
            problem = "the text holds U+FFFD: a character was lost"
            self.fault(event, "mojibake", problem, "write the character again")


def _repair(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        found = match[0]
        for end in range(len(found), 1, -1):
            raw = bytearray()
            try:
                for char in found[:end]:
                    raw += bytes([ord(char)]) if ord(char) < 0x100 else char.encode("cp1252")
                meant = raw.decode("utf-8")
            except UnicodeError:
                continue
            if len(meant) == 1 and (ord(meant) < 0x250 or 0x2000 <= ord(meant) < 0x2300):
                return meant + found[end:]
        return found

    return _MOJIBAKE.sub(one, text)


def _short(text: str, limit: int = 40) -> str:
    line = text.split("\n")[0]
    return repr(line if len(line) <= limit else line[: limit - 1] + "…")
