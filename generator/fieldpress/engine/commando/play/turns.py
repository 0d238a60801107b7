"""The course of a game: what happens of itself until the next decision, and moves carried out."""

from __future__ import annotations

from collections.abc import Callable

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.carrying import arrive, resume
from fieldpress.engine.commando.checks import allowed
from fieldpress.engine.commando.handling import (
    choices,
    draw_cards,
    hand_of,
    put,
    put_away,
    table_of,
)
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.outcomes import goes
from fieldpress.engine.commando.play import closing, course, deciding, opening
from fieldpress.engine.commando.play.answers import may_be_answered
from fieldpress.engine.commando.play.decisions import assault_decision
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.plays import apply, resolve, resolve_pending
from fieldpress.engine.commando.sequence import next_turn
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Fight, Place, State
from fieldpress.engine.commando.table import Task
from fieldpress.engine.setup.moments import following
from fieldpress.engine.verdicts import EngineFault

Stage = Callable[[GameKnowledge, State], bool]
Handler = Callable[[GameKnowledge, State, Move], None]


def advance(k: GameKnowledge, state: State) -> None:
    """Let everything happen that nobody decides, up to the next decision or the end."""
    while not _waits(k, state):
        pass


def _waits(k: GameKnowledge, state: State) -> bool:
    """One step of what happens of itself; True when a side has to decide, or the game is over."""
    table = table_of(state)
    if table.stage == "over":
        return True
    if state.pending:
        if may_be_answered(k, state):
            return True
        resolve_pending(k, state)
        return False
    if state.choosing is not None:
        return True
    if table.tasks:
        return not _do_task(k, state, table.tasks[0])
    if state.winner and table.stage != "setup":
        return closing.decide_game(k, state)
    if table.procedure is not None:
        return opening.follow(k, state)
    if table.queue:
        opening.begin(k, state, table.queue.pop(0))
        return False
    return _STAGES[table.stage](k, state)


def _do_task(k: GameKnowledge, state: State, task: Task) -> bool:
    """What waits is done, if nobody has to pick for it."""
    tasks = table_of(state).tasks
    if task.do in ("discard", "take-back"):
        if task.count > 0 and next(choices(k, state, task), None) is not None:
            return False
        tasks.pop(0)
        return True
    tasks.pop(0)
    if task.do == "operation":
        resume(k, state, task)
    elif task.play is not None:
        (resolve if task.do == "resolve" else put_away)(k, state, task.play)
    return True


# -- stages: each goes on by itself, or waits -----------------------------------------------------


def _setup(k: GameKnowledge, state: State) -> bool:
    table = table_of(state)
    if not state.turn:
        state.turn, state.crossed = 1, 0
        assert k.scenario is not None
        table.queue = list(following(k.scenario))
        return False
    first = k.parameter("first-place")
    if first is not None:
        _enter(k, state, [table.piles[str(first.value)].pop()])
        return False
    table.stage = "turn"
    return False


def _turn(k: GameKnowledge, state: State) -> bool:
    """A turn begins: Terrains are turned up, or the objective is reached."""
    if state.mission is not None:
        return course.begin(k, state)
    table = table_of(state)
    state.phase = "progression"
    before = k.parameter("before-reveal")
    if before is not None and state.crossed == 0 and "reveal" not in table.passed:
        table.passed, table.queue = ["reveal"], [str(before.value)]
        return False
    if not table.upcoming:
        with k.unchanging(state):
            table.upcoming = dict(closing.sure(next_turn(k, state), "the next turn"))
    upcoming, table.passed = table.upcoming, []
    if upcoming["from"] == "objective":
        _enter(k, state, _objective(k, state))
        return False
    if upcoming["from"] == "terrain-pile":
        upcoming["from"] = table.way
    pile = table.piles.get(upcoming["from"], [])
    if not pile and closing.shuffled_piles(k):
        # Nothing is left of that pile; play goes on with the other one.
        upcoming |= {"from": next(iter(closing.shuffled_piles(k))), "reveal": 1, "chooses": NOBODY}
        pile = table.piles.get(upcoming["from"], [])
    if not pile:
        raise EngineFault(f"no Terrain is left in {upcoming['from']}")
    count = min(int(upcoming["reveal"]), len(pile))
    state.revealed = [pile.pop()[0].partition(":")[2] for _ in range(count)]
    if table.log is not None:
        table.note("turns-up", terrains=list(state.revealed), chooses=upcoming["chooses"])
    if upcoming["chooses"] == NOBODY and state.revealed:
        choose_terrain(k, state, state.revealed[0])
    else:
        table.stage = "progression"
    return False


