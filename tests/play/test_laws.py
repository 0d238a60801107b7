"""Laws of play, at every point of games played by chance."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldpress.engine.commando.play.game import Game, IllegalMove
from fieldpress.engine.commando.play.history import History
from fieldpress.engine.commando.play.opening import steps_of
from fieldpress.engine.commando.play.players import playout, random_player
from fieldpress.engine.commando.state import State
from fieldpress.engine.rng import Stream
from fieldpress.engine.verdicts import EngineFault
from tests.play.helpers import (
    SCENARIOS,
    cards_of,
    library,
    played,
    players,
    positions,
    readings,
    start,
    terrains_of,
    tokens_of,
    universe,
)

SEEDS = st.integers(min_value=0, max_value=2**40)
#: Few in the suite; the nightly script plays far more (benchmarks/laws.py).
few = settings(max_examples=3, deadline=None, derandomize=True)
WHICH = st.sampled_from(SCENARIOS)
every = pytest.mark.parametrize("which", SCENARIOS, ids=["-".join(one) for one in SCENARIOS])


@every
@few
@given(SEEDS, st.integers(min_value=0, max_value=60))
def test_a_move_is_legal_exactly_when_nothing_is_objected(
    which: tuple[str, str], seed: int, at: int
) -> None:
    for number, game in enumerate(positions(start(which, seed))):
        if number == at or game.over:
            legal = game.legal_moves()
            assert all(not game.why_not(move) for move in legal)
            assert all(game.is_legal(move) for move in legal)
            keys = {(m.side, m.verb, m.what, m.role, m.origin, m.place, m.to) for m in legal}
            for move in universe(game):
                role = move.role or ("" if move.verb != "play" else None)
                if role is None:
                    continue
                key = (move.side, move.verb, move.what, role, move.origin, move.place, move.to)
                if move.verb == "toss" and move.origin is None:
                    # Whichever card gave it: it stands for any such token.
                    found = [m for m in keys if m[:4] == key[:4] and m[5] == key[5]]
                    key = found[0] if found else key
                if move.verb in ("go", "pick", "discard"):
                    key = (*key[:5], 0, "")
                assert (key in keys) == (not game.why_not(move)) == game.is_legal(move), move
            return


@every
@few
@given(SEEDS, st.integers(min_value=0, max_value=40))
def test_what_is_drawn_is_legal_and_every_legal_move_can_be_drawn(
    which: tuple[str, str], seed: int, at: int
) -> None:
    for number, game in enumerate(positions(start(which, seed))):
        if number == at and not game.over:
            legal, chance = game.legal_moves(), Stream(seed, "drawn")
            drawn = [game.draw(chance.below) for _ in range(30 * len(legal))]
            assert set(drawn) <= set(legal)
            assert len(legal) > 5 or set(drawn) == set(legal)
            return


@every
@few
@given(SEEDS)
def test_there_is_always_a_legal_move_until_the_game_is_over(
    which: tuple[str, str], seed: int
) -> None:
    for game in positions(start(which, seed)):
        assert bool(game.legal_moves()) != game.over
        assert (game.to_move is None) == game.over == (game.result() is not None)


@every
@few
@given(SEEDS)
def test_cards_tokens_and_terrains_are_neither_lost_nor_made(
    which: tuple[str, str], seed: int
) -> None:
    first = start(which, seed)
    cards, tokens, terrains = cards_of(first), tokens_of(first), None
    assert cards
    assert tokens
    for game in positions(first):
        assert cards_of(game) == cards
        assert tokens_of(game) == tokens
        table = game.state.table
        assert table is not None
        if table.stage not in ("setup", "over"):
            # The Terrains lie there once the setup is done.
            terrains = terrains or terrains_of(game)
            assert terrains_of(game) == terrains


@every
@few
@given(SEEDS, st.integers(min_value=0, max_value=60))
def test_a_copy_is_a_deep_copy_and_goes_its_own_way(
    which: tuple[str, str], seed: int, at: int
) -> None:
    for number, game in enumerate(positions(start(which, seed))):
        if number == at and not game.over:
            before = copy.deepcopy(game.state)
            twin = game.copy()
            assert twin.state == before == game.state
            played(twin, random_player(seed + 1))
            assert game.state == before


@every
@few
@given(SEEDS)
def test_a_game_survives_json(which: tuple[str, str], seed: int) -> None:
    for game in positions(start(which, seed)):
        data = json.loads(json.dumps(game.to_json()))
        read = Game.from_json(library(*which), data)
        assert read.state == game.state
        assert read.moves == game.moves
        assert State.from_json(game.state.to_json()) == game.state


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
    first = start(which, seed)
    places = steps_of(first.k, "setup").places.values()
    unseen = frozenset(place.id for place in places if place.hidden == "all")
    for game in positions(first):
        for side in game.state.sides:
            other = game.k.other(side)
            twin = game.copy()
            hidden(twin.state, side, other, Stream(mix, "hidden"), unseen)
            assert twin.observation(side) == game.observation(side)


def hidden(
    state: State, side: str, other: str, chance: Stream, unseen: frozenset[str] = frozenset()
) -> None:
    """Deal what `side` does not see anew."""
    table = state.table
    assert table is not None
    theirs = state.sides[other]
    assert theirs.hand is not None
    pool = chance.shuffled([*theirs.hand, *table.draws[other]])
    theirs.hand, table.draws[other] = pool[: len(theirs.hand)], pool[len(theirs.hand) :]
    theirs.heroic = [f"unseen-{i}" for i, _ in enumerate(theirs.heroic or ())]
    theirs.discard = [f"unseen-{i}" for i, _ in enumerate(theirs.discard or ())]
    table.draws[side] = chance.shuffled(table.draws[side])
    for name, pile in table.piles.items():
        if name in unseen:
            table.piles[name] = chance.shuffled(pile)
    table.removed = [f"unseen-{i}" for i, _ in enumerate(table.removed)]
    table.streams = {name: position + 1 for name, position in table.streams.items()}


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
        game.push(replace(mine, side=game.k.other(mine.side)))
    assert next(f.code for f in refused.value.findings) == "not-now"
    assert game.state == before
    assert game.moves == []
