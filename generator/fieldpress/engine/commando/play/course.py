"""The course of a mission: what comes before and after its Assaults, stage by stage.

A stage waits while it has something to ask (`deciding`), and then goes on (`STAGES`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.building import comes_back, recovered
from fieldpress.engine.commando.carrying import arrive, carry_out
from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.missions import columns, piles
from fieldpress.engine.commando.missions import table as moves
from fieldpress.engine.commando.missions.board import at, column_row, mission_of, size_of
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.must import must
from fieldpress.engine.commando.missions.points import control_tokens
from fieldpress.engine.commando.missions.production import TAKEN_BACK
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play import closing
from fieldpress.engine.commando.play.deciding import AT_ONCE, decision
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Place, Play, State
from fieldpress.engine.verdicts import Finding

Stage = Callable[[GameKnowledge, State], bool]
_DONE_AT_ONCE = frozenset([verb for _, verb in AT_ONCE.values()])


# -- the beginning of the game --------------------------------------------------------------------


def lay_out(k: GameKnowledge, state: State, pieces: dict[str, list[tuple[str, int, str]]]) -> None:
    """The battlefield as the setup has left it; nothing in a game without one."""
    columns_, rows = size_of(k)
    if not columns_ and not piles.has_piles(k):
        return
    mission = state.mission = moves.Mission()
    mission.lost = {side: [] for side in k.game.sides}
    mission.heroic_played = dict.fromkeys(k.game.sides, 0)
    table = table_of(state)
    for pile in piles.piles_of(k):
        ends = figure(k, "pile-end", pile=pile)
        mission.piles[pile] = 2 if ends else len(table.piles.get(pile, ()))
    for column in range(1, columns_ + 1):
        lying = table.piles.pop(f"column-{column}", [])
        for row in range(1, rows + 1):
            name = f"{column}-{row}"
            own = table.piles.pop(f"field-{name}", None) or lying[-row : len(lying) - row + 1]
            spot = mission.spots[name] = moves.Spot(own[0][0].partition(":")[2] if own else "")
            spot.up = not lying
        marker = pieces.get(f"marker-{column}")
        if marker:
            mission.spots[f"{column}-{rows}"].marker = marker[0][0].partition(":")[2]
    for role, side in k.roles.items():
        aside = [one[0].partition(":")[2] for one in pieces.get(f"{role}-permanent", ())]
        if aside:
            mission.lasting[side] = moves.Lasting(aside=aside)


# -- stages ---------------------------------------------------------------------------------------


def _stage(then: Callable[[GameKnowledge, State], None]) -> Stage:
    """A stage that waits while it has something to ask, and then goes on."""

    def run(k: GameKnowledge, state: State) -> bool:
        k.scratch = (state, {})  # nothing moves while it is looked what to ask
        if decision(k, state) is not None:
            return True
        k.scratch = None
        table_of(state).passed = []
        then(k, state)
        return False

    return run


def _go(stage: str) -> Callable[[GameKnowledge, State], None]:
    def then(k: GameKnowledge, state: State) -> None:
        table_of(state).stage = stage

    return then


def begin(k: GameKnowledge, state: State) -> bool:
    """A turn of a mission begins."""
    state.phase = "progression"
    table_of(state).stage, table_of(state).passed = "m-start", []
    return False


def _started(k: GameKnowledge, state: State) -> None:
    field = size_of(k)[0] and not columns.has_columns(k)
    table_of(state).stage = "m-drop" if field else "m-terrain" if size_of(k)[0] else "m-events"


def _picked(k: GameKnowledge, state: State) -> None:
    """Terrains of the pile are turned up; a single one is entered at once."""
    table, mission = table_of(state), mission_of(state)
    found = piles.following(k, state)
    pile = mission.headed = mission.headed or found.piles[0]
    ends = figure(k, "pile-end", pile=pile)
    from_ = table.piles.get(pile) or table.piles[str(ends.value)]
    count = min(found.reveal, len(from_))
    state.revealed = [from_.pop()[0].partition(":")[2] for _ in range(count)]
    if len(state.revealed) > 1:
        table.note("turns-up", terrains=list(state.revealed), chooses=found.chooser)
        table.stage = "m-terrain"
        return
    chosen = Move(k.side_of_role(DEFENDER), "attack", state.revealed[0])
    piles.attack(k, state, chosen)
    table.stage = "m-entered"


def _laid(k: GameKnowledge, state: State) -> None:
    """The Assault marker lies; where none can be laid the turn passes."""
    mission = mission_of(state)
    if columns.has_columns(k) and not mission.spot:
        finish_turn(k, state)
        return
    table_of(state).stage = "m-late-events" if columns.has_columns(k) else "m-entered"


def _late(k: GameKnowledge, state: State) -> None:
    if figure(k, "production-phase"):
        state.phase = "production"
    table_of(state).stage = "m-production"


def _entered(k: GameKnowledge, state: State) -> bool:
    """The turn is played there."""
    table = table_of(state)
    state.phase = "progression"
    table.note("turn", number=state.turn, places=[[p.terrain, p.face] for p in state.places])
    table.stage, table.passed = "entered", ["campaign-token"]
    arrive(k, state)
    return False


def _over(k: GameKnowledge, state: State) -> None:
    """A regiment that nobody can place stays where it is."""
    mission_of(state).moved = True
    table_of(state).stage = "clear"


STAGES: dict[str, Stage] = {
    "m-start": _stage(_started), "m-drop": _stage(_go("m-terrain")),
    "m-events": _stage(_go("m-pick")), "m-pick": _stage(_picked), "m-terrain": _stage(_laid),
    "m-late-events": _stage(_late), "m-production": _stage(_go("m-entered")),
    "m-entered": _entered, "m-after": _stage(_over),
}  # fmt: skip


# -- moves, the end of an Assault, of a turn ------------------------------------------------------


def moved(k: GameKnowledge, state: State, move: Move) -> None:
    """What a move changes in the course of a mission."""
    table = table_of(state)
    if move.verb in ("attack", "counter_attack") and not size_of(k)[0]:
        if move.verb == "attack":
            closing.drop_unchosen(k, state, str(move.what))
        state.revealed = []
        table.stage = "m-entered"
    elif move.verb in _DONE_AT_ONCE:
        for verb, (_, act) in AT_ONCE.items():
            for play, *_ in in_effect(k, state, verb):
                if act == move.verb and play.side == move.side:
                    play.chosen[act] = True
    elif move.verb == "use_permanent":
        state.plays.append(Play(str(move.what), move.side, "event", status="done"))
        table.away.append(len(state.plays) - 1)
        carry_out(k, state, len(state.plays) - 1)
    elif move.verb == "take_back" and table.stage == "m-production" and not table.tasks:
        table.passed.append(TAKEN_BACK)
    elif move.verb == "recover":
        table.passed.append(f"mission-recover:{move.side}")
        _recovered(k, state, move)


def _recovered(k: GameKnowledge, state: State, move: Move) -> None:
    """A Unit that came back to the hand lies nowhere else."""
    table, play = table_of(state), recovered(state, move.side, move.place)
    if play is None or not comes_back(k, play):
        return
    index, discard = state.plays.index(play), state.sides[move.side].discard
    if index not in table.away:
        table.away.append(index)
    elif play.card in table.removed:
        table.removed.remove(play.card)
    elif discard is not None:
        discard.remove(play.card)


def bound(k: GameKnowledge, state: State, kind: str) -> Iterator[Finding]:
    """What a side may not let pass: the try for a Unit of a Building, by one reading; the
    reconnaissance move, where nothing else gets the regiment away."""
    if kind == "mission-recon":
        owed = must(k, state, k.side_of_role(ATTACKER), "reconnoitre")
        if owed is not None and owed.value is True:
            yield Finding("must-reconnoitre", {}, "", owed.clauses)
        return
    if kind != "mission-recover":
        return
    where = state.places[0]
    rule = k.parameter("recovery-bound", where.terrain, where.face)
    if rule is not None and rule.value:
        yield Finding("must-recover", {}, "", ("building.recover", *rule.clauses))


def let_pass(k: GameKnowledge, state: State, side: str) -> str:
    """What is noted when a side lets an open moment of a mission pass: after an Assault there are
    several of them."""
    asked = decision(k, state) if table_of(state).stage == "m-after" else None
    return side if asked is None else f"{asked.kind}:{side}"


def after_assault(k: GameKnowledge, state: State) -> None:
    """Who has won holds the Terrain: tokens on a field, a marker turned over."""
    mission = mission_of(state)
    table_of(state).stage, table_of(state).passed = "m-after", []
    winner, *_ = assault_winner(k, state, 0)
    if not mission.spot or winner == NOBODY:
        return
    spot = at(mission, mission.spot)
    amount = control_tokens(k, state, winner).amount
    spot.control, spot.tokens = winner, amount.number if amount.known and amount.number else 1
    row = column_row(mission.spot)[1]
    if figure(k, "marker-turned", row=row, won_by=k.role_of_side(winner)):
        spot.shown = True


def settle(k: GameKnowledge, state: State) -> bool:
    """Where the Terrain of the turn goes in a mission: it stays on its field, or lies before its
    owner. False in a game without one."""
    mission = state.mission
    if mission is None:
        return False
    place = state.places[0]
    if size_of(k)[0] or not place.terrain:
        return True
    winner, *_ = assault_winner(k, state, 0)
    owner = state.sides[winner if winner in state.sides else k.side_of_role(DEFENDER)].taken
    assert owner is not None
    if place.terrain == mission.counter_terrain:
        other = state.sides[k.side_of_role(ATTACKER)].taken
        if other is not None and place.terrain in other:
            other.remove(place.terrain)
    owner.append(place.terrain)
    return True


def finish_turn(k: GameKnowledge, state: State) -> None:
    """The turn is over: fatigue, markers, cards that lay sideways; the next one begins."""
    moves.end_turn(k, state)
    state.turn = (state.turn or 0) + 1
    state.places = [Place()]
    table_of(state).stage, table_of(state).passed = "turn", []


__all__ = [
    "STAGES", "after_assault", "begin", "bound", "finish_turn", "lay_out", "let_pass", "moved",
    "settle",
]  # fmt: skip
