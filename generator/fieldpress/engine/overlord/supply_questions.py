"""Questions about supply, reinforcements, Tests and cards."""

from __future__ import annotations

from fieldpress.engine.overlord import (
    arriving,
    cardplay,
    ending,
    logistics,
    results,
)
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.cut_off import cut_off
from fieldpress.engine.overlord.ground import sector_fact, sector_need
from fieldpress.engine.overlord.questions import (
    Ask,
    amount,
    figure,
    question,
    side,
    told,
    yes_no,
)
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.table import DEFENDER
from fieldpress.engine.verdicts import (
    EngineFault,
    Verdict,
)

# -- supply --------------------------------------------------------------------------------------


@question("value", "supply-income", "of")
def _income(c: Case, ask: Ask) -> Verdict:
    found = logistics.income(c, side(c, ask))
    return amount(c, found, [key for key in c.k.ledger.cited if key == "august.second-supply"])


@question("value", "step-cost", "unit")
def _step(c: Case, ask: Ask) -> Verdict:
    return amount(c, logistics.step_cost(c, ask.word("unit")))


@question("value", "depot-points")
@rules("sector.depots")
def _depot(c: Case, ask: Ask) -> Verdict:
    return figure(c, "depot-points", "sector.depots")


@question("value", "buy-back-cost")
@rules("supply.buy-back")
def _buy(c: Case, ask: Ask) -> Verdict:
    return figure(c, "support-cost", "supply.buy-back")


@question("result", "cut-off", "unit")
def _cut_off(c: Case, ask: Ask) -> Verdict:
    sure, keys = cut_off(c, ask.word("unit"))
    c.k.ledger.cited.clear()
    return yes_no(c, sure, keys)


@question("result", "box-blocked", "box")
def _blocked(c: Case, ask: Ask) -> Verdict:
    sure = logistics.blocked(c, ask.word("box"))
    c.k.ledger.cited.clear()
    return yes_no(c, sure, ("start-box.blocked",) if c.k.rule("start-box.blocked") else ())


# -- reinforcements, tests -----------------------------------------------------------------------


@question("result", "test", "test")
def _test(c: Case, ask: Ask) -> Verdict:
    passed, keys, needs = arriving.test(c, ask.word("test"))
    return told(c, "passed" if passed else "not-passed", keys, needs)


@question("value", "test-cards", "test")
def _test_cards(c: Case, ask: Ask) -> Verdict:
    size, keys, needs = arriving.cards_drawn(c, ask.word("test"))
    return told(c, size.number if size.known else None, keys, needs)


@question("value", "additional-cost", "divisions")
@rules("additional.price")
def _additional(c: Case, ask: Ask) -> Verdict:
    each, keys = c.number("additional-division-vp")
    if each is None or not c.k.rule("additional.price"):
        return told(c, None, (), ("parameter additional-division-vp",))
    return told(c, each * ask.count("divisions"), ("additional.price", *keys))


# -- cards ---------------------------------------------------------------------------------------


@question("value", "hand", "of")
def _hand(c: Case, ask: Ask) -> Verdict:
    most, keys = cardplay.hand_size(c, side(c, ask))
    return told(c, most, keys) if most is not None else told(c, None, (), ("parameter event-hand",))


@question("value", "spy-cost", "spies")
def _spies(c: Case, ask: Ask) -> Verdict:
    cost, keys = cardplay.spies_cost(c, ask.count("spies"))
    return told(c, cost, keys) if cost is not None else told(c, None, (), ("parameter spy-vp",))


@question("value", "event-cost", "for", "printed")
def _event_cost(c: Case, ask: Ask) -> Verdict:
    cost, keys = cardplay.price(c, ask.word("for"), ask.count("printed"))
    return told(c, cost, keys)


@question("value", "combat-cards", "of", "number")
def _copies(c: Case, ask: Ask) -> Verdict:
    many, keys = cardplay.copies(c, side(c, ask), ask.count("number"))
    return told(c, many, keys)


@question("value", "combat-event-draw")
@rules("aftermath.event")
def _event_draw(c: Case, ask: Ask) -> Verdict:
    return figure(c, "combat-event-draw", "aftermath.event")


@question("goes", "combat-card", "number")
def _card_goes(c: Case, ask: Ask) -> Verdict:
    to, keys = cardplay.combat_card_goes(c, ask.count("number"))
    return told(c, to, keys)


@question("goes", "event", "for", "removes")
def _event_goes(c: Case, ask: Ask) -> Verdict:
    to, keys = cardplay.event_goes(c, ask.word("for"), bool(ask.raw.get("removes")))
    return told(c, to, keys)


@question("goes", "destroyed-support", "support")
def _support_goes(c: Case, ask: Ask) -> Verdict:
    to, keys, needs = results.fate(c, ask.word("support"))
    return told(c, to, keys, needs)


@question("goes", "used-support", "support", "from")
@rules("support.reserve")
def _used_support(c: Case, ask: Ask) -> Verdict:
    """Where a Support goes that was used and not destroyed."""
    if not c.k.rule("support.reserve"):
        return told(c, None, (), ("rule support.reserve",))
    return told(c, "reserve", ("support.reserve",))


@question("goes", "emptied-card")
@rules("withdraw.emptied")
def _emptied(c: Case, ask: Ask) -> Verdict:
    """Where the attacker's card goes when withdrawals left the sector empty."""
    from fieldpress.engine.overlord.values import units_in

    if units_in(c, DEFENDER):
        raise EngineFault("the sector is still defended", ask.at)
    if not c.k.rule("withdraw.emptied"):
        return told(c, None, (), ("rule withdraw.emptied",))
    return told(c, "discard", ("withdraw.emptied",))


@question("goes", "operation", "operation", "how")
def _operation_goes(c: Case, ask: Ask) -> Verdict:
    to, keys = ending.operation_goes(c, ask.word("operation"), ask.word("how"))
    return told(c, to, keys) if to else told(c, None, (), ("rule week-end",))


@question("goes", "beach-marker", "sector")
@rules("sector.beach-markers", "wall.victory")
def _marker(c: Case, ask: Ask) -> Verdict:
    """What is laid on a sea sector once the Wall behind it has fallen."""
    sector = ask.word("sector")
    fact = sector_fact(c, sector, "marker")
    if not c.k.rule("sector.beach-markers", "wall.victory"):
        return told(c, None, (), ("rule sector.beach-markers",))
    needs = () if fact.known else (sector_need(c, sector, "marker"),)
    return told(c, fact.value, ("sector.beach-markers", "wall.victory"), needs)
