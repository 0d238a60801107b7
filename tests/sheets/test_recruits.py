"""Options as cards: as many as the most demanding scenario needs, and nothing that is not stated."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.database import open_library
from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.faces import Reader
from fieldpress.faces.recruits import option_fields
from fieldpress.model import Fact, Library
from fieldpress.sheets import Choice, make_decks
from fieldpress.sheets.recruits import counters, needed
from tests.database.test_recruits import write


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(write(tmp_path_factory.mktemp("content")))


def shown(library: Library, option: str) -> dict[str, Any]:
    game = library["ford"]
    fields = option_fields(Reader(library, game), library, game, "ford", game.options[option])
    return {name: fields[name] for name in ("points", "markers", "kind", "text", "entries")}


def test_a_scenario_gets_as_many_as_its_armies_hold(library: Library) -> None:
    decks = make_decks(library, "ford", Choice(kinds=("option",)))
    assert Counter(p.id for deck in decks for p in deck.pieces) == {"rowers": 2, "lamp": 1}
    once = make_decks(library, "ford", Choice(kinds=("option",), once=True))
    assert Counter(p.id for deck in once for p in deck.pieces) == {"rowers": 1, "lamp": 1}


@given(
    st.lists(
        st.tuples(st.sampled_from("123"), st.sampled_from("ab"), st.none() | st.integers(0, 4)),
        max_size=12,
    )
)
def test_it_is_the_most_that_one_scenario_holds(lines: list[tuple[str, str, int | None]]) -> None:
    armies = {}
    for number, (scenario, option, copies) in enumerate(lines):
        fact: Fact[int] = Fact("absent") if copies is None else Fact("known", copies)
        entry = SimpleNamespace(option=option, copies=fact)
        formation = SimpleNamespace(entries=[entry])
        armies[str(number)] = SimpleNamespace(
            scenario=scenario, side="reds", formations=[formation]
        )
    found = needed(SimpleNamespace(armies=armies))  # type: ignore[arg-type]
    for option in "ab":
        sums = [
            sum(1 if n is None else n for s, o, n in lines if (s, o) == (scenario, option))
            for scenario in "123"
        ]
        assert found.get(option, 0) == max(sums)


def test_what_is_not_stated_stays_a_question(library: Library) -> None:
    lamp = shown(library, "lamp")
    assert lamp["kind"].state == "unknown"
    assert lamp["markers"].text == "2"
    assert lamp["entries"].text == "**1**\t5 X2"
    rowers = shown(library, "rowers")
    assert rowers["entries"].text.splitlines() == ["**1**\t30 (two boats)", "**1**\t30"]


def test_a_piece_that_there_is_not_is_refused(library: Library) -> None:
    with pytest.raises(UsageFault, match="no piece 'rowerz'"):
        make_decks(library, "ford", Choice(kinds=("option",), ids=("rowerz",)))


def test_what_belongs_to_no_side_goes_to_whoever_fields_it(library: Library) -> None:
    decks = make_decks(library, "ford", Choice(kinds=("option",), side="reds"))
    assert Counter(p.id for deck in decks for p in deck.pieces) == {"rowers": 2, "lamp": 1}


def test_a_side_without_options_has_nothing_to_print(library: Library) -> None:
    with pytest.raises(FieldpressError, match="nothing to print"):
        make_decks(library, "ford", Choice(kinds=("option",), side="greens"))


def test_a_scenario_leaves_out_the_markers_of_options_that_nobody_takes(library: Library) -> None:
    taken = make_decks(library, "ford", Choice(kinds=("counter",), scenario="1"))
    assert Counter(p.id for deck in taken for p in deck.pieces) == {"lamp": 2}
    with pytest.raises(FieldpressError, match="nothing to print"):
        make_decks(library, "ford", Choice(kinds=("counter",), scenario="0"))


def test_markers_at_hand_are_as_many_as_the_scenario_says() -> None:
    game = open_library(games=("normandie-dday",))["normandie-dday"]
    library = open_library(games=("normandie-dday",))
    for scenario in game.scenarios.values():
        found = counters(library, game, scenario)
        for entry in scenario.raw.get("markers", ()):
            fact: Fact[int] = Fact.parse(entry["count"], ())
            assert found[entry["counter"]] == (fact.value if fact.known else None)
