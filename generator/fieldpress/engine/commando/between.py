"""Acts apart from the fights: new hands, heroic cards, piles looked through, cards laid by, tokens
of a campaign. What a scenario says of them are parameters, and their clauses are cited."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.bans import Act, card_record, ground, limit, role_of_act
from fieldpress.engine.commando.missions import counter, heroes
from fieldpress.engine.commando.missions import table as missions
from fieldpress.engine.commando.missions.figures import Figure
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.knowledge import HIDDEN, Knowledge, Parameter
from fieldpress.engine.tri import NO, YES, Tri, known
from fieldpress.engine.verdicts import Finding, Status, distinct


def here(k: Knowledge, state: State, name: str, place: int = 0) -> Parameter | None:
    """A parameter as it holds on the Terrain of the turn."""
    return k.parameter(name, state.places[place].terrain, state.places[place].face)


# -- heroic cards -------------------------------------------------------------------------------


@limit("heroic.aside", "take-heroic")
def is_heroic(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """What is taken so is a heroic card."""
    heroic = k.holds("card", str(act.move.what), "heroic", True)
    if heroic.value is not True:
        status: Status = "raised" if heroic.value is False else "open"
        keys = ("heroic.aside",)
        yield Finding("not-heroic", {}, card_record(act), keys, status, heroic.needs)


@ground("heroic.aside", "take-heroic")
def heroic_cards_come(k: Knowledge, state: State, act: Act) -> Tri:
    return YES


@limit("assault-end.heroic-choice", "take-heroic")
def by_the_turn_token(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The side on the Turn token takes one of the cards that it has left."""
    timing = here(k, state, "heroic-timing")
    keys = ("assault-end.heroic-choice", *(timing.clauses if timing else ()))
    if timing is None or timing.value == "turn-end":
        params = {"shows": state.turn_token}
        if not state.turn_token:
            yield Finding("not-on-token", params, "", keys, "open", ("given.turn_token",))
        elif state.turn_token != act.move.side:
            yield Finding("not-on-token", params, "", keys)
        if state.fight_now(act.scope.place) is not None:
            yield Finding("assault-goes-on", {}, "", keys)
    left = state.sides[act.move.side].heroic
    if left is not None and act.move.what not in left:
        yield Finding(
            "not-available",
            {"side": act.move.side},
            card_record(act),
            ("assault-end.heroic-choice",),
        )


@ground("assault-end.heroic-choice", "take-heroic")
def at_the_end_of_an_assault(k: Knowledge, state: State, act: Act) -> Tri:
    timing = here(k, state, "heroic-timing")
    return known(timing is None or timing.value == "turn-end")


