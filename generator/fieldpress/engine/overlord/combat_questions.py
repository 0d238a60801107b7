"""Questions about a combat: values, results, what may be chosen, what comes next."""

from __future__ import annotations

from fieldpress.engine.contributions import fold
from fieldpress.engine.overlord import (
    aftermath,
    order,
    results,
)
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.questions import (
    NOBODY,
    Ask,
    amount,
    question,
    role,
    told,
    yes_no,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.values import Derived, combat_value
from fieldpress.engine.verdicts import (
    EngineFault,
    Verdict,
)

# -- combat --------------------------------------------------------------------------------------


@question("value", "combat-value", "of")
def _combat_value(c: Case, ask: Ask) -> Verdict:
    return amount(c, combat_value(c, role(ask)))


@question("value", "unit-value", "unit", "of")
def _unit_value(c: Case, ask: Ask) -> Verdict:
    """What a unit counts in a combat, with what its states add or take."""
    unit = ask.word("unit")
    size, needs = c.value(unit)
    key = "combat.attack-value" if role(ask) == "attacker" else "combat.defence-value"
    parts = [c.part("combat-value", size, f"unit:{unit}", key, needs=needs)]
    name = "attack" if role(ask) == "attacker" else "defend"
    for state, value, keys in c.state_parts(unit, name):
        if isinstance(value, int) and value:
            parts.append(
                c.part("combat-value", value, f"unit:{unit}", *keys, why="state", state=state)
            )
    return amount(c, Derived(fold(parts, "combat-value"), tuple(parts)))


@question("value", "results", "of")
def _results(c: Case, ask: Ask) -> Verdict:
    found = results.results(c, role(ask))
    return amount(c, found)


@question("result", "symbol", "of", "square")
@rules("result.symbol")
def _symbol(c: Case, ask: Ask) -> Verdict:
    """Whether a Support has to be destroyed first: the square of the track shows a sign."""
    shown = c.combat.part("symbol", role(ask))
    many, keys = c.number("supports-for-symbol")
    if not c.k.rule("result.symbol"):
        return told(c, 0, ())
    cited = ("result.symbol", *keys)
    if shown is None:
        return told(c, None, cited, (f"given.combat.symbol.{role(ask)}",))
    return told(c, (many or 0) if shown else 0, cited)


@question("result", "sector-won")
def _won(c: Case, ask: Ask) -> Verdict:
    sure, keys, needs = aftermath.conquered(c)
    return yes_no(c, sure, keys, needs)


@question("result", "worse-state", "unit")
@rules("state.order", "state.destroyed")
def _worse(c: Case, ask: Ask) -> Verdict:
    """The state that a division comes to when it gets worse."""
    unit = ask.word("unit")
    for record in c.states(unit):
        part = record.raw.get("destroyed_when")
        if part and "deteriorates" in part["events"] and c.k.stands(*part["clauses"]):
            return told(c, "destroyed", part["clauses"])
    if not c.k.rule("state.order"):
        return told(c, None, (), ("rule state.order",))
    state = c.k.record("state", c.unit(unit).state)
    worse = state.raw.get("worse")
    if not worse:
        raise EngineFault(f"no state is worse than {state.id}", ask.at)
    keys = ["state.order"]
    if worse == "destroyed" and c.k.rule("state.destroyed"):
        keys.append("state.destroyed")
    return told(c, str(worse), keys)


@question("result", "retreat-state", "unit")
@rules("retreat.impossible")
def _retreat_state(c: Case, ask: Ask) -> Verdict:
    """What becomes of a division that should retreat and cannot, or surrenders."""
    unit = ask.word("unit")
    for record in c.states(unit):
        part = record.raw.get("destroyed_when")
        if part and "retreats" in part["events"] and c.k.stands(*part["clauses"]):
            return told(c, "destroyed", part["clauses"])
    if not c.k.rule("retreat.impossible"):
        return told(c, None, (), ("rule retreat.impossible",))
    state = c.k.record("state", c.unit(unit).state)
    return told(c, str(state.raw.get("worse", state.id)), ("retreat.impossible",))


@question("result", "corps-alone", "unit", "way")
@rules("withdraw.corps-alone", "aftermath.corps-alone")
def _alone(c: Case, ask: Ask) -> Verdict:
    """What becomes of a corps without divisions: before the fight, or after it (`way`: whether a
    major sector at the right distance can be reached)."""
    unit = ask.word("unit")
    if c.s.inside(unit):
        return told(c, "stays", ())
    after = "applied" in c.combat.raw
    key = "aftermath.corps-alone" if after else "withdraw.corps-alone"
    if not c.k.rule(key):
        return told(c, None, (), (f"rule {key}",))
    way = ask.raw.get("way")
    if way is None:
        return told(c, None, (key,), ("given: whether a major sector there can be reached",))
    return told(c, "leaves" if way else "destroyed", (key,))


@question("which", "results-possible", "of")
def _possible(c: Case, ask: Ask) -> Verdict:
    """The kinds of result that a role may choose from now."""
    who, mine = role(ask), c.role_side(role(ask))
    many, keys = c.number("supports-for-result")
    have = len(c.combat.supports[who])
    from fieldpress.engine.overlord.values import units_in

    divisions = c.divisions(units_in(c, who))
    out, cited = [], [key for key in ("result.kinds",) if c.k.rule(key)]
    if divisions:
        out.append("deteriorate")
    if any(not c.combat.has("retreated", u) for u in divisions):
        out.append("retreat")
    elif divisions and c.k.rule("retreat.once"):
        cited.append("retreat.once")
    if many is not None and c.k.rule("result.two-supports"):
        cited += ["result.two-supports", *keys]
        if have >= many:
            out.append("destroy-supports")
    assert mine
    return told(c, out, cited)


@question("which", "next-step", "after_step")
def _next_step(c: Case, ask: Ask) -> Verdict:
    step = order.next_step(c, ask.word("after_step"))
    if not c.k.rule("combat.sequence"):
        return told(c, None, (), ("rule combat.sequence",))
    return told(
        c, step["id"] if step else NOBODY, ("combat.sequence", *(step["clauses"] if step else ()))
    )


@question("which", "phases")
def _phases(c: Case, ask: Ask) -> Verdict:
    """The phases of this round, in order."""
    if c.s.get("round") is None:
        return told(c, None, (), ("given.round",))
    found = order.phases(c)
    sequence = order.week(c)
    key = "sequence.week"
    own = [
        k
        for k in ("august.sequence",)
        if sequence is not None and sequence.scenarios and c.k.rule(k)
    ]
    return told(c, [str(step["id"]) for step in found], own or ([key] if c.k.rule(key) else ()))
