"""Shots: the limits that the night, sleep, walls, slopes, craft and the spire set to them."""

from __future__ import annotations

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.light import barred_at_night, lit
from fieldpress.engine.normandie.rulebook import Figure
from fieldpress.engine.normandie.table import BUILDINGS, VEHICLES
from fieldpress.engine.tri import NO, YES, Tri, all_of, any_of, known, negate, open_on


def _target(case: Case) -> str:
    """The unit that is shot at, or nothing where the target is a place."""
    return case.act.what if case.act.what in case.t.units else ""


def _weapon(case: Case) -> str:
    return str(case.act.get("weapon") or "direct")


#: The clauses by which light sets the limits of the night aside.
FIRE, DISCOVERY = "light.fire", "light.discover"


@on("shoot", keys=(FIRE,))
def night_range(case: Case) -> None:
    """Nothing is shot at beyond the range of the night, but for what is lit."""
    limit, target = case.figure("night-range"), _target(case)
    if not limit.stated or not case.act.unit or _weapon(case) == "indirect":
        return
    if limit.value is None:
        beyond = _open_range(case, limit)
        if target:
            barred_at_night(case, "range-open", limit, beyond, target, FIRE)
        else:
            case.bar("range-open", beyond, limit.clauses)
        return
    beyond = negate(case.t.within(case.act.unit, case.act.what, limit.number))
    if target:
        barred_at_night(case, "beyond-range", limit, beyond, target, FIRE)
    else:
        case.bar("beyond-range", beyond, limit.clauses, limit=limit.value, night=case.t.night)


def _open_range(case: Case, limit: Figure) -> Tri:
    """Whether a shot goes too far while it is not told what night it is: it may not matter."""
    reaches = [one for one in limit.among if one is not None]
    each = [negate(case.t.within(case.act.unit, case.act.what, reach)) for reach in reaches]
    if each and all(one.value is False for one in each):
        return NO
    if each and len(each) == len(limit.among) and all(one.value for one in each):
        return YES
    return open_on(*limit.needs)


@on("shoot")
def night_indirect(case: Case) -> None:
    """At night, indirect fire keeps its range, and its ability gives no direct fire."""
    if _weapon(case) == "indirect":
        bound, limit = case.figure("night-indirect-range"), case.figure("night-range")
        if bound.value == "unaffected":
            case.keep(*bound.clauses)
        elif bound.value == "limited" and limit.value is not None and case.act.unit:
            beyond = negate(case.t.within(case.act.unit, case.act.what, limit.number))
            barred_at_night(case, "beyond-range", limit, beyond, _target(case), FIRE)
        return
    allowed, target = case.figure("night-direct-fire"), _target(case)
    if case.act.get("ability") == "indirect-fire" and allowed.stated:
        no = negate(allowed.flag)
        if target:
            barred_at_night(case, "no-direct-fire", allowed, no, target, FIRE)
        else:
            case.bar("no-direct-fire", no, allowed.clauses, night=case.t.night)


@on("shoot", keys=("sleep.blast",))
def sleeping_target(case: Case) -> None:
    """Who sleeps is shot at from near by alone; a blast reaches all the same."""
    target = _target(case)
    if not target:
        return
    sleeps = case.t.marked(target, "sleeping")
    if sleeps.value is False or (sleeps.value is None and not _sleepers(case)):
        return
    within = case.t.stands_in(target, *BUILDINGS)
    for name, there in (
        ("sleep-target", negate(within)),
        ("sleep-target-building", within),
    ):
        reach = case.figure(name)
        if reach.value is None or there.value is False or not case.act.unit:
            continue
        far = negate(case.t.within(case.act.unit, target, reach.number))
        blast = known(_weapon(case) in ("blast", "grenade"))
        case.lift(
            "asleep", all_of((sleeps, there, far)),
            blast if case.k.rule("sleep.blast") else NO, reach.clauses,
            f"unit:{case.act.unit}", ("sleep.blast",), f"unit:{target}", limit=reach.value,
        )  # fmt: skip


def _sleepers(case: Case) -> bool:
    """Whether anybody sleeps in this scenario at all, as far as it is known."""
    return case.k.scenario is None or case.k.sets("sleepers")


@on("shoot")
def through_a_hole(case: Case) -> None:
    """Into or out of a large building through a hole: one of the two is beside it."""
    hole, target = case.act.get("through"), _target(case)
    near = case.figure("large-hole-shot")
    if hole is None or near.value is None:
        return
    ends = [one for one in (case.act.unit, target) if one]
    beside = any_of(case.t.within(one, hole, near.number) for one in ends)
    case.need("not-at-hole", beside, near.clauses, f"place:{hole}")


