"""Sheets of block games: decks by value, markers, blanks for what no source prints."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from fieldpress.errors import UsageFault
from fieldpress.faces import Face
from fieldpress.model import Library
from fieldpress.sheets import Choice, Deck, make_decks
from tests.engine.overlord import small

GAME = small.GAME
STORES = ("clauses", "states", "supports", "sectors", "decks", "sequences", "scenarios")
OPERATIONS: list[dict[str, Any]] = [
    {
        "id": "push",
        "name": "Push",
        "kind": "strategic",
        "sector": "port",
        "plan": {"unknown": "the card is not held"},
        "success": 3,
        "failure": {"none": small.SOURCE},
        "revealed": {"unknown": "the card is not held"},
        "source": small.SOURCE,
    }
]


def games(**parts: Any) -> Library:
    old = small.library()[GAME]
    game: dict[str, Any] = {"game": copy.deepcopy(dict(old.raw)), "operations": OPERATIONS}
    for key in STORES:
        game[key] = [copy.deepcopy(dict(one.raw)) for one in getattr(old, key).values()]
    game |= parts
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {GAME: game}})


def decks(library: Library | None = None, **choice: Any) -> dict[str, Deck]:
    made = make_decks(library or games(), GAME, Choice(**choice))
    return {one.kind: one for one in made}


def texts(face: Face | None) -> dict[str, str]:
    assert face is not None
    out: dict[str, str] = {}
    for run in face.texts():
        out[run.element] = f"{out.get(run.element, '')} {run.text}".strip()
    return out


def test_a_deck_has_its_cards_by_value_and_copies() -> None:
    deck = decks(kinds=("combat-card",), side="white")["combat-card"]
    values = Counter(texts(piece.front)["value"] for piece in deck.pieces)
    assert values == {"0": 1, "6": 2}
    assert len({piece.back.name for piece in deck.pieces if piece.back}) == 1


def test_icons_that_no_source_counts_leave_their_discs_empty() -> None:
    unknown = {"unknown": "the cards are not held"}
    cards = [{"value": 5, "count": 1, "spies": 2, "bombs": unknown}]
    own = {"id": "d", "name": "D", "side": "white", "cards": cards, "total": 1, "clauses": []}
    library = games(decks=[{**own, "source": small.SOURCE}])
    (piece,) = decks(library, kinds=("combat-card",))["combat-card"].pieces
    said = texts(piece.front)
    assert said["spies"] == "2"
    assert "bombs" not in said
    assert {"bombs-disc", "spies-disc"} <= {item.element for item in piece.front.items}


def test_backs_of_decks_and_operations_differ_and_tell_the_side_alone() -> None:
    made = decks()
    backs = {kind: texts(made[kind].pieces[0].back) for kind in ("combat-card", "operation")}
    assert backs["combat-card"]["side"] == "WHITE"
    assert backs["combat-card"]["word"] != backs["operation"]["word"]
    fronts = {texts(piece.front)["kind"] for piece in made["operation"].pieces}
    assert len(fronts) == 2
    assert len({id(piece.back) for piece in made["operation"].pieces}) == 1


def test_a_support_shows_its_bonuses_and_the_sign_of_the_unknown() -> None:
    pieces = {piece.id: piece for piece in decks(kinds=("support",))["support"].pieces}
    assert texts(pieces["guns"].front)["attack"] == "+2"
    assert texts(pieces["riddle"].front)["attack"] == "?"
    assert texts(pieces["riddle"].front)["defense"] == "+1"
    back = texts(pieces["guns"].back)
    assert "attack" not in back
    assert "name" not in back
    front = pieces["guns"].front
    assert front.width == front.height


def test_blanks_are_as_many_as_a_scenario_plans_at_most_in_its_months() -> None:
    made = decks()
    counts = Counter(piece.id for piece in made["operation"].pieces)
    months = len(small.SCENARIO["months"])
    names = ("strategic-cards-to", "special-cards-to", "festung-tiles")
    figures = {name: small.PARAMETERS[name]["value"] for name in names}
    assert counts == {
        "push": 1,
        "blank-strategic": figures["strategic-cards-to"] * months,
        "blank-special": figures["special-cards-to"] * months,
    }
    festungen = Counter(piece.id for piece in made["festung"].pieces)
    assert festungen == {"blank-festung": figures["festung-tiles"] * months}


def test_a_blank_states_nothing_but_what_the_rules_say_of_all() -> None:
    made = decks()
    blank = next(one for one in made["operation"].pieces if one.id == "blank-special")
    said = texts(blank.front)
    assert not {"name", "month", "condition", "success", "failure", "revealed"} & said.keys()
    tile = texts(made["festung"].pieces[0].front)
    assert tile["penalty"] == f"−{small.PARAMETERS['festung-penalty']['value']}"
    assert not {"name", "week", "end", "months"} & tile.keys()


def test_an_operation_prints_what_is_stated_and_leaves_the_rest_open() -> None:
    pieces = decks(ids=("push",))["operation"].pieces
    (piece,) = pieces
    said = texts(piece.front)
    assert (said["name"], said["sector"], said["success"]) == ("Push", "Port", "3")
    assert said["failure-none"] == "–"
    assert not {"plan", "revealed"} & said.keys()
    assert "plan-line" in {item.element for item in piece.front.items}


def test_the_side_and_the_kind_choose() -> None:
    assert set(decks(side="black")) == {"combat-card", "festung"}
    assert set(decks(kinds=("support",))) == {"support"}
    with pytest.raises(UsageFault, match="combat-card"):
        make_decks(games(), GAME, Choice(kinds=("combat-crad",)))


def test_low_ink_fills_nothing_dark() -> None:
    for deck in decks(variant="low-ink", once=True).values():
        for piece in deck.pieces:
            for item in piece.front.items:
                if item.element in ("frame", "frame-top", "ground"):
                    assert getattr(item, "fill", None) in (None, "#ffffff"), (piece.id, item)
