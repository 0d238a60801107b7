"""What a situation gives of a mission, and names in its moves: looked up, or refused there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.missions.board import (
    NAMED,
    column_row,
    mission_of,
    on_field,
    size_of,
)
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.piles import piles_of
from fieldpress.engine.commando.missions.state import (
    FATIGUE,
    SPENT,
    USABLE,
    Lasting,
    Mission,
    Regiment,
    Spot,
)
from fieldpress.engine.commando.missions.verbs import NAMES
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.naming import (
    Path,
    card_id,
    count,
    counter_id,
    listing,
    mapping,
    one_of,
    only,
    terrain_id,
)
from fieldpress.engine.commando.state import Place, State
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.shapes import flag
from fieldpress.engine.verdicts import EngineFault

_GIVEN = frozenset(
    {
        "field", "assault", "regiments", "active", "piles", "pile", "barricade", "lost",
        "heroic_played", "permanent", "counter_attack",
    }
)  # fmt: skip
_SPOT = frozenset({"terrain", "up", "control", "tokens", "marker", "shown", "production"})
_REGIMENT = frozenset({"at", "fatigue", "run", "fought"})
_PERMANENT = frozenset({"aside", "taken", "table", "used", "destroyed"})
_COUNTER = frozenset({"terrain", "used", "struck", "given_up"})
#: A parameter that only missions set, so that one of these tells a game with a mission.
_MARKS = ("first-pile", "field-columns")


def read(k: Knowledge, state: State, given: Mapping[str, Any]) -> None:
    """Put the mission that is given into a state; none where the game has none."""
    path: Path = ("given", "mission")
    if "mission" not in given:
        if any(k.sets(name) for name in _MARKS):
            state.mission = Mission()
        return
    raw = mapping(given, "mission", ("given",))
    only(raw, _GIVEN, path)
    if not any(k.sets(name) for name in _MARKS):
        where = k.scenario.id if k.scenario else "a question without a scenario"
        raise EngineFault(f"{where} has no battlefield of its own; leave `mission` out", path)
    mission = state.mission = Mission()
    _field(k, mission, mapping(raw, "field", path), (*path, "field"))
    _piles(k, mission, raw, path)
    for name, entry in mapping(raw, "regiments", path).items():
        here: Path = (*path, "regiments", name)
        ident = counter_id(k, name, here)
        if k.counter(ident).kind != "formation":
            raise EngineFault(f"{ident} is no regiment", here)
        mission.regiments[ident] = _regiment(k, state, entry, here)
    if "active" in raw:
        here = (*path, "active")
        mission.regiment = one_of(raw["active"], tuple(mission.regiments), here)
        one = mission.regiments[mission.regiment]
        mission.spot = one.at
        one.fought = True
    if "assault" in raw:
        mission.spot = spot_of(k, state, raw["assault"], (*path, "assault"))
    _barricade(k, state, raw, path)
    _sides(k, state, raw, path)
    _counter(k, state, mapping(raw, "counter_attack", path), (*path, "counter_attack"))
    _here(state, path)


def _here(state: State, path: Path) -> None:
    """The Terrain of the turn and the spot of the Assault marker tell each other."""
    mission, place = mission_of(state), state.places[0]
    lying = mission.spots.get(mission.spot)
    if lying is not None and lying.terrain and not place.terrain:
        state.places[0] = Place(lying.terrain, place.face, place.size, place.played, place.ended,
                                place.how)  # fmt: skip
    elif lying is not None and lying.terrain and place.terrain != lying.terrain:
        raise EngineFault(
            f"the turn is on {place.terrain}, but {lying.terrain} lies on {mission.spot}",
            (*path, "assault"),
        )
    elif not mission.spot and place.terrain:
        found = [n for n, spot in mission.spots.items() if spot.terrain == place.terrain]
        mission.spot = found[0] if len(found) == 1 else ""


def _field(k: Knowledge, mission: Mission, raw: Mapping[str, Any], path: Path) -> None:
    columns, rows = size_of(k)
    for name, entry in raw.items():
        here: Path = (*path, str(name))
        if not columns:
            raise EngineFault("this mission lays piles, not a field", path)
        _named(k, str(name), here)
        if isinstance(entry, str):
            entry = {"terrain": entry}
        only(entry, _SPOT, here)
        spot = Spot(up=flag(entry, "up", here))
        if "terrain" in entry:
            spot.terrain = terrain_id(k, entry["terrain"], (*here, "terrain"))[0]
        if "control" in entry:
            spot.control = one_of(entry["control"], tuple(k.game.sides), (*here, "control"))
            spot.tokens = (
                1 if "tokens" not in entry else count(entry["tokens"], (*here, "tokens")) or 0
            )
        elif "tokens" in entry:
            raise EngineFault("tokens of which side? `control` names it", (*here, "tokens"))
        if "marker" in entry:
            marker = entry["marker"]
            spot.marker = marker if marker == HIDDEN else counter_id(k, marker, (*here, "marker"))
        spot.shown = bool(flag(entry, "shown", here))
        if "production" in entry:
            spot.production = one_of(entry["production"], (USABLE, SPENT), (*here, "production"))
        mission.spots[str(name)] = spot
    del rows


def _named(k: Knowledge, name: str, path: Path) -> None:
    columns, rows = size_of(k)
    if not NAMED.fullmatch(name) or not on_field(k, name):
        raise EngineFault(
            f"{name!r} is no spot of the field: write COLUMN-ROW, from 1-1 to {columns}-{rows}",
            path,
        )


def spot_of(k: Knowledge, state: State, name: Any, path: Path) -> str:
    """A spot by COLUMN-ROW, or by a Terrain that lies on just one. A well-formed one beyond the
    edge stays what it is: that nothing leaves the field is a rule."""
    text = str(name)
    if NAMED.fullmatch(text):
        return text
    spots = mission_of(state).spots
    ident = terrain_id(k, name, path)[0]
    found = [where for where, spot in spots.items() if spot.terrain == ident]
    if len(found) == 1:
        return found[0]
    if found:
        raise EngineFault(f"{ident} lies on {' and '.join(found)}; name the spot", path)
    raise EngineFault(f"{ident} lies on no spot that is given; write COLUMN-ROW", path)


def _piles(k: Knowledge, mission: Mission, raw: Mapping[str, Any], path: Path) -> None:
    known = tuple(piles_of(k))
    for name, number in mapping(raw, "piles", path).items():
        here: Path = (*path, "piles", name)
        if not known:
            raise EngineFault("this mission has a field, not piles", (*path, "piles"))
        one_of(name, known, here)
        mission.piles[name] = count(number, here) or 0
    if "pile" in raw:
        mission.pile = one_of(raw["pile"], known, (*path, "pile"))


def _regiment(k: Knowledge, state: State, raw: Any, path: Path) -> Regiment:
    if isinstance(raw, str):
        raw = {"at": raw}
    only(raw, _REGIMENT, path)
    one = Regiment()
    if "at" in raw:
        one.at = spot_of(k, state, raw["at"], (*path, "at"))
    one.fatigue = one_of(raw.get("fatigue", FATIGUE[0]), FATIGUE, (*path, "fatigue"))
    one.run = count(raw.get("run"), (*path, "run"))
    one.fought = flag(raw, "fought", path)
    return one


def _barricade(k: Knowledge, state: State, raw: Mapping[str, Any], path: Path) -> None:
    if "barricade" not in raw:
        return
    entry, here = raw["barricade"], (*path, "barricade")
    if not figure(k, "barricade"):
        raise EngineFault("this mission has no barricade", here)
    if not isinstance(entry, Mapping):
        entry = {"at": entry}
    only(entry, frozenset({"at", "laid"}), here)
    mission = mission_of(state)
    mission.barricade = spot_of(k, state, entry.get("at"), (*here, "at"))
    mission.barricade_turn = count(entry.get("laid"), (*here, "laid"))


def _sides(k: Knowledge, state: State, raw: Mapping[str, Any], path: Path) -> None:
    mission, sides = mission_of(state), tuple(k.game.sides)
    if "lost" in raw:
        mission.lost = {}
        told = mapping(raw, "lost", path)
        for side in told:
            here: Path = (*path, "lost", side)
            one_of(side, sides, here)
            rows = listing(told, side, (*path, "lost"))
            mission.lost[side] = [count(row, (*here, i)) or 0 for i, row in enumerate(rows)]
    for side, number in mapping(raw, "heroic_played", path).items():
        here = (*path, "heroic_played", side)
        mission.heroic_played[one_of(side, sides, here)] = count(number, here) or 0
    for side, entry in mapping(raw, "permanent", path).items():
        here = (*path, "permanent", side)
        one_of(side, sides, here)
        only(entry, _PERMANENT, here)
        one = mission.lasting[side] = Lasting()
        for key in ("table", "used", "destroyed"):
            for i, card in enumerate(listing(entry, key, here)):
                getattr(one, key).append(card_id(k, card, (*here, key, i)))
        if "aside" in entry:
            one.aside = [
                card_id(k, c, (*here, "aside", i))
                for i, c in enumerate(listing(entry, "aside", here))
            ]
        for card, turn in mapping(entry, "taken", here).items():
            one.taken[card_id(k, card, (*here, "taken", card))] = count(
                turn, (*here, "taken", card)
            )
        for card in one.used:
            if card not in one.table:
                raise EngineFault(f"{card} is used, but not on the table", (*here, "used"))


def _counter(k: Knowledge, state: State, raw: Mapping[str, Any], path: Path) -> None:
    only(raw, _COUNTER, path)
    mission = mission_of(state)
    if raw and not figure(k, "column-per-turn"):
        raise EngineFault("this mission has no counter-attack", path)
    if "terrain" in raw:
        mission.counter_terrain = terrain_id(k, raw["terrain"], (*path, "terrain"))[0]
        mission.counter_used = True
    used = flag(raw, "used", path)
    mission.counter_used = mission.counter_used if used is None else used
    for key, into in (("struck", mission.struck), ("given_up", mission.given_up)):
        for i, card in enumerate(listing(raw, key, path)):
            into.append(card_id(k, card, (*path, key, i)))


# -- names in moves -------------------------------------------------------------------------------


def resolve(k: Knowledge, state: State, move: Move, path: Path) -> Move:
    """A move of a mission with what it names looked up."""
    wanted = NAMES.get(move.verb)
    if wanted is None:
        return move
    here: Path = (*path, move.verb)
    what = str(move.what)
    if wanted == "card":
        what = card_id(k, move.what, here)
    elif wanted == "regiment" or (wanted == "spot or regiment" and not _is_spot(k, what)):
        what = counter_id(k, move.what, here)
        if k.counter(what).kind != "formation":
            raise EngineFault(f"{what} is no regiment", here)
    elif wanted == "terrain" or (wanted == "where" and not size_of(k)[0]):
        what = terrain_id(k, move.what, here)[0]
    elif wanted == "pile":
        what = one_of(move.what, tuple(piles_of(k)), here)
    else:
        what = spot_of(k, state, move.what, here)
    to = spot_of(k, state, move.to, (*path, "to")) if move.to else ""
    pay = tuple(counter_id(k, c, (*path, "pay", i)) for i, c in enumerate(move.pay))
    return move._replace(what=what, to=to, pay=pay)


def _is_spot(k: Knowledge, name: str) -> bool:
    if NAMED.fullmatch(name):
        return True
    return any(kind == "terrains" for kind, _ in k.game.find(name))


__all__ = ["column_row", "read", "resolve", "spot_of"]
