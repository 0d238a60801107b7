"""The missions of the second commando game, played to their end with stand-ins."""

from __future__ import annotations

import json

import pytest

from fieldpress.engine.commando.checks import judge
from fieldpress.engine.commando.missions.alike import ALIKE, group
from fieldpress.engine.commando.missions.regiments import regulars
from fieldpress.engine.commando.missions.verbs import NAMES
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.deciding import thought_of
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import HIDDEN
from tests.play.helpers import (
    MISSIONS,
    cards_of,
    library,
    positions,
    readings,
    shipped,
    start,
    terrains_of,
    tokens_of,
    universe,
)

every = pytest.mark.parametrize("which", MISSIONS, ids=[one for _, one in MISSIONS])


@every
def test_a_mission_comes_to_its_end_and_nothing_is_lost_or_made(which: tuple[str, str]) -> None:
    for seed in (1, 2):
        game = start(which, seed)
        cards, tokens, terrains = cards_of(game), tokens_of(game), None
        for number, now in enumerate(positions(game)):
            assert cards_of(now) == cards
            assert tokens_of(now) == tokens
            table = now.state.table
            assert table is not None
            if table.stage not in ("setup", "over"):
                terrains = terrains or terrains_of(now)
                assert terrains_of(now) == terrains
            if number % 11 == 0:
                data = json.loads(json.dumps(now.state.to_json()))
                assert State.from_json(data) == now.state
        found = game.result()
        assert found is not None
        assert found["winner"] in (*game.state.sides, "draw")
        again = Game.replay(library(*which), *which, seed, game.moves, readings=readings(*which))
        assert again.state == game.state


@every
def test_a_move_of_a_mission_is_legal_exactly_when_nothing_is_objected(
    which: tuple[str, str],
) -> None:
    seen: set[str] = set()
    for now in positions(start(which, 3)):
        asked = now.to_move
        if asked is None or asked.kind in seen or not set(asked.verbs) & set(NAMES):
            continue
        seen.add(asked.kind)
        legal = {(m.side, m.verb, m.what, m.to) for m in now.legal_moves() if m.verb in NAMES}
        for move in universe(now):
            if move.verb in asked.verbs and move.verb in NAMES:
                told = (move.side, move.verb, move.what, move.to) in legal
                assert told == (not now.why_not(move)) == now.is_legal(move), move
    assert seen


@every
def test_what_stands_against_all_moves_of_a_verb_stands_against_each(
    which: tuple[str, str],
) -> None:
    met: set[tuple[str, str]] = set()
    for now in (now for seed in (6, 7, 8) for now in positions(start(which, seed))):
        if now.state.mission is None or now.over:
            continue
        for side in now.state.sides:
            for verb, codes in ALIKE.items():
                groups: dict[object, list[set[str]]] = {}
                for move in thought_of(now.k, now.state, side, verb):
                    found = judge(now.k, now.state, move)
                    standing = {one.code for one in found if one.status != "lifted"}
                    groups.setdefault(group(move), []).append(standing)
                for found_of in groups.values():
                    alike = codes & set().union(*found_of)
                    met |= {(verb, code) for code in alike}
                    assert not alike or all(found_of), (verb, alike)
    assert len(met) > 5


def test_every_decision_of_a_mission_has_a_legal_answer() -> None:
    for which in MISSIONS:
        for now in positions(start(which, 4)):
            assert bool(now.legal_moves()) != now.over


@every
def test_what_lies_face_down_is_seen_by_those_alone_who_laid_it(which: tuple[str, str]) -> None:
    for number, now in enumerate(positions(start(which, 5))):
        if number % 9 or now.state.mission is None:
            continue
        for side in now.state.sides:
            role, twin = now.k.role_of_side(side), now.copy()
            mission = twin.state.mission
            assert mission is not None
            for name, spot in mission.spots.items():
                if role == "attacker" and not spot.up and name != mission.lit:
                    spot.terrain = f"unseen-{name}"
                if role == "defender" and spot.marker and not spot.shown:
                    spot.marker = f"unseen-{name}"
            other = mission.lasting.get(now.k.other(side))
            if other is not None and other.aside is not None:
                other.aside = [f"unseen-{i}" for i, _ in enumerate(other.aside)]
            mission.struck = (
                ["unseen" for _ in mission.struck] if role == "defender" else mission.struck
            )
            assert twin.observation(side)["mission"] == now.observation(side)["mission"]


