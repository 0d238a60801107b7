"""Setups and plans: what the sheet of a scenario states, and whether a table agrees with it.

The sheets' placements and calendars are in no source, so a deal names what it leaves out, and a
check judges what is stated: Supply Points, depots, markers, the Victory counter, drop zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.answer import Options
from fieldpress.engine.overlord import wording
from fieldpress.engine.overlord.acts import judge, read_act
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import flag
from fieldpress.engine.overlord.scoring import track
from fieldpress.engine.overlord.situation import case_of, knowledge
from fieldpress.engine.tri import negate
from fieldpress.engine.verdicts import (
    EngineFault,
    Finding,
    Need,
    Outcome,
    Verdict,
    clauses_of,
    distinct,
    outcome_of,
)
from fieldpress.model import Fact, Game, Library, Scenario
from fieldpress.model.facts import Text

FORMAT = "fieldpress-setup/1"
REPORT = "fieldpress-check-setup/1"


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of a setup or plan found."""

    game: Game
    scenario: Scenario
    findings: tuple[Finding, ...]
    unseen: tuple[tuple[str, str], ...]

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self.findings)

    @property
    def verdict(self) -> Verdict:
        needs = distinct(n for f in self.findings if f.status == "open" for n in f.needs)
        return Verdict(
            self.outcome,
            None,
            self.findings,
            (),
            clauses_of(self.findings),
            tuple(Need(n) for n in needs),
        )

    def lines(self) -> Iterator[str]:
        """For people, line by line."""
        said = {
            "allowed": "Possible, as far as it is seen.",
            "forbidden": "Not possible.",
            "undetermined": "Undetermined: a fact that is not stated decides.",
        }
        yield f"{self.game.title}: {self.scenario.title} ({self.scenario.id})"
        yield said[self.outcome]
        for found in self.findings:
            mark = {"raised": "-", "open": "?", "lifted": "+"}[found.status]
            yield f"  {mark} {wording.finding(self.game, found)} [{', '.join(found.clauses)}]"
        if self.unseen:
            yield "Not judged"
            for what, why in self.unseen:
                yield f"  {what}: {why}"

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/check-setup.json says."""
        found = self.verdict.to_json()
        return {
            "format": REPORT,
            "game": self.game.id,
            "scenario": self.scenario.id,
            "verdict": {key: found[key] for key in ("outcome", "findings", "clauses", "needs")},
            "texts": [wording.finding(self.game, f) for f in self.findings],
            "unseen": [
                {"place": what, "count": None, "why": "not-given"} for what, _ in self.unseen
            ],
            "never_shown": [],
            "exit_code": exit_code,
        }


def check_setup(
    library: Library, layout: Mapping[str, Any], options: Options | None = None
) -> Report:
    """Judge a setup or, with moment plan, the plan of a month.

    EngineFault with the path to what is at fault in the layout itself.
    """
    raw = {key: layout[key] for key in ("game", "scenario", "records", "readings") if key in layout}
    k = knowledge(library, raw, options or Options())
    if k.scenario is None:
        raise EngineFault("which scenario is it?", ("scenario",))
    c = case_of(k, layout["given"])
    if layout.get("moment") == "plan":
        return Report(k.game, k.scenario, tuple(_plan(c, layout)), ())
    findings = tuple(_setup(c, k.scenario, layout))
    return Report(k.game, k.scenario, findings, tuple(_unseen(c, k.scenario)))


# -- the table at the start ----------------------------------------------------------------------


def _cited(c: Case, entry: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The clauses of an entry of the sheet, None where one of them is taken out."""
    keys = tuple(entry["clauses"])
    return keys if c.k.stands(*keys) else None


def _setup(c: Case, scenario: Scenario, layout: Mapping[str, Any]) -> Iterator[Finding]:
    sheet = scenario.raw["setup"]
    if "supply" in sheet and c.s.get("supply") is not None:
        keys = _cited(c, sheet["supply"])
        wanted: Fact[int] = Fact.parse(sheet["supply"]["each"], scenario.source)
        for side, points in c.s.get("supply").items():
            if keys and wanted.known and points != wanted.value:
                yield Finding(
                    "setup-supply", {"found": points, "wanted": wanted.value}, f"side:{side}", keys
                )
    if "depots" in sheet and c.s.get("depots") is not None:
        yield from _depots(c, scenario, sheet["depots"])
    if c.s.get("control") is not None:
        yield from _control(c, sheet.get("control"), scenario)
    yield from _victory(c, scenario, layout)
    yield from _drops(c, sheet, layout)


