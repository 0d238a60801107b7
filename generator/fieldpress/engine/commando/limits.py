"""Limits, permissions and grounds of phases, cards and Units, each under its clause key."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import (
    RAISES,
    Act,
    alike,
    card_record,
    framed,
    framed_when,
    from_hand,
    ground,
    limit,
    role_of_act,
)
from fieldpress.engine.commando.frame import Frame
from fieldpress.engine.commando.room import counts_once, room_for_unit
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.commando.support import standing
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import NO, Tri, known
from fieldpress.engine.verdicts import Finding, Status, distinct

IN_FIGHT = ("play-unit", *RAISES, "stop", "give-strength", "retreat", "no-unit")


# -- phases and the Assault as a whole -----------------------------------------------------------


@limit("turn.phases", "play-unit", *RAISES, "stop", "give-strength", "retreat")
@framed
def in_the_assault(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Units, Combat Actions and tokens belong to the Assault (a first Unit to the phase before)."""
    allowed = {"", "assault"}
    if act.kind == "play-unit" and role_of_act(k, act) == DEFENDER:
        allowed.add("defender")
    if state.phase not in allowed:
        yield Finding("wrong-phase", {"phase": state.phase}, clauses=("turn.phases",))


def _named(k: Knowledge, act: Act) -> frozenset[str]:
    """The phases that an effect of the card names as its own moment."""
    if act.move.what == HIDDEN:
        return frozenset()
    return frozenset(e.when for e in k.effects("card", str(act.move.what)).stated)


