"""The course of a mission: what comes before and after its Assaults, stage by stage.

A stage asks a side (`decision`) or goes on by itself (`STAGES`). What may be done is judged where
rulings are: the moves and checks of `missions/table.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fieldpress.engine.commando.answering import NOBODY
from fieldpress.engine.commando.assault import assault_winner
from fieldpress.engine.commando.building import comes_back, recovered
from fieldpress.engine.commando.carrying import arrive, carry_out
from fieldpress.engine.commando.checks import allowed
from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.missions import columns, counter, heroes, marches, permanent, piles
from fieldpress.engine.commando.missions import table as moves
from fieldpress.engine.commando.missions.board import at, column_row, mission_of, size_of
from fieldpress.engine.commando.missions.effects import in_effect, windows
from fieldpress.engine.commando.missions.figures import figure
from fieldpress.engine.commando.missions.must import must
from fieldpress.engine.commando.missions.points import control_tokens
from fieldpress.engine.commando.missions.production import TAKEN_BACK
from fieldpress.engine.commando.missions.regiments import regulars
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play import closing
from fieldpress.engine.commando.play.asking import Ask
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, Place, Play, State
from fieldpress.engine.verdicts import Finding

Stage = Callable[[GameKnowledge, State], bool]
#: The verbs by which the decisions of missions are taken.
VERBS: dict[str, tuple[str, ...]] = {
    "mission-heroic": ("take_heroic",),
    "mission-events": ("play", "done"),
    "mission-pile": ("head_for",),
    "mission-terrain": ("attack",),
    "mission-counter-attack": ("counter_attack",),
    "mission-strike": ("strike_out",),
    "mission-price": ("give_up",),
    "mission-drop": ("drop",),
    "mission-drift-roll": ("roll_for",),
    "mission-drift": ("drift",),
    "mission-activate": ("activate",),
    "mission-divert": ("divert",),
    "mission-put-back": ("put_back",),
    "mission-destroy": ("destroy",),
    "mission-production": ("produce", "roll_for", "convert", "take_back", "done"),
    "mission-recover": ("recover", "done"),
    "mission-light": ("light_up", "done"),
    "mission-march": ("march", "reconnoitre"),
    "mission-recon": ("reconnoitre", "done"),
    "mission-redeploy": ("redeploy",),
    "mission-barricade": ("barricade",),
    "mission-permanent": ("take_permanent",),
    "mission-lay-by": ("lay_by", "done"),
}
#: What a card that was played makes its owner do at once.
_AT_ONCE = {
    "regiment": ("mission-drop", "drop"), "put_back": ("mission-put-back", "put_back"),
    "destroy": ("mission-destroy", "destroy"), "divert": ("mission-divert", "divert"),
}  # fmt: skip


def can(k: GameKnowledge, state: State, side: str, *verbs: str) -> bool:
    """Whether a side has a legal move of one of these verbs."""
    found = (move for move in thought_of(k, state, side) if move.verb in verbs)
    return any(allowed(k, state, move) for move in found)


def thought_of(k: GameKnowledge, state: State, side: str) -> Iterator[Move]:
    """Moves of a mission that a side might think of, and those shared with other games."""
    yield from moves.candidates(k, state, side)
    held = state.sides[side]
    for card in dict.fromkeys(held.heroic or ()):
        yield Move(side, "take_heroic", card)
    for play in state.plays:
        if play.side == side and play.role == "unit":
            yield Move(side, "recover", play.card)
        if play.side == side:
            yield Move(side, "lay_by", play.card)
    if state.mission is not None and state.mission.produced:
        for card in dict.fromkeys(held.discard or ()):
            yield Move(side, "take_back", card)


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


# -- decisions ------------------------------------------------------------------------------------


def decision(k: GameKnowledge, state: State) -> Ask | None:
    """The decision of a mission that is open at this stage, before those of the shared rules."""
    if state.mission is None:
        return None
    stage = table_of(state).stage
    forced = _at_once(k, state)
    if forced is not None:
        return forced
    if stage == "defender":
        return _counter_attack(k, state)
    asks = _ASKS.get(stage)
    return asks(k, state) if asks is not None else None


def _at_once(k: GameKnowledge, state: State) -> Ask | None:
    """What a card that has resolved makes its owner do."""
    for verb, (kind, move) in _AT_ONCE.items():
        for play, *_ in in_effect(k, state, verb):
            settled = play.status in ("done", "table") and move not in play.chosen
            if settled and can(k, state, play.side, move):
                return Ask(play.side, kind)
    return None


def _heroic(k: GameKnowledge, state: State) -> Ask | None:
    """The sides that take a heroic card now, one after the other; neither sees the other's."""
    if heroes.timing(k, state).value in (None, "none"):
        return None
    for role in (ATTACKER, DEFENDER):
        side = k.side_of_role(role)
        if can(k, state, side, "take_heroic"):
            return Ask(side, "mission-heroic")
    return None