def _heroic(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    timing: Figure | Parameter | None = heroes.timing(k, state) or here(k, state, "heroic-timing")
    late = timing is not None and timing.value == "pile-start" and (state.crossed or 0) > 0
    told = not isinstance(timing, Figure) or not timing or state.turn is not None
    if timing is not None and told and (timing.value == "none" or late):
        yield Finding("no-heroic-choice", {}, "", timing.clauses)
    barred = here(k, state, "heroic-barred")
    if barred is not None and barred.value == act.move.what:
        yield Finding("heroic-barred", {}, card_record(act), barred.clauses)
    each, had = here(k, state, "heroic-cards-each"), state.sides[act.move.side].heroic_taken
    if each is not None and had is not None and had >= each.value:
        params = {"side": act.move.side, "number": each.value}
        yield Finding("heroic-limit", params, "", each.clauses)


# -- piles ----------------------------------------------------------------------------------------


@limit("discard.consult", "look")
def not_open(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The other side's discard pile is closed."""
    if act.move.what == "enemy-discard":
        yield Finding("not-open", {"side": k.other(act.move.side)}, "", ("discard.consult",))


@ground("discard.consult", "look")
def may_look(k: Knowledge, state: State, act: Act) -> Tri:
    return known(act.move.what in ("own-discard", "terrain-discard"))


@ground("hand.count-public", "look")
def may_ask(k: Knowledge, state: State, act: Act) -> Tri:
    return known(act.move.what == "hand-count")


@ground("tokens.visible", "look")
def tokens_lie_open(k: Knowledge, state: State, act: Act) -> Tri:
    return known(act.move.what == "enemy-tokens")


@limit("heroic.removed", "take-back")
def gone_for_good(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A heroic card that was played is in no discard pile."""
    heroic = k.holds("card", str(act.move.what), "heroic", True)
    if heroic.value is not False:
        status: Status = "raised" if heroic.value else "open"
        keys = ("heroic.removed",)
        yield Finding("out-of-game", {}, card_record(act), keys, status, heroic.needs)


@limit("discard.take-back", "take-back")
def in_the_discard(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """What lies in one's own discard pile can be taken back, as far as it goes."""
    pile, card = state.sides[act.move.side].discard, act.move.what
    apart = here(k, state, "counter-pile-apart")
    if pile is None and card not in state.counter_pile:
        needs = (f"given.sides.{act.move.side}.discard",)
        yield Finding("not-in-discard", {}, card_record(act), ("discard.take-back",), "open", needs)
    elif card not in (pile or ()) and (apart is not None or card not in state.counter_pile):
        yield Finding("not-in-discard", {}, card_record(act), ("discard.take-back",))


@ground("discard.take-back", "take-back")
def taken_back(k: Knowledge, state: State, act: Act) -> Tri:
    return YES


def _take_back(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    apart = here(k, state, "counter-pile-apart")
    if apart is not None and act.move.what in state.counter_pile:
        yield Finding("in-counter-pile", {}, card_record(act), apart.clauses)


def _lay_by(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Unit and an Event or Combat Action of those played this turn, in the first turns."""
    if counter.has_column(k):
        yield from counter.check_lay_by(k, state, act)
        return
    rule = here(k, state, "counter-pile-turns")
    if rule is None:
        yield Finding("no-ground", {"act": act.kind, "side": act.move.side})
        return
    card, side, keys = str(act.move.what), act.move.side, rule.clauses
    if role_of_act(k, act) != DEFENDER:
        yield Finding("not-for-side", {"side": side}, "", keys)
    if state.turn is not None and state.turn > rule.value:
        yield Finding("too-late-to-lay", {"turns": rule.value}, "", keys)
    if not any(p.card == card and p.side == side and p.status != "pending" for p in state.plays):
        yield Finding("not-played-now", {}, card_record(act), keys)
    if card == HIDDEN:
        return
    unit = k.holds("card", card, "kind", "unit")
    for other in state.laid_by:
        same = k.holds("card", other, "kind", "unit")
        if unit.value is None or same.value is None:
            needs = (*unit.needs, *same.needs)
            yield Finding("one-of-each", {}, f"card:{other}", keys, "open", needs)
        elif unit.value == same.value:
            yield Finding("one-of-each", {}, f"card:{other}", keys)
    heroic = k.holds("card", card, "heroic", True)
    if heroic.value is not False:
        needs = tuple(f"discrepancy:{d}" for d in k.readings_of("counter-pile-heroic"))
        allowed = here(k, state, "counter-pile-heroic")
        if allowed is None and needs:
            yield Finding("heroic-laid-by", {}, card_record(act), keys, "open", needs)
        elif allowed is not None and not allowed.value:
            status: Status = "raised" if heroic.value else "open"
            yield Finding(
                "heroic-laid-by", {}, card_record(act), allowed.clauses, status, heroic.needs
            )


# -- hands, scenario Terrains ---------------------------------------------------------------------


def _redraw(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    rule = here(k, state, "redraws")
    if rule is None:
        yield Finding("no-ground", {"act": act.kind, "side": act.move.side})
        return
    only = here(k, state, "redraws-for")
    if only is not None and only.value not in ("both", role_of_act(k, act)):
        yield Finding("no-redraw", {"side": act.move.side}, "", only.clauses)
    shared = here(k, state, "redraws-shared")
    if shared is not None and shared.value and state.sides[k.other(act.move.side)].redraws:
        yield Finding("redrawn", {"side": k.other(act.move.side), "times": 1}, "", shared.clauses)
    had = state.sides[act.move.side].redraws
    if had is not None and had >= rule.value:
        yield Finding("redrawn", {"side": act.move.side, "times": rule.value}, "", rule.clauses)
    if state.phase not in ("", "setup") or state.fights:
        yield Finding("hand-settled", {}, "", rule.clauses)


def _no_assault(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    rule = here(k, state, "assault-here", act.scope.place)
    if rule is not None and not rule.value:
        record = f"terrain:{state.places[act.scope.place].terrain}"
        yield Finding("no-assault-here", {}, record, rule.clauses)


def twins(k: Knowledge, state: State) -> Parameter | None:
    """The rule by which the defender loses his phase: two Terrains alike were turned up."""
    alike = len(state.revealed) == 2 and len(set(state.revealed)) == 1
    return here(k, state, "twins-penalty") if alike else None


def _skipped_phase(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    rule = twins(k, state)
    if rule is not None and role_of_act(k, act) == DEFENDER:
        yield Finding("phase-skipped", {"side": act.move.side}, "", rule.clauses)


def _fate(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    rule = here(k, state, "fate-gives")
    keys = rule.clauses if rule else ()
    if role_of_act(k, act) != ATTACKER:
        yield Finding("not-for-side", {"side": act.move.side}, "", keys)
    if state.phase not in ("", ATTACKER):
        yield Finding("wrong-phase", {"phase": state.phase}, "", keys)
    if state.fate:
        yield Finding("fate-tossed", {}, "", keys)


def _retreat(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Where nothing can be paid for a retreat, whether there is one."""
    if role_of_act(k, act) != ATTACKER or not k.sets("retreat"):
        return
    terrain = state.places[act.scope.place].terrain
    rule = here(k, state, "retreat", act.scope.place)
    if rule is None:
        needs = tuple(f"discrepancy:{d}" for d in k.readings_of("retreat", terrain))
        if needs:
            yield Finding("no-retreat", {}, "", ("retreat.attacker",), "open", needs)
    elif not rule.value:
        yield Finding("no-retreat", {}, "", rule.clauses)


# -- campaign tokens ------------------------------------------------------------------------------


@limit("campaign.tokens-place", "campaign-token")
def one_by_the_defender(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender lays one, as the Progression Phase ends, in a campaign."""
    keys, side = ("campaign.tokens-place",), act.move.side
    if role_of_act(k, act) != DEFENDER:
        yield Finding("not-for-side", {"side": side}, "", keys)
    if state.phase not in ("", "progression"):
        yield Finding("wrong-phase", {"phase": state.phase}, "", keys)
    if state.campaign_token:
        yield Finding("token-lies-there", {}, "", keys)
    if state.sides[side].campaign_tokens == 0:
        yield Finding("no-campaign-token", {"side": side}, "", keys)


@ground("campaign.tokens-place", "campaign-token")
def blue_token(k: Knowledge, state: State, act: Act) -> Tri:
    return known(role_of_act(k, act) == DEFENDER) if act.kind == "campaign-token" else NO


def _campaign_token(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    rule = here(k, state, "campaign-token-barred", act.scope.place)
    if rule is not None and rule.value:
        record = f"terrain:{state.places[act.scope.place].terrain}"
        yield Finding("token-barred", {}, record, rule.clauses)


_CHECKS = {
    "take-heroic": _heroic, "take-back": _take_back, "lay-by": _lay_by, "redraw": _redraw,
    "play-unit": _no_assault, "play-event": _skipped_phase, "fate-toss": _fate,
    "retreat": _retreat, "campaign-token": _campaign_token,
}  # fmt: skip
_GROUNDS = {
    "redraw": "redraws", "lay-by": "counter-pile-turns", "fate-toss": "fate-gives",
    "take-heroic": "heroic-timing",
}  # fmt: skip


#: Of these, the ones that look at nothing but Terrain and face: at the frame of the place.
_FRAMED = frozenset({"play-unit", "retreat"})


def scenario_checks(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Findings under the clauses of a parameter."""
    yield from framed_checks(k, state, act)
    yield from table_checks(k, state, act)


def framed_checks(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Those of them that the frame of the place settles."""
    if act.kind in _FRAMED:
        yield from _CHECKS[act.kind](k, state, act)


def table_checks(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The others."""
    if act.kind in _CHECKS and act.kind not in _FRAMED:
        yield from _CHECKS[act.kind](k, state, act)
    if state.mission is not None:
        yield from missions.checks(k, state, act)


def concerns(k: Knowledge, state: State, act: Act) -> bool:
    """Whether `table_checks` may have anything to say about an act."""
    mine = act.kind in _CHECKS and act.kind not in _FRAMED
    return mine or (state.mission is not None and missions.concerns(k, act))


def scenario_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """Clauses of a parameter by which an act is possible."""
    name = _GROUNDS.get(act.kind)
    rule = here(k, state, name) if name else None
    whose = here(k, state, "redraws-for") if act.kind == "redraw" else None
    found = (*(rule.clauses if rule else ()), *(whose.clauses if whose else ()))
    return distinct((*found, *missions.grounds(k, state, act)))


def grounds_concern(state: State, kind: str) -> bool:
    """Whether `scenario_grounds` has anything to look at for a kind of act."""
    return kind in _GROUNDS or (state.mission is not None and kind in missions.GROUNDS)
