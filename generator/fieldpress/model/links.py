"""Links in texts: `[[card:auto-mitrailleuse]]`, `[[rule:assault.ties|ties]]`, `[[GAME/card:X]]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: Kind of a link and the bundle key of the records that it reaches.
LINK_KINDS: dict[str, str] = {
    "card": "cards",
    "terrain": "terrains",
    "counter": "counters",
    "component": "components",
    "tile": "tiles",
    "option": "options",
    "action": "actions",
    "army": "armies",
    "sector": "sectors",
    "map": "maps",
    "unit": "units",
    "support": "supports",
    "state": "states",
    "deck": "decks",
    "sequence": "sequences",
    "operation": "operations",
    "festung": "festungen",
    "scenario": "scenarios",
    "rule": "clauses",
    "term": "terms",
    "ruling": "rulings",
    "discrepancy": "discrepancies",
}

_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_LINK = re.compile(
    rf"\[\[(?:(?P<game>{_SLUG})/)?(?P<kind>{'|'.join(LINK_KINDS)}):"
    rf"(?P<id>{_SLUG}(?:\.{_SLUG})*)(?:\|(?P<shown>[^\[\]|]*[^\[\]|\s][^\[\]|]*))?\]\]"
)
_BRACKETS = re.compile(r"\[\[|\]\]")


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a record. `game` is empty for the game that the text belongs to; `shown` is empty
    where the record's own name is to be shown."""

    game: str
    kind: str
    id: str
    shown: str = ""

    @property
    def target(self) -> str:
        """As written in content, without the shown text: `card:ID` or `GAME/card:ID`."""
        return f"{self.game}/{self.kind}:{self.id}" if self.game else f"{self.kind}:{self.id}"


def split_links(text: str) -> list[str | Link]:
    """The text as plain runs and links, in order; a malformed link stays plain text.

    >>> split_links("See [[rule:assault.ties|ties]].")
    ['See ', Link(game='', kind='rule', id='assault.ties', shown='ties'), '.']
    """
    parts: list[str | Link] = []
    end = 0
    for start, stop, link in find_links(text):
        if start > end:
            parts.append(text[end:start])
        parts.append(link)
        end = stop
    if end < len(text) or not parts:
        parts.append(text[end:])
    return parts


def find_links(text: str) -> Iterator[tuple[int, int, Link]]:
    """Each well-formed link with its start and end offset in `text`."""
    for match in _LINK.finditer(text):
        link = Link(match["game"] or "", match["kind"], match["id"], (match["shown"] or "").strip())
        yield match.start(), match.end(), link


def malformed_links(text: str) -> Iterator[tuple[int, str, str]]:
    """Brackets that look like a link and are none: offset, the text in question, what is wrong."""
    plain = _LINK.sub(lambda match: "\0" * len(match[0]), text)
    for match in _BRACKETS.finditer(plain):
        start = match.start()
        if match[0] == "]]":
            if "[[" not in plain[:start] or "]]" in plain[plain.rindex("[[", 0, start) : start]:
                yield start, "]]", "closes a link that was not opened"
            continue
        end = plain.find("]]", start)
        again = plain.find("[[", start + 2)
        if end < 0 or 0 <= again < end:
            yield start, text[start : start + 30], "a link is opened and not closed with ]]"
        else:
            yield start, text[start : end + 2], _why_malformed(text[start + 2 : end])


def _why_malformed(inner: str) -> str:
    target, bar, shown = inner.partition("|")
    if bar and (not shown.strip() or "|" in shown):
        return "the part after | is the text to show, one and not empty"
    place, colon, ident = target.partition(":")
    kind = place.rpartition("/")[2]
    if not colon:
        return "a link names its kind and the record, as in [[card:ID]]"
    if kind not in LINK_KINDS:
        return f"no link kind {kind!r}; the kinds are {', '.join(LINK_KINDS)}"
    return f"{ident!r} is no id: small letters, digits and hyphens (rule keys with dots)"
