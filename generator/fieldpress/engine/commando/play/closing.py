"""The end of an Assault and of a turn: who has won it, rewards, where the pieces go, what follows.

Each step asks the function that answers the question of a ruling after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.between import here
from fieldpress.engine.commando.checks import allowed
from fieldpress.engine.commando.handling import (
    draw_cards,
    put_away,
    return_token,
    table_of,
)
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.outcomes import goes, who
from fieldpress.engine.commando.play.endings import way_of
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.sequence import next_turn, terrain_goes, unchosen_goes
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Place, State, Token
from fieldpress.engine.commando.values import derived_value
from fieldpress.engine.verdicts import EngineFault, Verdict


def sure(verdict: Verdict, what: str) -> Any:
    """The value of a verdict in a game in which every fact is known."""
    if verdict.outcome == "undetermined":
        needs = ", ".join(need.fact for need in verdict.needs)
        raise EngineFault(f"{what} is not known: it needs {needs}")
    return verdict.value


def number(k: GameKnowledge, state: State, ask: Mapping[str, Any], what: str) -> int:
    """A number of the table in a game in which every fact is known."""
    found = derived_value(k, state, ask)
    if not found.amount.known:
        raise EngineFault(f"{what} is not known: it needs {', '.join(found.needs)}")
    return found.amount.number


def decide_game(k: GameKnowledge, state: State) -> bool:
    """Note who has won the game, if anybody has; whether it is over."""
    verdict = who(k, state, {"name": "wins-game"})
    if verdict.outcome == "undetermined" or verdict.value == NOBODY:
        return False
    places = [[p.terrain, p.face, p.ended, p.how] for p in state.places if p.ended]
    way = way_of(k, state, str(verdict.value))
    finish(state, str(verdict.value), way, verdict.clauses, places)
    return True


def note_won(k: GameKnowledge, state: State) -> None:
    """In a campaign: every Terrain that the attacker has now won, and what became of a campaign
    token that lay there."""
    if state.campaign_won is None:
        return
    for index, place in enumerate(state.places):
        winner, _, _ = assault_winner(k, state, index)
        if winner == k.side_of_role(ATTACKER):
            state.campaign_won.append((place.terrain, place.face))
    if state.campaign_token:
        counter = next(c.id for c in k.game.counters.values() if c.kind == "campaign")
        where = sure(goes(k, state, {"piece": ("counter", counter)}), "where the token goes")
        state.campaign_held += where == "handed-over"
        state.campaign_token = False


def finish(
    state: State, winner: str, way: str, clauses: tuple[str, ...], places: list[Any]
) -> None:
    """The game is over."""
    table = table_of(state)
    table.stage, state.phase = "over", "end"
    table.procedure = None
    table.result = {
        "winner": winner, "way": way, "clauses": list(clauses), "places": places,
        "turn": state.turn,
    }  # fmt: skip
    table.note("wins", side=winner)


def end_assault(k: GameKnowledge, state: State) -> None:
    """Used tokens go back, the winner takes its reward; cards are still on the table."""
    for fight in state.fights:
        for tokens in fight.tokens.values():
            for token in tokens:
                return_token(k, state, token)
        fight.tokens = {}
    winner, needs, _ = assault_winner(k, state, 0)
    if needs:
        raise EngineFault(f"who won the Assault is not known: {', '.join(needs)}")
    state.previous_winner = winner if winner != NOBODY else ""
    state.previous_assault = bool(state.fights)
    for place in state.places:
        if place.ended:
            side = k.side_of_role(place.ended)
            table_of(state).note("assault", side=side, how=place.how, terrain=place.terrain)
    for index in range(len(state.places)):
        with k.unchanging(state):
            due = [(side, *_reward(k, state, side, index)) for side in state.sides]
        for side, count, cards in due:
            _take(k, state, side, count, cards)


def _reward(k: GameKnowledge, state: State, side: str, place: int) -> tuple[int, int]:
    """What is due to a side when the Assault at a place has ended: tokens, cards."""
    ask = {"name": "reward-tokens", "side": side, "place": place}
    tokens = number(k, state, ask, "the reward")
    return tokens, number(k, state, {**ask, "name": "reward-cards"}, "the reward")


def _take(k: GameKnowledge, state: State, side: str, tokens: int, cards: int) -> None:
    """A side takes its reward: tokens, then cards."""
    if tokens:
        normal = normal_counter(k)
        state.reserve = (state.reserve or 0) - tokens
        held = state.sides[side].tokens
        assert held is not None
        held += [Token(normal, "")] * tokens
        table_of(state).note("takes-tokens", side=side, count=tokens)
    draw_cards(state, side, cards)


def normal_counter(k: GameKnowledge) -> str:
    """The ordinary token, of which the common reserve is made."""
    return k.normal_token()


def heroic_chooser(k: GameKnowledge, state: State) -> str:
    """The side that now takes a heroic card, if there is one that it may take; else ""."""
    side = str(sure(who(k, state, {"name": "chooses-heroic"}), "who takes a heroic card"))
    left = state.sides[side].heroic or () if side in state.sides else ()
    return side if any(allowed(k, state, Move(side, "take_heroic", c)) for c in left) else ""


def may_lay_by(k: GameKnowledge, state: State) -> bool:
    """Whether the defender may now keep cards of this turn for later."""
    rule = here(k, state, "counter-pile-turns")
    return rule is not None and state.turn is not None and state.turn <= rule.value


def clear(k: GameKnowledge, state: State) -> None:
    """Cards and Terrains leave the table; what follows is worked out while they lie there."""
    table = table_of(state)
    if table.upcoming.get("from") != "objective":
        state.crossed = (state.crossed or 0) + 1
    with k.unchanging(state):
        following = {} if state.mission else sure(next_turn(k, state), "the next turn")
        lying = [] if state.mission else [terrain_goes(k, state, p.terrain) for p in state.places]
    kept, arrived = list(state.laid_by), table.upcoming.get("from") == "objective"
    for index, play in enumerate(state.plays):
        if play.card in kept and play.side == k.side_of_role(DEFENDER) and index not in table.away:
            kept.remove(play.card)
            table.away.append(index)
        put_away(k, state, index)
    for index, (where, _, missing) in enumerate(lying):
        if missing:
            terrain = state.places[index].terrain
            raise EngineFault(f"where {terrain} goes is not known: {', '.join(missing)}")
        _move_terrain(k, state, index, where)
    state.plays, state.fights, state.laid_by, table.away = [], [], [], []
    state.last_play = state.destroyed_now = None
    state.since, state.revealed, state.fate = [], [], ""
    state.campaign_token = False
    table.upcoming, table.passed = dict(following), []
    after = k.parameter("after-objective")
    if arrived and after is not None:
        # One way is at its end; what follows leads on to another.
        table.queue = str(after.value).split()
        state.crossed, state.places, table.upcoming = 0, [Place()], {}


def _move_terrain(k: GameKnowledge, state: State, index: int, where: str) -> None:
    """A Terrain whose turn is over goes where the rules say; in a mission see `course.settle`."""
    table, place = table_of(state), state.places[index]
    piece = (f"terrain:{place.terrain}", 0, place.face)
    if where == "turned":
        faces = [face.letter for face in k.terrain(place.terrain).faces]
        other = next(letter for letter in faces if letter != place.face)
        table.piles.setdefault("objective", []).append((piece[0], 0, other))
    elif where == "taken":
        winner, _, _ = assault_winner(k, state, index)
        taken = state.sides[winner if winner in state.sides else k.side_of_role(DEFENDER)].taken
        assert taken is not None
        taken.append(place.terrain)
    elif where.startswith("aside"):
        # It lies by and bears on later turns; the face that is up tells who won there.
        faces = [face.letter for face in k.terrain(place.terrain).faces]
        turned = next((letter for letter in faces if letter != place.face), place.face)
        state.aside.append(Place(place.terrain, turned if where == "aside-turned" else place.face))
    elif where != "table":
        lay(k, state, where, piece)


def lay(k: GameKnowledge, state: State, where: str, piece: tuple[str, int, str]) -> None:
    """A Terrain goes to a pile: on the Terrain discard pile, out of the game, or under a pile
    (shuffled into it where its clause says so)."""
    table = table_of(state)
    pile = table.piles.setdefault(where, [])
    if where == "terrain-discard":
        pile.append(piece)
        return
    hidden = (piece[0], piece[1], "down")
    pile.insert(0, hidden)
    if where in shuffled_piles(k):
        table.piles[where] = table.shuffled(where, pile)


def shuffled_piles(k: GameKnowledge) -> frozenset[str]:
    """The piles into which a Terrain that comes back is shuffled."""
    rule = k.parameter("shuffled-pile")
    return frozenset({str(rule.value)} if rule is not None else ())


def drop_unchosen(k: GameKnowledge, state: State, chosen: str) -> bool:
    """Of the Terrains turned up, those that were not chosen go where the rules say; whether one of
    them has fallen to a side."""
    fell = False
    left = list(state.revealed)
    left.remove(chosen)
    for ident in left:
        where, _ = unchosen_goes(k, ident)
        if where == "defender":
            taken = state.sides[k.side_of_role(DEFENDER)].taken
            assert taken is not None
            taken.append(ident)
            fell = True
            continue
        lay(k, state, where, (f"terrain:{ident}", 0, ""))
    return fell


def flip_token(k: GameKnowledge, state: State) -> None:
    """The Turn token is turned over as the Assault has ended, where there is one."""
    if state.turn_token:
        verdict = who(k, state, {"name": "turn-token"})
        state.turn_token = str(sure(verdict, "which face of the Turn token shows"))
        table_of(state).note("turn-token", side=state.turn_token)


def attacker_side(k: GameKnowledge) -> str:
    return k.side_of_role(ATTACKER)
