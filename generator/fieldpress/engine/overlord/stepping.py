"""A game in progress: from a state, every next legal step with what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from fieldpress.engine.answer import Options
from fieldpress.engine.overlord import wording
from fieldpress.engine.overlord.acts import Act, carry_out, judge, kinds, read_act
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import links, map_of
from fieldpress.engine.overlord.moving import reach
from fieldpress.engine.overlord.situation import case_of, knowledge
from fieldpress.engine.overlord.table import ATTACKER, DEFENDER
from fieldpress.engine.overlord.values import units_in
from fieldpress.engine.overlord.ways import ways
from fieldpress.engine.overlord.weeks import place
from fieldpress.engine.verdicts import EngineFault, distinct, outcome_of
from fieldpress.model import Game, Library
from fieldpress.model.facts import Text

FORMAT = "fieldpress-campaign/1"
#: Steps listed at most; what is left out is counted.
MOST = 400


@dataclass(frozen=True, slots=True)
class Step:
    """A step that may be taken: the act, its clauses, and what it changes, path by path.

    `needs`: facts on which it turns; such a step is neither legal nor illegal.
    """

    act: dict[str, Any]
    text: str
    clauses: tuple[str, ...]
    effects: tuple[dict[str, Any], ...]
    needs: tuple[str, ...] = ()
    judged_only: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """The state as given, where it stands, and what may come next."""

    game: Game
    scenario: str
    phase: str
    steps: tuple[Step, ...]
    left_out: int
    state: dict[str, Any]

    def lines(self) -> Iterator[str]:
        """For people, line by line."""
        head = f"{self.game.title}: {self.game.scenarios[self.scenario].title}"
        yield f"{head}, {self.phase}" if self.phase else head
        legal = [one for one in self.steps if not one.needs]
        yield f"{len(legal)} steps may be taken now"
        for step in self.steps:
            mark = "?" if step.needs else "-"
            yield f"  {mark} {step.text} [{', '.join(step.clauses)}]"
            for one in step.effects:
                yield f"      {one['path']}: {_short(one['from'])} -> {_short(one['to'])}"
            if step.needs:
                yield f"      turns on {', '.join(wording.fact(self.game, n) for n in step.needs)}"
            elif step.judged_only:
                yield "      its outcome has to be given"
        if self.left_out:
            yield f"and {self.left_out} more"

    def to_json(self, exit_code: int) -> dict[str, Any]:
        """As schema/output/campaign.json says."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "scenario": self.scenario,
            "phase": self.phase,
            "steps": [
                {
                    "act": step.act,
                    "text": step.text,
                    "legal": not step.needs,
                    "clauses": list(step.clauses),
                    "effects": list(step.effects),
                    "needs": list(step.needs),
                }
                for step in self.steps
            ],
            "left_out": self.left_out,
            "state": self.state,
            "exit_code": exit_code,
        }


def progress(library: Library, raw: Mapping[str, Any], options: Options | None = None) -> Progress:
    """Judge a state and list what may come next. Acts of `then` are carried out first.

    EngineFault where the state is at fault; Refused where an act of `then` is against the rules.
    """
    from fieldpress.engine.overlord.situation import play_out

    head = {key: raw[key] for key in ("game", "scenario", "records", "readings") if key in raw}
    k = knowledge(library, head, options or Options())
    if k.scenario is None:
        raise EngineFault("which scenario is it?", ("scenario",))
    c = case_of(k, raw["given"])
    play_out(c, raw.get("then", ()))
    steps: list[Step] = []
    left_out = 0
    for act in _candidates(c):
        if len(steps) >= MOST:
            left_out += 1
            continue
        found = _step(c, act)
        if found is not None:
            steps.append(found)
    phases, here = place(c)
    name = Text.parse(phases[here]["name"], k.game.language).get() if here >= 0 else ""
    return Progress(k.game, k.scenario.id, name, tuple(steps), left_out, c.s.to_json())


def _step(c: Case, raw: dict[str, Any]) -> Step | None:
    """The step, or None where it is forbidden."""
    act = read_act(c, raw, ())
    found = judge(c, act)
    outcome = outcome_of(found)
    if outcome == "forbidden":
        return None
    who = f"{c.k.game.side_name(act.side)}: " if act.side else ""
    text = who + wording.move(c.k.game, raw)
    if outcome == "undetermined":
        needs = distinct(n for one in found for n in one.needs)
        return Step(raw, text, distinct(k for one in found for k in one.clauses), (), needs)
    if kinds()[act.verb].effect is None:
        return Step(raw, text, act.grounds, (), (), True)
    return Step(raw, text, act.grounds, tuple(effects(c, act)))


