"""Our own check of the built pages: what MkDocs' strict mode lets pass.

Dead links and anchors, ids that stand twice, requests to other servers, markup that leaked into
text or titles, pages that are missing. Standard library only.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from fieldpress.model.links import find_links

#: Attributes that make a browser fetch something, and the links that only a click follows.
_FETCHING = {
    ("script", "src"), ("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"),
    ("link", "href"), ("iframe", "src"), ("video", "src"), ("audio", "src"), ("video", "poster"),
    ("object", "data"), ("embed", "src"), ("form", "action"), ("input", "src"), ("track", "src"),
    ("use", "href"), ("image", "href"),
}  # fmt: skip
_FOLLOWED = {("a", "href"), ("area", "href")}

#: Text inside these is not shown as prose.
_NO_PROSE = frozenset({"script", "style", "code", "pre", "kbd", "textarea", "svg"})

#: Leftovers of our own markup, of templates and of Markdown in shown text.
_LEFTOVERS = [
    ("template markup", re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}")),
    ("an attribute list", re.compile(r"\{:? ?[.#][\w-]+[^}]*\}")),
    ("a Markdown link", re.compile(r"\]\([^)\s]*\.(?:md|html)\b")),
    ("a reference that leads nowhere", re.compile(r"\[[^\]\n]+\]\[[^\]\n]*\]|\[\^[^\]\s]+\]")),
    ("escaped markup", re.compile(r"&(?:amp|lt|gt|quot|#\d+);")),
    (
        "the name of a Python value",
        re.compile(r"\b(?:Markup\(|Text\(by_language|<generator object)"),
    ),
]
_CSS_URL = re.compile(r"""url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)""")
_OUTSIDE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//|^https?:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A fault of the built site: the page it stands on, and what is wrong."""

    page: str
    what: str

    def __str__(self) -> str:
        return f"{self.page}: {self.what}"


@dataclass
class _Reader(HTMLParser):
    """Reads one page: its ids, its references, its title and its shown text."""

    ids: list[str] = field(default_factory=list)
    references: list[tuple[str, str, str]] = field(default_factory=list)
    title: str = ""
    prose: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "name" and tag == "a" and value:
                self.ids.append(value)
            elif (tag, name) in _FETCHING or (tag, name) in _FOLLOWED:
                self.references.append((tag, name, value or ""))
            elif name == "style" and value:
                self.references += [
                    (tag, name, match[0] or match[1]) for match in _CSS_URL.findall(value)
                ]
            elif name.startswith("on"):
                self.odd.append(f"an event attribute {name} on <{tag}>")
            if name == "href" and (value or "").strip().casefold().startswith("javascript:"):
                self.odd.append("a javascript: link")
            if name == "title" and value:
                self.prose.append(value)
            if name == "markdown":
                self.odd.append(f"an unprocessed markdown attribute on <{tag}>")
        if tag in _NO_PROSE or tag == "title":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "title" and len(self._open) == 1:
            self.title += data
        if not self._open or self._open[-1] == "title":
            self.prose.append(data)


def check_site(root: Path, expected: Iterable[str] = (), verbatim: str = "") -> list[Fault]:
    """Every fault of the built site in `root`; `expected` are addresses that have to exist.

    An expected address with `#` asks for the anchor too. `verbatim` is the text of the content: a
    card may be called `{{ x }}`, and showing that is right. OSError if a page cannot be read.
    """
    pages = {
        path.relative_to(root).as_posix(): _read(path) for path in sorted(root.rglob("*.html"))
    }
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    anchors = {name: set(reader.ids) for name, reader in pages.items()}
    faults: set[Fault] = set()
    for name, reader in pages.items():
        faults |= {Fault(name, what) for what in _page_faults(reader, verbatim)}
        for tag, attribute, target in reader.references:
            what = _reference_fault(name, tag, attribute, target, files, anchors)
            if what:
                faults.add(Fault(name, what))
    for path in sorted(root.rglob("*.css")):
        name = path.relative_to(root).as_posix()
        for match in _CSS_URL.findall(path.read_text(encoding="utf-8")):
            what = _reference_fault(name, "css", "url", match[0] or match[1], files, anchors)
            if what:
                faults.add(Fault(name, what))
    for target in expected:
        page, _, anchor = target.partition("#")
        if page not in files:
            faults.add(Fault(page, "the page is missing"))
        elif anchor and anchor not in anchors.get(page, set()):
            faults.add(Fault(page, f"the anchor #{anchor} is missing"))
    return sorted(faults)


def _read(path: Path) -> _Reader:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader


def _page_faults(reader: _Reader, verbatim: str) -> Iterable[str]:
    seen: set[str] = set()
    for ident in reader.ids:
        if not ident or any(char.isspace() for char in ident):
            yield f"an id that is empty or has spaces: {ident!r}"
        elif ident in seen:
            yield f"two elements have the id {ident!r}"
        seen.add(ident)
    yield from reader.odd
    if not reader.title.strip():
        yield "no title"
    text = " ".join("".join(reader.prose).split())
    for _, _, link in find_links(text):
        yield f"a mention that was not made a link is shown as text: {link.target!r}"
    for what, pattern in _LEFTOVERS:
        for found in pattern.finditer(text):
            if found[0] not in verbatim:
                yield f"{what} is shown as text: {found[0][:60]!r}"


def _reference_fault(
    page: str, tag: str, attribute: str, target: str, files: set[str], anchors: dict[str, set[str]]
) -> str | None:
    """What is wrong with one reference, None if nothing is."""
    followed = (tag, attribute) in _FOLLOWED
    if _OUTSIDE.match(target):
        return (
            None
            if followed and target.startswith("https://")
            else f"a request to another server: {target}"
        )
    if not target:
        return f"a dead link: {attribute} of <{tag}> is empty"
    parts = urlsplit(target)
    if parts.scheme:
        if parts.scheme in ("mailto", "tel") and followed:
            return None
        return None if parts.scheme == "data" and not followed else f"an odd link: {target[:60]}"
    if target.startswith("/"):
        return f"a link from the server's root, which fails from a folder: {target}"
    place = unquote(parts.path)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), place)) if place else page
    if path.startswith("../"):
        return f"a link that leaves the site: {target}"
    if path in (".", "") or path not in files:
        return f"a dead link: {target}"
    fragment = unquote(parts.fragment)
    if fragment and path in anchors and fragment not in anchors[path]:
        return f"a dead anchor: {target}"
    return None
