"""A player that looks one move ahead and does not throw cards after a Combat that is lost.

It knows no card by name: it tries a card on a copy of the table and looks at the Combat values that
everybody sees there. What chance would bring, or the other side might answer, it does not look at.
"""

from __future__ import annotations

from fieldpress.engine.commando.combat import combat_value
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.decisions import behind
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.players import Player, fighter, printed
from fieldpress.engine.commando.state import ATTACKER, DEFENDER

#: What a Combat Action that was not tried may bring, for thinking whether a Combat can be won.
_ACTION = 2


def careful(seed: int, name: str = "careful") -> Player:
    """A player that fights with what suffices: the weakest Unit that holds, the smallest raise that
    leads, tokens before cards; it gives up a Combat that all it has would not win. In everything
    else a fighter."""
    otherwise = fighter(seed, name)

    def choose(game: Game, moves: list[Move]) -> Move:
        asked = game.to_move
        assert asked is not None
        found = None
        if asked.kind == "face":
            found = _facing(game, moves)
        elif asked.kind == "raise":
            found = _raising(game, moves)
        elif asked.kind == "open":
            found = _by_verb(moves, "stop")
        return otherwise(game, moves) if found is None else found

    return choose


def _facing(game: Game, moves: list[Move]) -> Move | None:
    """The weakest Unit that holds at once; else the one that comes nearest, if the rest may be made
    up for; else nobody, at the price of a Strength Point but of no card."""
    tried = []
    for move in moves:
        if move.verb == "play" and move.role == "unit":
            short = lacking(game, move)
            if short is not None:
                tried.append((short, printed(game, move), move))
    if not tried:
        return None
    enough = [one for one in tried if one[0] == 0]
    if enough:
        return min(enough, key=lambda one: one[1])[2]
    short, _, nearest = min(tried, key=lambda one: one[:2])
    asked = game.to_move
    assert asked is not None
    held = game.state.sides[asked.side]
    actions = sum(game.k.fact("card", c, "kind").value == "action" for c in held.hand or ())
    if short <= len(held.tokens or ()) + _ACTION * actions or held.strength == 1:
        return nearest
    return _by_verb(moves, "give_strength", "retreat") or nearest


def _raising(game: Game, moves: list[Move]) -> Move | None:
    """Stop when ahead, or when all there is would not do; else tokens while they are many, then the
    smallest card that leads, then the largest."""
    asked = game.to_move
    assert asked is not None
    short, stop = lacking(game), _by_verb(moves, "stop")
    if short is None or stop is None:
        return None
    if short == 0:
        return stop
    tokens = [move for move in moves if move.verb in ("toss", "roll")]
    held = len(game.state.sides[asked.side].tokens or ()) if tokens else 0
    tried = [(lacking(game, move), move) for move in moves if move.verb == "play"]
    gains = [(left, move) for left, move in tried if left is not None and left < short]
    if held >= 2 * short:
        return tokens[0]
    leading = [move for left, move in gains if left == 0]
    if leading:
        return leading[0]
    if 2 * sum(short - left for left, _ in gains) + held < 2 * short - 1:
        return stop
    return min(gains, key=lambda one: one[0])[1] if gains else tokens[0]


def lacking(game: Game, move: Move | None = None) -> int | None:
    """By how much the side that has to decide is behind in its Combat, after a move if one is given
    and nobody answers it; 0 when it leads. None where that is not to be seen."""
    asked = game.to_move
    assert asked is not None
    if move is not None:
        game = game.copy()
        game.push_legal(move)
        while (now := game.to_move) is not None and now.kind == "answer":
            game.push_legal(Move(now.side, "decline", place=now.place))
    fight = game.state.fight_now(asked.place)
    if fight is None:
        return None
    role = game.k.role_of_side(asked.side)
    ours = combat_value(game.k, game.state, fight, role).amount
    theirs = combat_value(
        game.k, game.state, fight, DEFENDER if role == ATTACKER else ATTACKER
    ).amount
    if not ours.known or not theirs.known:
        return None
    if behind(game.k, game.state, fight) != role:
        return 0
    tie = game.k.parameter("tie-winner")
    more = 0 if tie is not None and tie.value == role else 1
    return max(1, theirs.number - ours.number + more)


def _by_verb(moves: list[Move], *verbs: str) -> Move | None:
    """The first of the moves that has one of the verbs, those first that are named first."""
    for verb in verbs:
        for move in moves:
            if move.verb == verb:
                return move
    return None
