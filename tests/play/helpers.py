"""What the tests of play share: the shipped game whose every fact is stated, and random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from fieldpress.database import open_library
from fieldpress.engine.commando.missions import board
from fieldpress.engine.commando.missions.verbs import NAMES, WITH
from fieldpress.engine.commando.moves import LOOKS, ROLES, VERBS, Move
from fieldpress.engine.commando.play import stand_ins
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.play.opening import steps_of
from fieldpress.engine.commando.play.players import Player, fighter, passive, random_player
from fieldpress.engine.knowledge import HIDDEN
from fieldpress.model import Library

CAP = 3_000
REGIMENTS = ("pir-501", "pir-502", "pir-506")
#: With how many tokens a success may be paid for in a move that is tried; one of them is right.
PAID = (0, 1, 3, 4)


#: Every scenario that is played; those of published games with stand-ins.
SCENARIOS = [
    ("sandpiper", "ebb"), ("pegasus-bridge", "1a"), ("pegasus-bridge", "1b"),
    ("pegasus-bridge", "2"), ("pegasus-bridge", "3"),
]  # fmt: skip
MISSIONS = [
    ("sainte-mere-eglise", one) for one in ("initiation", "historical", "utah-beach", "graignes")
]


@cache
def shipped(game: str) -> Library:
    return open_library(games=(game,))


@cache
def library(game: str, scenario: str) -> Library:
    """The shipped game; a published one with stand-ins for what no source states."""
    return stand_ins.filled(shipped(game), game, scenario)


@cache
def readings(game: str, scenario: str) -> dict[str, str]:
    return stand_ins.readings(shipped(game), game, scenario)


def start(which: tuple[str, str], seed: int, **options: Any) -> Game:
    return Game.start(library(*which), *which, seed, readings=readings(*which), **options)


def players(game: Game, seed: int) -> Player:
    """Two players by chance; which leaning each has goes by the seed, so that every end comes."""
    kinds = (random_player, fighter, passive)
    attacker = kinds[seed % 3](seed, "attacker")
    defender = kinds[seed // 3 % 3](seed, "defender")
    side = game.k.side_of_role("attacker")

    def choose(now: Game, moves: list[Move]) -> Move:
        asked = now.to_move
        assert asked is not None
        return (attacker if asked.side == side else defender)(now, moves)

    return choose


def positions(game: Game, player: Player | None = None) -> Iterator[Game]:
    """The game at each of its decisions, as it is played to its end by chance."""
    player = player or players(game, game.seed)
    for _ in range(CAP):
        if game.over:
            yield game
            return
        yield game
        game.push_legal(player(game, game.legal_moves()))
    raise AssertionError(f"no end came within {CAP} moves")


def played(game: Game, player: Player | None = None) -> Game:
    """The game played to its end by chance."""
    for _ in positions(game, player):
        pass
    return game


def universe(game: Game) -> Iterator[Move]:
    """Every move that anybody could name here, sensible or not."""
    state, k = game.state, game.k
    assert state.table is not None
    pieces = [*k.game.terrains, *steps_of(k, "setup").places]
    steps = [*k.game.cards, *k.game.counters, *said(k)]
    for side in state.sides:
        for place in range(len(state.places)):
            for verb in VERBS:
                if verb in ("play", "answer"):
                    roles = ("", *ROLES) if verb == "play" else ("",)
                    for card in k.game.cards:
                        yield from (Move(side, verb, card, role, place=place) for role in roles)
                elif verb == "toss":
                    for counter in k.game.counters:
                        yield Move(side, verb, counter, place=place)
                        yield Move(side, verb, counter, origin="", place=place)
                elif verb == "roll":
                    yield from (Move(side, verb, c, place=place) for c in k.game.counters)
                elif verb in ("take_heroic", "lay_by", "take_back", "discard", "recover", "give_up",
                              "take_permanent", "use_permanent", "destroy"):  # fmt: skip
                    yield from (Move(side, verb, card, place=place) for card in k.game.cards)
                elif verb in ("go", "pick"):
                    named = [*pieces, *(steps if verb == "pick" else ())]
                    yield from (Move(side, verb, piece, place=place) for piece in named)
                elif verb == "choose":
                    yield from (Move(side, verb, m, place=place) for m in modes_of(k))
                elif verb == "look":
                    yield from (Move(side, verb, what, place=place) for what in LOOKS)
                elif verb == "strike_out":
                    named = [HIDDEN, *k.game.cards]
                    yield from (Move(side, verb, card, place=place) for card in named)
                elif verb == "convert":
                    for spot in spots_of(k):
                        held = sorted(t.counter for t in state.sides[side].tokens or ())
                        for pay in dict.fromkeys(p for n in PAID for p in combinations(held, n)):
                            yield Move(side, verb, spot, place=place, pay=pay)
                elif verb == "roll_for":
                    named = [*spots_of(k), *REGIMENTS]
                    yield from (Move(side, verb, one, place=place) for one in named)
                elif verb in ("done", "stop", "retreat", "no_unit", "decline", "redraw",
                              "give_strength", "campaign_token"):  # fmt: skip
                    yield Move(side, verb, place=place)
                elif NAMES.get(verb) == "pile" or verb in ("attack", "counter_attack"):
                    named = [*k.game.terrains, *steps_of(k, "setup").places, *spots_of(k)]
                    yield from (Move(side, verb, one, place=place) for one in named)
                elif NAMES.get(verb) == "spot" and verb != "convert":
                    yield from (Move(side, verb, spot, place=place) for spot in spots_of(k))
                elif NAMES.get(verb) == "regiment" and spots_of(k):
                    for spot in spots_of(k) if "to" in WITH.get(verb, ()) else ("",):
                        for one in REGIMENTS:
                            yield Move(side, verb, one, place=place, to=spot)


def modes_of(k: GameKnowledge) -> list[str]:
    """Every choice that a card may ask for, and one that none does."""
    found = [
        str(mode["id"])
        for card in k.game.cards
        for effect in k.effects("card", card).stated
        for mode in effect.raw.get("modes", ())
    ]
    return [*dict.fromkeys([*found, "no"])]


def said(k: GameKnowledge) -> list[str]:
    """Everything that a side may announce at a step of the setup."""
    return [ident for step in steps_of(k, "setup").steps for ident, _ in step.options]


def spots_of(k: GameKnowledge) -> list[str]:
    """Every spot of the battlefield of a mission; none elsewhere."""
    return list(board.spots_of(k))


def cards_of(game: Game) -> Counter[str]:
    """Every player card, wherever it is."""
    state = game.state
    table = state.table
    assert table is not None
    out: Counter[str] = Counter(table.removed)
    for side, held in state.sides.items():
        for cards in (held.hand, held.discard, held.heroic, table.draws.get(side)):
            out.update(cards or ())
    out.update(play.card for i, play in enumerate(state.plays) if i not in table.away)
    out.update(state.counter_pile)
    for role in ("attacker", "defender") if table.procedure else ():
        laid = table.procedure.pieces.get(f"{role}-permanent", ())
        out.update(piece.partition(":")[2] for piece, _, _ in laid)
    out.subtract(c for c in state.laid_by)  # still counted among the plays of the turn
    for one in state.mission.lasting.values() if state.mission else ():
        out.update([*(one.aside or ()), *one.table, *one.destroyed])
        out.subtract(
            p.card for i, p in enumerate(state.plays) if p.card in one.table and i not in table.away
        )
    return +out


def tokens_of(game: Game) -> Counter[str]:
    """Every combat token, wherever it is."""
    state = game.state
    out: Counter[str] = Counter(state.supply)
    out[game.k.normal_token()] += state.reserve or 0
    for held in state.sides.values():
        out.update(token.counter for token in held.tokens or ())
    for fight in state.fights:
        out.update(token.counter for tokens in fight.tokens.values() for token in tokens)
    return +out


def terrains_of(game: Game) -> Counter[str]:
    """Every Terrain, wherever it is."""
    state = game.state
    table = state.table
    assert table is not None
    out = Counter(p.partition(":")[2] for pile in table.piles.values() for p, _, _ in pile)
    early = table.stage.startswith("m-") and table.stage not in ("m-after", "m-entered")
    if table.stage not in ("progression", "setup", "turn", "over") and not early:
        out.update(p.terrain for p in state.places if p.terrain)
    else:
        out.update(state.revealed)
    for held in state.sides.values():
        out.update(held.taken or ())
    out.update(p.terrain for p in state.aside)
    if state.mission is not None and state.mission.counter_terrain in [
        p.terrain for p in state.places
    ]:
        out[state.mission.counter_terrain] -= 1  # it lies before its owner while it is fought for
    if state.mission is not None and state.mission.spots:
        return Counter(spot.terrain for spot in state.mission.spots.values())
    return +out