def _objective(k: GameKnowledge, state: State) -> list[tuple[str, int, str]]:
    """The Terrains of a turn at the objective: one that was turned over, else those laid out."""
    table = table_of(state)
    if table.piles.get("objective"):
        return table.piles.pop("objective")
    rule = k.parameter("objective-places")
    if rule is None:
        raise EngineFault("the scenario does not say where its objective lies")
    places = str(rule.value).split()
    if any("=" in place for place in places):
        # Each way has an objective of its own behind it.
        places = [dict(place.split("=") for place in places)[table.way]]
    return [table.piles[place].pop() for place in places]


def choose_terrain(k: GameKnowledge, state: State, chosen: str) -> None:
    """A Terrain is entered; those that were turned up with it go."""
    table = table_of(state)
    if state.revealed:
        if closing.drop_unchosen(k, state, chosen) and closing.decide_game(k, state):
            return
        _enter(k, state, [(f"terrain:{chosen}", 0, "")])
        return
    pile = table.piles[table.upcoming["from"]]
    at = next(i for i, piece in enumerate(pile) if piece[0] == f"terrain:{chosen}")
    piece = pile.pop(at)
    if table.upcoming["from"] in closing.shuffled_piles(k):
        table.piles[table.upcoming["from"]] = table.shuffled(table.upcoming["from"], pile)
    _enter(k, state, [piece])


def _enter(k: GameKnowledge, state: State, pieces: list[tuple[str, int, str]]) -> None:
    """The turn is played on these Terrains."""
    if state.places[0].terrain:
        state.turn = (state.turn or 0) + 1
    state.places = []
    for piece, _, face in pieces:
        ident = piece.partition(":")[2]
        letters = {f.letter for f in k.terrain(ident).faces}
        state.places.append(Place(ident, face if face in letters and face else ""))
    table = table_of(state)
    if table.log is not None:
        places = [[place.terrain, place.face] for place in state.places]
        table.note("turn", number=state.turn, places=places)
    table.stage = "entered"
    arrive(k, state)


def _entered(k: GameKnowledge, state: State) -> bool:
    table = table_of(state)
    defender = k.side_of_role(DEFENDER)
    lays = state.campaign and allowed(k, state, Move(defender, "campaign_token"))
    if lays and "campaign-token" not in table.passed:
        table.stage = "campaign-token"
        return False
    table.passed = []
    _phase(k, state, ATTACKER)
    return False


def _phase(k: GameKnowledge, state: State, role: str) -> None:
    """A side's own phase begins: it draws."""
    side = k.side_of_role(role)
    table_of(state).stage = state.phase = role
    ask = {"name": "cards-drawn", "side": side}
    with k.unchanging(state):
        count = closing.number(k, state, ask, "how many cards are drawn")
    draw_cards(state, side, count)


def _after_attacker(k: GameKnowledge, state: State) -> bool:
    """What comes between the two phases (a pile that joins), then the defender's."""
    place = state.places[0]
    rule = k.parameter("before-defender", place.terrain, place.face)
    if rule is not None and table_of(state).rounds.get(str(rule.value), 0) == 0:
        opening.begin(k, state, str(rule.value))
        return False
    _phase(k, state, DEFENDER)
    return False


def _assault(k: GameKnowledge, state: State) -> bool:
    state.phase = "assault"
    asked = assault_decision(k, state)
    if asked is not None:
        k.scratch = (state, {})
        if deciding.decision(k, state) is None:
            k.scratch[1]["decision"] = asked  # here the game waits, and for nothing else
        return True
    table_of(state).stage = "assault-end"
    return False


def _assault_end(k: GameKnowledge, state: State) -> bool:
    closing.note_won(k, state)
    with k.unchanging(state):
        decided = closing.decide_game(k, state)
    if decided:
        return True
    closing.end_assault(k, state)
    state.phase = "end"
    table = table_of(state)
    if state.mission is not None:
        course.after_assault(k, state)
        return False
    chooses = table.upcoming["heroic"] = closing.heroic_chooser(k, state)
    table.stage = "heroic" if chooses else "heroic-done"
    return False


def _heroic_done(k: GameKnowledge, state: State) -> bool:
    table_of(state).stage = "lay-by" if closing.may_lay_by(k, state) else "clear"
    return False


def _clear(k: GameKnowledge, state: State) -> bool:
    course.settle(k, state)
    closing.clear(k, state)
    closing.flip_token(k, state)
    table_of(state).stage = "turn"
    if state.mission is not None:
        course.finish_turn(k, state)
    return False


def _wait(k: GameKnowledge, state: State) -> bool:
    return True


_STAGES: dict[str, Stage] = {
    "setup": _setup, "turn": _turn, "progression": _wait, "entered": _entered,
    "campaign-token": _wait, "attacker": _wait, "after-attacker": _after_attacker,
    "defender": _wait, "assault": _assault, "assault-end": _assault_end, "heroic": _wait,
    "heroic-done": _heroic_done, "lay-by": _wait, "clear": _clear,
    **course.STAGES,
}  # fmt: skip


