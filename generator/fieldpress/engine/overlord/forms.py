"""The forms of what a situation gives, does and asks: the first thing that is not of its form is
refused with its place. The same forms stand in schema/situation.overlord.json, for files; a caller
of the engine need not have been through that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.engine.shapes import Path, only
from fieldpress.engine.verdicts import EngineFault

Form = Callable[[Any, Path], None]


def _fault(what: str, value: Any, path: Path) -> EngineFault:
    return EngineFault(f"expected {what}, not {value!r}", path)


def count(value: Any, path: Path) -> None:
    """A whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 500:
        raise _fault("a whole number from 0 to 500", value, path)


def number(value: Any, path: Path) -> None:
    """A whole number, perhaps below 0."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise _fault("a whole number", value, path)


def word(value: Any, path: Path) -> None:
    if not isinstance(value, str) or not value:
        raise _fault("a word", value, path)


def flag(value: Any, path: Path) -> None:
    if not isinstance(value, bool):
        raise _fault("true or false", value, path)


def either(*forms: Form) -> Form:
    """Any of these forms; the fault is that of the last."""

    def check(value: Any, path: Path) -> None:
        for form in forms[:-1]:
            try:
                return form(value, path)
            except EngineFault:
                continue
        return forms[-1](value, path)

    return check


def many(form: Form) -> Form:
    """A list of these."""

    def check(value: Any, path: Path) -> None:
        if not isinstance(value, (list, tuple)):
            raise _fault("a list", value, path)
        for index, one in enumerate(value):
            form(one, (*path, index))

    return check


def by(form: Form) -> Form:
    """A mapping of words to these."""

    def check(value: Any, path: Path) -> None:
        if not isinstance(value, Mapping):
            raise _fault("a mapping", value, path)
        for key, one in value.items():
            word(key, path)
            form(one, (*path, str(key)))

    return check


def record(forms: Mapping[str, Form], *needed: str) -> Form:
    """A mapping with these keys and no others."""

    def check(value: Any, path: Path) -> None:
        only(value, tuple(forms), path)
        for key in needed:
            if key not in value:
                raise EngineFault(f"`{key}` is missing", path)
        for key, one in value.items():
            forms[str(key)](one, (*path, str(key)))

    return check


def _roles(form: Form) -> Form:
    """One of these for the attacker, one for the defender."""
    return record({"attacker": form, "defender": form})


words = many(word)
one_or_more = either(word, words)
planned = record({"operation": word, "week": count}, "operation", "week")

UNIT = record(
    {
        **dict.fromkeys(("at", "in", "side", "nation", "kind", "type", "army"), word),
        **dict.fromkeys(("state", "supply", "road"), word),
        **dict.fromkeys(("static", "activated", "fought", "broke_through"), flag),
        **dict.fromkeys(("enemy_adjacent", "linked"), flag),
        **dict.fromkeys(("value", "distance"), count),
        "supports": words,
    }
)
SECTOR = record(
    {
        **dict.fromkeys(("class", "through", "marker", "boxed_by", "occupied"), word),
        **dict.fromkeys(("station", "harbour", "depot", "drop_zone"), flag),
        **dict.fromkeys(("boxed", "enemy_adjacent"), flag),
        "starts": either(flag, word),
        "supply": count,
    }
)
COMBAT = record(
    {
        "at": word,
        "attacker": word,
        "units": _roles(words),
        "from": one_or_more,
        "points": words,
        "supports": _roles(many(either(word, record({"support": word, "from": word}, "support")))),
        "doctrine": _roles(record({"army": word, "adds": number}, "army")),
        "events": _roles(number),
        "stated": _roles(record({"units": count, "supports": count})),
        **dict.fromkeys(("cards", "values", "used"), _roles(count)),
        "symbol": _roles(flag),
        "infantry": count,
        **dict.fromkeys(("wall", "drop", "gave_up"), flag),
        "joined": word,
        **dict.fromkeys(("reinforced", "reinforced_defence", "withdrawn", "left_out"), words),
        **dict.fromkeys(("retreated", "destroyed", "occupied_by", "broke_through"), words),
        **dict.fromkeys(("counterattacked", "applied"), words),
    },
    "at",
    "attacker",
)
GIVEN = record(
    {
        **dict.fromkeys(("round", "activation", "players", "fortitude_slot"), count),
        **dict.fromkeys(("month", "phase", "map", "initiative", "turn", "passed"), word),
        **dict.fromkeys(("advanced", "complete", "additional_agreed"), flag),
        **dict.fromkeys(("control", "destroyed_stations", "destroyed_bridges"), words),
        **dict.fromkeys(("beach_markers", "trains", "set_aside", "weather", "festungen"), words),
        "first": words,
        **dict.fromkeys(("supply", "depots", "scheduled", "deck_left", "hand"), by(count)),
        **dict.fromkeys(("reserve", "destroyed_supports"), by(words)),
        "controlled": by(word),
        "distances": by(by(count)),
        "sectors": by(SECTOR),
        "units": by(UNIT),
        "boxes": by(record({"blocked": flag, "stations": words, "beside": words})),
        "victory_points": either(count, by(count)),
        "tests": record(
            {
                "intelligence": record({"icons": count, "spies": count}),
                "additional": record({"icons": count, "conquered": count}),
            }
        ),
        "spent": record(
            {
                **dict.fromkeys(("doctrines", "improved", "recovered"), words),
                **dict.fromkeys(("collected", "festungen"), words),
                **dict.fromkeys(("additional_corps", "spies"), count),
            }
        ),
        "plan": record(
            {
                "done": flag,
                "weeks": many(planned),
                **dict.fromkeys(("planned", "successful", "failed", "cancelled"), words),
                "tiles_lost": words,
                "met": by(flag),
                "spies": by(count),
            }
        ),
        "combat": COMBAT,
    }
)

#: What the keys of acts and questions hold, by their names.
KEYS: dict[str, Form] = {
    **dict.fromkeys(("do", "side", "unit", "at", "from", "to", "by", "support", "corps"), word),
    **dict.fromkeys(("army", "worsens", "chosen_by", "last", "when", "for", "box", "to_box"), word),
    **dict.fromkeys(("phase", "operation", "of", "sector", "to_do", "test", "how", "first"), word),
    **dict.fromkeys(("about", "after_step"), word),
    "event": either(flag, word),
    **dict.fromkeys(("units", "supports", "with", "left", "drawn", "again", "tiles"), one_or_more),
    "path": words,
    **dict.fromkeys(("moves", "stations", "after", "steps", "placed", "picked", "cards"), count),
    **dict.fromkeys(("free_slots", "gives", "takes", "week", "divisions", "spies"), count),
    **dict.fromkeys(("printed", "number", "times", "square", "turns"), count),
    **dict.fromkeys(("depot", "crosses_boxed", "by_event", "removes", "met", "way"), flag),
    "cost": record({"victory_points": count, "supply": count}),
    "joins": record({"corps": word, "free_slots": count}, "corps"),
    "operations": many(planned),
    "events": many(record({"side": word, "scores": count, "spends": count}, "side")),
}


def check_keys(raw: Mapping[str, Any], path: Path) -> None:
    """Refuse a key of an act or a question that does not hold what its name says."""
    for key, value in raw.items():
        form = KEYS.get(str(key))
        if form is not None:
            form(value, (*path, str(key)))
