"""The pages of the site: each module makes those of some record kinds, as data for templates."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.rulesite.pages import (
    battles,
    cards,
    combat,
    counters,
    home,
    recruits,
    reference,
    registers,
    rules,
    rulings,
    scenarios,
    terrains,
)
from fieldpress.rulesite.site import Page, Site


def all_pages(site: Site) -> Iterator[Page]:
    """Every page of the site."""
    yield from home.pages(site)
    for game in site.library.games.values():
        yield from rules.pages(site, game)
        yield from cards.pages(site, game)
        yield from terrains.pages(site, game)
        yield from counters.pages(site, game)
        yield from recruits.pages(site, game)
        yield from registers.pages(site, game)
        yield from combat.pages(site, game)
        yield from scenarios.pages(site, game)
        yield from battles.pages(site, game)
        yield from rulings.pages(site, game)
        yield from reference.pages(site, game)
