"""Chains that must end: a clause that is the `same_as` another, a scenario that `extends` one."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.database.faults import Fault
from fieldpress.database.index import Index
from fieldpress.database.records import GameContent, Record

_CHAINS = (("clauses", "same_as"), ("scenarios", "extends"))


def check_chains(index: Index) -> Iterator[Fault]:
    """A fault for each record of a chain that goes round in a circle, or refers to itself."""
    for game in index.games.values():
        for key, field in _CHAINS:
            for record in game.of(key):
                circle = _circle(index, game, key, field, record)
                if circle:
                    said = f"{field} goes round in a circle: {' -> '.join(circle)}"
                    yield record.fault((field,), "circle", said, "break it at one of them")


def _circle(
    index: Index, game: GameContent, key: str, field: str, start: Record
) -> list[str] | None:
    """The names along the chain from `start` back to it; None where it ends."""
    owner, here = game.name, start
    names = [f"{owner}/{start.id}"]
    for _ in range(sum(len(one.of(key)) for one in index.games.values())):
        target = here.data.get(field)
        if not isinstance(target, str):
            return None
        place, _, ident = target.rpartition("/")
        owner = place or owner
        following = index.ids.get((owner, key), {}).get(ident)
        if following is None:
            return None
        names.append(f"{owner}/{ident}")
        if following is start:
            return names
        here = following
    return None
