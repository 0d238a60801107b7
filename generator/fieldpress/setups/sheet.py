"""A quick-setup sheet as PDF: one page, tagged (PDF/UA-1), in fonts that come with the extra."""

from __future__ import annotations

import base64
import contextlib
import io
import warnings
from pathlib import Path
from typing import Any

from fieldpress.engine.setup import procedure
from fieldpress.engine.verdicts import EngineFault
from fieldpress.errors import FieldpressError, MissingExtra
from fieldpress.model import Library
from fieldpress.setups.view import View, view

#: Paper by name, in the words of CSS.
PAPERS = {"a4": "A4 portrait", "letter": "letter portrait"}
#: Body text in points: the largest that fits is taken; smaller is not read at a table.
SIZES = (10.2, 9.9, 9.6, 9.3, 9.0, 8.7, 8.4, 8.1)
#: What WeasyPrint needs of the system, as Debian names it.
SYSTEM = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
#: Families of the sheet: name in the style sheet, family of the font package, weights.
FONTS = (
    ("Sheet Head", "Saira Condensed", (500, 600, 700)),
    ("Sheet Text", "Barlow Condensed", (400, 500, 600, 700)),
)
TEMPLATES = Path(__file__).resolve().parent / "templates"


def make_sheet(library: Library, game: str, scenario: str, path: Path, paper: str = "a4") -> None:
    """Write the quick-setup sheet of a scenario.

    `paper`: a4 or letter. FieldpressError where it does not fit one page, where a font lacks a
    character or the content is at fault; MissingExtra without WeasyPrint, its system libraries or
    the fonts. The bytes depend on the content alone when SOURCE_DATE_EPOCH is set.
    """
    from fieldpress.files import write_atomically

    if paper not in PAPERS:
        raise FieldpressError(f"no paper {paper!r}; there are {', '.join(PAPERS)}")
    write_atomically(path, render(library, game, scenario, paper))


def render(library: Library, game: str, scenario: str, paper: str = "a4") -> bytes:
    """The sheet as PDF bytes; errors as for `make_sheet`."""
    weasyprint = _weasyprint()
    try:
        shown = view(procedure(library, game, scenario))
    except EngineFault as fault:
        raise FieldpressError(f"{game} {scenario}: {fault.message}") from None
    _check_characters(page(shown, paper)[0], f"{game} {scenario}")
    best, pages = None, 0
    low, high = 0, len(SIZES)
    while low < high:  # the largest size that fits: what fits one size fits all smaller ones
        middle = (low + high) // 2
        document = _laid_out(weasyprint, *page(shown, paper, SIZES[middle]))
        if len(document.pages) == 1:
            best, high = document, middle
        else:
            pages, low = len(document.pages), middle + 1
    if best is None:
        raise FieldpressError(
            f"{game} {scenario}: the setup sheet takes {pages} pages of {paper} even at "
            f"{SIZES[-1]} pt; shorten its lines (special, first_turn, victory) or its steps' notes"
        )
    data: bytes = best.write_pdf(pdf_variant="pdf/ua-1")
    return data


def _laid_out(weasyprint: Any, html: str, css: str) -> Any:
    from weasyprint.text.fonts import FontConfiguration

    fonts, fetcher = FontConfiguration(), _fetcher()
    return weasyprint.HTML(string=html, url_fetcher=fetcher).render(
        stylesheets=[weasyprint.CSS(string=css, font_config=fonts, url_fetcher=fetcher)],
        font_config=fonts,
        pdf_variant="pdf/ua-1",
    )


def page(shown: View, paper: str = "a4", size: float = 0) -> tuple[str, str]:
    """The sheet as HTML and its style sheet, with body text of `size` points."""
    try:
        import jinja2
    except ImportError as error:
        raise MissingExtra("Jinja2", "sheets") from error
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    source = base64.b64encode(shown.diagram.encode("utf-8")).decode("ascii")
    html = environment.get_template("setup.html.j2").render(
        view=shown, diagram=f"data:image/svg+xml;base64,{source}"
    )
    css = environment.get_template("setup.css.j2").render(
        paper=PAPERS[paper], fonts=_faces(), size=size or SIZES[0]
    )
    return html, css


def font_paths() -> list[tuple[str, int, Path]]:
    """Every font file of the sheet: family in the style sheet, weight, file."""
    try:
        import fontpkg
    except ImportError as error:
        raise MissingExtra("fontpkg", "sheets") from error
    out = []
    for name, family, weights in FONTS:
        for weight in weights:
            try:
                out.append((name, weight, Path(fontpkg.path(family, weight))))
            except Exception as error:
                raise MissingExtra(f"the font {family} ({weight})", "sheets") from error
    return out


def _faces() -> list[dict[str, Any]]:
    return [
        {"family": name, "weight": weight, "url": path.resolve().as_uri()}
        for name, weight, path in font_paths()
    ]


def _fetcher() -> Any:
    """Reads the sheet's own fonts and its own diagram; nothing else is ever fetched."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher

    own = {path.resolve().as_uri() for _, _, path in font_paths()}

    class Own(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url in own or url.startswith("data:image/svg+xml;base64,"):
                return super().fetch(url, headers)
            raise FatalURLFetchingError(f"the sheet reads no {url}")

    return Own()


def _weasyprint() -> Any:
    """The library, or MissingExtra naming what to install."""
    # Without its system libraries it prints a banner before it fails; our own message says more.
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint
    except ImportError as error:
        raise MissingExtra("WeasyPrint", "sheets") from error
    except OSError as error:
        raise MissingExtra(
            "a system library of WeasyPrint", "sheets", f"apt-get install {SYSTEM}"
        ) from error
    return weasyprint


def _check_characters(html: str, what: str) -> None:
    """Every character must be in both families: WeasyPrint would borrow a system font silently."""
    import re

    try:
        from fontTools.ttLib import TTFont
    except ImportError as error:
        raise MissingExtra("fontTools", "sheets") from error
    shared: set[int] | None = None
    for _, _, path in font_paths():
        with TTFont(path, lazy=True) as font:
            known = set(font.getBestCmap())
        shared = known if shared is None else shared & known
    text = re.sub(r"<[^>]*>", "", html)
    lacking = sorted({c for c in text if not c.isspace() and ord(c) not in (shared or set())})
    if lacking:
        raise FieldpressError(f"{what}: the fonts of the setup sheet lack {' '.join(lacking)}")
