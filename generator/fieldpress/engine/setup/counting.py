"""Which steps were not kept when numbers of pieces are wrong: the fewest that explain them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from fieldpress.engine.setup.network import BOX, Edge, Network
from fieldpress.engine.verdicts import distinct

#: Explanations with more broken steps than this are not searched; every step at hand is named then.
MOST = 4


@dataclass(frozen=True, slots=True)
class Wrong:
    """A place with a wrong number of pieces, and the clauses of the steps that explain it."""

    place: str
    expected: int
    seen: int
    clauses: tuple[str, ...]


def wrong_counts(
    network: Network, expected: Mapping[str, int | None], seen: Mapping[str, Counter[str | None]]
) -> list[Wrong]:
    """The places whose number is wrong, by what is seen there (None: pieces whose front is not).

    A place that is not in `seen` may hold any number. A place that no step fills has no clauses.
    """
    off = {
        place: seen[place].total() - count
        for place, count in expected.items()
        if count is not None and place in seen
    }
    bad = [place for place, difference in off.items() if difference]
    if not bad:
        return []
    touched = {place for edge in network.edges for place in (edge.source, edge.target)}
    idle = {place for place in bad if place not in touched}
    edges = [*network.edges, *_astray(network, idle, seen)]
    broken = _fewest(edges, {p: n for p, n in off.items() if p not in idle}, network)
    broken = [edge for edge in broken if not _kept(edge, seen)] or broken
    out = []
    for place in bad:
        own = [edge for edge in broken if place in (edge.source, edge.target)]
        if not own:  # the steps at fault lie further back
            reached = _joined(place, broken, [edge for edge in edges if not edge.fixed])
            own = [edge for edge in broken if edge.source in reached or edge.target in reached]
        clauses = distinct(c for edge in own if place not in idle for c in edge.step.clauses)
        out.append(Wrong(place, expected[place] or 0, seen[place].total(), clauses))
    return out


def _astray(
    network: Network, idle: set[str], seen: Mapping[str, Counter[str | None]]
) -> Iterable[Edge]:
    """Ways to a place that no step fills: from each other, by the steps that laid such pieces."""
    for place in idle:
        for other, segments in network.places.items():
            if network.steps.places[other].holds != network.steps.places[place].holds:
                continue
            ways = distinct(
                step
                for segment in segments
                for piece in seen[place]
                if piece is None or segment.group.has(piece)
                for step in segment.ways(piece)
            )
            for step in ways:
                yield Edge(step, other, place, True)


def _kept(edge: Edge, seen: Mapping[str, Counter[str | None]]) -> bool:
    """Whether the pieces that the step names are seen where it puts them, in their number."""
    step = edge.step
    there = seen.get(edge.target)
    if there is None or None in there or step.what is None or not step.what.ids:
        return False
    count = step.count if isinstance(step.count, int) else 1
    pieces = [f"{step.what.kind}:{ident}" for ident in step.what.ids]
    return all(there[piece] == count for piece in pieces)


def _fewest(edges: list[Edge], off: Mapping[str, int], network: Network) -> list[Edge]:
    """The steps of every smallest set that explains all differences.

    Places that no step joins, not even by a detour, are explained each by themselves.
    """
    found: list[Edge] = []
    left = {place for place, difference in off.items() if difference}
    while left:
        joined = _joined(min(left), edges, [])
        own = [edge for edge in edges if edge.source in joined or edge.target in joined]
        found += _fewest_of(own, {p: n for p, n in off.items() if p in joined}, network)
        left -= joined
    return found


def _fewest_of(edges: list[Edge], off: Mapping[str, int], network: Network) -> list[Edge]:
    fixed = [edge for edge in edges if edge.fixed]
    loose = [edge for edge in edges if not edge.fixed]
    free = {BOX} | {place for place in network.steps.places if place not in off}
    free -= {name for name, place in network.steps.places.items() if place.passing}
    for size in range(MOST + 1):
        found: list[Edge] = []
        for chosen in combinations(fixed, size):
            if _explains([*loose, *chosen], off, free):
                found += [edge for edge in chosen if edge not in found]
        if found:
            return found
    bad = {place for place, difference in off.items() if difference}
    return [edge for edge in fixed if edge.source in bad or edge.target in bad]


def _explains(edges: list[Edge], off: Mapping[str, int], free: set[str]) -> bool:
    seen: set[str] = set()
    for start in off:
        if start in seen:
            continue
        component = _joined(start, edges, [])
        seen |= component
        unbalanced = sum(off.get(place, 0) for place in component) != 0
        if unbalanced and not component & free:
            return False
    return True


def _joined(start: str, edges: list[Edge], more: list[Edge]) -> set[str]:
    """The places that the edges join to `start`. The box joins nothing: it is no place."""
    reached, stack = {start}, [start]
    while stack:
        here = stack.pop()
        if here == BOX:
            continue
        for edge in (*edges, *more):
            for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
                if one == here and other not in reached:
                    reached.add(other)
                    stack.append(other)
    return reached
