"""What a player sees and may type: the Terrains to choose from, texts once, passing, an opponent."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.players import fighter, printed, random_player
from fieldpress.playing import asking, saving, screen, starting, words
from tests.play.helpers import positions, start

EBB = ("sandpiper", "ebb")


def at(kind: str, side: str = "") -> Game:
    """The first point of some game at which a decision of a kind is open (for a side)."""
    for seed in range(40):
        for game in positions(start(EBB, seed), fighter(seed)):
            asked = game.to_move
            if asked is not None and asked.kind == kind and side in ("", asked.side):
                return game
    raise AssertionError(f"no game comes to {kind}")


def shown(game: Game, seat: str = "") -> str:
    console = Console(width=100, record=True, force_terminal=False, file=io.StringIO())
    console.print(screen.public(game, seat))
    return console.export_text()


def test_who_chooses_a_terrain_sees_what_it_says() -> None:
    game = at("terrain")
    text = shown(game)
    for terrain in game.state.revealed or ():
        record = game.k.terrain(terrain)
        assert str(record.name) in text
    assert text.count("draws: ") == len(set(game.state.revealed or ()))


def test_the_text_of_the_unit_that_one_fights_is_there_and_ones_own_is_not() -> None:
    for seed in range(30):
        for game in positions(start(EBB, seed), random_player(seed)):
            asked = game.to_move
            now = game.state.fight_now(0) if game.state.fights else None
            if asked is None or asked.kind != "raise" or now is None:
                continue
            fight = game.state.fights[now]
            for index in (fight.attacker, fight.defender):
                assert index is not None
                play = game.state.plays[index]
                card = game.k.card(play.card)
                if card.text.known and card.text.value is not None:
                    assert (f"{card.name}: " in shown(game, asked.side)) == (
                        play.side != asked.side
                    )
                    return
    raise AssertionError("no such Combat came")


@pytest.mark.parametrize(
    ("kind", "verb"),
    [("raise", "stop"), ("events", "done"), ("answer", "decline"), ("window", "done"),
     ("next-unit", "no_unit"), ("face", "done")],
)  # fmt: skip
def test_to_pass_is_what_it_means_at_the_decision(kind: str, verb: str) -> None:
    game = at(kind)
    asked = game.to_move
    assert asked is not None
    found = asking.named(game, asked, "pass")
    assert isinstance(found, Move)
    assert found.verb == verb
    assert game.is_legal(found) == (kind != "face")


def test_a_name_with_an_article_in_it_is_found() -> None:
    game = at("raise")
    asked = game.to_move
    assert asked is not None
    for text in ("play flares over the flats", "play the flares over the flats"):
        found = asking.named(game, asked, text)
        assert isinstance(found, Move)
        assert found.what == "flares-over-the-flats"


def test_the_hand_is_told_whole_when_it_has_grown_and_when_asked_for() -> None:
    counts = []
    for typed in ([], ["table"], ["hand"]):
        lines = ["2", *typed, "quit"]
        console = Console(width=100, record=True, force_terminal=False, file=io.StringIO())
        sitting = starting.session(
            start(EBB, 7), lambda prompt, rest=lines: rest.pop(0), opponent="careful"
        )
        sitting.console, sitting.kept = console, True
        sitting.play()
        text = console.export_text()
        counts.append((text.count("Hand of Havens"), text.count("Scout: you may play Reed Runner")))
    (panels, texts), table, hand = counts
    assert table == (panels + 1, texts)
    assert hand == (panels + 1, texts + 1)


def test_the_opponent_of_a_kept_game_plays_on(tmp_path: Path) -> None:
    lines = ["2", "quit"]
    path = tmp_path / "night.json"
    game = start(EBB, 7)
    starting.session(
        game, lambda prompt: lines.pop(0), opponent="careful", side="wardens", save_to=path
    ).play()
    options = saving.load(path)["options"]
    assert starting.seats(options, None, None) == ("careful", "wardens")
    assert starting.seats(options, "random", "havens") == ("random", "havens")
    assert starting.seats({}, None, None) == ("none", None)


def test_moves_are_listed_by_kind_and_strength_and_none_is_lost() -> None:
    for kind in ("last-events", "face", "raise"):
        game = at(kind)
        found = game.legal_moves()
        told = words.in_order(game, found)
        assert sorted(map(str, told)) == sorted(map(str, found))
        roles = [("event", "unit", "action", "").index(move.role) for move in told]
        assert roles == sorted(roles)
        strong = [printed(game, move) for move in told if move.role == "unit"]
        assert strong == sorted(strong, reverse=True)
