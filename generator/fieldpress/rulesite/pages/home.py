"""The site's first page, each game's first page, and the page about the site itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.model import Fact, Game, Text
from fieldpress.model.addresses import anchor
from fieldpress.rulesite import parameters
from fieldpress.rulesite.facts import row, source_links, table
from fieldpress.rulesite.names import Ref, other_names
from fieldpress.rulesite.pages import battles, combat, recruits, registers
from fieldpress.rulesite.site import Page, Site


def pages(site: Site) -> Iterator[Page]:
    """First pages and the page about the site."""
    yield _library(site)
    for game in site.library.games.values():
        yield _game(site, game)
    yield _about(site)


def parts_of(game: Game) -> list[tuple[str, str, int]]:
    """The parts that the game has, as in the menus: (title, address, number of records)."""
    counters = len(game.counters) + len(game.components)
    parts = [
        ("Rules", "rules/index.html", len(game.clauses)),
        ("Cards", "cards/index.html", len(game.cards)),
        ("Terrains", "terrains/index.html", len(game.terrains)),
        ("Counters", "counters/index.html", counters),
        *combat.parts(game),
        *((title, place, len(getattr(game, store))) for title, place, store, _ in recruits.PARTS),
        *registers.parts(game),
        ("Scenarios", "scenarios/index.html", len(listed(game))),
        ("Campaign", "campaigns.html", len(battles.drawn_campaigns(game))),
        ("Rulings", "rulings/index.html", len(game.rulings)),
        ("Glossary", "glossary.html", len(game.terms)),
        ("Disagreements", "discrepancies.html", len(game.discrepancies)),
        ("Sources", "sources.html", len(game.sources)),
    ]
    return [(title, f"{game.id}/{path}", count) for title, path, count in parts if count]


def listed(game: Game) -> list[str]:
    """The scenarios that players look for: all but those that only others build upon."""
    return [
        ident
        for ident, scenario in game.scenarios.items()
        if "sides" in scenario.raw or not scenario.raw.get("abstract")
    ]


_BLURBS = {
    "Rules": "every rule with its own link",
    "Cards": "a page each, with filters",
    "Terrains": "both faces, draws and size",
    "Counters": "tokens, markers, helper cards",
    **combat.BLURBS,
    **{title: blurb for title, _, _, blurb in recruits.PARTS},
    **{title: blurb for _, title, blurb in registers.REGISTERS},
    "Scenarios": "setup, specials, victory",
    "Campaign": "what one scenario does to another",
    "Rulings": "questions that came up, answered",
    "Glossary": "the words of the game",
    "Disagreements": "what the sources leave open",
    "Sources": "what was consulted, section by section",
}


def _library(site: Site) -> Page:
    prose = site.prose("", "index.html")
    games = [
        {
            "title": game.title.get(),
            "href": prose.md_target(f"{game.id}/index.html"),
            "parts": [
                (title, prose.md_target(path), count) for title, path, count in parts_of(game)
            ],
        }
        for game in site.library.games.values()
    ]
    return Page(
        "index.html",
        "Rules at the table",
        "home.md.j2",
        {"prose": prose, "games": games},
        "Rules, cards, scenarios and rulings of the games in this library.",
        {"hide": ["navigation", "toc"], "search": {"exclude": True}},
    )


def _game(site: Site, game: Game) -> Page:
    path = f"{game.id}/index.html"
    prose = site.prose(game.id, path)
    documents = game.raw["documents"]

    def words(raw: Any) -> str:
        return Text.parse(raw, game.language).get()

    box = [
        row(prose, words(entry["name"]), Fact.parse(entry["count"], _refs(entry["source"])))
        for entry in game.raw.get("box", ())
    ]
    return Page(
        path,
        game.title.get(),
        "game.md.j2",
        {
            "prose": prose,
            "game": game,
            "others": other_names(game.title),
            "parts": [
                (title, prose.md_target(place), count, _BLURBS[title])
                for title, place, count in parts_of(game)
            ],
            "sides": [
                {
                    "name": game.side_name(side),
                    "role": entry.get("role", ""),
                    "back": entry.get("back", ""),
                }
                for side, entry in game.sides.items()
            ],
            "sets": [
                {
                    "anchor": anchor("set", found.id),
                    "name": found.name.get(),
                    "mark": found.mark,
                    "rows": [
                        one
                        for one in (
                            row(prose, f"{kind.capitalize()}s", total)
                            for kind, total in found.totals.items()
                        )
                        if one
                    ],
                    "blanks": [
                        (blank.get("name", blank["id"]), Fact.parse(blank["count"], ()))
                        for blank in found.blanks
                    ],
                    "mentioned": site.mentioned_by(prose, Ref(game.id, "set", found.id)),
                    "source": source_links(prose, found.source),
                }
                for found in game.sets.values()
            ],
            "box": table(prose, box),
            "parameters": parameters.view(site, prose, game, game.raw.get("parameters", {})),
            "notice": prose.md(words(game.raw["notice"])) if "notice" in game.raw else None,
            "held": [
                (game.sources[ident].title, prose.href("source", ident))
                for ident in documents["held"]
                if ident in game.sources
            ],
            "overlays": game.overlays,
            "not_held": documents.get("not_held", []),
        },
        f"Rules, cards, terrains, scenarios and rulings of {game.title.get()}.",
        {"hide": ["toc"], "search": {"boost": 1.5}},
    )


def _refs(raw: Any) -> tuple[str, ...]:
    return (raw,) if isinstance(raw, str) else tuple(raw)


def _about(site: Site) -> Page:
    prose = site.prose("", "about.html")
    notices = [
        (
            game.title.get(),
            site.prose(game.id, "about.html").inline_md(
                Text.parse(game.raw["notice"], game.language).get()
            ),
        )
        for game in site.library.games.values()
        if "notice" in game.raw
    ]
    return Page(
        "about.html",
        "About these pages",
        "about.md.j2",
        {"prose": prose, "notices": notices},
        "How to read these pages, where their content comes from, and whose it is.",
    )
