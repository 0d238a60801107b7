"""Pieces, faces and names in words (English), as parts of sentences. Pieces appear as links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fieldpress.engine.setup.layout import HIDDEN
from fieldpress.engine.setup.procedure import Pieces, Procedure, Step
from fieldpress.engine.setup.supply import blanks, records, supply
from fieldpress.model import Game, Text

KINDS = {"unit": "Unit", "event": "Event", "action": "Combat Action"}
NOUNS = {"card": "card", "terrain": "Terrain", "counter": "token", "component": "card"}


def side_of(game: Game, role: str) -> str:
    """The side with a role; empty where there is none."""
    return next((side for side, raw in game.sides.items() if raw.get("role") == role), "")


def face_name(game: Game, step: Step) -> str:
    """The face that a step turns up, as it is printed."""
    what = step.what
    if what is None or not what.ids:
        return f"face {step.face}"
    record = records(game, what.kind).get(what.ids[0])
    return face_label(record, step.face)


def face_label(record: Any, face: str) -> str:
    """A face of a record, by its number or by what it shows."""
    for entry in getattr(record, "faces", ()):
        if getattr(entry, "letter", None) == face:
            number = entry.number
            return f"side no. {number.value}" if number.known else f"side {face}"
        if getattr(entry, "id", None) == face:
            return f"the side “{entry.shows}”"
    return f"face {face}"


def pieces(game: Game, step: Step) -> str:
    """The pieces of a step: named ones as links, others by what they have in common."""
    what = step.what
    if what is None:
        return ""
    if what.ids:
        links = [_linked(game, what.kind, ident) for ident in what.ids]
        loose = what.kind in ("counter", "component")
        if isinstance(step.count, int) and (step.count != 1 or loose):
            number = "the " if step.count == 1 else f"{step.count} "
            named = [_plural(game, what, i, step.count) for i in what.ids]
            return number + _together(game, what.kind, what.ids, named)
        each = "one each of " if step.count == 1 and len(links) > 1 else ""
        return each + _together(game, what.kind, what.ids, links)
    return _common(game, step, what)


def _together(game: Game, kind: str, ids: Sequence[str], links: Sequence[str]) -> str:
    """Pieces one after another; those of one name as so many, names with commas kept apart."""
    names = [str(getattr(records(game, kind).get(ident), "name", ident)) for ident in ids]
    if len(set(names)) < len(names):
        first = dict(zip(reversed(names), reversed(links), strict=True))
        links = [
            f"{names.count(n)} {link}" if names.count(n) > 1 else link for n, link in first.items()
        ]
        return listed(links)
    if len(names) > 1 and any("," in name for name in names):
        return f"{'; '.join(links[:-1])}; and {links[-1]}"
    return listed(links)


def _plural(game: Game, what: Pieces, ident: str, count: int) -> str:
    record = records(game, what.kind).get(ident)
    name = str(record.name) if record is not None else _linked(game, what.kind, ident)
    shown = name
    if count != 1 and not name.endswith("s"):
        # Of a token +1/+1 there are tokens +1/+1, of a marker, decoy there are markers, decoy.
        shown = re.sub(r"\b(token|marker)\b(?=.)|(?=,)|$", r"\1s", name, count=1)
    return f"[[{what.kind}:{ident}|{shown}]]" if record is not None else shown


def _linked(game: Game, kind: str, ident: str) -> str:
    """A piece as a link; one that is known by number only, which has no page, by its name."""
    for _, name, entry in blanks(game, kind):
        if name == ident:
            return str(Text.parse(entry.get("name", name), game.language)).partition(",")[0]
    return f"[[{kind}:{ident}]]"


def _common(game: Game, step: Step, what: Pieces) -> str:
    noun = NOUNS[what.kind]
    if what.card_kinds:
        noun = " or ".join(KINDS[kind] for kind in what.card_kinds)
    if what.heroic is not None:
        noun = f"heroic {noun}" if what.heroic else f"non-heroic {noun}"
    number = ""
    if step.do == "take" and what.sets:
        size = supply(game, what, None).size
        number = f"{size} " if size is not None else ""
    elif isinstance(step.count, tuple):
        number = f"{step.count[0]} or {step.count[1]} "
    elif isinstance(step.count, int):
        number = f"{step.count} "
    several = step.count != 1 and not isinstance(step.count, tuple)
    out = f"{number}{noun}{'s' if several else ''}"
    if what.side and step.do == "take":
        out = f"his {out}" if step.who == what.side else f"{out} of the {what.side}"
    elif step.do == "take":
        out = f"the {out}"
    marks = [game.sets[s].mark or str(game.sets[s].name) for s in what.sets if s in game.sets]
    if marks and all(len(mark) == 1 for mark in marks):
        out += f" with the letter {' or '.join(marks)}"
        if what.kind == "card" and not number:
            out += " (each as often as it says)"
    elif marks:
        out += f" with the {' or '.join(marks)} badge"
    if what.combat_value is not None and what.combat_value[0] is not None:
        out += f" with a Combat value of {what.combat_value[0]} or more"
    if what.excluded:
        out += f" (not {listed(_excluded(game, what))})"
    return out


def _excluded(game: Game, what: Pieces) -> list[str]:
    """What a filter leaves out, those of the other side apart."""
    side = side_of(game, what.side)
    other = {name for _, name, entry in blanks(game, what.kind) if entry.get("side", side) != side}
    if not side:
        other = set()
    return [_excluded_name(game, what, ident) for ident in what.excluded if ident not in other]


def _excluded_name(game: Game, what: Pieces, ident: str) -> str:
    if ident in records(game, what.kind):
        return f"[[{what.kind}:{ident}]]"
    return f"the {_plural(game, what, ident, 2)}"


def many(count: Any, noun: str) -> str:
    """So many of something."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun}s"


def listed(items: Sequence[str]) -> str:
    """The items with commas and an and."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def plain(steps: Procedure, text: str) -> str:
    """The text with the names in the stead of links, for a terminal."""
    from fieldpress.model.links import split_links

    out = []
    for part in split_links(text):
        if isinstance(part, str):
            out.append(part)
        else:
            out.append(part.shown or _link_name(steps.game, part.kind, part.id))
    return "".join(out)


def _link_name(game: Game, kind: str, ident: str) -> str:
    if kind == "rule":
        return game.clauses[ident].title.get() if ident in game.clauses else ident
    tables: dict[str, Any] = {"term": game.terms, "scenario": game.scenarios}
    table = tables.get(kind) or records(game, kind)
    record = table.get(ident)
    if record is None:
        return HIDDEN if ident == HIDDEN else ident
    return str(getattr(record, "name", None) or getattr(record, "title", ident))
