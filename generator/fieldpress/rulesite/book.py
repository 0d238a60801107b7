"""A game's rules as one tagged PDF: contents with page numbers, bookmarks, references by page.

Rules and glossary only; what needs the site (cards, rulings, backlinks) stays there.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from pathlib import Path
from typing import Any

from markupsafe import Markup

from fieldpress.errors import MissingExtra
from fieldpress.files import write_atomically
from fieldpress.model import Game, Library, Text
from fieldpress.model.addresses import anchor
from fieldpress.model.game import fold
from fieldpress.model.links import Link
from fieldpress.rulesite.facts import source_words
from fieldpress.rulesite.names import Ref, other_names, shown_name
from fieldpress.rulesite.pages.rules import clause_discrepancies
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import Prose
from fieldpress.rulesite.tree import environment

#: Family of the font package, and the weights that the style sheet uses.
FAMILY, WEIGHTS = "Barlow Condensed", (400, 500, 600)
#: What WeasyPrint needs of the system, as Debian names it.
SYSTEM = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class _BookProse(Prose):
    """Mentions of rules and terms lead to their page of the book; others are words alone."""

    def _resolve(self, link: Link) -> tuple[str, str | None]:
        shown, target = super()._resolve(link)
        return shown, target if target and target.startswith(f"{self.page}#") else None


def write_rulebook(library: Library, game: str, path: Path) -> None:
    """Writes the game's rulebook. MissingExtra without WeasyPrint, its libraries or the font.

    The bytes depend on the content alone when SOURCE_DATE_EPOCH is set.
    """
    write_atomically(path, rulebook(library, game))


def rulebook(library: Library, game: str) -> bytes:
    """The rulebook as PDF bytes (PDF/UA-1, A4); errors as for `write_rulebook`."""
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher

    paths = {weight: _font(weight) for weight in WEIGHTS}
    own = {path.as_uri() for path in paths.values()}

    class Own(URLFetcher):  # type: ignore[misc]
        """Reads the book's own fonts; nothing else is ever fetched."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if url in own:
                return super().fetch(url, headers)
            raise FatalURLFetchingError(f"the rulebook reads no {url}")

    faces = "\n".join(
        f'@font-face {{ font-family: Book; font-weight: {weight}; src: url("{path.as_uri()}") }}'
        for weight, path in paths.items()
    )
    style = (Path(__file__).resolve().parent / "templates" / "book.css").read_text("utf-8")
    fonts, fetcher = FontConfiguration(), Own()
    data: bytes = weasyprint.HTML(string=html(library, game), url_fetcher=fetcher).write_pdf(
        stylesheets=[
            weasyprint.CSS(string=f"{faces}\n{style}", font_config=fonts, url_fetcher=fetcher)
        ],
        font_config=fonts,
        pdf_variant="pdf/ua-1",
    )
    return data


def html(library: Library, name: str) -> str:
    """The book as HTML."""
    site, game = Site(library), library[name]

    def here(ref: Ref) -> str:
        return anchor(ref.kind, ref.id) if ref.kind in ("rule", "term") and ref.game == name else ""

    prose = _BookProse(library, name, "book", site.problem, here)
    chapters = [
        {
            "title": chapter.title,
            "anchor": f"chapter-{chapter.id}",
            "clauses": [_clause(site, prose, game, key.key) for key in chapter.clauses],
        }
        for chapter in site.chapters(game)
    ]
    terms = [
        {
            "anchor": anchor("term", term.id),
            "name": term.name.get(),
            "others": other_names(term.name),
            "text": prose.html(term.text.get()),
        }
        for term in sorted(game.terms.values(), key=lambda term: fold(term.name.get()))
    ]
    notice = game.raw.get("notice")
    page: str = (
        environment()
        .get_template("book.html.j2")
        .render(
            language=game.language,
            title=game.title.get(),
            version=game.raw.get("version", ""),
            overlays=game.overlays,
            notice=prose.inline_html(Text.parse(notice, game.language).get()) if notice else "",
            chapters=chapters,
            terms=terms,
        )
    )
    return page


def _clause(site: Site, prose: Prose, game: Game, key: str) -> dict[str, Any]:
    clause = game.clauses[key]
    owner = (clause.same_as or "").rpartition("/")[0] or game.id
    speaker = prose
    if clause.text is None and owner != game.id:
        speaker = _BookProse(site.library, owner, prose.page, prose.problem, prose.here)
    notes = []
    for ident in clause_discrepancies(site, clause):
        found = game.discrepancies.get(ident)
        if found is not None:
            adopted = found.readings.get(found.adopted)
            notes.append(
                (
                    prose.inline_html(found.title.get()),
                    prose.inline_html(adopted[0].get()) if adopted else Markup(""),
                )
            )
    return {
        "anchor": anchor("rule", key),
        "title": clause.title.get(),
        "text": speaker.html(site.library.clause_text(clause).get()),
        "example": prose.html(clause.example.get()) if clause.example else "",
        "scenarios": [
            shown_name(site.library, Ref(game.id, "scenario", one)) for one in clause.scenarios
        ],
        "source": "; ".join(source_words(site.library, game.id, ref) for ref in clause.source),
        "notes": notes,
    }


def _font(weight: int) -> Path:
    try:
        import fontpkg

        return Path(fontpkg.path(FAMILY, weight)).resolve()
    except Exception as error:
        raise MissingExtra(f"the font {FAMILY} ({weight})", "sheets") from error


def _weasyprint() -> Any:
    """The library, or MissingExtra naming what to install."""
    # Without its system libraries it prints a banner before it fails; our own message says more.
    quiet = io.StringIO()
    try:
        with (
            contextlib.redirect_stdout(quiet),
            contextlib.redirect_stderr(quiet),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint
    except ImportError as error:
        raise MissingExtra("WeasyPrint", "sheets") from error
    except OSError as error:
        detail = f"apt-get install {SYSTEM}"
        raise MissingExtra("a system library of WeasyPrint", "sheets", detail) from error
    return weasyprint
