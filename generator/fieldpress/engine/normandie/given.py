"""What a situation gives: from its mapping to a table; shapes and names are checked on the way."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from fieldpress.engine.normandie.board import read_board
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import KINDS, MARKERS, OPEN, PHASES, PLACES, Table
from fieldpress.engine.shapes import Path, count, listing, mapping, one_of, only, word
from fieldpress.engine.verdicts import EngineFault

#: Reads one value: the rulebook, the table so far, the value, where it stands.
Read: TypeAlias = Callable[[Rulebook, Table, Any, Path], Any]

NIGHTS = ("dark", "clear", "day")
LEVELS = ("sand", "grass")
SIZES = ("small", "large")


def number(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A whole number from 0."""
    if value is None:
        raise EngineFault("expected a whole number from 0, not nothing", path)
    return count(value, path)


def flag(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    if not isinstance(value, bool):
        raise EngineFault(f"expected true or false, not {value!r}", path)
    return value


def text(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    return word(value, path)


def a_side(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    return one_of(value, tuple(k.game.sides), path)


def choice(*words: str) -> Read:
    """One of these words."""
    return lambda k, t, value, path: one_of(value, words, path)


def several(read: Read) -> Read:
    """A list of such values."""

    def values(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
        if not isinstance(value, (list, tuple)):
            raise EngineFault(f"expected a list, not {value!r}", path)
        return [read(k, t, one, (*path, index)) for index, one in enumerate(value)]

    return values


def by_name(read: Read) -> Read:
    """A mapping from names to such values."""

    def values(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
        if not isinstance(value, Mapping):
            raise EngineFault(f"expected a mapping, not {value!r}", path)
        return {
            word(name, path): read(k, t, one, (*path, str(name))) for name, one in value.items()
        }

    return values


def record(kind: str) -> Read:
    """A record of the game by id or any of its names."""

    def found(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
        name = word(value, path)
        known: Mapping[str, Any] = getattr(k.game, f"{kind}s")
        if name in known:
            return name
        for plural, ident in k.game.find(name):
            if plural == f"{kind}s":
                return ident
        raise EngineFault(f"no {kind} of {k.game.id} is called {name!r}{_near(name, known)}", path)

    return found


def a_unit(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A unit that `given.units` tells of."""
    name = word(value, path)
    if name not in t.units:
        raise EngineFault(f"no unit {name!r} is given{_near(name, t.units)}", path)
    return name


def a_place(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A place or craft that is given, or `open`."""
    name = word(value, path)
    if name != OPEN and name not in t.places and name not in t.craft:
        known = {**t.places, **t.craft, OPEN: None}
        raise EngineFault(f"no place {name!r} is given{_near(name, known)}", path)
    return name


def a_thing(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A unit, a place or a craft that is given."""
    name = word(value, path)
    known = {**t.units, **t.places, **t.craft}
    if name not in known:
        raise EngineFault(f"no unit or place {name!r} is given{_near(name, known)}", path)
    return name


def _near(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name, list(known), 2)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f"; there are {', '.join(known)}" if 0 < len(known) < 13 else ""


UNIT: dict[str, Read] = {
    "side": a_side, "kind": choice(*KINDS), "abilities": several(text),
    "markers": several(choice(*MARKERS)), "in": a_place, "elevation": choice(*LEVELS),
    "lit": flag, "option": text, "formation": text, "division": text,
    "transport": number, "length": number, "from_line": number, "capacity": number,
    "tokens": by_name(number), "combat": number, "defence": number, "movement": number,
    "eliminated": flag, "off_board": flag, "entered": flag, "zones": several(text),
    "carries": several(text), "objectives": several(text), "arrived": number, "officer": flag,
}  # fmt: skip
PLACE: dict[str, Read] = {
    "kind": choice(*PLACES), "elevation": choice(*LEVELS), "lit": flag, "destroyed": flag,
    "grapnel": flag, "hole": number, "demolition": number, "beside": several(text),
    "rooms": flag, "controlled": a_side, "owner": a_side, "exit": choice("free", "enemy", "friend"),
    "tokens": by_name(number), "inside": text, "tile": text, "capacity": number,
}  # fmt: skip
CRAFT: dict[str, Read] = {
    "size": choice(*SIZES), "holds": several(text), "destroyed": flag, "die": several(number),
    "markers": several(choice("order")), "room": number,
}  # fmt: skip
SIDE: dict[str, Read] = {
    "officers": several(text), "units_left": number, "tokens": by_name(number),
    "objectives": by_name(flag), "primary": flag, "secondary": number, "any": number,
    "counts": by_name(number), "deck": number, "points": number, "groups": several(number),
    "order_tokens": number,
}  # fmt: skip
FACTS: dict[str, Read] = {
    "turn": number, "phase": choice(*PHASES), "night": choice(*NIGHTS), "campaign": flag,
    "effects": several(text), "events": by_name(flag), "won": by_name(a_side), "over": flag,
    "measured": flag, "generated": by_name(number), "harder": flag,
}  # fmt: skip
_TOP = frozenset({*FACTS, "units", "places", "craft", "sides", "spaces", "sight", "map"})


def table_of(k: Rulebook, given: Mapping[str, Any]) -> Table:
    """The table that `given` describes; what it does not say stays unstated."""
    only(given, _TOP, ("given",))
    t = Table()
    places = mapping(given, "places", ("given",))
    craft = mapping(given, "craft", ("given",))
    units = mapping(given, "units", ("given",))
    # Names first, so that a unit may stand in a place that is told later.
    t.places = {_name(name, ("given", "places")): {} for name in places}
    t.craft = {_name(name, ("given", "craft")): {} for name in craft}
    t.units = {_name(name, ("given", "units")): {} for name in units}
    t.sides = {name: {} for name in k.game.sides}
    for name, raw in places.items():
        t.places[str(name)] = _fields(k, t, raw, PLACE, ("given", "places", str(name)))
    for name, raw in craft.items():
        t.craft[str(name)] = _fields(k, t, raw, CRAFT, ("given", "craft", str(name)))
    for name, raw in units.items():
        t.units[str(name)] = _fields(k, t, raw, UNIT, ("given", "units", str(name)))
    for name, raw in mapping(given, "sides", ("given",)).items():
        side = a_side(k, t, name, ("given", "sides", str(name)))
        t.sides[side] = _fields(k, t, raw, SIDE, ("given", "sides", side))
    twice = sorted(set(t.units) & (set(t.places) | set(t.craft)))
    if twice:
        raise EngineFault(
            f"{twice[0]} is the name of a unit and of a place; names are told apart",
            ("given", "units", twice[0]),
        )
    for name in FACTS:
        if name in given:
            t.facts[name] = FACTS[name](k, t, given[name], ("given", name))
    t.turn, t.phase = t.facts.get("turn"), t.facts.get("phase")
    if "map" in given:
        t.board = read_board(mapping(given, "map", ("given",)), ("given", "map"))
        for name in (*t.board.at, *t.board.areas):
            a_thing(k, t, name, ("given", "map"))
    t.spaces = _pairs(k, t, given, "spaces", number)
    t.sight = _pairs(k, t, given, "sight", flag)
    _campaign(k, t, given)
    _night(k, t)
    _agree(t)
    return t


def _name(name: Any, path: Path) -> str:
    said = word(name, path)
    if "." in said or not said:
        raise EngineFault(f"a name has no dot in it, such as rifles-2, not {name!r}", path)
    return said


def _fields(
    k: Rulebook, t: Table, raw: Any, reads: Mapping[str, Read], path: Path
) -> dict[str, Any]:
    only(raw, reads, path)
    return {name: reads[name](k, t, value, (*path, name)) for name, value in raw.items()}


def _pairs(
    k: Rulebook, t: Table, given: Mapping[str, Any], name: str, read: Read
) -> dict[str, dict[str, Any]]:
    """What lies between two things, told from one of them to others."""
    found: dict[str, dict[str, Any]] = {}
    for a, row in mapping(given, name, ("given",)).items():
        a_thing(k, t, a, ("given", name, str(a)))
        if not isinstance(row, Mapping):
            raise EngineFault(
                f"{name} is told from one to others, such as {{{a}: {{b: 3}}}}",
                ("given", name, str(a)),
            )
        for b, value in row.items():
            here = ("given", name, str(a), str(b))
            a_thing(k, t, b, here)
            value = read(k, t, value, here)
            back = found.get(str(b), {}).get(str(a), value)
            if back != value:
                raise EngineFault(
                    f"{name} between {a} and {b} is told twice, and once as {back!r}", here
                )
            found.setdefault(str(a), {})[str(b)] = value
    return found


def _campaign(k: Rulebook, t: Table, given: Mapping[str, Any]) -> None:
    """Whether this is part of a campaign, and what earlier scenarios left."""
    k.campaign = t.facts.get("campaign") is True
    if "effects" in t.facts and not k.campaign:
        raise EngineFault(
            "effects of earlier scenarios count in a campaign alone; add campaign: true",
            ("given", "effects"),
        )
    known = {e for c in k.game.campaigns.values() for e in c.raw.get("effects", {})}
    for index, effect in enumerate(t.facts.get("effects", ())):
        if effect not in known:
            raise EngineFault(
                f"no effect is called {effect!r}{_near(effect, dict.fromkeys(known))}",
                ("given", "effects", index),
            )
    if k.campaign:
        k.carried = frozenset(t.facts["effects"]) if "effects" in t.facts else None


def _night(k: Rulebook, t: Table) -> None:
    """The condition of the night: as told, or as the scenario has it in that turn."""
    told = t.facts.get("night")
    if k.scenario is None:
        t.night = told
        return
    found = k.figure("night", turn=t.turn)
    stated = str(found.value) if found.value is not None else None
    if not found.stated:
        stated = "day"
    if told and stated and told != stated:
        raise EngineFault(
            f"the night is told as {told}, and the scenario has {stated} in that turn",
            ("given", "night"),
        )
    t.night = told or stated
    t.facts["night-by-turn"] = "given.turn" in found.needs
    if told is None and found.clauses:
        t.facts["night-clauses"] = list(found.clauses)


def _agree(t: Table) -> None:
    """What cannot be: told and drawn that differ, more in a craft than is told of it."""
    aboard: dict[str, str] = {}
    for name, one in t.craft.items():
        for unit in one.get("holds") or ():
            here = t.units.get(unit, {}).get("in", name)
            other = here if here != name else aboard.setdefault(unit, name)
            if other != name:
                raise EngineFault(
                    f"{unit} is told to be in {name}, and in {other}",
                    ("given", "craft", name, "holds"),
                )
    if t.board is None:
        return
    for a, row in t.spaces.items():
        for b, value in row.items():
            drawn = t.board.apart(a, b)
            if drawn is not None and value not in drawn[0]:
                raise EngineFault(
                    f"{a} and {b} are told to be {value} spaces apart, and drawn otherwise",
                    ("given", "spaces", a, b),
                )
    for name, unit in t.units.items():
        drawn_in = t.board.place(name)
        if "in" in unit and drawn_in is not None and unit["in"] != drawn_in:
            raise EngineFault(
                f"{name} is told to be in {unit['in']}, and drawn in {drawn_in}",
                ("given", "units", name, "in"),
            )


__all__ = ["a_place", "a_side", "a_thing", "a_unit", "choice", "flag", "listing", "number",
           "record", "several", "table_of", "text"]  # fmt: skip
