"""What is printed and how often: copies, scenarios, blanks, empty choices (T10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.faces import FaceFault
from fieldpress.model import Library
from fieldpress.sheets import Choice, Deck, make_decks
from tests.faces.helpers import card, library

SCENARIOS = [
    {"id": "one", "title": "One", "sets": {"takes": ["x"]}, "source": "book#one"},
    {
        "id": "two",
        "title": "Two",
        "sets": {
            "takes": ["x", "y"],
            "leaves_out": [
                {"what": {"kind": "card", "heroic": True}, "clauses": ["a"]},
                {"what": {"kind": "card", "ids": ["gone"]}, "clauses": ["a"]},
            ],
        },
        "source": "book#one",
    },
    {"id": "three", "title": "Three", "extends": "two", "source": "book#one"},
    {"id": "none", "title": "None", "sets": {"takes": ["z"]}, "source": "book#one"},
]


def games(*cards: dict[str, Any], **parts: Any) -> Library:
    return library(*cards, scenarios=SCENARIOS, **parts)


def printed(decks: list[Deck]) -> Counter[str]:
    return Counter(piece.id for deck in decks for piece in deck.pieces)


CARDS = (
    card("both", copies={"x": 2, "y": 3}),
    card("only-y", copies={"y": 4}),
    card("hero", copies={"x": 1}, heroic=True),
    card("gone", copies={"x": 1}),
    card("zero", copies={"x": 0}),
    card("open", copies={"unknown": "not stated"}),
    card("partly", copies={"x": "unknown", "y": 2}, side="south"),
)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        # A piece serves every set that it belongs to, so the box holds the most that one needs.
        ({}, {"both": 3, "only-y": 4, "hero": 1, "gone": 1, "open": 1, "partly": 2}),
        ({"scenario": "one"}, {"both": 2, "hero": 1, "gone": 1, "open": 1, "partly": 1}),
        ({"scenario": "two"}, {"both": 3, "only-y": 4, "open": 1, "partly": 2}),
        ({"scenario": "three"}, {"both": 3, "only-y": 4, "open": 1, "partly": 2}),
        ({"side": "south"}, {"partly": 2}),
        ({"ids": ("both", "hero")}, {"both": 3, "hero": 1}),
        (
            {"once": True, "side": "north"},
            dict.fromkeys(["both", "only-y", "hero", "gone", "open"], 1),
        ),
    ],
)
def test_copies(choice: dict[str, Any], expected: dict[str, int]) -> None:
    assert printed(make_decks(games(*CARDS), "proof", Choice(**choice))) == expected


def test_pieces_without_a_stated_count_are_named_and_marked() -> None:
    said: list[str] = []
    make_decks(games(*CARDS), "proof", Choice(scenario="one"), said.append)
    [note] = [text for text in said if "copies ?" in text]
    assert note.splitlines()[1:] == ["  2 cards: open, partly"]
    shipped = make_decks(library(CARDS[5], layouts=[]), "proof", Choice())
    assert "copies ?" in [run.text for run in shipped[0].pieces[0].front.texts()]


def test_zero_copies_are_left_out_and_said() -> None:
    said: list[str] = []
    make_decks(games(*CARDS), "proof", Choice(), said.append)
    assert "card zero: 0 copies, left out" in said


def test_too_many_copies_are_a_slip() -> None:
    with pytest.raises(FieldpressError, match="card many: 1162167 copies"):
        make_decks(games(card("many", copies={"x": 1162167})), "proof", Choice())


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"scenario": "none"}, "no piece of scenario none"),
        ({"kinds": ("counter",)}, "no piece of kind counter"),
    ],
)
def test_an_empty_choice_is_an_error(choice: dict[str, Any], words: str) -> None:
    with pytest.raises(FieldpressError, match=words):
        make_decks(games(card("a")), "proof", Choice(**choice))


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"scenario": "nine"}, "no scenario 'nine'; it has: one, two"),
        ({"side": "west"}, "no side 'west'; it has: north, south"),
        ({"kinds": ("poster",)}, "no kind 'poster'"),
        ({"ids": ("bot",)}, r"no piece 'bot' \(nearest: both"),
        ({"variant": "fancy"}, r"variant 'fancy' \(there are: low-ink\)"),
    ],
)
def test_a_choice_that_the_game_does_not_know(choice: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageFault, match=words):
        make_decks(games(*CARDS), "proof", Choice(**choice))


def test_all_faults_of_all_faces_come_at_once() -> None:
    wordy = card("wordy", text="many words " * 300)
    glyph = card("glyph", name="中")
    with pytest.raises(FaceFault) as caught:
        make_decks(games(wordy, glyph), "proof", Choice())
    assert len(caught.value.problems) == 2
    assert "card wordy" in str(caught.value)
    assert "card glyph" in str(caught.value)


def test_pieces_may_be_asked_by_number_or_name() -> None:
    cards = (card("a", number="1106", name="Éclaireur"), card("b", number="1107", name="Piège"))
    found = [
        printed(make_decks(games(*cards), "proof", Choice(ids=(asked,))))
        for asked in ("1106", "eclaireur", "PIÈGE")
    ]
    assert found == [{"a": 1}, {"a": 1}, {"b": 1}]


def test_counters_have_the_shape_of_their_record() -> None:
    def counter(shape: str) -> dict[str, Any]:
        faces = [
            {"id": "plus", "shows": "+1", "adds": 1},
            {"id": "failure", "shows": "no", "adds": 0},
        ]
        return {
            "id": shape,
            "name": "Token",
            "kind": "combat",
            "shape": shape,
            "size": 15,
            "faces": faces,
            "count": 2,
            "source": "book#one",
        }

    decks = make_decks(
        games(layouts=[], counters=[counter("round"), counter("square")]), "proof", Choice()
    )
    assert [(deck.shape, deck.width, len(deck.pieces)) for deck in decks] == [
        ("round", 15, 2),
        ("rectangle", 15, 2),
    ]
    with pytest.raises(FieldpressError, match="no layout for a counter such as counter hexagon"):
        make_decks(games(layouts=[], counters=[counter("hexagon")]), "proof", Choice())


def test_backs_tell_side_and_heroic_and_nothing_else() -> None:
    cards = (
        card("a"),
        card("b", name="Other"),
        card("c", heroic=True),
        card("d", side="south"),
        card("e", side={"unknown": "not stated"}),
    )
    [deck] = make_decks(library(*cards, layouts=[]), "proof", Choice())
    backs = {piece.id: piece.back for piece in deck.pieces}
    assert backs["a"] is backs["b"]
    assert len({id(back) for back in backs.values()}) == 4
    back = backs["e"]
    assert back is not None
    assert "?" in [run.text for run in back.texts()]


TERRAINS = [
    {
        "id": "bridge",
        "name": "Bridge",
        "copies": {"x": 1},
        "faces": {
            letter: {
                "number": f"1{letter}",
                "name": f"Bridge {letter}",
                "draws": {"north": 1, "south": 2},
                "size": 2,
                "text": "Hold it.",
                "effects": [],
            }
            for letter in "AB"
        },
        "source": "book#one",
    },
    {
        "id": "field",
        "name": "Field",
        "number": "2",
        "copies": {"x": 2},
        "draws": {"north": 1, "south": {"unknown": "not stated"}},
        "size": 3,
        "text": "Open ground.",
        "effects": [],
        "source": "book#one",
    },
]


def test_two_sided_terrains_are_their_own_backs() -> None:
    decks = make_decks(games(layouts=[], terrains=TERRAINS), "proof", Choice())
    pieces = {piece.id: piece for deck in decks for piece in deck.pieces}
    names = [
        [run.text for run in face.texts() if run.element == "name"]
        for face in (pieces["bridge"].front, pieces["bridge"].back)
        if face
    ]
    assert names == [["Bridge A"], ["Bridge B"]]
    back = pieces["field"].back
    assert back is not None
    assert back.name == "back of terrain"


def test_blanks_are_printed_with_their_mark() -> None:
    sets = [
        {
            "id": "x",
            "name": "First",
            "mark": "X",
            "kind": ["terrain"],
            "blanks": [
                {
                    "id": "x-blank",
                    "name": "Unnamed",
                    "kind": "terrain",
                    "count": 3,
                    "source": "book#one",
                }
            ],
            "source": "book#one",
        }
    ]
    [deck] = make_decks(games(layouts=[], sets=sets), "proof", Choice())
    assert printed([deck]) == {"x-blank": 3}
    texts = {run.element: run.text for run in deck.pieces[0].front.texts()}
    assert texts["name"] == "?"
    assert texts["copies"] == "X"
    assert texts["blank-remark"] == "Unnamed"


def test_blanks_bear_what_is_known_of_them() -> None:
    common = {"kind": "card", "side": "north", "count": 2, "source": "book#one"}
    blanks = [
        {"id": "stars", "name": "Heroes", "heroic": True} | common,
        {"id": "plain", "name": "Events", "heroic": False, "card_kind": "event"} | common,
        {"id": "open", "name": "Cards"} | common,
    ]
    group = {"id": "x", "name": "First", "mark": "X", "kind": ["card"], "blanks": blanks, "source": "book#one"}  # fmt: skip
    shown = games(layouts=[], sets=[group])
    [deck] = make_decks(shown, "proof", Choice())
    assert printed([deck]) == {"stars": 2, "plain": 2, "open": 2}
    backs = {piece.id: piece.back for piece in deck.pieces}
    assert len({repr(back) for back in backs.values()}) == 3
    taken = make_decks(games(layouts=[], sets=[group]), "proof", Choice(scenario="two"))
    assert printed(taken) == {"plain": 2, "open": 2}  # two leaves the heroic cards out


def test_a_large_card_bears_another_on_its_back() -> None:
    parts = [
        {"id": ident, "name": ident.title(), "kind": "reference", "count": 1, "source": "book#one"}
        for ident in ("front", "rear", "alone")
    ]
    parts[0]["back"] = "rear"
    choice = Choice(kinds=("component",))
    decks = make_decks(games(components=parts, layouts=[]), "proof", choice)
    assert printed(decks) == {"front": 1, "alone": 1}
    pieces = {piece.id: piece for deck in decks for piece in deck.pieces}
    assert pieces["alone"].back is None
    back = pieces["front"].back
    assert back is not None
    assert "Rear" in [run.text for run in back.texts()]
    [deck] = make_decks(games(components=parts, layouts=[]), "proof", Choice(ids=("rear",)))
    assert printed([deck]) == {"rear": 1}


def test_a_board_or_a_die_is_no_card() -> None:
    parts = [
        {"id": kind, "name": kind, "kind": kind, "count": 2, "source": "book#one"}
        for kind in ("blank", "reference", "board", "die", "list", "sheet", "track")
    ]
    decks = make_decks(games(components=parts, layouts=[]), "proof", Choice(kinds=("component",)))
    assert printed(decks) == {"blank": 2, "reference": 2}


def test_a_heroic_card_may_have_the_ordinary_back() -> None:
    heroes = (card("plain", heroic=True, heroic_back=False), card("star", heroic=True), card("c"))
    (deck,) = make_decks(games(*heroes, layouts=[]), "proof", Choice())
    backs = {piece.id: piece.back for piece in deck.pieces}
    assert backs["plain"] == backs["c"] != backs["star"]
