"""Verdicts of this ruleset in English: the protocol `Wording` of `engine.rulesets`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fieldpress.engine.overlord import phrases
from fieldpress.engine.overlord.knowledge import STORES
from fieldpress.engine.verdicts import Contribution, Finding, Need, Turn, Verdict
from fieldpress.model import Game
from fieldpress.model.facts import Text

_FIELDS = {
    "value": "the Combat value of {}",
    "type": "the type of {}",
    "nation": "the nation of {}",
    "kind": "the class of {}",
    "class": "the class of {}",
    "effects": "what {} does",
    "attack": "what {} adds to an attack",
    "defense": "what {} adds to a defense",
    "permanent": "whether {} is removed for good",
    "sector": "the Sector of {}",
    "success": "the points of {}",
    "failure": "the points of {} when it fails",
    "revealed": "the points of {} when it is revealed",
    "month": "the month of {}",
    "per_week": "the weekly points of {}",
    "at_end": "the final points of {}",
    "supply": "the Supply Points of {}",
    "static": "whether {} is static",
    "distance": "how far {} is from the combat",
    "road": "whether the road of {} is open",
    "linked": "whether a road joins {} to where it is supplied from",
    "enemy_adjacent": "whether an enemy stands next to {}",
    "occupied": "who stands in {}",
    "boxed": "whether {} is boxed",
    "starts": "whether {} is a Starting Sector",
    "armies": "the Armies on whose boards {} is printed",
    "marker": "the marker of {}",
    "side": "the side of {}",
}


#: One of something is not several.
_ONE = re.compile(
    r"\b1 (Sector|Division|Support|station|Operation|card|Event card|Doctrine|place|step|time)s\b"
)
_PART = re.compile(r"\[([^\[\]]*\{(\w+)\}[^\[\]]*)\]")


def name(game: Game, record: str) -> str:
    """A record `KIND:ID` by its name."""
    kind, _, ident = record.partition(":")
    if record == "card:combat":
        return "Combat card"
    if record in phrases.GIVEN:
        return phrases.GIVEN[record]
    store = STORES.get(kind)
    if store is not None:
        found = getattr(game, store).get(ident)
        if found is not None:
            return str(getattr(found, "name", ident))
        return piece(game, ident)
    if kind == "side" and ident in game.sides:
        return game.side_name(ident)
    if kind == "rule":
        clause = game.clauses.get(ident)
        return str(clause.title) if clause else ident
    if kind == "point":
        return _plain(ident).capitalize()
    if kind == "box":
        return f"the box {_plain(ident)}"
    return untold(record)


def piece(game: Game, ident: Any, wanted: str = "") -> str:
    """A record by the id or name that the asker gave; of one kind, where that is known."""
    if isinstance(ident, (list, tuple)):
        return ", ".join(piece(game, one, wanted) for one in ident) or "nothing"
    text = str(ident)
    for kind, store in STORES.items():
        if (not wanted or kind == wanted) and text in getattr(game, store):
            return name(game, f"{kind}:{text}")
    if text in game.sides:
        return game.side_name(text)
    for one in game.maps.values():
        if text in one.sectors:
            return str(one.sectors[text]["name"])
    found = next((ident for kind, ident in game.find(text)), "")
    return piece(game, found) if found and found != text else _plain(text)


def side(game: Game, ident: str) -> str:
    """A side by its name, with the article where it takes one."""
    return f"the {game.player_name(ident)}" if ident in game.sides else ident


def finding(game: Game, found: Finding) -> str:
    """A finding as a clause of a sentence, without a full stop."""
    params = {key: _param(game, key, value) for key, value in found.params.items()}
    params["record"] = name(game, found.record) if found.record else "it"
    text = phrases.FINDINGS.get(found.code)
    if text is None:
        return found.code.replace("-", " ")
    said = _ONE.sub(r"1 \1", text.format_map(_Lenient(params)))
    return f"perhaps: {said}" if found.status == "open" else said


class _Lenient(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return key


def _param(game: Game, key: str, value: Any) -> Any:
    if key == "first":
        return piece(game, value)
    if key in ("unit", "sector", "to", "corps", "other", "army", "by"):
        kind, colon, _ident = str(value).partition(":")
        return name(game, str(value)) if colon and kind in STORES else piece(game, value)
    if key == "what":
        return f"{str(value).partition('-')[0].capitalize()} Operations"
    if key == "state" and str(value) in game.states:
        return str(game.states[str(value)].name).lower()
    if isinstance(value, Mapping):
        low, high = value.get("low"), value.get("high")
        return f"{low} to {high}" if low is not None and high is not None else f"{low or 0} or more"
    return value


def contribution(game: Game, part: Contribution) -> str:
    """One part of a number, or why it does not count."""
    who = name(game, part.record)
    if not part.counted:
        why = phrases.WHY_NOT.get(part.why, part.why.replace("-", " "))
        params = {key: _param(game, key, value) for key, value in part.params.items()}
        return f"{who}: not counted, {why.format_map(_Lenient(params))}"
    size = part.amount
    if size.known:
        text = f"{size.number:+d}"
    elif size.low is None and size.high is None:
        text = "some number"
    else:
        text = f"{size.low} to {size.high}" if size.high is not None else f"{size.low} or more"
    if part.why == "state":
        return f"{text}  {who} is {_param(game, 'state', part.params.get('state', ''))}"
    if part.why == "steps":
        damage = _param(game, "damage", part.params.get("damage"))
        return f"{text}  one for each full {part.params.get('step')} of {damage}"
    if part.why == "class":
        return f"{text}  {who}, {phrases.CLASSES[str(part.params['kind'])]}"
    if part.why == "infantry":
        return f"{text}  {who} is Infantry"
    if part.why == "point" and part.params.get("by"):
        return f"{text}  {who}, less what {_param(game, 'by', part.params['by'])} takes"
    return f"{text}  {who}"


def move(game: Game, raw: Mapping[str, Any]) -> str:
    """An act in words, as after `may`."""
    verb = str(raw.get("do", ""))
    return _fill(game, phrases.ACTS.get(verb, verb.replace("-", " ")), raw)


def _fill(game: Game, text: str, raw: Mapping[str, Any]) -> str:
    """A phrase with what the question gives; without the parts for what it does not give."""
    said = {key: _said(game, key, value) for key, value in raw.items()}
    text = _PART.sub(lambda m: m[1] if said.get(m[2]) else "", text)
    return _ONE.sub(r"1 \1", re.sub(r"\{(\w+)\}", lambda m: said.get(m[1]) or "it", text))


def _said(game: Game, key: str, value: Any) -> str:
    if isinstance(value, (str, bool)) and value in phrases.SAID.get(key, {}):
        return phrases.SAID[key][value]
    if isinstance(value, bool) or not isinstance(value, (str, int, list)):
        return ""
    if key in ("chosen_by", "of") and value in game.sides:
        return side(game, str(value))
    return str(value) if isinstance(value, int) else piece(game, value)


def answer(game: Game, ask: Mapping[str, Any], verdict: Verdict) -> str:
    """The short answer to a question, as a sentence or two."""
    for kind in ("may", "why_not"):
        if kind in ask:
            raw = ask[kind]
            who = side(game, str(raw.get("side", ""))) or "one"
            act = move(game, raw) + _moment(ask)
            if verdict.outcome == "allowed":
                return f"Yes, {who} may {act}."
            if verdict.outcome == "forbidden":
                return f"No, {who} may not {act}."
            return f"Undetermined: whether {who} may {act}. It turns on {_wanted(game, verdict)}."
    about = _about(game, ask)
    if verdict.outcome == "undetermined":
        found = verdict.value
        said = f" ({value_text(game, found)})" if found is not None else ""
        return f"Undetermined: {about}{said}. It turns on {_wanted(game, verdict)}."
    return f"{about[:1].upper()}{about[1:]}: {value_text(game, verdict.value)}."


def _about(game: Game, ask: Mapping[str, Any]) -> str:
    tables = {
        "value": phrases.VALUES,
        "result": phrases.RESULTS,
        "which": phrases.WHICH,
        "who": phrases.WHO,
        "goes": phrases.GOES,
    }
    for kind, table in tables.items():
        if kind in ask:
            text = table.get(str(ask[kind]), str(ask[kind]).replace("-", " "))
            return _fill(game, text, ask) + _moment(ask)
    return "that"


def _moment(ask: Mapping[str, Any]) -> str:
    """When the question is asked, where that is not after everything that is done."""
    after = ask.get("after")
    if after is None:
        return ""
    when = "before the first act" if after == 0 else f"after act {after}"
    return f" (asked {when})"


def value_text(game: Game, value: Any) -> str:
    """A value as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(value_text(game, one) for one in value) or "nothing"
    if isinstance(value, Mapping):
        if set(value) == {"low", "high"}:
            return str(_param(game, "value", value))
        return ", ".join(
            f"{piece(game, key)} {value_text(game, one)}" for key, one in value.items()
        )
    if hasattr(value, "low"):
        return str(_param(game, "value", {"low": value.low, "high": value.high}))
    text = str(value)
    if text in phrases.WORDS:
        return phrases.WORDS[text]
    if text in game.sides:
        return side(game, text)
    nations = game.raw.get("nations", {})
    if text in nations:
        return f"the {Text.parse(nations[text], game.language)} player"
    return piece(game, text)


