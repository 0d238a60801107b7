"""Parameters of the rules as rows: what, how much, where it holds, by which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from fieldpress.engine.setup.phrases import listed
from fieldpress.model import Game, Text
from fieldpress.rulesite.names import role_side
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import Prose
from fieldpress.tables.conditions import when

#: Conditions that records of all games put alike.
_CONDITIONS = ("campaign", "night", "from_turn", "to_turn", "craft", "groups", "effect", "without")


class Row(NamedTuple):
    """A parameter as a line: its name, its value, where that holds, by which rules."""

    name: str
    value: str
    where: Markup
    clauses: list[Markup]


class View(NamedTuple):
    """Parameters apart: numbers that a player counts by, and what else sets how it is played."""

    numbers: list[Row]
    others: list[Row]


def view(site: Site, prose: Prose, game: Game, parameters: Mapping[str, Any]) -> View:
    """A row for each value: one parameter may have several, each at its own Terrains; those that
    differ by the turn alone share one."""
    found = View([], [])
    for name, entries in parameters.items():
        for entry in _joined(entries if isinstance(entries, list) else [entries]):
            row = Row(
                name.replace("-", " ").replace("_", " "),
                _value(game, entry),
                _where(prose, game, entry),
                site.links(prose, "rule", tuple(entry["clauses"])),
            )
            number = isinstance(entry["value"], int) and not isinstance(entry["value"], bool)
            (found.numbers if number else found.others).append(row)
    return found


def _joined(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The entries, with `turn` as the list of all turns for which the rest is the same."""
    out: list[dict[str, Any]] = []
    for entry in entries:
        rest = {key: value for key, value in entry.items() if key != "turn"}
        same = [one for one in out if {k: v for k, v in one.items() if k != "turn"} == rest]
        if "turn" in entry and same and "turn" in same[-1]:
            same[-1]["turn"].append(entry["turn"])
        else:
            out.append({**entry, "turn": [entry["turn"]]} if "turn" in entry else dict(entry))
    return out


def _value(game: Game, entry: Mapping[str, Any]) -> str:
    value = entry["value"]
    shown = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else None
    if shown is None:
        side = role_side(game, str(value))
        shown = game.side_name(side) if side else _named(game, str(value))
    if "unit" in entry:
        shown += f" {Text.parse(entry['unit'], game.language).get()}"
    return shown


def _named(game: Game, value: str) -> str:
    """The name of a piece, where the value is one; else the word as it stands."""
    for pieces in (game.counters, game.cards, game.terrains, game.components):
        if value in pieces:
            return str(pieces[value].name)
    return value.replace("-", " ")


def _where(prose: Prose, game: Game, entry: Mapping[str, Any]) -> Markup:
    """Where, when and under which reading the value holds; empty where it always does."""
    parts: list[Markup] = []
    if "at" in entry:
        places = prose.inline_html(", ".join(f"[[terrain:{ident}]]" for ident in entry["at"]))
        parts.append(Markup("at ") + places)
    if "face" in entry:
        parts.append(Markup("face {}").format(entry["face"]))
    turns = [str(turn) for turn in entry.get("turn", ())]
    if turns:
        said = listed(turns)
        parts.append(Markup("in turn {}" if len(turns) == 1 else "in turns {}").format(said))
    for key, said in (("round", "in round {}"), ("month", "in {}")):
        if key in entry:
            parts.append(Markup(said).format(str(entry[key]).capitalize()))
    if "won_by" in entry:
        parts.append(Markup("when the {} has won").format(_side(game, entry["won_by"])))
    for key, value in entry.get("for", {}).items():
        parts.append(_for(game, key, value))
    if "activation" in entry:
        parts.append(Markup("in Activation Phase {}").format(entry["activation"]))
    if "formation" in entry:
        parts.append(Markup("for ") + prose.inline_html(f"[[unit:{entry['formation']}]]"))
    # What these say is the same on sheets; turns, readings and faces are said here.
    known = {key: entry[key] for key in _CONDITIONS if key in entry}
    parts += [prose.inline_html(said) for said in when(game, known)]
    if entry.get("side") in game.sides:
        parts.append(Markup("for the {}").format(game.side_name(entry["side"])))
    for ident, reading in entry.get("reading", {}).items():
        parts.append(_reading(prose, game, ident, reading))
    return Markup(", ").join(parts)


def _side(game: Game, role: str) -> str:
    side = role_side(game, role)
    return game.side_name(side) if side else role


def _for(game: Game, key: str, value: Any) -> Markup:
    """A fact of the game on which a value depends: whose, which row, what kind of Terrain."""
    said = key.replace("-", " ").replace("_", " ")
    if key == "side":
        return Markup("for the {}").format(_side(game, str(value)))
    if isinstance(value, bool):
        a = "an" if said[0] in "aeiou" else "a"
        return Markup("on {} {}").format(a if value else "no", said.capitalize())
    return Markup("for {} {}").format(said, str(value).replace("-", " "))


def _reading(prose: Prose, game: Game, ident: str, reading: str) -> Markup:
    """The reading of a disputed passage that the value rests on, and whether it is followed."""
    found = game.discrepancies.get(ident)
    if found is None or reading not in found.readings:
        return Markup("under the reading {}").format(reading)
    words = prose.inline_html(found.readings[reading][0].get().rstrip("."))
    link = prose.inline_html(f"[[discrepancy:{ident}]]")
    head = Markup("as we read it") if reading == found.adopted else Markup("if one reads")
    return Markup("{}: “{}” ({})").format(head, words, link)
