"""The faces of the shipped games, in every variant: nothing to complain of, honest blanks."""

from __future__ import annotations

from functools import cache

import pytest

from fieldpress.database import game_names, open_library
from fieldpress.faces import IconPath, Layouts
from fieldpress.faces.checks import ink
from fieldpress.model import Library
from fieldpress.sheets import Choice, Deck, make_decks

GAMES = tuple(game_names())


@cache
def games() -> Library:
    return open_library(games=GAMES)


@cache
def decks(game: str, variant: str = "") -> tuple[Deck, ...]:
    return tuple(make_decks(games(), game, Choice(variant=variant, once=True)))


@pytest.mark.parametrize("variant", ["", "low-ink"])
@pytest.mark.parametrize("game", GAMES)
def test_every_face_passes_every_check(game: str, variant: str) -> None:
    # make_decks composes all faces and raises on overflow, glyphs, contrast, size and safe area.
    kinds = {deck.kind for deck in decks(game, variant)}
    record = games()[game]
    has = {
        "card": record.cards,
        "terrain": record.terrains,
        "counter": record.counters,
        "component": [one for one in record.components.values() if one.is_card],
    }
    assert kinds >= {kind for kind, records in has.items() if records}


@pytest.mark.parametrize("game", GAMES)
def test_low_ink_is_another_design_not_a_paler_one(game: str) -> None:
    def total(variant: str) -> float:
        fronts = [piece.front for deck in decks(game, variant) for piece in deck.pieces]
        return sum(ink(face) for face in fronts if face.shape != "round")

    assert total("low-ink") < 0.2 * total("")


@pytest.mark.parametrize("game", GAMES)
def test_cards_print_the_values_of_their_records_and_no_others(game: str) -> None:
    cards = games()[game].cards
    fronts = {
        piece.id: piece.front
        for deck in decks(game)
        if deck.kind == "card"
        for piece in deck.pieces
    }
    blanks = {blank["id"] for group in games()[game].sets.values() for blank in group.blanks}
    assert set(fronts) - blanks == set(cards)
    for ident, card in cards.items():
        values = [run.text for run in fronts[ident].texts() if run.element == "value"]
        if card.combat_value.known:
            assert values == [str(card.combat_value.value)]
        else:
            assert values == (["?"] if card.combat_value.unknown else [])


def test_pieces_known_by_number_only_are_printed_as_blanks() -> None:
    library = games()
    wanted = [
        entry["id"] for group in library["pegasus-bridge"].sets.values() for entry in group.blanks
    ]
    printed = {
        piece.id: piece.front
        for deck in decks("pegasus-bridge")
        if deck.kind == "terrain"
        for piece in deck.pieces
    }
    assert wanted
    for ident in wanted:
        texts = {run.element: run.text for run in printed[ident].texts()}
        assert texts["name"] == texts["size-value"] == texts["draw-left-value"] == "?"


@pytest.mark.parametrize("game", GAMES)
def test_texts_of_one_layout_come_in_a_few_sizes(game: str) -> None:
    sizes: dict[str, set[float]] = {}
    for deck in decks(game):
        for piece in deck.pieces:
            for run in piece.front.texts():
                if run.element.startswith("effect") and "remark" not in run.element:
                    sizes.setdefault(f"{deck.kind} {run.element}", set()).add(run.size)
    assert sizes or not (games()[game].cards or games()[game].terrains)
    assert all(len(found) <= 5 for found in sizes.values()), sizes


@pytest.mark.parametrize("game", GAMES)
def test_low_ink_pictures_are_drawn_in_lines(game: str) -> None:
    """A design without fills: no shape of a picture is filled with anything but paper."""
    for deck in decks(game, "low-ink"):
        for piece in deck.pieces:
            for item in piece.front.items:
                if isinstance(item, IconPath) and item.element == "motif":
                    assert item.fill in (None, "#ffffff"), piece.id
                    assert item.stroke, piece.id


def test_shipped_layouts_offer_low_ink() -> None:
    assert "low-ink" in Layouts(None).variants
