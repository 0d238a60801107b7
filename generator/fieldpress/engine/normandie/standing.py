"""Where each unit of a layout stands, against the steps of the scenario's deployment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.normandie.case import status_of
from fieldpress.engine.normandie.layout import Layout
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import BUILDINGS, VEHICLES
from fieldpress.engine.tri import NO, YES, Tri, all_of, any_of, known, open_on
from fieldpress.engine.verdicts import Finding, distinct

_ON_BOARD = ("deploy", "choose", "load", "place")


@dataclass(slots=True)
class Step:
    """A step of the deployment in force for a side."""

    raw: Mapping[str, Any]
    holds: Tri

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(self.raw["clauses"])

    @property
    def aside(self) -> bool:
        return bool(self.raw.get("do") == "set-aside")

    @property
    def what(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.raw.get("what", {})
        return found


def places(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """Every unit where a step of its side may put it, and as many as the steps ask for."""
    raw = k.scenario.raw if k.scenario else {}
    steps: dict[str, list[Step]] = {}
    for entry in raw.get("deployment", ()):
        holds = k.applies(entry.get("if"))
        units = "what" in entry and set(entry["what"]) - {"counter"}
        if "side" in entry and units and k.in_force(entry) and holds.value is not False:
            steps.setdefault(entry["side"], []).append(Step(entry, holds))
    if not lay.table.units:
        if steps:
            yield "where the units stand"
        return
    for unit in lay.table.units:
        side = lay.table.side(unit)
        if side is None:
            yield Finding("no-side", {}, f"unit:{unit}", (), "open", (f"given.units.{unit}.side",))
            continue
        yield from _one(k, lay, unit, steps.get(side, []))
        yield from _option(k, lay, unit, side)
    for side, own in steps.items():
        for step in own:
            yield from _status(k, lay, side, step)


def handed_out(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """Markers that the deployment gives out: so many in all, and to the units that it names."""
    for entry in (k.scenario.raw if k.scenario else {}).get("deployment", ()):
        what = entry.get("what", {})
        if entry.get("do") not in ("distribute", "mark") or "counter" not in what:
            continue
        if not k.in_force(entry) or k.applies(entry.get("if")).value is False:
            continue
        counter = what["counter"].rpartition("/")[2]
        holders = {
            unit: (raw.get("tokens") or {})[counter]
            for unit, raw in lay.table.units.items()
            if (raw.get("tokens") or {}).get(counter)
        }
        record, keys = f"counter:{counter}", tuple(entry["clauses"])
        if not holders:
            yield f"who has {name_of(k, counter)}"
            continue
        total = sum(holders.values())
        if isinstance(entry.get("count"), int) and total != entry["count"]:
            params = {"count": total, "wanted": entry["count"]}
            yield Finding("wrong-markers", params, record, keys)
        for unit in holders:
            side, option = lay.table.side(unit), lay.table.told(unit, "option")
            foreign = side not in (None, entry.get("side", side))
            other = option is not None and option not in what.get("options", (option,))
            if foreign or other:
                yield Finding("not-for-it", {"unit": unit}, record, keys)


def name_of(k: Rulebook, counter: str) -> str:
    """A marker by its name."""
    found = k.game.counters.get(counter)
    return str(found.name) if found else counter


def _one(k: Rulebook, lay: Layout, unit: str, steps: list[Step]) -> Iterator[Finding]:
    """One unit: some step allows where it stands, or the nearest one says why not."""
    off = lay.table.told(unit, "off_board")
    mine = [(step, _takes(k, lay, unit, step)) for step in steps]
    mine = [(step, takes) for step, takes in mine if takes.value is not False]
    # `rest` is whatever no other step takes for sure.
    if off:
        aside = [step for step, _ in mine if step.aside or step.raw.get("count") == "any"]
        must = [
            step
            for step, takes in mine
            if step.raw.get("do") == "deploy" and step.raw.get("count") == "all" and takes.value
        ]
        if not aside and must:
            yield Finding("must-deploy", {}, f"unit:{unit}", must[0].clauses)
        return
    board = [(step, takes) for step, takes in mine if not step.aside]
    if not board:
        aside = [step for step, takes in mine if step.aside]
        if aside:
            yield Finding("off-board", {}, f"unit:{unit}", aside[0].clauses)
        return
    tried = [(step, list(_fits(k, lay, unit, step, takes))) for step, takes in board]
    if any(not found for _, found in tried):
        return
    only_open = [found for _, found in tried if all(f.status == "open" for f in found)]
    best = min(only_open or [found for _, found in tried], key=len)
    yield from best


def _takes(k: Rulebook, lay: Layout, unit: str, step: Step) -> Tri:
    """Whether a step is about a unit."""
    t, what = lay.table, step.what
    parts: list[Tri] = []
    option, formation = t.told(unit, "option"), t.told(unit, "formation")
    if "options" in what:
        parts.append(
            open_on(f"given.units.{unit}.option")
            if option is None
            else known(option in what["options"])
        )
    if "formations" in what:
        parts.append(
            open_on(f"given.units.{unit}.formation")
            if formation is None
            else known(formation in what["formations"])
        )
    if "group" in what:
        group = _group(k, t.side(unit) or "", formation)
        parts.append(
            open_on(f"given.units.{unit}.formation")
            if group is None
            else known(group == what["group"])
        )
    if "except" in what and option is not None:
        parts.append(known(option not in what["except"]))
    units = what.get("units")
    if units == "infantry":
        parts.append(t.is_kind(unit, "infantry"))
    elif units == "vehicles":
        carried = any(unit in (one.get("carries") or ()) for one in t.units.values())
        parts.append(any_of((t.is_kind(unit, *VEHICLES), known(carried))))
    elif units == "transported":
        parts.append(known(any(unit in (one.get("carries") or ()) for one in t.units.values())))
    return all_of(parts)


def _group(k: Rulebook, side: str, formation: str | None) -> int | None:
    """The group of a formation in the scenario's army."""
    raw = k.scenario.raw["sides"].get(side, {}) if k.scenario else {}
    army = k.game.armies.get(raw.get("army", ""))
    for one in army.raw["formations"] if army and formation else ():
        if one["id"] == formation:
            group: int | None = one.get("group", 0)
            return group
    return None


