"""Limits of answers, of choices, and of the ways to leave an Assault; some under clauses that an
effect or a parameter names."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.acts import answer_effects, window_bound
from fieldpress.engine.commando.bans import (
    Act,
    card_record,
    framed,
    from_hand,
    ground,
    limit,
    role_of_act,
    window_open,
)
from fieldpress.engine.commando.carrying import modes_of
from fieldpress.engine.commando.selectors import Candidate, match_play
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.commando.support import (
    defenders_join,
    joiner_lacks_it,
    joining_grounds,
    standing,
    too_many,
)
from fieldpress.engine.commando.tokens import due
from fieldpress.engine.effects import Effect, Operation, parse_operations
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import YES, Tri, any_over, known
from fieldpress.engine.verdicts import Finding, distinct

# -- answers --------------------------------------------------------------------------------------


@limit("cancel.immediate", "answer")
def at_once(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A cancellation comes from the hand and follows directly upon the card that it cancels."""
    yield from from_hand(state, act, "cancel.immediate")
    if act.target is None:
        yield Finding("nothing-to-answer", {}, card_record(act), ("cancel.immediate",))
        return
    target = state.plays[act.target]
    record = f"card:{target.card}"
    if act.target not in state.pending or state.since:
        said = [c for e in _choices(k, target.card) for c in e] if "choice" in state.since else []
        params = {"since": list(state.since) or ["move"], "target": record}
        yield Finding("too-late", params, card_record(act), distinct(("cancel.immediate", *said)))


def _choices(k: Knowledge, card: str) -> Iterator[tuple[str, ...]]:
    """The clauses of a card's effects that ask for a choice."""
    if card != HIDDEN:
        for effect in k.effects("card", card).stated:
            if any(o.verb == "choose" for o in effect.do):
                yield effect.clauses


