"""The ruleset's own limits, permissions and grounds, each registered under its clause key.

A ruling, a move of `play` and a list of legal moves all ask these same functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.commando.acts import act_of, answer_effects, window_bound
from fieldpress.engine.commando.bans import (
    TOKENS,
    Act,
    dict_order,
    findings,
    ground,
    limit,
    permission,
)
from fieldpress.engine.commando.bans import grounds as table_grounds
from fieldpress.engine.commando.combat import attacker_reaches, room_for_unit
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.plays import resolve_pending
from fieldpress.engine.commando.selectors import match_play
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.effects import Effect, Operation
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import NO, YES, Tri, any_of, known
from fieldpress.engine.verdicts import Finding, distinct

RAISES = ("play-action", *TOKENS)
IN_FIGHT = ("play-unit", *RAISES, "stop", "give-strength", "retreat", "no-unit")


def judge(k: Knowledge, state: State, move: Move) -> tuple[Finding, ...]:
    """Every finding about a move; it is legal when none is raised or open."""
    state = settled(k, state, move)
    act = act_of(k, state, move)
    found = [*findings(k, state, act), *dynamic(k, state, act)]
    if all(f.status == "lifted" for f in found) and not grounds(k, state, move):
        found.append(Finding("no-ground", {"act": act.kind, "side": move.side}))
    return tuple(dict_order(found))


def grounds(k: Knowledge, state: State, move: Move) -> tuple[str, ...]:
    """The clauses by which a move is possible at all."""
    state = settled(k, state, move)
    act = act_of(k, state, move)
    return distinct((*table_grounds(k, state, act), *dynamic_grounds(k, state, act)))


def settled(k: Knowledge, state: State, move: Move) -> State:
    """The state in which a move is judged: to move on is to let the window for answers pass."""
    if not state.pending or move.verb in ("answer", "decline", "choose"):
        return state
    after = state.copy()
    resolve_pending(k, after)
    return after


def _role(k: Knowledge, act: Act) -> str:
    return k.role_of_side(act.move.side)


def _card(act: Act) -> str:
    return f"card:{act.move.what}"


# -- phases and the Assault as a whole -----------------------------------------------------------


@limit("turn.phases", "play-unit", *RAISES, "stop", "give-strength", "retreat")
def in_the_assault(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Units, Combat Actions and tokens belong to the Assault (a first Unit to the phase before)."""
    allowed = {"", "assault"}
    if act.kind == "play-unit" and _role(k, act) == DEFENDER:
        allowed.add("defender")
    if state.phase not in allowed:
        yield Finding("wrong-phase", {"phase": state.phase}, clauses=("turn.phases",))


