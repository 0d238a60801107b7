"""Pieces, faces and names in words (English), as parts of sentences. Pieces appear as links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fieldpress.engine.setup.layout import HIDDEN
from fieldpress.engine.setup.procedure import Pieces, Procedure, Step
from fieldpress.engine.setup.supply import records, supply
from fieldpress.model import Game

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
        links = [f"[[{what.kind}:{ident}]]" for ident in what.ids]
        loose = what.kind in ("counter", "component")
        if isinstance(step.count, int) and (step.count != 1 or loose):
            number = "the " if step.count == 1 else f"{step.count} "
            return number + listed([_plural(game, what, i, step.count) for i in what.ids])
        each = "one each of " if step.count == 1 and len(links) > 1 else ""
        return each + listed(links)
    return _common(game, step, what)


def _plural(game: Game, what: Pieces, ident: str, count: int) -> str:
    name = str(records(game, what.kind)[ident].name)
    shown = name if count == 1 or name.endswith("s") else f"{name}s"
    return f"[[{what.kind}:{ident}|{shown}]]"


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
    if marks:
        out += f" with the letter {' or '.join(marks)}"
        if what.kind == "card" and not number:
            out += " (each as often as it says)"
    if what.combat_value is not None and what.combat_value[0] is not None:
        out += f" with a Combat value of {what.combat_value[0]} or more"
    if what.excluded:
        out += f" (not {listed([f'[[{what.kind}:{ident}]]' for ident in what.excluded])})"
    return out


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
