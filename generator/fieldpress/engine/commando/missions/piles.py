"""Battlefields of piles: sectors that take turns, who picks a pile, which Terrain comes up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.bans import Act
from fieldpress.engine.commando.behind import winner_of_turn
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.missions.board import mission_of
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import figure, open_readings
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Place, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import NO, Tri, known, open_on
from fieldpress.engine.verdicts import Finding, distinct


@dataclass(frozen=True, slots=True)
class Next:
    """Where the next turn can be: the sector, its piles that are left, how many Terrains are turned
    up there, who picks; `terrain`: the one named by a counter-attack."""

    sector: str = ""
    piles: tuple[str, ...] = ()
    reveal: int = 0
    chooser: str = NOBODY
    clauses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    terrain: str = ""


def has_piles(k: Knowledge) -> bool:
    """Whether the mission's Terrains lie in piles of several sectors."""
    return bool(figure(k, "first-pile"))


def piles_of(k: Knowledge) -> Mapping[str, str]:
    """Every pile with its sector."""
    found: Mapping[str, str] | None = None if k.memo is None else k.memo.get("piles")
    if found is None:
        found = {str(e["for"]["pile"]): str(e["value"]) for e in k.entries("sector")}
        if k.memo is not None:
            k.memo["piles"] = found
    return found


def loser(k: Knowledge, state: State) -> tuple[str, tuple[str, ...]]:
    """The side that lost the Assault that lies behind, or the facts missing."""
    winner, needs, _ = winner_of_turn(k, state)
    return (NOBODY, needs) if winner == NOBODY else (k.other(winner), ())


def following(k: Knowledge, state: State) -> Next:
    """What the rules make of the next turn (or of the first)."""
    return once(k, state, "following", _following)


def _following(k: Knowledge, state: State) -> Next:
    mission, sectors = mission_of(state), piles_of(k)
    due = counter_attack_due(k, state)
    if due.value:
        rule = figure(k, "column-size")
        return Next("counter-attack", (), 0, k.side_of_role(DEFENDER), rule.clauses)
    first = figure(k, "first-pile")
    if not mission.pile:
        if state.turn in (None, 1) and not state.fights:
            begins = () if first.value is None else (str(first.value),)
            sector = sectors.get(str(first.value), "")
            return Next(sector, begins, 1, NOBODY, first.clauses, first.needs)
        return Next(needs=("given.mission.pile",))
    if due.needs:
        return Next(needs=due.needs)
    now = sectors.get(mission.pile, "")
    stays = list(in_effect(k, state, "stay"))
    keys: list[str] = []
    resume = figure(k, "counter-attack-resumes")
    if mission.counter_used and mission.counter_terrain and resume:
        keys += resume.clauses
    alternate = figure(k, "sectors-alternate")
    wanted = now
    if stays:
        keys += stays[0][2]
    elif alternate:
        keys += alternate.clauses
        wanted = next((s for s in sectors.values() if s != now), now)
    if not mission.piles:
        return Next(wanted, clauses=distinct(keys), needs=("given.mission.piles",))
    left = _left(mission.piles, sectors, wanted)
    if mission.headed in left:
        left = (mission.headed,)
    if not left:
        wanted = next((s for s in sectors.values() if _left(mission.piles, sectors, s)), "")
        left = _left(mission.piles, sectors, wanted)
    return _in_sector(k, state, wanted, left, tuple(keys), bool(stays))


def _left(piles: Mapping[str, int], sectors: Mapping[str, str], sector: str) -> tuple[str, ...]:
    return tuple(p for p, s in sectors.items() if s == sector and piles.get(p, 0) > 0)


def _in_sector(
    k: Knowledge, state: State, sector: str, left: tuple[str, ...], keys: tuple[str, ...],
    stays: bool,
) -> Next:  # fmt: skip
    """Who picks in a sector, and how many Terrains are turned up there."""
    mission = mission_of(state)
    cited = list(keys)
    name = "stay-chooser" if stays and figure(k, "stay-chooser", sector=sector) else "pile-chooser"
    picks = figure(k, name, sector=sector)
    cited += picks.clauses
    chooser: str = NOBODY
    needs: tuple[str, ...] = ()
    if picks.value == "loser":
        chooser, needs = loser(k, state)
    empty = figure(k, "empty-pile")
    if empty and any(mission.piles.get(p) == 0 for p, s in piles_of(k).items() if s == sector):
        cited += empty.clauses
    reveals = {figure(k, "pile-reveal", sector=sector, left=mission.piles.get(p)) for p in left}
    values = {r.value for r in reveals if r}
    if len(values) == 1:
        cited += next(r.clauses for r in reveals if r)
    reveal = int(values.pop()) if len(values) == 1 else 0
    return Next(sector, left, reveal, chooser, distinct(cited), needs)


def counter_attack_due(k: Knowledge, state: State) -> Tri:
    """Whether the column is full and the counter-attack has to come next."""
    mission, size = mission_of(state), figure(k, "column-size")
    if not size or mission.counter_used or mission.counter_terrain:
        return NO
    if len(state.counter_pile) < size.value or not figure(k, "counter-attack-must"):
        return NO
    taken = state.sides[k.side_of_role(ATTACKER)].taken
    if taken == []:
        waits = figure(k, "counter-attack-waits")
        return NO if waits else open_on(*open_readings(k, "counter-attack-waits"))
    return known(True)


# -- moves ----------------------------------------------------------------------------------------


def check_head_for(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The side that picks goes for a pile of the sector whose turn it is."""
    pile, mission = str(act.move.what), mission_of(state)
    found = following(k, state)
    yield from _for_side(k, state, act.move.side, found)
    if found.sector and pile not in found.piles:
        empty = figure(k, "empty-pile")
        if mission.piles.get(pile) == 0 and empty:
            yield Finding("pile-empty", {"pile": pile}, "", empty.clauses)
        elif piles_of(k).get(pile) != found.sector:
            params = {"pile": pile, "sector": found.sector}
            yield Finding("other-sector", params, "", found.clauses)


def _for_side(k: Knowledge, state: State, side: str, found: Next) -> Iterator[Finding]:
    if found.needs:
        yield Finding("chooser-open", {}, "", found.clauses, "open", found.needs)
    elif found.chooser == NOBODY:
        yield Finding("nobody-picks", {}, "", found.clauses)
    elif found.chooser != side:
        yield Finding("not-for-side", {"side": side}, "", found.clauses)


def grounds_head_for(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return following(k, state).clauses


def head_for(k: Knowledge, state: State, move: Move) -> None:
    mission_of(state).headed = str(move.what)


def check_attack(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Of the Terrains turned up, the side that picks takes one; nothing won comes back."""
    terrain = str(act.move.what)
    found = following(k, state)
    again = figure(k, "reconquest")
    held = any(terrain in (side.taken or ()) for side in state.sides.values())
    if terrain not in state.revealed:
        if held and again and not again.value:
            yield Finding("won-before", {}, f"terrain:{terrain}", again.clauses)
        elif state.revealed:
            yield Finding("not-turned-up", {}, f"terrain:{terrain}", found.clauses)
    yield from _for_side(k, state, act.move.side, found)


def attack(k: Knowledge, state: State, move: Move) -> None:
    """The Assault marker goes there; the other Terrain leaves, the pile is one shorter."""
    mission = mission_of(state)
    state.places = [Place(str(move.what))]
    if mission.headed:
        mission.pile, mission.headed = mission.headed, ""
    if mission.piles.get(mission.pile):
        mission.piles[mission.pile] -= 1