@limit("heroic.immune", "answer")
def heroic_is_immune(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """No other card's effect cancels or discards a heroic card."""
    if act.target is None:
        return
    target = state.plays[act.target]
    does = {o.verb for e in answer_effects(k, str(act.move.what)) for o in e.do} & {
        "cancel",
        "discard",
    }
    if not does:
        return
    heroic = k.holds("card", target.card, "heroic", True)
    if heroic.value is not False:
        status = "raised" if heroic.value else "open"
        params = {"by": card_record(act), "acts": sorted(does)}
        effects = answer_effects(k, str(act.move.what))
        said = (c for e in effects for c in e.clauses if c.startswith("heroic."))
        yield Finding(
            "heroic-immune", params, f"card:{target.card}", distinct(("heroic.immune", *said)),
            status, heroic.needs,  # type: ignore[arg-type]
        )  # fmt: skip


# -- leaving --------------------------------------------------------------------------------------


@limit("retreat.attacker", "give-strength")
@framed
def no_such_bargain(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Giving a Strength Point instead of a Unit is for the places that say so."""
    place = state.places[act.scope.place]
    if k.parameter("give-strength", place.terrain, place.face) is None:
        yield Finding("no-such-option", {}, f"terrain:{place.terrain}", ("retreat.attacker",))


@limit("assault.facing", "give-strength")
@framed
def unit_not_faced(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    now = state.fight_now(act.scope.place)
    if role_of_act(k, act) != ATTACKER or now is None:
        yield Finding("nothing-to-face", {}, "", ("assault.facing",))
    elif state.fights[now].attacker is not None:
        play = state.plays[state.fights[now].attacker or 0]
        yield Finding("already-facing", {}, f"card:{play.card}", ("assault.facing",))


@limit("retreat.attacker", "retreat")
@framed
def only_in_an_assault(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """What the attacker may end at any time is an Assault, so there has to be one."""
    begun = state.phase == "assault" or state.last_fight(act.scope.place) is not None
    if role_of_act(k, act) == ATTACKER and not begun:
        yield Finding("no-assault", {}, "", ("retreat.attacker",))


@ground("retreat.attacker", "retreat")
@framed
def attacker_retreats(k: Knowledge, state: State, act: Act) -> Tri:
    return known(role_of_act(k, act) == ATTACKER)


@ground("retreat.defender", "retreat", "no-unit")
@framed
def defender_retreats(k: Knowledge, state: State, act: Act) -> Tri:
    return known(role_of_act(k, act) == DEFENDER and state.last_fight(act.scope.place) is not None)


@limit("retreat.defender", "retreat", "no-unit")
@framed
def only_between_units(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender ends an Assault by playing no further Unit, not by withdrawing one."""
    now = state.fight_now(act.scope.place)
    if role_of_act(k, act) == DEFENDER and now is not None:
        unit = state.unit_of(now, DEFENDER)
        record = f"card:{unit.card}" if unit else ""
        yield Finding("unit-still-fighting", {}, record, ("retreat.defender",))


@ground("defender-phase.no-unit", "no-unit")
@framed
def no_unit(k: Knowledge, state: State, act: Act) -> Tri:
    return known(role_of_act(k, act) == DEFENDER and state.last_fight(act.scope.place) is None)


@ground("assault.no-obligation", "stop", "decline", "no-unit")
@framed
def free_not_to(k: Knowledge, state: State, act: Act) -> Tri:
    return YES


# -- checks whose clauses the data name ----------------------------------------------------------


def dynamic(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Findings under clauses that an effect or a parameter names."""
    if in_support(k, state, act):
        yield from too_many(k, state, act)
        yield from defenders_join(k, state, act)
        yield from joiner_lacks_it(k, state, act)
    if act.card is not None and bounded(k, act.card):
        yield from _used_up(k, state, act, act.card.card)
        yield from _affordable(k, state, act, act.card.card)
    if act.kind == "answer":
        yield from _answerable(k, state, act)
    elif act.kind == "choose":
        yield from _choosable(k, state, act)
    elif act.kind == "decline" and not state.pending:
        yield Finding("nothing-to-decline", {}, "", ("cancel.immediate",))


def in_support(k: Knowledge, state: State, act: Act) -> bool:
    """Whether a Unit would fight beside another one there."""
    return bool(standing(k, state, act))


def bounded(k: Knowledge, card: Candidate | None) -> bool:
    """Whether a card costs something, or may be used so many times only."""
    if card is None or card.card == HIDDEN:
        return False
    return any("use" in e.raw or "cost" in e.raw for e in k.effects("card", card.card).stated)


def answering(effect: Effect) -> tuple[str, ...]:
    """The clauses of an answer's effect that say when it may be played; all if none says it."""
    moments = tuple(c for c in effect.clauses if c == "cancel.immediate" or c.endswith(".response"))
    return moments or effect.clauses


def _used_up(k: Knowledge, state: State, act: Act, card: str) -> Iterator[Finding]:
    """A card that may be used so many times within a fight, an Assault or a turn, alone or with
    the cards that share its limit. What came before this turn is not on the table."""
    for effect in k.effects("card", card).stated:
        use = effect.raw.get("use")
        if use is None:
            continue
        if use["times"] == "unknown":
            needs = (f"{card}.effects",)
            yield Finding("used-up", {}, f"card:{card}", effect.clauses, "open", needs)
            continue
        cards = {card, *use.get("shared", ())}
        before = [
            p
            for p in state.plays
            if p.card in cards
            and p.side == act.move.side
            and (use["per"] not in ("assault", "terrain", "fight") or p.place == act.scope.place)
            and (use["per"] != "fight" or p.fight == act.scope.fight)
        ]
        if len(before) >= use["times"]:
            params = {"times": use["times"], "per": use["per"]}
            yield Finding("used-up", params, f"card:{card}", effect.clauses)


def _affordable(k: Knowledge, state: State, act: Act, card: str) -> Iterator[Finding]:
    """What a card costs must be there to pay, where the tokens are stated."""
    held = state.sides[act.move.side].tokens
    if held is None:
        return
    for effect in k.effects("card", card).stated:
        operations, _ = parse_operations(effect.raw.get("cost", ()), effect.record)
        for op in operations:
            count = op.args.get("count")
            if op.verb != "tokens" or op.side("who") != "own" or not isinstance(count, int):
                continue
            counter = op.args.get("counter")
            mine = [
                t for t in held if (t.counter == counter if counter else not k.special(t.counter))
            ]
            if len(mine) < count:
                params = {"side": act.move.side, "count": count}
                yield Finding("cannot-pay", params, f"card:{card}", effect.clauses)


def _answerable(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card answers only the plays that it may follow."""
    card = str(act.move.what)
    effects = answer_effects(k, card)
    if card == HIDDEN or act.target is None:
        return
    target = state.plays[act.target]
    if not effects:
        if k.effects("card", card).rest_unknown:
            yield Finding(
                "no-answer",
                {},
                card_record(act),
                ("cancel.immediate",),
                "open",
                (f"{card}.effects",),
            )
        else:
            yield Finding("no-answer", {}, card_record(act), ("cancel.immediate",))
        return
    record = f"card:{card}"
    fits = any_over(
        effects,
        lambda effect: match_play(k, effect.raw.get("answers"), act.move.side, target, record),
    )
    if fits.value is not True:
        status = "raised" if fits.value is False else "open"
        clauses = distinct(c for e in effects for c in answering(e))
        params = {"target": f"card:{target.card}"}
        yield Finding("does-not-answer", params, record, clauses, status, fits.needs)  # type: ignore[arg-type]


def open_choice(
    k: Knowledge, state: State, side: str, place: int
) -> tuple[str, Operation, tuple[str, ...]] | None:
    """The choice that a side has to make: by a card that resolves, or by the Terrain."""
    waiting = (
        state.choosing
        if state.choosing is not None
        else (state.pending[-1] if state.pending else None)
    )
    if waiting is not None:
        play = state.plays[waiting]
        if play.card != HIDDEN:
            for effect in k.effects("card", play.card).stated:
                for operation in effect.do:
                    if operation.verb == "choose":
                        return f"card:{play.card}", operation, effect.clauses
                if effect.raw.get("modes"):
                    modes = Operation("choose", {"by": "own", "what": "mode"})
                    return f"card:{play.card}", modes, effect.clauses
    terrain = state.places[place]
    if terrain.terrain:
        for effect in k.effects("terrain", terrain.terrain, terrain.face).stated:
            for operation in effect.do:
                if operation.verb == "choose":
                    return f"terrain:{terrain.terrain}", operation, effect.clauses
    return None


def _choosable(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A choice is made when the effect resolves, by the side that it names, as often as it says."""
    found = open_choice(k, state, act.move.side, act.scope.place)
    if found is None:
        yield Finding("no-choice", {"side": act.move.side}, "", ())
        return
    record, operation, clauses = found
    if record.startswith("card:"):
        waiting = state.choosing if state.choosing is not None else state.pending[-1]
        play = state.plays[waiting]
        mine = (play.side == act.move.side) == (operation.side("by") == "own")
        if not mine:
            yield Finding("not-your-choice", {"side": act.move.side}, record, clauses)
        if waiting in state.pending:
            params = {"waits_for": k.other(play.side)}
            yield Finding("window-open", params, record, clauses)
        if mine and isinstance(act.move.what, tuple):
            yield from _tokens_picked(k, state, act, operation, record, clauses)
        modes = modes_of(k, play.card)
        if modes and act.move.what not in modes:
            yield Finding("no-such-mode", {"modes": list(modes)}, record, clauses)
    elif operation.args.get("once") and act.move.side in state.places[act.scope.place].chosen:
        chosen = state.places[act.scope.place].chosen[act.move.side]
        yield Finding("chosen-already", {"side": act.move.side, "chosen": chosen}, record, clauses)


def _tokens_picked(
    k: Knowledge,
    state: State,
    act: Act,
    operation: Operation,
    record: str,
    clauses: tuple[str, ...],
) -> Iterator[Finding]:
    """Tokens picked to be given back: as many as are due, and such as one has."""
    then, _ = parse_operations(operation.args.get("then", ()), record)
    held, picked = state.sides[act.move.side].tokens, list(act.move.what)
    for op in then:
        number = due(held, op.args) if op.verb == "tokens" else None
        if number is not None and len(picked) != number:
            keys = distinct((*clauses, *(("effect.partial",) if k.rule("effect.partial") else ())))
            yield Finding("wrong-number", {"number": number}, record, keys)
    if held is not None:
        mine = [token.counter for token in held]
        for counter in dict.fromkeys(picked):
            if picked.count(counter) > mine.count(counter):
                params = {"side": act.move.side}
                yield Finding("no-token-left", params, f"counter:{counter}", clauses)


def dynamic_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """Clauses of effects and parameters by which an act is possible."""
    if act.kind == "play-unit":
        return joining_grounds(k, state, act)
    if act.kind == "answer" and act.target is not None:
        target, record = state.plays[act.target], card_record(act)
        return distinct(
            c
            for e in answer_effects(k, str(act.move.what))
            if match_play(k, e.raw.get("answers"), act.move.side, target, record).value
            for c in answering(e)
        )
    if act.kind == "play-action" and window_open(state, act):
        bound = [e for e in window_bound(k, str(act.move.what)) if e.when == "unit-destroyed"]
        named = distinct(c for e in bound for c in e.clauses if c.endswith(".window"))
        return named or (("units-allowed.window",) if bound else ())
    if act.kind == "choose":
        found = open_choice(k, state, act.move.side, act.scope.place)
        return found[2] if found else ()
    if act.kind == "give-strength":
        place = state.places[act.scope.place]
        parameter = k.parameter("give-strength", place.terrain, place.face)
        return parameter.clauses if parameter else ()
    return ()
