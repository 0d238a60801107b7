"""HTML and a style sheet as PDF: tagged (PDF/UA-1), in the sheets' own fonts, as large as it fits.

What the documents of all games share; `sheet` has what the sheets of card games need besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from fieldpress.errors import FieldpressError, MissingExtra
from fieldpress.setups import sheet

#: Body text in points, largest first; below the last nothing is read at a table.
SIZES = (11.8, 11.4, 11.0, 10.6, 10.2, 9.8, 9.4, 9.0, 8.6, 8.2)
PAPERS = sheet.PAPERS


def printed(
    template: str,
    css: str,
    context: Mapping[str, Any],
    what: str,
    paper: str = "a4",
    pages: int = 1,
) -> bytes:
    """A document of exactly `pages` pages at the largest size of SIZES that allows it.

    `template` and `css` are names in `templates/`; both get `context`, the style sheet also
    `paper`, `size` (points) and `fonts`. `what` names the document in messages. FieldpressError
    where it does not fit, or where a font lacks a character; MissingExtra without WeasyPrint, its
    system libraries or the fonts. The bytes depend on the context alone when SOURCE_DATE_EPOCH is
    set.
    """
    if paper not in PAPERS:
        raise FieldpressError(f"no paper {paper!r}; there are {', '.join(PAPERS)}")
    weasyprint = sheet._weasyprint()
    html = _environment().get_template(template).render(**context)
    sheet._check_characters(html, what)
    best, needed, least = None, 0, SIZES[-1]
    low, high = 0, len(SIZES)
    while low < high:  # what fits at one size fits at all smaller ones
        middle = 0 if best is None and not needed else (low + high) // 2  # most fit the largest
        styles = (
            _environment()
            .get_template(css)
            .render(**context, paper=PAPERS[paper], fonts=sheet._faces(), size=SIZES[middle])
        )
        document = sheet._laid_out(weasyprint, html, styles)
        if len(document.pages) <= pages:
            best, high = document, middle
        else:
            needed, low = len(document.pages), middle + 1
    if best is None:
        raise FieldpressError(
            f"{what}: it takes {needed} pages of {paper} even at {least} pt, and is to take {pages}"
        )
    data: bytes = best.write_pdf(pdf_variant="pdf/ua-1")
    return data


@cache
def _environment() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise MissingExtra("Jinja2", "sheets") from error
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(sheet.TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


__all__ = ["PAPERS", "SIZES", "printed"]
