"""Who, which and result: the table of such questions, and what comes of noise and of rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from fieldpress.engine.inquiry import verdict_of
from fieldpress.engine.normandie.case import BASE
from fieldpress.engine.normandie.moving import STOPS, stops
from fieldpress.engine.normandie.registry import register
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.sleep import NOISES, wakes
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.tri import Tri
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault, Verdict, distinct

Ask: TypeAlias = Mapping[str, Any]
Function: TypeAlias = Callable[[Rulebook, Table, Ask], Verdict]
#: (kind of question, name) -> what it also has to say, and the function that answers.
QUESTIONS: dict[tuple[str, str], tuple[frozenset[str], Function]] = {}


def question(
    kind: str, name: str, *also: str, keys: Iterable[str] = ()
) -> Callable[[Function], Function]:
    """Mark how a question is answered; `also`: what it has to say."""

    def mark(function: Function) -> Function:
        QUESTIONS[kind, name] = (frozenset(also), function)
        for key in keys:
            register(key, "rule")
        return function

    return mark


def answer(k: Rulebook, t: Table, kind: str, ask: Ask) -> Verdict:
    """The verdict on a who, which, result or must question."""
    name = ask[kind]
    also, function = QUESTIONS[kind, name]
    missing = sorted(also - ask.keys())
    if missing:
        raise EngineFault(f"{kind}: {name} also needs `{missing[0]}`")
    return function(k, t, ask)


def names(kind: str) -> tuple[str, ...]:
    """What may be asked of a kind."""
    return tuple(name for of, name in QUESTIONS if of == kind)


def unknown(k: Rulebook, why: str, *needs: str, clauses: Iterable[str] = ()) -> Verdict:
    """An answer that the base game would give."""
    k.reserve_judgement(BASE, "base", why)
    return verdict_of(k, "undetermined", None, clauses=clauses, needs=needs)


def said(k: Rulebook, value: Any, *clauses: str, needs: Iterable[str] = ()) -> Verdict:
    """A value, or what is missing to say it."""
    wanted = tuple(needs)
    return verdict_of(
        k, "undetermined" if wanted else "value", None if wanted else value,
        clauses=clauses, needs=wanted,
    )  # fmt: skip


def _tri(k: Rulebook, holds: Tri, clauses: Iterable[str]) -> Verdict:
    return said(k, holds.value, *clauses, needs=holds.needs)


@question("must", "stop", "unit", "at")
def must_stop(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether a unit ends its movement behind what it crosses."""
    line = ask.get("line")
    if line not in STOPS:
        raise EngineFault(f"must: stop is asked of {', '.join(STOPS)}")
    return _tri(k, *stops(k, t, ask["unit"], line, ask["at"]))


# -- sleep ---------------------------------------------------------------------------------------


def _noise(k: Rulebook, t: Table, ask: Ask) -> str:
    if ask.get("noise") not in NOISES:
        raise EngineFault(f"a noise is {', '.join(NOISES)}, not {ask.get('noise')!r}")
    if not isinstance(ask.get("at"), str):
        raise EngineFault("a noise is `at` a unit or a place")
    return str(ask["noise"])