@on("shoot", keys=("elevation.same",))
def across_the_line(case: Case) -> None:
    """Between elevations, one space beyond the red line, unless the shooter is at it."""
    target, unit = _target(case), case.act.unit
    beyond, near = case.figure("elevation-beyond"), case.figure("elevation-near")
    if not target or not unit or beyond.value is None:
        return
    levels = [case.t.elevation(one) for one in (unit, target)]
    if None not in levels and levels[0] == levels[1]:
        if case.k.rule("elevation.same"):
            case.keep("elevation.same")
        return
    needs = [
        open_on(f"given.units.{one}.elevation")
        for one, level in zip((unit, target), levels, strict=True)
        if level is None
    ]
    far = [_beyond(case, target, beyond.number), *needs]
    at_it = NO if near.value is None else negate(_beyond(case, unit, near.number))
    if all_of(far).value and at_it.value:
        case.keep(*near.clauses)
        return
    case.bar(
        "beyond-line", all_of((*far, negate(at_it))), beyond.clauses,
        f"unit:{target}", limit=beyond.value,
    )  # fmt: skip


def _beyond(case: Case, unit: str, reach: int) -> Tri:
    """Whether a unit stands more than so many spaces from the red line."""
    amount, needs = case.t.from_line(unit)
    if (amount.low or 0) > reach:
        return YES
    if amount.high is not None and amount.high <= reach:
        return NO
    return open_on(*needs)


@on("shoot", "assault", keys=("craft.safe", "craft.fire"))
def craft(case: Case) -> None:
    """Who is in a landing craft is safe; of craft, a large one with an Order can fire."""
    target = _target(case)
    if target and case.k.rule("craft.safe") and case.act.verb == "shoot":
        aboard = case.t.stands_in(target, "craft")
        if aboard.value is not None or case.t.craft:
            case.bar("in-craft", aboard, ("craft.safe",), f"unit:{target}")
    firing = case.act.get("by")
    if firing in case.t.craft and case.k.rule("craft.fire"):
        one = case.t.craft[firing]
        size = one.get("size")
        fires = case.k.figure("craft-fires", craft=size)
        if size is None:
            can: Tri = open_on(f"given.craft.{firing}.size")
        else:
            can = fires.flag
        case.need(
            "craft-cannot-fire", can, (*fires.clauses, "craft.fire"), f"craft:{firing}", size=size
        )
        order = one.get("markers")
        has = open_on(f"given.craft.{firing}.markers") if order is None else known("order" in order)
        case.need("no-order", has, ("craft.fire",), f"craft:{firing}")
        case.base("what a large landing craft fires with")


@on("shoot", "assault", keys=("glider.no-fire",))
def from_a_glider(case: Case) -> None:
    """Who has not left the glider cannot fire."""
    if case.act.verb == "shoot" and case.act.unit and case.k.rule("glider.no-fire"):
        inside = case.t.stands_in(case.act.unit, "glider")
        if inside.value:
            case.bar("in-glider", inside, ("glider.no-fire",))


@on("shoot", keys=("flame.building", "flame.vehicle"))
def flames(case: Case) -> None:
    """Flames go into a building from beside a door or window, and stop at a vehicle's centre."""
    if _weapon(case) != "flamethrower":
        return
    target, unit = case.act.what, case.act.unit
    place = target if not _target(case) else (case.t.place(target) or "")
    into = case.t.kind_of_place(place) in BUILDINGS
    if into and case.k.rule("flame.building"):
        at = case.t.at_opening(unit, place)
        case.need("not-at-opening", at, ("flame.building",), f"place:{place}")
    between = case.act.get("over")
    for one in between or ():
        if one in case.t.units and case.k.rule("flame.vehicle"):
            case.bar(
                "blocked-by-vehicle",
                case.t.is_kind(one, *VEHICLES),
                ("flame.vehicle",),
                f"unit:{one}",
            )


@on("shoot", keys=("lamp.attempt", "lamp.blast"))
def at_a_lamp(case: Case) -> None:
    """A lamp is shot at with an Order and a line of sight, or lies under a blast pattern."""
    lamp = case.act.what
    if case.t.places.get(lamp, {}).get("kind") != "lamp":
        return
    if _weapon(case) in ("blast", "grenade") and case.k.rule("lamp.blast"):
        case.keep("lamp.blast")
        return
    if case.k.rule("lamp.attempt"):
        order = case.t.marked(case.act.unit, "order")
        case.need("no-order", order, ("lamp.attempt",))
        case.need("no-sight", case.t.sees(case.act.unit, lamp), ("lamp.attempt",), f"place:{lamp}")


