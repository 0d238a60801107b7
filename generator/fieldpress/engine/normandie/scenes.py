"""Acts that a scenario provides for: units that come in later, and lights that are set up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.normandie.case import Case, on
from fieldpress.engine.normandie.results import Ask, question, said, unknown
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.tri import YES, Tri, any_of, known, open_on
from fieldpress.engine.verdicts import Finding, Verdict


@on("bring_in")
def bring_in(case: Case) -> None:
    """Units come in as an entry of the scenario says: who, when, and by which spaces."""
    raw = case.k.scenario.raw if case.k.scenario else {}
    entries = [
        entry
        for entry in raw.get("entries", ())
        if entry["side"] == case.act.side and case.k.in_force(entry) and _about(case, entry)
    ]
    if not entries:
        case.found.append(Finding("no-ground", {"act": "bring_in"}, f"side:{case.act.side}"))
        return
    there, keys = _listed(case)
    if there.value is not True:
        case.need("effect-lacking", there, keys, f"side:{case.act.side}")
        return
    tried = []
    for entry in entries:
        trial = Case(case.k, case.t, case.act)
        _entry(trial, entry)
        tried.append(trial)
        if not trial.found:
            case.keep(*trial.kept)
            return
    # What hangs on a fact comes before what is ruled out; among those, the nearest.
    best = min(
        tried, key=lambda one: (any(f.status == "raised" for f in one.found), len(one.found))
    )
    case.found += best.found


def _distance(found: list[Finding]) -> tuple[bool, int]:
    return any(one.status == "raised" for one in found), len(found)


def _about(case: Case, entry: Mapping[str, Any]) -> bool:
    """Whether an entry is about the formation or option that comes in."""
    what = entry.get("what", {})
    option, formation, group = _in_army(case.k, case.act.side, str(case.act.what))
    if "options" in what and option not in what["options"]:
        return False
    if "formations" in what and formation not in what["formations"]:
        return False
    if "group" in what and group != what["group"]:
        return False
    if (what.get("units") == "eliminated") != bool(case.act.get("again")):
        return False
    return bool(what)


def _listed(case: Case) -> tuple[Tri, tuple[str, ...]]:
    """Whether the campaign gives the formation, and the clauses of the entry that names it."""
    raw = case.k.scenario.raw if case.k.scenario else {}
    army = case.k.game.armies.get(raw.get("sides", {}).get(case.act.side, {}).get("army", ""))
    _, ident, _ = _in_army(case.k, case.act.side, str(case.act.what))
    for formation in army.raw["formations"] if army else ():
        if formation["id"] == ident and "if" in formation:
            clauses = [
                key
                for entry in raw.get("entries", ())
                if ident in entry.get("what", {}).get("formations", ()) and case.k.in_force(entry)
                for key in entry["clauses"]
            ]
            return case.k.applies(formation["if"]), tuple(clauses)
    return YES, ()


def _in_army(k: Rulebook, side: str, name: str) -> tuple[str, str, int | None]:
    """The option, the formation and the group that a name stands for in the side's army."""
    raw = (k.scenario.raw if k.scenario else {}).get("sides", {}).get(side, {})
    army = k.game.armies.get(raw.get("army", ""))
    head, _, number = name.rpartition("-")
    if army is None and head == "group" and number.isdigit():
        return "", "", int(number)
    for formation in army.raw["formations"] if army else ():
        if formation["id"] == name:
            return "", name, formation.get("group")
        if any(entry["option"] == name for entry in formation["entries"]):
            return name, formation["id"], formation.get("group")
    return name, "", None


def _entry(case: Case, entry: Mapping[str, Any]) -> None:
    """The turn, the moment, the spaces and the condition of one entry."""
    clauses = entry["clauses"]
    case.keep(*clauses)
    excepted = case.act.what in entry.get("what", {}).get("except", ())
    case.bar("excepted", known(excepted), clauses, f"option:{case.act.what}")
    case.need("effect-lacking", case.k.applies(entry.get("if")), clauses, f"side:{case.act.side}")
    turn = case.act.get("turn") or case.t.turn
    for key in ("turn", "from_turn", "to_turn"):
        if key in entry:
            right = open_on("given.turn") if turn is None else known(_when(key, turn, entry[key]))
            case.need("wrong-turn", right, clauses, turn=entry[key])
    moments = [entry[key] for key in ("moment", "or_moment") if key in entry]
    now = case.act.get("moment")
    if moments:
        at = open_on("ask.moment") if now is None else known(now in moments)
        case.need("wrong-moment", at, clauses, moments=moments)
    if now == "activation" and "activation" in moments:
        order = case.act.get("with")
        has = open_on("ask.with") if order is None else known(order == "order")
        case.need("no-order", has, clauses, f"side:{case.act.side}")
    if "through" in entry:
        zone = case.act.get("by_zone")
        by = open_on("ask.by_zone") if zone is None else known(zone in entry["through"])
        case.need("wrong-way", by, clauses, zones=list(entry["through"]))


