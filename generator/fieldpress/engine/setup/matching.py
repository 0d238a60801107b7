"""Whether the pieces that are seen can all have come to where they lie, traced backwards.

From the places back to the box: what a group's spots show must have been in the group; where a
group was mixed from several, the pieces seen are shared out among them in every way that the
groups can have held. Pieces that are not seen fill what is left, so they never stand in the way:
their number is that of the spots, and the box holds the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fieldpress.engine.setup.network import Group
from fieldpress.engine.setup.procedure import Step
from fieldpress.engine.setup.supply import Supply

#: Pieces seen in the spots of a group, by class.
Demand = dict[int, Counter[str]]
#: Ways of sharing out that are tried before the question is given up.
LIMIT = 200_000


class TooWide(Exception):
    """More ways of sharing out than are worth trying."""


def possible(groups: Sequence[Group], seen: Demand) -> bool:
    """Whether all pieces seen can have come from the box. `groups` in the order of their making.

    TooWide where that cannot be decided within `LIMIT` tries.
    """
    order = [group for group in reversed(groups) if not _was_split(group, groups)]
    return _solve(order, 0, {key: Counter(value) for key, value in seen.items()}, [LIMIT])


def _was_split(group: Group, groups: Sequence[Group]) -> bool:
    """A group whose pieces were all passed on to those split off it by name."""
    return any(other.parent is group for other in groups)


def _solve(order: list[Group], at: int, seen: Demand, budget: list[int]) -> bool:
    budget[0] -= 1
    if budget[0] < 0:
        raise TooWide
    while at < len(order):
        group = order[at]
        here = seen.get(id(group), Counter())
        at += 1
        if group.supply is not None:
            if not covers(group.supply, here):
                return False
            continue
        if not here:
            continue
        for shares in _shared(group, sorted(here.items())):
            below = {key: Counter(value) for key, value in seen.items()}
            for (source, _), share in zip(group.inputs, shares, strict=True):
                below.setdefault(id(source), Counter()).update(share)
            if _solve(order, at, below, budget):
                return True
        return False
    return True


def crowded(groups: Sequence[Group], seen: Demand) -> Iterator[Step]:
    """The steps that brought fewer pieces to a place than must have come by them."""
    for group in groups:
        here = seen.get(id(group), Counter())
        for source, room in group.inputs:
            others = [other for other, _ in group.inputs if other is not source]
            only = sum(
                count
                for piece, count in here.items()
                if source.has(piece) and not any(other.has(piece) for other in others)
            )
            if room is not None and only > room:
                yield source.step


def covers(supply: Supply, seen: Counter[str]) -> bool:
    """Whether a source can have held the pieces seen, each in its number."""
    unnamed = 0
    for piece, count in seen.items():
        if piece in supply.sure:
            if count > supply.sure[piece]:
                return False
        elif piece in supply.blanks:
            unnamed += count
        elif piece in supply.maybe:
            most = supply.maybe[piece][1]
            if most is not None and count > most:
                return False
            unnamed += count
        else:
            return False
    return supply.open or unnamed <= sum(supply.blanks.values())


def _shared(group: Group, pieces: list[tuple[str, int]]) -> Iterator[tuple[Counter[str], ...]]:
    """Every way of sharing the pieces out among the groups that this one was mixed from."""
    room = [count for _, count in group.inputs]
    can = [[source.has(piece) for source, _ in group.inputs] for piece, _ in pieces]
    shares: tuple[Counter[str], ...] = tuple(Counter() for _ in room)

    def place(at: int, room: list[int | None]) -> Iterator[tuple[Counter[str], ...]]:
        if at == len(pieces):
            yield tuple(Counter(share) for share in shares)
            return
        piece, count = pieces[at]
        for split in _splits(count, room, can[at]):
            for share, number in zip(shares, split, strict=True):
                if number:
                    share[piece] = number
            left = [None if r is None else r - n for r, n in zip(room, split, strict=True)]
            yield from place(at + 1, left)
            for share in shares:
                del share[piece]

    yield from place(0, room)


def _splits(count: int, room: list[int | None], can: list[bool]) -> Iterator[tuple[int, ...]]:
    """`count` pieces in as many numbers as there are groups, none over its room."""
    if not room:
        if count == 0:
            yield ()
        return
    first = room[0]
    most = 0 if not can[0] else count if first is None else min(count, first)
    for number in range(most, -1, -1):
        for rest in _splits(count - number, room[1:], can[1:]):
            yield (number, *rest)
