"""What scenarios, armies and campaigns of the normandie ruleset owe one another.

References are resolved elsewhere; here is what no single reference shows: units that the side does
not field, zones on tiles that are not laid, turns after the last, rolls that lead nowhere or twice.
Whatever is malformed is passed over: its schema has told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.records import GameContent, Record
from fieldpress.database.spots import Path

DIE = range(1, 7)
#: A fault's path, problem and remedy.
Found = Iterator[tuple[Path, str, str]]


def check_battles(game: GameContent) -> Iterator[Fault]:
    """Faults of the scenarios, armies and campaigns of one game."""
    if game.head.get("ruleset") != "normandie" or game.unread & {"scenarios", "armies"}:
        return
    armies = {record.id: record for record in game.of("armies")}
    for record in game.of("scenarios"):
        raw = record.data
        checks = (
            *(_armies(record, armies), _zones(raw), _night(raw), _craft(raw), _drops(raw)),
            *(_removals(raw), _turns(raw)),
        )
        for check in checks:
            yield from (record.fault(path, "battle", *said) for path, *said in check)
    yield from _campaigns(game)


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _maps(value: Any) -> list[tuple[int, dict[str, Any]]]:
    """The mappings of a list, with their places in it."""
    return [
        (index, one)
        for index, one in enumerate(value if isinstance(value, list) else [])
        if isinstance(one, dict)
    ]


def _words(value: Any) -> list[tuple[int, str]]:
    return [
        (index, one)
        for index, one in enumerate(value if isinstance(value, list) else [])
        if isinstance(one, str)
    ]


def _numbers(value: Any) -> list[int]:
    return [one for one in value if isinstance(one, int)] if isinstance(value, list) else []


# -- who is fielded --------------------------------------------------------------------------------


def _armies(record: Record, armies: dict[str, Record]) -> Found:
    """Each side's army is its own, and the steps move what it fields."""
    fielded: dict[str, list[dict[str, Any]]] = {}
    for side, part in _map(record.data.get("sides")).items():
        army = armies.get(str(_map(part).get("army", "")))
        if army is None:
            continue
        path: Path = ("sides", side, "army")
        if army.data.get("side") != side:
            owner = army.data.get("side")
            yield path, f"the army {army.id} is fielded by {owner}", f"name an army of {side}"
        if army.data.get("scenario") != record.id:
            other = army.data.get("scenario")
            yield path, f"the army {army.id} belongs to scenario {other}", "name one of this one"
        fielded[side] = [one for _, one in _maps(army.data.get("formations"))]
    if not fielded:
        return
    for key in ("deployment", "entries"):
        for index, step in _maps(record.data.get(key)):
            own = fielded.get(str(step.get("side")))
            all_of = [one for part in fielded.values() for one in part]
            yield from _who((key, index, "what"), _map(step.get("what")), own or all_of)


def _who(path: Path, what: dict[str, Any], formations: list[dict[str, Any]]) -> Found:
    names = {str(one.get("id")) for one in formations}
    options = {
        str(entry.get("option")) for one in formations for _, entry in _maps(one.get("entries"))
    }
    for key, known, noun in (("formations", names, "formation"), ("options", options, "option")):
        for index, name in _words(what.get(key)):
            if name not in known:
                remedy = did_you_mean(name, known) or f"it has {', '.join(sorted(known))}"
                yield (*path, key, index), f"the army has no {noun} {name!r}", remedy
    groups = {one["group"] for one in formations if isinstance(one.get("group"), int)}
    group = what.get("group")
    if isinstance(group, int) and group not in groups:
        listed = ", ".join(map(str, sorted(groups)))
        remedy = f"its groups are {listed}" if groups else "none of its formations has a group"
        yield (*path, "group"), f"the army has no group {group}", remedy


# -- where and when --------------------------------------------------------------------------------


def _zones(raw: dict[str, Any]) -> Found:
    """Zones lie on tiles that are laid, the right face up."""
    laid = {str(one.get("tile")): one.get("face") for _, one in _maps(raw.get("tiles"))}
    for name, zone in _map(raw.get("zones")).items():
        tile, face = _map(zone).get("tile"), _map(zone).get("face")
        if not laid or not isinstance(tile, str):
            continue
        if tile not in laid:
            remedy = did_you_mean(tile, laid) or f"its tiles are {', '.join(laid)}"
            yield ("zones", name, "tile"), f"the scenario does not lay the tile {tile!r}", remedy
        elif isinstance(face, str) and face != laid[tile]:
            problem = f"the tile {tile} is laid with its face {laid[tile]} up"
            yield ("zones", name, "face"), problem, f"write {laid[tile]}"


def _entries(value: Any) -> list[dict[str, Any]]:
    """A parameter's entries, of which a lone one is written without a list."""
    return [one for _, one in _maps(value if isinstance(value, list) else [value])]


def _last_turn(raw: dict[str, Any]) -> int | None:
    """The turns of the game, where one number says it."""
    found = [one.get("value") for one in _entries(_map(raw.get("parameters")).get("turns"))]
    return found[0] if len(found) == 1 and isinstance(found[0], int) else None


