"""What becomes of units that come down, charge, come out of gliders or lose their craft."""

from __future__ import annotations

from fieldpress.engine.normandie.board import between
from fieldpress.engine.normandie.results import Ask, question, rolled, said, unknown
from fieldpress.engine.normandie.rulebook import Figure, Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.tri import known
from fieldpress.engine.verdicts import EngineFault, Verdict, distinct

#: Where a unit may come down, and what that is to it.
GROUNDS = (
    "open", "rough", "building", "bunker", "water", "pond", "off-board", "enemy", "friend",
    "forbidden",
)  # fmt: skip


@question("which", "landing-space", "rolled", keys=("dropped.lands", "dropped.choice"))
def landing_space(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether the die or the player names the space."""
    pick = k.figure("dropped-choose")
    if pick.value is None:
        return (
            said(k, ["by-the-die"], "dropped.lands")
            if k.rule("dropped.lands")
            else unknown(k, "where it lands", "base.scatter")
        )
    if rolled(ask)[0] >= pick.number:
        return said(k, ["chosen"], *pick.clauses)
    if k.rule("dropped.lands"):
        return said(k, ["by-the-die"], "dropped.lands")
    return unknown(k, "where it lands", "base.scatter")


@question(
    "result", "landing", "of", "on",
    keys=("dropped.eliminated", "dropped.friend", "dropped.rough", "s2.pond"),
)  # fmt: skip
def landing(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """What becomes of a unit where it comes down."""
    unit, on = ask["of"], ask["on"]
    if on not in GROUNDS:
        raise EngineFault(f"it comes down on {', '.join(GROUNDS)}, not on {on!r}")
    if on == "pond" and k.rule("s2.pond"):
        return said(k, "next-supply-phase", "s2.pond")
    if on == "friend" and k.rule("dropped.friend"):
        return said(k, "beside-it", "dropped.friend")
    if on in ("open",):
        return said(k, "lands")
    if on == "rough" and k.rule("dropped.rough"):
        return said(k, "lands", "dropped.rough")
    if not k.rule("dropped.eliminated"):
        return unknown(k, "what becomes of it", "base.landing")
    if on in ("water", "pond"):
        swims = t.able(unit, "amphibious")
        value = "lands" if swims.value else "eliminated"
        return said(k, value, "dropped.eliminated", needs=swims.needs)
    return said(k, "eliminated", "dropped.eliminated")


@question("which", "side-up", "of", keys=("dropped.ambush", "dropped.inactive", "sleep.start"))
def side_up(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The sides on which a unit may land, or start asleep."""
    unit = ask["of"]
    if ask.get("after") == "asleep" and k.rule("sleep.start"):
        return said(k, ["inactive"], "sleep.start")
    for ability, key, value in (
        ("ambush", "dropped.ambush", ["visible", "hidden"]),
        ("activated", "dropped.inactive", ["inactive"]),
    ):
        able = t.able(unit, ability)
        if able.value is None:
            return said(k, None, needs=able.needs)
        if able.value and k.rule(key):
            return said(k, value, key)
    return said(k, ["visible"])


@question(
    "result", "landed", "of", "landed", keys=("dropped.order", "dropped.supply", "craft.wait")
)
def landed(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether a unit that has landed may act in that turn."""
    how = ask["landed"]
    if how == "order" and k.rule("dropped.order"):
        return said(k, "may-act", "dropped.order")
    if how == "craft" and k.rule("craft.wait"):
        return said(k, "next-turn", "craft.wait")
    if how == "supply" and k.rule("dropped.supply"):
        return said(k, "next-turn", "dropped.supply")
    return unknown(k, "whether it acts", "base.acting")


@question("which", "cost", "act", keys=("ability.inspiration-cost", "cricket.activated"))
def cost(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The marker that a unit takes for inspiring, or for helping a shot."""
    key = {"inspire": "ability.inspiration-cost", "help": "cricket.activated"}.get(ask["act"], "")
    if not key:
        raise EngineFault("which: cost is asked of inspire or help")
    return said(k, ["activated"], key) if k.rule(key) else said(k, [])


@question("result", "charge", "target", keys=("ability.charge", "ability.charge-outcome"))
def charge(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """What follows the free attack of a charge."""
    able = t.able(str(ask["of"]), "charge") if ask.get("of") in t.units else known(True)
    if able.value is not True:
        return said(k, "assault" if able.value is False else None, needs=able.needs)
    if not k.rule("ability.charge", "ability.charge-outcome"):
        return unknown(k, "what an assault does", "base.assault")
    value = {"eliminated": "into-its-space", "alive": "assault"}.get(str(ask["target"]))
    if value is None:
        raise EngineFault("the target is eliminated or alive")
    return said(k, value, "ability.charge", "ability.charge-outcome")


@question("result", "glider-assault", "cleared", keys=("glider.blocked-assault",))
def glider_assault(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Where a unit is after an assault out of a glider that did not clear the space."""
    if not k.rule("glider.blocked-assault"):
        return unknown(k, "where it goes", "base.assault")
    return said(k, "outside" if ask["cleared"] else "back-in-the-glider", "glider.blocked-assault")


@question("result", "craft-lost", "of", keys=("craft.destroyed", "craft.drown"))
def craft_lost(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """What becomes of a unit whose landing craft is destroyed."""
    free = ask.get("free")
    if not k.rule("craft.destroyed"):
        return unknown(k, "what becomes of the troops", "base.craft")
    if free is None:
        return said(k, None, needs=("ask.free",))
    if free == 0 and k.rule("craft.drown"):
        return said(k, "drowns", "craft.destroyed", "craft.drown")
    return said(k, "redeployed-suppressed", "craft.destroyed")


@question("who", "blown-up", "bangalores", keys=("bangalore.detonate",))
def blown_up(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Who stands in a space on either side of a line of Bangalores, and what lies there."""
    if not k.rule("bangalore.detonate"):
        return unknown(k, "what an explosion hits", "base.explosion")
    if t.board is None:
        return said(k, None, "bangalore.detonate", needs=("given.map",))
    path = ("ask", "bangalores")
    spots = [
        spot
        for index, one in enumerate(ask["bangalores"])
        for spot in between(t.board, one, (*path, index))
    ]
    units = t.board.units_at(tuple(spots), t.units)
    places = t.board.units_at(tuple(spots), t.places)
    places += [name for name, area in t.board.areas.items() if set(area) & set(spots)]
    struck = [f"unit:{one}" for one in units] + [f"place:{one}" for one in distinct(places)]
    return said(k, struck, "bangalore.detonate")


@question("result", "mines", "phase", keys=("hawkins.explode", "hawkins.moves-along"))
def mines(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """When mines go off."""
    if not k.rule("hawkins.explode"):
        return unknown(k, "when they explode", "base.mines")
    if ask["phase"] == "supply":
        return said(k, "explode", "hawkins.explode")
    keys = ["hawkins.explode"]
    if ask.get("moved") and k.rule("hawkins.moves-along"):
        keys.append("hawkins.moves-along")
        return said(k, "moves-along", *keys)
    return said(k, "wait", *keys)


@question("which", "defence", "of", keys=("hawkins.lateral",))
def defence(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Which defence value of a vehicle a mine strikes."""
    heavy = t.is_kind(ask["of"], "heavy-vehicle")
    side: Figure = k.figure("hawkins-side")
    if heavy.value is None:
        return said(k, None, needs=heavy.needs)
    if heavy.value and side.value is not None:
        return said(k, [side.value], *side.clauses)
    return unknown(k, "which defence counts", "base.defence")