def _depots(c: Case, scenario: Scenario, entry: Mapping[str, Any]) -> Iterator[Finding]:
    keys = _cited(c, entry)
    if not keys:
        return
    wanted: Fact[int] = Fact.parse(entry["each"], scenario.source)
    each = wanted.value if wanted.known else None
    figure = c.figure("depot-points")
    if wanted.basis == "read" and figure is not None:
        each, keys = int(figure.value), tuple(dict.fromkeys((*keys, *figure.clauses)))
    given = c.s.get("depots")
    for sector in entry["sectors"]:
        found = given.get(sector, 0)
        if each is not None and found != each:
            yield Finding("setup-depot", {"found": found, "wanted": each}, f"sector:{sector}", keys)
    for sector, points in given.items():
        if sector not in entry["sectors"] and points:
            yield Finding("setup-depot-extra", {}, f"sector:{sector}", keys)


def _control(c: Case, entry: Mapping[str, Any] | None, scenario: Scenario) -> Iterator[Finding]:
    wanted = list(entry["sectors"]) if entry else []
    keys = (
        _cited(c, entry)
        if entry
        else tuple(k for k in ("control.objective-default",) if c.k.rule(k))
    )
    if not keys:
        return
    for sector in c.s.get("control"):
        if sector not in wanted:
            yield Finding("setup-control", {}, f"sector:{sector}", keys)
    for sector in wanted:
        if sector not in c.s.get("control"):
            yield Finding("setup-control-missing", {}, f"sector:{sector}", keys)


def _victory(c: Case, scenario: Scenario, layout: Mapping[str, Any]) -> Iterator[Finding]:
    """The Victory counter: as the difficulty says; without one, as any of them."""
    here = track(c)
    levels = scenario.raw["difficulties"]
    name = layout.get("difficulty")
    if name is not None and name not in levels:
        raise EngineFault(
            f"no difficulty is called {name!r}; there are {', '.join(levels)}", ("difficulty",)
        )
    if here is None:
        return
    wanted = {
        ident: _start(c, entry) for ident, entry in levels.items() if not name or ident == name
    }
    keys = distinct(k for ident in wanted for k in levels[ident]["clauses"])
    if here in wanted.values() or not c.k.stands(*keys):
        return
    shown = " or ".join(_shown(c, value) for value in dict.fromkeys(wanted.values()))
    said = Text.parse(levels[name]["name"], c.k.game.language).get() if name else "every difficulty"
    yield Finding(
        "setup-victory",
        {"found": _shown(c, here), "wanted": shown, "difficulty": said},
        "counter:victory-points",
        keys,
    )


def _start(c: Case, entry: Mapping[str, Any]) -> int:
    points = int(entry["victory_points"])
    return points if entry.get("side", c.invader) == c.invader else -points


def _shown(c: Case, signed: int) -> str:
    side = c.invader if signed > 0 else c.occupier
    return f"{c.k.game.side_name(side)} {abs(signed)}" if signed else "0"


def _drops(c: Case, sheet: Mapping[str, Any], layout: Mapping[str, Any]) -> Iterator[Finding]:
    """Where airborne divisions start: in drop zones, no two in the same."""
    entry = sheet.get("drop_zones")
    drops = layout.get("drops")
    if not entry or not drops:
        return
    keys = _cited(c, entry) or ()
    seen: set[str] = set()
    for unit, sector in drops.items():
        c.unit(unit, ("drops", unit))
        yield from _open(
            negate(flag(c, sector, "drop_zone")), "setup-drop", f"sector:{sector}", keys
        )
        airborne = c.is_(unit, "type", "airborne")
        yield from _open(negate(airborne), "setup-drop-type", f"unit:{unit}", keys)
        if sector in seen and keys:
            yield Finding("setup-drop-twice", {}, f"sector:{sector}", keys)
        seen.add(sector)


def _open(when: Any, code: str, record: str, keys: tuple[str, ...]) -> Iterator[Finding]:
    if when.value is not False and keys:
        yield Finding(code, {}, record, keys, "raised" if when.value else "open", when.needs)


def _unseen(c: Case, scenario: Scenario) -> Iterator[tuple[str, str]]:
    sheet = scenario.raw["setup"]
    for name in ("supply", "depots", "control"):
        if c.s.get(name) is None and (name in sheet or name == "control"):
            yield name, "not given"
    if c.s.get("victory_points") is None:
        yield "victory_points", "not given"
    for one in sheet["missing"]:
        yield Text.parse(one["what"], c.k.game.language).get(), one["why"]


