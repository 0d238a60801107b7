"""What a side has to do in a mission: no way round it is left."""

from __future__ import annotations

from fieldpress.engine.commando.answering import verdict_of
from fieldpress.engine.commando.missions import counter, marches
from fieldpress.engine.commando.missions.figures import figure, open_readings
from fieldpress.engine.commando.missions.ready import must_activate
from fieldpress.engine.commando.state import ATTACKER, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Verdict, distinct


def must(k: Knowledge, state: State, side: str, verb: str) -> Verdict | None:
    """Whether a side must make a move of a mission; None for a verb of the shared rules."""
    if verb in ("counter_attack", "give_up"):
        held, keys = counter.must(k, state, verb, side)
        if held is None:
            needs = open_readings(k, "counter-attack-waits")
            return verdict_of(k, "undetermined", clauses=keys, needs=needs)
        return verdict_of(k, "value", held, clauses=keys)
    if verb == "activate":
        one, keys = must_activate(k, state)
        return verdict_of(k, "value", one and k.role_of_side(side) == ATTACKER, clauses=keys)
    if verb == "march":
        mover, rule, needs = marches.mover(k, state)
        if needs:
            return verdict_of(k, "undetermined", clauses=rule.clauses, needs=needs)
        owes = bool(rule) and mover == side and bool(marches.open_to(k, state))
        return verdict_of(k, "value", owes, clauses=rule.clauses)
    if verb == "reconnoitre":
        return _reconnoitre(k, state, side)
    if verb == "produce":
        keys = figure(k, "production-phase").clauses
        return verdict_of(k, "value", False, clauses=keys)
    return None


def _reconnoitre(k: Knowledge, state: State, side: str) -> Verdict:
    """The reconnaissance move, where nothing else gets the regiment away."""
    card, held = marches.recon_card(k, state)
    duty = figure(k, "recon-must")
    stuck = not marches.open_to(k, state)
    helps = stuck and bool(marches.recon_open_to(k, state))
    won = marches.mover(k, state)[0] == k.side_of_role(ATTACKER)
    after = figure(k, "recon-after-loss")
    if k.role_of_side(side) != ATTACKER or not duty or not helps:
        return verdict_of(k, "value", False, clauses=card.clauses)
    keys = distinct((*card.clauses, *duty.clauses, *(() if won else after.clauses)))
    if not won and not after.value:
        return verdict_of(k, "value", False, clauses=keys)
    if held.value is None:
        return verdict_of(k, "undetermined", clauses=keys, needs=held.needs)
    return verdict_of(k, "value", bool(held.value), clauses=keys)
