"""Tokens, equipment and abilities: when each may be used."""

from __future__ import annotations

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.table import BUILDINGS, VEHICLES
from fieldpress.engine.tri import any_of, known, open_on

#: Token -> the clauses that let it be used, the one that says it is announced first, and where.
_USES: dict[str, tuple[str, str, str]] = {
    "camo": ("camo.bonus", "camo.announce", "shot"),
    "knife": ("knife.bonus", "knife.announce", "assault"),
    "shovel": ("shovel.assault", "shovel.announce", "assault"),
    "sprint": ("sprint.bonus", "", "movement"),
    "walking-fire": ("walking-fire.use", "", "shot"),
    "cullin": ("wire.cullin", "", "movement"),
}


@on("spend", keys=[key for use in _USES.values() for key in use[:2] if key])
def spend(case: Case) -> None:
    """Enough tokens, the right unit and moment, announced before the die where that is asked."""
    name = case.act.what
    if name not in _USES:
        return
    use, announce, _ = _USES[name]
    if not case.provided(use):
        return
    left, path = case.tokens(name)
    wanted = case.act.get("count") or 1
    enough = open_on(path) if left is None else known(left >= wanted)
    case.need("too-few-tokens", enough, (use,), what=name, count=wanted, left=left)
    if announce and case.k.rule(announce):
        case.need("announced-late", case.said("announced"), (announce,), what=name)
    if name == "camo":
        case.need("infantry-only", case.t.is_kind(case.act.unit, "infantry"), (use,))
    if name == "cullin":
        case.need("vehicles-only", case.t.is_kind(case.act.unit, *VEHICLES), (use,))
    if name == "sprint":
        case.need("not-at-start", case.said("start"), (use,))


@on("spend", keys=("camo.blast", "walking-fire.improve"))
def spend_limits(case: Case) -> None:
    """Camo does not help against a blast; a marker improves what is worse than it."""
    weapon = case.act.get("weapon")
    if case.act.what == "camo" and case.k.rule("camo.blast"):
        blast = open_on("ask.weapon") if weapon is None else known(weapon in ("blast", "grenade"))
        case.bar("no-camo-from-blasts", blast, ("camo.blast",))
    improve = case.act.what == "walking-fire" and case.k.rule("walking-fire.improve")
    if improve and case.t.able(case.act.unit, "firing-on-the-move").value:
        case.keep("walking-fire.improve")


@on("help", keys=("cricket.helper", "cricket.several"))
def help_a_shot(case: Case) -> None:
    """A friendly unit near the one that fires, with sight of the target, that has not acted."""
    if not case.provided("cricket.helper"):
        return
    helper, shooter, target = case.act.unit, case.act.what, case.act.get("against")
    key = ("cricket.helper",)
    case.bar("not-a-friend", case.t.enemies(helper, shooter), key, f"unit:{shooter}")
    if target in case.t.units:
        case.need("not-an-enemy", case.t.enemies(shooter, target), key, f"unit:{target}")
    reach = case.figure("cricket-reach")
    if reach.value is not None:
        near = case.t.within(helper, shooter, reach.number)
        case.need("too-far-to-help", near, reach.clauses, f"unit:{shooter}", limit=reach.value)
    seen = case.t.sees(helper, target) if target else open_on("ask.against")
    case.need("no-sight", seen, key, f"unit:{target}" if target else "")
    case.bar("has-acted", case.t.acted(helper), key)
    if case.t.facts.get("helped"):
        case.need("one-helper", known(case.k.rule("cricket.several")), ("cricket.several",))
    left, path = case.tokens("cricket")
    enough = open_on(path) if left is None else known(left >= 1)
    case.need("too-few-tokens", enough, key, what="cricket", count=1, left=left)


@on("inspire", keys=("ability.inspiration",))
def inspire(case: Case) -> None:
    """A unit that has not acted takes a Suppressed marker off infantry near by."""
    if not case.provided("ability.inspiration"):
        return
    unit, target, key = case.act.unit, case.act.what, ("ability.inspiration",)
    case.need("lacks-ability", case.t.able(unit, "inspiration"), key, ability="inspiration")
    case.bar("has-acted", case.t.acted(unit), key)
    case.need("infantry-only", case.t.is_kind(target, "infantry"), key, f"unit:{target}")
    case.need("not-suppressed", case.t.marked(target, "suppressed"), key, f"unit:{target}")
    case.bar("not-itself", known(unit == target), key)
    reach = case.figure("inspiration-reach")
    if reach.value is not None and unit != target:
        near = case.t.within(unit, target, reach.number)
        case.need("too-far-to-help", near, reach.clauses, f"unit:{target}", limit=reach.value)


