"""What a side may think of doing at a decision, and what stands against a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fieldpress.engine.commando.acts import answer_effects
from fieldpress.engine.commando.carrying import modes_of
from fieldpress.engine.commando.checks import allowed, judge, standing
from fieldpress.engine.commando.handling import choices, table_of
from fieldpress.engine.commando.missions.verbs import NAMES
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play import course, opening
from fieldpress.engine.commando.play.deciding import thought_of
from fieldpress.engine.commando.play.decisions import Decision, decision
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import State
from fieldpress.engine.commando.swift import Thought
from fieldpress.engine.commando.tokens import rolls_die
from fieldpress.engine.knowledge import HIDDEN
from fieldpress.engine.verdicts import EngineFault, Finding, distinct

#: Verbs of missions, and those shared ones that only missions ask for at the table.
MISSION = frozenset({*NAMES, "recover"})
_WHOLE = frozenset(
    {"redraw", "done", "no_unit", "decline", "stop", "give_strength", "retreat", "campaign_token"}
)


#: Moves about which this module has something to say even where they are among the candidates.
_PICKS = frozenset({"pick", "done", "discard", "take_back"})
#: The roles in which a card can be played at a decision of each kind; the others: in any.
_ROLES = {
    "events": frozenset({"event"}), "last-events": frozenset({"event", "unit"}),
    "phase": frozenset({"event"}), "raise": frozenset({"action"}), "open": frozenset({"action"}),
    "window": frozenset({"action"}), "own-window": frozenset({"action"}),
}  # fmt: skip


def thoughts(k: GameKnowledge, state: State, asked: Decision) -> list[Thought]:
    """Every move by which a decision could be taken: all legal ones are among them."""
    out: list[Thought] = []
    for verb in _verbs(k, state, asked):
        if verb in _WHOLE:
            out.append(_whole(k, asked, verb))
        elif verb == "play":
            more = _as_actions(k, state, asked.place)
            for card in dict.fromkeys(state.sides[asked.side].hand or ()):
                out.append(_plays(k, asked, card, more))
        elif verb == "toss":
            out += _tosses(k, state, asked)
        else:
            out.append(Thought(tuple(_named(k, state, asked, verb)), again=False))
    return out


def _verbs(k: GameKnowledge, state: State, asked: Decision) -> tuple[str, ...]:
    """The verbs by which a decision is taken in this game: with a die or without, with those of a
    mission or without."""
    key = ("verbs", asked.kind, state.mission is None)
    found: tuple[str, ...] | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        never = {"toss" if rolls_die(k) else "roll"} | set(NAMES if state.mission is None else ())
        found = tuple(verb for verb in asked.verbs if verb not in never)
        if k.memo is not None:
            k.memo[key] = found
    return found


def _whole(k: GameKnowledge, asked: Decision, verb: str) -> Thought:
    """What is done without naming anything."""
    found = k.thoughts.get((asked, verb))
    if found is None:
        found = k.thoughts[asked, verb] = Thought((Move(asked.side, verb, place=asked.place),))
    return found


def _named(k: GameKnowledge, state: State, asked: Decision, verb: str) -> Iterator[Move]:
    """The candidates of a verb that names something which lies on the table."""
    side, place = asked.side, asked.place
    holds, table = state.sides[side], table_of(state)
    if verb == "answer":
        for card in dict.fromkeys(holds.hand or ()):
            if answer_effects(k, card):
                yield Move(side, "answer", card, place=place)
    elif verb in MISSION or (verb == "take_back" and not table.tasks):
        yield from thought_of(k, state, side, verb)
    elif verb == "roll":
        for counter in dict.fromkeys([t.counter for t in holds.tokens or ()]):
            yield Move(side, "roll", counter, place=place)
        for call in state.called:
            if call.side == side:
                yield Move(side, "roll", call.counter, place=place)
    elif verb == "go":
        pile = table.piles.get(str(table.upcoming.get("from", "")), ())
        named = state.revealed or [piece.partition(":")[2] for piece, _, _ in pile]
        for terrain in dict.fromkeys(named):
            yield Move(side, "go", terrain)
    elif verb == "pick":
        for what in opening.picks(k, state):
            yield Move(side, "pick", what)
    elif verb in ("discard", "take_back") and table.tasks:
        for card in choices(k, state, table.tasks[0]):
            yield Move(side, verb, card)
    elif verb in ("take_heroic", "lay_by"):
        cards = holds.heroic if verb == "take_heroic" else [p.card for p in state.plays]
        for card in dict.fromkeys(cards or ()):
            yield Move(side, verb, card)
    elif verb == "choose":
        yield from _choices(k, state, side)


def _plays(k: GameKnowledge, asked: Decision, card: str, more: bool) -> Thought:
    """How a card in the hand could be played at a decision; `more`: the Terrain permits Units in
    another role."""
    key = (asked, card, more)
    found = k.thoughts.get(key)
    if found is None:
        beside = k.sets("attacker-support") or k.sets("defender-support")
        roles = None if beside else _ROLES.get(asked.kind)
        found = k.thoughts[key] = Thought(
            tuple(
                Move(asked.side, "play", card, role, place=asked.place)
                for role in roles_of(k, card, more)
                if roles is None or role in roles
            )
        )
    return found


def roles_of(k: GameKnowledge, card: str, more: bool) -> tuple[str, ...]:
    """The roles in which a card might be played: its kind, what it says besides, and what the
    Terrain may permit."""
    kind = k.fact("card", card, "kind")
    roles = tuple(dict.fromkeys((str(kind.value), *k.card(card).plays_as)))
    if "unit" in roles and "action" not in roles and more:
        return (*roles, "action")
    return roles


def _as_actions(k: GameKnowledge, state: State, place: int) -> bool:
    """Whether the Terrain permits Units in another role."""
    here = state.places[place]
    if not here.terrain:
        return False
    effects = k.effects("terrain", here.terrain, here.face)
    return "permit" in effects.verbs and any(
        op.verb == "permit" and op.args["act"] == "play-as-action"
        for effect in effects.stated
        for op in effect.do
    )


def _tosses(k: GameKnowledge, state: State, asked: Decision) -> list[Thought]:
    """The tokens that a side could toss, those that are alike once."""
    out: list[Thought] = []
    for token in distinct(state.sides[asked.side].tokens or ()):
        found = k.thoughts.get((asked, token))
        if found is None:
            move = Move(asked.side, "toss", token.counter, origin=token.origin, place=asked.place)
            found = k.thoughts[asked, token] = Thought((move,))
        out.append(found)
    if k.sets("fate-gives"):
        fate = tuple(_fate(k, state, asked.side, asked.place))
        out.append(Thought(fate, again=False))
    return out


def _fate(k: GameKnowledge, state: State, side: str, place: int) -> Iterator[Move]:
    here = state.places[place]
    if k.parameter("fate-gives", here.terrain, here.face) is not None and not state.fate:
        counter = next(c.id for c in k.game.counters.values() if c.kind == "fate")
        yield Move(side, "toss", counter, place=place)


def _choices(k: GameKnowledge, state: State, side: str) -> Iterator[Move]:
    assert state.choosing is not None
    for mode in modes_of(k, state.plays[state.choosing].card):
        yield Move(side, "choose", mode)


def objections(
    k: GameKnowledge, state: State, move: Move, asked: Decision | None
) -> tuple[Finding, ...]:
    """Everything that stands against a move at this point: that it is not the one asked for, and
    what the rulings have to say."""
    found = list(_not_now(k, state, move, asked))
    found += [f for f in judge(k, state, move) if f.status != "lifted"]
    return tuple(found)


def _not_now(
    k: GameKnowledge, state: State, move: Move, asked: Decision | None
) -> Iterator[Finding]:
    keys = ("turn.phases",) if "turn.phases" in k.game.clauses else ()
    if asked is None:
        winner = str(table_of(state).result.get("winner", ""))
        yield Finding("game-over", {"winner": winner}, "", keys)
        return
    elsewhere = move.place != asked.place and move.verb not in ("go", "pick", "discard")
    # A token is tossed, or the die is rolled for it, as the game has it.
    elsewhere |= move.verb in ("toss", "roll") and rolls_die(k) != (move.verb == "roll")
    if move.side != asked.side or move.verb not in asked.verbs or elsewhere:
        yield Finding("not-now", {"side": asked.side, "for": asked.kind}, "", keys)
        return
    told = move.lands if move.verb in ("toss", "roll", "recover", "roll_for") else ""
    if told or (move.verb == "strike_out" and move.what != HIDDEN):
        yield Finding("chance-decides", {}, "", keys)
    if move.verb == "pick":
        yield from opening.findings(k, state, str(move.what))
    elif move.verb == "done" and asked.kind == "step" and not opening.may_end(k, state):
        yield Finding("must-pick", {}, "", opening.open_step(k, state).clauses)
    elif move.verb == "done":
        yield from course.bound(k, state, asked.kind)
    elif (
        move.verb in ("discard", "take_back")
        and table_of(state).tasks
        and move.what not in set(choices(k, state, table_of(state).tasks[0]))
    ):
        yield Finding("not-to-pick", {"what": move.what}, "", keys)


def legal(k: GameKnowledge, state: State) -> list[Move]:
    """The moves to which nothing is objected, in the order in which they are thought of."""
    asked, thought = _thought_of(k, state)
    if asked is None:
        return []
    found = standing(k, state, thought)
    if _PICKS.isdisjoint(asked.verbs):
        return found
    return [move for move in found if not _picked_wrong(k, state, move, asked)]


def _thought_of(k: GameKnowledge, state: State) -> tuple[Decision | None, list[Thought]]:
    """The decision that is open, and what could be done about it."""
    if k.found_out(state) is None:
        k.scratch = (state, {})  # nothing moves while moves are looked for
    asked = decision(k, state)
    return asked, [] if asked is None else thoughts(k, state, asked)


def _picked_wrong(k: GameKnowledge, state: State, move: Move, asked: Decision) -> bool:
    """Whether this module has something against a candidate whose side, verb and place are right;
    the checks are asked elsewhere."""
    return move.verb in _PICKS and any(_not_now(k, state, move, asked))


def drawn(
    k: GameKnowledge,
    state: State,
    below: Callable[[int], int],
    weigh: Callable[[Move], int] | None = None,
) -> Move:
    """One legal move, drawn as from the list of all, by weight: candidates are drawn and judged
    until one is legal, so that the others need not be judged. Raises EngineFault if none is."""
    asked, thought = _thought_of(k, state)
    left = [move for one in thought for move in one.moves]
    weights = [1 if weigh is None else weigh(move) for move in left]
    while left and asked is not None:
        rest, at = below(sum(weights)), 0
        while rest >= weights[at]:
            rest -= weights[at]
            at += 1
        move = left.pop(at)
        if allowed(k, state, move) and not _picked_wrong(k, state, move, asked):
            return move
        del weights[at]
    raise EngineFault("there is no legal move")


def is_legal(k: GameKnowledge, state: State, move: Move, asked: Decision | None) -> bool:
    """Whether `objections` would find nothing: the same checks, as far as the first objection."""
    for _ in _not_now(k, state, move, asked):
        return False
    return allowed(k, state, move)
