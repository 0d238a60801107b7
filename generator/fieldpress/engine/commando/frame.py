"""The frame of a place: the little that most checks look at, of all that lies on the table."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from fieldpress.engine.commando.active import Scope, lies
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.knowledge import Knowledge


class Frame(NamedTuple):
    """A place as checks marked `framed` see it. Frames are few, and come again in every game.

    `phase` and `winner` are the game's; `sort` (of place, by what the parameters say of it) to
    `how` the place's; `begun`: a fight has been opened there. The rest is of the fight that goes
    on, else of the last one: `open` while it goes on; whether a Unit was sent against the
    defender's (`faced`), and was discarded since (`gone`); how many Units of each role fight in it;
    the role that raised last (`active`). `window`: that a defending Unit there has just been
    destroyed. `bans`: that a record on the table bans something; what it is, is not in the frame.
    `pending`: that a play waits to resolve.
    """

    phase: str
    winner: str
    sort: int
    ended: str
    how: str
    begun: bool
    open: bool
    faced: bool
    gone: bool
    attackers: int
    defenders: int
    active: str
    window: bool
    bans: bool
    pending: bool


#: The values of a frame, in order: by these it is looked up, without making one.
Key: TypeAlias = tuple[Any, ...]


def frame_key(k: Knowledge, state: State, scope: Scope) -> Key:
    """The frame of a place. The scope's fight is the one that goes on there, else its last one."""
    here, now, fight = state.places[scope.place], state.destroyed_now, scope.fight
    window = now is not None and state.fights[now].place == scope.place
    sort = k.sort_of_place(here.terrain, here.face)
    bans, pending = lies(k, state, scope, "ban"), bool(state.pending)
    if fight is None:
        return (
            state.phase, state.winner, sort, here.ended, here.how, False, False, False, False, 0, 0,
            "", window, bans, pending,
        )  # fmt: skip
    found = state.fights[fight]
    faced = found.attacker is not None
    gone = faced and bool(state.plays[found.attacker or 0].discarded_by)
    attackers, defenders = state.units_of(fight, ATTACKER), state.units_of(fight, DEFENDER)
    return (
        state.phase, state.winner, sort, here.ended, here.how, True, not found.result, faced, gone,
        len(attackers), len(defenders), found.active, window, bans, pending,
    )  # fmt: skip


def frame_of(k: Knowledge, state: State, scope: Scope) -> Frame:
    """The same with its names."""
    return Frame(*frame_key(k, state, scope))
