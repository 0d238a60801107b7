"""Printed faces on the pages: the real face with real text, light pages, and pages without them."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

from fieldpress.errors import MissingExtra
from fieldpress.model import Text
from fieldpress.rulesite import build_site
from fieldpress.rulesite.site import Site
from tests.rulesite.bundle import HARD_NAMES, library


def face_of(page: str) -> str:
    return page.partition('class="fp-print"')[2].partition("</figure>")[0]


@pytest.mark.parametrize(
    ("place", "name", "words"),
    [
        ("cards/soeur-zoe", "The card Sœur Zoé d&#x27;Hérouvillette", "Beats a"),
        ("cards/piege", "The card Piège", "?"),
        ("terrains/le-pont-de-benouville", "The Terrain Die Straße, face B", "1014B"),
        ("counters/normal", "The counter Normal token, plus 1", "+1"),
    ],
)
def test_a_page_shows_the_face_with_its_words(
    built: Path, place: str, name: str, words: str
) -> None:
    page = (built / "alpha" / f"{place}.html").read_text()
    assert f'aria-label="{name}' in page
    shown = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", page))
    assert words in shown
    assert 'class="fp-plate' not in page


def test_a_mention_on_a_face_shows_the_name(built: Path) -> None:
    page = (built / "alpha" / "cards" / "soeur-zoe.html").read_text()
    shown = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", face_of(page)))
    assert "Piège" in shown
    assert "piege" not in shown


def test_the_text_stands_beside_the_face_with_its_links(built: Path) -> None:
    page = (built / "alpha" / "cards" / "soeur-zoe.html").read_text()
    words = page.partition('class="fp-words"')[2].partition("</div></div>")[0]
    assert 'class="fp-term"' in words
    assert 'class="fp-rule"' in words


def test_what_a_face_shows_is_no_markup(built: Path) -> None:
    for ident in HARD_NAMES:
        page = (built / "alpha" / "cards" / f"{ident}.html").read_text()
        assert "<img src=x" not in page
        assert "fp-print" in page or "fp-plate" in page


def test_fonts_and_patterns_lie_beside_the_pages(built: Path) -> None:
    folder = built / "assets" / "faces"
    rules = (folder / "faces.css").read_text()
    pages = [path.read_text() for path in built.rglob("*.html")]
    used = {
        (family, weight, style or "normal")
        for page in pages
        for family, weight, style in re.findall(
            r'font-family="([^",]+), sans-serif" font-weight="(\d+)"(?: font-style="(\w+)")?', page
        )
    }
    assert used
    declared = set(
        re.findall(r'font-family: "([^"]+)"; font-weight: (\d+); font-style: (\w+);', rules)
    )
    assert used == declared
    pictures = {
        name for page in pages for name in re.findall(r"assets/faces/(pattern-\S+?)\"", page)
    }
    assert pictures
    assert {path.name for path in folder.glob("pattern-*.svg")} == pictures
    assert sum(path.stat().st_size for path in folder.glob("*.woff2")) < 100_000


def test_a_font_is_cut_to_what_is_shown_and_keeps_its_licence(built: Path) -> None:
    from fontTools.ttLib import TTFont

    folder = built / "assets" / "faces"
    for path in folder.glob("*.woff2"):
        font = TTFont(path)
        names = {record.nameID: record.toUnicode() for record in font["name"].names}
        assert names[1].startswith("Face "), names
        assert "Saira" not in "".join(names[number] for number in (1, 4, 6))
        assert "opyright" in names[0]
        assert len(font.getGlyphOrder()) < 200
        licence = folder / f"{'-'.join(path.name.split('-')[:2])}-licence.txt"
        assert "SIL Open Font License" in licence.read_text()


def test_without_the_sheets_extra_pages_show_plain_cards(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(spec: Any) -> None:
        raise MissingExtra("fontpkg", "sheets")

    monkeypatch.setattr("fieldpress.faces.layout.find_font", missing)
    said: list[str] = []
    built = build_site(library(), tmp_path / "site", said.append).parent
    page = (built / "alpha" / "cards" / "soeur-zoe.html").read_text()
    assert "fp-plate__text" in page
    assert "fp-print" not in page
    told = [text for text in said if "printed faces" in text]
    assert len(told) == 1
    assert "fieldpress[sheets]" in told[0]
    assert not (built / "assets" / "faces").exists()
    assert "faces.css" not in page


def test_a_face_that_does_not_fit_is_told_and_shown_plainly() -> None:
    said: list[str] = []
    lib = library()
    game = lib["alpha"]
    site = Site(lib, notice=said.append)
    wide = "w" * 400
    card = game.cards["soeur-zoe"]
    broken = dataclasses.replace(card, name=Text.parse(wide, "en"))
    assert site.printed.card(game, broken, "alpha/cards/x.html") is None
    assert len(said) == 1
    assert said[0].startswith("alpha/cards/x.html: shown without its printed face")