def _wanted(game: Game, verdict: Verdict) -> str:
    return " and ".join(fact(game, need.fact) for need in verdict.needs) or "what is not known"


def fact(game: Game, need: str) -> str:
    """A missing fact by the names that people know."""
    if need.startswith("given."):
        parts = need.split(".")[1:]
        if parts[0] in ("units", "sectors", "boxes") and len(parts) == 3:
            text = _FIELDS.get(parts[2], f"{parts[2]} of {{}}")
            return text.format(piece(game, parts[1]))
        if parts[0] == "controlled":
            return f"who controls {piece(game, parts[-1])}"
        for known, text in phrases.UNTOLD.items():
            if need == known or need.startswith(known + "."):
                rest = need[len(known) + 1 :].split(".")[0]
                who = rest if rest in ("attacker", "defender") else piece(game, rest)
                return text.format(who)
        return untold(need)
    ident, dot, field = need.rpartition(".")
    if dot and field in _FIELDS:
        return _FIELDS[field].format(piece(game, ident))
    return need.replace("-", " ").replace("_", " ")


def untold(name_: str) -> str:
    """A fact that the situation does not give."""
    words = name_.removeprefix("given.").replace("_", " ").replace("-", " ").split(".")
    return f"the {' '.join(reversed(words))}" if len(words) > 1 else f"the {words[0]}"


def read_fact(game: Game, path: str) -> str:
    """A fact that rests on our reading."""
    record, _, field = path.rpartition(".")
    text = _FIELDS.get(field, f"{field} of {{}}")
    return text.format(name(game, record))


def turns(game: Game, need: Need) -> list[str]:
    """How the answer turns on a missing number, one line each."""
    return [_turn(game, need, turn) for turn in need.turns]


def _turn(game: Game, need: Need, turn: Turn) -> str:
    if turn.low == turn.high:
        span = f"at {turn.low}"
    elif turn.high is None:
        span = f"from {turn.low} on"
    elif turn.low is None:
        span = f"up to {turn.high}"
    else:
        span = f"from {turn.low} to {turn.high}"
    said = {"allowed": "yes", "forbidden": "no", "undetermined": "still open"}.get(turn.outcome)
    return f"{span}: {said or value_text(game, turn.value)}"


def _plain(text: str) -> str:
    return text.replace("-", " ").replace("_", " ")