def _night(raw: dict[str, Any]) -> Found:
    """Each turn has one condition of the night; entries with other conditions are not looked at."""
    parts, last = _entries(_map(raw.get("parameters")).get("night")), _last_turn(raw)
    turns = {"turn", "from_turn", "to_turn"}
    if (
        last is None
        or not parts
        or any(part.keys() - turns - {"value", "clauses"} for part in parts)
    ):
        return
    if not all(isinstance(part[key], int) for part in parts for key in turns & part.keys()):
        return
    for turn in range(1, min(last, 99) + 1):
        found = [part for part in parts if _holds(part, turn)]
        if len(found) != 1:
            said = "no condition of the night" if not found else "two conditions of the night"
            remedy = "let from_turn and to_turn take in every turn once"
            yield ("parameters", "night"), f"turn {turn} has {said}", remedy
            return


def _holds(part: dict[str, Any], turn: int) -> bool:
    only = int(part.get("turn", turn))
    return only == turn and int(part.get("from_turn", 1)) <= turn <= int(part.get("to_turn", turn))


def _turns(raw: dict[str, Any]) -> Found:
    """Nothing comes after the last turn."""
    last = _last_turn(raw)
    places: list[tuple[Path, Any]] = [
        ((key, index, "turn"), one.get("turn"))
        for key in ("entries", "victory")
        for index, one in _maps(raw.get(key))
    ]
    places += [
        (("events", name, "turn"), _map(one).get("turn"))
        for name, one in _map(raw.get("events")).items()
    ]
    for path, turn in places:
        if last is not None and isinstance(turn, int) and turn > last:
            yield path, f"turn {turn} of a game of {last} turns", f"a turn from 1 to {last}"


# -- dice and decks --------------------------------------------------------------------------------


def _craft(raw: dict[str, Any]) -> Found:
    """A roll names one landing craft."""
    seen: dict[int, str] = {}
    for index, one in _maps(raw.get("landing_craft")):
        for result in _numbers(one.get("die")):
            if result in seen:
                problem = f"a roll of {result} names this craft and {seen[result]}"
                yield ("landing_craft", index, "die"), problem, "give each craft rolls of its own"
            seen.setdefault(result, str(one.get("id")))


def _drops(raw: dict[str, Any]) -> Found:
    """Each roll leads to one drop zone."""
    zones = _map(raw.get("zones"))
    for index, entry in _maps(raw.get("entries")):
        if entry.get("by_die") is not True:
            continue
        through = [name for _, name in _words(entry.get("through")) if name in zones]
        rolls = [n for name in through for n in _numbers(_map(zones[name]).get("number"))]
        wrong = [n for n in DIE if rolls.count(n) != 1]
        if through and wrong:
            said = "no zone" if rolls.count(wrong[0]) == 0 else "two zones"
            remedy = "let the numbers of the zones take in 1 to 6 once each"
            yield ("entries", index, "through"), f"a roll of {wrong[0]} leads to {said}", remedy


def _removals(raw: dict[str, Any]) -> Found:
    """A list takes a card out of a deck once."""
    seen: set[tuple[str, ...]] = set()
    for index, one in _maps(raw.get("removals")):
        name = str(one.get("action", one.get("category")))
        reading = str(sorted(_map(one.get("reading")).items(), key=str))
        for place, deck in _words(one.get("decks")):
            entry = (name, deck, reading, str(one.get("clauses")))
            if entry in seen:
                problem = f"{name} is taken out of the {deck} deck a second time"
                yield ("removals", index, "decks", place), problem, "remove one"
            seen.add(entry)


# -- campaigns -------------------------------------------------------------------------------------


def _campaigns(game: GameContent) -> Iterator[Fault]:
    """Effects change later scenarios, and only those ask for them."""
    target: dict[str, str] = {}
    for record in game.of("campaigns"):
        effects = _map(record.data.get("effects"))
        target |= {name: str(_map(one).get("in")) for name, one in effects.items()}
        order = [str(one.get("scenario")) for _, one in _maps(record.data.get("scenarios"))]
        for index, outcome in _maps(record.data.get("outcomes")):
            scenario = str(outcome.get("scenario"))
            for place, name in _words(outcome.get("gives")):
                later = target.get(name)
                known = scenario in order and later in order
                if known and order.index(str(later)) <= order.index(scenario):
                    yield record.fault(
                        ("outcomes", index, "gives", place),
                        "battle",
                        f"{name} changes scenario {later}, which is not played after {scenario}",
                        "an outcome changes a later scenario",
                    )
    for key in ("scenarios", "armies"):
        for record in game.of(key):
            own = record.id if key == "scenarios" else str(record.data.get("scenario"))
            for path, name in _asked(record.data, ()):
                if target.get(name, own) != own:
                    yield record.fault(
                        path,
                        "battle",
                        f"{name} changes scenario {target[name]}, not scenario {own}",
                        "ask for an effect that changes this scenario",
                    )


def _asked(raw: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Every campaign effect that a record depends on, with its place."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key in ("effect", "without") and isinstance(value, str):
                yield (*path, key), value
            else:
                yield from _asked(value, (*path, key))
    elif isinstance(raw, list):
        for index, value in enumerate(raw):
            yield from _asked(value, (*path, index))


__all__ = ["check_battles"]
