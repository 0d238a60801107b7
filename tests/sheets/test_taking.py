"""Sheets of a scenario hold the counters and components that it takes, and no others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fieldpress.errors import FieldpressError
from fieldpress.model import Library
from fieldpress.sheets import Choice, make_decks, make_sheets
from tests.faces.helpers import card, library


def counter(ident: str, count: Any = 4) -> dict[str, Any]:
    faces = [{"id": "plus", "shows": "+1", "adds": 1}, {"id": "no", "shows": "no", "adds": 0}]
    return {
        "id": ident,
        "name": ident,
        "kind": "combat",
        "shape": "round",
        "size": 20,
        "faces": faces,
        "count": count,
        "source": "book#one",
    }


def component(ident: str, kind: str, count: int = 2) -> dict[str, Any]:
    raw = {"id": ident, "name": ident, "kind": kind, "count": count, "source": "book#one"}
    return raw | {"lines": [{"text": "1. Draw.", "clauses": []}]} if kind == "reference" else raw


def take(ident: str, kind: str = "counter", **more: Any) -> dict[str, Any]:
    step = {"id": f"take-{ident}", "do": "take", "what": {"kind": kind, "ids": [ident]}}
    return step | {"to": "table" if kind == "counter" else "board", "clauses": ["a"]} | more


PLACES = {
    "table": {"name": "table", "holds": "counter"},
    "board": {"name": "board", "holds": "component"},
}


def games(*steps: dict[str, Any], clauses: tuple[str, ...] = ()) -> Library:
    scenario: dict[str, Any] = {
        "id": "one",
        "title": "One",
        "sets": {"takes": ["x"]},
        "places": PLACES,
        "procedures": [{"moment": "setup", "steps": list(steps)}],
        "clauses": list(clauses),
        "source": "book#one",
    }
    bare = {"id": "bare", "title": "Bare", "sets": {"takes": ["x"]}, "source": "book#one"}
    return library(
        card("scout", text="Put down the [[counter:spoken]]."),
        card("other", copies={"y": 1}, text="Put down the [[counter:spare]]."),
        layouts=[],
        scenarios=[scenario, bare],
        counters=[
            counter("plain", 6),
            counter("twice", 9),
            counter("unstated", {"unknown": "not stated"}),
            counter("spoken", 3),
            counter("tossed", 1),
            counter("spare", 5),
        ],
        components=[
            component("board-card", "reserve", 1),
            component("help", "reference"),
            component("blank-card", "blank"),
        ],
        clauses=[
            {
                "key": "s.toss",
                "title": "Toss",
                "engine": "described",
                "text": "Toss the [[counter:tossed]] here.",
                "source": "book#one",
            }
        ],
    )


STEPS = (
    take("plain", count=4),
    take("twice", count=2),
    take("twice", count={"from": 1, "to": 3}) | {"id": "again"},
    take("unstated", count=2),
    take("board-card", "component"),
)


def printed(games: Library, said: list[str] | None = None, **choice: Any) -> Counter[str]:
    notice = (lambda text: None) if said is None else said.append
    wanted = Choice(kinds=("counter", "component"), **choice)
    return Counter(p.id for deck in make_decks(games, "proof", wanted, notice) for p in deck.pieces)


def test_counters_are_those_that_steps_take_and_rules_speak_of() -> None:
    said: list[str] = []
    found = printed(games(*STEPS, clauses=("s.toss",)), said, scenario="one")
    # Takes add up to their most; what the box holds limits them; what is only spoken of comes whole.
    assert found == {
        "plain": 4,
        "twice": 5,
        "unstated": 2,
        "spoken": 3,
        "tossed": 1,
        "board-card": 1,
        "help": 2,
    }
    assert said == [
        "left out, since scenario one takes none:\n  1 counter: spare\n  1 component: blank-card"
    ]


def test_more_than_the_box_holds_is_not_printed() -> None:
    assert printed(games(take("plain", count=50)), scenario="one")["plain"] == 6


def test_without_steps_nothing_is_known_to_be_left_out() -> None:
    whole = printed(games())
    assert whole["spare"] == 5
    assert whole["blank-card"] == 2
    assert printed(games(), scenario="bare") == whole
    assert printed(games(), scenario="one") == whole


def test_a_scenario_at_fault_is_an_error_with_its_game() -> None:
    with pytest.raises(FieldpressError, match=r"proof: .*nowhere"):
        printed(games(take("plain", to="nowhere")), scenario="one")


def test_lists_are_for_the_command_and_counts_for_the_build(tmp_path: Path) -> None:
    def said(lists: bool) -> str:
        out: list[str] = []
        make_sheets(games(), "proof", tmp_path, notice=out.append, lists=lists)
        [text] = out
        return text

    assert said(True).splitlines()[1:] == ["  1 counter: unstated"]
    assert said(False) == (
        "1 piece is printed once and marked 'copies ?', since no source states how many there are; "
        "fieldpress cards proof lists them"
    )


def test_long_lists_are_wrapped_by_kind() -> None:
    cards = [card(f"company-{i:02}", copies={"unknown": "?"}) for i in range(40)]
    out: list[str] = []
    make_decks(library(*cards, layouts=[]), "proof", Choice(), out.append)
    lines = out[0].splitlines()
    assert len(lines) > 5
    assert max(map(len, lines)) <= 90
    assert lines[1].startswith("  40 cards: company-00, company-01")
    listed = " ".join(line.strip() for line in lines[1:]).removeprefix("40 cards: ").split(", ")
    assert listed == [f"company-{i:02}" for i in range(40)]
