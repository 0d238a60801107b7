"""A turn fought on several Terrains at once: the order in which Units and fights follow."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import RAISES, Act, role_of_act
from fieldpress.engine.commando.state import DEFENDER, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Finding

#: The acts that may have to wait for another Terrain.
IN_ORDER = frozenset({"play-unit", "stop", *RAISES})


def order_of_places(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Findings of an act on one of several Terrains that has to wait for another one."""
    if len(state.places) == 1:
        return
    if act.kind == "play-unit":
        yield from _opening(k, state, act)
    elif act.kind in IN_ORDER:
        rule = k.parameter("first-fight")
        for index, place in enumerate(state.places):
            if rule is None or place.terrain != rule.value or index == act.scope.place:
                continue
            now = state.fight_now(index)
            if not place.ended and now is not None and state.fights[now].attacker is not None:
                yield Finding("other-first", {}, f"terrain:{place.terrain}", rule.clauses)


def _opening(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender fills the Terrains in order and is done before the attacker answers, in the same
    order; once a fight has been decided the opening is over."""
    rule = k.parameter("units-together")
    if rule is None or not rule.value or any(f.result for f in state.fights):
        return
    for index, place in enumerate(state.places):
        record = f"terrain:{place.terrain}"
        begun = bool(place.ended) or state.last_fight(index) is not None
        if role_of_act(k, act) == DEFENDER:
            if index < act.scope.place and not begun:
                yield Finding("other-first", {}, record, rule.clauses)
        elif not begun:
            yield Finding("defender-not-done", {}, record, rule.clauses)
        elif index < act.scope.place:
            now = state.fight_now(index)
            if now is not None and state.fights[now].attacker is None:
                yield Finding("other-first", {}, record, rule.clauses)
