"""Every move of a mission that a side might think of, verb by verb; the checks tell what is legal.

What hangs on the battlefield alone, such as a marker on each of its spots, is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from fieldpress.engine.commando.missions import columns, permanent, production, regiments
from fieldpress.engine.commando.missions.board import mission_of, neighbours, size_of, spots_of
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State
from fieldpress.engine.knowledge import HIDDEN, Knowledge

Thinking = Callable[[Knowledge, State, str], Iterable[Move]]


def candidates(k: Knowledge, state: State, side: str, verb: str = "") -> Iterator[Move]:
    """Every move of a mission that a side might think of, of one verb or of any; `judge` tells
    which are legal."""
    if state.mission is None:
        return
    table = _table(k)
    if verb:
        found = table.get(verb)
        if found is not None:
            yield from found(k, state, side)
        return
    for thinking in table.values():
        yield from thinking(k, state, side)


def _table(k: Knowledge) -> Mapping[str, Thinking]:
    found: Mapping[str, Thinking] | None = None if k.memo is None else k.memo.get("thinking")
    if found is None:
        found = COLUMNS if columns.has_columns(k) else FIELD if size_of(k)[0] else PILES
        if k.memo is not None:
            k.memo["thinking"] = found
    return found


def _each(k: Knowledge, side: str, verb: str, spots: Sequence[str]) -> Sequence[Move]:
    """The same move to each of several spots."""
    key = ("on-spots", side, verb, spots)
    found: list[Move] | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        found = [Move(side, verb, spot) for spot in spots]
        if k.memo is not None:
            k.memo[key] = found
    return found


def _leading(k: Knowledge, side: str, verb: str, name: str, near: str = "") -> Sequence[Move]:
    """A move of a regiment to each spot of the battlefield, or to one and those next to it."""
    key = ("leading", side, verb, name, near)
    found: list[Move] | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        spots = [near, *neighbours(k, near)] if near else spots_of(k)
        found = [Move(side, verb, name, to=spot) for spot in spots]
        if k.memo is not None:
            k.memo[key] = found
    return found


def _attacks(k: Knowledge, state: State, side: str) -> Sequence[Move]:
    return _each(k, side, "attack", columns.eligible(k, state))


def _diverts(k: Knowledge, state: State, side: str) -> Sequence[Move]:
    means = in_effect(k, state, "divert")
    return _each(k, side, "divert", columns.eligible(k, state)) if means else ()


def _puts_back(k: Knowledge, state: State, side: str) -> Sequence[Move]:
    means = in_effect(k, state, "put_back")
    return _each(k, side, "put_back", spots_of(k)) if means else ()


def _produces(k: Knowledge, state: State, side: str) -> Sequence[Move]:
    mine = k.role_of_side(side) == ATTACKER
    return _each(k, side, "produce", production.objectives(k)) if mine else ()


def _barricades(k: Knowledge, state: State, side: str) -> Sequence[Move]:
    spot = mission_of(state).spot
    if not spot or k.role_of_side(side) != ATTACKER:
        return ()
    return _each(k, side, "barricade", (columns.next_in_column(spot),))


def _lights_up(k: Knowledge, state: State, side: str) -> Sequence[Move]:
    return _each(k, side, "light_up", spots_of(k))


def _of_regiments(verb: str) -> Thinking:
    def thinking(k: Knowledge, state: State, side: str) -> list[Move]:
        return [Move(side, verb, name) for name in mission_of(state).regiments]

    return thinking


def _leads(verb: str, *, near: bool) -> Thinking:
    """A regiment goes to another spot: to one next to it, or to any."""

    def thinking(k: Knowledge, state: State, side: str) -> list[Move]:
        return [
            move
            for name, one in mission_of(state).regiments.items()
            if one.at or not near
            for move in _leading(k, side, verb, name, one.at if near else "")
        ]

    return thinking


def _drops(k: Knowledge, state: State, side: str) -> list[Move]:
    names = dict.fromkeys((*regiments.regulars(k), regiments.extra(k, state)[0]))
    return [move for name in names if name for move in _leading(k, side, "drop", name)]


def _produced(k: Knowledge, state: State, side: str) -> list[Move]:
    if k.role_of_side(side) != ATTACKER:
        return []
    return [Move(side, "roll_for", spot) for spot in mission_of(state).produced]


def _converts(k: Knowledge, state: State, side: str) -> list[Move]:
    if k.role_of_side(side) != ATTACKER:
        return []
    return [
        Move(side, "convert", spot, pay=pay)
        for spot in mission_of(state).produced
        for pay in production.prices(k, state, side, spot)
    ]


def _gains(k: Knowledge, state: State, side: str) -> list[Move]:
    return [Move(side, "take_permanent", card) for card in permanent.of(state, side).aside or ()]


def _uses(k: Knowledge, state: State, side: str) -> list[Move]:
    return [Move(side, "use_permanent", card) for card in permanent.of(state, side).table]


def _destroys(k: Knowledge, state: State, side: str) -> list[Move]:
    enemy = permanent.of(state, k.other(side))
    return [Move(side, "destroy", card) for card in enemy.table]


def _heads(k: Knowledge, state: State, side: str) -> list[Move]:
    return [Move(side, "head_for", pile) for pile in mission_of(state).piles]


def _revealed(k: Knowledge, state: State, side: str) -> list[Move]:
    return [Move(side, "attack", terrain) for terrain in dict.fromkeys(state.revealed)]


def _strikes_back(k: Knowledge, state: State, side: str) -> list[Move]:
    if k.role_of_side(side) != DEFENDER:
        return []
    taken = dict.fromkeys(state.sides[k.other(side)].taken or ())
    return [Move(side, "counter_attack", terrain) for terrain in taken]


def _gives_up(k: Knowledge, state: State, side: str) -> list[Move]:
    if k.role_of_side(side) != DEFENDER:
        return []
    return [Move(side, "give_up", card) for card in dict.fromkeys(state.sides[side].hand or ())]


def _strikes_out(k: Knowledge, state: State, side: str) -> list[Move]:
    return [] if k.role_of_side(side) == DEFENDER else [Move(side, "strike_out", HIDDEN)]


#: By verb, in the order in which one thinks of them: on a battlefield of columns, on one that
#: regiments cross, with piles.
COLUMNS: dict[str, Thinking] = {
    "attack": _attacks,
    "divert": _diverts,
    "put_back": _puts_back,
    "produce": _produces,
    "barricade": _barricades,
    "roll_for": _produced,
    "convert": _converts,
}
FIELD: dict[str, Thinking] = {
    "activate": _of_regiments("activate"),
    "roll_for": _of_regiments("roll_for"),
    "drift": _leads("drift", near=True),
    "march": _leads("march", near=True),
    "reconnoitre": _leads("reconnoitre", near=False),
    "redeploy": _leads("redeploy", near=False),
    "light_up": _lights_up,
    "drop": _drops,
    "take_permanent": _gains,
    "use_permanent": _uses,
    "destroy": _destroys,
}
PILES: dict[str, Thinking] = {
    "head_for": _heads,
    "attack": _revealed,
    "counter_attack": _strikes_back,
    "give_up": _gives_up,
    "strike_out": _strikes_out,
}
