"""Who wins a scenario or a campaign, who controls an objective, and what is carried over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.inquiry import verdict_of
from fieldpress.engine.normandie.results import Ask, question, said
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.table import Table
from fieldpress.engine.tri import NO, YES, Tri, all_of, any_of, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault, Verdict, distinct

NOBODY = "nobody"


def _scenario(k: Rulebook) -> Mapping[str, Any]:
    if k.scenario is None:
        raise EngineFault("this is asked of a scenario; name one", ("scenario",))
    return k.scenario.raw


# -- conditions ------------------------------------------------------------------------------------


def met(k: Rulebook, t: Table, raw: Mapping[str, Any]) -> Tri:
    """Whether a condition of victory or of the end is met."""
    (kind, value) = next(iter(raw.items()))
    if kind == "all":
        return all_of([met(k, t, one) for one in value])
    if kind == "any":
        return any_of([met(k, t, one) for one in value])
    if kind == "not":
        return negate(met(k, t, value))
    if kind == "controls":
        return _controls(k, t, value)
    if kind == "count":
        return _bounded(*_count(k, t, value), value)
    if kind == "compare":
        return _compare(k, t, value)
    events = t.facts.get("events") or {}
    return known(events[value]) if value in events else open_on(f"given.events.{value}")


def _controls(k: Rulebook, t: Table, raw: Mapping[str, Any]) -> Tri:
    side = raw["side"]
    told = t.sides.get(side, {})
    parts: list[Tri] = []
    if raw.get("primary"):
        value = told.get("primary")
        parts.append(open_on(f"given.sides.{side}.primary") if value is None else known(value))
    for key, name in (("secondary", "secondary"), ("any_of", "any")):
        if key in raw:
            value = told.get(name)
            path = f"given.sides.{side}.{name}"
            parts.append(open_on(path) if value is None else known(value >= raw[key]))
    return all_of(parts)


def _count(k: Rulebook, t: Table, raw: Mapping[str, Any]) -> tuple[int | None, str]:
    """A number of the end state, and the path of the fact. `inside` and the like of a side."""
    what, side = raw["what"], raw.get("side")
    name = f"{what}-{raw['place']}" if "place" in raw else what
    if "counter" in raw:
        name = f"{what}-{raw['counter'].rpartition('/')[2]}"
    if "ability" in raw:
        name = f"{what}-{raw['ability']}"
    owners = [side] if side else list(t.sides)
    for owner in owners:
        counts = t.sides.get(owner, {}).get("counts") or {}
        if name in counts:
            return counts[name], ""
    return None, f"given.sides.{owners[0]}.counts.{name}"


def _bounded(value: int | None, path: str, raw: Mapping[str, Any]) -> Tri:
    if value is None:
        return open_on(path)
    low, high = raw.get("at_least", 0), raw.get("at_most")
    return known(value >= low and (high is None or value <= high))


def _compare(k: Rulebook, t: Table, raw: Mapping[str, Any]) -> Tri:
    """One count against so many times another; nothing told of one may still decide."""
    (a, path_a), (b, path_b) = _count(k, t, raw["count"]), _count(k, t, raw["to"])
    less = raw.get("is", "less") == "less"
    times = raw["times"]
    if b == 0 and a is None:
        # So many times none is none: nothing is less than that.
        return NO if less else YES
    missing = [path for value, path in ((a, path_a), (b, path_b)) if value is None]
    if missing or a is None or b is None:
        return open_on(*missing)
    return known(a < times * b if less else a >= times * b)


# -- winners ---------------------------------------------------------------------------------------


def _victories(k: Rulebook, t: Table) -> Iterator[tuple[str, Tri, Mapping[str, Any]]]:
    """Each condition of victory in force: side, whether it is met, and its entry."""
    for entry in _scenario(k).get("victory", ()):
        if not k.in_force(entry):
            continue
        if _other_game(t, entry):
            continue
        holds = met(k, t, entry["when"])
        if entry.get("moment") == "at-end":
            over = _over(k, t, entry)
            if not over.value:
                ended, clauses = _ended(k, t)
                over = any_of((ended, over))
                entry = {**entry, "clauses": [*entry["clauses"], *clauses]}
            holds = all_of((over, holds))
        yield entry["side"], holds, entry


def _ended(k: Rulebook, t: Table) -> tuple[Tri, tuple[str, ...]]:
    """Whether something ends the game before its last turn, and the clauses if it does or may."""
    parts: list[Tri] = []
    keys: list[str] = []
    for entry in _scenario(k).get("ends", ()):
        if not k.in_force(entry) or _other_game(t, entry):
            continue
        holds = met(k, t, entry["when"])
        if holds.value:
            return YES, tuple(entry["clauses"])
        parts.append(holds)
        if holds.value is None:
            keys += entry["clauses"]
    return any_of(parts), distinct(keys)


def _other_game(t: Table, entry: Mapping[str, Any]) -> bool:
    """Whether an entry is for the harder game while the other is played, or the other way round."""
    return "harder" in entry and entry["harder"] != bool(t.facts.get("harder"))


def _over(k: Rulebook, t: Table, entry: Mapping[str, Any]) -> Tri:
    """Whether the last turn, by which a side is judged, has ended."""
    over = t.facts.get("over")
    if over is not None:
        return known(over)
    last = entry.get("turn")
    if last is None:
        turns = k.figure("turns")
        last = turns.number if turns.value is not None else None
    if t.turn is None or last is None:
        return open_on("given.over")
    return NO if t.turn < last else open_on("given.over")


@question("who", "wins-game")
def wins_game(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Who has won, as far as the end state is told; nobody while it goes on."""
    winners: list[str] = []
    keys: list[str] = []
    needs: list[str] = []
    entries = list(_victories(k, t))
    if not entries:
        return verdict_of(k, "undetermined", None, needs=("given.events.victory",))
    for side, holds, entry in entries:
        if holds.value:
            winners.append(side)
            keys += entry["clauses"]
        elif holds.value is None:
            needs += holds.needs
    if len(set(winners)) == 1:
        return said(k, winners[0], *distinct(keys))
    if len(set(winners)) > 1:
        return said(k, "both", *distinct(keys))
    if needs:
        return said(
            k,
            None,
            *distinct(c for _, _, e in entries for c in e["clauses"]),
            needs=distinct(needs),
        )
    return said(k, NOBODY, *distinct(c for _, _, e in entries for c in e["clauses"]))


