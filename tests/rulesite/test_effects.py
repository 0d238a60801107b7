"""Effects in words: every verb and window of the vocabulary is spoken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fieldpress.rulesite.effects import SPOKEN_KEYS, EffectWords
from tests.rulesite.bundle import library


@pytest.fixture(scope="session")
def schema(repo_root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((repo_root / "schema" / "effect.json").read_text())
    return found


def words(side: str | None = "north") -> EffectWords:
    return EffectWords(library()["alpha"], side)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (
            {
                "when": "in-play",
                "do": [{"modify": {"what": "combat-value", "of": "own", "add": 1}}],
            },
            "While in play: the Combat Value of the Northern Unit goes up by 1.",
        ),
        (
            {
                "when": "played",
                "do": [{"modify": {"what": "cards-drawn", "of": "enemy", "add": -2}}],
                "until": "turn",
            },
            "When played: the number of cards drawn by the Southern side goes down by 2 until the turn ends.",
        ),
        (
            {"when": "played", "do": [{"tokens": {"who": "own", "act": "take", "count": 2}}]},
            "When played: the Northern side takes 2 tokens from the Reserve.",
        ),
        (
            {
                "when": "answer",
                "answers": {"side": "enemy", "kind": "unit"},
                "do": [{"cancel": {"kind": "unit"}}],
            },
            "In answer to a Southern Unit: cancels a Unit: it has no effect, but counts as played and is discarded.",
        ),
        (
            {"when": "answer", "answers": {"side": "enemy"}, "do": [{"cancel": {"side": "enemy"}}]},
            "In answer to a Southern card: cancels that card: it has no effect, but counts as played and is discarded.",
        ),
        (
            {
                "when": "in-play",
                "do": [
                    {
                        "ban": {
                            "act": "play",
                            "by": "enemy",
                            "with": {"role": "action"},
                            "against": "self",
                            "result": "forbidden",
                        }
                    },
                    {"discard": {"who": "both", "count": 1, "what": {"kind": "event"}}},
                ],
            },
            "While in play: the Southern side may not play Combat Actions against this card; both sides discard 1 Event.",
        ),
        (
            {
                "when": "in-play",
                "do": [
                    {
                        "ban": {
                            "act": "use-token",
                            "by": "enemy",
                            "against": "fight",
                            "result": "forbidden",
                        }
                    }
                ],
            },
            "While in play: the Southern side may not use tokens in this fight.",
        ),
        (
            {
                "when": "played",
                "do": [
                    {"discard": {"who": "enemy", "count": 1, "from": "hand", "at_random": True}}
                ],
            },
            "When played: the Southern side discards 1 card from hand at random.",
        ),
        (
            {
                "when": "played",
                "modes": [{"do": [{"draw": {"who": "own", "count": 1}}]}, {"do": "unknown"}],
            },
            "When played: one of these, as the player chooses: the Northern side draws 1 card — or — "
            "what it does is not stated.",
        ),
        (
            {
                "when": "in-play",
                "if": {"against": {"type": "scout"}},
                "do": [{"win": {"what": "assault", "who": "own"}}],
            },
            "While in play, if the enemy Unit of this fight is a Scout card: the Northern side wins the Assault.",
        ),
        (
            {
                "when": "in-play",
                "counts": {
                    "of": "units",
                    "side": "own",
                    "where": "fight",
                    "states": ["fighting", "destroyed"],
                    "itself": False,
                },
                "do": [{"modify": {"what": "combat-value", "add": {"per_counted": 2}}}],
            },
            "While in play: the Combat Value goes up by 2 for each one counted. Counted: Northern Units in "
            "this fight (fighting now or destroyed after it fought; not counting itself).",
        ),
        (
            {
                "when": "in-play",
                "reading": {"who-wins": "north"},
                "do": [{"draw": {"who": "attacker", "count": 1}}],
            },
            "While in play: the Northern side draws 1 card. So under the reading “The north” of "
            "[[discrepancy:who-wins]].",
        ),
        (
            {"unknown": "the rest is torn off"},
            "More is printed than any source states: the rest is torn off.",
        ),
    ],
)
def test_sentences(effect: dict[str, Any], said: str) -> None:
    speaker = words()
    assert speaker.effect(effect) == said
    assert speaker.unspoken == []


def test_sides_are_neutral_where_nobody_plays_the_piece() -> None:
    speaker = words(None)
    assert speaker.operation({"draw": {"who": "own", "count": 2}}) == "the player draws 2 cards"
    assert (
        speaker.operation({"draw": {"who": "attacker", "count": 2}})
        == "the Northern side draws 2 cards"
    )


def test_every_verb_of_the_schema_has_words(schema: dict[str, Any]) -> None:
    for verb, rule in schema["$defs"]["operation"]["properties"].items():
        assert hasattr(EffectWords, f"_do_{verb}"), verb
        if "properties" in rule:
            assert SPOKEN_KEYS[verb] >= rule["properties"].keys(), verb


def test_every_window_of_the_schema_has_words(schema: dict[str, Any]) -> None:
    for key in ("when", "until"):
        for value in schema["properties"][key]["enum"]:
            speaker = words()
            speaker.effect({key: value, "do": [{"draw": {"who": "own", "count": 1}}]})
            assert speaker.unspoken == [], (key, value)


def sample(rule: dict[str, Any]) -> Any:
    """Any value that a rule of the schema admits, as far as words go."""
    if "enum" in rule:
        return rule["enum"][0]
    if rule.get("type") == "array":
        return [sample(rule["items"])]
    if rule.get("type") == "boolean" or "else" in rule:
        return True
    return {"plays": {"kind": "unit"}, "condition": {"face_up": "A"}, "record_ref": "piege"}.get(
        rule.get("$ref", "").rpartition("/")[2], "unit" if "role" in rule.get("$ref", "") else "own"
    )


@pytest.mark.parametrize(
    ("part", "frame"),
    [
        ("plays", lambda key, value: {"when": "played", "do": [{"cancel": {key: value}}]}),
        ("count", lambda key, value: {"counts": {"of": "units", key: value}, "do": []}),
        ("condition", lambda key, value: {"if": {key: value}, "do": []}),
        (
            "tokens",
            lambda key, value: {
                "do": [
                    {
                        "ban": {
                            "act": "use-token",
                            "by": "own",
                            "tokens": {key: value},
                            "result": "forbidden",
                        }
                    }
                ]
            },
        ),
    ],
)
def test_every_key_of_the_schemas_parts_has_words(
    schema: dict[str, Any], part: str, frame: Any
) -> None:
    for key, rule in schema["$defs"][part]["properties"].items():
        speaker = words()
        plain, told = EffectWords(speaker.game, "north"), speaker.effect(frame(key, sample(rule)))
        assert speaker.unspoken == [], (part, key)
        bare = {"plays": "kind", "count": "of", "condition": "face_up", "tokens": "unknown"}[part]
        if key != bare:
            assert told != plain.effect(
                frame(bare, sample(schema["$defs"][part]["properties"][bare]))
            ), key


def test_what_has_no_words_is_shown_and_listed() -> None:
    speaker = words()
    said = speaker.effect({"when": "played", "do": [{"teleport": {"who": "own"}}]})
    assert "teleport" in said
    assert speaker.unspoken == ["teleport: {'who': 'own'}"]


def test_shipped_effects_are_all_spoken() -> None:
    from fieldpress.database import open_library

    for game in open_library().games.values():
        pieces = [
            *game.cards.values(),
            *(face for one in game.terrains.values() for face in one.faces),
        ]
        for piece in pieces:
            speaker = EffectWords(game)
            for effect in piece.effects.value or ():
                assert speaker.effect(effect)
            assert speaker.unspoken == [], piece
