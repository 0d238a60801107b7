"""Whether a play gives the other side a moment to answer: by what both know of the decks."""

from __future__ import annotations

from fieldpress.engine.commando.acts import answer_effects
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.selectors import match_play
from fieldpress.engine.commando.state import Play, State


def may_be_answered(k: GameKnowledge, state: State) -> bool:
    """Whether the other side's deck has a card that could answer the play that waits last. What
    it holds in hand does not matter, so that nothing is given away."""
    play = state.plays[state.pending[-1]]
    key = (play.card, play.side, play.role)
    found = k.answerable.get(key)
    if found is None:
        other = k.other(play.side)
        found = any(_answers(k, card, other, play) for card in k.decks)
        k.answerable[key] = found
    return found


def _answers(k: GameKnowledge, card: str, side: str, play: Play) -> bool:
    if k.fact("card", card, "side").value not in (side, None):
        return False
    return any(
        match_play(k, effect.raw.get("answers"), side, play, f"card:{card}").value is not False
        for effect in answer_effects(k, card)
    )