def _events(role: str, key: str) -> None:
    @limit(key, "play-event")
    @framed
    def in_own_phase(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
        """Events are played in one's own phase, from the hand."""
        if role_of_act(k, act) == role:
            if state.phase and state.phase != role and state.phase not in _named(k, act):
                yield Finding("wrong-phase", {"phase": state.phase}, card_record(act), (key,))
            elif not state.phase and state.fight_now(act.scope.place) is not None:
                yield Finding("wrong-phase", {"phase": "assault"}, card_record(act), (key,))
            yield from from_hand(state, act, key)

    @ground(key, "play-event")
    @framed
    def events(k: Knowledge, state: State, act: Act) -> Tri:
        return known(role_of_act(k, act) == role)


def _hidden(role: str, key: str) -> None:
    @limit(key, "look")
    def drawn_in_secret(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
        """The cards that a side draws are for its own eyes."""
        other = k.other(act.move.side)
        if act.move.what == "enemy-hand" and k.role_of_side(other) == role:
            yield Finding("hand-hidden", {"side": other}, "", (key,))


_hidden(ATTACKER, "attacker-phase.hidden")
_hidden(DEFENDER, "defender-phase.hidden")
_events(ATTACKER, "attacker-phase.events")
_events(DEFENDER, "defender-phase.events")


def _over(key: str, how: tuple[str, ...]) -> None:
    @limit(key, *IN_FIGHT)
    @framed
    def not_over(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
        """Once an Assault has ended nothing more is played in it."""
        place = state.places[act.scope.place]
        if place.ended and place.how in how:
            yield Finding("assault-over", {"winner": place.ended, "how": place.how}, clauses=(key,))


_over("assault.attacker-destroyed", ("unit-lost",))
_over("assault.attacker-abandons", ("no-attacker",))
_over("assault.attacker-wins", ("all-destroyed", "no-more-units"))
_over("retreat.attacker", ("retreat",))
_over("defender-phase.no-unit", ("no-unit",))


@limit("assault.last-strength", *IN_FIGHT)
@framed
def game_not_over(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """With the last Strength Point the game is over."""
    if state.winner:
        yield Finding("game-over", {"winner": state.winner}, clauses=("assault.last-strength",))


# -- cards: whose, of which kind, from where ------------------------------------------------------


@limit(
    "setup.deck", "play-unit", "play-event", "play-action", "play-card", "answer", "take-heroic",
    "lay-by", "take-back",
)  # fmt: skip
@framed
def own_card(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Each side plays cards of its own deck."""
    if act.move.what == HIDDEN:
        return
    side = k.fact("card", str(act.move.what), "side")
    if side.known and side.value != act.move.side:
        params = {"side": act.move.side, "owner": side.value}
        yield Finding("not-your-card", params, card_record(act), ("setup.deck",))
    elif side.unknown:
        k.reserve_judgement(card_record(act), "side", side.why)


@limit("card.types", "play-unit", "play-event", "play-action", "answer")
@framed
def of_that_kind(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card is played according to its kind."""
    if act.card is None or act.card.card == HIDDEN or not act.card.role:
        return
    kind = k.fact("card", act.card.card, "kind")
    keys: tuple[str, ...] = ("card.types",)
    if k.fact("card", act.card.card, "heroic").value is True and k.rule("heroic.by-type"):
        keys += ("heroic.by-type",)
    params = {"as": act.card.role, "kind": kind.value}
    if kind.known and kind.value != act.card.role:
        yield Finding("wrong-kind", params, card_record(act), keys)
    elif kind.unknown and kind.among and act.card.role not in kind.among:
        yield Finding(
            "wrong-kind", {**params, "kind": " or ".join(kind.among)}, card_record(act), keys
        )
    elif kind.unknown:
        k.reserve_judgement(card_record(act), "kind", kind.why)


@ground("heroic.by-type", "play-unit", "play-event", "play-action")
@framed
def heroic_card(k: Knowledge, state: State, act: Act) -> Tri:
    """A heroic card is played like an ordinary one of its kind."""
    if act.card is None:
        return NO
    return known(k.fact("card", act.card.card, "heroic").value is True)


def _never_heroic(k: Knowledge, frame: Frame, act: Act) -> bool:
    """Whether a card is an ordinary one, which may well be played again."""
    card = str(act.move.what)
    return card != HIDDEN and k.holds("card", card, "heroic", True).value is False


@limit("heroic.once", "play-unit", "play-event", "play-action", "answer")
@framed_when(_never_heroic)
def not_again(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A heroic card that was played is not played a second time."""
    card = str(act.move.what)
    if card == HIDDEN or not any(p.card == card and p.side == act.move.side for p in state.plays):
        return
    heroic = k.holds("card", card, "heroic", True)
    if heroic.value is not False:
        status: Status = "raised" if heroic.value else "open"
        yield Finding("played-before", {}, card_record(act), ("heroic.once",), status, heroic.needs)


# -- Units ----------------------------------------------------------------------------------------


@limit("assault.one-unit", "play-unit")
@framed
def one_defender(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender brings his next Unit only when the one before has been destroyed."""
    now = state.fight_now(act.scope.place)
    if role_of_act(k, act) == DEFENDER and now is not None and not standing(k, state, act):
        unit = state.unit_of(now, DEFENDER)
        record = f"card:{unit.card}" if unit else ""
        yield Finding("unit-still-fighting", {}, record, ("assault.one-unit",))


@limit("assault.size", "play-unit")
@framed_when(lambda k, frame, act: role_of_act(k, act) == ATTACKER)
@alike
def room(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender may play another Unit while he has played fewer than the Terrain's size."""
    if role_of_act(k, act) != DEFENDER:
        return
    if state.last_fight(act.scope.place) is None and state.places[act.scope.place].played is None:
        return
    if standing(k, state, act) and counts_once(k, state, act.scope.place) is not None:
        return  # it joins a Combat that counts already
    free, allowed, played = room_for_unit(k, state, act.scope.place)
    if free.value is True:
        return
    params = {"allowed": allowed.amount.to_json(), "played": played.amount.to_json()}
    clauses = distinct(
        (
            "assault.size",
            *(c for p in (*allowed.parts, *played.parts) if p.counted for c in p.clauses),
        )
    )
    terrain = state.places[act.scope.place].terrain
    record = f"terrain:{terrain}" if terrain else ""
    status = "raised" if free.value is False else "open"
    yield Finding("no-room", params, record, clauses, status, free.needs)  # type: ignore[arg-type]


@ground("assault.size", "play-unit")
@framed
def another_unit(k: Knowledge, state: State, act: Act) -> Tri:
    """A further Unit, after one was destroyed."""
    further = state.last_fight(act.scope.place) is not None and not standing(k, state, act)
    return known(role_of_act(k, act) == DEFENDER and further)


@ground("defender-phase.unit", "play-unit")
@framed
def first_unit(k: Knowledge, state: State, act: Act) -> Tri:
    """The Unit with which the Assault begins."""
    return known(role_of_act(k, act) == DEFENDER and state.last_fight(act.scope.place) is None)


@limit("defender-phase.unit", "play-unit")
@framed
def defender_unit_from_hand(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    if role_of_act(k, act) == DEFENDER:
        yield from from_hand(state, act, "defender-phase.unit")


@limit("assault.facing", "play-unit")
@framed
def one_facing(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The attacker plays, from his hand, one Unit facing each defending Unit."""
    if role_of_act(k, act) != ATTACKER:
        return
    yield from from_hand(state, act, "assault.facing")
    now = state.fight_now(act.scope.place)
    if now is None:
        yield Finding("nothing-to-face", {}, "", ("assault.facing",))
        return
    faced = state.fights[now].attacker
    if faced is None:
        return
    if standing(k, state, act):
        return  # whether it may join is asked elsewhere
    play = state.plays[faced]
    if not play.discarded_by:
        yield Finding("already-facing", {}, f"card:{play.card}", ("assault.facing",))
        return
    yield from _second_unit(k, play.card, play.discarded_by)


def _second_unit(k: Knowledge, card: str, by: str) -> Iterator[Finding]:
    """Whether a Unit that was discarded may be followed by another against the same Unit."""
    params = {"by": f"card:{by}"}
    allowed = k.parameter("unit-after-discard")
    if allowed is None:
        needs = tuple(f"discrepancy:{name}" for name in k.readings_of("unit-after-discard"))
        needs = needs or ("parameter:unit-after-discard",)
        keys = ("assault.facing",)
        yield Finding("unit-was-discarded", params, f"card:{card}", keys, "open", needs)
    elif not allowed.value:
        yield Finding("unit-was-discarded", params, f"card:{card}", allowed.clauses)


@ground("assault.facing", "play-unit")
@framed
def facing(k: Knowledge, state: State, act: Act) -> Tri:
    return known(role_of_act(k, act) == ATTACKER and not standing(k, state, act))