def _events(k: GameKnowledge, state: State) -> Ask | None:
    """Events that name the Progression Phase, until a side lets it be. A side that might hold one
    is asked whether or not it does: what it is asked must not tell what is in its hand."""
    for role in (ATTACKER, DEFENDER):
        side = k.side_of_role(role)
        if side not in table_of(state).passed and state.sides[side].hand and _might(k, state, side):
            return Ask(side, "mission-events")
    return None


def _might(k: GameKnowledge, state: State, side: str) -> bool:
    """Whether the deck of a side has a card that names the phase in hand: both sides know it."""
    named = (card for card in k.decks if state.phase in windows(k, card))
    return any(k.fact("card", card, "side").value == side for card in named)


def _pick(k: GameKnowledge, state: State) -> Ask | None:
    found, mission = piles.following(k, state), mission_of(state)
    if found.sector == "counter-attack":
        return Ask(found.chooser, "mission-counter-attack")
    if mission.headed or found.chooser == NOBODY or len(found.piles) < 2:
        return None
    return Ask(found.chooser, "mission-pile")


def _terrain(k: GameKnowledge, state: State) -> Ask | None:
    """Who lays the Assault marker: on a field, or on one of the Terrains turned up."""
    mission = mission_of(state)
    if columns.has_columns(k):
        rule = figure(k, "attack-chooser")
        asked = bool(rule) and not mission.spot and bool(columns.eligible(k, state))
        return Ask(k.side_of_role(str(rule.value)), "mission-terrain") if asked else None
    if size_of(k)[0]:
        rule = figure(k, "activation-chooser")
        side = k.side_of_role(str(rule.value))
        asked = not mission.regiment and can(k, state, side, "activate")
        return Ask(side, "mission-activate") if asked else None
    if len(state.revealed) < 2:
        return None
    return Ask(piles.following(k, state).chooser, "mission-terrain")


def _drop(k: GameKnowledge, state: State) -> Ask | None:
    """The drop and the drift of the regiments, before the first turn."""
    mission = mission_of(state)
    for name in regulars(k):
        if name not in mission.regiments:
            return Ask(k.side_of_role(str(figure(k, "drop-chooser").value)), "mission-drop")
    roller = figure(k, "drift-roller")
    lands = figure(k, "drift-lands")
    for name in regulars(k) if roller else ():
        rolled = mission.rolls.get(name, [])
        side = k.side_of_role(str(roller.value))
        if rolled and rolled[-1] not in (lands.value, "stands"):
            return Ask(side, "mission-drift")
    for name in regulars(k) if roller else ():
        if name not in mission.rolls:
            return Ask(k.side_of_role(str(roller.value)), "mission-drift-roll")
    return None


def _production(k: GameKnowledge, state: State) -> Ask | None:
    side = k.side_of_role(ATTACKER)
    if not figure(k, "production-phase") or side in table_of(state).passed:
        return None
    if can(k, state, side, "produce", "roll_for", "convert", "take_back"):
        return Ask(side, "mission-production")
    return None


def _counter_attack(k: GameKnowledge, state: State) -> Ask | None:
    """In the defender's phase a counter-attack is carried out and paid first."""
    mission = mission_of(state)
    if not mission.counter_terrain:
        return None
    struck, price = figure(k, "column-struck"), figure(k, "counter-attack-price")
    if struck and len(mission.struck) < struck.value and state.counter_pile:
        return Ask(k.side_of_role(ATTACKER), "mission-strike")
    defender = k.side_of_role(DEFENDER)
    owes = price and len(mission.given_up) < price.value
    if owes and state.sides[defender].hand:
        return Ask(defender, "mission-price")
    return None


