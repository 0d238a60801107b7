"""Limits and permissions of raising: Combat Actions, tokens, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.acts import window_bound
from fieldpress.engine.commando.bans import (
    RAISES,
    TOKENS,
    Act,
    card_record,
    framed,
    framed_when,
    from_hand,
    ground,
    limit,
    permission,
    role_of_act,
    window_open,
)
from fieldpress.engine.commando.combat import attacker_reaches
from fieldpress.engine.commando.frame import Frame
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Fight, State
from fieldpress.engine.commando.support import standing
from fieldpress.engine.commando.tokens import rolls_die
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import NO, Tri, known
from fieldpress.engine.verdicts import Finding

# -- Combat Actions and tokens --------------------------------------------------------------------


@limit("assault.actions-need-unit", "play-action", "answer")
@framed
def own_unit_in_play(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Combat Action needs a Unit of one's own in play, in answer to a card as well."""
    fight = act.scope.fight
    unit = state.unit_of(fight, role_of_act(k, act)) if fight is not None else None
    if unit is not None or act.card is None or act.card.role in ("unit", "event"):
        return
    free = k.parameter("actions-free")
    if free is not None and free.value:
        return
    keys, params = ("assault.actions-need-unit",), {"side": act.move.side}
    if act.card.role:
        yield Finding("no-unit-in-play", params, card_record(act), keys)
    elif k.holds("card", act.card.card, "kind", "action").value is None:
        needs = (f"{act.card.card}.kind",)
        yield Finding("no-unit-in-play", params, card_record(act), keys, "open", needs)


@limit("assault.actions", "play-action")
@framed
def action_in_a_fight(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Combat Action is played from the hand, in a fight that is not decided yet."""
    yield from from_hand(state, act, "assault.actions")
    windows = window_bound(k, str(act.move.what))
    if windows or act.scope.fight is None or _in_a_moment_of_its_own(k, state, act):
        return
    if state.fights[act.scope.fight].result:
        yield Finding("fight-decided", {}, card_record(act), ("assault.actions",))


def _in_a_moment_of_its_own(k: Knowledge, state: State, act: Act) -> bool:
    """Whether a card is played as a Unit is destroyed that names this moment among others."""
    if act.move.what == HIDDEN or not window_open(state, act):
        return False
    return any(e.when == "unit-destroyed" for e in k.effects("card", str(act.move.what)).stated)


@ground("assault.actions", "play-action", "play-card")
@framed
def actions(k: Knowledge, state: State, act: Act) -> Tri:
    return known(not window_bound(k, str(act.move.what)))


@limit("units-allowed.window", "play-action")
@framed
def in_its_window(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card with moments of its own is played at one of them."""
    for effect in window_bound(k, str(act.move.what)):
        if effect.when == "unit-destroyed" and not window_open(state, act):
            clauses = tuple(c for c in effect.clauses if c.endswith("window")) or effect.clauses
            yield Finding("outside-window", {"window": effect.when}, card_record(act), clauses)


@limit("assault.tokens", *TOKENS)
@framed
def unit_for_token(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A token is used for one's own Unit in the fight against the enemy Unit there."""
    counter = k.counter(str(act.move.what))
    record = f"counter:{counter.id}"
    if counter.kind != "combat":
        yield Finding("not-a-combat-token", {"kind": counter.kind}, record, ("assault.tokens",))
    if "assault.tokens-need-unit" not in k.game.clauses:
        yield from _for_a_unit(k, state, act, "assault.tokens")


@limit("assault.tokens-need-unit", *TOKENS)
@framed
def a_unit_first(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The same, where a clause of its own says so."""
    yield from _for_a_unit(k, state, act, "assault.tokens-need-unit")


def _for_a_unit(k: Knowledge, state: State, act: Act, key: str) -> Iterator[Finding]:
    now = state.fight_now(act.scope.place)
    if now is None or state.unit_of(now, role_of_act(k, act)) is None:
        params, record = {"side": act.move.side}, f"counter:{act.move.what}"
        yield Finding("no-unit-for-token", params, record, (key,))


@ground("assault.tokens", *TOKENS)
@framed
def tokens(k: Knowledge, state: State, act: Act) -> Tri:
    return known(act.kind == "toss" or not (rolls_die(k) and k.rule("die.equal-faces")))


@ground("die.equal-faces", "fixed-token")
@framed
def nothing_to_roll(k: Knowledge, state: State, act: Act) -> Tri:
    """A token with equal faces gives its bonus without a roll."""
    return known(rolls_die(k))


@ground("assault.tokens-number", *TOKENS)
def more_tokens(k: Knowledge, state: State, act: Act) -> Tri:
    """One token after another."""
    now = state.fight_now(act.scope.place)
    return known(now is not None and bool(state.fights[now].tokens.get(act.move.side)))


# -- whose turn it is to raise --------------------------------------------------------------------


def _raised(k: Knowledge, state: State, act: Act) -> Fight | None:
    """The fight in which an act is a raise; None where it is none."""
    now = state.fight_now(act.scope.place)
    if now is None or (act.kind == "play-action" and window_bound(k, str(act.move.what))):
        return None
    if act.kind == "play-unit" and not standing(k, state, act):
        return None  # a first Unit answers a challenge, it does not raise
    return state.fights[now]


@limit("assault.bidding", *RAISES, "play-unit")
@framed
def attacker_first(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Until a Unit has been sent against the defender's, it is the attacker's turn."""
    if role_of_act(k, act) == DEFENDER:
        fight = _raised(k, state, act)
        if fight is not None and fight.attacker is None:
            yield Finding("not-your-turn", {"side": act.move.side}, "", ("assault.bidding",))


def _his_own(k: Knowledge, frame: Frame, act: Act) -> bool:
    """Whether nobody's lead has to be reckoned to tell that it is a side's turn."""
    if not (frame.open and frame.faced):
        return True
    return role_of_act(k, act) == (frame.active or ATTACKER)


@limit("assault.bidding", *RAISES, "play-unit")
@framed_when(_his_own)
def in_turn(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The attacker raises until he reaches, the defender until he exceeds, and so on in turn."""
    fight, role = _raised(k, state, act), role_of_act(k, act)
    if fight is None or fight.attacker is None:
        return
    if role == fight.active or (role == ATTACKER and not fight.active):
        return
    params, now = {"side": act.move.side}, state.fight_now(act.scope.place)
    assert now is not None
    reaches = attacker_reaches(k, state, now)[0]
    ready = (
        reaches.value
        if role == DEFENDER
        else (None if reaches.value is None else not reaches.value)
    )
    if ready is False:
        yield Finding("not-your-turn", params, "", ("assault.bidding",))
    elif ready is None:
        yield Finding("not-your-turn", params, "", ("assault.bidding",), "open", reaches.needs)


@permission("assault.initiative", *RAISES, "play-unit", lifts=("assault.bidding",))
@framed
def initiative(k: Knowledge, state: State, act: Act) -> Tri:
    """After playing a Unit the defender may act before the attacker does."""
    now = state.fight_now(act.scope.place)
    return known(
        now is not None
        and role_of_act(k, act) == DEFENDER
        and state.fights[now].attacker is None
        and state.fights[now].active != ATTACKER
    )


@ground("assault.bidding", *RAISES, "play-unit")
@framed
def raising(k: Knowledge, state: State, act: Act) -> Tri:
    """A raise against the other side's raise."""
    now = state.fight_now(act.scope.place)
    if now is None:
        return NO
    if act.kind == "play-unit" and not standing(k, state, act):
        return NO
    fight = state.fights[now]
    return known(bool(fight.active) and fight.active != role_of_act(k, act))
