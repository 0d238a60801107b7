"""What an arrangement must keep: told, kept by the dealer, and judged on what is seen of a table.

`apart` looks at single runs of pieces. `gathered` and `sequence` say where pieces go; a *way* is
one home for each of them, and such rules are kept as long as a way is left that fits what is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from fieldpress.model import Text

Raw = Mapping[str, Any]
#: The place of each piece that a rule speaks of.
Way = dict[str, str]


@dataclass(frozen=True, slots=True)
class Condition:
    """A step is done only if an earlier step fell so, or if a place shows this face."""

    step: str
    place: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Restriction:
    """A rule of an arrangement.

    `apart`: no two alike among `together` pieces at a time from the top of the piles. `gathered`:
    each of the places holds one of the `groups` whole. `sequence`: the places hold the one piece
    of each group in that order, from the `start` (first, last, either). `text` tells it in words.
    """

    kind: str
    places: tuple[str, ...]
    clauses: tuple[str, ...]
    together: int = 0
    penalty: bool = False
    groups: tuple[tuple[str, ...], ...] = ()
    start: str = "either"
    conditions: tuple[Condition, ...] = ()
    text: Text | None = None

    @property
    def placing(self) -> bool:
        """Whether it says where pieces go."""
        return self.kind in ("gathered", "sequence")


def restriction(raw: Raw, holds: Mapping[str, str], language: str) -> Restriction:
    """A rule as the content has it; `holds`: the kind of the pieces at each place."""
    kind = next(name for name in ("apart", "gathered", "sequence") if name in raw)
    rule: Raw = raw[kind]
    what = holds.get(rule["places"][0], "")
    groups = rule.get("groups", [[one] for one in rule.get("pieces", ())])
    conditions = raw.get("if", ())
    return Restriction(
        kind=kind,
        places=tuple(rule["places"]),
        clauses=tuple(raw["clauses"]),
        together=rule.get("together", 0),
        penalty=raw.get("broken") == "penalty",
        groups=tuple(tuple(f"{what}:{ident}" for ident in group) for group in groups),
        start=rule.get("from", "either"),
        conditions=tuple(
            Condition(one.get("step", ""), one.get("place", ""), one["is"])
            for one in (conditions if isinstance(conditions, list | tuple) else [conditions])
        ),
        text=Text.parse(raw["text"], language) if "text" in raw else None,
    )


# -- ways ------------------------------------------------------------------------------------------


def ways(rules: Sequence[Restriction]) -> Iterator[Way]:
    """Every way to give the pieces of all these rules a home."""
    if not rules:
        yield {}
        return
    for homes in _homes(rules[0]):
        for others in ways(rules[1:]):
            if all(others.get(piece, place) == place for piece, place in homes.items()):
                yield homes | others


def _homes(rule: Restriction) -> Iterator[Way]:
    orders: list[tuple[str, ...]] = [rule.places, rule.places[::-1]]
    if rule.kind == "gathered":
        orders = list(permutations(rule.places))
    elif rule.start != "either":
        orders = [orders[rule.start == "last"]]
    for order in orders:
        yield {p: place for place, group in zip(order, rule.groups, strict=True) for p in group}


def fits(way: Way, seen: Mapping[str, Counter[str]], room: Mapping[str, int | None]) -> bool:
    """Whether what is seen leaves the way open; `room`: spots of a place that are not seen."""
    for place, pieces in seen.items():
        if any(way.get(piece, place) != place for piece in pieces):
            return False
    wanted = Counter(place for piece, place in way.items() if not seen.get(place, Counter())[piece])
    return all(
        (spots := room.get(place)) is None or count <= spots for place, count in wanted.items()
    )


def leaves_open(
    open_ways: Sequence[Way], seen: Mapping[str, Counter[str]], room: Mapping[str, int | None]
) -> bool:
    """Whether what is seen leaves one of these ways open: then none of their rules is broken."""
    return any(fits(way, seen, room) for way in open_ways)


def broken(
    rules: Sequence[Restriction], seen: Mapping[str, Counter[str]], room: Mapping[str, int | None]
) -> list[Restriction]:
    """The rules on where pieces go that cannot be kept; one that clashes only with those before it
    is named alone."""
    kept: list[Restriction] = []
    out: list[Restriction] = []
    for rule in rules:
        if any(fits(way, seen, room) for way in ways([*kept, rule])):
            kept.append(rule)
        else:
            out.append(rule)
    return out


def parted(rule: Restriction, seen: Mapping[str, Counter[str]]) -> Iterator[list[tuple[str, str]]]:
    """Groups whose pieces are seen in several places: each piece with its place."""
    for group in rule.groups:
        found = [(piece, place) for piece in group for place in rule.places if seen[place][piece]]
        if len({place for _, place in found}) > 1:
            yield found


def mixed(rule: Restriction, seen: Mapping[str, Counter[str]]) -> Iterator[list[tuple[str, str]]]:
    """Places that show pieces of several groups: one piece of each with its place."""
    for place in rule.places:
        here = [[piece for piece in group if seen[place][piece]] for group in rule.groups]
        found = [(pieces[0], place) for pieces in here if pieces]
        if len(found) > 1:
            yield found


def kept(rule: Restriction, pieces: Mapping[str, Sequence[str | None]]) -> bool:
    """Whether piles that are known whole keep an `apart`."""
    for place in rule.places:
        pile = pieces.get(place, ())
        for start in range(0, len(pile), rule.together):
            run = pile[start : start + rule.together]
            if len(set(run)) < len(run):
                return False
    return True
