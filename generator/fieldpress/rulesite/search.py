"""Search after the build: accents folded, other names findable, a hit says what it is.

Material's search knows no folding, but indexes any field that the index's configuration names. So
each entry gets fields with the folded forms of those of its words that folding changes, and with
the record's other names. Each game also gets an index of its own, so that a search on its pages
stays in it; the index at the top has all games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from fieldpress.errors import FieldpressError
from fieldpress.model.game import fold

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_TAG = re.compile(r"<[^>]*>")

#: Fields that the index gains, with their weight (a title's own weight is 1000, a text's 1).
_FIELDS = {"alias_title": {"boost": 900.0}, "alias_text": {"boost": 1.0}}


@dataclass(frozen=True, slots=True)
class Entry:
    """What search knows of a place: its kind in words, the game it belongs to, other names."""

    label: str
    game: str = ""
    aliases: tuple[str, ...] = ()


def folded_words(text: str) -> list[str]:
    """The folded forms of the words that folding changes by more than their case, each once."""
    words = (word.lower() for word in _WORD.findall(unescape(_TAG.sub(" ", text))))
    pairs = ((word, fold(word)) for word in words)
    return list(dict.fromkeys(plain for word, plain in pairs if plain != word))


def enrich(index: dict[str, Any], entries: dict[str, Entry]) -> dict[str, Any]:
    """The index with alias fields and with labels in its titles; `entries` by location."""
    docs = []
    for doc in index["docs"]:
        known = entries.get(doc["location"])
        aliases = known.aliases if known else ()
        other = " ".join(
            dict.fromkeys(
                word for name in aliases for word in (*_WORD.findall(name), *folded_words(name))
            )
        )
        new = {
            **doc,
            "alias_title": " ".join([*folded_words(doc["title"]), other]).strip(),
            "alias_text": " ".join(folded_words(doc["text"])),
        }
        if known and known.label != doc["title"]:
            new["title"] = f"{doc['title']} · {known.label}"
        docs.append(new)
    fields = {**index["config"]["fields"], **_FIELDS}
    return {"config": {**index["config"], "fields": fields}, "docs": docs}


def of_game(index: dict[str, Any], game: str) -> dict[str, Any]:
    """The part of an index that lies in one game's folder, with locations relative to it."""
    docs = [
        {**doc, "location": doc["location"].removeprefix(f"{game}/")}
        for doc in index["docs"]
        if doc["location"].startswith(f"{game}/")
    ]
    return {"config": index["config"], "docs": docs}


def write_index(folder: Path, index: dict[str, Any]) -> None:
    """Both forms of an index: for http, and as a script for pages opened from a folder."""
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "search_index.json").write_text(text, encoding="utf-8")
    (folder / "search_index.js").write_text(f"var __index = {text}", encoding="utf-8")


def finish(
    built: Path, entries: dict[str, Entry], games: list[str], without: Collection[str] = ()
) -> None:
    """The search step after MkDocs: enrich the index, and give each game its own.

    `without`: addresses of pages that have no search, since MkDocs did not make them.
    """
    source = built / "search" / "search_index.json"
    try:
        index = json.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FieldpressError(f"the built site has no readable search index: {error}") from error
    whole = enrich(index, entries)
    for game in games:
        write_index(built / game / "search", of_game(whole, game))
        _use_own_index(built, game, without)
    if len(games) > 1:  # hits of several games have to be told apart
        titles = {game: entries[f"{game}/index.html"].game for game in games}
        for doc in whole["docs"]:
            title = titles.get(doc["location"].partition("/")[0])
            if title and not doc["title"].startswith(title):
                doc["title"] += f" · {title}"
    write_index(built / "search", whole)


_CONFIG = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.DOTALL)


def _use_own_index(built: Path, game: str, without: Collection[str]) -> None:
    """Points the pages of a game at its own index: the theme looks for it beside its `base`.

    The theme resolves `base` against the page's address for search alone here, since instant
    navigation and versions are not used; styles, scripts and links do not depend on it.
    """
    for path in sorted((built / game).rglob("*.html")):
        if path.relative_to(built).as_posix() in without:
            continue
        page = path.read_text(encoding="utf-8")
        depth = len(path.relative_to(built / game).parts) - 1
        own = "/".join([".."] * depth) or "."

        def change(match: re.Match[str], own: str = own) -> str:
            config = {**json.loads(match[2]), "base": own}
            return match[1] + json.dumps(config).replace("</", "<\\/") + match[3]

        changed, count = _CONFIG.subn(change, page)
        if count != 1:
            raise FieldpressError(f"{path}: no theme configuration to point at the game's search")
        path.write_text(changed, encoding="utf-8")