# -- the plan of a month -------------------------------------------------------------------------


def _plan(c: Case, layout: Mapping[str, Any]) -> Iterator[Finding]:
    plan = layout["plan"]
    raw: dict[str, Any] = {"do": "plan", "side": c.invader, "operations": plan["operations"]}
    if "drawn" in plan:
        raw["drawn"] = plan["drawn"]
    yield from judge(c, read_act(c, raw, ("plan",)))
    if "festungen" in plan:
        act = {"do": "choose-festungen", "side": c.occupier, "tiles": list(plan["festungen"])}
        yield from judge(c, read_act(c, act, ("plan",)))


# -- a setup as far as it is stated --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stated:
    """The setup of a scenario and difficulty as far as its sheet states it.

    `given` is a situation's; `lacks` says what is left out and why.
    """

    game: Game
    scenario: Scenario
    difficulty: str
    given: Mapping[str, Any]
    lacks: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """As `check-setup` reads it (schema/setup.overlord.json)."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "scenario": self.scenario.id,
            "difficulty": self.difficulty,
            "given": dict(self.given),
            "lacks": [{"what": what, "why": why} for what, why in self.lacks],
        }

    def lines(self) -> Iterator[str]:
        """For people, with the clauses and with what is left out."""
        sheet, language = self.scenario.raw["setup"], self.game.language
        level = self.scenario.raw["difficulties"][self.difficulty]

        def cited(entry: Mapping[str, Any] | None) -> str:
            return f" [{', '.join(entry['clauses'])}]" if entry else ""

        yield f"{self.game.title}: {self.scenario.title} ({self.scenario.id})"
        yield f"Difficulty: {Text.parse(level['name'], language).get()} ({self.difficulty})"
        yield f"  Victory marker: {_marker(self.game, self.given['victory_points'])}{cited(level)}"
        for side, amount in self.given.get("supply", {}).items():
            name = self.game.side_name(side)
            yield f"  Supply Points, {name}: {amount}{cited(sheet.get('supply'))}"
        for sector, amount in self.given.get("depots", {}).items():
            name = wording.piece(self.game, sector)
            yield f"  Depot at {name}: {amount}{cited(sheet.get('depots'))}"
        for sector in self.given["control"]:
            name = wording.piece(self.game, sector)
            yield f"  Control marker on {name}{cited(sheet.get('control'))}"
        if "drop_zones" in sheet:
            yield f"  Airborne Divisions: in drop zones, no two in one{cited(sheet['drop_zones'])}"
        yield "Not dealt: facts that no source states"
        for what, why in self.lacks:
            yield f"  - {what}: {why}"


def _marker(game: Game, points: Any) -> str:
    if points == 0:
        return "0"
    return " ".join(f"{game.side_name(side)} {number}" for side, number in points.items())


def stated(library: Library, game: str, scenario: str, difficulty: str = "") -> Stated:
    """The setup of a scenario as far as the sheet states it.

    EngineFault on a difficulty that the scenario does not have.
    """
    record = library[game].scenarios[scenario]
    sheet, levels = record.raw["setup"], record.raw["difficulties"]
    name = difficulty or ("balanced" if "balanced" in levels else next(iter(levels)))
    if name not in levels:
        known_ = ", ".join(levels)
        raise EngineFault(f"{scenario} has no difficulty {name!r}; there are {known_}")
    level = levels[name]
    given: dict[str, Any] = {"round": 1, "control": [*sheet.get("control", {}).get("sectors", ())]}
    if "supply" in sheet:
        each: Fact[int] = Fact.parse(sheet["supply"]["each"], record.source)
        given["supply"] = dict.fromkeys(library[game].sides, each.value)
    if "depots" in sheet:
        points: Fact[int] = Fact.parse(sheet["depots"]["each"], record.source)
        given["depots"] = dict.fromkeys(sheet["depots"]["sectors"], points.value)
    marker = level["victory_points"]
    given["victory_points"] = {level["side"]: marker} if "side" in level else 0
    language = library[game].language
    lacks = tuple((Text.parse(one["what"], language).get(), one["why"]) for one in sheet["missing"])
    return Stated(library[game], record, name, given, lacks)


__all__ = ["Report", "Stated", "check_setup", "stated"]