def test_a_mission_comes_to_its_end_with_every_reading() -> None:
    """Nothing is lost or made on the way, whichever reading of a point is chosen."""
    found = shipped(MISSIONS[0][0])[MISSIONS[0][0]].discrepancies.values()
    others = [(d.id, r) for d in found if d.switch for r in d.readings if r != d.adopted]
    assert len(others) > 30
    for number, (name, reading) in enumerate(others):
        which = MISSIONS[number % len(MISSIONS)]
        chosen = {**readings(*which), name: reading}
        game = Game.start(library(*which), *which, number, readings=chosen)
        cards, tokens = cards_of(game), tokens_of(game)
        for now in positions(game):
            assert cards_of(now) == cards, (name, reading)
            assert tokens_of(now) == tokens, (name, reading)
        assert now.over, (name, reading)


@pytest.mark.parametrize("reading", ["may", "must"])
def test_a_unit_comes_back_from_a_building_to_the_hand_alone(reading: str) -> None:
    which, tried = MISSIONS[0], 0
    chosen = {**readings(*which), "building-automatic": reading}
    for seed in (10, 40, 45):
        game = Game.start(library(*which), *which, seed, readings=chosen)
        cards = cards_of(game)
        for now in positions(game):
            assert cards_of(now) == cards
            asked = now.to_move
            if asked is not None and asked.kind == "mission-recover":
                tried += 1
                verbs = {move.verb for move in now.legal_moves()}
                assert verbs == ({"recover"} if reading == "must" else {"recover", "done"})
    assert tried


def test_the_cards_that_a_blocked_regiment_costs_leave_the_pile() -> None:
    which, paid = ("sainte-mere-eglise", "utah-beach"), False
    for seed in range(26, 32):
        game = start(which, seed)
        cards = cards_of(game)
        for now in positions(game):
            table = now.state.table
            assert table is not None
            for side, pile in table.draws.items():
                assert now.state.sides[side].draw_pile == len(pile)
        assert cards_of(game) == cards
        paid = paid or any(move.verb == "redeploy" for move in game.moves)
    assert paid


def test_which_card_of_a_column_is_struck_out_is_not_for_a_side_to_say() -> None:
    """The cards are held out face down: naming one is refused, even one that lies there."""
    seen = 0
    for seed in range(12):
        for now in positions(start(("sainte-mere-eglise", "historical"), seed)):
            asked = now.to_move
            if asked is None or asked.kind != "mission-strike":
                continue
            seen += 1
            for card in {*now.state.counter_pile, *now.k.game.cards}:
                named = Move(asked.side, "strike_out", card)
                assert [f.code for f in now.why_not(named)] == ["chance-decides"]
                assert not now.is_legal(named)
            assert not now.why_not(Move(asked.side, "strike_out", HIDDEN))
    assert seen


def test_a_unit_with_support_may_join_once_the_answer_is_seen() -> None:
    """support.timing: the second Unit is brought at once, or among the raises."""
    joins = [
        move
        for seed in range(25)
        for now in positions(start(("sainte-mere-eglise", "initiation"), seed))
        if now.to_move is not None and now.to_move.kind == "raise"
        for move in now.legal_moves()
        if move.role == "unit"
    ]
    assert joins


def test_a_regiment_that_leaves_the_game_is_not_put_elsewhere_first() -> None:
    """utah.pir-501-leaves: whether it could be was for the hand to tell, and so told of the hand."""
    gone = 0
    for seed in (200664, *range(14)):
        for now in positions(start(("sainte-mere-eglise", "utah-beach"), seed)):
            mission, table = now.state.mission, now.state.table
            if mission is None or table is None or table.stage != "m-after":
                continue
            if mission.regiment in ("", *regulars(now.k)):
                continue
            gone += 1
            side = now.k.side_of_role("attacker")
            move = Move(side, "redeploy", mission.regiment, to="1-1")
            assert "leaves-game" in [finding.code for finding in now.why_not(move)]
    assert gone
