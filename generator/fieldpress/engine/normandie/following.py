"""What an act of `then` changes on the table, as far as these rules say."""

from __future__ import annotations

from fieldpress.engine.normandie.acts import Act
from fieldpress.engine.normandie.registry import rules
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.sleep import wakes
from fieldpress.engine.normandie.table import Table


@rules("ability.inspiration-cost", "cricket.activated")
def follow(k: Rulebook, t: Table, act: Act) -> None:
    """Carry an act out in place: tokens go, markers are laid, sleepers wake."""
    verb, unit = act.verb, act.unit
    if verb == "shoot":
        t.facts["helped"] = False
        _noise(k, t, "shot", unit or str(act.get("by")))
        if act.get("weapon") in ("blast", "grenade"):
            _noise(k, t, "blast", act.what)
        elif act.get("ability") == "destruction":
            _noise(k, t, "destruction", act.what)
        _spent_order(t, unit)
        lamp = t.places.get(act.what, {})
        if lamp.get("kind") == "lamp" and act.get("rolled") is not None:
            needed = k.figure("lamp-destroyed")
            if needed.value is not None and act.get("rolled") >= needed.number:
                t.places[act.what] = {**lamp, "destroyed": True}
    elif verb == "assault":
        _noise(k, t, "assault", unit)
        if t.marked(act.what, "sleeping").value and k.rule("sleep.assault"):
            t.units[act.what]["eliminated"] = True
    elif verb == "wake":
        _wake(k, t, act.what)
    elif verb == "receive_order":
        t.mark(unit, "order")
    elif verb == "receive_activated":
        t.mark(unit, "activated")
    elif verb == "inspire":
        t.unmark(act.what, "suppressed")
        if k.rule("ability.inspiration-cost"):
            t.mark(unit, "activated")
    elif verb == "help":
        _spend(t, act, "cricket", 1)
        t.facts["helped"] = True
        if k.rule("cricket.activated"):
            t.mark(unit, "activated")
    elif verb == "spend":
        _spend(t, act, act.what, act.get("count") or 1)
    elif verb == "lay" and act.what == "grapnel" and act.get("at") in t.places:
        t.places[act.get("at")] = {**t.places[act.get("at")], "grapnel": True}
    elif verb == "enter":
        t.units[unit]["in"] = act.what
    elif verb == "load" and act.get("into") in t.craft:
        t.craft[act.get("into")] = {**t.craft[act.get("into")], "holds": list(act.what)}
        for one in act.what:
            t.units[one]["in"] = act.get("into")


def _noise(k: Rulebook, t: Table, noise: str, at: str) -> None:
    """Wake whom a noise wakes for sure."""
    if at not in t.units and at not in t.places:
        return
    for name in list(t.units):
        if "sleeping" in (t.told(name, "markers") or ()) and wakes(k, t, name, noise, at)[0].value:
            _wake(k, t, name)


def _wake(k: Rulebook, t: Table, unit: str) -> None:
    t.unmark(unit, "sleeping")
    if k.rule("sleep.awake"):
        t.mark(unit, "suppressed")


def _spent_order(t: Table, unit: str) -> None:
    """A unit that has fired has acted."""
    if unit and "order" in (t.told(unit, "markers") or ()):
        t.unmark(unit, "order")
        t.mark(unit, "activated")


def _spend(t: Table, act: Act, name: str, count: int) -> None:
    """Take tokens from the unit, or from what its side holds."""
    for owner in (t.units.get(act.unit, {}), t.sides.get(act.side, {})):
        tokens = owner.get("tokens")
        if tokens and name in tokens:
            owner["tokens"] = {**tokens, name: max(0, tokens[name] - count)}
            return
