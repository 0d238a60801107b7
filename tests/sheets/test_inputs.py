"""The troublesome inputs of the trade, each for its whole kind: what other tests do not cover yet.

T1 flip edge, T2 mixed backs, T3 offsets, T4 bleed: test_geometry, test_marks, test_pdf.
T5 one card: here. T6 papers: test_pdf, test_geometry, here. T7 too much text, T8 long words,
T9 glyphs: tests/faces, and here for every kind of piece. T10 counts: test_decks, and here as
content. T11 names: here; output paths in test_cards_command.
"""

from __future__ import annotations

import subprocess
import unicodedata
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pytest

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.faces import FaceFault
from fieldpress.model import Library
from fieldpress.sheets import DUPLEX, Choice, Press, make_decks, make_pdf, papers
from fieldpress.sheets.geometry import Wanted, impose
from fieldpress.sheets.presets import paper
from tests.database.helpers import Content, copy_fixture, faults, position
from tests.faces.helpers import card, library
from tests.sheets.helpers import HEADING, deck, lines, pdf

Run = Callable[..., Any]
LONG = "Panzerabwehrkanonenbataillonskommandeursstellvertreter" * 2


@pytest.fixture
def content(tmp_path: Path) -> Content:
    return copy_fixture(tmp_path)


# --- T5: a deck of one card ------------------------------------------------------------------


@pytest.mark.parametrize("duplex", DUPLEX)
@pytest.mark.parametrize("name", papers())
@pytest.mark.parametrize("backs", [True, False])
def test_one_card_gives_no_stray_page(duplex: str, name: str, backs: bool) -> None:
    data = pdf(deck(1, missing=() if backs else (1,)), name=name, duplex=duplex)
    apart = duplex in ("long-edge", "short-edge") or (name == "one-up" and duplex == "gutterfold")
    with pikepdf.open(BytesIO(data)) as file:
        assert len(file.pages) == (2 if backs and apart else 1)
    if name == "one-up":
        assert not any(lines(data))


# --- T6: a piece that no sheet holds ---------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in papers() if name != "one-up"])
@pytest.mark.parametrize("duplex", DUPLEX)
def test_a_piece_larger_than_the_paper_is_refused(name: str, duplex: Any) -> None:
    sheet = paper(name)
    long = max(sheet.width, sheet.height)
    for size in ((sheet.width, long), (long, 30.0)):
        with pytest.raises(FieldpressError, match="does not fit"):
            impose(Wanted(*size, (True,)), sheet, duplex)


# --- T7 to T9: every kind of piece, every text of it -----------------------------------------


def pieces(text: str = "Draw.", name: str = "Name") -> Library:
    """One piece of every kind, each with this text and name."""
    terrain = {
        "id": "hill",
        "number": "1",
        "name": name,
        "size": 3,
        "draws": {"north": 1, "south": 2},
        "copies": {"x": 1},
        "text": text,
        "effects": [],
        "source": "book#one",
    }
    reference = {
        "id": "order",
        "name": name,
        "kind": "reference",
        "count": 1,
        "lines": [{"text": text, "clauses": []}],
        "source": "book#one",
    }
    modifier = {
        "id": "change",
        "name": "Change",
        "kind": "modifier",
        "count": 1,
        "orientations": [{"shows": text, "adds": 1}, {"shows": "less", "adds": -1}],
        "source": "book#one",
    }
    return library(
        card("scout", text=text, name=name, unit_type=None),
        card("hero", text=text, name=name, heroic=True, kind="event", combat_value=None),
        layouts=[],
        terrains=[terrain],
        components=[reference, modifier],
    )


OF = ("card scout", "card hero", "terrain hill", "component order")


def problems(games: Library) -> list[str]:
    with pytest.raises(FaceFault) as caught:
        make_decks(games, "proof", Choice())
    return [str(problem) for problem in caught.value.problems]


def test_too_much_text_is_an_error_on_every_kind_of_piece() -> None:
    found = problems(pieces(text="reinforcements arrive at the bridge " * 80))
    for whose in (*OF, "component change"):
        [said] = [one for one in found if one.startswith(f"{whose}: ")]
        assert "too high" in said or "too many" in said
        assert "below the minimum" in said or "no size would make it fit" in said


def test_too_long_a_name_is_an_error_on_every_kind_of_piece() -> None:
    found = problems(pieces(name="The long way home " * 12))
    for whose in OF:
        [said] = [one for one in found if one.startswith(f"{whose}: name")]
        assert "minimum" in said


