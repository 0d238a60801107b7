"""Acts between the fights of a game in play: the way that is taken, and cards that must go."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import Act, card_record, from_hand
from fieldpress.engine.commando.handling import may_discard
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.sequence import chooser
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding, Verdict

#: The kinds of act that this module looks at.
ON_THE_WAY = frozenset({"go", "discard"})


def on_the_way(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Findings about the choice of a Terrain, and about a card to be discarded from the hand."""
    if act.kind == "go":
        yield from _go(k, state, act)
    elif act.kind == "discard":
        yield from from_hand(state, act, "discard.own-pile")
        if not may_discard(k, str(act.move.what)):
            params = {"by": "", "acts": ["discard"]}
            yield Finding("heroic-immune", params, card_record(act), ("heroic.immune",))


def _go(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One of the Terrains turned up (or, of none, one of those left in the pile that comes next) is
    chosen, by the side whose choice it is."""
    record = f"terrain:{act.move.what}"
    found = _chooser(k, state)
    if found.outcome == "undetermined":
        needs = tuple(need.fact for need in found.needs)
        yield Finding("not-your-terrain", {}, "", found.clauses, "open", needs)
    elif found.value != act.move.side:
        yield Finding("not-your-terrain", {"chooses": found.value}, "", found.clauses)
    if state.revealed and act.move.what not in state.revealed:
        yield Finding("not-turned-up", {}, record, ("progression.reveal",))
    elif not state.revealed and state.table is not None:
        pile = state.table.piles.get(str(state.table.upcoming.get("from", "")), ())
        if all(piece != record for piece, _, _ in pile):
            yield Finding("not-in-pile", {}, record, found.clauses)


def going_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """The clauses by which a Terrain is chosen, and by that side."""
    if act.kind != "go":
        return ()
    turned_up = bool(state.revealed) and k.rule("progression.reveal")
    return (*(("progression.reveal",) if turned_up else ()), *_chooser(k, state).clauses)


def _chooser(k: Knowledge, state: State) -> Verdict:
    """Who chooses, told once for all Terrains while nothing moves."""
    return once(k, state, "chooser", chooser)
