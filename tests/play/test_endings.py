"""Every way in which a scenario can end has a name, and a game says which one it took."""

from __future__ import annotations

import pytest

from fieldpress.engine.commando.play.endings import ways
from tests.play.helpers import SCENARIOS, played, start

OURS = [which for which in SCENARIOS if which[0] != "sainte-mere-eglise"]
every = pytest.mark.parametrize("which", OURS, ids=["-".join(one) for one in OURS])


@every
def test_ways_are_named_once_and_there_is_one_for_each_side(which: tuple[str, str]) -> None:
    found = list(ways(start(which, 0).k))
    assert len({way.id for way in found}) == len(found)
    assert {way.role for way in found} == {"attacker", "defender"}


@every
def test_a_game_ends_in_one_of_the_ways_of_its_winner(which: tuple[str, str]) -> None:
    for seed in range(9):
        game = played(start(which, seed))
        result = game.result()
        assert result is not None
        role = game.k.role_of_side(result["winner"])
        assert result["way"] in {way.id for way in ways(game.k) if way.role == role}
