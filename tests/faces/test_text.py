"""Line breaking by real widths, fit, overflow in numbers, long words (T7, T8)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.faces.fonts import MM_PER_PT, FontSpec, find_font
from fieldpress.faces.markup import parse, plain
from fieldpress.faces.text import (
    SOFT_HYPHEN,
    Fitted,
    Look,
    Room,
    break_lines,
    fit,
    hyphenated,
    paragraphs,
)

FONT = find_font(FontSpec("Barlow Condensed", 500))
BOLD = find_font(FontSpec("Barlow Condensed", 700))
LOOK = Look(FONT, BOLD, FONT, BOLD)
LONG = "Panzerabwehrkanonenbataillonskommandeursstellvertreter"


def set_text(
    text: str,
    width: float = 51.0,
    height: float = 60.0,
    preferred: float = 9.0,
    minimum: float = 7.5,
    language: str = "en",
    lines: int = 0,
    keep: bool = False,
    ladder: tuple[float, ...] = (),
) -> Fitted:
    room = Room(
        width, height, 1.18, 0.0, 1.0, lines, FONT.ascent, FONT.descent, language, 0.0, keep
    )
    return fit(paragraphs(parse(text), LOOK, language, False), room, preferred, minimum, ladder)


def shown(fitted: Fitted) -> list[str]:
    return [
        "".join(part.text for _, part in line.parts) for lines in fitted.lines for line in lines
    ]


def words(count: int) -> str:
    return " ".join(
        ["reinforcements", "arrive", "at", "the", "bridge"][i % 5] for i in range(count)
    )


def test_a_short_text_keeps_the_preferred_size() -> None:
    fitted = set_text("Draw one card.")
    assert (fitted.size, fitted.over, fitted.wide) == (9.0, 0.0, ())
    assert shown(fitted) == ["Draw one card."]


def test_size_goes_down_only_as_far_as_needed() -> None:
    sizes = [set_text(words(count), height=30).size for count in (30, 60, 70, 80)]
    assert sizes[0] == 9.0
    assert sizes == sorted(sizes, reverse=True)
    assert all(size >= 7.5 for size in sizes)
    for count, size in zip((60, 70, 80), sizes[1:], strict=True):
        if 7.5 < size < 9.0:
            bigger = set_text(words(count), height=30, preferred=size + 0.25, minimum=size + 0.25)
            assert bigger.over > 0


@pytest.mark.parametrize("count", [1, 15, 30, 45, 60])
def test_sizes_between_the_ends_come_from_the_ladder(count: int) -> None:
    ladder = (16.0, 10.5, 9.0, 7.0)
    tried = [12.0, 10.5, 9.0, 7.5]
    fitted = set_text(words(count), height=30, preferred=12, ladder=ladder)
    at = tried.index(fitted.size)
    assert not fitted.over
    if at:
        assert set_text(
            words(count), height=30, preferred=tried[at - 1], minimum=tried[at - 1]
        ).over


def test_four_hundred_words_say_by_how_much_they_are_too_high() -> None:
    fitted = set_text(words(400), preferred=8, minimum=7)
    assert fitted.size == 7
    count = len(shown(fitted))
    em = 7 * MM_PER_PT
    need = ((count - 1) * 1.18 + FONT.ascent + FONT.descent) * em
    assert fitted.over == pytest.approx(need - 60.0)
    assert 0 < fitted.would_fit < 7
    again = set_text(words(400), preferred=fitted.would_fit, minimum=fitted.would_fit)
    assert again.over == 0


def test_too_many_lines_are_counted() -> None:
    fitted = set_text(words(40), lines=2)
    assert fitted.lines_over == len(shown(fitted)) - 2 > 0


def test_long_word_breaks_at_its_soft_hyphens() -> None:
    soft = LONG.replace("kanonen", f"{SOFT_HYPHEN}kanonen{SOFT_HYPHEN}").replace(
        "kommandeurs", f"kommandeurs{SOFT_HYPHEN}"
    )
    fitted = set_text(soft, width=30, preferred=8, minimum=8)
    assert fitted.wide == ()
    assert fitted.broken == ()
    lines = shown(fitted)
    assert all(line.endswith("-") for line in lines[:-1])
    assert "".join(line.removesuffix("-") for line in lines) == LONG
    assert SOFT_HYPHEN not in "".join(lines)


def test_long_word_breaks_by_patterns_and_is_reported() -> None:
    fitted = set_text(LONG, width=30, preferred=8, minimum=8, language="de")
    assert fitted.broken == (LONG,)
    assert fitted.wide == ()
    assert "".join(line.removesuffix("-") for line in shown(fitted)) == LONG


def test_word_that_nothing_breaks_is_too_wide_by_its_real_width() -> None:
    fitted = set_text("X" * 60, width=51, preferred=8, minimum=8)
    over = FONT.width("X" * 60) * 8 * MM_PER_PT - 51
    assert fitted.wide == (("X" * 60, pytest.approx(over)),)


def test_titles_shrink_before_a_word_is_cut() -> None:
    title = "Auto-mitrailleuse"
    width = FONT.width("mitrailleuse") * 10 * MM_PER_PT + 0.01
    cut = set_text(title, width=width, preferred=13, minimum=9, language="fr")
    kept = set_text(title, width=width, preferred=13, minimum=9, language="fr", keep=True)
    assert cut.broken == ("mitrailleuse",)
    assert cut.size > 10
    assert kept.broken == ()
    assert kept.size == 10


@pytest.mark.parametrize(
    ("word", "language"), [("reinforcements", "en"), ("mitrailleuse", "fr"), ("Verteidigung", "de")]
)
def test_hyphenation_knows_the_languages(word: str, language: str) -> None:
    pieces = hyphenated(word, language)
    assert len(pieces) > 1
    assert "".join(pieces) == word


def test_hyphenation_leaves_punctuation_alone() -> None:
    assert "".join(hyphenated("(mitrailleuses!)", "fr")) == "(mitrailleuses!)"
    assert hyphenated("20-mm", "fr") == ["20-mm"]


def test_hanging_numbers_stand_left_of_their_text() -> None:
    [paragraph] = paragraphs(parse("**1**\tDraw."), LOOK, "en", False)
    assert [fragment.text for fragment in paragraph.lead] == ["1"]
    assert paragraph.lead[0].font is BOLD


_WORDS = st.lists(
    st.text(st.sampled_from("abcdefgéàöWMil-–'’.,!+123"), min_size=1, max_size=9), max_size=40
)


@given(_WORDS, st.floats(20, 60), st.floats(7, 12))
def test_no_line_is_wider_than_its_room_and_no_letter_is_lost(
    parts: list[str], width: float, size: float
) -> None:
    text = " ".join(parts)
    em = size * MM_PER_PT
    for paragraph in paragraphs(plain(text), LOOK, "en", False):
        lines, wide, broken = break_lines(paragraph, width / em, "en")
        assert not wide
        for line in lines:
            assert line.width * em <= width + 1e-6
            drawn = sum(FONT.width(part.text) for _, part in line.parts)
            assert drawn == pytest.approx(line.width)
        if not broken:
            joined = "".join("".join(part.text for _, part in line.parts) for line in lines)
            assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", text)
