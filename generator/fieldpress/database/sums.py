"""Sums that must come out: copies against totals, counters against the box, prices of armies.

An unknown term is a range, from what it is at least to what it is at most, never 0 or 1 by
default; a sum is at fault only where no value of its unknown terms could make it right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.records import GameContent, Record


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included; `high` None: no bound is known."""

    low: int
    high: int | None

    def __add__(self, other: Range) -> Range:
        bounded = self.high is not None and other.high is not None
        high = (self.high or 0) + (other.high or 0) if bounded else None
        return Range(self.low + other.low, high)

    def meets(self, other: Range) -> bool:
        """Whether some number lies in both."""
        return (other.high is None or self.low <= other.high) and (
            self.high is None or other.low <= self.high
        )

    def __str__(self) -> str:
        if self.high is None:
            return f"at least {self.low}"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def amount(raw: Any) -> Range:
    """The range of a count fact as written; what cannot be read is unknown."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return Range(raw, raw)
    if isinstance(raw, dict):
        if "value" in raw:
            return amount(raw["value"])
        if "none" in raw:
            return Range(0, 0)
        among = raw.get("among")
        if isinstance(among, list) and among and all(isinstance(one, int) for one in among):
            return Range(min(among), max(among))
        low, high = raw.get("at_least"), raw.get("at_most")
        return Range(low if isinstance(low, int) else 0, high if isinstance(high, int) else None)
    return Range(0, None)


def check_sums(game: GameContent) -> Iterator[Fault]:
    """Faults of the sets' totals, of the armies' totals and of the box list."""
    if "armies" not in game.unread:
        for record in game.of("armies"):
            yield from _army_total(record)
    if game.unread & {"sets", "cards", "terrains", "counters", "components", "game"}:
        return
    for record in game.of("sets"):
        totals = record.data.get("totals")
        for kind, total in (totals if isinstance(totals, dict) else {}).items():
            yield from _set_total(game, record, str(kind), total)
        parts = record.data.get("parts")
        for index, part in enumerate(parts if isinstance(parts, list) else []):
            if isinstance(part, dict) and isinstance(part.get("kind"), str):
                yield from _set_part(game, record, index, part)
    yield from _reserves(game)
    yield from _box(game)


def _army_total(record: Record) -> Iterator[Fault]:
    """The prices of an army against the total that its record derives; reinforcements left out."""
    formations = record.data.get("formations")
    found = Range(0, 0)
    for formation in formations if isinstance(formations, list) else []:
        entries = formation.get("entries") if isinstance(formation, dict) else None
        if not isinstance(entries, list) or "if" in formation:
            continue
        for entry in entries:
            if isinstance(entry, dict) and "points" in entry:
                found += amount(entry["points"])
    stated = amount(record.data.get("total"))
    if not found.meets(stated):
        yield record.fault(
            ("total",),
            "sum",
            f"the army is worth {stated}, but its entries make {found}",
            "mend an entry or the total; formations that depend on something do not count",
        )


def _set_total(game: GameContent, record: Record, kind: str, total: Any) -> Iterator[Fault]:
    pieces: list[tuple[str, Range]] = []
    for piece in game.of(f"{kind}s"):
        copies = piece.data.get("copies")
        if isinstance(copies, dict) and "unknown" not in copies:
            if record.id in copies:
                pieces.append((piece.id, amount(copies[record.id])))
        elif copies is not None:
            pieces.append((piece.id, Range(0, None)))
    blanks = record.data.get("blanks")
    for blank in blanks if isinstance(blanks, list) else []:
        if isinstance(blank, dict) and blank.get("kind") == kind:
            pieces.append((str(blank.get("id")), amount(blank.get("count"))))
    found = sum((count for _, count in pieces), Range(0, 0))
    stated = amount(total)
    if not found.meets(stated):
        terms = ", ".join(f"{ident} {count}" for ident, count in pieces) or "none"
        yield record.fault(
            ("totals", kind),
            "sum",
            f"the set has {stated} {kind} pieces, but its copies and blanks make {found}",
            f"counted: {terms}",
        )


def _set_part(game: GameContent, record: Record, index: int, part: Any) -> Iterator[Fault]:
    """The cards of one side, heroic or not, against how many the set is said to have."""

    def among(own: Any, wanted: Any) -> bool | None:
        value = own.get("value") if isinstance(own, dict) else own
        return None if value is None or value == "unknown" else value == wanted

    pieces: list[tuple[str, Range]] = []
    for piece in game.of(f"{part['kind']}s"):
        copies = piece.data.get("copies")
        fits = [among(piece.data.get(name), part.get(name)) for name in ("side", "heroic")]
        if False in fits:
            continue
        count = Range(0, None)
        if isinstance(copies, dict) and "unknown" not in copies:
            count = amount(copies.get(record.id, 0))
        pieces.append((piece.id, Range(0, count.high) if None in fits else count))
    blanks = record.data.get("blanks")
    for blank in blanks if isinstance(blanks, list) else []:
        if isinstance(blank, dict) and blank.get("kind") == part["kind"]:
            fits = [among(blank.get(name), part.get(name)) for name in ("side", "heroic")]
            if False not in fits:
                count = amount(blank.get("count"))
                low = 0 if None in fits else count.low
                pieces.append((str(blank.get("id")), Range(low, count.high)))
    found = sum((count for _, count in pieces), Range(0, 0))
    if not found.meets(amount(part.get("count"))):
        terms = (
            ", ".join(f"{ident} {count}" for ident, count in pieces if count.high != 0) or "none"
        )
        star = "heroic" if part.get("heroic") else "not heroic"
        whose = f"{part.get('side')} {part['kind']}s that are {star}"
        yield record.fault(
            ("parts", index, "count"),
            "sum",
            f"the set has {amount(part.get('count'))} {whose}, but its copies and blanks"
            f" make {found}",
            f"counted: {terms}",
        )


def _reserves(game: GameContent) -> Iterator[Fault]:
    for record in game.of("counters"):
        reserve, count = record.data.get("reserve"), record.data.get("count")
        most = amount(count).high
        if reserve is not None and most is not None and amount(reserve).low > most:
            yield record.fault(
                ("reserve",),
                "sum",
                f"{amount(reserve)} lie in the reserve, and the box has {amount(count)}",
                "lower the reserve, or mend the count",
            )


def _box(game: GameContent) -> Iterator[Fault]:
    lines = game.head.get("box")
    by_content: dict[tuple[str, str], list[tuple[int, Range]]] = {}
    for index, line in enumerate(lines if isinstance(lines, list) else []):
        of = line.get("of") if isinstance(line, dict) else None
        if isinstance(of, dict) and isinstance(of.get("kind"), str):
            key = of["kind"], str(of.get("side", ""))
            by_content.setdefault(key, []).append((index, amount(line.get("count"))))
    for (kind, side), found in by_content.items():
        stated = sum((count for _, count in found), Range(0, 0))
        pieces = list(_pieces(game, kind, side))
        counted = sum((count for _, count in pieces), Range(0, 0))
        if pieces and not counted.meets(stated):
            terms = ", ".join(f"{ident} {count}" for ident, count in pieces)
            yield game.of("game")[0].fault(
                ("box", found[0][0], "count"),
                "sum",
                f"the box has {stated} {side + ' ' if side else ''}{kind} pieces,"
                f" but the records make {counted}",
                f"counted: {terms}",
            )


def _pieces(game: GameContent, kind: str, side: str) -> Iterator[tuple[str, Range]]:
    for record in game.of(f"{kind}s"):
        own = record.data.get("side")
        if side and own != side:
            if isinstance(own, str) and own != "unknown":
                continue
            yield record.id, Range(0, amount(record.data.get("count")).high)
            continue
        if kind in ("counter", "component"):
            yield record.id, amount(record.data.get("count"))
            continue
        copies = record.data.get("copies")
        if not isinstance(copies, dict) or "unknown" in copies:
            yield record.id, Range(0, None)
            continue
        # One piece may carry the marks of several sets: at least the largest, at most the sum.
        counts = [amount(count) for count in copies.values()]
        total = sum(counts, Range(0, 0))
        yield record.id, Range(max((count.low for count in counts), default=0), total.high)
    # What a blank is nobody knows: it may be a piece that another set names.
    for record in game.of("sets"):
        blanks = record.data.get("blanks")
        for blank in blanks if isinstance(blanks, list) else []:
            if isinstance(blank, dict) and blank.get("kind") == kind:
                yield str(blank.get("id")), Range(0, amount(blank.get("count")).high)