def effects(c: Case, act: Act) -> list[dict[str, Any]]:
    """What an act changes: each part of the state by its path, before and after."""
    before, ledger, moment = c.s.to_json(), c.k.ledger, dict(c.k.moment)
    after = Case(c.k, c.s.copy())
    try:
        carry_out(after, act)
    finally:
        c.k.ledger, c.k.moment = ledger, moment
    return list(_changes(before, after.s.to_json(), "given"))


def _changes(before: Any, after: Any, path: str) -> Iterator[dict[str, Any]]:
    if {dict} <= {type(before), type(after)} <= {dict, type(None)}:
        before, after = before or {}, after or {}
        for key in dict.fromkeys((*before, *after)):
            yield from _changes(before.get(key), after.get(key), f"{path}.{key}")
    elif before != after and not (before in (None, [], {}) and after in (None, [], {})):
        usual = _USUAL.get(path.rpartition(".")[2]) if ".units." in path else None
        yield {
            "path": path,
            "from": usual if before is None else before,
            "to": usual if after is None else after,
        }


#: What a unit is where nothing else is said of it.
_USUAL = {"state": "fresh", "supply": "supplied", "activated": False, "fought": False}


def _short(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(one) for one in value) or "nothing"
    return str(value)


# -- what might be done -------------------------------------------------------------------------


def _candidates(c: Case) -> Iterator[dict[str, Any]]:
    """Acts worth judging in this phase."""
    phase = c.s.get("phase")
    if c.s.combat is not None:
        yield from _in_combat(c)
    elif phase == "planning":
        yield from _planning(c)
    elif phase == "beginning":
        for unit in c.s.units.values():
            if unit.state not in ("fresh", "destroyed", "left"):
                yield {"do": "recover", "side": c.side(unit.id), "unit": unit.id}
    elif phase == "intelligence":
        for week in range(1, 5):
            yield {"do": "place-spy", "side": c.occupier, "week": week}
    elif phase == "supply":
        yield from _supply(c)
    elif phase == "reinforcements":
        yield from _reinforcements(c)
    elif phase == "activation":
        yield from _activation(c)
    elif phase == "week-end":
        for one in (c.s.get("plan") or {}).get("weeks", ()):
            yield {"do": "resolve-operation", "side": c.invader, "operation": one["operation"]}
        yield {"do": "score-festungen", "side": c.occupier}
        yield {"do": "end-game"}
    if phase not in ("planning", "game-end") and c.s.combat is None:
        yield {"do": "next-phase"}


def _planning(c: Case) -> Iterator[dict[str, Any]]:
    many, _ = c.number("festung-tiles")
    tiles = sorted(c.k.every("festung"))
    if many and len(tiles) <= 12:
        for chosen in combinations(tiles, many):
            yield {"do": "choose-festungen", "side": c.occupier, "tiles": list(chosen)}
    yield {"do": "end-planning", "side": c.invader}


def _supply(c: Case) -> Iterator[dict[str, Any]]:
    for side in c.k.game.sides:
        yield {"do": "collect", "side": side}
        for support in dict.fromkeys(c.s.of("destroyed_supports", side, ())):
            yield {"do": "buy-back", "side": side, "support": support}
    for unit in c.s.units.values():
        side = c.side(unit.id)
        if c.kind(unit.id) != "division":
            continue
        if unit.state in ("shaken", "exhausted"):
            yield {"do": "improve", "side": side, "unit": unit.id}
            if c.s.of("depots", unit.at) and side == c.occupier:
                yield {"do": "improve", "side": side, "unit": unit.id, "depot": True}
        if unit.supply == "out-of-supply":
            yield {"do": "remove-out-of-supply", "side": side, "unit": unit.id}
        if c.s.get("advanced") and unit.supply == "supplied":
            yield {"do": "mark-unsupplied", "side": side, "unit": unit.id}