# -- moves ----------------------------------------------------------------------------------------


def act(k: GameKnowledge, state: State, move: Move) -> None:
    """Carry out a legal move, chance included, and everything that follows of itself."""
    table = table_of(state)
    table.steps += 1
    handler = _HANDLERS.get(move.verb, _apply)
    if table.log is None:
        handler(k, state, move)
    else:
        _act_aloud(k, state, move, handler)
    advance(k, state)


def _apply(k: GameKnowledge, state: State, move: Move) -> None:
    """A move that the rulings know."""
    apply(k, state, move)
    _after(k, state, move)


def _act_aloud(k: GameKnowledge, state: State, move: Move, handler: Handler) -> None:
    """A move, told to whoever listens, and the fights that it ended."""
    table_of(state).note("move", move=move)
    before = sum(1 for fight in state.fights if fight.result)
    handler(k, state, move)
    for fight in [fight for fight in state.fights if fight.result][before:]:
        _tell_fight(k, state, fight)


def _tell_fight(k: GameKnowledge, state: State, fight: Fight) -> None:
    """How a fight ended, and what it cost."""
    units = {
        role: state.plays[index].card
        for role, index in ((ATTACKER, fight.attacker), (DEFENDER, fight.defender))
        if index is not None
    }
    strength = state.sides[k.side_of_role(ATTACKER)].strength
    table_of(state).note("fight", result=fight.result, units=units, strength=strength)


def _after(k: GameKnowledge, state: State, move: Move) -> None:
    """What a move that the rulings know changes in the course of the game."""
    table = table_of(state)
    if move.verb == "no_unit" and table.stage == "defender":
        table.stage = "assault"
    elif move.verb == "play" and table.stage == "defender" and state.plays[-1].role == "unit":
        table.stage, state.phase = "assault", "assault"
    elif move.verb in ("stop", "play") and state.destroyed_now is None:
        table.passed = []
    elif move.verb == "toss" and state.fate:
        _fate(k, state, move)
    if state.mission is not None:
        course.moved(k, state, move)
    if move.verb == "take_heroic" and state.mission is None:
        table.stage = "heroic-done"
    elif move.verb == "lay_by":
        # Both kinds of card may be kept, so the side is asked again.
        pass
    elif move.verb == "campaign_token":
        table.stage, table.passed = "entered", ["campaign-token"]
    elif move.verb == "take_back" and table.tasks:
        _picked(state)


def _fate(k: GameKnowledge, state: State, move: Move) -> None:
    """What the Fate token brought, as the ruling on it says."""
    place = state.places[move.place]
    given = k.parameter("fate-gives", place.terrain, place.face)
    held = state.sides[move.side]
    if given is None or held.heroic is None or given.value not in held.heroic:
        return
    if goes(k, state, {"piece": ("card", given.value)}).value == "hand":
        held.heroic.remove(given.value)
        hand_of(state, move.side).append(given.value)


def _picked(state: State) -> None:
    """One card fewer is to be picked."""
    tasks = table_of(state).tasks
    first = tasks.pop(0)
    if first.count > 1:
        tasks.insert(
            0,
            Task(
                first.do, first.play, first.effect, first.mode, first.number,
                first.side, first.count - 1,
            ),
        )  # fmt: skip


def _go(k: GameKnowledge, state: State, move: Move) -> None:
    choose_terrain(k, state, str(move.what))


def _pick(k: GameKnowledge, state: State, move: Move) -> None:
    opening.pick(k, state, str(move.what))


def _redraw(k: GameKnowledge, state: State, move: Move) -> None:
    opening.redraw(k, state)


def _discard(k: GameKnowledge, state: State, move: Move) -> None:
    hand_of(state, move.side).remove(str(move.what))
    put(k, state, move.side, str(move.what))
    _picked(state)


def _done(k: GameKnowledge, state: State, move: Move) -> None:
    table = table_of(state)
    # What was found out about the decision still holds; from here on the state is another.
    passed = course.let_pass(k, state, move.side)
    k.scratch = None
    if table.procedure is not None:
        opening.leave(k, state)
    elif table.stage == "attacker":
        table.stage = "after-attacker"
    elif table.stage == "defender":
        # No Assault is fought here; the turn ends.
        state.places[0].ended, state.places[0].how = "", ""
        table.stage = "assault-end"
    elif table.stage == "campaign-token":
        table.stage, table.passed = "entered", ["campaign-token"]
    elif table.stage == "lay-by":
        table.stage = "clear"
    else:
        table.passed.append(passed)


_HANDLERS: dict[str, Handler] = {
    "go": _go, "pick": _pick, "redraw": _redraw, "discard": _discard, "done": _done,
}  # fmt: skip
