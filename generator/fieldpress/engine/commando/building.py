"""Buildings: a Unit that was played there may come back to the hand when the Assault is over."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.bans import Act, card_record, ground, limit, role_of_act
from fieldpress.engine.commando.combat import combat_value
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.commando.tokens import FAILURE, SUCCESS
from fieldpress.engine.knowledge import HIDDEN, Knowledge, Parameter
from fieldpress.engine.tri import YES, Tri
from fieldpress.engine.verdicts import EngineFault, Finding, Status

_KEYS = ("building.recover",)


def _here(k: Knowledge, state: State, name: str, place: int) -> Parameter | None:
    where = state.places[place]
    return k.parameter(name, where.terrain, where.face)


def played_there(state: State, side: str, card: str, place: int) -> Play | None:
    """The play of a card as a Unit of a side on a Terrain of this turn."""
    return next(
        (
            p
            for p in state.plays
            if (p.card, p.side, p.place, p.role) == (card, side, place, "unit")
            and p.status != "pending"
        ),
        None,
    )


def recovered(state: State, side: str, place: int) -> Play | None:
    """The Unit for which the side has tried there already."""
    return next(
        (p for p in state.plays if p.side == side and p.place == place and "recovery" in p.chosen),
        None,
    )


@limit("building.recover", "recover")
def a_unit_of_a_building(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Once the Assault is over, one Unit that was played on a Building, of a small value."""
    place, side = act.scope.place, act.move.side
    whose = _here(k, state, "recovery-for", place)
    if whose is not None and whose.value not in ("both", role_of_act(k, act)):
        yield Finding("not-for-side", {"side": side}, "", whose.clauses)
    yield from _building(k, state, place)
    winner, needs, _ = assault_winner(k, state, place)
    if winner == NOBODY and not needs:
        yield Finding("assault-goes-on", {}, "", _KEYS)
    before = recovered(state, side, place)
    if before is not None:
        yield Finding("recovered-before", {}, f"card:{before.card}", _KEYS)
    card = str(act.move.what)
    play = played_there(state, side, card, place)
    if card == HIDDEN or play is None:
        yield Finding("not-played-there", {}, card_record(act), _KEYS)
        return
    if play.discarded_by:
        params = {"by": f"card:{play.discarded_by}"}
        yield Finding("unit-gone", params, card_record(act), _KEYS)
    yield from _heroic(k, state, act)
    yield from _small_enough(k, state, act, play)


def _building(k: Knowledge, state: State, place: int) -> Iterator[Finding]:
    where = state.places[place]
    if not where.terrain:
        yield Finding("no-building", {}, "", _KEYS, "open", ("given.terrain",))
        return
    found = k.holds("terrain", where.terrain, "building", True)
    if found.value is not True:
        status: Status = "raised" if found.value is False else "open"
        yield Finding("no-building", {}, f"terrain:{where.terrain}", _KEYS, status, found.needs)


def _heroic(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A heroic Unit that was played leaves the game; whether a Building saves it is a reading."""
    rule = _here(k, state, "recovery-heroic", act.scope.place)
    if rule is None or rule.value:
        return
    heroic = k.holds("card", str(act.move.what), "heroic", True)
    if heroic.value is not False:
        status: Status = "raised" if heroic.value else "open"
        yield Finding("out-of-game", {}, card_record(act), rule.clauses, status, heroic.needs)


def _small_enough(k: Knowledge, state: State, act: Act, play: Play) -> Iterator[Finding]:
    most = _here(k, state, "recovery-value", act.scope.place)
    if most is None:
        return
    how = _here(k, state, "recovery-compares", act.scope.place)
    needs: tuple[str, ...]
    if how is not None and how.value == "raised" and play.fight is not None:
        derived = combat_value(k, state, play.fight, k.role_of_side(play.side))
        amount, needs = derived.amount, derived.needs
    else:
        amount, needs = k.number("card", play.card, "combat_value")
    params = {"most": most.value, "value": amount.to_json()}
    if amount.high is not None and amount.high <= most.value:
        return
    sure = amount.low is not None and amount.low > most.value
    status: Status = "raised" if sure else "open"
    keys = tuple(dict.fromkeys((*most.clauses, *(how.clauses if how else ()))))
    yield Finding("too-strong", params, card_record(act), keys, status, needs)


@ground("building.recover", "recover")
def may_try(k: Knowledge, state: State, act: Act) -> Tri:
    return YES


@rules("building.die")
def recover(k: Knowledge, state: State, move: Move) -> None:
    """The die decides: on a success the Unit is shown and taken into the hand."""
    play = played_there(state, move.side, str(move.what), move.place)
    if play is None:
        raise EngineFault(f"{move.what} was not played as a Unit there")
    if move.lands not in (SUCCESS, FAILURE):
        raise EngineFault(f"a try for {play.card} needs lands: {SUCCESS} or {FAILURE}")
    play.chosen["recovery"] = move.lands
    if comes_back(k, play):
        side = state.sides[move.side]
        if side.hand is not None:
            side.hand.append(play.card)
        if side.hand_count is not None:
            side.hand_count += 1


def comes_back(k: Knowledge, play: Play) -> bool:
    """Whether a Unit has come back to the hand from a Building."""
    tried = play.chosen.get("recovery", "")
    return bool(tried) and (tried == SUCCESS or not k.rule("building.die"))
