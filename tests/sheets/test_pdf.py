"""The PDF itself, parsed again: duplex figures, boxes, fonts, text, bytes (T1 to T6, T9)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
import pytest

from fieldpress.database import open_library
from fieldpress.errors import UsageFault
from fieldpress.faces import Reader
from fieldpress.faces.layout import merge
from fieldpress.faces.markup import parse
from fieldpress.sheets import make_decks, make_pdf
from fieldpress.sheets.decks import Choice
from fieldpress.sheets.document import Press
from fieldpress.sheets.presets import paper
from tests.faces.helpers import PLAIN, card, library
from tests.sheets.helpers import HEADING, PT, deck, face, footers, lines, pdf, placed


def pages_of(data: bytes) -> int:
    with pikepdf.open(BytesIO(data)) as file:
        return len(file.pages)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("name", ["a4", "letter", "a3", "pa4"])
@pytest.mark.parametrize("count", [4, 10])
def test_front_and_back_centres_mirror_within_a_hundredth_of_a_point(
    duplex: str, name: str, count: int
) -> None:
    data = pdf(deck(count), name=name, duplex=duplex)
    found = placed(data)
    fronts = {one.label[1:]: one for one in found if one.label[0] == "F"}
    backs = {one.label[1:]: one for one in found if one.label[0] == "B"}
    assert set(fronts) == set(backs) == {str(i) for i in range(1, count + 1)}
    with pikepdf.open(BytesIO(data)) as file:
        width, height = (float(value) for value in file.pages[0].mediabox[2:])
    upright = (duplex == "long-edge") == (height >= width)
    for label, front in fronts.items():
        back = backs[label]
        assert back.page == front.page + 1
        assert back.turned is not upright
        expected = (width - front.x, front.y) if upright else (front.x, height - front.y)
        assert back.x == pytest.approx(expected[0], abs=0.01)
        assert back.y == pytest.approx(expected[1], abs=0.01)


@pytest.mark.parametrize(
    ("press", "words"),
    [
        ({}, "flip on the long edge"),
        ({"duplex": "short-edge"}, "flip on the short edge"),
        ({"duplex": "gutterfold"}, "fold on the dashed line"),
        ({"duplex": "none"}, "print one side"),
    ],
)
def test_the_footer_tells_how_to_turn_the_sheet(press: dict[str, Any], words: str) -> None:
    text = footers(pdf(deck(4), **press))[0]
    assert words in text
    assert "100 mm, print at 100 %" in text
    assert "sheet 1 of 1" in text
    assert "Proof" in text
    assert "v1.0" in text


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
def test_sheets_without_any_back_say_one_side(duplex: str) -> None:
    data = pdf(deck(4, missing=(1, 2, 3, 4)), duplex=duplex)
    assert pages_of(data) == 1
    text = footers(data)[0]
    assert "print one side" in text
    assert "flip" not in text
    assert "fold" not in text


def test_mixed_backs_on_a_part_filled_page() -> None:
    data = pdf(deck(10, missing=(3, 10)))
    full = {(one.page, one.label): (one.x, one.y) for one in placed(pdf(deck(10)))}
    found = {(one.page, one.label): (one.x, one.y) for one in placed(data)}
    assert pages_of(data) == 4
    assert set(full) - set(found) == {(1, "B3"), (3, "B10")}
    assert all(full[key] == where for key, where in found.items())


def test_marks_stand_only_around_cells_in_use() -> None:
    # Of ten cards one is left for the second sheet: two cuts each way, marked at both ends.
    marks = [line for line in lines(pdf(deck(10), duplex="none"))[1] if line[1] < 200 * PT]
    assert len(marks) == 8


def test_backs_have_marks_only_if_asked() -> None:
    def count(**press: Any) -> int:
        return len(lines(pdf(deck(9), **press))[1])

    assert count() == 0
    assert count(back_marks=True) == 16


def test_offset_moves_backs_with_their_marks_and_not_the_footer() -> None:
    plain = pdf(deck(9), back_marks=True)
    moved = pdf(deck(9), back_marks=True, back_offset=(-4.0, 2.0))
    for one, two in zip(placed(plain), placed(moved), strict=True):
        dx, dy = (-4 * PT, -2 * PT) if one.label[0] == "B" else (0, 0)
        assert (two.x, two.y) == pytest.approx((one.x + dx, one.y + dy), abs=0.01)
    [x, *_] = (mark for mark in lines(plain)[1] if mark[0] == mark[2])
    [y, *_] = (mark for mark in lines(moved)[1] if mark[0] == mark[2])
    assert y[0] == pytest.approx(x[0] - 4 * PT, abs=0.01)
    with pdfplumber.open(BytesIO(plain)) as a, pdfplumber.open(BytesIO(moved)) as b:
        low = 285 * PT
        feet = [
            [
                (w["text"], w["x0"], w["top"])
                for w in file.pages[1].extract_words()
                if w["top"] > low
            ]
            for file in (a, b)
        ]
    assert feet[0]
    assert feet[0] == feet[1]


@pytest.mark.parametrize("bleed", [-1.0, 7.0])
def test_bleed_out_of_range_is_refused(bleed: float) -> None:
    with pytest.raises(UsageFault, match="between 0 and 6 mm"):
        Press(paper("a4"), bleed=bleed)


def test_bleed_over_half_the_gutter_is_cut_with_both_numbers() -> None:
    said: list[str] = []
    decks = [deck(9)]
    make_pdf(decks, Press(paper("a4"), bleed=3, gutter=2), HEADING, "t", said.append)
    assert len(said) == 1
    assert "3 mm" in said[0]
    assert "1 mm" in said[0]
    assert "2 mm" in said[0]


def test_bleed_beyond_what_the_layouts_draw_is_refused() -> None:
    with pytest.raises(UsageFault, match="draw 3 mm of bleed, not 5 mm"):
        pdf(deck(1), bleed=5)


def test_one_up_pages_have_their_boxes_and_nothing_else() -> None:
    data = pdf(deck(2, missing=(2,)), name="one-up")
    with pikepdf.open(BytesIO(data)) as file:
        assert len(file.pages) == 3
        for page in file.pages:
            media = [float(value) for value in page.mediabox]
            assert media[2:] == pytest.approx([69 * PT, 94 * PT], abs=0.01)
            assert [float(v) for v in page.BleedBox] == pytest.approx(media, abs=0.01)
            trim = [3 * PT, 3 * PT, 66 * PT, 91 * PT]
            assert [float(v) for v in page.TrimBox] == pytest.approx(trim, abs=0.01)
    assert all(not found for found in lines(data))
    assert footers(data) == ["F1", "B1", "F2"]


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("a4", 595.276, 841.890),
        ("letter", 612.0, 792.0),
        ("a3", 841.890, 1190.551),
        ("pa4", 595.276, 793.701),
    ],
)
def test_papers_and_cards_have_their_true_size(name: str, width: float, height: float) -> None:
    data = pdf(deck(1), name=name)
    with pikepdf.open(BytesIO(data)) as file:
        page = file.pages[0]
        assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, width, height], abs=0.002)
        left, low, right, high = (float(v) for v in page.TrimBox)
    assert (right - left, high - low) == pytest.approx((178.583, 249.449), abs=0.002)


def small_decks(**changes: Any) -> Any:
    games = library(
        card("alpha", name="AT&T <d6>", text="A & B < C > D, **bold** *too* «ç» – “q”."),
        card("beta", name="Éclaireurs", side="south", copies={"x": 3}),
        layouts=[],
    )
    return make_decks(games, "proof", Choice(**changes))


def test_text_copied_from_the_file_is_the_source() -> None:
    data = pdf(*small_decks())
    with pypdfium2.PdfDocument(data) as file:
        text = " ".join(file[0].get_textpage().get_text_range().split())
    for wanted in ("AT&T <d6>", "A & B < C > D, bold too «ç» – “q”.", "Éclaireurs"):
        assert wanted in text


def test_all_fonts_are_embedded() -> None:
    with pikepdf.open(BytesIO(pdf(*small_decks()))) as file:
        fonts = [
            o
            for o in file.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font.FontDescriptor, font.get("/BaseFont")
            assert str(font.BaseFont)[8:] not in ("Helvetica", "Times-Roman")


def test_same_input_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pdf(*small_decks()) == pdf(*small_decks())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    dated = pdf(*small_decks())
    assert dated == pdf(*small_decks())
    with pikepdf.open(BytesIO(dated)) as file:
        assert str(file.docinfo.CreationDate).startswith("D:20231114")


def test_title_language_and_bookmarks() -> None:
    with pikepdf.open(BytesIO(pdf(deck(10), deck(2)))) as file:
        assert str(file.docinfo.Title) == "Proof: cards"
        assert str(file.Root.Lang) == "en"
        assert file.Root.ViewerPreferences.DisplayDocTitle
        with file.open_outline() as outline:
            titles = [
                [entry.title, [child.title for child in entry.children]] for entry in outline.root
            ]
    assert titles == [
        ["Cards", ["Cards, sheet 1 of 2: p1", "Cards, sheet 2 of 2: p10"]],
        ["Cards", ["Cards, sheet 1 of 1: p1"]],
    ]


def test_a_face_is_stored_once_however_often_it_is_printed() -> None:
    def forms(copies: int) -> int:
        one = deck(1)
        one.pieces *= copies
        with pikepdf.open(BytesIO(pdf(one))) as file:
            return sum(
                isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form" for o in file.objects
            )

    assert forms(2) == forms(40) == 2
    # What is printed once is drawn on the spot.
    assert forms(1) == 0


def operators(data: bytes) -> list[tuple[bool, str, tuple[float, ...]]]:
    """Every colour operator of a file, pages and forms: whether for text, its name, its values."""
    out = []
    with pikepdf.open(BytesIO(data)) as file:
        streams = [o for o in file.objects if isinstance(o, pikepdf.Stream) and "/Subtype" in o]
        forms = [o for o in streams if o.Subtype == "/Form"]
        for stream in [*file.pages, *forms]:
            text = False
            for operands, operator in pikepdf.parse_content_stream(stream):
                name = str(operator)
                text = name == "BT" or (text and name != "ET")
                if name in ("k", "K", "rg", "RG", "g", "G", "sc", "SC", "scn", "SCN"):
                    out.append((text, name, tuple(round(float(v), 3) for v in operands)))
    return out


@pytest.mark.parametrize("variant", ["", "low-ink"])
def test_cmyk_sets_black_and_grey_text_in_black_ink_alone(variant: str) -> None:
    shipped = open_library(games=["sandpiper"])
    decks = make_decks(shipped, "sandpiper", Choice(once=True, variant=variant))
    found = operators(make_pdf(decks, Press(paper("a4"), mode="cmyk"), HEADING, "t"))
    assert {name for _, name, _ in found} <= {"k", "K"}
    texts = {values for text, name, values in found if text and name == "k"}
    assert (0, 0, 0, 1) in texts
    for cyan, magenta, yellow, black in texts:
        if cyan == magenta == yellow == 0:
            # No letter is screened: full black, or the white of the paper.
            assert black in (0, 1) or black < 0.6
    # No more ink than presses and papers take.
    assert max(sum(values) for _, _, values in found) <= 2.4


def test_cmyk_prints_black_text_with_black_ink_alone() -> None:
    found = operators(pdf(deck(1), mode="cmyk"))
    assert {name for _, name, _ in found} <= {"k", "K"}
    assert (True, "k", (0, 0, 0, 1)) in found


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Reinforcements everywhere, notwithstanding the counterattack’s uncertainties."),
        ("fr", "Renforcements immédiats : l’état-major reconnaît l’infériorité numérique."),
        ("de", "Panzerabwehr\u00adkanonen\u00adbataillon und Fallschirmjägerregimenter."),
    ],
)
def test_a_broken_word_is_copied_whole(language: str, text: str) -> None:
    """Hyphens at line ends are soft ones: what is copied, without them, is the source."""
    style = {"style": "text", "box": [6, 24, 20, 60], "hyphenate": "always", "size": 9}
    layout = merge(PLAIN, {"elements": {"effect": style, "kind": {"drop": True}}})
    games = library(card("alpha", text=text, name="A"), layouts=[layout], language=language)
    one_a_page = Press(paper("one-up"), duplex="none")
    decks = make_decks(games, "proof", Choice(kinds=("card",)))
    hyphens = sum(run.broken for run in decks[0].pieces[0].front.texts())
    assert hyphens
    with pdfplumber.open(BytesIO(make_pdf(decks, one_a_page, HEADING, "t"))) as file:
        copied = "".join(char["text"] for char in file.pages[0].chars)
    assert copied.count("\u00ad") == hyphens
    assert text.replace("\u00ad", "").replace(" ", "") in copied.replace("\u00ad", "").replace(
        " ", ""
    )


def test_a_rendered_sheet_shows_the_cards_where_the_geometry_says() -> None:
    """Tolerant pixels: the ground of a face inside its cell, paper outside the bleed."""
    with pypdfium2.PdfDocument(pdf(deck(4), duplex="none")) as file:
        picture = file[0].render(scale=1).to_pil().convert("RGB")
    left, top = 10.5 * PT, (297 - 26 - 264 + 18) / 2 * PT
    ground, white = (238, 238, 204), (255, 255, 255)

    def near(x: float, y: float, colour: tuple[int, int, int]) -> bool:
        found = picture.getpixel((round(x), round(y)))
        return all(abs(a - b) <= 6 for a, b in zip(found, colour, strict=True))

    assert near(left + 10, top + 10, ground)
    assert near(left + 3 * 63 * PT - 10, top + 88 * PT - 10, ground)
    # The fourth card begins the second row; right of it the sheet is empty.
    assert near(left + 10, top + 100 * PT, ground)
    assert near(left + 100 * PT, top + 120 * PT, white)


def test_face_may_not_lack_what_was_laid_out() -> None:
    round_deck = deck(3, size=(20, 20), shape="round")
    assert len(placed(pdf(round_deck), size=(20, 20))) == 6
    assert face("F1").texts()[0].text == "F1"


@pytest.mark.parametrize("game", ["pegasus-bridge", "sandpiper"])
def test_every_shipped_card_text_can_be_copied_from_its_sheet(game: str) -> None:
    """Names and effects as in the records: no letter lost, none added but hyphens at line ends."""

    def letters(text: str) -> str:
        return "".join(c for c in text if c.isalnum() or c in "+−!?&%")

    shipped = open_library(games=[game])
    one_a_page = Press(paper("one-up"), duplex="none")
    decks = make_decks(shipped, game, Choice(kinds=("card",), once=True))
    reader = Reader(shipped, shipped[game])
    # Letters in the order of the file; how viewers order lines side by side differs.
    with pdfplumber.open(BytesIO(make_pdf(decks, one_a_page, HEADING, "t"))) as file:
        copied = [letters("".join(char["text"] for char in page.chars)) for page in file.pages]
    assert len(copied) == len(shipped[game].cards)
    for piece, text in zip(decks[0].pieces, copied, strict=True):
        record = shipped[game].cards[piece.id]
        assert letters(record.name.get()) in text, piece.id
        if record.text.known and record.text.value:
            spans = [
                span.text for line in parse(record.text.value.get(), reader.link) for span in line
            ]
            assert letters("".join(spans)) in text, piece.id