def _after(k: GameKnowledge, state: State) -> Ask | None:
    """What follows an Assault, in this order."""
    mission, passed = mission_of(state), table_of(state).passed
    attacker, defender = k.side_of_role(ATTACKER), k.side_of_role(DEFENDER)
    for side in (attacker, defender):
        if f"mission-recover:{side}" not in passed and can(k, state, side, "recover"):
            return Ask(side, "mission-recover")
    if can(k, state, attacker, "barricade") and not mission.barricade:
        return Ask(attacker, "mission-barricade")
    if mission.regiment and not mission.moved:
        moved = _march(k, state, attacker, defender)
        if moved is not None:
            return moved
    for side in (attacker, defender):
        if can(k, state, side, "take_permanent"):
            return Ask(side, "mission-permanent")
    found = _heroic(k, state)
    if found is not None:
        return found
    kept = f"mission-lay-by:{defender}" in passed
    if counter.has_column(k) and not kept and can(k, state, defender, "lay_by"):
        return Ask(defender, "mission-lay-by")
    return None


def _march(k: GameKnowledge, state: State, attacker: str, defender: str) -> Ask | None:
    passed = table_of(state).passed
    if f"mission-light:{attacker}" not in passed and can(k, state, attacker, "light_up"):
        return Ask(attacker, "mission-light")
    for side in (attacker, defender):
        if can(k, state, side, "march"):
            return Ask(side, "mission-march")
    if f"mission-recon:{attacker}" not in passed and _might_reconnoitre(k, state, attacker):
        return Ask(attacker, "mission-recon")
    known = _without_recon(k, state, attacker)
    for side in (attacker, defender):
        if can(k, known, side, "redeploy"):
            return Ask(side, "mission-redeploy")
    return None


def _might_reconnoitre(k: GameKnowledge, state: State, side: str) -> bool:
    """Whether a side could make the reconnaissance move with any card of its deck in hand: it is
    asked whether or not it holds the one it takes, so that nothing tells what is in its hand."""
    if not state.sides[side].hand:
        return False
    thought = state.copy()
    thought.sides[side].hand = list(k.decks)
    return can(k, thought, side, "reconnoitre")


def _without_recon(k: GameKnowledge, state: State, side: str) -> State:
    """The table as everybody knows it once a side has let the reconnaissance move pass, which it
    has to make where it can: its hand does not hold the card."""
    card, hand = figure(k, "recon-card"), state.sides[side].hand
    if f"mission-recon:{side}" not in table_of(state).passed or not card or not hand:
        return state
    thought = state.copy()
    thought.sides[side].hand = [one for one in hand if one != card.value]
    return thought


_ASKS: dict[str, Callable[[GameKnowledge, State], Ask | None]] = {
    "m-start": _heroic, "m-drop": _drop, "m-events": _events, "m-pick": _pick,
    "m-terrain": _terrain, "m-late-events": _events, "m-production": _production, "m-after": _after,
}  # fmt: skip


# -- stages ---------------------------------------------------------------------------------------


def _stage(then: Callable[[GameKnowledge, State], None]) -> Stage:
    """A stage that waits while it has something to ask, and then goes on."""

    def run(k: GameKnowledge, state: State) -> bool:
        if decision(k, state) is not None:
            return True
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
    elif move.verb in {verb for _, verb in _AT_ONCE.values()}:
        for verb, (_, act) in _AT_ONCE.items():
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


def done(k: GameKnowledge, state: State, move: Move) -> None:
    """A side lets an open moment of a mission pass."""
    table = table_of(state)
    asked = _after(k, state) if table.stage == "m-after" else None
    table.passed.append(f"{asked.kind}:{move.side}" if asked else move.side)


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
    "STAGES", "VERBS", "after_assault", "begin", "decision", "done", "finish_turn", "lay_out",
    "marches", "moved", "permanent", "settle", "thought_of",
]  # fmt: skip