def _when(how: str, now: int, at: int) -> bool:
    return {"turn": now == at, "from_turn": now >= at, "to_turn": now <= at}[how]


@on("use")
def served(case: Case) -> None:
    """An option serves the units that its scenario lists, where it lists any."""
    raw = case.k.scenario.raw if case.k.scenario else {}
    army = case.k.game.armies.get(raw.get("sides", {}).get(case.act.side, {}).get("army", ""))
    for formation in army.raw["formations"] if army else ():
        for entry in formation["entries"]:
            serves = entry.get("serves")
            if entry["option"] == case.act.what and serves and case.k.in_force(serves):
                right = any_of(_among(case, serves))
                case.need("not-served", right, serves["clauses"])
    case.base("what an option does for a unit")


def _among(case: Case, serves: Mapping[str, Any]) -> Iterator[Tri]:
    """Whether a unit is of one of the divisions, or one of the options, that are served."""
    unit, t = case.act.unit, case.t
    for key, told in (("divisions", t.told(unit, "division")), ("options", t.told(unit, "option"))):
        if key in serves:
            path = f"given.units.{unit}.{key.removesuffix('s')}"
            yield open_on(path) if told is None else known(told in serves[key])


@on("lay", keys=("s1.place-light",))
def light(case: Case) -> None:
    """A bearer that stops on a secondary objective places its light there."""
    if case.act.what != "light" or not case.provided("s1.place-light"):
        return
    key, at = ("s1.place-light",), case.act.get("at")
    case.need("not-at-end", case.said("end"), key)
    left, path = case.tokens("light")
    carries = open_on(path) if left is None else known(left >= 1)
    case.need("too-few-tokens", carries, key, what="light", count=1, left=left)
    if at is None:
        case.need("no-target", open_on("ask.at"), key)
        return
    secondary = case.t.places.get(at, {}).get("kind") == "objective"
    case.need("not-an-objective", known(secondary), key, f"place:{at}")


@on("activate", keys=("s1.activate-light",))
def switch_on(case: Case) -> None:
    """An Engineer in the light's space, with an Order or in Supply, instead of move and shot."""
    if case.act.what != "light" or not case.provided("s1.activate-light"):
        return
    unit, key, at = case.act.unit, ("s1.activate-light",), case.act.get("at")
    case.need("lacks-ability", case.t.able(unit, "engineer"), key, ability="engineer")
    there: Tri = open_on("ask.at") if at is None else case.t.same_place(unit, at)
    case.need("not-there", there, key, f"place:{at}" if at else "")
    ready = any_of((case.phase("supply"), case.t.marked(unit, "order")))
    case.need("no-order-no-supply", ready, key)
    case.bar("has-moved", case.said("moved"), key)
    case.bar("has-shot", case.said("shot"), key)


@on("take", keys=("d1.c4-taken",))
def take(case: Case) -> None:
    """A charge that lies on an interspace is picked up by stopping beside it."""
    if not case.provided("d1.c4-taken"):
        return
    key = ("d1.c4-taken",)
    case.need("not-at-end", case.said("end"), key)
    near = case.t.within(case.act.unit, case.act.what, 1)
    case.need("not-adjacent", near, key, f"place:{case.act.what}")


@question("result", "bearer-lost", "climbing", keys=("d1.c4-dropped",))
def dropped_charge(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Where a charge lies whose bearer was eliminated."""
    if not k.rule("d1.c4-dropped"):
        return unknown(k, "what becomes of the charge", "base.charge")
    value = "beach-side" if ask["climbing"] else "adjacent-interspace"
    return said(k, value, "d1.c4-dropped")


@question("result", "casualty", "of", keys=("d1.casualties-aside",))
def casualty(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Where an eliminated unit goes."""
    if not k.rule("d1.casualties-aside"):
        return unknown(k, "where it goes", "base.casualties")
    return said(k, "set-aside", "d1.casualties-aside")


@question(
    "result", "orders", "by", keys=("d3.orders", "d3.officer-enters", "d3.star", "d3.command")
)
def orders(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether the Orders of an officer, a star or a command count in this turn."""
    by, arrived = ask["by"], ask.get("arrived")
    key = {"officer": "d3.officer-enters", "star": "d3.star", "command": "d3.command"}.get(by)
    if by == "absent" and k.rule("d3.orders"):
        return said(k, "do-not-count", "d3.orders")
    if key is None or not k.rule(key):
        return unknown(k, "which Orders count", "base.orders")
    if by == "command":
        return said(k, "count", key)
    missing = [
        path for path, value in (("given.turn", t.turn), ("ask.arrived", arrived)) if value is None
    ]
    if missing or t.turn is None or arrived is None:
        return said(k, None, key, needs=missing)
    return said(k, "count" if t.turn > arrived else "next-turn", key)


@question("result", "hidden", "act", keys=("s1.hidden",))
def stays_hidden(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether a hidden unit shows itself by what it does."""
    if ask["act"] == "activate-light" and k.rule("s1.hidden"):
        return said(k, "hidden", "s1.hidden")
    return unknown(k, "what reveals a hidden unit", "base.hiding")
