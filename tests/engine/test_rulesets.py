"""The table of rulesets: each found by name, with keys of its own; an unknown one is said to be so."""

from __future__ import annotations

import json

import pytest

from fieldpress.engine.registry import Registry
from fieldpress.engine.rulesets import RULESETS, known, ruleset, ruleset_of
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from fieldpress.resources import data_folder


def game(rules: str) -> Library:
    head = {
        "id": "toy", "title": "Toy", "ruleset": rules,
        "languages": {"default": "en", "names": "en"}, "documents": {"held": []},
        "sides": {"red": {"name": "Red"}, "blue": {"name": "Blue"}}, "source": "book#all",
    }  # fmt: skip
    bundle = {"format": "fieldpress-bundle/1", "games": {"toy": {"game": head}}}
    return Library.from_bundle(bundle)


@pytest.mark.parametrize("name", RULESETS)
def test_each_ruleset_of_the_table_is_whole(name: str) -> None:
    found = ruleset(name)
    assert found.name == name
    assert found.registry.kinds
    assert found.parameters
    for schema in (found.situation, found.setup, f"ruling.{name}.json"):
        data = json.loads((data_folder("schema") / schema).read_text(encoding="utf-8"))
        assert data["$id"] == schema
    assert ruleset_of(game(name), "toy") is found


def test_every_ruleset_of_the_table_is_one_that_a_game_may_name() -> None:
    schema = json.loads((data_folder("schema") / "game.json").read_text(encoding="utf-8"))
    assert set(RULESETS) <= set(schema["properties"]["ruleset"]["enum"])


def test_a_ruleset_that_the_engine_does_not_know() -> None:
    library = game("draughts")
    assert known(library["toy"]) is None
    with pytest.raises(EngineFault, match="does not know the draughts rules"):
        ruleset_of(library, "toy")
    with pytest.raises(EngineFault, match="no game is called 'chess'"):
        ruleset_of(library, "chess")


def test_keys_of_one_ruleset_say_nothing_of_another() -> None:
    one, other = Registry(), Registry()

    @one.rules("night.range")
    def dark() -> None: ...

    one.register("night.range", "limit")
    assert one.kinds == {"night.range": ["rule", "limit"]}
    assert "night.range" in one
    assert "night.range" not in other
