"""What stands against a move, in words: a sentence for the code of each finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.phrases import DECISIONS, HOW, PHASES
from fieldpress.engine.commando.saying import amount_of, kind_of, name, name_of, roles, side
from fieldpress.model import Game

Say = Callable[[Game, Mapping[str, Any], str], str]


def _since(since: list[str]) -> str:
    words = {
        "token": "a token was tossed",
        "roll": "a token was used",
        "choice": "the choice was made",
        "move": "play has moved on",
    }
    return " and ".join(dict.fromkeys(words[s] for s in since))


FINDINGS: dict[str, Say] = {
    "ban": lambda g, p, r: f"{r} bars it",
    "wrong-phase": lambda g, p, r: f"this is {roles(g, PHASES[p['phase']])}",
    "assault-over": lambda g, p, r: f"the Assault is over: {roles(g, HOW[p['how']])}",
    "game-over": lambda g, p, r: f"the game is over, won by {side(g, p['winner'])}",
    "not-your-card": lambda g, p, r: f"{r} is a card of {side(g, p['owner'])}",
    "wrong-kind": lambda g, p, r: f"{r} is {kind_of(p['kind'])}, not {kind_of(p['as'])}",
    "not-in-hand": lambda g, p, r: f"{r} is not in the hand of {side(g, p['side'])}",
    "unit-still-fighting": lambda g, p, r: f"{r or 'a Unit'} is still fighting",
    "no-room": lambda g, p, r: (
        f"{amount_of(p['played'])} played, and the Terrain takes {amount_of(p['allowed'])}"
    ),
    "nothing-to-face": lambda g, p, r: "there is no enemy Unit to face",
    "already-facing": lambda g, p, r: f"{r} already faces that Unit",
    "unit-was-discarded": lambda g, p, r: (
        f"{r} was played against that Unit, and {name(g, p['by'])} discarded it"
    ),
    "no-unit-in-play": lambda g, p, r: f"no Unit of {side(g, p['side'])} is in play",
    "fight-decided": lambda g, p, r: "that fight is decided",
    "outside-window": lambda g, p, r: (
        f"{r} is played when a Unit is destroyed, and none was just now"
    ),
    "not-a-combat-token": lambda g, p, r: f"{r} is not tossed for a Unit",
    "no-unit-for-token": lambda g, p, r: (
        f"no Unit of {side(g, p['side'])} is fighting to put it on"
    ),
    "no-token-left": lambda g, p, r: f"no such token is left to {side(g, p['side'])} ({r})",
    "not-your-turn": lambda g, p, r: f"it is not for {side(g, p['side'])} to raise now",
    "nothing-to-answer": lambda g, p, r: "no card was played that it could answer",
    "too-late": lambda g, p, r: f"too late: since {name(g, p['target'])}, {_since(p['since'])}",
    "heroic-immune": lambda g, p, r: f"{r} is a heroic card, safe from {name(g, p['by'])}",
    "no-assault": lambda g, p, r: "no Assault has begun",
    "no-such-option": lambda g, p, r: "here a Strength Point cannot stand in for a Unit",
    "no-answer": lambda g, p, r: f"{r} is not played in answer to other cards",
    "does-not-answer": lambda g, p, r: f"{r} does not answer {name(g, p['target'])}",
    "nothing-to-decline": lambda g, p, r: "there is nothing to decline",
    "no-choice": lambda g, p, r: "nothing asks for a choice",
    "not-your-choice": lambda g, p, r: f"the choice of {r} is not for {side(g, p['side'])} to make",
    "window-open": lambda g, p, r: (
        f"first it is for {side(g, p['waits_for'])} to say whether {r} is cancelled"
    ),
    "chosen-already": lambda g, p, r: (
        f"the choice of {side(g, p['side'])} was made already ({p['chosen']})"
    ),
    "no-such-mode": lambda g, p, r: f"{r} offers {', '.join(p['modes'])}",
    "used-up": lambda g, p, r: (
        f"{r} has been used {p['times']} times this {p['per']}" if p else f"{r} may be used up"
    ),
    "cannot-pay": lambda g, p, r: (
        f"{r} costs {p['count']} tokens, more than {side(g, p['side'])} can pay"
    ),
    "not-heroic": lambda g, p, r: f"{r} is no heroic card",
    "not-on-token": lambda g, p, r: (
        f"the Turn token shows {side(g, p['shows'])}" if p["shows"] else "the Turn token decides"
    ),
    "assault-goes-on": lambda g, p, r: "the Assault is not over yet",
    "not-available": lambda g, p, r: f"{r} is not among those left to {side(g, p['side'])}",
    "no-heroic-choice": lambda g, p, r: "no heroic card is taken now",
    "heroic-barred": lambda g, p, r: f"{r} cannot be chosen",
    "heroic-limit": lambda g, p, r: f"{side(g, p['side'])} has had {p['number']} heroic cards",
    "not-open": lambda g, p, r: f"the discard pile of {side(g, p['side'])} is closed",
    "out-of-game": lambda g, p, r: f"{r} is heroic, and once played it is out of the game",
    "not-in-discard": lambda g, p, r: f"{r} is not in the discard pile",
    "in-counter-pile": lambda g, p, r: f"{r} lies on the counter-attack pile",
    "not-for-side": lambda g, p, r: f"that is not for {side(g, p['side'])}",
    "too-late-to-lay": lambda g, p, r: f"the first {p['turns']} turns are over",
    "not-played-now": lambda g, p, r: f"{r} was not played this turn",
    "one-of-each": lambda g, p, r: f"{r} was laid there this turn, and one of each is the limit",
    "heroic-laid-by": lambda g, p, r: f"{r} is heroic",
    "redrawn": lambda g, p, r: f"{side(g, p['side'])} has exchanged a hand before",
    "hand-settled": lambda g, p, r: "the starting hand is settled once play has begun",
    "no-assault-here": lambda g, p, r: f"on {r} there is no Assault",
    "phase-skipped": lambda g, p, r: f"{side(g, p['side'])} loses this Phase: two Terrains alike",
    "fate-tossed": lambda g, p, r: "the Fate token was tossed already",
    "no-retreat": lambda g, p, r: "there is no retreat here",
    "token-lies-there": lambda g, p, r: "one lies there already",
    "no-campaign-token": lambda g, p, r: f"{side(g, p['side'])} has none left",
    "token-barred": lambda g, p, r: f"{r} may earn Victory Points",
    "other-first": lambda g, p, r: f"{r} comes first",
    "defender-not-done": lambda g, p, r: f"{r} has no Unit yet and has not been given up",
    "no-ground": lambda g, p, r: "no rule provides for it",
    "no-effect": lambda g, p, r: f"{r} takes its effect away",
    "not-called": lambda g, p, r: f"no card calls for a {r}",
    "calls-for-how-many": lambda g, p, r: (
        f"how many {r}s {name(g, p['card'])} calls for is not stated"
    ),
    "support-full": lambda g, p, r: (
        f"{side(g, p['side'])} has {p['number']} Units in this Combat, and no more may join"
    ),
    "no-support": lambda g, p, r: f"{r} has no Support",
    "wrong-number": lambda g, p, r: f"{p['number']} are to be picked",
    "does-nothing": lambda g, p, r: f"nothing that {r} does could be carried out",
    "played-before": lambda g, p, r: f"{r} is heroic and was played before",
    "no-building": lambda g, p, r: f"{r or 'the Terrain'} is no Building",
    "recovered-before": lambda g, p, r: f"one Unit only, and {r} was tried for",
    "not-played-there": lambda g, p, r: f"{r} was not played as a Unit there",
    "unit-gone": lambda g, p, r: f"{name(g, p['by'])} discarded {r}",
    "too-strong": lambda g, p, r: (
        f"{r} has a Combat value of {amount_of(p['value'])}, and {p['most']} is the most"
    ),
    "not-now": lambda g, p, r: f"now {side(g, p['side'])} {DECISIONS.get(p['for'], p['for'])}",
    "not-your-terrain": lambda g, p, r: (
        f"the choice is for {side(g, p['chooses'])} to make"
        if p and p["chooses"] in g.sides
        else "there is nothing to choose"
    ),
    "not-turned-up": lambda g, p, r: f"{r} was not turned up",
    "not-in-pile": lambda g, p, r: f"{r} is not in that pile",
    "not-to-pick": lambda g, p, r: f"{name_of(g, p['what'])} is not among what can be picked",
    "must-pick": lambda g, p, r: "something has to be picked",
    "chance-decides": lambda g, p, r: "what comes of it is left to chance",
    "hand-hidden": lambda g, p, r: f"what {side(g, p['side'])} draws stays hidden",
    "no-redraw": lambda g, p, r: f"{side(g, p['side'])} has no mulligan here",
}