def test_a_word_that_nothing_breaks_is_named_on_every_kind_of_piece() -> None:
    word = "x" * 120
    found = problems(pieces(text=word, name=word))
    for whose in OF:
        own = [one for one in found if one.startswith(f"{whose}: ") and "mm wider" in one]
        assert len(own) >= 2, whose
        assert all(word in one and "soft hyphen" in one for one in own)


@pytest.mark.parametrize("text", ["中", "😀", "\u0627"])
def test_a_missing_glyph_is_named_on_every_kind_of_piece(text: str) -> None:
    found = problems(pieces(text=text, name=text))
    for whose in OF:
        own = [one for one in found if one.startswith(f"{whose}: ")]
        assert len(own) >= 2, whose
        assert all(f"U+{ord(text):04X}" in one for one in own)


@pytest.mark.tool("poppler")
@pytest.mark.parametrize("text", ["Łódź – Žižkov", "Œuvre à l’île, ça où", "Größe über Füße"])
def test_letters_beyond_ascii_are_copied_as_they_are(text: str, tmp_path: Path) -> None:
    path = tmp_path / "one.pdf"
    decks = make_decks(pieces(text=text, name=text), "proof", Choice(kinds=("card",)))
    path.write_bytes(make_pdf(decks, Press(paper("one-up"), duplex="none"), HEADING, "t"))
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True)
    assert done.stdout.decode("utf-8").splitlines().count(text) == 4


# --- T10: counts as content ------------------------------------------------------------------


@pytest.mark.parametrize("count", ["-1", "1.5", '"3"', "true", "[1]", "1e3", "three"])
def test_a_count_that_is_none_is_a_fault_at_its_place(
    count: str, content: Content, run_cli: Run
) -> None:
    text = content.change("cards/otters.yml", "copies: {reeds: 3}", f"copies: {{reeds: {count}}}")
    done = run_cli("cards", "tiny", "--content", content.root, "--output", content.root / "out")
    assert done.code == 1
    places = [(line, column) for _, line, column, _ in faults(done.stderr)]
    assert position(text, f"{count}}}") in places, done.stderr
    assert not (content.root / "out").exists()


def test_a_count_beyond_all_reason_is_refused(tmp_path: Path, run_cli: Run) -> None:
    games = library(card("many", copies={"x": 1162167}), layouts=[])
    with pytest.raises(FieldpressError, match="1162167 copies; more than 500"):
        make_decks(games, "proof", Choice())


@pytest.mark.parametrize("count", [1, 2, 499, 500])
def test_every_whole_number_up_to_the_limit_is_printed(count: int) -> None:
    games = library(card("one", copies={"x": count}), layouts=[])
    assert len(make_decks(games, "proof", Choice())[0].pieces) == count


# --- T11: names ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["No", "on", "1e3", "007", "null", "~", "AT&T <d6> 5<10", "{x}"])
def test_a_quoted_name_is_printed_verbatim(name: str, content: Content, run_cli: Run) -> None:
    content.change("cards/otters.yml", "name: Éclaireur", f'name: "{name}"')
    out = content.root / "é preuve" / "one.pdf"
    done = run_cli(
        *("cards", "tiny", "--id", "eclaireur", "--content", content.root),
        *("--paper", "one-up", "--duplex", "none", "--output", out),
    )
    assert done.code == 0, done.stderr
    with pdfplumber.open(out) as file:
        copied = "".join(char["text"] for char in file.pages[0].chars)
    assert name in copied


@pytest.mark.parametrize("name", ["true", "7", "1.5", "null", "[a]"])
def test_a_name_that_is_no_text_is_a_fault_with_the_cure(
    name: str, content: Content, run_cli: Run
) -> None:
    content.change("cards/otters.yml", "name: Éclaireur", f"name: {name}")
    done = run_cli("cards", "tiny", "--content", content.root, "--output", content.root / "out")
    assert done.code == 1
    assert faults(done.stderr)
    if name != "[a]" and name != "null":
        assert "quotes" in done.stderr
    assert not (content.root / "out").exists()


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_piece_is_found_by_either_form_of_its_name(
    form: Any, content: Content, run_cli: Run, tmp_path: Path
) -> None:
    asked = unicodedata.normalize(form, "Éclaireur")
    out = tmp_path / f"{asked}.pdf"
    done = run_cli("cards", "tiny", "--id", asked, "--content", content.root, "--output", out)
    assert done.code == 0, done.stderr
    assert out.read_bytes().startswith(b"%PDF")


def test_a_paper_that_there_is_not_names_those_there_are() -> None:
    with pytest.raises(UsageFault, match="a4, letter, a3, pa4, one-up"):
        Press(paper("a5"))