@question("result", "game")
def game_over(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether the game is over, before or with its last turn, or goes on."""
    keys: list[str] = []
    needs: list[str] = []
    for entry in _scenario(k).get("ends", ()):
        if not k.in_force(entry) or _other_game(t, entry):
            continue
        holds = met(k, t, entry["when"])
        if holds.value:
            return said(k, "over", *entry["clauses"])
        keys += entry["clauses"]
        needs += holds.needs
    turns = k.figure("turns")
    beyond = turns.value is not None and t.turn is not None and t.turn > turns.number
    if beyond or t.facts.get("over"):
        return said(k, "over", *turns.clauses)
    return said(k, "goes-on", *distinct((*keys, *turns.clauses)), needs=distinct(needs))


@question("who", "wins-campaign", "won")
def wins_campaign(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Who wins the campaign, from the winners of its scenarios as far as they are told."""
    won: Mapping[str, str] = ask["won"]
    for campaign in k.game.campaigns.values():
        open_needs: list[str] = []
        for entry in campaign.raw.get("result", ()):
            if not k.in_force(entry):
                continue
            wanted = entry.get("won")
            if wanted is None:
                if open_needs:
                    break
                return said(k, entry["winner"], *entry["clauses"])
            lost = [s for s in wanted if won.get(s, entry["winner"]) != entry["winner"]]
            missing = [f"ask.won.{s}" for s in wanted if s not in won]
            if not lost and not missing:
                return said(k, entry["winner"], *entry["clauses"])
            if not lost:
                open_needs += missing
        if open_needs:
            keys = [c for e in campaign.raw["result"] if k.in_force(e) for c in e["clauses"]]
            return said(k, None, *distinct(keys), needs=open_needs)
    return verdict_of(k, "undetermined", None, needs=("base.campaign",))


@question("which", "effects", "winner")
def effects(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """What the outcome of this scenario leaves to later ones, in a campaign alone."""
    name, winner = str(_scenario(k)["id"]), ask["winner"]
    found: list[str] = []
    keys: list[str] = []
    for campaign in k.game.campaigns.values():
        for outcome in campaign.raw["outcomes"]:
            if outcome["scenario"] != name or outcome["winner"] not in (winner, "any"):
                continue
            if k.in_force(outcome):
                found += outcome["gives"]
                keys += outcome["clauses"]
    return said(k, list(distinct(found)), *distinct(keys))


@question("which", "holds", "effect")
def holds(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Whether an effect of an earlier scenario holds in this one."""
    effect = ask["effect"]
    answer = k.effect(effect)
    clauses = [
        key
        for campaign in k.game.campaigns.values()
        for key in campaign.raw.get("effects", {}).get(effect, {}).get("clauses", ())
        if key not in k.disabled
    ]
    return said(k, answer.value, *clauses, needs=answer.needs)


# -- what the scenario says ------------------------------------------------------------------


@question("who", "initiative")
def initiative(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The side that has the initiative at the start."""
    return _figure(k, "initiative")


@question("who", "deploys-first")
def deploys_first(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The side that deploys first."""
    return _figure(k, "deploys-first")


def _figure(k: Rulebook, name: str) -> Verdict:
    found = k.figure(name)
    if found.value is None:
        return verdict_of(k, "undetermined", None, needs=found.needs or (f"scenario.{name}",))
    return said(k, k.by_role(str(found.value)), *found.clauses)


@question("which", "night")
def night(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The condition of the night in this turn."""
    found = k.figure("night", turn=t.turn)
    if found.value is None and found.needs:
        return said(k, None, *found.clauses, needs=found.needs)
    return said(k, [str(found.value or "day")], *found.clauses)


@question("which", "removed", "of")
def removed(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """The cards that leave a side's deck before play."""
    keys: list[str] = []
    cards: list[str] = []
    for entry in _scenario(k).get("removals", ()):
        if ask["of"] in entry["decks"] and k.in_force(entry):
            cards.append(str(entry.get("action") or f"all {entry['category']}").rpartition("/")[2])
            keys += entry["clauses"]
    return said(k, cards, *distinct(keys))


@question("which", "events")
def events(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """What the scenario brings in this turn, in its order."""
    found: list[str] = []
    keys: list[str] = []
    needs: list[str] = []
    for name, entry in _scenario(k).get("events", {}).items():
        if "turn" not in entry or not k.in_force(entry):
            continue
        now = open_on("given.turn") if t.turn is None else known(t.turn == entry["turn"])
        comes = all_of((now, k.applies(entry.get("if"))))
        if comes.value is False:
            continue
        needs += comes.needs
        keys += entry["clauses"]
        found.append(name)
    return said(k, found, *distinct(keys), needs=distinct(needs))


@question("who", "controls", "objective")
def controls(k: Rulebook, t: Table, ask: Ask) -> Verdict:
    """Who controls an objective: the one side that has a unit beside it, or in what it shows."""
    reach = k.figure("control-spaces")
    name = ask["objective"]
    if reach.value is None:
        return said(k, None, needs=("base.control",))
    there: set[str] = set()
    needs: list[str] = []
    for unit in t.units:
        at = any_of((t.within(unit, name, 1), t.same_place(unit, name)))
        if at.value is None:
            needs += at.needs
        elif at.value:
            side = t.side(unit)
            if side is None:
                needs.append(f"given.units.{unit}.side")
            else:
                there.add(side)
    if len(there) > 1:
        return said(k, NOBODY, *reach.clauses)
    if needs:
        return said(k, None, *reach.clauses, needs=distinct(needs))
    return said(k, there.pop() if there else NOBODY, *reach.clauses)
