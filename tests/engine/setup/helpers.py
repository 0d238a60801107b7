"""A small game built in code, and its procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fieldpress.engine.setup import Procedure, Report, check, procedure, read_table
from fieldpress.model import Library

Raw = dict[str, Any]


def terrain(ident: str, copies: Any) -> Raw:
    gap = {"unknown": "not stated"}
    return {
        "id": ident, "name": ident.title(), "number": gap, "copies": copies, "draws": gap,
        "size": gap, "text": gap, "effects": gap, "source": "book#all",
    }  # fmt: skip


def card(ident: str, side: str, copies: Any, heroic: Any = False, kind: str = "unit") -> Raw:
    gap = {"unknown": "not stated"}
    raw = {
        "id": ident, "name": ident.title(), "number": gap, "side": side, "kind": kind,
        "heroic": heroic, "copies": copies, "text": gap, "effects": gap, "source": "book#all",
    }  # fmt: skip
    return raw | ({"combat_value": gap, "unit_type": gap} if kind == "unit" else {})


def counter(ident: str, *faces: str) -> Raw:
    return {
        "id": ident, "name": ident.title(), "kind": "other", "shape": "round", "size": 20,
        "faces": [{"id": face, "shows": face} for face in faces], "count": 30, "source": "book#all",
    }  # fmt: skip


def library(
    steps: Sequence[Raw],
    places: Mapping[str, Raw],
    terrains: Sequence[Raw] = (),
    cards: Sequence[Raw] = (),
    counters: Sequence[Raw] = (),
    blanks: int = 0,
    totals: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Library:
    """A game `mini` with one scenario `s` whose setup has these steps."""
    group: Raw = {"id": "x", "name": "X", "mark": "X", "kind": ["terrain"], "source": "book#all"}
    if blanks:
        group["blanks"] = [
            {"id": "x-unnamed", "kind": "terrain", "count": blanks, "source": "book#all"}
        ]
    if totals:
        group["totals"] = dict(totals)
    scenario = {
        "id": "s", "title": "S", "sets": {"takes": ["x"]}, "source": "book#all",
        "places": dict(places), "parameters": dict(parameters or {}),
        "procedures": [{"moment": "setup", "steps": list(steps)}],
    }  # fmt: skip
    game = {
        "id": "mini", "title": "Mini", "ruleset": "commando", "source": "book#all",
        "languages": {"default": "en", "names": "en"}, "documents": {"held": ["book"]},
        "sides": {
            "red": {"name": "Red", "role": "attacker"}, "blue": {"name": "Blue", "role": "defender"},
        },
    }  # fmt: skip
    part = {
        "game": game, "sets": [group], "terrains": list(terrains), "cards": list(cards),
        "counters": list(counters), "scenarios": [scenario],
    }  # fmt: skip
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {"mini": part}})


def place(holds: str = "terrain", **more: Any) -> Raw:
    return {"name": "a place", "holds": holds} | more


def mini(*args: Any, **more: Any) -> Procedure:
    return procedure(library(*args, **more), "mini", "s")


def judge(steps: Procedure, table: Mapping[str, Any], **said: bool) -> Report:
    return check(steps, read_table(steps.game, steps, {"table": table, "said": said}))


def raised(report: Report) -> set[str]:
    """The clauses of all sure objections."""
    return {c for f in report.verdict.findings if f.status == "raised" for c in f.clauses}


def codes(report: Report) -> list[str]:
    return sorted(f.code for f in report.verdict.findings)
