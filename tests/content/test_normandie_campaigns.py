"""Campaigns in progress, on the campaigns of both packs: what an outcome leaves, who wins."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.engine.normandie.linked import Progress, progress
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library


@cache
def library() -> Library:
    return open_library(games=("normandie-sme", "normandie-dday"))


def played(won: dict[str, str], **more: Any) -> Progress:
    return progress(library(), {"game": "normandie-sme", "given": {"won": won}, **more})


def test_every_course_of_the_campaign_is_decided_as_the_book_says() -> None:
    for winners in product(("american", "german"), repeat=6):
        won = dict(zip("123456", winners, strict=True))
        expected = "american" if (won["4"], won["6"]) == ("american", "american") else "german"
        found = played(won)
        assert (found.winner, found.steps) == (expected, ())


def test_the_steps_add_up_to_what_has_been_played() -> None:
    """Carrying the end of each scenario out is the same as telling it."""
    for winners in product(("american", "german"), repeat=4):
        won = dict(zip("1234", winners, strict=True))
        acts = [{"scenario": name, "winner": side} for name, side in won.items()]
        assert played({}, then=acts) == played(won)


def test_the_next_step_tells_what_it_leaves() -> None:
    found = played({"1": "american"})
    assert found.effects == ("blue-drop-zones",)
    assert [(step.scenario, step.winner, step.gives) for step in found.steps] == [
        ("2", "american", ("american-reinforcements",)), ("2", "german", ()),
    ]  # fmt: skip
    assert all(step.clauses == ("s2.campaign",) for step in found.steps)
    assert found.winner is None


def test_a_lost_fourth_scenario_decides_it_early() -> None:
    won = {"1": "german", "2": "german", "3": "german", "4": "german"}
    assert played(won).winner == "german"
    assert played({**won, "4": "american"}).winner is None


def test_the_other_reading_exchanges_the_effects_of_the_third_scenario() -> None:
    won = {"1": "german", "2": "german", "3": "german"}
    assert "infiltrators" in played(won).effects
    other = played(won, readings={"s3-effect-inverted": "exchanged"})
    assert "sleepers-awake" in other.effects
    assert other.to_json(0)["state"]["readings"] == {"s3-effect-inverted": "exchanged"}


@pytest.mark.parametrize(
    ("raw", "path", "says"),
    [
        ({"given": {"won": {"2": "german"}}}, ("given", "won", "2"), "scenario 1 comes before 2"),
        ({"given": {"won": {"7": "german"}}}, ("given", "won", "7"), "1, 2, 3"),
        ({"given": {"won": {"1": "french"}}}, ("given", "won", "1"), "american"),
        ({"then": [{"scenario": "2", "winner": "german"}]}, ("then", 0, "scenario"), "scenario 1 comes next"),
        ({"then": [{"scenario": "1", "winner": "french"}]}, ("then", 0, "winner"), "american"),
        ({"given": {"lost": {}}}, ("given", "lost"), "no key"),
    ],
)  # fmt: skip
def test_a_faulty_state_has_its_spot(raw: dict[str, Any], path: tuple[Any, ...], says: str) -> None:
    with pytest.raises(EngineFault, match=says) as fault:
        progress(library(), {"game": "normandie-sme", "given": {}, **raw})
    assert fault.value.path == path


def test_the_other_pack_names_no_winner() -> None:
    raw = {
        "game": "normandie-dday",
        "given": {"won": {"1": "german", "2": "american", "3": "german"}},
    }
    found = progress(library(), raw)
    assert (found.effects, found.winner) == (("artillery-deck", "board-carried"), None)
    assert any("scenario 3" in line for line in found.lines())