@on("hole", keys=("hole.cause",))
def break_a_hole(case: Case) -> None:
    """A unit with Destruction that fires at a building, or at a unit in one, may break a hole."""
    if not case.provided("hole.cause"):
        return
    key, place = ("hole.cause",), case.act.what
    able = case.t.able(case.act.unit, "destruction")
    case.need("lacks-ability", able, key, ability="destruction")
    building = case.t.kind_of_place(place) in ("building", "large-building")
    case.need("not-a-building", known(building), key, f"place:{place}")


@on("shoot")
def base_of_shots(case: Case) -> None:
    case.base("range, sight and what else the base game asks of a shot")


@on("discover", keys=(DISCOVERY,))
def discover(case: Case) -> None:
    """At night one discovers in an overlay who is in the next space, or is lit."""
    reach, target = case.figure("night-discover"), case.act.what
    if reach.value is not None:
        far = negate(case.t.within(case.act.unit, target, reach.number))
        in_open = case.t.stands_in(target, "open")
        hidden_far = all_of((far, negate(in_open)))
        barred_at_night(case, "too-far-to-discover", reach, hidden_far, target, DISCOVERY)
    hidden = case.t.marked(target, "hidden")
    case.bar("not-hidden", negate(hidden), (), f"unit:{target}")
    case.base("who else discovers a hidden unit")


@on("hide", keys=("slope.ambush",))
def on_a_slope(case: Case) -> None:
    """Units with Ambush can hide on a slope."""
    if case.t.stands_in(case.act.unit, "slope").value and case.k.rule("slope.ambush"):
        able = case.t.able(case.act.unit, "ambush")
        case.need("lacks-ability", able, ("slope.ambush",), ability="ambush")


@on("hide")
def hide(case: Case) -> None:
    """In the open one hides where no enemy near by has a clear line of sight."""
    near, unit = case.figure("night-hide"), case.act.unit
    in_open = case.t.stands_in(unit, "open")
    if near.value is None or in_open.value is False:
        case.base("where a unit can hide")
        return
    watched: list[Tri] = []
    for other in case.t.units:
        if other == unit or case.t.enemies(unit, other).value is False:
            continue
        close = case.t.within(unit, other, near.number)
        watched.append(all_of((case.t.enemies(unit, other), close, case.t.sees(other, unit))))
    seen = any_of(watched) if watched else NO
    case.bar("watched", all_of((in_open, seen)), near.clauses, limit=near.value)
    bright, clauses = lit(case.k, case.t, unit)
    if bright.value is not False:
        case.bar("lit", all_of((bright, _barred_in_light(case))), (*clauses, *near.clauses))


def _barred_in_light(case: Case) -> Tri:
    """Whether nobody hides where it is lit: the book leaves it open."""
    if "hiding-in-light" not in case.k.game.discrepancies:
        return NO
    chosen = case.k.reading("hiding-in-light")
    if chosen in ("barred", "allowed"):
        return known(chosen == "barred")
    return open_on("discrepancy:hiding-in-light")


@on("play", keys=("sleep.no-cards",))
def cards(case: Case) -> None:
    """Cards that the night, the scenario or sleep takes out of play."""
    card, side = str(case.act.what), case.act.side
    category = card if card in ("artillery", "aviation") else _category(case, card)
    fly = case.figure("night-aviation")
    if category == "aviation" and fly.stated:
        case.bar("no-aviation", negate(fly.flag), fly.clauses, f"action:{card}", night=case.t.night)
    asleep = case.act.get("on")
    if asleep and case.k.rule("sleep.no-cards"):
        case.bar(
            "asleep-no-card",
            case.t.marked(asleep, "sleeping"),
            ("sleep.no-cards",),
            f"unit:{asleep}",
        )
    scenario = case.k.scenario.raw if case.k.scenario else {}
    for entry in scenario.get("removals", ()):
        named = entry.get("action") == card or entry.get("category") == category
        if named and side in entry["decks"] and case.k.in_force(entry):
            case.bar("removed", YES, entry["clauses"], f"action:{card}", side=side)
    for entry in scenario.get("barred", ()):
        turn = case.act.get("turn") or case.t.turn
        against = entry.get("against")
        if entry["action"] != card or entry["side"] != side or not case.k.in_force(entry):
            continue
        when = YES if "turn" not in entry else known(turn == entry["turn"])
        if turn is None and "turn" in entry:
            when = open_on("given.turn")
        if against:
            answered = case.act.get("answering")
            when = all_of((when, known(answered == against)))
        if when.value is not False:
            case.bar("barred", when, entry["clauses"], f"action:{card}", side=side)
    case.base("what an Action card asks")


def _category(case: Case, card: str) -> str:
    owner, _, ident = card.rpartition("/")
    game = case.k.library.games[owner] if owner else case.k.game
    found = game.actions.get(ident)
    return str(found.category.value) if found and found.category.known else ""
