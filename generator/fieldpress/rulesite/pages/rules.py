"""The rules: a page for each chapter, a permalink for each clause, and a table of contents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from fieldpress.model import Clause, Game
from fieldpress.model.addresses import address, anchor
from fieldpress.rulesite.facts import source_links
from fieldpress.rulesite.names import Ref, shown_name
from fieldpress.rulesite.pages.rulings import drawn_cases, ruling_lines
from fieldpress.rulesite.site import Chapter, Page, Site
from fieldpress.rulesite.text import Prose, picture, relative, shorten
from fieldpress.tables.figures import figure


def pages(site: Site, game: Game) -> Iterator[Page]:
    """The contents and the chapters of one game; nothing where it has no clauses."""
    chapters = site.chapters(game)
    if not chapters:
        return
    yield _contents(site, game, chapters)
    yield _rulebook(site, game, chapters)
    for place, chapter in enumerate(chapters):
        yield _chapter(site, game, chapters, place, chapter)


def chapter_path(game: Game, chapter: Chapter) -> str:
    return address(game.id, "rule", chapter.clauses[0].key).partition("#")[0]


def _contents(site: Site, game: Game, chapters: list[Chapter]) -> Page:
    path = f"{game.id}/rules/index.html"
    prose = site.prose(game.id, path)
    enforced = sum(clause.enforced for clause in game.clauses.values())
    return Page(
        path,
        "Rules",
        "rules-index.md.j2",
        {
            "prose": prose,
            "game": game,
            "chapters": [
                {
                    "title": chapter.title,
                    "link": prose.md_target(chapter_path(game, chapter)),
                    "clauses": [
                        (clause.title.get(), prose.md_target(address(game.id, "rule", clause.key)))
                        for clause in chapter.clauses
                    ],
                }
                for chapter in chapters
            ],
            "enforced": enforced,
            "total": len(game.clauses),
        },
        f"All rules of {game.title.get()}, chapter by chapter, each with its own link.",
        {"search": {"exclude": True}},
    )


def _rulebook(site: Site, game: Game, chapters: list[Chapter]) -> Page:
    """All rules on one page, to print or to read in one go; links between rules stay on it."""
    path = f"{game.id}/rulebook.html"

    def here(ref: Ref) -> str:
        return anchor("rule", ref.id) if ref.kind == "rule" and ref.game == game.id else ""

    prose = Prose(site.library, game.id, path, site.problem, here)
    book = f"{game.id}/downloads/rulebook.pdf"
    return Page(
        path,
        f"All rules of {game.title.get()}",
        "rulebook.md.j2",
        {
            "prose": prose,
            "game": game,
            "book": relative(path, book) if book in site.downloads else None,
            "chapters": [
                {
                    "id": chapter.id,
                    "title": chapter.title,
                    "clauses": [
                        {
                            "anchor": anchor("rule", clause.key),
                            "title": clause.title.get(),
                            "text": _text(site, prose, clause),
                            "example": prose.md(clause.example.get()) if clause.example else None,
                            "scenarios": site.links(prose, "scenario", clause.scenarios),
                            "source": source_links(prose, clause.source),
                        }
                        for clause in chapter.clauses
                    ],
                }
                for chapter in chapters
            ],
        },
        f"The whole rulebook of {game.title.get()} on one page, for printing.",
        {"search": {"exclude": True}, "hide": ["navigation"]},
    )


def _chapter(site: Site, game: Game, chapters: list[Chapter], place: int, chapter: Chapter) -> Page:
    path = chapter_path(game, chapter)
    prose = site.prose(game.id, path)
    before = chapters[place - 1] if place else None
    after = chapters[place + 1] if place + 1 < len(chapters) else None
    return Page(
        path,
        chapter.title,
        "chapter.md.j2",
        {
            "prose": prose,
            "game": game,
            "chapter": chapter,
            "scenario": site.link(prose, Ref(game.id, "scenario", chapter.scenario))
            if chapter.scenario
            else None,
            "clauses": [clause_view(site, prose, clause) for clause in chapter.clauses],
            "around": [
                (word, other.title, prose.md_target(chapter_path(game, other)))
                for word, other in (("Before", before), ("Next", after))
                if other
            ],
        },
        f"{chapter.title}: {len(chapter.clauses)} rules of {game.title.get()}.",
        {"search": {"boost": 1.5}},
    )


def clause_view(site: Site, prose: Prose, clause: Clause) -> dict[str, Any]:
    """What a page shows of a clause."""
    ref = Ref(clause.game, "rule", clause.key)
    return {
        "key": clause.key,
        "anchor": anchor("rule", clause.key),
        "title": clause.title.get(),
        "text": _text(site, prose, clause),
        "borrowed": _borrowed(site, prose, clause),
        "example": prose.md(clause.example.get()) if clause.example else None,
        "enforced": clause.enforced,
        "scenarios": site.links(prose, "scenario", clause.scenarios),
        "overrides": site.links(prose, "rule", clause.overrides),
        "overridden_by": [
            site.link(prose, other)
            for other in site.mentioning(ref, "rule")
            if clause.key in site.library[other.game].clauses[other.id].overrides
            and other.game == clause.game
        ],
        "see": site.links(prose, "rule", clause.see),
        "differs": list(_elsewhere(site, prose, clause, "differs_from")),
        "same": list(_elsewhere(site, prose, clause, "same_as")),
        "discrepancies": discrepancy_views(site, prose, clause_discrepancies(site, clause)),
        "rulings": ruling_lines(site, prose, site.mentioning(ref, "ruling")),
        "figure": _figure(site.library[clause.game], clause.key),
        "maps": drawn_cases(site, prose, clause.key, site.mentioning(ref, "ruling")),
        "source": source_links(prose, clause.source),
        "changes": site.changes(prose, ref),
        "mentioned": site.mentioned_by(prose, ref, without=("ruling", "discrepancy")),
    }


def _figure(game: Game, key: str) -> Markup | None:
    """The drawing of a rule whose picture says more than its words."""
    drawn = figure(game, key)
    return picture(drawn.svg, drawn.words) if drawn else None


def _text(site: Site, prose: Prose, clause: Clause) -> Markup:
    if clause.text is not None:
        return prose.md(clause.text.get())
    try:
        text = site.library.clause_text(clause).get()
    except KeyError:
        site.problem(
            f"{prose.page}: {clause.key} is the same as {clause.same_as}, which is not there"
        )
        text = clause.title.get()
    # Mentions in a borrowed text lead to the records of the game that it was written for.
    owner = (clause.same_as or "").rpartition("/")[0] or clause.game
    return Prose(site.library, owner, prose.page, prose.problem, prose.here).md(text)


def _elsewhere(site: Site, prose: Prose, clause: Clause, what: str) -> Iterator[Markup]:
    """Clauses of other games that this one differs from, or that differ from it (or are the same),
    each with the name of its game."""
    ref = Ref(clause.game, "rule", clause.key)
    own = getattr(clause, what)
    refs = [Ref.of(clause.game, "rule", own)] if own and what == "differs_from" else []
    for other in site.mentioning(ref, "rule"):
        there = site.library[other.game].clauses[other.id]
        theirs = getattr(there, what)
        if other.game != clause.game and theirs and Ref.of(other.game, "rule", theirs) == ref:
            refs.append(other)
    for one in refs:
        if one.game in site.library.games:
            title = site.library.games[one.game].title.get()
            yield site.link(prose, one) + Markup(" ({})").format(title)


def _borrowed(site: Site, prose: Prose, clause: Clause) -> Markup | None:
    """The clause of another game that this one is the same as, as a link with the game's name."""
    if not clause.same_as:
        return None
    ref = Ref.of(clause.game, "rule", clause.same_as)
    (link,) = site.links(prose, "rule", (clause.same_as,))
    title = site.library.games[ref.game].title.get() if ref.game in site.library.games else ref.game
    return link + Markup(" ({})").format(title)