def _reinforcements(c: Case) -> Iterator[dict[str, Any]]:
    ground, now = map_of(c), c.s.get("round")
    for unit, when in (c.s.get("scheduled") or {}).items():
        if now is None or when > now or ground is None or unit not in c.s.units:
            continue
        for sector in ground.sectors:
            yield {"do": "arrive", "side": c.side(unit), "units": [unit], "at": sector}
    for army, supports in (c.s.get("reserve") or {}).items():
        for support in dict.fromkeys(supports):
            for unit in c.s.units.values():
                if c.kind(unit.id) == "corps":
                    yield {
                        "do": "give-support", "side": c.side(unit.id), "support": support,
                        "army": army, "corps": unit.id,
                    }  # fmt: skip


def _groups(c: Case) -> Iterator[list[str]]:
    """What can be activated together: a corps, or one or two loose divisions of a sector."""
    loose: dict[str, list[str]] = {}
    for unit in c.s.units.values():
        if unit.activated or not unit.at:
            continue
        if c.kind(unit.id) == "corps":
            yield [unit.id]
        elif not unit.within:
            loose.setdefault(unit.at, []).append(unit.id)
    for units in loose.values():
        for one in units:
            yield [one]
        yield from (
            list(pair) for pair in combinations(units, 2) if c.side(pair[0]) == c.side(pair[1])
        )


def _activation(c: Case) -> Iterator[dict[str, Any]]:
    for side in c.k.game.sides:
        if c.s.get("turn") in (None, side):
            yield {"do": "pass", "side": side}
    for group in _groups(c):
        side = c.side(group[0])
        yield {"do": "activate", "side": side, "units": group}
        if map_of(c) is None:
            continue
        far, _ = reach(c, group)
        for path in ways(c, side, c.s.where(group[0]), far or 0):
            yield {"do": "move", "side": side, "units": group, "path": path}
        for link in links(c, c.s.where(group[0]), ("road", "railroad", "landing")):
            at = link.other(c.s.where(group[0]))
            yield {"do": "attack", "side": side, "units": group, "at": at}


def _in_combat(c: Case) -> Iterator[dict[str, Any]]:
    """What either side may do in a fight that has begun."""
    at, ground = c.combat.at, map_of(c)
    yield {"do": "end-combat"}
    if "values" in c.combat.raw or "applied" in c.combat.raw:
        yield from _after_values(c)
        return
    beside = [link.other(at) for link in links(c, at)] if ground else []
    for unit in c.s.units.values():
        side = c.side(unit.id)
        if side == c.combat.attacker and c.kind(unit.id) == "division":
            if unit.id not in c.combat.units[ATTACKER]:
                for to in beside:
                    yield {"do": "reinforce-attack", "side": side, "unit": unit.id, "to": to}
        elif side != c.combat.attacker:
            if unit.id in units_in(c, DEFENDER):
                for to in beside:
                    yield {"do": "withdraw", "side": side, "units": [unit.id], "to": to}
            elif c.kind(unit.id) == "division":
                yield {"do": "reinforce-defense", "side": side, "unit": unit.id}
        if c.kind(unit.id) == "corps":
            for support in dict.fromkeys(unit.supports):
                yield {"do": "support", "side": side, "support": support, "from": unit.id}


def _after_values(c: Case) -> Iterator[dict[str, Any]]:
    """Results of either side, and what follows them."""
    most, _ = c.number("retreat-sectors")
    pairs, _ = c.number("supports-for-result")
    for role in (DEFENDER, ATTACKER):
        side = c.role_side(role)
        for unit in c.divisions(units_in(c, role)):
            yield {"do": "deteriorate", "side": side, "unit": unit}
            here = c.s.where(unit)
            if map_of(c) is not None and here:
                for path in ways(c, side, here, most or 0, to_sea=True):
                    yield {"do": "retreat", "side": side, "unit": unit, "to": path[-1]}
        engaged = [str(one["support"]) for one in c.combat.supports[role]]
        for chosen in dict.fromkeys(combinations(sorted(engaged), pairs or 0)):
            if chosen:
                yield {"do": "destroy-supports", "side": side, "supports": list(chosen)}
    for unit in c.divisions(c.combat.units[ATTACKER]):
        yield {"do": "advance", "side": c.combat.attacker, "units": [unit]}
    for unit in c.combat.raw.get("occupied_by", ()):
        yield {"do": "breakthrough", "side": c.combat.attacker, "unit": unit}
    for unit in c.divisions(units_in(c, DEFENDER)):
        yield {"do": "counterattack", "side": c.role_side(DEFENDER), "unit": unit}
