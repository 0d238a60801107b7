"""Reference pages of a game: glossary, discrepancies, sources with the rules that restate them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.model import Game, Term
from fieldpress.model.addresses import anchor, canonical_kind
from fieldpress.model.game import fold, split_source
from fieldpress.rulesite.facts import source_links
from fieldpress.rulesite.names import KIND_PLURALS, Ref, other_names
from fieldpress.rulesite.pages.rules import discrepancy_views
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, shorten


def pages(site: Site, game: Game) -> Iterator[Page]:
    """Those of the three pages that the game has records for."""
    if game.terms:
        yield _glossary(site, game)
    if game.discrepancies:
        yield _discrepancies(site, game)
    if game.sources:
        yield _sources(site, game)


def _glossary(site: Site, game: Game) -> Page:
    path = f"{game.id}/glossary.html"
    prose = site.prose(game.id, path)
    terms = sorted(game.terms.values(), key=lambda term: fold(term.name.get()))
    return Page(
        path,
        "Glossary",
        "glossary.md.j2",
        {"prose": prose, "game": game, "terms": [_term(site, prose, term) for term in terms]},
        f"The terms of {game.title.get()}, in both languages.",
        {"search": {"boost": 2}},
    )


def _term(site: Site, prose: Prose, term: Term) -> dict[str, Any]:
    ref = Ref(term.game, "term", term.id)
    return {
        "id": term.id,
        "anchor": anchor("term", term.id),
        "name": term.name.get(),
        "others": other_names(term.name),
        "also": term.also_named,
        "text": prose.md(term.text.get()),
        "rules": site.links(prose, "rule", term.clauses),
        "source": source_links(prose, term.source),
        "mentioned": site.mentioned_by(prose, ref),
    }


def _discrepancies(site: Site, game: Game) -> Page:
    path = f"{game.id}/discrepancies.html"
    prose = site.prose(game.id, path)
    views = discrepancy_views(site, prose, tuple(game.discrepancies))
    for view in views:
        found = game.discrepancies[view["id"]]
        view["anchor"] = anchor("discrepancy", found.id)
        view["heading"] = prose.plain(found.title.get())
        view["concerns"] = [
            (
                KIND_PLURALS[canonical_kind(kind)],
                site.links(prose, canonical_kind(kind), refs),
            )
            for kind, refs in found.concerns.items()
            if refs
        ]
        view["mentioned"] = site.mentioned_by(prose, Ref(game.id, "discrepancy", found.id))
    return Page(
        path,
        "Where the sources disagree",
        "discrepancies.md.j2",
        {"prose": prose, "game": game, "discrepancies": views},
        f"Contradictions and gaps in the sources of {game.title.get()}, and the reading we follow.",
    )


def _sources(site: Site, game: Game) -> Page:
    """Every section of every document with the clauses that restate it: what is covered."""
    path = f"{game.id}/sources.html"
    prose = site.prose(game.id, path)
    citing: dict[str, list[str]] = {}
    for clause in game.clauses.values():
        for cited in clause.source:
            owner, document, place = split_source(cited)
            if owner in ("", game.id):
                citing.setdefault(f"{document}#{place}", []).append(clause.key)
    documents = []
    for source in game.sources.values():
        sections = []
        for section in source.sections.values():
            keys = tuple(citing.get(f"{source.id}#{section.id}", ()))
            sections.append(
                {
                    "anchor": anchor("source", f"{source.id}#{section.id}"),
                    "title": section.title,
                    "depth": len(section.path),
                    "rules": site.links(prose, "rule", keys),
                    "no_clause": section.no_clause,
                }
            )
        leaves = [one for one in sections if not one["no_clause"]]
        documents.append(
            {
                "id": source.id,
                "anchor": anchor("source", source.id),
                "title": source.title,
                "edition": source.edition,
                "note": prose.md(str(source.raw["note"]))
                if isinstance(source.raw.get("note"), str)
                else None,
                "language": source.language,
                "sections": sections,
                "covered": sum(bool(one["rules"]) for one in leaves),
                "wanted": len(leaves),
            }
        )
    return Page(
        path,
        "Sources",
        "sources.md.j2",
        {"prose": prose, "game": game, "documents": documents},
        f"The documents behind {game.title.get()}, section by section, with their rules.",
        {"search": {"exclude": True}},
    )


def term_summary(site: Site, ref: Ref) -> str:
    """A term in plain words, for its preview."""
    term = site.library[ref.game].terms[ref.id]
    return shorten(Prose(site.library, ref.game, "", site.problem).plain(term.text.get()), 320)


def discrepancy_summary(site: Site, ref: Ref) -> str:
    """A discrepancy in plain words: the reading that we follow, or that it is left open."""
    found = site.library[ref.game].discrepancies[ref.id]
    prose = Prose(site.library, ref.game, "", site.problem)
    if found.adopted not in found.readings:
        return "Left undecided."
    text, _ = found.readings[found.adopted]
    return shorten(f"We follow: {prose.plain(text.get())}", 320)
