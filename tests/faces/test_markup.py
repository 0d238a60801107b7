"""Own markup: bold, italic, icons, links; everything else is verbatim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.faces.markup import Span, parse, plain


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