def _events(role: str, key: str) -> None:
    @limit(key, "play-event")
    def in_own_phase(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
        """Events are played in one's own phase, from the hand."""
        if _role(k, act) == role:
            if state.phase and state.phase != role:
                yield Finding("wrong-phase", {"phase": state.phase}, _card(act), (key,))
            elif not state.phase and state.fight_now(act.scope.place) is not None:
                yield Finding("wrong-phase", {"phase": "assault"}, _card(act), (key,))
            yield from _from_hand(state, act, key)

    @ground(key, "play-event")
    def events(k: Knowledge, state: State, act: Act) -> Tri:
        return known(_role(k, act) == role)


_events(ATTACKER, "attacker-phase.events")
_events(DEFENDER, "defender-phase.events")


def _over(key: str, how: tuple[str, ...]) -> None:
    @limit(key, *IN_FIGHT)
    def not_over(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
        """Once an Assault has ended nothing more is played in it."""
        place = state.places[act.scope.place]
        if place.ended and place.how in how:
            yield Finding("assault-over", {"winner": place.ended, "how": place.how}, clauses=(key,))


_over("assault.attacker-destroyed", ("unit-lost",))
_over("assault.attacker-wins", ("all-destroyed", "no-more-units"))
_over("retreat.attacker", ("retreat",))
_over("defender-phase.no-unit", ("no-unit",))


@limit("assault.last-strength", *IN_FIGHT)
def game_not_over(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """With the last Strength Point the game is over."""
    if state.winner:
        yield Finding("game-over", {"winner": state.winner}, clauses=("assault.last-strength",))


# -- cards: whose, of which kind, from where ------------------------------------------------------


@limit("setup.deck", "play-unit", "play-event", "play-action", "play-card", "answer")
def own_card(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Each side plays cards of its own deck."""
    if act.move.what == HIDDEN:
        return
    side = k.fact("card", str(act.move.what), "side")
    if side.known and side.value != act.move.side:
        params = {"side": act.move.side, "owner": side.value}
        yield Finding("not-your-card", params, _card(act), ("setup.deck",))
    elif side.unknown:
        k.reserve_judgement(_card(act), "side", side.why)


@limit("card.types", "play-unit", "play-event", "play-action", "answer")
def of_that_kind(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card is played according to its kind."""
    if act.card is None or act.card.card == HIDDEN or not act.card.role:
        return
    kind = k.fact("card", act.card.card, "kind")
    keys = ("card.types",)
    if k.fact("card", act.card.card, "heroic").value is True and k.rule("heroic.by-type"):
        keys += ("heroic.by-type",)
    params = {"as": act.card.role, "kind": kind.value}
    if kind.known and kind.value != act.card.role:
        yield Finding("wrong-kind", params, _card(act), keys)
    elif kind.unknown and kind.among and act.card.role not in kind.among:
        yield Finding("wrong-kind", {**params, "kind": " or ".join(kind.among)}, _card(act), keys)
    elif kind.unknown:
        k.reserve_judgement(_card(act), "kind", kind.why)


@ground("heroic.by-type", "play-unit", "play-event", "play-action")
def heroic_card(k: Knowledge, state: State, act: Act) -> Tri:
    """A heroic card is played like an ordinary one of its kind."""
    if act.card is None:
        return NO
    return known(k.fact("card", act.card.card, "heroic").value is True)


def _from_hand(state: State, act: Act, key: str) -> Iterator[Finding]:
    hand = state.sides[act.move.side].hand
    if hand is not None and act.move.what not in hand:
        yield Finding("not-in-hand", {"side": act.move.side}, _card(act), (key,))


# -- Units ----------------------------------------------------------------------------------------


@limit("assault.one-unit", "play-unit")
def one_defender(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender brings his next Unit only when the one before has been destroyed."""
    now = state.fight_now(act.scope.place)
    if _role(k, act) == DEFENDER and now is not None:
        unit = state.unit_of(now, DEFENDER)
        record = f"card:{unit.card}" if unit else ""
        yield Finding("unit-still-fighting", {}, record, ("assault.one-unit",))


@limit("assault.size", "play-unit")
def room(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender may play another Unit while he has played fewer than the Terrain's size."""
    if _role(k, act) != DEFENDER:
        return
    if state.last_fight(act.scope.place) is None and state.places[act.scope.place].played is None:
        return
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
    record = f"terrain:{state.places[act.scope.place].terrain}" if state.places[0].terrain else ""
    status = "raised" if free.value is False else "open"
    yield Finding("no-room", params, record, clauses, status, free.needs)  # type: ignore[arg-type]


@ground("assault.size", "play-unit")
def another_unit(k: Knowledge, state: State, act: Act) -> Tri:
    """A further Unit, after one was destroyed."""
    return known(_role(k, act) == DEFENDER and state.last_fight(act.scope.place) is not None)


@ground("defender-phase.unit", "play-unit")
def first_unit(k: Knowledge, state: State, act: Act) -> Tri:
    """The Unit with which the Assault begins."""
    return known(_role(k, act) == DEFENDER and state.last_fight(act.scope.place) is None)


@limit("defender-phase.unit", "play-unit")
def defender_unit_from_hand(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    if _role(k, act) == DEFENDER:
        yield from _from_hand(state, act, "defender-phase.unit")


@limit("assault.facing", "play-unit")
def one_facing(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The attacker plays, from his hand, one Unit facing each defending Unit."""
    if _role(k, act) != ATTACKER:
        return
    yield from _from_hand(state, act, "assault.facing")
    now = state.fight_now(act.scope.place)
    if now is None:
        yield Finding("nothing-to-face", {}, "", ("assault.facing",))
        return
    faced = state.fights[now].attacker
    if faced is None:
        return
    play = state.plays[faced]
    if not play.discarded_by:
        yield Finding("already-facing", {}, f"card:{play.card}", ("assault.facing",))
        return
    yield from _second_unit(k, play.card, play.discarded_by)


def _second_unit(k: Knowledge, card: str, by: str) -> Iterator[Finding]:
    """Whether a Unit that was discarded may be followed by another: the book is silent."""
    name = "piege-second-unit"
    record = k.game.discrepancies.get(name)
    params = {"by": f"card:{by}", "discrepancy": name}
    reading = k.reading(name)
    if record is None or not record.switch or reading == "undecided":
        needs = (f"discrepancy:{name}",)
        yield Finding(
            "unit-was-discarded", params, f"card:{card}", ("assault.facing",), "open", needs
        )
    elif reading == "no-second-unit":
        yield Finding("unit-was-discarded", params, f"card:{card}", ("assault.facing",))


@ground("assault.facing", "play-unit")
def facing(k: Knowledge, state: State, act: Act) -> Tri:
    return known(_role(k, act) == ATTACKER)


# -- Combat Actions and tokens --------------------------------------------------------------------


@limit("assault.actions-need-unit", "play-action")
def own_unit_in_play(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Combat Action needs a Unit of one's own in play."""
    fight = act.scope.fight
    unit = state.unit_of(fight, _role(k, act)) if fight is not None else None
    if unit is None:
        params = {"side": act.move.side}
        yield Finding("no-unit-in-play", params, _card(act), ("assault.actions-need-unit",))


@limit("assault.actions", "play-action")
def action_in_a_fight(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Combat Action is played from the hand, in a fight that is not decided yet."""
    yield from _from_hand(state, act, "assault.actions")
    if window_bound(k, str(act.move.what)) or act.scope.fight is None:
        return
    if state.fights[act.scope.fight].result:
        yield Finding("fight-decided", {}, _card(act), ("assault.actions",))


@ground("assault.actions", "play-action", "play-card")
def actions(k: Knowledge, state: State, act: Act) -> Tri:
    return known(not window_bound(k, str(act.move.what)))


@limit("units-allowed.window", "play-action")
def in_its_window(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A card with moments of its own is played at one of them."""
    for effect in window_bound(k, str(act.move.what)):
        if effect.when == "unit-destroyed" and not _window_open(state, act):
            clauses = tuple(c for c in effect.clauses if c.endswith("window")) or effect.clauses
            yield Finding("outside-window", {"window": effect.when}, _card(act), clauses)


def _window_open(state: State, act: Act) -> bool:
    return (
        state.destroyed_now is not None
        and state.fights[state.destroyed_now].place == act.scope.place
    )


@limit("assault.tokens", *TOKENS)
def unit_for_token(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A token is used for one's own Unit in the fight against the enemy Unit there."""
    counter = k.counter(str(act.move.what))
    record = f"counter:{counter.id}"
    if counter.kind != "combat":
        yield Finding("not-a-combat-token", {"kind": counter.kind}, record, ("assault.tokens",))
    now = state.fight_now(act.scope.place)
    if now is None or state.unit_of(now, _role(k, act)) is None:
        yield Finding("no-unit-for-token", {"side": act.move.side}, record, ("assault.tokens",))


@limit("assault.tokens-number", *TOKENS)
def has_token(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One may use as many tokens as one has."""
    tokens = state.sides[act.move.side].tokens
    if tokens is None:
        return
    mine = [t for t in tokens if t.counter == act.move.what]
    if act.move.origin is not None:
        mine = [t for t in mine if t.origin in (act.move.origin, None)]
    if not mine:
        record = f"counter:{act.move.what}"
        yield Finding("no-token-left", {"side": act.move.side}, record, ("assault.tokens-number",))


@ground("assault.tokens", *TOKENS)
def tokens(k: Knowledge, state: State, act: Act) -> Tri:
    return YES


@ground("assault.tokens-number", *TOKENS)
def more_tokens(k: Knowledge, state: State, act: Act) -> Tri:
    """One token after another."""
    now = state.fight_now(act.scope.place)
    return known(now is not None and bool(state.fights[now].tokens.get(act.move.side)))


# -- whose turn it is to raise --------------------------------------------------------------------


@limit("assault.bidding", *RAISES)
def in_turn(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The attacker raises until he reaches, the defender until he exceeds, and so on in turn."""
    now = state.fight_now(act.scope.place)
    if now is None or (act.kind == "play-action" and window_bound(k, str(act.move.what))):
        return
    fight, role = state.fights[now], _role(k, act)
    params = {"side": act.move.side}
    if fight.attacker is None:
        if role == DEFENDER:
            yield Finding("not-your-turn", params, "", ("assault.bidding",))
        return
    if role == fight.active or (role == ATTACKER and not fight.active):
        return
    reaches = attacker_reaches(k, state, now)[0]
    ready = (
        reaches.value
        if role == DEFENDER
        else (None if reaches.value is None else not reaches.value)
    )
    if ready is False:
        yield Finding("not-your-turn", params, "", ("assault.bidding",))
    elif ready is None:
        yield Finding("not-your-turn", params, "", ("assault.bidding",), "open", reaches.needs)


@permission("assault.initiative", *RAISES, lifts=("assault.bidding",))
def initiative(k: Knowledge, state: State, act: Act) -> Tri:
    """After playing a Unit the defender may act before the attacker does."""
    now = state.fight_now(act.scope.place)
    return known(
        now is not None and _role(k, act) == DEFENDER and state.fights[now].attacker is None
    )


@ground("assault.bidding", *RAISES)
def raising(k: Knowledge, state: State, act: Act) -> Tri:
    """A raise against the other side's raise."""
    now = state.fight_now(act.scope.place)
    if now is None:
        return NO
    fight = state.fights[now]
    return known(bool(fight.active) and fight.active != _role(k, act))


# -- answers --------------------------------------------------------------------------------------


@limit("cancel.immediate", "answer")
def at_once(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A cancellation follows directly upon the card that it cancels."""
    if act.target is None:
        yield Finding("nothing-to-answer", {}, _card(act), ("cancel.immediate",))
        return
    target = state.plays[act.target]
    record = f"card:{target.card}"
    if act.target not in state.pending or state.since:
        said = [c for e in _choices(k, target.card) for c in e] if "choice" in state.since else []
        params = {"since": list(state.since) or ["move"], "target": record}
        yield Finding("too-late", params, _card(act), distinct(("cancel.immediate", *said)))


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
        params = {"by": _card(act), "acts": sorted(does)}
        yield Finding(
            "heroic-immune", params, f"card:{target.card}", ("heroic.immune",),
            status, heroic.needs,  # type: ignore[arg-type]
        )  # fmt: skip


# -- leaving --------------------------------------------------------------------------------------


@limit("retreat.attacker", "give-strength")
def no_such_bargain(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Giving a Strength Point instead of a Unit is for the places that say so."""
    place = state.places[act.scope.place]
    if k.parameter("give-strength", place.terrain, place.face) is None:
        yield Finding("no-such-option", {}, f"terrain:{place.terrain}", ("retreat.attacker",))


@limit("assault.facing", "give-strength")
def unit_not_faced(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    now = state.fight_now(act.scope.place)
    if _role(k, act) != ATTACKER or now is None:
        yield Finding("nothing-to-face", {}, "", ("assault.facing",))
    elif state.fights[now].attacker is not None:
        play = state.plays[state.fights[now].attacker or 0]
        yield Finding("already-facing", {}, f"card:{play.card}", ("assault.facing",))


@ground("retreat.attacker", "retreat")
def attacker_retreats(k: Knowledge, state: State, act: Act) -> Tri:
    return known(_role(k, act) == ATTACKER)


@ground("retreat.defender", "retreat", "no-unit")
def defender_retreats(k: Knowledge, state: State, act: Act) -> Tri:
    return known(_role(k, act) == DEFENDER and state.last_fight(act.scope.place) is not None)


@limit("retreat.defender", "retreat", "no-unit")
def only_between_units(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The defender ends an Assault by playing no further Unit, not by withdrawing one."""
    now = state.fight_now(act.scope.place)
    if _role(k, act) == DEFENDER and now is not None:
        unit = state.unit_of(now, DEFENDER)
        record = f"card:{unit.card}" if unit else ""
        yield Finding("unit-still-fighting", {}, record, ("retreat.defender",))


@ground("defender-phase.no-unit", "no-unit")
def no_unit(k: Knowledge, state: State, act: Act) -> Tri:
    return known(_role(k, act) == DEFENDER and state.last_fight(act.scope.place) is None)


@ground("assault.no-obligation", "stop", "decline", "no-unit")
def free_not_to(k: Knowledge, state: State, act: Act) -> Tri:
    return YES


# -- checks whose clauses the data name -------------------------------------------------------------


def dynamic(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """Findings under clauses that an effect or a parameter names."""
    if act.kind == "answer":
        yield from _answerable(k, state, act)
    elif act.kind == "choose":
        yield from _choosable(k, state, act)
    elif act.kind == "decline" and not state.pending:
        yield Finding("nothing-to-decline", {}, "", ("cancel.immediate",))


def answering(effect: Effect) -> tuple[str, ...]:
    """The clauses of an answer's effect that say when it may be played; all if none says it."""
    moments = tuple(c for c in effect.clauses if c == "cancel.immediate" or c.endswith(".response"))
    return moments or effect.clauses


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
                "no-answer", {}, _card(act), ("cancel.immediate",), "open", (f"{card}.effects",)
            )
        else:
            yield Finding("no-answer", {}, _card(act), ("cancel.immediate",))
        return
    record = f"card:{card}"
    fits = any_of(
        match_play(k, e.raw.get("answers"), act.move.side, target, record) for e in effects
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
    elif operation.args.get("once") and act.move.side in state.places[act.scope.place].chosen:
        chosen = state.places[act.scope.place].chosen[act.move.side]
        yield Finding("chosen-already", {"side": act.move.side, "chosen": chosen}, record, clauses)


def dynamic_grounds(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    """Clauses of effects and parameters by which an act is possible."""
    if act.kind == "answer" and act.target is not None:
        target, record = state.plays[act.target], _card(act)
        return distinct(
            c
            for e in answer_effects(k, str(act.move.what))
            if match_play(k, e.raw.get("answers"), act.move.side, target, record).value
            for c in answering(e)
        )
    if act.kind == "play-action" and _window_open(state, act):
        return distinct(
            c
            for e in window_bound(k, str(act.move.what))
            if e.when == "unit-destroyed"
            for c in e.clauses
            if c.endswith(".window")
        )
    if act.kind == "choose":
        found = open_choice(k, state, act.move.side, act.scope.place)
        return found[2] if found else ()
    if act.kind == "give-strength":
        place = state.places[act.scope.place]
        parameter = k.parameter("give-strength", place.terrain, place.face)
        return parameter.clauses if parameter else ()
    return ()
