"""Setups, and what a later moment lays out, followed step by step: the dealer's own steps, with a
stop wherever a step is a player's to decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.kept import once
from fieldpress.engine.commando.play import course
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.play.laying import COUNTERS, cards_of, laid_out, settle
from fieldpress.engine.commando.state import State
from fieldpress.engine.commando.table import Procedure
from fieldpress.engine.rng import Stream
from fieldpress.engine.setup.dealer import Piece, Run
from fieldpress.engine.setup.procedure import Pieces, Step, moments, procedure
from fieldpress.engine.setup.procedure import Procedure as Steps
from fieldpress.engine.setup.restrictions import Restriction, Way, leaves_open, ways
from fieldpress.engine.setup.supply import Supply
from fieldpress.engine.verdicts import EngineFault, Finding


@dataclass(slots=True, kw_only=True)
class _Steps(Run):
    """The dealer's run, with chance that differs each time a moment comes round. `laid`: the pieces
    as they lie; `table` has those of the places that a step has looked at."""

    k: GameKnowledge
    round: str = ""
    laid: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)

    def _at(self, place: str) -> list[Piece]:
        found = self.table.get(place)
        if found is None:
            here = self.laid.get(place, ())
            found = [p if isinstance(p, Piece) else Piece(*p) for p in here]
            self.table[place] = found
        return found

    def _arrange(self, step: Step) -> None:
        for place in self.laid:
            self._at(place)  # its rules look at the whole table
        Run._arrange(self, step)

    def _brought(self, what: Pieces, count: int | None) -> Supply:
        found = self.k.supplies.get((what, count))
        if found is None:
            found = self.k.supplies[what, count] = Run._brought(self, what, count)
        return found

    def _pieces(self, brought: Supply, step: Step) -> list[Piece]:
        # The same step takes the same pieces in every game, and no piece ever changes.
        key = (self.steps.moment, step.key)
        found = self.k.taken.get(key)
        if found is None:
            found = self.k.taken[key] = Run._pieces(self, brought, step)
        return found

    def _selects(self, what: Pieces, piece: str) -> bool | None:
        return self.k.means(what, (piece,))[piece]

    def _pull(self, step: Step) -> list[Piece]:
        """So many as there are, where a step takes up to a number of what nobody may keep."""
        if step.do != "remove" or not isinstance(step.count, tuple) or step.what is None:
            return Run._pull(self, step)
        at = self._at(step.source)
        fit = [p for p in at if p.piece and self._selects(step.what, p.piece) is not False]
        gone = fit[: step.count[1]]
        self.table[step.source] = [piece for piece in at if piece not in gone]
        return gone

    def _put(self, step: Step, pieces: list[Piece]) -> None:
        """Special tokens that are given back lie beside the reserve, not in it."""
        if step.target != "reserve" or step.do != "return":
            Run._put(self, step, pieces)
            return
        special = [p for p in pieces if self.k.special(str(p.piece).partition(":")[2])]
        Run._put(self, step, [piece for piece in pieces if piece not in special])
        if special:
            self._at("special-tokens").extend(special)

    def _stream(self, step: Step) -> Stream:
        return Stream(self.seed, f"{self.round}{step.key}")


def steps_of(k: GameKnowledge, moment: str) -> Steps:
    """The procedure of a moment of the scenario in hand."""
    assert k.scenario is not None
    found = k.procedures.get(moment)
    if found is None:
        found = k.procedures[moment] = procedure(k.library, k.game.id, k.scenario.id, moment)
    return found


def has_moment(k: GameKnowledge, moment: str) -> bool:
    return k.scenario is not None and moment in moments(k.scenario)


#: Steps at which a side may have to decide.
_DECIDED = frozenset({"redraw", "may", "pick", "arrange", "choose"})


def begin(k: GameKnowledge, state: State, moment: str) -> None:
    """Start to follow the procedure of a moment."""
    table = table_of(state)
    number = table.rounds.get(moment, 0)
    table.rounds[moment] = number + 1
    table.procedure = Procedure(moment, number)
    if moment != "setup":
        table.procedure.pieces = laid_out(k, state)


def follow(k: GameKnowledge, state: State) -> bool:
    """Do the steps up to the next one that a player decides. False when all are done: the pieces
    then lie in the hands and piles of the game."""
    table = table_of(state)
    found = table.procedure
    assert found is not None
    steps, run = steps_of(k, found.moment), None
    while found.at < len(steps.steps):
        step = steps.steps[found.at]
        decided = step.do in _DECIDED
        if decided and run is not None:
            _keep(found, run)
            run = None
        unmet = step.condition is not None and not (run or _run(k, state, steps))._fulfilled(
            step.condition
        )
        left = not unmet and step.do == "choose" and anything(k, state)
        if unmet or (step.do == "choose" and step.who and not left):
            found.at += 1  # not for now, or nothing is left to choose from
        elif decided and (asked := _asked(k, step, left)) is not None:
            table.result = {"side": asked, "kind": "hand" if step.do == "redraw" else "step"}
            if found.stale:
                settle(k, state)
            if step.do == "redraw" and not found.picked:
                state.sides[asked].redraws = 0
                found.picked = ["asked"]
            return True
        else:
            run = run or _run(k, state, steps)
            run.do(step)
            found.at += 1
    if run is not None:
        _keep(found, run)
    if found.stale:
        settle(k, state)
    if found.moment == "setup":
        course.lay_out(k, state, found.pieces)
    table.procedure, table.result = None, {}
    return False


def _asked(k: GameKnowledge, step: Step, left: bool) -> str | None:
    """The side that decides a step, if a side does; `left`: there is something to choose from."""
    if step.do == "redraw" or (step.do in ("may", "pick", "arrange") and step.who):
        return k.side_of_role(step.who)
    return k.side_of_role(step.who) if left else None


def _run(k: GameKnowledge, state: State, steps: Steps) -> _Steps:
    table = table_of(state)
    found = table.procedure
    assert found is not None
    run = _Steps(steps, table.seed, fell=found.fell, k=k, laid=found.pieces)
    run.round = "" if found.round == 0 else f"{found.moment}.{found.round}."
    return run


def _keep(found: Procedure, run: Run) -> None:
    if run.lacks:
        named = ", ".join(missing.fact for missing in run.lacks)
        raise EngineFault(f"the setup cannot be dealt whole: no source states {named}")
    for place, here in run.table.items():
        found.pieces[place] = cast("list[tuple[str, int, str]]", list(here))  # all are stated
    _touch(found, COUNTERS, *run.table)


def _touch(found: Procedure, *places: str) -> None:
    """What lies at these places is another now than in the game."""
    found.stale = True
    if found.touched is not None:
        found.touched.update(places)


def open_step(k: GameKnowledge, state: State) -> Step:
    """The step that waits for a player."""
    found = table_of(state).procedure
    assert found is not None
    return steps_of(k, found.moment).steps[found.at]


# -- what a player may pick at the open step -------------------------------------------------------


def options(k: GameKnowledge, state: State) -> Iterator[str]:
    """What can be picked at the open step: pieces or places by id, each once."""
    step = open_step(k, state)
    found = table_of(state).procedure
    assert found is not None
    if step.do == "pick":
        yield from (place for place in step.among if found.pieces.get(place))
        yield from (ident for ident, _ in step.options)  # what is said aloud
    elif step.do == "may":
        for price in step.prices:
            yield from _fitting(k, found, price)
        if not step.prices:
            yield step.id
    elif step.do == "choose":
        yield from _fitting(k, found, step)
    elif step.do == "arrange":
        yield from _laid_next(k, state, step, found)


def picks(k: GameKnowledge, state: State) -> tuple[str, ...]:
    """The same, told once while nothing moves."""
    return once(k, state, "picks", lambda _, state: tuple(options(k, state)))


def anything(k: GameKnowledge, state: State) -> bool:
    """Whether anything can be picked at the open step."""
    return next(options(k, state), None) is not None


def _rules(k: GameKnowledge, state: State, step: Step) -> list[Restriction]:
    """The restrictions of an arrangement that say where pieces go, as far as they hold now."""
    found = table_of(state).procedure
    assert found is not None
    run = _run(k, state, steps_of(k, found.moment))
    return [
        rule
        for rule in step.restrictions
        if rule.placing and all(run._fulfilled(one) for one in rule.conditions)
    ]


def _laid_next(k: GameKnowledge, state: State, step: Step, found: Procedure) -> Iterator[str]:
    """What can be laid on the next spot of an arrangement so that its restrictions can be kept."""
    rules, fitting = _rules(k, state, step), _fitting(k, found, step)
    if not rules:
        yield from fitting
        return
    open_ways = _ways(k, found, step, rules)
    named = open_ways[0].keys() if open_ways else ()
    slots = [place for place, count in step.into for _ in range(count)]
    kind = next(iter(found.pieces.get(step.source, ())))[0].partition(":")[0]
    #: By piece whether it leaves a way; those of which no rule speaks differ in nothing.
    leaves: dict[str, bool] = {}
    for ident in fitting:
        piece = f"{kind}:{ident}"
        told = piece if piece in named else ""
        if told not in leaves:
            leaves[told] = _leaves_a_way(found, step, open_ways, slots[len(found.picked)], piece)
        if leaves[told]:
            yield ident


def _leaves_a_way(
    found: Procedure, step: Step, open_ways: Sequence[Way], slot: str, piece: str
) -> bool:
    """Whether a piece on the next spot leaves an arrangement that keeps the restrictions."""
    laid = {place: [one[0] for one in found.pieces.get(place, ())] for place, _ in step.into}
    laid[slot].append(piece)
    seen = {place: Counter(pieces) for place, pieces in laid.items()}
    room: dict[str, int | None] = {place: n - len(laid[place]) for place, n in step.into}
    return leaves_open(open_ways, seen, room)


def _ways(
    k: GameKnowledge, found: Procedure, step: Step, rules: list[Restriction]
) -> Sequence[Way]:
    """The ways that keep these restrictions, told once."""
    key = ("ways", found.moment, step.key, tuple([step.restrictions.index(one) for one in rules]))
    known: Sequence[Way] | None = None if k.memo is None else k.memo.get(key)
    if known is None:
        known = list(ways(rules))
        if k.memo is not None:
            k.memo[key] = known
    return known


def _fitting(k: GameKnowledge, found: Procedure, step: Step) -> Iterator[str]:
    here = dict.fromkeys(piece for piece, _, _ in found.pieces.get(step.source, ()))
    meant = {} if step.what is None else k.means(step.what, here)
    for piece in here:
        if meant.get(piece) is not False:
            yield piece.partition(":")[2]


def findings(k: GameKnowledge, state: State, what: str) -> Iterator[Finding]:
    """Whether something can be picked at the open step."""
    step = open_step(k, state)
    if what not in picks(k, state):
        yield Finding("not-to-pick", {"what": what}, "", step.clauses)


def may_end(k: GameKnowledge, state: State) -> bool:
    """Whether the open step can be left as it is."""
    step = open_step(k, state)
    if step.do in ("redraw", "may"):
        return True
    if step.do == "choose":
        low = step.count[0] if isinstance(step.count, tuple) else step.number
        found = table_of(state).procedure
        return found is not None and len(found.picked) >= low
    return False


# -- decisions carried out -------------------------------------------------------------------------


def pick(k: GameKnowledge, state: State, what: str) -> None:
    """A player picks something at the open step."""
    step = open_step(k, state)
    found = table_of(state).procedure
    assert found is not None
    if step.do == "pick":
        found.fell[step.id] = what
        if any(piece.startswith("terrain:") for piece, _, _ in found.pieces.get(what, ())):
            table_of(state).way = what
        _next(found)
    elif step.do == "may":
        _take_option(k, state, step, what)
    elif step.do == "choose":
        _carry(found, what, step.source, step.target, step.face)
        found.picked.append(what)
        high = step.count[1] if isinstance(step.count, tuple) else step.number
        if len(found.picked) >= high or not anything(k, state):
            _next(found)
    else:
        slots = [place for place, count in step.into for _ in range(count)]
        _carry(found, what, step.source, slots[len(found.picked)], "down", bottom=True)
        found.picked.append(what)
        if len(found.picked) == len(slots):
            _next(found)


def leave(k: GameKnowledge, state: State) -> None:
    """A player leaves the open step as it is."""
    found = table_of(state).procedure
    assert found is not None
    found.fell[open_step(k, state).id] = "no"
    _next(found)


def redraw(k: GameKnowledge, state: State) -> None:
    """The hand is shuffled into the draw pile, and as many cards are drawn anew (setup.redraw)."""
    step = open_step(k, state)
    table, side = table_of(state), k.side_of_role(step.who)
    held = state.sides[side]
    assert held.hand is not None
    table.draws[side] = table.shuffled(f"redraw:{side}", [*table.draws[side], *held.hand])
    held.hand = [table.draws[side].pop() for _ in range(min(step.number, len(table.draws[side])))]
    held.draw_pile, held.redraws = len(table.draws[side]), (held.redraws or 0) + 1
    found = table.procedure
    assert found is not None
    found.pieces.update(cards_of(k, state, side))


def _take_option(k: GameKnowledge, state: State, step: Step, what: str) -> None:
    table = table_of(state)
    found = table.procedure
    assert found is not None
    for price in step.prices:
        if what in set(_fitting(k, found, price)):
            _carry(found, what, price.source, price.target, "up")
            break
    found.fell[step.id] = "yes"
    run = _run(k, state, steps_of(k, found.moment))
    for inner in step.steps:
        run.do(inner)
    _keep(found, run)
    _next(found)


def _next(found: Procedure) -> None:
    found.at, found.picked = found.at + 1, []


def _carry(
    found: Procedure, what: str, source: str, target: str, face: str, *, bottom: bool = False
) -> None:
    here = found.pieces[source]
    at = next(i for i, one in enumerate(here) if one[0].partition(":")[2] == what)
    piece = here.pop(at)
    moved = (piece[0], piece[1], face or piece[2])
    _touch(found, source, target)
    if moved[0].startswith("counter:"):
        _touch(found, COUNTERS)
    there = found.pieces.setdefault(target, [])
    there.insert(len(there) if bottom else 0, moved)
