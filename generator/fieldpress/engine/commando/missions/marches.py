"""After an Assault: the regiment that fought moves on, is pushed back, or is blocked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.bans import Act, role_of_act
from fieldpress.engine.commando.behind import winner_of_turn
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.missions.board import (
    at,
    free,
    mission_of,
    neighbours,
    on_field,
    regiment_on,
    spots_of,
    touches,
)
from fieldpress.engine.commando.missions.figures import Figure, figure
from fieldpress.engine.commando.missions.regiments import regulars
from fieldpress.engine.commando.missions.state import Spot
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import ATTACKER, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import NO, YES, Tri, known, open_on
from fieldpress.engine.verdicts import Finding, distinct


def mover(k: Knowledge, state: State) -> tuple[str, Figure, tuple[str, ...]]:
    """The side that moves the regiment now, the rule by which it does, the facts missing."""
    return once(k, state, "mover", _mover)


def _mover(k: Knowledge, state: State) -> tuple[str, Figure, tuple[str, ...]]:
    winner, needs, _ = winner_of_turn(k, state)
    if winner == NOBODY:
        return NOBODY, Figure(), needs or ("given.previous.winner",)
    rule = figure(k, "regiment-moves", won_by=k.role_of_side(winner))
    return winner, rule, ()


def open_to(k: Knowledge, state: State) -> Sequence[str]:
    """Neighbouring spots that the regiment which fought could enter."""
    return once(k, state, "open-to", _open_to)


def _open_to(k: Knowledge, state: State) -> list[str]:
    mission = mission_of(state)
    one = mission.regiments.get(mission.regiment)
    if one is None or not one.at:
        return []
    return [s for s in neighbours(k, one.at) if free(k, mission, s, mission.regiment)[0]]


def _holds_marker(k: Knowledge, state: State, spot: str, side: str) -> bool:
    """Whether a side holds a spot: by its token, or by the Assault that it has just won there."""
    mission = mission_of(state)
    if at(mission, spot).control:
        return at(mission, spot).control == side
    return spot == mission.spot and winner_of_turn(k, state)[0] == side


def check_march(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The winner moves the regiment that fought to a free spot next to it."""
    name, to, mission = str(act.move.what), act.move.to, mission_of(state)
    side, rule, needs = mover(k, state)
    stay = figure(k, "fight-first")
    one = mission.regiments.get(name)
    if one is None or not one.at or one.gone:
        yield Finding("not-on-field", {}, f"counter:{name}", stay.clauses)
        return
    if stay and (name != mission.regiment or (needs and not mission.moved)):
        yield Finding("not-fought-yet", {}, f"counter:{name}", stay.clauses)
        return
    yield from _leaves(k, name)
    if mission.moved:
        yield Finding("moved-already", {}, f"counter:{name}", rule.clauses)
    if side != act.move.side:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if on_field(k, to) and not touches(one.at, to):
        yield Finding("not-adjacent", {"spot": to, "from": one.at}, "", rule.clauses)
    yield from _landing(k, state, name, to)


def _leaves(k: Knowledge, name: str) -> Iterator[Finding]:
    leaves = figure(k, "extra-regiment-leaves")
    if leaves and name not in regulars(k):
        yield Finding("leaves-game", {}, f"counter:{name}", leaves.clauses)


def _landing(k: Knowledge, state: State, name: str, to: str) -> Iterator[Finding]:
    """Where a regiment ends: on the field, and on a free Terrain."""
    mission, inside = mission_of(state), figure(k, "regiments-on-field")
    if inside and not on_field(k, to):
        keys = (*inside.clauses, *figure(k, "field-columns").clauses)
        yield Finding("off-field", {"spot": to}, "", keys)
    spare, rule = free(k, mission, to, name)
    if not spare:
        other = regiment_on(mission, to, name)
        record = f"counter:{other}" if other else ""
        yield Finding("not-free", {"spot": to}, record, rule.clauses)