@on("lay", keys=("hawkins.place",))
def mine(case: Case) -> None:
    """Infantry that ends its movement beside an enemy vehicle or a building lays one mine."""
    if case.act.what != "mine" or not case.provided("hawkins.place"):
        return
    unit, key = case.act.unit, ("hawkins.place",)
    case.need("infantry-only", case.t.is_kind(unit, "infantry"), key)
    case.need("wrong-phase", case.phase("activation"), key, phase="activation")
    case.need("not-at-end", case.said("end"), key)
    target = case.act.get("on") or case.act.get("at") or case.act.get("against")
    if target is None:
        case.need("no-target", open_on("ask.against"), key)
        return
    if target in case.t.units:
        case.need("vehicles-only", case.t.is_kind(target, *VEHICLES), key, f"unit:{target}")
        case.need("not-an-enemy", case.t.enemies(unit, target), key, f"unit:{target}")
    else:
        building = case.t.kind_of_place(target) in BUILDINGS
        case.need("not-a-building", known(building), key, f"place:{target}")
    case.need("not-adjacent", case.t.within(unit, target, 1), key)
    each = case.figure("hawkins-each")
    if each.value is not None:
        more = known((case.act.get("count") or 1) > each.number)
        case.bar("too-many", more, each.clauses, limit=each.value)


@on("lay", keys=("grapnel.place",))
def grapnel(case: Case) -> None:
    """Instead of moving or shooting, onto a cliff in the next space."""
    if case.act.what != "grapnel" or not case.provided("grapnel.place"):
        return
    unit, key, at = case.act.unit, ("grapnel.place",), case.act.get("at")
    if at is None:
        case.need("no-target", open_on("ask.at"), key)
    else:
        case.need("not-a-cliff", known(case.t.kind_of_place(at) == "cliff"), key, f"place:{at}")
        case.need("not-adjacent", case.t.within(unit, at, 1), key, f"place:{at}")
    supply = case.phase("supply")
    still = case.figure("grapnel-supply-still")
    order = case.t.marked(unit, "order")
    case.need("no-order-no-supply", any_of((supply, order)), key)
    if supply.value:
        if still.value:
            case.bar("has-moved", case.said("moved"), still.clauses)
        return
    case.bar("has-moved", case.said("moved"), key)
    case.bar("has-shot", case.said("shot"), key)


@on("lay", keys=("shovel.dig",))
def shovel(case: Case) -> None:
    """After a move, on the beach, towards the next space."""
    if case.act.what != "shovel" or not case.provided("shovel.dig"):
        return
    unit, key = case.act.unit, ("shovel.dig",)
    level = case.t.elevation(unit)
    beach = open_on(f"given.units.{unit}.elevation") if level is None else known(level == "sand")
    case.need("not-on-beach", beach, key)
    case.need("not-moved", case.said("moved"), key)


@on(
    "lay",
    "detonate",
    keys=("bangalore.place", "bangalore.line", "bangalore.detonate", "ability.engineer"),
)
def bangalore(case: Case) -> None:
    """With an Order, in the Activation Phase, instead of a move or shot; Engineers set it off."""
    if case.act.what != "bangalore":
        return
    unit = case.act.unit
    key = ("bangalore.place",) if case.act.verb == "lay" else ("bangalore.detonate",)
    if not case.provided(*key):
        return
    case.need("wrong-phase", case.phase("activation"), key, phase="activation")
    case.need("no-order", case.t.marked(unit, "order"), key)
    case.bar("has-moved", case.said("moved"), key)
    case.bar("has-shot", case.said("shot"), key)
    if case.act.verb == "detonate":
        keys = (*key, "ability.engineer") if case.k.rule("ability.engineer") else key
        case.need("lacks-ability", case.t.able(unit, "engineer"), keys, ability="engineer")
        return
    start = case.act.get("from")
    if start == "end-of-line" and case.k.rule("bangalore.line"):
        case.need("not-straight", case.said("straight"), ("bangalore.line",))
    elif start is None:
        case.need("where-from", open_on("ask.from"), key)


@on("activate", keys=("ability.engineer",))
def equipment(case: Case) -> None:
    """What shows the Engineer's symbol is used by Engineers alone."""
    if case.act.what == "equipment" and case.k.rule("ability.engineer"):
        able = case.t.able(case.act.unit, "engineer")
        case.need("lacks-ability", able, ("ability.engineer",), ability="engineer")


@on("place", keys=("obstacle.between",))
def obstacle(case: Case) -> None:
    """Obstacles lie between two spaces, never across a corner."""
    if case.act.what in ("hedgehog", "wire") and case.k.rule("obstacle.between"):
        case.bar("diagonal", case.said("diagonally"), ("obstacle.between",))


@on("shoot", keys=("grapnel.climb",))
def climbing(case: Case) -> None:
    """No firing on the move while climbing by a grapnel."""
    if case.act.get("ability") != "firing-on-the-move" or not case.k.rule("grapnel.climb"):
        return
    case.bar("climbing", case.t.stands_in(case.act.unit, "cliff"), ("grapnel.climb",))
