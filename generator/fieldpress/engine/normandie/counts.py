"""Numbers that a scenario sets: turns, hands, Orders, an army's points, room in landing craft."""

from __future__ import annotations

from fieldpress.engine.normandie.sums import Sum, Value, value
from fieldpress.engine.verdicts import Amount, EngineFault

_PLAIN = {
    "turns": "turns", "hand-size": "hand-size", "sleepers": "sleepers", "drop-units": "drop-units",
    "craft-loaded": "craft-loaded", "artillery-cards": "artillery-cards",
    "craft-exits": "craft-exits", "cullin-markers": "cullin-markers",
    "hide-distance": "night-hide", "discover-distance": "night-discover",
    "bunker-suppressed": "bunker-suppressed", "craft-capacity": "craft-capacity",
    "light-reach": "light-reach", "lamp-spaces": "lamp-spaces", "charge-attacks": "charge-attacks",
    "landing-spaces": "dropped-spaces", "deck-size": "deck-size",
}  # fmt: skip


def _plain(name: str) -> Value:
    def function(s: Sum) -> None:
        found = s.figure(name, side=s.ask.get("of"))
        if found.value is not None:
            s.add(found.number, "rule:" + found.clauses[0], found.clauses, operation="base")
        elif found.needs:
            s.needs += found.needs
        elif s.k.sets(name):
            # The scenario sets it, and not for now: there is none.
            for entry in s.k.entries(name):
                s.leave("rule:" + entry["clauses"][0], "not-now", entry["clauses"])
        else:
            s.base("this number", f"base.{name}")

    return function


for _name, _parameter in _PLAIN.items():
    value(_name)(_plain(_parameter))


@value("bonus-tactics")
def bonus_tactics(s: Sum) -> None:
    """Bonus tactics on the battlefield: those of the start, and those placed in later turns."""
    for entry in s.k.entries("bonus-tactics"):
        late = entry.get("turn", entry.get("from_turn"))
        if late is None:
            s.add(entry["value"], "rule:" + entry["clauses"][0], entry["clauses"])
        elif s.t.turn is None:
            span = Amount(0, entry["value"])
            s.add(span, "rule:" + entry["clauses"][0], entry["clauses"], needs=("given.turn",))
        elif s.t.turn >= late:
            s.add(entry["value"], "rule:" + entry["clauses"][0], entry["clauses"])
    if not s.parts:
        s.base("how many Bonus tactics there are", "given.scenario")


@value("order-tokens", "of", keys=("s3.orders-lost",))
def order_tokens(s: Sum) -> None:
    """Order tokens of a side in this turn, without those of officers who are not there."""
    side = s.ask["of"]
    base, extra = s.figure("order-tokens", side=side), s.figure("extra-orders", side=side)
    told = s.t.sides[side].get("order_tokens")
    if base.value is not None:
        s.add(base.number, "rule:" + base.clauses[0], base.clauses, operation="base")
    elif base.needs:
        s.needs += base.needs
    elif told is not None:
        s.add(told, f"side:{side}", operation="base")
    else:
        s.base("how many Orders officers give", f"given.sides.{side}.order_tokens")
    lost = s.ask.get("lost")
    if lost and s.k.rule("s3.orders-lost"):
        s.add(-lost, "rule:s3.orders-lost", ("s3.orders-lost",))
    if extra.value is not None and s.ask.get("absent"):
        s.add(-extra.number, "rule:" + extra.clauses[0], extra.clauses)


@value("army-points", "of")
def army_points(s: Sum) -> None:
    """What a side's army costs: the prices that the scenario prints."""
    if s.k.scenario is None:
        raise EngineFault("value: army-points is asked of a scenario", ("scenario",))
    side = s.ask["of"]
    raw = s.k.scenario.raw["sides"].get(side, {})
    army = s.k.game.armies.get(raw.get("army", ""))
    if army is None:
        raise EngineFault(f"the scenario lists no army of {side}")
    for formation in army.raw["formations"]:
        there = s.k.applies(formation.get("if"))
        if there.value is False:
            continue
        for entry in formation["entries"]:
            points = entry["points"]
            amount = points.get("value") if isinstance(points, dict) else points
            if isinstance(points, dict) and "none" in points:
                continue
            record = f"option:{entry['option']}"
            needs: tuple[str, ...] = (
                () if isinstance(amount, int) else (f"option:{entry['option']}.points",)
            )
            if there.value is None and isinstance(amount, int):
                amount, needs = Amount(0, amount), there.needs
            s.add(amount if isinstance(amount, (int, Amount)) else None, record, needs=needs)
    s.clauses += army.raw.get("clauses", ())


@value("transport-points", "units", keys=("craft.vehicle",))
def transport_points(s: Sum) -> None:
    """The transport points that units take in a landing craft; a vehicle takes them all."""
    capacity = s.figure("craft-capacity")
    for unit in s.ask["units"]:
        vehicle = s.t.is_kind(unit, "light-vehicle", "heavy-vehicle")
        if vehicle.value and capacity.value is not None and s.k.rule("craft.vehicle"):
            s.add(capacity.number, f"unit:{unit}", (*capacity.clauses, "craft.vehicle"))
            continue
        points = s.t.told(unit, "transport")
        s.add(
            points,
            f"unit:{unit}",
            needs=() if points is not None else (f"given.units.{unit}.transport",),
        )


@value("landing-limit", keys=("special-deployment.limit",))
def landing_limit(s: Sum) -> None:
    """Transport points that can be landed at a time: of all craft but the one that stays empty."""
    capacity, empty = s.figure("craft-capacity"), s.figure("craft-empty")
    if capacity.value is None or not s.k.rule("special-deployment.limit"):
        s.base("how much is landed at a time", "base.landing")
        return
    left = [name for name, one in s.t.craft.items() if not one.get("destroyed")]
    spare = empty.number if empty.value is not None else 0
    for index, name in enumerate(left):
        if index < len(left) - spare:
            keys = (*capacity.clauses, "special-deployment.limit")
            s.add(capacity.number, f"craft:{name}", keys)
        else:
            s.leave(f"craft:{name}", "stays-empty", empty.clauses)
    if not s.parts:
        s.add(0, "craft:none")


@value("room-left", "in", keys=("craft.vehicle",))
def room_left(s: Sum) -> None:
    """Transport points still free in a landing craft."""
    capacity, craft = s.figure("craft-capacity"), s.t.craft.get(s.ask["in"], {})
    if capacity.value is None:
        s.base("how much it carries", f"given.craft.{s.ask['in']}.room")
        return
    s.add(capacity.number, f"craft:{s.ask['in']}", capacity.clauses, operation="base")
    holds = craft.get("holds")
    if holds is None:
        s.add(
            Amount(-capacity.number, 0), "craft:holds", needs=(f"given.craft.{s.ask['in']}.holds",)
        )
        return
    for unit in holds:
        if unit not in s.t.units:
            raise EngineFault(f"no unit {unit!r} is given")
        vehicle = s.t.is_kind(unit, "light-vehicle", "heavy-vehicle")
        points = s.t.told(unit, "transport")
        if vehicle.value and s.k.rule("craft.vehicle"):
            s.add(-capacity.number, f"unit:{unit}", ("craft.vehicle",))
        elif points is None:
            s.add(
                Amount(-capacity.number, 0),
                f"unit:{unit}",
                needs=(f"given.units.{unit}.transport",),
            )
        else:
            s.add(-points, f"unit:{unit}")