def grounds_march(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    _, rule, _ = mover(k, state)
    return distinct((*rule.clauses, *(figure(k, "free-terrain").clauses if rule else ())))


def march(k: Knowledge, state: State, move: Move) -> None:
    """It stands there and the Terrain is turned up."""
    mission = mission_of(state)
    one = mission.regiments[str(move.what)]
    one.at, one.fought, mission.moved = move.to, False, True
    mission.spots.setdefault(move.to, Spot()).up = True


# -- the reconnaissance move ----------------------------------------------------------------------


def recon_card(k: Knowledge, state: State) -> tuple[Figure, Tri]:
    """The card that pays for the move, and whether the attacker holds it."""
    rule, side = figure(k, "recon-card"), k.side_of_role(ATTACKER)
    hand = state.sides[side].hand
    if not rule:
        return rule, NO
    if hand is None:
        return rule, open_on(f"given.sides.{side}.hand")
    return rule, known(rule.value in hand)


def chain(k: Knowledge, state: State) -> set[str]:
    """Spots under the attacker's control that hang together with the one where it fought."""
    mission, side = mission_of(state), k.side_of_role(ATTACKER)
    one = mission.regiments.get(mission.regiment)
    start = one.at if one is not None else ""
    reached = {start} if start and _holds_marker(k, state, start, side) else set()
    edge = list(reached)
    while edge:
        here = edge.pop()
        for other in neighbours(k, here):
            if other not in reached and _holds_marker(k, state, other, side):
                reached.add(other)
                edge.append(other)
    return reached


def recon_open_to(k: Knowledge, state: State) -> Sequence[str]:
    """Free spots that the reconnaissance move could reach."""
    return once(k, state, "recon-open-to", _recon_open_to)


def _recon_open_to(k: Knowledge, state: State) -> list[str]:
    mission, held = mission_of(state), chain(k, state)
    one = mission.regiments.get(mission.regiment)
    if one is not None and one.at and not held:
        # A regiment that has lost holds nothing where it stands; its chain begins next to it.
        side = k.side_of_role(ATTACKER)
        held = {s for s in neighbours(k, one.at) if _holds_marker(k, state, s, side)}
    return [
        s for s in spots_of(k)
        if free(k, mission, s, mission.regiment)[0] and any(touches(s, h) for h in held)
    ]  # fmt: skip


def check_reconnoitre(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The attacker discards the card and moves along Terrains under his control."""
    name, to, mission = str(act.move.what), act.move.to, mission_of(state)
    rule, held = recon_card(k, state)
    side, moves, needs = mover(k, state)
    stay = figure(k, "fight-first")
    if role_of_act(k, act) != ATTACKER:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if needs or name != mission.regiment:
        yield Finding("not-fought-yet", {}, f"counter:{name}", stay.clauses or rule.clauses)
        return
    yield from _leaves(k, name)
    if mission.moved:
        yield Finding("moved-already", {}, f"counter:{name}", moves.clauses)
    if held.value is not True:
        status = "raised" if held.value is False else "open"
        record = f"card:{rule.value}"
        params = {"side": act.move.side}
        yield Finding("not-in-hand", params, record, rule.clauses, status, held.needs)  # type: ignore[arg-type]
    if side != act.move.side:
        after = figure(k, "recon-after-loss")
        if open_to(k, state):
            yield Finding("pushed-back", {}, f"counter:{name}", moves.clauses)
        elif not after or not after.value:
            yield Finding("won-only", {}, f"counter:{name}", after.clauses or rule.clauses)
    if to not in recon_open_to(k, state):
        spare, landing = free(k, mission, to, name)
        if not on_field(k, to) or not spare:
            yield from _landing(k, state, name, to)
        else:
            yield Finding("no-chain", {"spot": to}, "", rule.clauses)
        del landing


def grounds_reconnoitre(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    keys = figure(k, "recon-card").clauses
    if not open_to(k, state):
        keys = (*keys, *figure(k, "recon-must").clauses)
    if mover(k, state)[0] != k.side_of_role(ATTACKER):
        keys = (*keys, *figure(k, "recon-after-loss").clauses)
    return distinct(keys)


def reconnoitre(k: Knowledge, state: State, move: Move) -> None:
    side, rule = state.sides[move.side], figure(k, "recon-card")
    if side.hand is not None and rule.value in side.hand:
        side.hand.remove(rule.value)
    if side.hand_count is not None:
        side.hand_count -= 1
    if side.discard is not None and rule:
        side.discard.append(str(rule.value))
    march(k, state, move)


# -- a blocked regiment ---------------------------------------------------------------------------


def blocked(k: Knowledge, state: State) -> tuple[Tri, tuple[str, ...]]:
    """Whether the regiment that fought cannot move at all, and the clauses of it."""
    rule = figure(k, "blocked-cost")
    if not rule or open_to(k, state):
        return NO, rule.clauses
    card, held = recon_card(k, state)
    won = mover(k, state)[0] == k.side_of_role(ATTACKER)
    after = figure(k, "recon-after-loss")
    helps = won or bool(after and after.value)
    if card and helps and recon_open_to(k, state):
        keys = (*rule.clauses, *(() if won else after.clauses))
        if held.value is None:
            return open_on(*held.needs), keys
        return (NO if held.value else YES), keys
    return YES, rule.clauses


def check_redeploy(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A blocked regiment is put on a free spot next to a Terrain under control."""
    name, to, mission = str(act.move.what), act.move.to, mission_of(state)
    yield from _leaves(k, name)
    stuck, keys = blocked(k, state)
    rule, role = figure(k, "blocked-placed"), role_of_act(k, act)
    if name != mission.regiment or stuck.value is False:
        yield Finding("not-blocked", {}, f"counter:{name}", keys)
        return
    if stuck.value is None:
        yield Finding("not-blocked", {}, f"counter:{name}", keys, "open", stuck.needs)
    own = targets(k, state, k.side_of_role(ATTACKER))
    if role == ATTACKER:
        if to not in own:
            yield Finding("not-beside", {"side": act.move.side, "spot": to}, "", rule.clauses)
    else:
        otherwise = figure(k, "blocked-otherwise")
        beside = k.side_of_role(str(otherwise.value)) if otherwise else act.move.side
        if own and (not otherwise or otherwise.value != ATTACKER):
            yield Finding("attacker-places", {}, f"counter:{name}", rule.clauses)
        elif to not in targets(k, state, beside):
            yield Finding("not-beside", {"side": beside, "spot": to}, "", rule.clauses)


def targets(k: Knowledge, state: State, side: str) -> Sequence[str]:
    """Free spots next to a Terrain that a side holds."""
    return once(k, state, ("targets", side), lambda k, state: _targets(k, state, side))


def _targets(k: Knowledge, state: State, side: str) -> list[str]:
    mission = mission_of(state)
    held = [s for s in spots_of(k) if _holds_marker(k, state, s, side)]
    return [
        s for s in spots_of(k)
        if free(k, mission, s, mission.regiment)[0] and any(touches(s, h) for h in held)
    ]  # fmt: skip


def grounds_redeploy(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    keys = figure(k, "blocked-placed").clauses
    if role_of_act(k, act) != ATTACKER:
        keys = (*keys, *figure(k, "blocked-otherwise").clauses)
    return distinct((*keys, *figure(k, "free-terrain").clauses)) if keys else ()


def redeploy(k: Knowledge, state: State, move: Move) -> None:
    pay_blocked(k, state)
    march(k, state, move)


def pay_blocked(k: Knowledge, state: State) -> None:
    """The cards that a blocked regiment costs leave the draw pile, unseen."""
    mission, rule = mission_of(state), figure(k, "blocked-cost")
    name = k.side_of_role(ATTACKER)
    side = state.sides[name]
    if rule and not mission.paid and side.draw_pile is not None:
        lost = min(side.draw_pile, int(rule.value))
        side.draw_pile -= lost
        if state.table is not None:
            pile = state.table.draws[name]
            state.table.removed += [pile.pop() for _ in range(lost)]
    mission.paid = True


# -- lighting up ----------------------------------------------------------------------------------


def check_light_up(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """After a win the attacker may look at one spot next to the regiment that won."""
    to, mission, rule = str(act.move.what), mission_of(state), figure(k, "light-up")
    one = mission.regiments.get(mission.regiment)
    side, _, needs = mover(k, state)
    if rule and (needs or k.role_of_side(side) != rule.value or act.move.side != side):
        yield Finding("winner-only", {"side": act.move.side}, "", rule.clauses)
        return
    if mission.lit:
        yield Finding("lit-already", {"spot": mission.lit}, "", rule.clauses)
    where = one.at if one is not None else mission.spot
    if mission.moved:
        yield Finding("moved-already", {}, f"counter:{mission.regiment}", rule.clauses)
    elif not touches(where, to) or not on_field(k, to):
        yield Finding("not-adjacent", {"spot": to, "from": where}, "", rule.clauses)
    if at(mission, to).up:
        yield Finding("up-already", {"spot": to}, "", rule.clauses)


def grounds_light_up(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "light-up").clauses


def light_up(k: Knowledge, state: State, move: Move) -> None:
    """It is laid back as it was: nothing on the table changes."""
    mission_of(state).lit = str(move.what)
