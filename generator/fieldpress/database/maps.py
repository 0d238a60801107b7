"""What a schema cannot say of a map: links that join what they may join, boxes that lie between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.database.faults import Fault
from fieldpress.database.nearest import did_you_mean
from fieldpress.database.records import GameContent, Record

#: Points of which a land link may have only one at a time.
_CROSSED = ("bridge", "destroyed-bridge")


def check_maps(game: GameContent) -> Iterator[Fault]:
    """Faults of the maps of a game that passed the schema."""
    known = {record.id: record.data for record in game.of("sectors")}
    for record in game.of("maps"):
        sectors = record.data.get("sectors")
        links, boxes = record.data.get("links"), record.data.get("boxes", [])
        if not isinstance(sectors, dict) or not isinstance(links, list):
            continue
        yield from _sectors(record, sectors, known)
        yield from _links(record, sectors, links, known)
        yield from _boxes(record, sectors, links, boxes if isinstance(boxes, list) else [])


def _class(sectors: dict[str, Any], known: dict[str, Any], ident: str) -> Any:
    own = sectors.get(ident)
    stated = own.get("class") if isinstance(own, dict) else None
    return stated or known.get(ident, {}).get("class")


def _sectors(record: Record, sectors: dict[str, Any], known: dict[str, Any]) -> Iterator[Fault]:
    for ident, sector in sectors.items():
        if not isinstance(sector, dict):
            continue
        kind = _class(sectors, known, ident)
        if kind is None and "starts" not in sector:
            problem = f"the sector {ident} has no class, and no sector record has this id"
            remedy = "say class: objective, major, secondary or sea"
            yield record.fault(("sectors", ident), "map", problem, remedy)
        if kind not in (None, "sea") and ("through" in sector or "marker" in sector):
            what = "through" if "through" in sector else "marker"
            problem = f"{ident} is no sea sector, and so has no {what}"
            remedy = f"take {what} out, or say class: sea"
            yield record.fault(("sectors", ident, what), "map", problem, remedy)
        if "starts" in sector and kind not in (None, "objective"):
            problem = f"the starting sector {ident} is no objective sector"
            remedy = "every starting sector is one: say class: objective"
            yield record.fault(("sectors", ident, "starts"), "map", problem, remedy)


def _links(
    record: Record, sectors: dict[str, Any], links: list[Any], known: dict[str, Any]
) -> Iterator[Fault]:
    seen: dict[tuple[frozenset[str], str], int] = {}
    names: dict[str, int] = {}
    for index, link in enumerate(links):
        if not isinstance(link, dict) or not isinstance(link.get("between"), list):
            continue
        ends = [end for end in link["between"] if isinstance(end, str)]
        by, points = link.get("by"), link.get("points", [])
        at_sea = [_class(sectors, known, end) == "sea" for end in ends]
        wrong = {
            "sea": (not all(at_sea), "an arrow joins two sea sectors"),
            "landing": (sum(at_sea) != 1, "a landing joins a sea sector and its beach"),
        }.get(str(by), (any(at_sea), f"no {by} leads into a sea sector"))
        if wrong[0] and len(ends) == 2:
            remedy = "by: sea between two sea sectors, by: landing onto a beach, else road"
            yield record.fault(("links", index, "by"), "map", wrong[1], remedy)
        if isinstance(points, list) and sum(point in points for point in _CROSSED) > 1:
            problem = "a bridge that stands and lies in ruins"
            yield record.fault(("links", index, "points"), "map", problem, "keep one of the two")
        pair = (frozenset(ends), str(by))
        if pair in seen and len(pair[0]) == 2:
            problem = f"the same sectors are joined by {by} twice (links[{seen[pair]}])"
            yield record.fault(("links", index, "between"), "map", problem, "keep one of them")
        seen.setdefault(pair, index)
        ident = link.get("id")
        if isinstance(ident, str):
            if ident in names:
                problem = f"the link {ident} a second time (links[{names[ident]}])"
                yield record.fault(("links", index, "id"), "map", problem, "rename one")
            names.setdefault(ident, index)


def _boxes(
    record: Record, sectors: dict[str, Any], links: list[Any], boxes: list[Any]
) -> Iterator[Fault]:
    named = {
        link["id"]: link
        for link in links
        if isinstance(link, dict) and isinstance(link.get("id"), str)
    }
    beside: dict[str, set[str]] = {ident: set() for ident in sectors}
    for link in links:
        ends = link.get("between", []) if isinstance(link, dict) else []
        if (
            isinstance(ends, list)
            and len(ends) == 2
            and all(isinstance(end, str) and end in beside for end in ends)
        ):
            beside[ends[0]].add(ends[1])
            beside[ends[1]].add(ends[0])
    for index, box in enumerate(boxes):
        if not isinstance(box, dict):
            continue
        link = box.get("link")
        if isinstance(link, str):
            if link not in named:
                problem = f"no link has the id {link!r}"
                remedy = did_you_mean(link, named) or "give the link an id"
                yield record.fault(("boxes", index, "link"), "map", problem, remedy)
            elif "crossroad" not in (named[link].get("points") or ()):
                problem = f"the link {link} has no crossroad that could be boxed"
                remedy = "add points: [crossroad] to the link"
                yield record.fault(("boxes", index, "link"), "map", problem, remedy)
        here = box.get("sector")
        parts = box.get("parts")
        if not isinstance(here, str) or not isinstance(parts, list):
            continue
        for number, part in enumerate(parts):
            for place, ident in enumerate(part if isinstance(part, list) else []):
                if ident in sectors and here in sectors and ident not in beside[here]:
                    problem = f"{ident} has no link to {here}"
                    remedy = f"the neighbours of {here} are {', '.join(sorted(beside[here]))}"
                    at = ("boxes", index, "parts", number, place)
                    yield record.fault(at, "map", problem, remedy)
