"""Which steps were not kept when numbers of pieces are wrong: the fewest that explain them all."""

from __future__ import annotations

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
    network: Network, expected: Mapping[str, int | None], seen: Mapping[str, int]
) -> list[Wrong]:
    """The places whose number is wrong. A place that is not in `seen` may hold any number."""
    off = {
        place: seen[place] - count
        for place, count in expected.items()
        if count is not None and place in seen
    }
    bad = [place for place, difference in off.items() if difference]
    if not bad:
        return []
    edges = [*network.edges, *_astray(network, off)]
    broken = _fewest(edges, off, network)
    out = []
    for place in bad:
        reached = _joined(place, broken, [edge for edge in edges if not edge.fixed])
        clauses = distinct(
            clause
            for edge in broken
            if edge.source in reached or edge.target in reached
            for clause in edge.step.clauses
        )
        out.append(Wrong(place, expected[place] or 0, seen[place], clauses))
    return out


def _astray(network: Network, off: Mapping[str, int]) -> Iterable[Edge]:
    """Ways to a place that no step fills: from each place, by the step that filled that one last."""
    touched = {place for edge in network.edges for place in (edge.source, edge.target)}
    for place, difference in off.items():
        if difference and place not in touched:
            for other, segments in network.places.items():
                if segments and other != place:
                    holds = network.steps.places[other].holds
                    if holds == network.steps.places[place].holds:
                        yield Edge(segments[0].trail[-1], other, place, True)


def _fewest(edges: list[Edge], off: Mapping[str, int], network: Network) -> list[Edge]:
    """The steps of every smallest set that explains all differences."""
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
        if not component & free and sum(off.get(place, 0) for place in component):
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
