"""Verdicts in English words, made from codes and params; the verdicts themselves hold no prose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.normandie.case import BASE
from fieldpress.engine.normandie.phrases import (
    ACTS,
    ASKED,
    BASE_FACTS,
    FINDINGS,
    NUMBERS,
    WHY_NOT,
    WORDS,
)
from fieldpress.engine.verdicts import Amount, Contribution, Finding, Need, Turn, Verdict
from fieldpress.model import Game


class _Open(dict[str, Any]):
    """Params of a finding, in which what is not said is left open."""

    def __missing__(self, key: str) -> str:
        return "so many"


def side(game: Game, ident: str) -> str:
    """A side by its name, with the article."""
    return f"the {game.side_name(ident)}" if ident in game.sides else ident


def name(game: Game, record: str) -> str:
    """A record by its name; a unit, place or craft of the situation by the name it has there."""
    if record == BASE:
        return "the base game"
    kind, _, ident = record.partition(":")
    if kind == "rule":
        clause = game.clauses.get(ident)
        return clause.title.get() if clause else ident
    store = {"option": "options", "action": "actions", "counter": "counters", "tile": "tiles"}.get(
        kind
    )
    found = getattr(game, store).get(ident) if store else None
    if found is not None:
        return str(found.name)
    if kind == "side":
        return side(game, ident)
    owner, slash, rest = ident.rpartition("/")
    if owner and slash:  # another game's record, whose id is its name in plain letters
        return _plain(rest).title()
    return _plain(ident or record)


def _plain(word: Any) -> str:
    return str(word).replace("-", " ").replace("_", " ")


def piece(game: Game, ident: Any, wanted: str = "") -> str:
    """Something by the name that the asker gave: a side, a piece, or as it is called there."""
    text = str(ident)
    if text in game.sides:
        return side(game, text)
    for kind, exact in game.find(text):
        if not wanted or kind == wanted:
            return name(game, f"{kind.removesuffix('s')}:{exact}")
    owner, slash, rest = text.rpartition("/")
    return _plain(rest).title() if slash and owner else _plain(text)


def amount(value: Any) -> str:
    """`4`, `2 or more`, `from 1 to 3`, `not known`."""
    if isinstance(value, Mapping) and set(value) == {"low", "high"}:
        low, high = value["low"], value["high"]
        if low is None and high is None:
            return "a number that is not known"
        if high is None:
            return f"{low} or more"
        return f"{high} or less" if low is None else f"from {low} to {high}"
    return str(value) if isinstance(value, int) else _plain(value)


def finding(game: Game, found: Finding) -> str:
    """A finding as a clause of a sentence, without a full stop."""
    params = {
        key: amount(value) if value is not None else "an unknown number"
        for key, value in found.params.items()
    }
    record = name(game, found.record) if found.record else "it"
    said = FINDINGS[found.code].format_map(_Open({"record": record, **params}))
    if found.status == "lifted":
        return f"{said}; not so for {name(game, found.lifted_by)}"
    return f"perhaps: {said}" if found.status == "open" else said


def contribution(game: Game, part: Contribution) -> str:
    """One part of a number, such as `+1  Knife`, or why it does not count."""
    whose, number = name(game, part.record), amount(part.amount.to_json())
    if not part.counted:
        return f"{whose}: not counted, {WHY_NOT[part.why]}"
    if not part.amount.known:
        return f"{number}  {whose}"
    sign = {
        "base": "", "add": "+", "set": "= ", "at-least": "at least ", "at-most": "at most ",
        "base-at-most": "at most ",
    }.get(part.operation, "")  # fmt: skip
    if part.operation == "add" and part.amount.number < 0:
        sign = ""
    return f"{sign}{number}  {whose}"


def move(game: Game, raw: Mapping[str, Any]) -> str:
    """An act in words, as after `may`."""
    verb = next((one for one in ACTS if one in raw), "")
    if not verb:
        return "do that"
    what = raw[verb]
    if isinstance(what, (list, tuple)):
        listed = [piece(game, one) for one in what]
        shown = (
            " and ".join((", ".join(listed[:-1]), listed[-1]))
            if len(listed) > 1
            else "".join(listed)
        )
    else:
        shown = piece(game, what) if isinstance(what, str) else ""
    into = piece(game, raw["into"]) if "into" in raw else "it"
    return ACTS[verb].format(what=shown, count=raw.get("count", 1), into=into)


def who(game: Game, raw: Mapping[str, Any]) -> str:
    """Who does an act."""
    return piece(game, raw.get("unit") or raw.get("side") or raw.get("by") or "it")


def answer(game: Game, ask: Mapping[str, Any], verdict: Verdict) -> str:
    """The short answer to a question, as one sentence or two."""
    for kind in ("may", "why_not"):
        if kind in ask:
            doer, act = who(game, ask[kind]), move(game, ask[kind])
            if verdict.outcome == "allowed":
                return f"Yes, {doer} may {act}."
            if verdict.outcome == "forbidden":
                return f"No, {doer} may not {act}."
            return f"Undetermined: whether {doer} may {act}. It turns on {_wanted(game, verdict)}."
    if "must" in ask:
        doer = piece(game, ask.get("unit", "it"))
        if verdict.outcome == "undetermined":
            return f"Undetermined: whether {doer} must stop. It turns on {_wanted(game, verdict)}."
        return f"Yes, {doer} must stop." if verdict.value else f"No, {doer} need not stop."
    about = _about(game, ask)
    if verdict.outcome == "forbidden":
        against = "; ".join(finding(game, f) for f in verdict.objections)
        return f"What is told does not go that far: {against}."
    if verdict.outcome == "undetermined":
        raw = verdict.value.to_json() if isinstance(verdict.value, Amount) else None
        bounded = raw is not None and raw not in (
            {"low": None, "high": None},
            {"low": 0, "high": None},
        )
        known = f" ({amount(raw)})" if bounded else ""
        return f"Undetermined: {about}{known}. It turns on {_wanted(game, verdict)}."
    return f"{about[:1].upper()}{about[1:]}: {value_text(game, verdict.value)}."


def _about(game: Game, ask: Mapping[str, Any]) -> str:
    of = ask.get("of") or ask.get("in")
    whose = f" of {piece(game, of)}" if isinstance(of, str) else ""
    if "value" in ask:
        return f"{NUMBERS[ask['value']]}{whose}"
    for kind in ("who", "which", "result"):
        if kind in ask:
            said = ASKED[kind, ask[kind]]
            return f"{said} ({piece(game, of)})" if isinstance(of, str) else said
    return "the answer"


def value_text(game: Game, value: Any) -> str:
    """A value in words."""
    if isinstance(value, Amount):
        return amount(value.to_json())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(value_text(game, one) for one in value) or "none"
    text = str(value)
    if text in WORDS:
        return WORDS[text]
    if ":" in text:
        return name(game, text)
    return piece(game, text)


def _wanted(game: Game, verdict: Verdict) -> str:
    facts = list(dict.fromkeys(fact(game, need.fact) for need in verdict.needs))
    if len(facts) > 3:
        return f"{', '.join(facts[:3])} and {len(facts) - 3} more facts"
    return " and ".join(facts) if facts else "what the base game says"


def fact(game: Game, need: str) -> str:
    """A missing fact in words."""
    kind, _, rest = need.partition(":")
    if kind == "discrepancy":
        record = game.discrepancies.get(rest)
        return f"a point that the book leaves open ({record.title if record else rest})"
    if kind == "option":
        ident, _, field = rest.partition(".")
        return f"the {field} of {name(game, f'option:{ident}')}"
    parts = need.split(".")
    head, path = parts[0], parts[1:]
    if head == "base":
        return f"a rule or figure of the base game: {BASE_FACTS.get(path[-1], _plain(path[-1]))}"
    if path == ["map", "diagonals"]:
        return "whether diagonal spaces are adjacent"
    if path[:1] == ["won"] and len(path) == 2:
        return f"who won scenario {path[1]}"
    if head == "ask" or not path:
        return f"what is said of the act ({_plain(path[-1] if path else need)})"
    if path[0] == "spaces" and len(path) == 3:
        return f"how many spaces apart {_plain(path[1])} and {_plain(path[2])} are"
    if path[0] == "sight" and len(path) == 3:
        return f"whether {_plain(path[1])} and {_plain(path[2])} see each other"
    if path[0] in ("units", "places", "craft", "sides") and len(path) >= 3:
        owner = piece(game, path[1])
        return f"{_FIELDS.get(path[2], 'the ' + _plain(path[-1]))} of {owner}"
    return f"the {_plain(' '.join(path))}"


_FIELDS = {
    "markers": "the markers", "abilities": "the special abilities", "in": "the place",
    "lit": "whether light falls on the space", "kind": "the kind", "side": "the side",
    "transport": "the transport points", "from_line": "the distance from the red line",
    "elevation": "the elevation", "combat": "the combat value", "beside": "who is beside",
    "holds": "what is in the craft", "hole": "the hole",
}  # fmt: skip


def untold(field: str) -> str:
    """Something that a situation does not tell, in words."""
    return f"the {_plain(field)}"


def read_fact(game: Game, path: str) -> str:
    """A fact that rests on our reading, in words."""
    record, _, field = path.rpartition(".")
    return f"the {_plain(field)} of {name(game, record)}"


def turns(game: Game, need: Need) -> list[str]:
    """How the answer turns on a missing number, one line each."""
    return [f"{_turn(game, turn)} if {_range(game, need, turn)}" for turn in need.turns]


def _turn(game: Game, turn: Turn) -> str:
    if turn.outcome == "value":
        return value_text(game, turn.value)
    return {"allowed": "allowed", "forbidden": "not allowed"}.get(turn.outcome, "undetermined")


def _range(game: Game, need: Need, turn: Turn) -> str:
    what = fact(game, need.fact)
    verb = "is"
    if what.startswith("how many"):
        what = "that"
    if turn.high is None:
        return f"{what} {verb} {turn.low} or more"
    if turn.low in (None, 0):
        return f"{what} {verb} {turn.high} or less" if turn.high else f"{what} {verb} 0"
    if turn.low == turn.high:
        return f"{what} {verb} {turn.low}"
    return f"{what} {verb} from {turn.low} to {turn.high}"
