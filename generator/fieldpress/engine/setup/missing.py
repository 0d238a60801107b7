"""Pieces that must lie somewhere and for which no unseen spot is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fieldpress.engine.setup.layout import Seen
from fieldpress.engine.setup.network import Group, Network, Segment
from fieldpress.engine.setup.procedure import Step

Spots = Mapping[str, list[tuple[Seen, tuple[Segment, ...]]]]


def absent(network: Network, spots: Spots) -> Iterator[tuple[str, int, Step]]:
    """Named pieces that are missing although every spot where they may lie is seen."""
    free = _free_spots(network, spots)
    missing = _missing(network, spots, unnamed_too=False)
    for piece, count in Counter(piece for piece, _ in missing).items():
        if not any(segment.group.has(piece) for fit in free for segment in fit):
            yield piece, count, next(_laid(g, name) for name, g in missing if name == piece)


def without_room(network: Network, spots: Spots) -> Iterator[tuple[str, int, Step]]:
    """Each piece class that finds too few spots, how many of it, and the step that laid it there.

    A one-to-one matching of pieces not seen with spots not seen, grown by augmenting paths.
    """
    free = _free_spots(network, spots)
    missing = _missing(network, spots, unnamed_too=True)
    taken: dict[int, int] = {}
    lost: Counter[str] = Counter()
    steps: dict[str, Step] = {}
    for number, (piece, group) in enumerate(missing):
        if not _grow(number, missing, free, taken, set()):
            lost[piece] += 1
            steps.setdefault(piece, _laid(group, piece))
    for piece, count in lost.items():
        yield piece, count, steps[piece]


def _laid(group: Group, piece: str) -> Step:
    """The step that laid a piece where it lies: the one that names it, else the take."""
    what = group.step.what
    named = what is not None and piece.partition(":")[2] in what.ids
    return group.step if named else group.line()[-1].step


def _missing(network: Network, spots: Spots, unnamed_too: bool) -> list[tuple[str, Group]]:
    """Every piece that the steps lay out and that is not seen, with the group that it is of."""
    missing: list[tuple[str, Group]] = []
    seen: Counter[str] = Counter(s.piece for at in spots.values() for s, _ in at if s.piece)
    parents = {id(group.parent) for group in network.groups}
    for group in network.groups:
        if group.supply is None or id(group) in parents or group.supply.open:
            continue
        unnamed = sum(seen[piece] for piece in group.supply.maybe)
        blanks = group.supply.blanks if unnamed_too else {}
        for piece, count in (*group.supply.sure.items(), *blanks.items()):
            found = min(seen[piece], count)
            seen[piece] -= found
            if piece in group.supply.blanks:
                found += min(unnamed, count - found)
            missing += [(piece, group)] * (count - found)
    return missing


def _free_spots(network: Network, spots: Spots) -> list[tuple[Segment, ...]]:
    """Every spot whose piece is not seen, as the segments that may fill it."""
    free: list[tuple[Segment, ...]] = []
    for name, segments in network.places.items():
        if name in spots:
            free += [fit for seen, fit in spots[name] if seen.piece is None]
        else:
            for segment in segments:
                free += [(segment,)] * (segment.count or 0)
    return free


def _grow(
    number: int,
    missing: list[tuple[str, Group]],
    free: list[tuple[Segment, ...]],
    taken: dict[int, int],
    tried: set[int],
) -> bool:
    piece = missing[number][0]
    for at, segments in enumerate(free):
        if at in tried or not any(segment.group.has(piece) for segment in segments):
            continue
        tried.add(at)
        if at not in taken or _grow(taken[at], missing, free, taken, tried):
            taken[at] = number
            return True
    return False
