"""The configuration of MkDocs: a hand-written base, with the menus of the games at hand.

The whole is written beside the tree; the repository's `mkdocs.yml` inherits it and only says where
the tree and the site lie.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import yaml

from fieldpress.errors import FieldpressError
from fieldpress.model import Game, Library
from fieldpress.model.addresses import address
from fieldpress.rulesite.names import Ref, shown_name
from fieldpress.rulesite.pages.home import listed, parts_of
from fieldpress.rulesite.printed import STYLES
from fieldpress.rulesite.site import Site

_BASE = Path(__file__).resolve().parent / "mkdocs-base.yml"

#: Folders that MkDocs and the theme use at the top of a site.
_TAKEN = frozenset({"assets", "search", "templates", "stylesheets", "javascripts"})


def config_text(site: Site, printed: bool, title: str = "Rules at the table") -> str:
    """The configuration as YAML, without the two folders that only the caller knows.

    `printed`: pages show printed faces, whose fonts have a stylesheet of their own.
    """
    config: dict[str, Any] = yaml.safe_load(_BASE.read_text(encoding="utf-8"))
    config["site_name"] = escape(title)
    config["nav"] = nav(site)
    if printed:
        config["extra_css"].append(STYLES)
    return (
        "# Made by `fieldpress site` from the content and rulesite/mkdocs-base.yml; do not edit.\n"
        + yaml.safe_dump(config, allow_unicode=True, sort_keys=False, width=100)
    )


def nav(site: Site) -> list[Any]:
    """The menus. Pages of single cards, terrains, counters and rulings stay out of them.

    MkDocs writes every entry of the menus into every page, and escapes none of them.
    """
    entries: list[Any] = [{"Home": "index.md"}]
    for game in site.library.games.values():
        if game.id in _TAKEN:
            raise FieldpressError(f"the rules site cannot hold a game with the id {game.id!r}")
        entries.append({escape(short_title(site.library, game)): _game(site, game)})
    entries.append({"About": "about.md"})
    return entries


def _game(site: Site, game: Game) -> list[Any]:
    out: list[Any] = [f"{game.id}/index.md"]
    for title, place, _ in parts_of(game):
        target = place.removesuffix(".html") + ".md"
        if title == "Rules":
            chapters = [
                {
                    escape(chapter.title): address(game.id, "rule", chapter.clauses[0].key)
                    .partition("#")[0]
                    .removesuffix(".html")
                    + ".md"
                }
                for chapter in site.chapters(game)
            ]
            out.append({title: [target, *chapters]})
        elif title == "Scenarios":
            scenarios = [
                {
                    escape(shown_name(site.library, Ref(game.id, "scenario", ident))): address(
                        game.id, "scenario", ident
                    ).removesuffix(".html")
                    + ".md"
                }
                for ident in listed(game)
            ]
            out.append({title: [target, *scenarios]})
        else:
            out.append({title: target})
    return out


def short_title(library: Library, game: Game) -> str:
    """The game's title for a narrow menu: what follows the colon, unless two games share it."""
    full = {ident: one.title.get() for ident, one in library.games.items()}
    tails = {ident: title.rpartition(":")[2].strip() for ident, title in full.items()}
    tail = tails[game.id]
    return tail if list(tails.values()).count(tail) == 1 else full[game.id]
