"""The simple players: what each of them makes of a Combat, and that they play any scenario."""

from __future__ import annotations

import pytest

from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play import careful as looking
from fieldpress.engine.commando.play.careful import careful
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.players import fighter, playout, random_player
from tests.play.helpers import MISSIONS, SCENARIOS, positions, start

EBB = ("sandpiper", "ebb")
ALL = [*SCENARIOS, *MISSIONS]


def decisions(kind: str, seeds: range, verb: str = "play") -> list[Game]:
    """Points of random games at which a decision of a kind is open and the verb is legal."""
    found = []
    for seed in seeds:
        for game in positions(start(EBB, seed), random_player(seed)):
            asked = game.to_move
            if asked is None or asked.kind != kind:
                continue
            if any(move.verb == verb for move in game.legal_moves()):
                found.append(game.copy())
    assert found
    return found


@pytest.mark.parametrize("which", ALL, ids=["-".join(one) for one in ALL])
def test_the_careful_player_plays_every_scenario_to_its_end(which: tuple[str, str]) -> None:
    game = start(which, 5)
    sides = game.k.game.sides
    assert playout(game, {side: careful(n) for n, side in enumerate(sides)})["way"]


def test_a_look_ahead_changes_nothing() -> None:
    for game in decisions("raise", range(3)):
        before, moves = game.to_json(), game.legal_moves()
        careful(1)(game, moves)
        assert game.to_json() == before


def test_what_is_lacking_is_made_up_for_by_a_raise_that_leads() -> None:
    seen = 0
    for game in decisions("raise", range(6)):
        short = looking.lacking(game)
        for move in game.legal_moves():
            if move.verb != "play" or short is None:
                continue
            left = looking.lacking(game, move)
            after = game.copy().push_legal(move)
            while (asked := after.to_move) is not None and asked.kind == "answer":
                after.push_legal(Move(asked.side, "decline", place=asked.place))
            if left == 0 < short and after.state.fight_now(0) is not None:
                seen += 1
                stop = after.copy().push_legal(Move(move.side, "stop"))
                assert stop.to_move is None or stop.to_move.side != move.side
    assert seen


def test_it_sends_no_more_than_is_enough() -> None:
    for game in decisions("face", range(4)):
        moves = game.legal_moves()
        made = careful(1)(game, moves)
        units = [move for move in moves if move.role == "unit"]
        enough = [move for move in units if looking.lacking(game, move) == 0]
        if enough:
            assert made in enough
            values = [looking.printed(game, move) for move in enough]
            assert looking.printed(game, made) == min(values)


def test_the_fighter_plays_its_events_before_its_unit() -> None:
    seen = 0
    for game in decisions("last-events", range(6)):
        moves = game.legal_moves()
        if any(move.role == "event" for move in moves) and any(m.role == "unit" for m in moves):
            seen += 1
            assert fighter(1)(game, moves).role == "event"
    assert seen


def test_the_random_player_seldom_breaks_off() -> None:
    broke, games = 0, 30
    for seed in range(games):
        game = start(EBB, seed)
        playout(game, random_player(seed))
        broke += sum(move.verb == "retreat" for move in game.moves)
    assert broke < games / 3