def _fits(k: Rulebook, lay: Layout, unit: str, step: Step, takes: Tri) -> Iterator[Finding]:
    """What keeps a unit from standing there by this step."""
    t, raw = lay.table, step.raw
    record = f"unit:{unit}"

    def say(code: str, broken: Tri, **params: Any) -> Iterator[Finding]:
        if broken.value is not False:
            yield Finding(code, params, record, step.clauses, status_of(broken), broken.needs)

    for condition in (step.holds, takes):
        if condition.value is None:
            yield from say("step-open", condition)
    zones = t.told(unit, "zones")
    where = open_on(f"given.units.{unit}.zones")
    if "to" in raw:
        inside = where if zones is None else known(bool(set(raw["to"]) & set(zones)))
        if _craft_zone(k, raw["to"]):
            inside = t.stands_in(unit, "craft")
        yield from say("outside-zone", _no(inside), zones=list(raw["to"]))
        for zone in set(raw["to"]) & set(zones or ()):
            yield from _zone(k, lay, unit, zone)
    if "not_in" in raw:
        barred = where if zones is None else known(bool(set(raw["not_in"]) & set(zones)))
        yield from say("barred-place", barred, zones=list(raw["not_in"]))
    only_in = raw.get("only_in")
    sleeping = t.marked(unit, "sleeping")
    if only_in:
        yield from say("not-in-building", _no(t.stands_in(unit, *BUILDINGS)))
    if only_in == "empty-building":
        yield from _empty(lay, unit, step)
    status = raw.get("status", ())
    for marker in status:
        yield from say(f"not-{marker}", _no(t.marked(unit, marker)))
    if "sleeping" not in status and sleeping.value:
        yield from say("not-to-sleep", YES)


def _craft_zone(k: Rulebook, zones: list[str]) -> bool:
    """Whether a step puts units into landing craft."""
    listed = (k.scenario.raw if k.scenario else {}).get("zones", {})
    return any(listed.get(zone, {}).get("kind") == "craft" for zone in zones)


def _no(part: Tri) -> Tri:
    return Tri(None if part.value is None else not part.value, part.needs)


def _zone(k: Rulebook, lay: Layout, unit: str, name: str) -> Iterator[Finding]:
    """A zone for infantry alone, or one that is used only with an effect of the campaign."""
    zone = (k.scenario.raw if k.scenario else {}).get("zones", {}).get(name, {})
    if zone.get("units") == "infantry":
        foot = lay.table.is_kind(unit, "infantry")
        if foot.value is not True:
            params, keys = {"zone": name}, tuple(zone["clauses"])
            yield Finding(
                "infantry-zone", params, f"unit:{unit}", keys, status_of(_no(foot)), foot.needs
            )


def _empty(lay: Layout, unit: str, step: Step) -> Iterator[Finding]:
    """A building without an objective and without an enemy unit."""
    t = lay.table
    place = t.place(unit)
    if place is None or place not in t.places:
        return
    for other in t.units:
        hostile = all_of(
            (t.enemies(unit, other) if other != unit else NO, t.same_place(other, place))
        )
        if hostile.value:
            yield Finding("enemy-inside", {}, f"unit:{other}", step.clauses)
    if any(
        one.get("kind") == "objective" and one.get("inside") == place for one in t.places.values()
    ):
        yield Finding("objective-inside", {}, f"place:{place}", step.clauses)


def _option(k: Rulebook, lay: Layout, unit: str, side: str) -> Iterator[Finding]:
    """A unit comes from an option that its side's list has."""
    option = lay.table.told(unit, "option")
    raw = k.scenario.raw["sides"].get(side, {}) if k.scenario else {}
    army = k.game.armies.get(raw.get("army", ""))
    if option is None or army is None:
        return
    open_by: Tri = NO
    for formation in army.raw["formations"]:
        if any(entry["option"] == option for entry in formation["entries"]):
            open_by = any_of((open_by, k.applies(formation.get("if"))))
    if open_by.value is not True:
        params, keys = {"side": side, "count": 1}, tuple(army.raw.get("clauses", ()))
        status = status_of(_no(open_by))
        yield Finding("option-extra", params, f"unit:{unit}", keys, status, open_by.needs)


def _status(k: Rulebook, lay: Layout, side: str, step: Step) -> Iterator[Finding]:
    """So many units of his choice sleep: not more, and not fewer."""
    count = step.raw.get("count")
    if step.raw.get("do") != "choose" or not isinstance(count, int):
        return
    for marker in step.raw.get("status", ()):
        units = [u for u in lay.table.units if lay.table.side(u) == side]
        sure = [u for u in units if lay.table.marked(u, marker).value]
        maybe = [n for u in units for n in lay.table.marked(u, marker).needs]
        params = {"count": len(sure), "wanted": count, "marker": marker}
        if len(sure) > count or (len(sure) < count and not maybe):
            yield Finding("wrong-number", params, f"side:{side}", step.clauses)
        elif len(sure) < count:
            needs = distinct(maybe)
            yield Finding("wrong-number", params, f"side:{side}", step.clauses, "open", needs)


__all__ = ["handed_out", "places"]
