"""Verdicts in English words, made from codes and params; the verdicts themselves hold no prose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.missions import wording as missions
from fieldpress.engine.commando.objections import FINDINGS
from fieldpress.engine.commando.phrases import (
    CARD_ACTS,
    FROM,
    GAINS,
    HELD,
    LOOKS,
    NUMBERS,
    PILES,
    STATES,
    TOLD,
    VALUES,
    WHY_NOT,
)
from fieldpress.engine.commando.saying import amount_of, kind_of, name, place_name, side, wins
from fieldpress.engine.knowledge import HIDDEN
from fieldpress.engine.verdicts import Contribution, Finding, Need, Turn, Verdict
from fieldpress.model import Game

_WHY_NOT = {**WHY_NOT, **missions.WHY_NOT}


def finding(game: Game, found: Finding) -> str:
    """A finding as a clause of a sentence, without a full stop."""
    record = name(game, found.record) if found.record else ""
    table = FINDINGS if found.code in FINDINGS else missions.FINDINGS
    said = table[found.code](game, found.params, record)
    if found.code == "no-effect":
        return said
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
    amount = amount_of(part.amount.to_json())
    if part.params.get("stated"):
        who = "as stated"
    if not part.counted:
        params = {k: name(game, v) if k == "by" else v for k, v in part.params.items()}
        if "role" in params:
            params["role"] = kind_of(params["role"])
        if "state" in params:
            params["state"] = STATES.get(str(params["state"]), str(params["state"]))
        return f"{who}: not counted, {_WHY_NOT[part.why].format(**params)}"
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
    if raw.get("play") is True or raw.get("toss") is True:
        return "play a card" if "play" in raw else "use a token"
    if "play" in raw or "answer" in raw:
        verb = "play" if "play" in raw else "answer with"
        role = f" as {kind_of(raw['as'])}" if "as" in raw else ""
        return f"{verb} {piece(game, raw.get('play', raw.get('answer')))}{role}"
    used = raw.get("toss", raw.get("roll"))
    if used is not None:
        origin = f" (from {piece(game, raw['origin'])})" if raw.get("origin") else ""
        counter = piece(game, used, "counters")
        if used in game.counters and game.counters[used].kind == "fate":
            return f"toss the {counter}"
        article = "an" if counter[:1].lower() in "aeiou" else "a"
        return f"use {article} {counter}{origin}"
    of_mission = missions.move(game, raw)
    if of_mission:
        return of_mission
    if "choose" in raw:
        chosen = raw["choose"]
        if isinstance(chosen, list):
            kinds = [
                (chosen.count(one), piece(game, one, "counters")) for one in dict.fromkeys(chosen)
            ]
            return "give back " + ", ".join(f"{n} × {what}" for n, what in kinds)
        return f"make the choice ({chosen})"
    for key, said in CARD_ACTS.items():
        if key in raw and raw[key] is not True:
            return said.format(piece(game, raw[key]))
    if "look" in raw:
        return LOOKS[raw["look"]]
    words = {
        "redraw": "exchange the starting hand", "campaign_token": "lay a campaign token here",
        "discard": "discard cards", "done": "do no more",
        "decline": "let it pass", "stop": "raise no further", "retreat": "end the Assault",
        "give_strength": "give up a Strength Point instead of playing a Unit",
        "no_unit": "play no Unit", "decide": "decide whether to answer",
        "recover": "try for a Unit of the Building",
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
        if verdict.outcome == "undetermined":
            return f"Undetermined: whether {who} must {act}. It turns on {_wanted(game, verdict)}."
        return f"Yes, {who} must {act}." if verdict.value else f"No, {who} need not {act}."
    about = _about(game, ask)
    if verdict.outcome == "forbidden":
        against = "; ".join(finding(game, f) for f in verdict.objections)
        return f"What is told does not go that far: {against}."
    if verdict.outcome == "undetermined":
        value = verdict.value.to_json() if hasattr(verdict.value, "to_json") else None
        bounded = value is not None and value != {"low": None, "high": None}
        known = f" ({amount_of(value)})" if bounded else ""
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
        if "counter" in ask:
            what = piece(game, ask["counter"], "counters")
            if ask["value"] == "reserve":
                return f"tokens of the kind {what} in their reserve"
            of = f" ({what}){of}"
        if "of" in ask and ask["value"] in GAINS | missions.GAINS:
            of = f" by {side(game, ask['of'])}"
        return f"{(VALUES | missions.VALUES)[ask['value']]}{of}{by}"
    if "counted" in ask:
        return f"what {piece(game, ask['counted'])} counts"
    if "legal" in ask:
        return f"moves open to {side(game, ask['legal'])}"
    if ask.get("which") in missions.WHICH:
        return missions.WHICH[ask["which"]]
    if "which" in ask:
        if ask["which"] == "counted":
            return f"cards that {piece(game, ask['by'])} counts"
        verb = "answer with" if ask["which"] == "answers" else "play"
        return f"cards that {side(game, ask['of'])} may {verb}"
    if "goes" in ask:
        the = "the " if str(ask["goes"]) in game.counters else ""
        return f"where {the}{piece(game, ask['goes'])} goes"
    if ask.get("result") in missions.RESULTS:
        return missions.RESULTS[ask["result"]]
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
        **missions.PEOPLE,
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
        where = [str(FROM.get(value["from"]) or place_name(game, str(value["from"])))]
        where += [f"{count} turned up"] if count else []
        where += [f"{side(game, picks)} picks"] if picks in game.sides else []
        return ", ".join(where)
    if isinstance(value, Mapping) and missions.value(game, value):
        return missions.value(game, value)
    if isinstance(value, Mapping):
        winner = value.get("winner")
        said = [wins(game, winner) if winner in game.sides else "nobody has won yet"]
        if value.get("destroyed"):
            said.append(f"{' and '.join(name(game, d) for d in value['destroyed'])} destroyed")
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
    if parts[:2] == ["given", "reserve"] and len(parts) == 3:
        return f"how many tokens of the kind {piece(game, parts[2], 'counters')} are left"
    known = TOLD.get(path) or missions.fact(path)
    if known:
        return known
    if ident == "given" or path.startswith("given."):
        said = path.removeprefix("given.").replace("_", " ").split(" of ")
        told = [said[0], *(piece(game, s) for s in said[1:])]
        return f"the {' of '.join(told)}"
    if ident == HIDDEN:
        return "a card face down"
    words = {
        "effects": "what else {0} does", "combat_value": "the Combat value of {0}",
        "support": "whether {0} has Support", "building": "whether {0} is a Building",
        "heroic": "whether {0} is heroic",
    }  # fmt: skip
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


__all__ = [
    "answer", "contribution", "fact", "finding", "move", "name", "piece", "read_fact", "side",
    "turns", "untold", "value_text",
]  # fmt: skip
