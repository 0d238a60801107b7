"""Cards in hand and in the deck: Events, their price, what is drawn; spies."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import known, open_on
from fieldpress.engine.verdicts import Finding


@act("play-event", ("event.any-number",), "side", "for", "cost", "removes", "phase")
@rules("event.any-number", "event.alternative", "event.cost")
def may_play(c: Case, a: Act) -> Iterator[Finding]:
    """May an Event be played, `for` its effect or its alternative, at its printed `cost`?"""
    use = a.get("for", "effect")
    if use == "alternative":
        a.grounds = (*a.grounds, "event.alternative")
        return
    cost = a.get("cost") or {}
    supply = int(cost.get("supply", 0))
    have = c.s.of("supply", a.side)
    if supply:
        short = open_on(f"given.supply.{a.side}") if have is None else known(int(have) < supply)
        yield from c.no(short, "no-supply", "event.cost", cost=supply)


@rules("event.cost", "event.alternative")
def price(c: Case, use: str, printed: int) -> tuple[int, tuple[str, ...]]:
    """What an Event costs: the printed cost for its effect, nothing for the alternative bonus."""
    if not c.k.rule("event.cost"):
        return 0, ()
    if use == "alternative":
        return 0, ("event.cost",)
    return printed, ("event.cost",)


@rules("event.remove")
def event_goes(c: Case, use: str, removes: bool) -> tuple[str, tuple[str, ...]]:
    """Where an Event goes that was played: out of the game or to the discard."""
    if removes and use != "alternative" and c.k.rule("event.remove"):
        return "removed", ("event.remove",)
    return "discard", ("event.remove",) if c.k.rule("event.remove") else ()


@act("discard-event", ("week.event-cards",), "side", "cards")
@rules("week.event-cards")
def may_discard(c: Case, a: Act) -> Iterator[Finding]:
    """May a side discard Events at the beginning of the week?"""
    most, keys = c.number("event-discard")
    many = a.count("cards", 1)
    if most is not None:
        yield from c.no(many > most, "one-discard", "week.event-cards", also=keys, most=most)
    yield from c.no(c.s.get("round") == 1, "not-in-the-first-round", "week.event-cards")


@rules("event.hand", "three-player.hands", "week.event-cards")
def hand_size(c: Case, side: str) -> tuple[int | None, tuple[str, ...]]:
    """Cards of a hand of Events after drawing; with three players an invader's is smaller."""
    if c.s.get("players") == 3 and side == c.invader and c.k.rule("three-player.hands"):
        most, keys = c.number("event-hand-three-player")
        return most, tuple(dict.fromkeys(("three-player.hands", *keys)))
    if not c.k.rule("event.hand"):
        return None, ()
    most, keys = c.number("event-hand")
    return most, tuple(dict.fromkeys(("event.hand", *keys)))


@rules("combat-card.zero", "combat-card.exhausted", "withdraw.emptied")
def combat_card_goes(c: Case, value: int) -> tuple[str, tuple[str, ...]]:
    """Where a Combat card goes that was drawn: the 0 is set aside."""
    if value == 0 and c.k.rule("combat-card.zero"):
        return "set-aside", ("combat-card.zero",)
    return "discard", ("combat-card.zero",) if c.k.rule("combat-card.zero") else ()


@rules("combat-card.values")
def copies(c: Case, side: str, value: int) -> tuple[int, tuple[str, ...]]:
    """How many Combat cards of a value a side has."""
    for deck in c.k.every("deck").values():
        if deck.side == side and c.k.rule("combat-card.values"):
            found = next((one.count for one in deck.cards if one.value == value), None)
            keys = tuple(
                dict.fromkeys(("combat-card.values", *(k for k in deck.clauses if c.k.stands(k))))
            )
            return int(found.value or 0) if found is not None and found.known else 0, keys
    return 0, ()


@act("place-spy", ("intelligence.first-spy",), "side", "week", "placed")
@rules("intelligence.first-spy", "intelligence.extra-spies")
def may_spy(c: Case, a: Act) -> Iterator[Finding]:
    """May the occupier place a Spy marker? `placed`: how many he has placed in this phase."""
    yield from c.no(a.side != c.occupier, "occupier-only", "intelligence.first-spy")
    free, _ = c.number("spies-free")
    placed = a.count("placed", int(c.s.of("spent", "spies", 0)))
    if free is not None and placed >= free:
        a.grounds = ("intelligence.extra-spies",)


@rules("intelligence.first-spy", "intelligence.extra-spies")
def spies_cost(c: Case, placed: int) -> tuple[int | None, tuple[str, ...]]:
    """Victory Points for so many Spy markers in one Intelligence Phase."""
    free, keys = c.number("spies-free")
    each, more = c.number("spy-vp")
    if free is None or each is None:
        return None, ()
    extra = max(0, placed - free)
    cited = [*(("intelligence.first-spy",) if c.k.rule("intelligence.first-spy") else ()), *keys]
    if extra:
        if not c.k.rule("intelligence.extra-spies"):
            return None, ()
        cited += ["intelligence.extra-spies", *more]
    return extra * each, tuple(dict.fromkeys(cited))


@effect("place-spy")
def do_spy(c: Case, a: Act) -> None:
    from fieldpress.engine.overlord.scoring import score

    placed = a.count("placed", int(c.s.of("spent", "spies", 0)))
    before, _ = spies_cost(c, placed)
    after, _ = spies_cost(c, placed + 1)
    price_ = (after or 0) - (before or 0)
    if price_:
        score(c, a.side, -price_)
    plan = dict(c.s.get("plan") or {})
    spies = dict(plan.get("spies") or {})
    week = str(a.get("week", c.s.get("round", 1)))
    spies[week] = int(spies.get(week, 0)) + 1
    plan["spies"] = spies
    c.s.parts["plan"] = plan
    c.s.put("spent", "spies", placed + 1)


@act("exchange-events", ("three-player.exchange",), "side", "gives", "takes")
@rules("three-player.exchange")
def may_exchange(c: Case, a: Act) -> Iterator[Finding]:
    """May the two invaders swap Events: so many given for so many taken?"""
    gives, takes = a.count("gives"), a.count("takes")
    yield from c.no(
        gives != takes, "no-presents", "three-player.exchange", gives=gives, takes=takes
    )
    yield from c.no(a.side != c.invader, "invaders-only", "three-player.exchange")