@question("who", "wakes", "noise", "at", keys=("sleep.wakes-outside", "sleep.wakes-assault"))
def who_wakes(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The sleepers that a noise wakes, by name; open where a fact is missing of one."""
    noise = _noise(k, t, ask)
    woken: list[str] = []
    keys: list[str] = []
    needs: list[str] = []
    for unit in t.units:
        if "sleeping" not in (t.told(unit, "markers") or ("sleeping",)):
            continue
        holds, clauses = wakes(k, t, unit, noise, ask["at"])
        keys += clauses
        needs += holds.needs
        if holds.value:
            woken.append(f"unit:{unit}")
    return said(k, woken, *distinct(keys), needs=needs)


@question(
    "result", "sleeper", "of", "after",
    keys=("sleep.assault", "sleep.awake", "sleep.damage", "sleep.recover"),
)  # fmt: skip
def sleeper(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """What becomes of a sleeper: eliminated, awake and Suppressed, hit like any unit."""
    after, unit = ask["after"], ask["of"]
    asleep = t.marked(unit, "sleeping")
    if asleep.value is not True:
        return said(k, "awake", needs=asleep.needs)
    if after == "assault" and k.rule("sleep.assault"):
        return said(k, "eliminated", "sleep.assault")
    if after == "waking" and k.rule("sleep.awake"):
        return said(k, "suppressed", "sleep.awake")
    if after == "hit" and k.rule("sleep.damage"):
        return said(k, "damage", "sleep.damage")
    if after == "supply-phase" and k.rule("sleep.recover"):
        return said(k, "recovered", "sleep.recover")
    return unknown(k, "what becomes of the unit", f"base.{after}")


# -- rolls ---------------------------------------------------------------------------------------


def rolled(ask: Ask) -> list[int]:
    rolled = ask["rolled"]
    return list(rolled) if isinstance(rolled, (list, tuple)) else [rolled]


@question("result", "lamp", "rolled", keys=("lamp.roll", "lamp.penalties"))
def lamp(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether a lamp is put out: one die and bonuses, without the unit's combat value."""
    enough = k.figure("lamp-destroyed")
    if enough.value is None:
        return unknown(k, "what destroys a lamp", "base.lamp")
    parts = [_part("lamp", sum(rolled(ask)), "die")]
    if ask.get("bonus"):
        parts.append(_part("lamp", ask["bonus"], "bonus"))
    if ask.get("penalty") and k.rule("lamp.penalties"):
        parts.append(_part("lamp", -ask["penalty"], "penalty", ("lamp.penalties",)))
    if ask.get("combat"):
        if k.rule("lamp.roll"):
            parts.append(_part("lamp", 0, "combat", ("lamp.roll",), why="no-combat-value"))
        else:
            parts.append(_part("lamp", ask["combat"], "combat"))
    total = sum(part.amount.number for part in parts if part.counted)
    keys = distinct((*enough.clauses, *(key for part in parts for key in part.clauses)))
    value = "destroyed" if total >= enough.number else "burning"
    return verdict_of(k, "value", value, (), parts, keys)


def _part(
    what: str, amount: int, record: str, clauses: tuple[str, ...] = (), why: str = ""
) -> Contribution:
    return Contribution(what, "add", Amount.of(amount), record, "", clauses, not why, why)


@question(
    "which", "holes", "rolled",
    keys=(
        "hole.turn-over", "hole.corner-two", "hole.pattern-two-walls", "hole.pattern-two-sixes",
        "large-building.no-holes",
    ),
)  # fmt: skip
def holes(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The holes that a roll allows the player to make: `small`, `large`, `turned-over`,
    `small-in-each`."""
    dice, walls = rolled(ask), ask.get("walls") or 1
    blast = ask.get("weapon", "blast") in ("blast", "grenade")
    if ask.get("from") == "inside" and blast and k.rule("large-building.no-holes"):
        place = t.places.get(str(ask.get("of")), {})
        if place.get("kind") == "large-building":
            return said(k, [], "large-building.no-holes")
    need, with_ability = k.figure("hole-roll"), k.figure("hole-roll-demolition")
    small, large = k.figure("hole-points"), k.figure("hole-points-two")
    two = k.figure("hole-dice-two")
    able = ask.get("ability") == "demolition" and with_ability.value is not None
    used = with_ability if able else need
    if used.value is None or small.value is None:
        return unknown(k, "what the Destruction rule makes of the roll", "base.destruction")
    sixes = sum(1 for die in dice if die >= used.number)
    keys: list[str] = [*(used.clauses if able else ()), *need.clauses]
    there = ask.get("present")
    over_two = walls > 1 and bool(ask.get("pattern"))
    # A pattern over two walls has a rule for either roll; the better one offers no lone small hole.
    paired = over_two and two.value is not None and sixes >= two.number
    options: list[str] = []
    if sixes >= 1:
        if there and k.rule("hole.turn-over"):
            options.append("turned-over")
            keys.append("hole.turn-over")
        elif not there:
            if not (paired and k.rule("hole.pattern-two-sixes")):
                options.append("small")
            if over_two and k.rule("hole.pattern-two-walls"):
                keys.append("hole.pattern-two-walls")
    if two.value is not None and large.value is not None and sixes >= two.number and not there:
        options.append("large")
        keys += large.clauses
        both = "hole.pattern-two-sixes" if ask.get("pattern") else "hole.corner-two"
        if walls > 1 and k.rule(both):
            options.append("small-in-each")
            keys.append(both)
    return said(k, options, *distinct(keys))


@question(
    "which",
    "walls",
    "of",
    keys=("hole.at-unit", "hole.at-building", "hole.corner", "hole.pattern-one-wall"),
)
def walls(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Where the hole is made: the wall before the unit, the space aimed at, or one of two walls."""
    at = ask["of"]
    table = {
        "unit": ("wall-before-the-unit", "hole.at-unit"),
        "building": ("space-aimed-at", "hole.at-building"),
        "corner": ("either-wall", "hole.corner"),
        "pattern": ("wall-under-the-pattern", "hole.pattern-one-wall"),
    }
    if at not in table:
        raise EngineFault(f"which: walls is asked of {', '.join(table)}")
    value, key = table[at]
    return (
        said(k, [value], key)
        if k.rule(key)
        else unknown(k, "where the shot strikes", "base.destruction")
    )


@question(
    "result",
    "explosion",
    "of",
    keys=("room.contained", "hawkins.no-area", "large-building.grenade"),
)
def explosion(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """How far an explosion reaches: in a room, of a mine, of a grenade in a large building."""
    table = {
        "room": ("within-the-room", "room.contained"),
        "mine": ("what-it-lies-on", "hawkins.no-area"),
        "large-building": ("under-the-pattern", "large-building.grenade"),
    }
    if ask["of"] not in table:
        raise EngineFault(f"result: explosion is asked of {', '.join(table)}")
    value, key = table[ask["of"]]
    return (
        said(k, value, key) if k.rule(key) else unknown(k, "how far it reaches", "base.explosion")
    )


@question("result", "building", "of", "points", keys=("large-building.stands", "bunker.stands"))
def stands(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether a building falls: large ones and bunkers do not."""
    kind = t.kind_of_place(str(ask["of"]))
    for wanted, key in (("large-building", "large-building.stands"), ("bunker", "bunker.stands")):
        if kind == wanted and k.rule(key):
            return said(k, "stands", key)
    return unknown(k, "how many points bring a building down", "base.demolition")


@question("result", "bunker", "of", "rolled", keys=("bunker.suppress", "bunker.ambush"))
def bunker(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Who in a bunker is Suppressed by a Destruction roll."""
    need, each = k.figure("bunker-roll"), k.figure("bunker-suppressed")
    if need.value is None or each.value is None:
        return unknown(k, "what the roll does", "base.destruction")
    hit = any(die >= need.number for die in rolled(ask))
    keys: list[str] = [*need.clauses]
    needs: list[str] = []
    struck: list[str] = []
    for unit in t.units:
        inside = t.same_place(unit, ask["of"])
        if not hit or inside.value is False:
            continue
        needs += inside.needs
        if t.marked(unit, "hidden").value and k.rule("bunker.ambush"):
            keys.append("bunker.ambush")
            continue
        if inside.value:
            struck.append(f"unit:{unit}")
            keys += each.clauses
    return said(k, struck, *distinct(keys), needs=needs)
