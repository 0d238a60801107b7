"""Addresses that stay good: a list beside the games' content, and what became of moved ones.

A line of the list is a record and its address, `pegasus-bridge/card:mortier` and
`pegasus-bridge/cards/mortier.html`; where the place has moved, `-> new address` follows. Pages of
no record are listed as `page`. An address that is listed and no longer made is a fault, since it
may stand in print or in somebody's notes; a moved one leads on, also where no script runs.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from fieldpress.errors import FieldpressError
from fieldpress.model.addresses import address
from fieldpress.rulesite.names import PAGED
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import relative

#: The list's name in a content folder.
NAME = "addresses.txt"

_HEAD = """\
# Every address of the rules site that may stand in print or in somebody's notes.
# `fieldpress site --addresses` adds new ones. A listed address that is no longer made fails the
# build until its line says where the place went: `-> new address` (docs/site.md).
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A line of the list: the record (`GAME/KIND:ID`, or `page`), its address, where it moved."""

    record: str
    address: str
    to: str = ""

    def __str__(self) -> str:
        return f"{self.record} {self.address}" + (f" -> {self.to}" if self.to else "")


@dataclass
class Moved:
    """What the moved addresses need: a page in each vanished page's place, and lines on others."""

    pages: dict[str, bytes] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    addresses: list[str] = field(default_factory=list)


def read(path: Path) -> list[Kept]:
    """The list's lines; none where there is no file. FieldpressError for a line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise FieldpressError(f"{path}: cannot be read: {error}") from error
    out: list[Kept] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2 and not (len(words) == 4 and words[2] == "->"):
            raise FieldpressError(
                f"{path}:{number}: not a record and its address, with or without `-> new address`"
            )
        if any(not _is_address(word) for word in (words[1], words[-1])):
            raise FieldpressError(f"{path}:{number}: not an address of the site: {line.strip()}")
        if words[1] in seen:
            raise FieldpressError(f"{path}:{number}: {words[1]} stands twice")
        seen.add(words[1])
        out.append(Kept(words[0], words[1], words[3] if len(words) == 4 else ""))
    return out


def _is_address(word: str) -> bool:
    place = word.partition("#")[0]
    return place.endswith(".html") and posixpath.normpath(place) == place and place[0] not in "/."


def made(site: Site, pages: Iterable[str]) -> dict[str, str]:
    """Every address that this build makes, with its record. `pages`: the pages of the tree."""
    out: dict[str, str] = {}
    for game in site.library.games.values():
        for kind, store in PAGED.items():
            for ident in getattr(game, store):
                out[address(game.id, kind, ident)] = f"{game.id}/{kind}:{ident}"
    for page in pages:
        out.setdefault(page, "page")
    return out


def faults(kept: Iterable[Kept], now: Mapping[str, str], games: Collection[str]) -> list[str]:
    """What is wrong: listed addresses of these games that are gone, and moves that lead nowhere."""
    out = []
    for one in _of(kept, games):
        if one.address in now and one.to:
            out.append(f"{one.address} is made again, and {NAME} says that it moved")
        elif one.to and one.to not in now and _concerns(one.to, games):
            out.append(f"{one.address} moved to {one.to} ({NAME}), which is not made")
        elif one.address not in now and not one.to:
            other = next((place for place, record in now.items() if record == one.record), None)
            hint = f"`-> {other}`" if other and one.record != "page" else "`-> new address`"
            out.append(
                f"{one.address} ({one.record}) has vanished: say in {NAME} where it went ({hint})"
            )
    return out


def _of(kept: Iterable[Kept], games: Collection[str]) -> list[Kept]:
    """The lines that concern these games; the site's own pages concern all."""
    return [one for one in kept if _concerns(one.address, games)]


def _concerns(place: str, games: Collection[str]) -> bool:
    return "/" not in place or place.split("/")[0] in games


def moved(kept: Iterable[Kept], now: Mapping[str, str]) -> Moved:
    """Pages and lines for the addresses that moved to a place that is made."""
    places: dict[str, list[Kept]] = {}
    for one in kept:
        if one.to in now and one.address not in now:
            places.setdefault(one.address.partition("#")[0], []).append(one)
    out = Moved()
    pages = {place.partition("#")[0] for place in now}
    for page, ones in places.items():
        out.addresses += [one.address for one in ones]
        lines = "".join(f"{_line(page, one)}\n" for one in ones)
        if page in pages:
            out.lines[page] = f"\n{lines}"
        else:
            out.pages[page] = _page(page, ones, lines).encode()
    return out


def _line(page: str, one: Kept) -> str:
    anchor = one.address.partition("#")[2]
    ident = f' id="{escape(anchor)}"' if anchor else ""
    target = escape(relative(page, one.to))
    return (
        f'<p class="fp-moved"{ident} data-search-exclude="x">What stood here is now at '
        f'<a href="{target}">{escape(one.to)}</a>.</p>'
    )


def _page(page: str, ones: list[Kept], lines: str) -> str:
    """A page that leads on: at once where it has moved as a whole, else by its links.

    The site's script follows the link of the anchor that was asked for.
    """
    whole = [one.to for one in ones if "#" not in one.address]
    targets = whole or sorted({one.to.partition("#")[0] for one in ones})
    target = escape(relative(page, targets[0]))
    refresh = f'<meta http-equiv="refresh" content="0; url={target}">\n'
    script = escape(relative(page, "assets/scripts/moved.js"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n<title>Moved</title>\n'
        f'<link rel="canonical" href="{target}">\n'
        f'<script src="{script}"></script>\n'
        f"{refresh if len(targets) == 1 else ''}"
        f"</head>\n<body>\n<h1>Moved</h1>\n{lines}</body>\n</html>\n"
    )


def with_new(kept: Iterable[Kept], now: Mapping[str, str]) -> str:
    """The list with the addresses that it lacks, in the order of the addresses."""
    old = {one.address: one for one in kept}
    lines = {place: Kept(record, place) for place, record in now.items()} | old
    return _HEAD + "".join(f"{lines[place]}\n" for place in sorted(lines))


__all__ = ["NAME", "Kept", "Moved", "faults", "made", "moved", "read", "with_new"]
