"""The laws of play, each for one point of a game: what the tests and the nightly script ask."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.endings import ways
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.history import History
from fieldpress.engine.commando.play.opening import steps_of
from fieldpress.engine.commando.state import DEFENDER, State
from fieldpress.engine.rng import Stream
from fieldpress.model import Library
from tests.play.helpers import cards_of, terrains_of, tokens_of, universe

#: Verbs that belong to no Terrain of the turn: they may be said of any.
_NOWHERE = frozenset({"go", "pick", "discard"})


class Kept:
    """Cards, tokens and Terrains of a game, which are neither lost nor made."""

    def __init__(self, game: Game) -> None:
        self.cards, self.tokens = cards_of(game), tokens_of(game)
        self.terrains: Counter[str] | None = None
        assert self.cards
        assert self.tokens

    def check(self, game: Game) -> None:
        assert cards_of(game) == self.cards, "cards"
        assert tokens_of(game) == self.tokens, "tokens"
        table = game.state.table
        assert table is not None
        if table.stage not in ("setup", "over"):
            # The Terrains lie there once the setup is done.
            self.terrains = self.terrains or terrains_of(game)
            assert terrains_of(game) == self.terrains, "terrains"


def goes_on_or_is_over(game: Game) -> None:
    """There is a legal move exactly until somebody has won, by one of the ways of the scenario."""
    assert bool(game.legal_moves()) != game.over, "no legal move"
    assert (game.to_move is None) == game.over == (game.result() is not None)
    if game.over and not game.k.campaign:
        found = game.result()
        assert found is not None
        side = found["winner"]
        role = game.k.role_of_side(side) if side in game.state.sides else "neither"
        assert (found["way"], role) in {(way.id, way.role) for way in ways(game.k)}, "way"


def key_of(move: Move) -> tuple[Any, ...]:
    """What tells two moves apart: not the order in which tokens are paid."""
    place = 0 if move.verb in _NOWHERE else move.place
    return (
        move.side, move.verb, move.what, move.role, place, move.to, tuple(sorted(move.pay)),
    )  # fmt: skip


def legal_exactly_when_nothing_is_objected(game: Game, verbs: frozenset[str] | None = None) -> int:
    """Of every move that anybody could name (of these verbs): it is among the legal ones exactly
    when nothing is objected. How many moves were asked about."""
    legal = game.legal_moves()
    for move in legal:
        assert not game.why_not(move), f"offered, and objected to: {move}"
        assert game.is_legal(move), move
    keys = {key_of(move) for move in legal}
    tossed = {(key_of(move), move.origin or "") for move in legal if move.verb == "toss"}
    number = 0
    for move in universe(game):
        if verbs is not None and move.verb not in verbs:
            continue
        if move.verb == "play" and not move.role:
            continue  # whichever role: it stands for the one that the card has
        number += 1
        listed = key_of(move) in keys
        if move.verb == "toss" and move.origin is not None:
            listed = (key_of(move), move.origin) in tossed  # else whichever card gave the token
        stands = not game.why_not(move)
        assert listed == stands == game.is_legal(move), f"listed {listed}, stands {stands}: {move}"
    return number


def a_copy_is_deep_and_survives_json(game: Game, library: Library) -> None:
    before = copy.deepcopy(game.state)
    twin = game.copy()
    assert twin.state == before == game.state, "copy"
    # The copy is looked at afresh: what the game remembers of its own table is no older.
    assert twin.to_move == game.to_move, "decision"
    assert twin.legal_moves() == game.legal_moves(), "legal moves"
    data = json.loads(json.dumps(game.to_json()))
    read = Game.from_json(library, data)
    assert read.state == game.state, "JSON"
    assert read.moves == game.moves, "JSON"
    assert State.from_json(json.loads(json.dumps(game.state.to_json()))) == game.state, "JSON"


def a_copy_goes_its_own_way(game: Game, move: Move) -> None:
    """What is done to a copy leaves the game as it was; and undone there, it can be done again."""
    before = copy.deepcopy(game.state)
    twin = game.copy()
    history = History(twin)
    history.push(move)
    after = twin.state.copy()
    if history.may_undo(move.side):
        assert history.undo() == move
        assert twin.state == before, "undo"
        assert twin.moves == game.moves, "undo"
        assert history.redo() == move
        assert twin.state == after, "redo"
    assert game.state == before, "copy"


def nothing_hidden_is_seen(game: Game, mix: int) -> None:
    """Two tables that differ only in what a side does not see look alike to it."""
    unseen = frozenset(
        place.id for place in steps_of(game.k, "setup").places.values() if place.hidden == "all"
    )
    for side in game.state.sides:
        twin = game.copy()
        hidden(twin, side, Stream(mix, "hidden"), unseen)
        assert twin.observation(side) == game.observation(side), f"{side} sees what is hidden"


def hidden(game: Game, side: str, chance: Stream, unseen: frozenset[str]) -> None:
    """Deal what `side` does not see anew."""
    state, other = game.state, game.k.other(side)
    table = state.table
    assert table is not None
    theirs = state.sides[other]
    assert theirs.hand is not None
    assert theirs.discard is not None
    own = len(theirs.hand)
    pool = chance.shuffled([*theirs.hand, *table.draws[other]])
    theirs.hand, table.draws[other] = pool[:own], pool[own:]
    if state.mission is None:
        theirs.heroic = [f"unseen-{i}" for i, _ in enumerate(theirs.heroic or ())]
        theirs.discard = [f"unseen-{i}" for i, _ in enumerate(theirs.discard)]
    table.draws[side] = chance.shuffled(table.draws[side])
    for name, pile in table.piles.items():
        if name in unseen:
            table.piles[name] = chance.shuffled(pile)
    table.removed = [f"unseen-{i}" for i, _ in enumerate(table.removed)]
    table.streams = {name: position + 1 for name, position in table.streams.items()}
    if state.mission is not None:
        _hidden_of_mission(game, side, other)


def _hidden_of_mission(game: Game, side: str, other: str) -> None:
    mission = game.state.mission
    assert mission is not None
    defends = game.k.role_of_side(side) == DEFENDER
    for name, spot in mission.spots.items():
        if not defends and not spot.up and name != mission.lit:
            spot.terrain = f"unseen-{name}"
        if defends and spot.marker and not spot.shown:
            spot.marker = f"unseen-{name}"
    lasting = mission.lasting.get(other)
    if lasting is not None and lasting.aside is not None:
        lasting.aside = [f"unseen-{i}" for i, _ in enumerate(lasting.aside)]
    if defends:
        return
    game.state.counter_pile = [f"unseen-{i}" for i, _ in enumerate(game.state.counter_pile)]
