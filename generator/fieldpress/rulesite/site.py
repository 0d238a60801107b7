"""What every page of one build knows: the library, who mentions whom, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from fieldpress.model import Clause, Game, Library
from fieldpress.model.addresses import address, chapter
from fieldpress.model.facts import sources
from fieldpress.rulesite import mentions
from fieldpress.rulesite.facts import source_links
from fieldpress.rulesite.names import (
    KIND_PLURALS,
    STORES,
    WITHOUT_PAGES,
    Ref,
    exists,
    kind_label,
    shown_name,
)
from fieldpress.rulesite.printed import Printed
from fieldpress.rulesite.text import Prose, relative


@dataclass(frozen=True, slots=True)
class Page:
    """A page to write. `path` is its address on the site; `meta` goes into the front matter."""

    path: str
    title: str
    template: str
    context: dict[str, Any]
    description: str = ""
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def markdown_path(self) -> str:
        return markdown_path(self.path)


def markdown_path(page: str) -> str:
    """Where the tree holds the page of this address."""
    return page.removesuffix(".html") + ".md"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Clauses whose keys begin alike. `scenario` is set where they all belong to one scenario."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    scenario: str | None


@dataclass
class Site:
    """The library seen as a site. `downloads`: files that pages may offer, by their address;
    `notice` is told what is shown less well than it could be."""

    library: Library
    downloads: dict[str, Path] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    notice: Callable[[str], None] = field(default=lambda text: None)

    @cached_property
    def mentions(self) -> mentions.Mentions:
        return mentions.collect(self.library)

    @cached_property
    def printed(self) -> Printed:
        """Draws pieces as they are printed."""
        return Printed(self.library, self.notice)

    def prose(self, game: str, page: str) -> Prose:
        return Prose(self.library, game, page, self.problem)

    def problem(self, text: str) -> None:
        """Notes a fault of the content that a page had to write around."""
        if text not in self.problems:
            self.problems.append(text)

    def link(self, prose: Prose, ref: Ref) -> Markup:
        """A record's name as a link."""
        if ref.kind in WITHOUT_PAGES:
            return Markup("{}").format(shown_name(self.library, ref))
        return Markup('<a class="fp-{}" href="{}">{}</a>').format(
            ref.kind,
            relative(prose.page, address(ref.game, ref.kind, ref.id)),
            shown_name(self.library, ref),
        )

    def links(self, prose: Prose, kind: str, idents: tuple[str, ...]) -> list[Markup]:
        """References of one kind as links; one that leads nowhere is noted and left as its id."""
        out: list[Markup] = []
        for ident in idents:
            ref = Ref.of(prose.game, kind, ident)
            if exists(self.library, ref):
                out.append(self.link(prose, ref))
            else:
                self.problem(f"{prose.page}: {kind} {ident!r} is not in the library")
                out.append(Markup("{}").format(ident))
        return out

    def mentioned_by(
        self, prose: Prose, ref: Ref, without: tuple[str, ...] = ()
    ) -> list[tuple[str, list[Markup]]]:
        """Who mentions the record: (`Cards`, [link, ...]) by kind; another game's are named so."""
        out: list[tuple[str, list[Markup]]] = []
        for kind, refs in self.mentions.get(ref, {}).items():
            if kind in without:
                continue
            links = []
            for other in refs:
                link = self.link(prose, other)
                if other.game != ref.game:
                    title = self.library.games[other.game].title.get()
                    link += Markup(" <small>({})</small>").format(title)
                links.append(link)
            out.append((KIND_PLURALS[kind], links))
        return out

    def mentioning(self, ref: Ref, kind: str) -> list[Ref]:
        """The records of one kind that mention `ref`."""
        return self.mentions.get(ref, {}).get(kind, [])

    def label(self, ref: Ref) -> str:
        return kind_label(self.library, ref)

    def changes(self, prose: Prose, ref: Ref) -> list[dict[str, Any]]:
        """What overlays changed in the record: errata with dates, a publisher's own values."""
        return [
            {
                "overlay": change["overlay"],
                "field": str(change.get("field", "")).replace("_", " "),
                "was": change["was"] if isinstance(change.get("was"), str | int | float) else None,
                "date": change.get("date", ""),
                "why": prose.inline_html(str(change.get("why", ""))),
                "source": source_links(prose, sources(change.get("source") or None)),
            }
            for change in self.library[ref.game].changes
            if change["kind"] == STORES[ref.kind] and change["id"] == ref.id
        ]

    # --- chapters ----------------------------------------------------------------------------

    def chapters(self, game: Game) -> list[Chapter]:
        """The game's clauses by the first part of their keys, in the order of the rulebook."""
        groups: dict[str, list[Clause]] = {}
        for clause in game.clauses.values():
            groups.setdefault(chapter(clause.key), []).append(clause)
        order = {
            f"{document}#{section}": place
            for place, (document, section) in enumerate(
                (source.id, section)
                for source in game.sources.values()
                for section in source.sections
            )
        }

        def place(group: list[Clause]) -> tuple[int, int]:
            # The first source is the main one; the others only touch upon the rule.
            firsts = [clause.source[0] for clause in group if clause.source]
            places = [order[ref] for ref in firsts if ref in order]
            return (0, min(places)) if places else (1, 0)

        return [
            self._chapter(game, ident, group)
            for ident, group in sorted(groups.items(), key=lambda item: place(item[1]))
        ]

    def _chapter(self, game: Game, ident: str, group: list[Clause]) -> Chapter:
        belongs = {clause.scenarios for clause in group}
        scenario = None
        if len(belongs) == 1 and len(next(iter(belongs))) == 1:
            (scenario,) = next(iter(belongs))
        if scenario in game.scenarios:
            title = shown_name(self.library, Ref(game.id, "scenario", scenario))
            if ident not in title.casefold():
                title = f"Scenario {scenario.upper()}: {title.partition(':')[2].strip() or title}"
        else:
            scenario = None
            title = chapter_title(game, ident)
        return Chapter(ident, title, tuple(group), scenario)


def chapter_title(game: Game, ident: str) -> str:
    """A chapter's title from its key: `attacker-phase` becomes `British phase`."""
    words = ident.split("-")
    for role in ("attacker", "defender"):
        side = next((s for s, entry in game.sides.items() if entry.get("role") == role), None)
        if side and role in words:
            words[words.index(role)] = game.side_name(side)
    title = " ".join(words)
    return title[:1].upper() + title[1:]


__all__ = ["Chapter", "Page", "Site", "chapter_title", "markdown_path"]
