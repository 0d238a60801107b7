"""Composed faces: golden listings, unknown fields, verbatim text, glyphs, overflow (T7 to T9, T11)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fieldpress.faces import Box, IconPath
from fieldpress.faces.layout import merge
from fieldpress.faces.listing import listing
from tests.faces.helpers import PLAIN, card, face_of, text_of

GOLDEN = Path(__file__).parent / "golden"


def messages(raw: dict[str, Any], layout: dict[str, Any] | None = None) -> list[str]:
    return [f"{problem.severity}: {problem}" for problem in face_of(raw, layout)[1]]


GOLDEN_CARDS = {
    "plain": card("scouts", name="Éclaireurs", text="Draw **two** cards, *then* discard one."),
    "heroic": card("major", name="Le Major", heroic=True, combat_value=4),
    "unknown": card(
        "mystery",
        number={"unknown": "not stated"},
        combat_value={"unknown": "not stated"},
        copies={"unknown": "not stated"},
        text={"unknown": "not stated"},
        kind={"unknown": "not stated"},
    ),
}


@pytest.mark.parametrize("name", GOLDEN_CARDS)
def test_items_are_those_of_the_golden_listing(name: str) -> None:
    face, problems = face_of(GOLDEN_CARDS[name])
    assert problems == []
    assert listing(face) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_unknown_fields_print_a_question_mark_in_their_place() -> None:
    face, _ = face_of(GOLDEN_CARDS["unknown"])
    for element in ("kind", "value", "effect", "copies"):
        assert text_of(face, element) == "?"


def test_absent_and_none_print_nothing() -> None:
    raw = card("bell", kind="event", combat_value=None, unit_type=None, text={"none": "book#one"})
    face, problems = face_of(raw)
    assert problems == []
    assert text_of(face, "value") == text_of(face, "effect") == ""


@pytest.mark.parametrize("text", ["AT&T <d6> 5<10", "A<br>B &amp; <b>unclosed", "100 % {x} [y]"])
def test_text_is_printed_verbatim(text: str) -> None:
    face, problems = face_of(card("a", text=text, name=text))
    assert problems == []
    assert text_of(face, "effect") == text
    assert text_of(face, "name") == text


def test_markup_in_a_name_is_verbatim() -> None:
    assert text_of(face_of(card("a", name="**Star** *one*"))[0], "name") == "**Star** *one*"


def test_links_print_the_name_of_what_they_point_at() -> None:
    face, _ = face_of(card("piege", name="Piège", text="As [[card:piege]], or [[card:no|that]]."))
    assert text_of(face, "effect") == "As Piège, or that."


def test_every_run_stays_in_its_box() -> None:
    face, _ = face_of(card("a", name="A very long name of a card", text="word " * 120))
    for run in face.texts():
        box = Box(*PLAIN["elements"][run.element]["box"])
        assert box.contains(run.box, 0.01), run


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_text_stays_in_its_box(turn: int) -> None:
    element = {"text": "Turned about", "style": "text", "box": [20, 30, 20, 22], "turn": turn}
    face, _ = face_of(card("a"), merge(PLAIN, {"elements": {"turned": element}}))
    [run] = [run for run in face.texts() if run.element == "turned"]
    assert Box(20, 30, 20, 22).contains(run.box, 0.01)
    assert run.turn == turn


def test_four_hundred_words_are_one_error_with_figures() -> None:
    found = messages(card("wordy", text=" ".join(["reinforcements"] * 400)))
    assert len(found) == 1
    assert found[0].startswith("error: card wordy: effect (text): text is ")
    assert "mm too high" in found[0]
    assert "below the minimum of 7.5 pt" in found[0]


def test_missing_glyph_names_card_element_code_point_and_font() -> None:
    found = messages(card("glyph", name="Łódź 中", text="Žižkov"))
    assert found == [
        "error: card glyph: name (name): U+4E2D '中': font Barlow-Condensed-700 has no glyph for it"
    ]


def test_characters_beyond_the_basic_plane_are_errors() -> None:
    [found] = messages(card("smile", text="Hurra 😀"))
    assert "U+1F600" in found
    assert found.startswith("error: card smile: effect")


def test_long_word_is_hyphenated_with_a_warning_or_an_error() -> None:
    word = "Panzerabwehrkanonenbataillonskommandeursstellvertreterbeauftragter"
    [found] = messages(card("long", text=word))
    assert found.startswith("warning: card long: effect (text): the word")
    [found] = messages(card("long", text="X" * 70))
    assert "has no place to break" in found
    assert "mm wider than its box" in found
    soft = word.replace("bataillons", "\u00adbataillons\u00ad")
    assert messages(card("long", text=soft)) == []


def test_icons_in_text_are_drawn_on_the_line_and_unknown_ones_are_errors() -> None:
    face, problems = face_of(card("a", text="Take {icon:token} now."))
    assert problems == []
    runs = [run for run in face.texts() if run.element == "effect"]
    icons = [
        item for item in face.flat() if isinstance(item, IconPath) and item.element == "effect"
    ]
    assert [run.text for run in runs] == ["Take ", "now."]
    assert {icon.icon for icon in icons} == {"token"}
    left, right = runs[0].x + runs[0].width, runs[1].x
    assert all(left - 0.1 <= icon.box.x and icon.box.right <= right + 0.1 for icon in icons)
    [found] = messages(card("a", text="Take {icon:tokken} now."))
    assert "card a: effect (text): there is no icon 'tokken' (nearest: token" in found
    turned = {"text": "{text}", "style": "text", "box": [20, 60, 30, 20], "turn": 180}
    found = messages(card("a", text="{icon:token}"), merge(PLAIN, {"elements": {"t": turned}}))[0]
    assert "a turned text cannot hold icons" in found


def test_an_outlined_icon_hides_what_lies_under_its_shapes() -> None:
    element = {"tones": ["paper"], "stroke": "ink", "width": 0.3}
    layout = merge(PLAIN, {"elements": {"star": element}})
    face, problems = face_of(card("a", heroic=True), layout)
    assert problems == []
    star = [item for item in face.items if isinstance(item, IconPath)]
    assert star
    assert {(i.fill, i.stroke, i.width) for i in star} == {("#ffffff", "#111111", 0.3)}
    # A thick stroke becomes two lines: the dark one wider than the paper that covers it.
    layout = merge(layout, {"elements": {"star": {"icon": "wave"}}})
    strokes = [
        i
        for i in face_of(card("a", heroic=True), layout)[0].items
        if isinstance(i, IconPath) and not i.fill
    ]
    for dark, light in zip(strokes[::2], strokes[1::2], strict=True):
        assert (dark.stroke, light.stroke) == ("#111111", "#ffffff")
        assert dark.outline == light.outline
        assert dark.width > light.width


def test_narrow_spaces_of_french_typography_are_kept_or_replaced_by_their_twin() -> None:
    face, problems = face_of(card("a", text="Attention\u202f!"))
    assert problems == []
    assert text_of(face, "effect") in ("Attention\u202f!", "Attention\xa0!")


def test_checks_find_text_near_the_cut_small_or_pale() -> None:
    def problem(element: dict[str, Any]) -> str:
        layout = merge(PLAIN, {"elements": {"new": {"text": "Hm", "style": "text"} | element}})
        return "\n".join(messages(card("a"), layout))

    assert "nearer than 3 mm to the cut" in problem({"box": [1, 40, 10, 6]})
    assert "nothing below 7 pt" in problem({"box": [6, 78, 10, 6], "size": 6, "min": 6})
    assert "contrast of" in problem({"box": [6, 78, 10, 6], "colour": "#999999"})
