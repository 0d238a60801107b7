"""A landing that players make themselves: its numbers against the row of the table for the
defender's army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.normandie.layout import Layout
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.verdicts import Finding

#: Number of a landing -> the column of the table.
_COLUMNS = {
    "tiles": "tiles", "craft": "craft", "heroes": "heroes", "boards": "boards",
    "overlays": "overlays", "obstacles": "obstacles", "objectives": "objectives",
    "to_win": "to_win", "bonus": "bonus", "turns": "turns", "drawn": "drawn", "kept": "kept",
}  # fmt: skip


def landing(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """Every number told, against its column; a column that the book lost leaves it open."""
    raw = k.scenario.raw if k.scenario else {}
    sizes = [row for row in raw.get("sizes", ()) if k.in_force(row)]
    told = lay.generated
    if not sizes:
        if told is not None:
            yield Finding("not-generated", {}, "", ())
        return
    if told is None:
        yield "the numbers of the landing"
        return
    row = _row(sizes, told)
    if row is None:
        points = [_value(one["points"]) for one in sizes]
        needs = ("given.generated.points",) if "points" not in told else ("base.table-row",)
        yield Finding("no-row", {"rows": points}, "", tuple(sizes[0]["clauses"]), "open", needs)
        return
    clauses = tuple(row["clauses"])
    for name, column in _COLUMNS.items():
        if name not in told:
            continue
        low, high = _range(row.get(column))
        if low is None:
            yield Finding(
                "column-lost", {"what": name}, "", clauses, "open", (f"base.table-{name}",)
            )
        elif not low <= told[name] <= (high or low):
            yield _wrong(name, told[name], low, high, clauses)
    yield from _groups(k, told, row, clauses)
    yield from _halves(k, told)
    for name, parameter in (("small_craft", "small-craft"), ("deck", "deck-size")):
        least = k.figure(parameter)
        if name in told and least.value is not None and told[name] < least.number:
            params = {"what": name, "count": told[name], "limit": least.value}
            yield Finding("too-few", params, "", least.clauses)


def _row(sizes: list[Mapping[str, Any]], told: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return next((row for row in sizes if _value(row["points"]) == told.get("points")), None)


def _value(fact: Any) -> Any:
    return fact.get("value") if isinstance(fact, Mapping) else fact


def _range(fact: Any) -> tuple[int | None, int | None]:
    """A column as a range: one number, `{from, to}`, or nothing that is known."""
    if isinstance(fact, Mapping) and "from" in fact:
        return fact["from"], fact["to"]
    value = _value(fact)
    return (value, value) if isinstance(value, int) else (None, None)


def _wrong(name: str, count: int, low: int, high: int | None, clauses: tuple[str, ...]) -> Finding:
    wanted = low if high in (None, low) else {"low": low, "high": high}
    return Finding("other-number", {"what": name, "count": count, "wanted": wanted}, "", clauses)


def _groups(
    k: Rulebook, told: Mapping[str, Any], row: Mapping[str, Any], clauses: tuple[str, ...]
) -> Iterator[Finding]:
    """So many groups, each worth at least so much, together no more than the army."""
    groups = told.get("groups")
    if groups is None:
        return
    wanted, least = _value(row.get("groups")), k.figure("group-points")
    if isinstance(wanted, int) and len(groups) != wanted:
        yield _wrong("groups", len(groups), wanted, wanted, clauses)
    if least.value is not None:
        for index, points in enumerate(groups):
            if points < least.number:
                params = {"group": index + 1, "count": points, "limit": least.value}
                yield Finding("group-too-small", params, "", least.clauses)
    if sum(groups) > told["points"]:
        yield Finding("over-points", {"count": sum(groups), "limit": told["points"]}, "", clauses)


def _halves(k: Rulebook, told: Mapping[str, Any]) -> Iterator[Finding]:
    """Half the boards are beach; half of what lies on them the attacker chose."""
    beach, share = k.figure("beach-boards"), k.figure("share-attacker")
    for part, whole, figure in (
        ("beach_boards", "boards", beach),
        ("overlays_by_attacker", "overlays", share),
        ("obstacles_by_attacker", "obstacles", share),
    ):
        if part not in told or whole not in told or figure.value is None:
            continue
        if told[part] * 100 != told[whole] * figure.number:
            wanted = told[whole] * figure.number / 100
            yield Finding(
                "other-number", {"what": part, "count": told[part], "wanted": f"{wanted:g}"}, "",
                figure.clauses,
            )  # fmt: skip