def clause_discrepancies(site: Site, clause: Clause) -> tuple[str, ...]:
    """Discrepancies that the clause names, and those that name the clause."""
    game = site.library[clause.game]
    naming = [
        d.id for d in game.discrepancies.values() if clause.key in d.concerns.get("clauses", ())
    ]
    return tuple(dict.fromkeys([*clause.discrepancies, *naming]))


def discrepancy_views(site: Site, prose: Prose, idents: tuple[str, ...]) -> list[dict[str, Any]]:
    """Discrepancies as notes: title, readings with the adopted one marked, why."""
    out: list[dict[str, Any]] = []
    for ident in idents:
        ref = Ref.of(prose.game, "discrepancy", ident)
        game = site.library.games.get(ref.game)
        found = game.discrepancies.get(ref.id) if game else None
        if found is None:
            site.problem(f"{prose.page}: discrepancy {ident!r} is not in the library")
            continue
        readings = [
            {
                "id": key,
                "text": prose.inline_html(text.get()),
                "source": source_links(prose, refs),
                "adopted": key == found.adopted,
            }
            for key, (text, refs) in found.readings.items()
        ]
        out.append(
            {
                "id": found.id,
                "title": prose.inline_html(found.title.get()),
                "plain_title": prose.plain(found.title.get()),
                "href": prose.href("discrepancy", ref.id, ref.game),
                "kind": found.kind.replace("-", " "),
                "question": prose.inline_html(found.question.get()) if found.question else None,
                "readings": readings,
                "adopted": next((one for one in readings if one["adopted"]), None),
                "why": prose.inline_html(found.why),
                "switch": found.switch,
                "source": source_links(prose, found.source),
            }
        )
    return out


def clause_summary(site: Site, ref: Ref, length: int = 320) -> str:
    """A clause in plain words, for its preview."""
    game = site.library[ref.game]
    clause = game.clauses[ref.id]
    try:
        text = site.library.clause_text(clause).get()
    except KeyError:
        text = shown_name(site.library, ref)
    return shorten(Prose(site.library, ref.game, "", site.problem).plain(text), length)
