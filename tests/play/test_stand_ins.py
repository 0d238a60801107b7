"""Stand-ins fill in what is unknown, always alike, and change nothing that a source states."""

from __future__ import annotations

import pytest

from fieldpress.engine.commando.play import stand_ins
from fieldpress.engine.commando.play.missing import missing
from fieldpress.model import Fact
from tests.play.helpers import SCENARIOS, library, readings, shipped

PUBLISHED = [which for which in SCENARIOS if which[0] != "sandpiper"]
every = pytest.mark.parametrize("which", PUBLISHED, ids=["-".join(one) for one in PUBLISHED])


@every
def test_nothing_is_missing_with_stand_ins_and_much_without(which: tuple[str, str]) -> None:
    assert missing(shipped(which[0]), *which)
    assert missing(library(*which), *which, readings(*which)) == ()


@every
def test_what_a_source_states_stays(which: tuple[str, str]) -> None:
    before, after = shipped(which[0])[which[0]], library(*which)[which[0]]
    for kind in ("cards", "terrains"):
        for ident, record in getattr(before, kind).items():
            filled = getattr(after, kind)[ident]
            for name in type(record).__slots__:
                fact = getattr(record, name)
                if not isinstance(fact, Fact) or name in ("effects", "copies", "text"):
                    continue
                if fact.known:
                    assert getattr(filled, name) == fact, (ident, name)


@every
def test_the_rule_is_the_same_always(which: tuple[str, str]) -> None:
    again = stand_ins.filled(shipped(which[0]), *which)
    assert again[which[0]].cards == library(*which)[which[0]].cards
    assert again[which[0]].terrains == library(*which)[which[0]].terrains


@every
def test_each_ordinary_deck_has_the_size_that_the_rule_says(which: tuple[str, str]) -> None:
    game = library(*which)[which[0]]
    for side in game.sides:
        cards = [c for c in game.cards.values() if c.side.value == side and not c.heroic.value]
        held = sum(fact.value or 0 for c in cards for fact in (c.copies.value or {}).values())
        assert held == stand_ins.DECK


def test_a_game_that_lacks_nothing_is_left_alone() -> None:
    found = shipped("sandpiper")
    assert stand_ins.filled(found, "sandpiper", "ebb") is found


@every
def test_the_shipped_game_is_not_touched(which: tuple[str, str]) -> None:
    library(*which)
    assert missing(shipped(which[0]), *which)
    assert not any(ident.startswith("stand-in") for ident in shipped(which[0])[which[0]].cards)
