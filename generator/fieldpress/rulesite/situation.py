"""A ruling's situation, questions and verdicts in words, from the data that the engine reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from fieldpress.engine.verdicts import Contribution
from fieldpress.model import Game
from fieldpress.rulesite.names import CARD_KINDS
from fieldpress.rulesite.text import Prose

#: Fields whose value is a number, a word or a flag, never a piece.
_PLAIN = frozenset(
    {"phase", "turn", "face", "as", "lands", "value", "which", "who", "result", "strength", "count"}
)
_STORES = (("card", "cards"), ("terrain", "terrains"), ("counter", "counters"))


def words_of(prose: Prose, game: Game, field: str, value: Any) -> Markup:
    """A leaf: a side or a piece by its name (a piece as a link), anything else as it stands."""
    if value is True:
        return Markup("yes")
    if value is False:
        return Markup("no")
    if isinstance(value, str):
        if value in game.sides:
            return escape(game.side_name(value))
        if field == "as":
            return escape(CARD_KINDS.get(value, value))
        if field not in _PLAIN:
            for kind, store in _STORES:
                if value in getattr(game, store):
                    return prose.inline_html(f"[[{kind}:{value}]]")
        if value == "hidden":
            return Markup("face down")
        return escape(value.replace("-", " "))
    return escape(str(value))


def tree(prose: Prose, game: Game, value: Any, field: str = "") -> Markup:
    """Facts and moves as nested lists."""
    if isinstance(value, Mapping):
        if not any(isinstance(one, Mapping | list) for one in value.values()):
            return Markup(", ").join(_pair(prose, game, key, one) for key, one in value.items())
        rows = [
            Markup("<li>{}: {}</li>").format(label(game, key), tree(prose, game, one, str(key)))
            for key, one in value.items()
        ]
        return Markup("<ul>{}</ul>").format(Markup("").join(rows))
    if isinstance(value, list):
        if all(not isinstance(one, Mapping | list) for one in value):
            return Markup(", ").join(words_of(prose, game, field, one) for one in value)
        rows = [Markup("<li>{}</li>").format(tree(prose, game, one, field)) for one in value]
        return Markup("<ol>{}</ol>").format(Markup("").join(rows))
    return words_of(prose, game, field, value)


def label(game: Game, key: Any) -> str:
    """A field's name: a side's by its name, others without underscores."""
    name = str(key)
    return game.side_name(name) if name in game.sides else name.replace("_", " ")


def _pair(prose: Prose, game: Game, key: Any, value: Any) -> Markup:
    return Markup("{}: {}").format(label(game, key), words_of(prose, game, str(key), value))


_ASKED = {
    "may": "Is this allowed?",
    "why_not": "What stands against this?",
    "must": "Is this forced?",
    "legal": "What is allowed?",
    "value": "How much is it?",
    "counted": "How many are counted?",
    "who": "Who?",
    "which": "Which?",
    "result": "What is the result?",
}


def question(prose: Prose, game: Game, ask: Mapping[str, Any]) -> Markup:
    """One question put to the engine."""
    verb = next((key for key in ask if key in _ASKED), "")
    rest = {key: value for key, value in ask.items() if key != verb}
    inner = tree(prose, game, ask.get(verb), verb)
    if isinstance(ask.get(verb), str) and verb in ("value", "who", "which", "result"):
        inner = escape(str(ask[verb]).replace("-", " "))
    more = Markup(" ({})").format(tree(prose, game, rest)) if rest else Markup("")
    return Markup("{} {}{}").format(_ASKED.get(verb, verb), inner, more)


_OUTCOMES = {
    "allowed": "Allowed",
    "forbidden": "Forbidden",
    "undetermined": "Undetermined",
    "value": "Answer",
}


def verdict(prose: Prose, game: Game, expected: Mapping[str, Any]) -> Markup:
    """The outcome in words, with its value and the facts that it would need."""
    outcome = expected["outcome"]
    value = expected.get("value")
    out = Markup("<strong>{}</strong>").format(_OUTCOMES.get(outcome, outcome))
    if "value" in expected:
        out += Markup(": {}").format(_value(prose, game, value))
    needs = expected.get("needs", ())
    if needs:
        out += Markup("; it turns on {}").format(", ".join(_need(game, need) for need in needs))
    return out


def _value(prose: Prose, game: Game, value: Any) -> Markup:
    if value is None:
        return Markup("nobody")
    if isinstance(value, Mapping) and value.keys() <= {"low", "high"}:
        low, high = value.get("low"), value.get("high")
        return (
            Markup("{} to {}").format(low, high)
            if high is not None
            else Markup("{} or more").format(low)
        )
    if isinstance(value, list):
        if not value:
            return Markup("none")
        return Markup(", ").join(_value(prose, game, one) for one in value)
    if isinstance(value, str) and ":" in value:
        return record(prose, game, value)
    return tree(prose, game, value)


def record(prose: Prose, game: Game, name: str) -> Markup:
    """A record named `KIND:ID`, as a link where the game has it."""
    kind, _, ident = name.partition(":")
    store = dict(_STORES).get(kind)
    if store and ident in getattr(game, store):
        return prose.inline_html(f"[[{kind}:{ident}]]")
    return escape(ident.replace("-", " ") or name)


def _need(game: Game, need: str) -> str:
    """A missing fact such as `mortier.combat_value` in words."""
    ident, _, field = need.partition(".")
    for _, store in _STORES:
        found = getattr(game, store).get(ident)
        if found is not None:
            return f"{field.replace('_', ' ')} of {found.name.get()}"
    return need.replace("_", " ")


_OPERATIONS = {"add": "+", "set": "becomes", "at_least": "at least", "at_most": "at most"}


def contribution(prose: Prose, game: Game, part: Contribution) -> Markup:
    """One part of a number: how it enters, where it comes from, and if it counts."""
    amount = part.amount.to_json()
    if isinstance(amount, Mapping):
        low, high = amount.get("low"), amount.get("high")
        shown = f"{low} to {high}" if high is not None else f"{low} or more"
    else:
        shown = str(amount)
    sign = _OPERATIONS.get(part.operation, part.operation.replace("-", " ").replace("_", " "))
    head = f"{sign} {shown}"
    if sign == "+":
        head = shown if shown.startswith("-") else f"+{shown}"
    out = Markup("{}: {}").format(record(prose, game, part.record), head)
    if not part.counted:
        out += Markup(", not counted: {}").format(part.why.replace("-", " "))
    return out
