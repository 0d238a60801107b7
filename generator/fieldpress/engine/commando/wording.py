"""Verdicts in English words, made from codes and params; the verdicts themselves hold no prose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.phrases import (
    CARD_ACTS,
    FROM,
    GAINS,
    HELD,
    HOW,
    LOOKS,
    NUMBERS,
    PHASES,
    PILES,
    STATES,
    TOLD,
    VALUES,
    WHY_NOT,
)
from fieldpress.engine.knowledge import HIDDEN
from fieldpress.engine.verdicts import Contribution, Finding, Need, Turn, Verdict
from fieldpress.model import Game

Say = Callable[[Game, Mapping[str, Any], str], str]

_FINDINGS: dict[str, Say] = {
    "ban": lambda g, p, r: f"{r} bars it",
    "wrong-phase": lambda g, p, r: f"this is {_roles(g, PHASES[p['phase']])}",
    "assault-over": lambda g, p, r: f"the Assault is over: {_roles(g, HOW[p['how']])}",
    "game-over": lambda g, p, r: f"the game is over, won by {side(g, p['winner'])}",
    "not-your-card": lambda g, p, r: f"{r} is a card of {side(g, p['owner'])}",
    "wrong-kind": lambda g, p, r: f"{r} is {_kind(p['kind'])}, not {_kind(p['as'])}",
    "not-in-hand": lambda g, p, r: f"{r} is not in the hand of {side(g, p['side'])}",
    "unit-still-fighting": lambda g, p, r: f"{r or 'a Unit'} is still fighting",
    "no-room": lambda g, p, r: (
        f"{_amount(p['played'])} played, and the Terrain takes {_amount(p['allowed'])}"
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
}


def side(game: Game, ident: str) -> str:
    """A side by its name, with the article."""
    return f"the {game.side_name(ident)}" if ident in game.sides else ident


def wins(game: Game, ident: str) -> str:
    """That a side wins, with the verb that its name asks for."""
    return f"{side(game, ident)} {'win' if game.side_name(ident).endswith('s') else 'wins'}"


def _roles(game: Game, text: str) -> str:
    names = {str(e["role"]): game.side_name(s) for s, e in game.sides.items() if "role" in e}
    return text.format(**names)


def _kind(kind: Any) -> str:
    words = {"unit": "a Unit", "event": "an Event", "action": "a Combat Action"}
    return words.get(str(kind), f"{kind}")


def _amount(value: Any) -> str:
    """`4`, `2 or more`, `from 1 to 3`, `not known`."""
    if isinstance(value, Mapping) and set(value) == {"low", "high"}:
        low, high = value["low"], value["high"]
        if low is None and high is None:
            return "a number that is not known"
        if high is None:
            return f"{low} or more"
        return f"{high} or less" if low is None else f"from {low} to {high}"
    return str(value)


def _since(since: list[str]) -> str:
    words = {
        "token": "a token was tossed",
        "choice": "the choice was made",
        "move": "play has moved on",
    }
    return " and ".join(dict.fromkeys(words[s] for s in since))


def name(game: Game, record: str) -> str:
    """A record by its name, as people call it; `given.…` stays a path in words."""
    kind, _, ident = record.partition(":")
    if ident == HIDDEN:
        return "a card face down"
    if kind == "rule":
        clause = game.clauses.get(ident)
        return clause.title.get() if clause else ident
    pieces = kind in ("card", "terrain", "counter")
    found = getattr(game, f"{kind}s").get(ident) if pieces else None
    if found is not None:
        return str(found.name)
    return ident if ident else "as told" if record.startswith("given") else record


def finding(game: Game, found: Finding) -> str:
    """A finding as a clause of a sentence, without a full stop."""
    record = name(game, found.record) if found.record else ""
    said = _FINDINGS[found.code](game, found.params, record)
    if found.status == "lifted":
        by = name(game, found.lifted_by)
        if found.code == "ban":
            return f"{record} bars others, not this one ({by})"
        return f"{said}; set aside: {by}"
    if found.status == "open":
        return f"perhaps: {said}"
    return said


def contribution(game: Game, part: Contribution) -> str:
    """One part of a number, such as `+1 Token`, or why it does not count."""
    who = name(game, part.record)
    amount = _amount(part.amount.to_json())
    if part.params.get("stated"):
        who = "as stated"
    if not part.counted:
        params = {k: name(game, v) if k == "by" else v for k, v in part.params.items()}
        if "role" in params:
            params["role"] = _kind(params["role"])
        if "state" in params:
            params["state"] = STATES.get(str(params["state"]), str(params["state"]))
        return f"{who}: not counted, {WHY_NOT[part.why].format(**params)}"
    if part.why == "unstated-effects":
        return f"{who}: what else it does is not stated"
    if part.what == "units-played":
        return f"played: {who}" if not part.params.get("stated") else f"played: {amount}, {who}"
    if part.operation == "add" and not part.amount.known:
        return f"{amount} more  {who}"
    sign = {"base": "", "add": "+", "set": "= ", "at-least": "at least ", "at-most": "at most "}
    if part.operation == "add" and part.amount.known and part.amount.number < 0:
        return f"{amount}  {who}"
    return f"{sign.get(part.operation, '')}{amount}  {who}"


def move(game: Game, raw: Mapping[str, Any]) -> str:
    """A move in words: `toss a Token`, `play Sapeurs as a Unit`."""
    if "play" in raw or "answer" in raw:
        verb = "play" if "play" in raw else "answer with"
        role = f" as {_kind(raw['as'])}" if "as" in raw else ""
        return f"{verb} {piece(game, raw.get('play', raw.get('answer')))}{role}"
    if "toss" in raw:
        origin = f" (from {piece(game, raw['origin'])})" if raw.get("origin") else ""
        counter = piece(game, raw["toss"], "counters")
        if raw["toss"] in game.counters and game.counters[raw["toss"]].kind == "fate":
            return f"toss the {counter}"
        article = "an" if counter[:1].lower() in "aeiou" else "a"
        return f"use {article} {counter}{origin}"
    if "choose" in raw:
        return f"make the choice ({raw['choose']})"
    for key, said in CARD_ACTS.items():
        if key in raw:
            return said.format(piece(game, raw[key]))
    if "look" in raw:
        return LOOKS[raw["look"]]
    words = {
        "redraw": "exchange the starting hand", "campaign_token": "lay a campaign token here",
        "discard": "discard cards",
        "decline": "let it pass", "stop": "raise no further", "retreat": "end the Assault",
        "give_strength": "give up a Strength Point instead of playing a Unit",
        "no_unit": "play no Unit", "decide": "decide whether to answer",
    }  # fmt: skip
    return next((text for key, text in words.items() if key in raw), "do that")


def piece(game: Game, ident: Any, wanted: str = "") -> str:
    """A piece by the name or id that the asker gave; of one kind, where several bear the name."""
    if ident == HIDDEN:
        return "a card face down"
    for kind, exact in game.find(str(ident)):
        if wanted and kind != wanted:
            continue
        return name(game, f"{kind.removesuffix('s')}:{exact}")
    return str(ident)


def answer(game: Game, ask: Mapping[str, Any], verdict: Verdict) -> str:
    """The short answer to a question, as one sentence or two."""
    for kind in ("may", "why_not"):
        if kind in ask:
            who = side(game, ask[kind]["side"])
            act = move(game, ask[kind])
            if verdict.outcome == "allowed":
                return f"Yes, {who} may {act}."
            if verdict.outcome == "forbidden":
                return f"No, {who} may not {act}."
            return f"Undetermined: whether {who} may {act}. It turns on {_wanted(game, verdict)}."
    if "must" in ask:
        who, act = side(game, ask["must"]["side"]), move(game, ask["must"])
        return f"Yes, {who} must {act}." if verdict.value else f"No, {who} need not {act}."
    about = _about(game, ask)
    if verdict.outcome == "forbidden":
        against = "; ".join(finding(game, f) for f in verdict.objections)
        return f"What is told does not go that far: {against}."
    if verdict.outcome == "undetermined":
        value = verdict.value.to_json() if hasattr(verdict.value, "to_json") else None
        bounded = value is not None and value != {"low": None, "high": None}
        known = f" ({_amount(value)})" if bounded else ""
        return f"Undetermined: {about}{known}. It turns on {_wanted(game, verdict)}."
    said = value_text(game, verdict.value)
    if verdict.value == NOBODY and (
        str(ask.get("who")).startswith("wins") or ask.get("result") == "game"
    ):
        said = "nobody yet"
    return f"{about[:1].upper()}{about[1:]}: {said}."


def _about(game: Game, ask: Mapping[str, Any]) -> str:
    of = f" of {side(game, ask['of'])}" if "of" in ask else ""
    by = f" by {piece(game, ask['by'])}" if "by" in ask else ""
    if ask.get("value") == "tokens-taken":
        return f"tokens that {piece(game, ask['by'])} gives {side(game, ask['of'])}"
    if "value" in ask:
        if "of" in ask and ask["value"] in GAINS:
            of = f" by {side(game, ask['of'])}"
        return f"{VALUES[ask['value']]}{of}{by}"
    if "counted" in ask:
        return f"what {piece(game, ask['counted'])} counts"
    if "legal" in ask:
        return f"moves open to {side(game, ask['legal'])}"
    if "which" in ask:
        if ask["which"] == "counted":
            return f"cards that {piece(game, ask['by'])} counts"
        verb = "answer with" if ask["which"] == "answers" else "play"
        return f"cards that {side(game, ask['of'])} may {verb}"
    if "goes" in ask:
        the = "the " if str(ask["goes"]) in game.counters else ""
        return f"where {the}{piece(game, ask['goes'])} goes"
    if "result" in ask:
        if ask["result"] == "next-turn":
            return "where the next turn is played"
        if ask["result"] == "game":
            return "who has won the game"
        return f"result of the {ask['result'].title()}"
    return {
        "acts": "who acts now", "leads": "who wins this fight as it stands",
        "chooses": "who makes the choice", "chooses-terrain": "who picks the Terrain",
        "chooses-heroic": "who takes a heroic card", "wins-assault": "who wins the Assault",
        "wins-campaign": "who wins the campaign",
        "wins-game": "who wins the game", "turn-token": "whose face of the Turn token shows then",
    }[ask["who"]]  # fmt: skip


def value_text(game: Game, value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return side(game, value) if value in game.sides else PILES.get(value, value)
    if isinstance(value, list):
        parts = [move(game, v) if isinstance(v, Mapping) else name(game, v) for v in value]
        apart = "; " if any(isinstance(v, Mapping) for v in value) else ", "
        return apart.join(parts) if parts else "none"
    if isinstance(value, Mapping) and "from" in value:
        count, picks = value["reveal"], value["chooses"]
        where = [str(FROM.get(value["from"], value["from"]))]
        where += [f"{count} turned up"] if count else []
        where += [f"{side(game, picks)} picks"] if picks in game.sides else []
        return ", ".join(where)
    if isinstance(value, Mapping):
        winner = value.get("winner")
        said = [wins(game, winner) if winner in game.sides else "nobody has won yet"]
        if value.get("destroyed"):
            said.append(f"{', '.join(name(game, d) for d in value['destroyed'])} destroyed")
        if "over" in value and not value["over"]:
            said.append("it goes on")
        if "strength" in value:
            points = value["strength"]
            whose = next((n for n, e in game.sides.items() if e.get("role") == "attacker"), "")
            many = "no" if points == 0 else points
            plural = "" if points == 1 else "s"
            said.append(f"{side(game, whose)} has {many} Strength Point{plural} left")
        return ", ".join(said)
    return str(value)


def _wanted(game: Game, verdict: Verdict) -> str:
    return " and ".join(fact(game, n.fact) for n in verdict.needs) or "facts that are not stated"


def fact(game: Game, path: str) -> str:
    """A missing fact in words."""
    kind, _, rest = path.partition(":")
    if kind == "discrepancy":
        record = game.discrepancies.get(rest)
        return f"a point that the book leaves open ({record.title if record else rest})"
    ident, _, field = path.rpartition(".")
    parts = path.split(".")
    if parts[:2] == ["given", "sides"] and len(parts) == 4 and parts[3] in HELD:
        return HELD[parts[3]].format(side(game, parts[2]))
    if path in TOLD:
        return TOLD[path]
    if ident == "given" or path.startswith("given."):
        said = path.removeprefix("given.").replace("_", " ").split(" of ")
        told = [said[0], *(piece(game, s) for s in said[1:])]
        return f"the {' of '.join(told)}"
    if ident == HIDDEN:
        return "a card face down"
    words = {"effects": "what else {0} does", "combat_value": "the Combat value of {0}"}
    return words.get(field, f"the {field.replace('_', ' ')} of {{0}}").format(piece(game, ident))


def untold(field: str) -> str:
    """Something that a situation does not tell, in words."""
    words = {"terrain": "the Terrain", "reserve": "the Reserve", "draw_pile": "the draw pile"}
    return words.get(field, f"the {field.replace('_', ' ')}")


def read_fact(game: Game, path: str) -> str:
    """A fact that rests on our reading, `card:ID.FIELD`, in words."""
    record, _, field = path.rpartition(".")
    words = {
        "side": "the side of {}", "kind": "which kind of card {} is",
        "heroic": "whether {} is heroic", "effects": "what {} does",
        "copies": "how many copies of {} there are",
    }  # fmt: skip
    return words.get(field, f"the {field.replace('_', ' ')} of {{}}").format(name(game, record))


def turns(game: Game, need: Need) -> list[str]:
    """How the answer turns on a missing number, one line each."""
    return [f"{_turn(game, turn)} if {_range(game, need, turn)}" for turn in need.turns]


def _turn(game: Game, turn: Turn) -> str:
    if turn.outcome == "value":
        said = value_text(game, turn.value)
        if turn.value == NOBODY:
            return "nobody wins"
        return wins(game, turn.value) if turn.value in game.sides else said
    return {"allowed": "allowed", "forbidden": "not allowed"}.get(turn.outcome, "undetermined")


def _range(game: Game, need: Need, turn: Turn) -> str:
    ident, _, field = need.fact.rpartition(".")
    told = ident.partition(".")[0] == "given"
    what = NUMBERS.get(field, f"the {field}") if told else piece(game, ident)
    verb = "adds" if field == "effects" else "is" if told else "counts"
    if turn.high is None:
        return f"{what} {verb} {turn.low} or more"
    if turn.low is None or turn.low == 0:
        return f"{what} {verb} {turn.high} or less" if turn.high else f"{what} {verb} 0"
    if turn.low == turn.high:
        return f"{what} {verb} {turn.low}"
    return f"{what} {verb} from {turn.low} to {turn.high}"
