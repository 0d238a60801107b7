"""What a situation asks: from its mapping to the form that the answers read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.normandie import results
from fieldpress.engine.normandie.acts import TOKENS, WEAPONS, parse_act
from fieldpress.engine.normandie.given import (
    Read,
    a_place,
    a_side,
    a_thing,
    a_unit,
    by_name,
    choice,
    flag,
    number,
    several,
    text,
)
from fieldpress.engine.normandie.landings import GROUNDS
from fieldpress.engine.normandie.moving import STOPS
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.sleep import NOISES
from fieldpress.engine.normandie.sums import VALUES
from fieldpress.engine.normandie.table import PHASES, Table
from fieldpress.engine.shapes import Path, count, one_of, only
from fieldpress.engine.verdicts import EngineFault

KINDS = ("may", "why_not", "must", "value", "who", "which", "result")


def _of(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A side, a unit, a place, or a word that the question knows."""
    if isinstance(value, str) and (value in k.game.sides or value in _WORDS):
        return value
    return a_thing(k, t, value, path)


def _at(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    return value if value in ("open", "none") else a_thing(k, t, value, path)


def _die(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A die, or a list of dice."""
    dice = value if isinstance(value, (list, tuple)) else [value]
    for index, die in enumerate(dice):
        here = (*path, index) if isinstance(value, (list, tuple)) else path
        if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
            raise EngineFault(f"a die shows 1 to 6, not {die!r}", here)
    if not dice:
        raise EngineFault("a roll has a die at least", path)
    return value


def _penalty(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A penalty such as -2, or a size such as 2."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise EngineFault(f"expected a whole number, not {value!r}", path)
    return value


_WORDS = ("unit", "building", "corner", "pattern", "room", "mine", "large-building")
_ARGUMENTS: dict[str, Read] = {
    "of": _of, "at": _at, "by": choice("officer", "star", "command", "absent"), "arrived": number,
    "climbing": flag, "bangalores": several(text),
    "for": choice("lamp", "mines"), "on": choice(*GROUNDS),
    "with": choice("dropped"), "from": choice("inside", "outside"), "in": text,
    "landed": choice("order", "supply", "craft"),
    "act": choice("activate-light", "inspire", "help"),
    "weapon": choice(*WEAPONS), "count": number,
    "each": number, "limited_range": number, "penalty": _penalty, "bonus": number,
    "combat": number, "rolled": _die, "walls": number, "present": number, "pattern": flag,
    "ability": choice("demolition"), "noise": choice(*NOISES), "helpers": several(a_unit),
    "units": several(a_unit), "lost": number, "absent": flag, "knife": number, "shovel": number,
    "after": choice("assault", "waking", "hit", "supply-phase", "flames", "craft-lost", "asleep"),
    "unit": a_unit, "line": choice(*STOPS), "winner": a_side, "won": by_name(a_side),
    "effect": text, "objective": a_place, "target": choice("eliminated", "alive"),
    "free": number, "phase": choice(*PHASES), "moved": flag, "cleared": flag, "points": number,
    "tokens": choice(*TOKENS), "groups": number, "group": number, "row": number,
}  # fmt: skip


def parse_question(
    k: Rulebook, t: Table, raw: Any, path: Path
) -> tuple[str, dict[str, Any], int | None]:
    """A question: its kind, its form for the answers, and after how many acts it is asked."""
    if not isinstance(raw, Mapping):
        raise EngineFault(f"a question is a mapping such as {{may: …}}, not {raw!r}", path)
    kinds = [kind for kind in KINDS if kind in raw]
    if len(kinds) != 1:
        raise EngineFault(f"a question has exactly one of {', '.join(KINDS)}", path)
    kind = kinds[0]
    after = count(raw.get("after_acts"), (*path, "after_acts"))
    if kind in ("may", "why_not"):
        only(raw, {kind, "after_acts"}, path)
        return kind, {"act": parse_act(k, t, raw[kind], (*path, kind))}, after
    if kind == "must":
        only(raw, {kind, "after_acts", "unit", "line", "at"}, path)
        name = one_of(raw[kind], results.names(kind), (*path, kind))
    else:
        only(raw, {kind, "after_acts", *_ARGUMENTS}, path)
        known = tuple(VALUES) if kind == "value" else results.names(kind)
        name = one_of(raw[kind], known, (*path, kind))
    ask: dict[str, Any] = {kind: name}
    for key, value in raw.items():
        if key in _ARGUMENTS and key != kind:
            ask[key] = _ARGUMENTS[key](k, t, value, (*path, key))
    if kind in ("value", "who", "which", "result", "must"):
        also = VALUES[name][0] if kind == "value" else results.QUESTIONS[kind, name][0]
        for key in sorted(also):
            if key not in ask and key != "effect":
                raise EngineFault(f"{kind}: {name} also needs `{key}`", (*path, kind))
    if "effect" in ask:
        known_effects = {e for c in k.game.campaigns.values() for e in c.raw.get("effects", {})}
        one_of(ask["effect"], tuple(sorted(known_effects)), (*path, "effect"))
    for key in ("of",):
        if key in ask and _side_wanted(kind, name) and ask[key] not in k.game.sides:
            sides = " or ".join(k.game.sides)
            raise EngineFault(f"{kind}: {name} is asked of a side: {sides}", (*path, key))
        if key in ask and _unit_wanted(kind, name) and ask[key] not in t.units:
            raise EngineFault(f"{kind}: {name} is asked of a unit that is given", (*path, key))
    return kind, ask, after


def _side_wanted(kind: str, name: str) -> bool:
    return (kind, name) in {
        ("value", "order-tokens"),
        ("value", "army-points"),
        ("which", "removed"),
    }


def _unit_wanted(kind: str, name: str) -> bool:
    return (kind, name) in {
        ("value", "shot-range"), ("value", "shot-bonus"), ("value", "defence-bonus"),
        ("value", "assault-bonus"), ("value", "movement-bonus"), ("value", "moving-fire-penalty"),
        ("value", "suppressed"), ("result", "sleeper"), ("result", "landing"),
        ("which", "side-up"), ("which", "defence"), ("result", "craft-lost"), ("result", "landed"),
    }  # fmt: skip
