"""Missions in words: what stands against a move, moves, values and facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.saying import name, name_of, place_name, side
from fieldpress.model import Game

Say = Callable[[Game, Mapping[str, Any], str], str]

_MOMENTS = {"start": "as the turn begins", "end": "when the turn ends"}


def _often(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


FINDINGS: dict[str, Say] = {
    "chooser-open": lambda g, p, r: "who picks is not settled",
    "nobody-picks": lambda g, p, r: "nobody picks here",
    "pile-empty": lambda g, p, r: f"{place_name(g, p['pile'])} is used up",
    "other-sector": lambda g, p, r: f"the next turn is in the {p['sector']} Sector",
    "won-before": lambda g, p, r: f"{r} has been won, and stays so",
    "not-turned-up": lambda g, p, r: f"{r} was not turned up",
    "laid-this-turn": lambda g, p, r: f"{p['number']} was laid aside this turn already",
    "not-a-unit": lambda g, p, r: f"{r} is no Unit",
    "counter-attack-over": lambda g, p, r: "the counter-attack has been made",
    "column-full": lambda g, p, r: f"the column has its {p['number']} cards",
    "column-short": lambda g, p, r: f"the column has {p['laid']} of {p['number']} cards",
    "not-held": lambda g, p, r: f"{r} is not in the opponent's hands",
    "last-terrain-played": lambda g, p, r: "the last Terrain of the game is in play",
    "no-counter-attack": lambda g, p, r: "there is no counter-attack in this turn",
    "struck-already": lambda g, p, r: "a card was taken out already",
    "strike-first": lambda g, p, r: "first a card of the column is taken out",
    "paid-already": lambda g, p, r: f"{p['number']} cards have been discarded",
    "price-due": lambda g, p, r: (
        f"first {p['number']} cards are discarded for the counter-attack ({p['paid']} so far)"
    ),
    "no-such-regiment": lambda g, p, r: f"{r} is not among the regiments of the mission",
    "dropped-already": lambda g, p, r: f"{r} has dropped before",
    "not-free": lambda g, p, r: (
        f"{r} stands on {p['spot']}" if r else f"a control token lies on {p['spot']}"
    ),
    "off-field": lambda g, p, r: f"{p['spot']} is not on the battlefield",
    "spot-taken": lambda g, p, r: f"{r} stands on {p['spot']}",
    "not-dropped": lambda g, p, r: f"{r} has not dropped yet",
    "rolled-already": lambda g, p, r: f"the die was rolled for {r}",
    "no-drift": lambda g, p, r: f"{r} does not drift",
    "not-rolled": lambda g, p, r: f"the die was not rolled for {r}",
    "landed": lambda g, p, r: f"{r} has landed where it dropped",
    "not-adjacent": lambda g, p, r: f"{p['spot']} is not next to {p['from']}",
    "not-on-field": lambda g, p, r: f"{r} is not on the field",
    "activated-already": lambda g, p, r: f"{r} fights in this turn",
    "activation-limit": lambda g, p, r: f"{r} has fought {p['times']} turns running",
    "exhausted": lambda g, p, r: f"{r} is exhausted",
    "extra-first": lambda g, p, r: f"{r} fights first",
    "not-fought-yet": lambda g, p, r: f"{r} has not fought where it stands",
    "leaves-game": lambda g, p, r: f"{r} leaves the game",
    "moved-already": lambda g, p, r: f"{r} has moved on",
    "pushed-back": lambda g, p, r: f"{r} is pushed back by the winner",
    "won-only": lambda g, p, r: f"{r} has lost, and the move is for a regiment that has won",
    "no-chain": lambda g, p, r: f"no line of held Terrains leads to {p['spot']}",
    "not-blocked": lambda g, p, r: f"{r} is not blocked",
    "not-beside": lambda g, p, r: (
        f"{p['spot']} is no free Terrain next to one that {side(g, p['side'])} holds"
    ),
    "attacker-places": lambda g, p, r: f"the opponent can place {r} himself",
    "winner-only": lambda g, p, r: f"{side(g, p['side'])} has not won the Assault",
    "lit-already": lambda g, p, r: f"{p['spot']} was looked at already",
    "up-already": lambda g, p, r: f"the Terrain on {p['spot']} lies face up",
    "not-gained-here": lambda g, p, r: (
        f"an Assault on {r or 'this Terrain'} brings no Permanent Event"
    ),
    "gained-already": lambda g, p, r: f"{p['number']} was taken after this Assault",
    "destroyed-for-good": lambda g, p, r: f"{r} was destroyed and is out of the game",
    "still-aside": lambda g, p, r: f"{r} has not been taken into the hand",
    "gained-just-now": lambda g, p, r: f"{r} was taken in this turn",
    "gained-too-long-ago": lambda g, p, r: f"the turn in which {r} could be played is over",
    "not-on-card": lambda g, p, r: f"{r} is not in play",
    "turned-sideways": lambda g, p, r: f"{r} lies sideways until the turn is over",
    "one-a-turn": lambda g, p, r: f"{p['number']} was used this turn already",
    "nothing-destroys": lambda g, p, r: "no card that destroys it was played",
    "held-by": lambda g, p, r: f"{r} is held by {side(g, p['side'])}",
    "not-first-row": lambda g, p, r: f"in the first turn row {p['row']} is attacked",
    "column-closed": lambda g, p, r: f"{p['before']}, which comes before it, has not been won",
    "barricaded": lambda g, p, r: f"the Barricade lies on {r}",
    "column-ends": lambda g, p, r: "there is no further Terrain in that column",
    "not-next": lambda g, p, r: f"the next Terrain of that column is {p['next']}",
    "nothing-diverts": lambda g, p, r: "no card that moves the marker was played",
    "no-marker": lambda g, p, r: "the Assault marker has not been laid",
    "same-spot": lambda g, p, r: f"the marker lies on {r} already",
    "nothing-puts-back": lambda g, p, r: "no card that puts it back was played",
    "not-an-objective": lambda g, p, r: f"{r} is not a Terrain of the village",
    "never-left": lambda g, p, r: f"{r} is still in play",
    "spent": lambda g, p, r: f"{r} produced in the turn before",
    "placed-here": lambda g, p, r: f"a marker was laid on {r} this turn",
    "under-attack": lambda g, p, r: f"{r} is under attack",
    "no-production": lambda g, p, r: f"{r} keeps any marker away",
    "must-recover": lambda g, p, r: "a try for a Unit of the Building has to be made",
    "must-reconnoitre": lambda g, p, r: "nothing else gets the regiment away",
    "markers-laid": lambda g, p, r: f"{p['number']} laid this turn, and that is the limit",
    "not-producing": lambda g, p, r: f"no marker was laid on {r} this turn",
    "rolls-made": lambda g, p, r: (
        f"for {r} the die is rolled {_often(p['times'])}" if p["times"] else f"{r} needs no roll"
    ),
    "rolls-first": lambda g, p, r: f"first the die is rolled {_often(p['times'])} for {r}",
    "not-one-success": lambda g, p, r: (
        f"{r} has had no success" if not p["good"] else f"{r} has all the successes it needs"
    ),
    "price-differs": lambda g, p, r: f"it costs {p['number']} tokens, not {p['paid']}",
    "no-success": lambda g, p, r: f"{r} has brought no success",
    "chosen-this-turn": lambda g, p, r: f"{side(g, p['side'])} has taken one at this moment",
    "not-the-moment": lambda g, p, r: f"heroic cards are taken {_MOMENTS[p['moment']]}",
    "no-loss": lambda g, p, r: f"{side(g, p['side'])} has not lost the Assault",
    "lost-there": lambda g, p, r: f"that side has lost in row {p['row']} before",
    "heroic-plays": lambda g, p, r: f"{side(g, p['side'])} has played {p['number']} heroic cards",
    "other-phase": lambda g, p, r: f"{r} is for another phase",
    "not-brought": lambda g, p, r: f"{r} comes into play by {name(g, p['by'])} alone",
}

WHY_NOT = {
    "ring-not-whole": "{held} of {of} Terrains are held",
    "held-already": "it was held before",
}
_MOVES = {
    "attack": "lay the Assault marker on {0}",
    "head_for": "go for {0}",
    "counter_attack": "counter-attack on {0}",
    "strike_out": "take {0} out of the column",
    "give_up": "discard {0} for the counter-attack",
    "activate": "have {0} fight",
    "drop": "drop {0} on {1}",
    "roll_for": "roll the die for {0}",
    "drift": "let {0} drift to {1}",
    "march": "move {0} to {1}",
    "reconnoitre": "move {0} to {1} by reconnaissance",
    "redeploy": "put {0} on {1}",
    "light_up": "look at {0}",
    "produce": "lay a Production marker on {0}",
    "convert": "pay for a success on {0}",
    "barricade": "lay the Barricade on {0}",
    "divert": "move the Assault marker to {0}",
    "put_back": "put {0} back into play",
    "take_permanent": "take {0} into the hand",
    "use_permanent": "use {0}",
    "destroy": "destroy {0}",
}
_DUTIES = {
    "counter_attack": "launch the counter-attack", "give_up": "discard cards for it",
    "activate": "have the one that is left fight", "march": "move the regiment",
    "reconnoitre": "make the reconnaissance move", "produce": "lay a Production marker",
}  # fmt: skip


def move(game: Game, raw: Mapping[str, Any]) -> str:
    """A move of a mission in words; nothing for others."""
    for verb, said in _MOVES.items():
        if raw.get(verb) is True:
            return _DUTIES.get(verb, said.format("something", "somewhere"))
        if verb in raw:
            what = raw[verb]
            known = place_name(game, what) if verb == "head_for" else name_of(game, what)
            if raw.get("pay"):
                tokens = Counter(name_of(game, counter) for counter in raw["pay"])
                known += f" with {', '.join(f'{n} {counter}' for counter, n in tokens.items())}"
            return said.format(known, name_of(game, raw.get("to", "")))
    return ""


VALUES = {
    "victory-points": "Victory Points", "control-tokens": "control tokens placed",
    "points-to-win": "Victory Points that win", "cards-lost": "cards lost",
}  # fmt: skip
#: Numbers that a side does, and does not have.
GAINS = frozenset({"control-tokens", "cards-lost"})
PEOPLE = {
    "has-initiative": "who has the Initiative token",
    "moves-regiment": "who moves the regiment", "orders-drift": "who says which drifts first",
}  # fmt: skip
WHICH = {
    "terrains": "where the next Assault may be", "regiments": "regiments that may fight",
    "moves-to": "where the regiment may go",
}  # fmt: skip
RESULTS = {
    "fatigue": "the regiments when the turn is over", "drop": "where the regiments stand",
    "production": "what production has brought", "marker": "the marker on that Terrain",
}  # fmt: skip


def value(game: Game, found: Mapping[str, Any]) -> str:
    """A result of a mission in words; nothing for others."""
    if "regiments" in found:
        each = found["regiments"].items()
        return ", ".join(f"{name_of(game, one)} {state}" for one, state in each) or "none"
    if "produced" in found:
        return "; ".join(_gain(game, one) for one in found["produced"].values()) or "nothing"
    if "turned" in found:
        if not found["turned"]:
            return "it stays as it is"
        shows = name_of(game, found["shows"]) if found["shows"] else "what it shows is not told"
        return f"turned over: {shows}; it {'counts' if found['counts'] else 'does not count'}"
    if "up" in found:
        stand = [f"{name_of(game, one)} on {spot}" for one, spot in found["at"].items()]
        up = ", ".join(found["up"]) or "none"
        return f"{', '.join(stand) or 'none'}; turned up: {up}"
    return ""


def _gain(game: Game, one: Mapping[str, Any]) -> str:
    said = [f"{number} {name_of(game, counter)}" for counter, number in one["tokens"].items()]
    if one["size"]:
        said.append(f"Size {one['size']}")
    if one["draws"]:
        said.append(f"cards drawn {one['draws']}")
    if one["unit"] is not None:
        said.append(f"a Unit of {one['unit']} or less")
    return f"{name_of(game, one['terrain'])}: {', '.join(said) or 'nothing'}"


def fact(path: str) -> str:
    """A missing fact of a mission in words; nothing for others."""
    spot, _, field = path.removeprefix("given.mission.field.").partition(".")
    if path.startswith("given.mission.field.") and field:
        return f"the {field} on {spot}"
    return TOLD.get(path, "")


#: Facts of a mission that an answer may need, by the path of the situation.
TOLD = {
    "given.mission.field": "who holds which Terrain",
    "given.mission.piles": "how many Assaults are left in each pile",
    "given.mission.pile": "from which pile the last Terrain came",
    "given.mission.lost": "in which rows the sides have lost before",
    "given.mission.assault": "where the Assault marker lies",
    "given.turn": "the number of the turn",
}
