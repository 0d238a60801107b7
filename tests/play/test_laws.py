"""Laws of play, at points of games played by chance; each law is in `laws.py`.

The nightly script asks them of far more games (`python -m tests.play.nightly`).
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldpress.engine.commando.play.game import Game, IllegalMove
from fieldpress.engine.commando.play.history import History
from fieldpress.engine.commando.play.players import playout, random_player
from fieldpress.engine.verdicts import EngineFault
from tests.play import laws
from tests.play.helpers import (
    MISSIONS,
    SCENARIOS,
    library,
    played,
    players,
    positions,
    readings,
    start,
)

SEEDS = st.integers(min_value=0, max_value=2**40)
ALL = [*SCENARIOS, *MISSIONS]
few = settings(max_examples=2, deadline=None, derandomize=True)
every = pytest.mark.parametrize("which", ALL, ids=["-".join(one) for one in ALL])


@every
@few
@given(SEEDS, st.integers(min_value=0, max_value=16))
def test_a_move_is_legal_exactly_when_nothing_is_objected(
    which: tuple[str, str], seed: int, at: int
) -> None:
    for number, game in enumerate(positions(start(which, seed))):
        if number % 17 == at or game.over:
            assert laws.legal_exactly_when_nothing_is_objected(game) > 100


@every
@few
@given(SEEDS)
def test_it_goes_on_with_all_its_pieces_until_it_is_over(which: tuple[str, str], seed: int) -> None:
    game = start(which, seed)
    kept = laws.Kept(game)
    for now in positions(game):
        laws.goes_on_or_is_over(now)
        kept.check(now)


@every
@few
@given(SEEDS)
def test_a_copy_is_deep_survives_json_and_goes_its_own_way(
    which: tuple[str, str], seed: int
) -> None:
    for number, game in enumerate(positions(start(which, seed))):
        if number % 7 == seed % 7:
            laws.a_copy_is_deep_and_survives_json(game, library(*which))
            if not game.over:
                laws.a_copy_goes_its_own_way(game, random_player(seed)(game, game.legal_moves()))


@every
@few
@given(SEEDS)
def test_seed_and_moves_make_the_same_game_again(which: tuple[str, str], seed: int) -> None:
    game = played(start(which, seed))
    again = Game.replay(library(*which), *which, seed, game.moves, readings=readings(*which))
    assert again.state == game.state


@every
@few
@given(SEEDS)
def test_what_was_undone_can_be_done_again(which: tuple[str, str], seed: int) -> None:
    game = start(which, seed)
    history, player = History(game), players(game, seed)
    undone = 0
    while not game.over:
        move = player(game, game.legal_moves())
        before = game.state.copy()
        history.push(move)
        after = game.state.copy()
        if history.may_undo(move.side):
            undone += 1
            assert history.undo() == move
            assert game.state == before
            assert history.redo() == move
            assert game.state == after
    assert undone


@every
@few
@given(SEEDS, SEEDS)
def test_what_a_side_sees_does_not_hang_on_what_is_hidden_from_it(
    which: tuple[str, str], seed: int, mix: int
) -> None:
    for game in positions(start(which, seed)):
        laws.nothing_hidden_is_seen(game, mix)


@every
@few
@given(SEEDS)
def test_a_trace_changes_nothing(which: tuple[str, str], seed: int) -> None:
    traced, plain = played(start(which, seed, trace=True)), played(start(which, seed))
    assert traced.state == plain.state
    assert traced.moves == plain.moves


def test_a_game_without_end_is_a_fault() -> None:
    with pytest.raises(EngineFault, match="no end came within 10 moves"):
        playout(start(SCENARIOS[0], 1), random_player(1), cap=10)


def test_an_illegal_move_is_refused_with_reasons_and_changes_nothing() -> None:
    game = start(SCENARIOS[0], 3)
    before = game.state.copy()
    mine = game.legal_moves()[0]
    with pytest.raises(IllegalMove) as refused:
        game.push(mine._replace(side=game.k.other(mine.side)))
    assert next(f.code for f in refused.value.findings) == "not-now"
    assert game.state == before
    assert game.moves == []
