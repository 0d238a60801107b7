"""One step of a procedure as a sentence (English). Pieces appear as links, `[[terrain:ID]]`.

The figures, names and places all come from the step and its records; only the grammar is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fieldpress.engine.setup.phrases import (
    NOUNS,
    face_name,
    listed,
    many,
    pieces,
    side_of,
)
from fieldpress.engine.setup.procedure import ALL, Procedure, Step
from fieldpress.engine.setup.restrictions import Condition, Restriction
from fieldpress.engine.verdicts import distinct
from fieldpress.model import Game


def sentence(steps: Procedure, step: Step) -> str:
    """One step as a sentence."""
    said = sentence_of(steps, step)
    if step.unknown:
        said += f" ({step.unknown.rstrip('.')}.)"
    return said[0].upper() + said[1:] + "."


def sentence_of(
    steps: Procedure, step: Step, last: Step | None = None, alike: Sequence[Step] = ()
) -> str:
    said = _said(steps, step, last, alike)
    if not who_does(steps, step):
        said = _bare(said.strip())
    return said if step.condition is None else f"{_condition(steps, step.condition)}, {said}"


def _bare(said: str) -> str:
    """A sentence about nobody, as one to whoever reads it."""
    verb, _, rest = said.partition(" ")
    return f"{verb[:-1]} {rest}" if verb in _VERBS else said


_VERBS = frozenset({"lays", "puts", "takes", "turns", "adds", "returns", "flips", "shuffles"})


def _condition(steps: Procedure, condition: Condition) -> str:
    """When a step is done, as the beginning of its sentence."""
    if condition.place:
        name = steps.places[condition.place].name
        shown = _shown(steps, condition.wanted, condition.place)
        return f"if the {name} shows “{shown}”"
    step = next((one for one in steps.walk() if one.id == condition.step), None)
    if condition.wanted in steps.places:
        return f"if it is the {steps.places[condition.wanted].name}"
    said = dict(step.options) if step is not None else {}
    if condition.wanted in said:
        return f"with {said[condition.wanted]}"
    if step is not None and step.do == "roll":
        return f"on “{_shown(steps, condition.wanted, step.source)}”"
    return "if so" if condition.wanted == "yes" else "if not"


def _shown(steps: Procedure, face: str, place: str) -> str:
    """A face of the counter that the setup puts at a place, as it is printed."""
    counters = steps.game.counters
    laid = [
        ident
        for procedure in steps.scenario.raw.get("procedures", ())
        for raw in procedure["steps"]
        if raw.get("to") == place and raw.get("what", {}).get("kind") == "counter"
        for ident in raw["what"].get("ids", ())
    ]
    for ident in (*laid, *counters):
        for entry in counters[ident].faces if ident in counters else ():
            if entry.id == face:
                return str(entry.shows)
    return face


def _said(steps: Procedure, step: Step, last: Step | None, alike: Sequence[Step] = ()) -> str:
    game = steps.game
    who = who_does(steps, step)
    where = where_to(steps, step)
    what = listed([pieces(game, one) for one in alike or (step,)])
    manner = _manner(game, step)
    source = _name(steps, step.source, step) if step.source else ""
    if last is not None and _same_pieces(step, last):
        source = "them"
    if step.do == "agree":
        names = [game.side_name(side) for side in game.sides]
        return f"agree who plays {' and who plays '.join('the ' + name for name in names)}"
    if step.do == "take":
        verb = "put" if where else "take"
        return f"{who} takes {what}{where}{manner}" if who else f"{verb} {what}{where}{manner}"
    if step.do == "shuffle" and step.among:
        piles = listed([_name(steps, place, step) for place in step.among])
        return f"{who} shuffles {piles}, each by itself".strip()
    if step.do == "shuffle":
        return f"{who} shuffles {source}" if who else f"shuffle {source}"
    if step.among and step.do == "deal":
        return f"{who} lays {step.count} of {source} on {_each(steps, step.among)}{manner}"
    if step.among and step.do == "flip":
        return f"{who or 'one player'} turns up what lies on {_each(steps, step.among)}"
    if step.options:
        texts = [str(text) for _, text in step.options]
        return f"{who} announces {', '.join(texts[:-1])} or {texts[-1]}"
    if step.do == "roll":
        return f"{who or 'one player'} tosses {source}{manner}"
    if step.do == "flip":
        if step.face == "up":
            return f"{who or 'one player'} turns up {source}"
        over = manner or " over"
        return f"{who or 'one player'} {'flips' if manner else 'turns'} {source}{over}"
    if step.do == "pick":
        among = [_name(steps, place, step) for place in step.among]
        blindly = ", not knowing what lies there" if step.random else ""
        return f"{who} picks {', '.join(among[:-1])} or {among[-1]}{blindly}"
    if step.do == "redraw":
        most = steps.parameters.get("redraws", {}).get("value")
        times = {None: "", 1: ", once"}.get(most, f", up to {most} times")
        hand = _name(steps, step.target, step)
        return f"{who} may shuffle {hand} back into {source} and draw {step.count} new cards{times}"
    if step.do == "draw":
        noun = NOUNS[steps.places[step.source].holds]
        return f"{who} takes {many(step.count, noun)} from {source}{where}{manner}"
    if step.do == "deal" and step.face == "up" and not what:
        noun = NOUNS[steps.places[step.source].holds]
        return f"{who} turns up {many(step.count, noun)} of {source}{_manner(game, step, '')}"
    if step.do == "choose":
        what, _, without = what.partition(" (not ")
        return f"{who} takes {what} of his choice{without and ' (not ' + without}{where}{manner}"
    if step.do in ("deal", "remove"):
        verb = {"deal": "takes", "remove": "puts"}[step.do]
        chosen = f"{step.count} of {source}"
        if what:
            chosen = f"{what} from {source}" if step.do == "remove" else what
        return f"{who} {verb} {chosen}{where}{manner}"
    if step.do == "return" and not what:
        return f"{who} returns {source} to {_name(steps, step.target, step)}{manner}"
    if step.do == "stack":
        if steps.places[step.source].ordered and _dealt_before(steps, step):
            source = f"the rest of {source}"
        on = _filled_before(steps, step)
        if steps.moment != "setup" and not on:
            return f"{who} adds {source} to {_name(steps, step.target, step)}{manner}"
        spot = f" on {'top of' if step.on == 'top' else 'the bottom of'} {on}" if on else where
        return f"{who} lays {source}{spot}{manner}"
    if step.do == "may":
        inner = " and ".join(sentence_of(steps, one).removeprefix(f"{who} ") for one in step.steps)
        prices = _prices(steps, step.prices)
        if not prices:
            return f"{who} may do this: he {inner}"
        return f"{who} may pay with {prices}; he then {inner}"
    if step.do == "arrange":
        piles = listed([f"{count} for {_name(steps, place, step)}" for place, count in step.into])
        group, counts = _group(steps, [p for p, _ in step.into]), {count for _, count in step.into}
        if group and len(counts) == 1:
            piles = f"{counts.pop()} for each {group}"
        kept = "".join(distinct(_kept(steps, rule) for rule in step.restrictions))
        if step.face not in ("", "up", "down"):
            manner = f", the side “{_shown(steps, step.face, step.source)}” up"
        return f"{who} shares out {source} as he likes, in any order: {piles}{manner}{kept}"
    if step.do == "place" and step.count == ALL and step.on == "bottom":
        return f"{who} puts {source} under {_name(steps, step.target, step)}"
    verb = {"place": "puts", "set-aside": "lays", "return": "returns"}.get(step.do, "puts")
    if step.do == "place" and step.count == ALL:
        return f"{who} adds {source}{where and ' ' + where.strip()}{manner}"
    return f"{who} {verb} {what}{where}{manner}"


def _kept(steps: Procedure, rule: Restriction) -> str:
    """A restriction, as the end of a sentence."""
    if rule.text is not None:
        return f"; {rule.text}"
    when = " ".join(_condition(steps, one) for one in rule.conditions)
    when = f"{when}, " if when else ""
    groups = [" with ".join(f"[[{p}]]" for p in group) for group in rule.groups]
    if rule.kind == "gathered":
        one = _group(steps, rule.places) or "place"
        return f"; {when}each {one} has {', '.join(groups[:-1])} or {groups[-1]}"
    if rule.kind == "sequence":
        order = {
            "first": f"from the {steps.places[rule.places[0]].name} on",
            "last": f"from the {steps.places[rule.places[-1]].name} on",
            "either": "from one end or the other",
        }[rule.start]
        return f"; {when}in this order {order}: {', '.join(groups)}"
    said = f"; no two alike among each {rule.together} from the top"
    return said + (", else there is a price in play" if rule.penalty else "")


def _group(steps: Procedure, places: Sequence[str]) -> str:
    """What all these places are one of; empty where they are not of one group."""
    groups = {str(steps.places[name].group or "") for name in places}
    return groups.pop() if len(groups) == 1 else ""


def _each(steps: Procedure, places: Sequence[str]) -> str:
    """Places that are filled alike, together where they are of a group."""
    groups = distinct(str(steps.places[name].group or "") for name in places)
    if all(groups):
        return listed([f"each {group}" for group in groups])
    return listed([f"the {steps.places[name].name}" for name in places])


def _prices(steps: Procedure, prices: Sequence[Step]) -> str:
    """What is paid, from where and to where; prices that only differ by heroic told as one."""

    def goes(price: Step) -> str:
        where = steps.places[price.target].where
        return str(where) if where else f"to {_name(steps, price.target, price)}"

    def paid(price: Step) -> str:
        return f"{pieces(steps.game, price)} from {_name(steps, price.source, price)}"

    whats = [None if p.what is None else replace(p.what, heroic=None) for p in prices]
    heroic = [None if p.what is None else p.what.heroic for p in prices]
    if len(prices) == 2 and whats[0] == whats[1] and heroic == [False, True]:
        first, second = prices
        what = paid(replace(first, what=whats[0]))
        return f"{what} ({goes(first)}; a heroic one goes {goes(second)})"
    return " or ".join(f"{paid(price)} ({goes(price)})" for price in prices)


def _dealt_before(steps: Procedure, step: Step) -> bool:
    """Whether some of the pile that a step moves has gone before."""
    for other in steps.steps:
        if other is step:
            return False
        if other.source == step.source and isinstance(other.count, int):
            return True
    return False


def _same_pieces(step: Step, last: Step) -> bool:
    """Whether a step goes on with the very pieces that the last one spoke of."""
    if step.do in ("shuffle", "stack") and step.source == last.target:
        return True
    return last.do == "shuffle" and bool(step.source) and step.source == last.source


def who_does(steps: Procedure, step: Step) -> str:
    if step.each or step.who == "each":
        return "each player"
    side = side_of(steps.game, step.who)
    return f"the {steps.game.player_name(side)}" if side else ""


def _name(steps: Procedure, place: str, step: Step) -> str:
    """A place in a sentence: his own without the side's name, another with an article."""
    entry = steps.places[place]
    name = entry.name.get()
    side = side_of(steps.game, entry.side)
    if side and entry.side == step.who:
        own = steps.game.side_name(side)
        return f"his {name.removeprefix(own).strip()}"
    return f"the {name}"


def where_to(steps: Procedure, step: Step) -> str:
    place = steps.places.get(step.target)
    return f" {place.where}" if place is not None and place.where else ""


def _filled_before(steps: Procedure, step: Step) -> str:
    for other in steps.steps:
        if other is step:
            return ""
        if other.target == step.target:
            return f"the {steps.places[step.target].name}"
    return ""


def _manner(game: Game, step: Step, face: str | None = None) -> str:
    step = step if face is None else replace(step, face=face)
    out = ", picked blindly" if step.random and step.seen_by == "nobody" else ""
    if not out and step.random:
        out = ", picked at random"
    elif not out and step.seen_by == "nobody":
        out = ", unseen"
    if step.face in ("down", "up"):
        out += f", face {step.face}"
    elif step.face:
        out += f", {face_name(game, step)} up"
    return out
