"""Rulings: published and derived answers, an index and a page each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from fieldpress.model import Game
from fieldpress.rulesite.names import Ref
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose


def pages(site: Site, game: Game) -> Iterator[Page]:
    """Nothing yet: the form of rulings is not settled."""
    return iter(())


def ruling_lines(site: Site, prose: Prose, refs: list[Ref]) -> list[dict[str, Any]]:
    """Rulings as links with their short answers."""
    return [{"link": site.link(prose, ref), "answer": Markup("")} for ref in refs]


def ruling_summary(site: Site, ref: Ref) -> str:
    """A ruling in plain words, for its preview."""
    return ""
