"""The rulebook as PDF: tagged, with bookmarks and page references, and offered on the site."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pikepdf
import pytest

from fieldpress.rulesite import build_site
from fieldpress.rulesite.book import html, write_rulebook
from tests.rulesite.bundle import library

pytestmark = pytest.mark.tool("weasyprint")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "alpha.pdf"
    write_rulebook(library(), "alpha", path)
    return path


def test_it_is_tagged_and_bookmarked(book: Path) -> None:
    with pikepdf.open(book) as pdf:
        assert "/StructTreeRoot" in pdf.Root
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert str(pdf.docinfo["/Title"]) == "Small Operation: Alpha: the rules"
        with pdf.open_outline() as outline:
            (top,) = outline.root
            chapters = [entry.title for entry in top.children]
    assert chapters == ["Setup", "Scenario ONE: The Bridge at Bénouville", "Fight", "Glossary"]


def test_only_the_books_own_fonts_are_in_it(book: Path) -> None:
    with pikepdf.open(book) as pdf:
        names = {
            str(obj["/BaseFont"])
            for obj in pdf.objects
            if isinstance(obj, pikepdf.Dictionary) and "/BaseFont" in obj
        }
    assert names
    assert all("Book" in name for name in names), names


@pytest.mark.tool("poppler")
def test_it_says_what_the_clauses_say(book: Path) -> None:
    text = subprocess.run(
        ["pdftotext", "-layout", book, "-"], capture_output=True, text=True, check=True
    ).stdout
    for words in (
        "Equal <values> & {ties}",
        "Brave side wins",
        "Three against three",
        "We follow: The north.",
        "Only in The Bridge",
    ):
        assert words in text, words
    assert "[[" not in text


def test_mentions_of_rules_lead_within_the_book() -> None:
    page = html(library(), "alpha")
    assert '<a class="fp-rule" href="#r-fight-ties">' in page
    assert '<a class="fp-term" href="#t-brave">' in page
    assert "a trap" in page  # a card's mention, without a link
    assert "cards/" not in page


def test_the_same_content_gives_the_same_bytes(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    for name in ("one.pdf", "two.pdf"):
        write_rulebook(library(), "alpha", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_site_offers_it_when_asked(tmp_path: Path) -> None:
    build_site(library("alpha"), tmp_path / "site", rulebooks=True)
    page = (tmp_path / "site" / "alpha" / "rulebook.html").read_text()
    assert 'href="downloads/rulebook.pdf"' in page
    assert (tmp_path / "site" / "alpha" / "downloads" / "rulebook.pdf").read_bytes()[:5] == b"%PDF-"
    build_site(library("alpha"), tmp_path / "site")
    assert not (tmp_path / "site" / "alpha" / "downloads").exists()
