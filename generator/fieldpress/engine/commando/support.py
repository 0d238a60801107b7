"""Support: Units that fight side by side, together from the start or one in answer."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import Act, framed, framed_when, ground, limit, role_of_act
from fieldpress.engine.commando.frame import Frame
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.state import ATTACKER, Play, State
from fieldpress.engine.knowledge import Knowledge, Parameter
from fieldpress.engine.tri import Tri, any_over, known
from fieldpress.engine.verdicts import Finding, Status, distinct


def support_rule(k: Knowledge, state: State, role: str, place: int = 0) -> Parameter | None:
    """The rule by which Units of a role may fight side by side on a Terrain, and how many (a
    number, or `any`); None where each fights alone."""
    here = state.places[place]
    return k.parameter(f"{role}-support", here.terrain, here.face)


def standing(k: Knowledge, state: State, act: Act) -> list[Play]:
    """The Units of the side that acts which fight already, where one more could join them."""
    if act.kind != "play-unit":
        return []
    role, place = role_of_act(k, act), act.scope.place
    return once(k, state, ("beside", role, place), lambda k, state: _beside(k, state, role, place))


def _beside(k: Knowledge, state: State, role: str, place: int) -> list[Play]:
    now = state.fight_now(place)
    if now is None or support_rule(k, state, role, place) is None:
        return []
    return state.units_of(now, role)


def _has(k: Knowledge, card: str) -> Tri:
    return k.holds("card", card, "support", True)


def too_many(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """No more Units fight side by side than the rule says."""
    rule = support_rule(k, state, role_of_act(k, act), act.scope.place)
    fighting = standing(k, state, act)
    if rule is not None and fighting and rule.value != "any" and len(fighting) >= rule.value:
        params = {"side": act.move.side, "number": rule.value}
        yield Finding("support-full", params, f"card:{fighting[-1].card}", rule.clauses)


_NEED = ("support.need", "assault.facing")


def _nobody_there(k: Knowledge, frame: Frame, act: Act) -> bool:
    """Whether no Unit of the attacker fights there beside which another would stand."""
    return role_of_act(k, act) != ATTACKER or not frame.open or not frame.attackers


@limit("support.need", "play-unit")
@framed_when(_nobody_there)
def those_there_have_it(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Each of the attacker's Units that fight side by side has the ability."""
    if role_of_act(k, act) == ATTACKER:
        for card in distinct([play.card for play in standing(k, state, act)]):
            yield from _lacking(card, _has(k, card), _NEED)


@limit("support.need", "play-unit")
@framed
def the_other_has_it(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """So has the one that joins them."""
    if role_of_act(k, act) == ATTACKER and standing(k, state, act):
        yield from _lacking(str(act.move.what), _has(k, str(act.move.what)), _NEED)


def _lacking(card: str, has: Tri, keys: tuple[str, ...]) -> Iterator[Finding]:
    if has.value is not True:
        status: Status = "raised" if has.value is False else "open"
        yield Finding("no-support", {}, f"card:{card}", keys, status, has.needs)


def defenders_join(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The same for the defender, where a scenario grants him what the attacker has; how many of
    his Units need the ability is a parameter."""
    rule = support_rule(k, state, role_of_act(k, act), act.scope.place)
    cards = [play.card for play in standing(k, state, act)]
    if role_of_act(k, act) == ATTACKER or rule is None or not cards:
        return
    need = _one_enough(k)
    if need is not None:
        has = any_over([*cards, str(act.move.what)], lambda card: _has(k, card))
        yield from _lacking(str(act.move.what), has, need.clauses)
        return
    for card in distinct(cards):
        yield from _lacking(card, _has(k, card), rule.clauses)


def _one_enough(k: Knowledge) -> Parameter | None:
    """The rule by which it is enough that one of the defender's Units has the ability."""
    need = k.parameter("defender-support-need")
    return need if need is not None and need.value == "one" else None


@framed
def joiner_lacks_it(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Where each of the defender's Units needs the ability, so does the one that joins them."""
    rule = support_rule(k, state, role_of_act(k, act), act.scope.place)
    if role_of_act(k, act) == ATTACKER or rule is None or _one_enough(k) is not None:
        return
    if standing(k, state, act):
        yield from _lacking(str(act.move.what), _has(k, str(act.move.what)), rule.clauses)


@ground("support.timing", "play-unit")
@framed
def joins(k: Knowledge, state: State, act: Act) -> Tri:
    """The attacker may bring the second Unit at once, or once he has seen the answer."""
    return known(role_of_act(k, act) == ATTACKER and bool(standing(k, state, act)))


def joining_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """The clauses by which the defender may have a further Unit in a fight."""
    rule = support_rule(k, state, role_of_act(k, act), act.scope.place)
    mine = rule is not None and role_of_act(k, act) != ATTACKER and standing(k, state, act)
    return rule.clauses if rule is not None and mine else ()


def beside_clauses(k: Knowledge, state: State, role: str, place: int) -> tuple[str, ...]:
    """The clauses by which a further Unit's Combat value counts."""
    rule = support_rule(k, state, role, place)
    if role == ATTACKER:
        return ("support.need",) if k.rule("support.need") else ()
    return rule.clauses if rule is not None else ()
