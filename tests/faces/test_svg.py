"""Faces as SVG: well-formed, escaped, with real text, like the face itself."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest

from fieldpress.faces import Group, IconPath, Path, Rect, TextRun
from fieldpress.faces.svg import face_svg
from fieldpress.sheets import Choice, make_decks
from tests.faces.helpers import card, face_of, library

SVG = "{http://www.w3.org/2000/svg}"


def test_text_is_there_and_escaped() -> None:
    face, _ = face_of(card("a", name='<script>&"', text="A & **B** < C"))
    root = ET.fromstring(face_svg(face, 'Card "<a>" & more'))
    texts = "".join(element.text or "" for element in root.iter(f"{SVG}text"))
    assert '<script>&"' in texts
    assert "A & B < C" in texts
    assert root.get("aria-label") == 'Card "<a>" & more'
    assert root.get("viewBox") == "0 0 63 88"


@pytest.mark.parametrize("kind", ["card", "card-back"])
def test_every_item_is_drawn(kind: str) -> None:
    [deck] = make_decks(library(card("a", heroic=True), layouts=[]), "proof", Choice())
    piece = deck.pieces[0]
    face = piece.front if kind == "card" else piece.back
    assert face is not None
    root = ET.fromstring(face_svg(face, "A", "p1"))
    found = Counter(element.tag.removeprefix(SVG) for element in root.iter())
    items: list[Any] = list(face.flat())
    groups = sum(isinstance(item, Group) for item in face.items)
    assert found["text"] == sum(isinstance(item, TextRun) for item in items)
    assert found["path"] == sum(isinstance(item, Path | IconPath) for item in items)
    # Besides the rectangles themselves: one for each clip, that of the trim included.
    assert found["rect"] == sum(isinstance(item, Rect) for item in items) + groups + 1
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) == groups + 1


def test_no_face_asks_for_anything_from_outside() -> None:
    face, _ = face_of(card("a"))
    text = face_svg(face, "A").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in text
    assert "href" not in text


def test_a_pattern_can_be_a_picture_of_its_own() -> None:
    [deck] = make_decks(library(card("a", heroic=True), layouts=[]), "proof", Choice())
    face = deck.pieces[0].back
    assert face is not None
    groups = [item for item in face.items if isinstance(item, Group)]
    assert groups
    shared: list[str] = []

    def share(picture: str) -> str:
        shared.append(picture)
        return f"p-{len(shared)}.svg"

    root = ET.fromstring(face_svg(face, "A", share=share))
    assert [one.get("href") for one in root.iter(f"{SVG}image")] == [
        f"p-{number + 1}.svg" for number in range(len(groups))
    ]
    for picture, group in zip(shared, groups, strict=True):
        box = [float(one) for one in ET.fromstring(picture).get("viewBox", "").split()]
        clip = group.clip
        assert box == pytest.approx([clip.x, clip.y, clip.w, clip.h], abs=0.001)
    # Kept in place where nobody takes it.
    assert "<image" not in face_svg(face, "A", share=lambda picture: None)


def test_a_page_may_call_the_fonts_otherwise() -> None:
    face, _ = face_of(card("a"))
    family = face.texts()[0].font.rpartition("-")[0].replace("-", " ")
    text = face_svg(face, "A", families={family: "Mine"})
    assert 'font-family="Mine, sans-serif"' in text
    assert f'font-family="{family}' not in text
