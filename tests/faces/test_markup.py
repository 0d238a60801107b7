"""Own markup: bold, italic, icons, links; everything else is verbatim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.faces.layout import merge
from fieldpress.faces.markup import Span, parse, plain, with_keywords
from tests.faces.helpers import PLAIN, card, face_of, text_of


def test_bold_italic_and_both() -> None:
    assert parse("a **b** *c* ***d***")[0][:4] == [
        Span("a "),
        Span("b", bold=True),
        Span(" "),
        Span("c", italic=True),
    ]


@pytest.mark.parametrize(
    "text",
    ["AT&T <d6> 5<10", "2 * 3 * 4", "a ** b", "<b>not bold</b>", "5 < 6 && 7 > 6", "*", "{icon}"],
)
def test_the_rest_is_verbatim(text: str) -> None:
    assert parse(text) == [[Span(text)]]


def test_icons_and_lines() -> None:
    assert parse("Take {icon:token}\nnow") == [
        [Span("Take "), Span("", icon="token")],
        [Span("now")],
    ]


def test_links_print_their_shown_text_and_name_pieces_in_italics() -> None:
    spans = parse("Not [[card:piege]], see [[rule:a.b|ties]].", lambda inner: f"<{inner}>")[0]
    assert spans == [
        Span("Not "),
        Span("<card:piege>", italic=True),
        Span(", see <rule:a.b|ties>."),
    ]
    assert parse("[[rule:a.b|ties]]")[0] == [Span("ties")]


@given(st.text(st.characters(exclude_characters="*{[\n\r", exclude_categories=["Cs"])))
def test_text_without_marks_is_never_changed(text: str) -> None:
    assert "".join(span.text for span in parse(text)[0]) == text
    assert "".join(span.text for line in plain(text) for span in line) == text


def test_keywords_are_bold_as_whole_words() -> None:
    line = [Span("Scout: a Scouting Scout: "), Span("Scout:", italic=True), Span("", icon="star")]
    assert with_keywords(line, ("Scout:", "Sco")) == [
        Span("Scout:", bold=True),
        Span(" a Scouting "),
        Span("Scout:", bold=True),
        Span(" "),
        Span("Scout:", bold=True, italic=True),
        Span("", icon="star"),
    ]
    assert with_keywords([Span("xScout: Gate")], ("Scout:",)) == [Span("xScout: Gate")]


def test_keywords_of_a_style_are_set_in_its_bold_font() -> None:
    layout = merge(PLAIN, {"styles": {"text": {"keywords": ["Scout:"]}}})
    face, problems = face_of(card("a", text="Scout: draw *Scout:* one."), layout)
    assert problems == []
    runs = [(run.text, run.font) for run in face.texts() if run.element == "effect"]
    assert runs[0] == ("Scout: ", "Barlow-Condensed-700")
    assert runs[1] == ("draw ", "Barlow-Condensed-500")
    assert text_of(face, "effect") == "Scout: draw Scout: one."
