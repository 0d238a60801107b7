"""The acts that these rules speak of, as a situation puts them: one verb, and what goes with it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.normandie.given import (
    Read,
    a_place,
    a_side,
    a_thing,
    a_unit,
    choice,
    flag,
    number,
    several,
    text,
)
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import PHASES, Table
from fieldpress.engine.shapes import Path, only
from fieldpress.engine.verdicts import EngineFault

WEAPONS = ("direct", "indirect", "blast", "grenade", "flamethrower")
TOKENS = ("camo", "knife", "sprint", "walking-fire", "shovel", "cricket", "cullin")
LINES = ("wire", "hedgehog", "red-line", "hole", "cliff-line")
MOMENTS = (
    "before-order-phase", "start-of-turn", "activation", "in-supply-phase",
    "end-of-supply-phase",
)  # fmt: skip
LAID = ("grapnel", "bangalore", "shovel", "mine", "light")


def _card(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """An Action card by id or name, or a whole category of them."""
    if value in ("artillery", "aviation"):
        return value
    return a_record(k, value, path)


def _zone(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A zone of the scenario."""
    zones = (k.scenario.raw if k.scenario else {}).get("zones", {})
    if str(value) not in zones:
        raise EngineFault(f"the scenario has no zone {value!r}{_hint(str(value), zones)}", path)
    return str(value)


def _entering(k: Rulebook, t: Table, value: Any, path: Path) -> Any:
    """A formation or an option of an army of this scenario."""
    raw = k.scenario.raw if k.scenario else {}
    known: dict[str, None] = {}
    for side in raw.get("sides", {}).values():
        army = k.game.armies.get(side.get("army", ""))
        for formation in army.raw["formations"] if army else ():
            known[formation["id"]] = None
            known |= dict.fromkeys(entry["option"] for entry in formation["entries"])
    for entry in raw.get("entries", ()):
        if "group" in entry.get("what", {}):
            known[f"group-{entry['what']['group']}"] = None
    name = str(value)
    if name not in known:
        raise EngineFault(
            f"no army here has a formation or option {value!r}{_hint(name, known)}", path
        )
    return name


def _hint(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name, list(known), 2)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def a_record(k: Rulebook, value: Any, path: Path) -> str:
    """An Action card of this game, or of one that it uses."""
    return used(k, "actions", value, path, "Action card")


def used(k: Rulebook, kind: str, value: Any, path: Path, noun: str) -> str:
    """A record by id or name, of this game or of one that it uses (then as GAME/ID)."""
    owner, _, name = str(value).rpartition("/")
    games = [k.game]
    games += [one for one in k.library.games.values() if one.id in k.game.raw.get("uses", ())]
    for game in games:
        if owner and owner != game.id:
            continue
        for found, ident in game.find(name):
            if found == kind:
                return ident if game is k.game else f"{game.id}/{ident}"
    known = {ident: None for game in games for ident in getattr(game, kind)}
    raise EngineFault(f"no {noun} is called {value!r}{_hint(name, known)}", path)


#: Verb -> how what it is done to is read, and whether a unit does it (else a side).
VERBS: dict[str, tuple[Read, bool]] = {
    "shoot": (a_thing, True), "see": (a_thing, True), "discover": (a_unit, True),
    "hide": (flag, True), "receive_order": (flag, True), "receive_activated": (flag, True),
    "move_in_supply": (flag, True), "wake": (a_unit, True), "assault": (a_unit, True),
    "cross": (choice(*LINES), True), "enter": (a_place, True), "leave": (a_place, True),
    "spend": (choice(*TOKENS), True), "help": (a_unit, True), "inspire": (a_unit, True),
    "lay": (choice(*LAID), True), "detonate": (choice("bangalore"), True),
    "activate": (choice("light", "equipment"), True), "hole": (a_place, True),
    "bring_in": (_entering, False), "use": (_entering, True), "take": (a_place, True),
    "play": (_card, False), "attach": (text, False), "load": (several(a_unit), False),
    "replace": (text, False), "place": (choice("craft", "glider", "hedgehog", "wire"), False),
}  # fmt: skip
#: What else may be said of an act.
MORE: dict[str, Read] = {
    "weapon": choice(*WEAPONS), "ability": text, "through": a_place, "over": several(a_thing),
    "by": text, "on": a_unit, "against": a_thing, "with": text, "count": number, "answering": _card,
    "phase": choice(*PHASES), "moved": flag, "shot": flag, "announced": flag,
    "turn": number, "again": flag, "into": a_place, "moment": choice(*MOMENTS), "by_zone": _zone,
    "to": text, "beyond": number, "rolled": number,
    "at": a_place, "from": choice("inside", "outside", "end-of-line", "beside"), "across": flag,
    "start": flag, "end": flag, "diagonally": flag, "touches": choice("edge", "none"), "tile": text,
    "carries": several(choice("infantry", "light-vehicle", "heavy-vehicle", "gun")),
    "interspaces": number, "openings": choice("door", "window", "hole", "arrow"),
    "all": flag, "straight": flag, "sand_side": flag,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Act:
    """One act. `what`: what it is done to; `more`: what else is said of it, checked."""

    verb: str
    what: Any
    unit: str = ""
    side: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """What is said, None where it is not."""
        return self.more.get(name)

    def to_json(self) -> dict[str, Any]:
        who = {"unit": self.unit} if self.unit else {"side": self.side}
        return {**who, self.verb: self.what, **self.more}


def parse_act(k: Rulebook, t: Table, raw: Any, path: Path) -> Act:
    """An act from its mapping. EngineFault with the spot and what would be right."""
    if not isinstance(raw, Mapping):
        raise EngineFault(f"an act is a mapping such as {{unit: …, shoot: …}}, not {raw!r}", path)
    verbs = [verb for verb in VERBS if verb in raw]
    if len(verbs) != 1:
        close = [v for key in raw for v in difflib.get_close_matches(str(key), VERBS, 1)]
        hint = f"; did you mean {close[0]!r}?" if close and not verbs else ""
        raise EngineFault(f"an act has exactly one verb of {', '.join(VERBS)}{hint}", path)
    verb = verbs[0]
    read, by_unit = VERBS[verb]
    only(raw, {verb, "unit", "side", *MORE}, path)
    what = read(k, t, raw[verb], (*path, verb))
    more = {name: MORE[name](k, t, raw[name], (*path, name)) for name in raw if name in MORE}
    if by_unit:
        if "unit" not in raw and not (verb == "shoot" and "by" in raw):
            raise EngineFault(f"{verb} also needs `unit`, who does it", path)
        if "unit" in raw:
            unit = a_unit(k, t, raw["unit"], (*path, "unit"))
            side = t.side(unit) or ""
        else:
            unit, side = "", ""
            a_place(k, t, more["by"], (*path, "by"))
        return Act(verb, what, unit, side, more)
    if "side" not in raw:
        raise EngineFault(f"{verb} also needs `side`, whose act it is", path)
    return Act(verb, what, "", a_side(k, t, raw["side"], (*path, "side")), more)
