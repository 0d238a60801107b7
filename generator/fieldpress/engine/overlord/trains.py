"""Trains: how far a load goes, what a train cannot pass, and what follows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from fieldpress.engine.overlord.activating import activated, next_turn
from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import (
    between,
    controls,
    flag,
    map_of,
    must_be_sector,
    occupied,
    points_of,
    sector_fact,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import NO, Tri, all_of, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault, Finding


@rules("train.light", "train.heavy")
def stations(c: Case, units: list[str]) -> tuple[int | None, tuple[str, ...]]:
    """Stations that a train with this load goes at most, and the clauses."""
    corps = [u for u in units if c.kind(u) == "corps"]
    riding = [u for u in units if c.kind(u) == "division"]
    inside = [u.id for one in corps for u in c.s.inside(one) if u.id not in riding]
    load = len(riding) + len(inside)
    key = "train.light" if load <= 1 else "train.heavy"
    if corps and load == 0 and c.k.reading("train-bare-corps") == "not-at-all":
        return 0, (key,)
    most, keys = c.number(f"train-stations-{'light' if load <= 1 else 'heavy'}")
    if not c.k.rule(key):
        return None, ()
    return most, tuple(dict.fromkeys((key, *keys)))


@act("train", ("train.journey", "sector.stations"), "side", "units", "path", "stations", "after")
@rules(
    "train.journey",
    "sector.stations",
    "train.one-per-station",
    "train.light",
    "train.heavy",
    "train.stations-barred",
    "train.bridge-barred",
    "train.boxed",
    "train.after",
    "sector.station-destroyed",
    "train.unload",
)
def may_train(c: Case, a: Act) -> Iterator[Finding]:
    """May these units go by train along the path of stations? `after`: sectors walked then."""
    units, path = a.words("units"), a.words("path")
    if not path:
        raise EngineFault(
            "train needs `path`: the stations in order, the first where it starts", a.at
        )
    for index, sector in enumerate(path):
        must_be_sector(c, sector, (*a.path("path"), index))
    yield from activated(c, units)
    yield from c.no(
        not c.is_role(a.side, "occupier"), "trains-for-reinforcements", "sector.stations"
    )
    start = path[0]
    starting = sector_fact(c, start, "starts")
    away = known(not starting.value) if starting.known else open_on(f"given.sectors.{start}.starts")
    if starting.state == "absent":
        away = open_on(f"given.sectors.{start}.starts")
    yield from c.no(away, "no-starting-sector", "train.journey", record=f"sector:{start}")
    for sector in path:
        yield from c.no(
            negate(flag(c, sector, "station")),
            "no-station",
            "train.journey",
            record=f"sector:{sector}",
        )
    gone = c.s.listed("trains", start)
    yield from c.no(gone, "train-left", "train.one-per-station", record=f"sector:{start}")
    most, keys = stations(c, units)
    far = a.get("stations", len(path) - 1)
    if most is not None:
        yield from c.no(int(far) > most, "too-many-stations", *keys[:1], also=keys, most=most)
        a.grounds = tuple(dict.fromkeys((*a.grounds, keys[0])))
    yield from _on_the_way(c, a, path)
    after, more = c.number("train-after-sectors")
    walked = a.get("after")
    if after is not None and walked is not None:
        yield from c.no(int(walked) > after, "walks-too-far", "train.after", also=more, most=after)
        if int(walked) <= after:
            a.grounds = (*a.grounds, "train.after")


def _on_the_way(c: Case, a: Act, path: list[str]) -> Iterator[Finding]:
    foe = c.k.other(a.side)
    for sector in path[1:]:
        yield from c.no(
            occupied(c, sector, foe),
            "station-occupied",
            "train.stations-barred",
            record=f"sector:{sector}",
        )
    for sector in path:
        broken = c.s.listed("destroyed_stations", sector)
        yield from c.no(
            broken,
            "station-destroyed",
            "train.stations-barred",
            "sector.station-destroyed",
            record=f"sector:{sector}",
        )
    for sector in path[1:-1]:
        yield from c.no(
            _shut_in(c, sector, foe), "boxed-station", "train.boxed", record=f"sector:{sector}"
        )
    if map_of(c) is None:
        return
    for here, there in itertools.pairwise(path):
        rails = between(c, here, there, ("railroad",))
        yield from c.no(
            not rails, "no-railroad", "train.journey", record=f"sector:{here}", to=there
        )
        down = bool(rails) and all("destroyed-bridge" in points_of(c, one) for one in rails)
        yield from c.no(down, "bridge-down-train", "train.bridge-barred", record=f"sector:{there}")


def _shut_in(c: Case, sector: str, foe: str) -> Tri:
    """Whether two sectors that the enemy controls box a station in."""
    said = c.s.of("sectors", sector, {})
    if isinstance(said, dict) and "boxed" in said:
        return known(bool(said["boxed"]))
    ground = map_of(c)
    if ground is None:
        return open_on(f"given.sectors.{sector}.boxed")
    lines = [box.line for box in ground.boxes if box.sector == sector]
    held = [all_of(controls(c, foe, one) for one in line) for line in lines]
    return next((one for one in held if one.value is not False), NO)


@effect("train")
def do_train(c: Case, a: Act) -> None:
    next_turn(c, a.side)
    path = a.words("path")
    c.s.add("trains", path[0])
    for ident in a.words("units"):
        unit = c.unit(ident)
        unit.at, unit.activated = path[-1], True
        for inner in c.s.inside(ident):
            inner.activated = True


@act("leave-train", ("train.unload",), "side", "unit", "at", "last")
@rules("train.unload")
def may_leave_train(c: Case, a: Act) -> Iterator[Finding]:
    """May a unit get off at a station, with the train ending at `last`?"""
    at, last = a.word("at"), a.word("last")
    yield from c.no(at != last, "last-station-only", "train.unload", record=f"sector:{at}")
