"""When heroic cards are taken in a mission, by whom, and how many may be played."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.bans import Act, card_record
from fieldpress.engine.commando.behind import turn_played, winner_of_turn
from fieldpress.engine.commando.missions.board import column_row, mission_of
from fieldpress.engine.commando.missions.figures import Figure, figure
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding, Status, Verdict, distinct

#: Values of `heroic-timing` that missions add, beside those of the shared rules.
TIMINGS = ("both-at-start", "both-at-end", "first-loss")


def timing(k: Knowledge, state: State) -> Figure:
    """The rule of this turn, where the scenario sets one of a mission's kind anywhere."""
    set_to = _timings(k)
    if set_to.isdisjoint(TIMINGS):
        return Figure()
    ends = "both-at-end" in set_to
    return figure(k, "heroic-timing", turn=turn_played(state) if ends else state.turn)


def _timings(k: Knowledge) -> frozenset[str]:
    """Everything that the timing is set to, in this turn or another."""
    found: frozenset[str] | None = None if k.memo is None else k.memo.get("timings")
    if found is None:
        found = frozenset(entry["value"] for entry in k.entries("heroic-timing"))
        if k.memo is not None:
            k.memo["timings"] = found
    return found


def check_take(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """At the moment that the mission names, one card."""
    side, mission = act.move.side, mission_of(state)
    rule = timing(k, state)
    if not rule:
        return
    if state.turn is None and rule.value != "first-loss":
        yield Finding("no-heroic-choice", {}, "", rule.clauses, "open", ("given.turn",))
        return
    if rule.value == "none":
        return
    if side in mission.chose:
        yield Finding("chosen-this-turn", {"side": side}, "", rule.clauses)
    over = _over(k, state) and state.phase != "progression"
    if rule.value == "both-at-start" and (state.fights or over):
        yield Finding("not-the-moment", {"moment": "start"}, "", rule.clauses)
    if rule.value == "both-at-end" and not over:
        yield Finding("not-the-moment", {"moment": "end"}, "", rule.clauses)
    if rule.value == "first-loss":
        yield from _loss(k, state, side, rule)
    left = state.sides[side].heroic
    if left and act.move.what not in left:
        yield Finding("not-available", {"side": side}, card_record(act), rule.clauses)


def _over(k: Knowledge, state: State) -> bool:
    winner, needs, _ = winner_of_turn(k, state)
    return winner != NOBODY and not needs


def _loss(k: Knowledge, state: State, side: str, rule: Figure) -> Iterator[Finding]:
    """The side has just lost an Assault, its first in that row."""
    mission = mission_of(state)
    winner, needs, _ = winner_of_turn(k, state)
    if winner == NOBODY:
        status: Status = "open" if needs else "raised"
        yield Finding("no-loss", {"side": side}, "", rule.clauses, status, needs)
        return
    if winner == side:
        yield Finding("no-loss", {"side": side}, "", rule.clauses)
        return
    row, one = column_row(mission.spot)[1], figure(k, "heroic-per-row")
    if not row:
        yield Finding(
            "no-loss", {"side": side}, "", rule.clauses, "open", ("given.mission.assault",)
        )
    elif one and mission.lost is None:
        yield Finding("lost-there", {"row": row}, "", one.clauses, "open", ("given.mission.lost",))
    elif one and mission.lost is not None and row in mission.lost.get(side, ()):
        yield Finding("lost-there", {"row": row}, "", one.clauses)


def grounds_take(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return timing(k, state).clauses


def took(k: Knowledge, state: State, side: str) -> None:
    """A heroic card was taken: no second one at the same moment, none for the same row."""
    mission = mission_of(state)
    rule = timing(k, state)
    if not rule:
        return
    mission.chose.append(side)


def note_loss(k: Knowledge, state: State) -> None:
    """As a turn ends, the row in which a side lost is remembered."""
    mission, row = mission_of(state), column_row(mission_of(state).spot)[1]
    winner, needs, _ = winner_of_turn(k, state)
    if mission.lost is not None and row and winner != NOBODY and not needs:
        rows = mission.lost.setdefault(k.other(winner), [])
        if row not in rows:
            rows.append(row)


def chooses(k: Knowledge, state: State) -> Verdict | None:
    """Who takes a heroic card in this turn; None where the mission does not say when."""
    rule = timing(k, state)
    if not rule:
        return None
    if rule.value != "first-loss":
        if state.turn is None:
            return verdict_of(k, "undetermined", clauses=rule.clauses, needs=("given.turn",))
        value = NOBODY if rule.value == "none" else "both"
        return verdict_of(k, "value", value, clauses=rule.clauses)
    winner, needs, _ = winner_of_turn(k, state)
    if winner == NOBODY:
        return verdict_of(k, "undetermined", clauses=rule.clauses, needs=needs)
    found = list(_loss(k, state, k.other(winner), rule))
    keys = distinct((*rule.clauses, *(c for f in found for c in f.clauses)))
    if any(f.status == "open" for f in found):
        missing = [n for f in found for n in f.needs]
        return verdict_of(k, "undetermined", clauses=keys, needs=missing)
    return verdict_of(k, "value", NOBODY if found else k.other(winner), clauses=keys)


def counts(k: Knowledge, act: Act) -> bool:
    """Whether a card that is played counts among the heroic ones that a side may play."""
    if act.card is None or not figure(k, "heroic-plays"):
        return False
    return k.holds("card", act.card.card, "heroic", True).value is True


def check_play(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """No more heroic cards than the mission lets a side play."""
    rule, had = figure(k, "heroic-plays"), mission_of(state).heroic_played.get(act.move.side)
    if had is not None and counts(k, act) and had >= rule.value:
        params = {"side": act.move.side, "number": rule.value}
        yield Finding("heroic-plays", params, card_record(act), rule.clauses)


def played(k: Knowledge, state: State, side: str, card: str) -> None:
    """A heroic card was played."""
    mission = mission_of(state)
    if side in mission.heroic_played and k.holds("card", card, "heroic", True).value:
        mission.heroic_played[side] += 1
