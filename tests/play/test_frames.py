"""What is kept of a move in a frame is what one would find there now.

The laws compare legal moves with objections; this looks at the promise behind it, of each check
that is marked as looking at the frame alone, and so finds a wrong mark where no legal move turns on
it yet.
"""

from __future__ import annotations

import pytest

from fieldpress.engine.commando.acts import act_of
from fieldpress.engine.commando.bans import (
    GROUNDS,
    PERMISSIONS,
    ROWS,
    Act,
    concerning,
    settled_by,
)
from fieldpress.engine.commando.frame import Frame, frame_of
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.support import joiner_lacks_it
from fieldpress.engine.commando.swift import has
from tests.play.helpers import MISSIONS, SCENARIOS, positions, start, universe

Found = tuple[object, ...]
#: The verbs that checks of a frame concern.
FOUGHT = frozenset(
    {"play", "answer", "toss", "roll", "stop", "retreat", "give_strength", "no_unit", "decline"}
)


def _of_the_frame(game: Game, frame: Frame, act: Act) -> Found:
    """What each check finds that the frame settles: whether and under which clauses."""
    k, state = game.k, game.state
    rows = [r for r in concerning(k, ROWS, act.kind) if settled_by(k, frame, act, r.check)]
    tests = [
        p
        for table in (GROUNDS, PERMISSIONS)
        for p in concerning(k, table, act.kind)
        if settled_by(k, frame, act, p.test)
    ]
    return (
        *((r.key, tuple((f.code, f.clauses, f.status) for f in r.check(k, state, act))) for r in rows),
        *((p.key, p.test(k, state, act).value) for p in tests),
        *((f.code, f.clauses) for f in joiner_lacks_it(k, state, act) if act.kind == "play-unit"),
    )  # fmt: skip


@pytest.mark.parametrize("which", [*SCENARIOS, *MISSIONS], ids="-".join)
def test_a_check_that_looks_at_the_frame_alone_finds_the_same_in_each(
    which: tuple[str, str],
) -> None:
    seen: dict[object, Found] = {}
    again = 0
    for seed in range(4):
        for number, game in enumerate(positions(start(which, seed))):
            for move in universe(game) if number % 11 == 0 else ():
                if move.verb not in FOUGHT:
                    continue
                if not has(game.state, move):
                    continue
                act = act_of(game.k, game.state, move)
                frame = frame_of(game.k, game.state, act.scope)
                found = _of_the_frame(game, frame, act)
                again += (frame, move) in seen
                assert seen.setdefault((frame, move), found) == found, (move, frame)
    assert again > 300
