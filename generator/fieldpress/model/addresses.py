"""Where each record stands on the rules site: pure, so that any part can print a link to it.

Addresses are relative to the site's root, with `/` and the same over http and from a folder
(`file://`). They are made from ids and keys alone, which never change, so a printed or shared link
stays good when titles, numbers or the order of chapters change.
"""

from __future__ import annotations

from fieldpress.model.game import split_source

#: Other names of a kind: the bundle's keys and the folders of `content/`.
_ALIASES = {
    "cards": "card",
    "terrains": "terrain",
    "counters": "counter",
    "components": "component",
    "tiles": "tile",
    "options": "option",
    "actions": "action",
    "armies": "army",
    **{f"{one}s": one for one in ("sector", "map", "unit", "support", "state", "deck")},
    "sequences": "sequence",
    "operations": "operation",
    "festungen": "festung",
    "scenarios": "scenario",
    "rulings": "ruling",
    "clause": "rule",
    "clauses": "rule",
    "rules": "rule",
    "terms": "term",
    "glossary": "term",
    "discrepancies": "discrepancy",
    "sets": "set",
    "sources": "source",
}

#: Kinds with a page for each record, and the folder that holds them.
PAGE_FOLDERS = {
    "card": "cards",
    "terrain": "terrains",
    "counter": "counters",
    "component": "components",
    "tile": "tiles",
    "option": "options",
    "army": "armies",
    "scenario": "scenarios",
    "ruling": "rulings",
}

#: Kinds that share one page, with the page and what their anchors begin with.
_SHARED_PAGES = {
    "term": ("glossary.html", "t-"),
    "discrepancy": ("discrepancies.html", "d-"),
    "set": ("index.html", "set-"),
    "source": ("sources.html", "src-"),
    "action": ("actions.html", "a-"),
    "sector": ("sectors.html", "sector-"),
    "unit": ("units.html", "unit-"),
    "support": ("supports.html", "support-"),
    "state": ("states.html", "state-"),
    "deck": ("decks.html", "deck-"),
    "sequence": ("sequences.html", "sequence-"),
    "operation": ("operations.html", "operation-"),
    "festung": ("festungen.html", "festung-"),
    "map": ("maps.html", "map-"),
}

#: `index.html` is a folder's own page; the others cannot be file names on Windows.
_RESERVED = frozenset(
    ["index", "con", "prn", "aux", "nul"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)]
)


def canonical_kind(kind: str) -> str:
    """The kind's name in links (`card`, `rule`, `term`, ...), from any of its names.

    KeyError if the site knows no such kind.
    """
    name = _ALIASES.get(kind, kind)
    if name not in PAGE_FOLDERS and name not in _SHARED_PAGES and name not in ("rule", "game"):
        raise KeyError(kind)
    return name


def file_stem(ident: str) -> str:
    """A record's file name without its ending. No id ends in a hyphen, so none is taken twice."""
    return f"{ident}-" if ident in _RESERVED else ident


def chapter(key: str) -> str:
    """The chapter that a clause stands in: the first part of its key."""
    return key.partition(".")[0]


def anchor(kind: str, ident: str) -> str:
    """The id of a record's place in its page.

    A clause `assault.ties` is `r-assault-ties`, a glossary term `t-heroic`, a source section
    `rulebook#tokens` `src-rulebook-tokens`; a record with a page of its own is `card-sapeurs`.
    """
    kind = canonical_kind(kind)
    if kind == "rule":
        return "r-" + ident.replace(".", "-")
    if kind == "source":
        _, document, section = split_source(ident)
        return f"src-{document}-{section}" if section else f"src-{document}"
    if kind in _SHARED_PAGES:
        return _SHARED_PAGES[kind][1] + ident
    return f"{kind}-{ident}"


def address(game: str, kind: str, ident: str = "") -> str:
    """A record's address on the site, such as `pegasus-bridge/rules/assault.html#r-assault-ties`.

    `kind` is as in links (`card`, `rule`, `term`, ...), or its plural; `game` for the game's own
    page. An id or key that names another game (`sandpiper/assault.ties`) leads there.
    KeyError if the site knows no such kind; whether the record exists is not asked.
    """
    kind = canonical_kind(kind)
    if kind == "game":
        return f"{game}/index.html"
    place, mark, section = ident.partition("#")
    owner, _, rest = place.rpartition("/")
    game, ident = owner or game, rest + mark + section
    if kind == "rule":
        return f"{game}/rules/{file_stem(chapter(ident))}.html#{anchor(kind, ident)}"
    if kind in PAGE_FOLDERS:
        return f"{game}/{PAGE_FOLDERS[kind]}/{file_stem(ident)}.html"
    return f"{game}/{_SHARED_PAGES[kind][0]}#{anchor(kind, ident)}"


__all__ = ["PAGE_FOLDERS", "address", "anchor", "canonical_kind", "chapter", "file_stem"]
