"""Open the library: the one call by which every command gets its games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fieldpress.database.battles import check_battles
from fieldpress.database.chains import check_chains
from fieldpress.database.checker import Checker, shipped_checker
from fieldpress.database.faults import ContentFaults, Fault
from fieldpress.database.index import Index
from fieldpress.database.judge import Judge
from fieldpress.database.kinds import KINDS
from fieldpress.database.loading import choose, load
from fieldpress.database.loading import game_names as _game_names
from fieldpress.database.maps import check_maps
from fieldpress.database.outcome import Reference
from fieldpress.database.overlays import Overlays, given
from fieldpress.database.records import GameContent, Record
from fieldpress.database.references import resolve
from fieldpress.database.schemas import schema_of
from fieldpress.database.sums import check_sums
from fieldpress.model import Library
from fieldpress.resources import data_folder

FORMAT = "fieldpress-bundle/1"


@dataclass(slots=True)
class Checked:
    """Content as read and checked; `faults` sorted by file and position."""

    games: dict[str, GameContent]
    faults: list[Fault]


def game_names(content: Path | None = None) -> list[str]:
    """The games in a content folder (the shipped ones when none is given)."""
    return _game_names(content or data_folder("content"))


def check(
    content: Path | None = None,
    games: Iterable[str] = (),
    overlays: Iterable[Path] = (),
    as_of: str | None = None,
    *,
    judged: bool = False,
) -> Checked:
    """Read and check the games named (all when none is) and those that they use.

    `overlays` are files that apply after the games' own; `as_of` (an ISO date) leaves out errata
    of a later date; `judged` asks jsonschema as well (see judge.py). UsageFault on an unknown game
    or a folder that is none.
    """
    root = content or data_folder("content")
    faults: list[Fault] = []
    found = load(root, choose(root, games), faults)
    given(overlays, found, faults)
    checker = shipped_checker()
    judge = Judge(checker.files) if judged else None
    pending: list[tuple[GameContent, Record, list[Reference]]] = []
    for game in found.values():
        layers = Overlays(game, checker, as_of)
        pending += ((game, record, references) for record, references in layers.apply())
        faults += layers.faults
    for game in found.values():
        for kind in KINDS:
            if kind.key != "overlays":
                pending += (
                    (game, record, _schema(checker, judge, game, record, faults))
                    for record in game.of(kind.key)
                )
    index = Index(found)
    faults += index.twice()
    for game, record, references in pending:
        faults += resolve(index, game, record, references)
    faults += check_chains(index)
    for game in found.values():
        faults += check_sums(game)
        faults += check_maps(game)
        faults += check_battles(game)
    return Checked(found, sorted(set(faults)))


def _schema(
    checker: Checker, judge: Judge | None, game: GameContent, record: Record, faults: list[Fault]
) -> list[Reference]:
    name = schema_of(record.kind, game, checker.files)
    if name is None:
        return []
    outcome = checker.check(name, record.data)
    faults += (
        record.fault(issue.path, issue.code, issue.problem, issue.remedy, on_key=issue.on_key)
        for issue in outcome.issues
    )
    if judge is not None and not outcome.issues:
        faults += (
            record.fault(path, "schema", problem, f"see schema/{name}")
            for path, problem in judge.objections(name, record.data)
        )
    return outcome.references


def bundle(
    content: Path | None = None,
    games: Iterable[str] = (),
    overlays: Iterable[Path] = (),
    as_of: str | None = None,
) -> dict[str, Any]:
    """The JSON bundle (schema/output/bundle.json) of the games and of those that they use.

    ContentFaults where any of them is at fault.
    """
    checked = check(content, games, overlays, as_of)
    if checked.faults:
        raise ContentFaults(checked.faults)
    return as_bundle(checked)


def as_bundle(checked: Checked) -> dict[str, Any]:
    """The bundle of content that was checked and found without faults."""
    return {
        "format": FORMAT,
        "games": {name: _part(game) for name, game in checked.games.items()},
    }


def _part(game: GameContent) -> dict[str, Any]:
    part: dict[str, Any] = {"game": game.head}
    for kind in KINDS:
        if kind.key not in ("game", "overlays") and game.of(kind.key):
            part[kind.key] = [record.data for record in game.of(kind.key)]
    if game.overlays:
        part["overlays"] = game.overlays
        part["changes"] = game.changes
    return part


def open_library(
    content: Path | None = None,
    games: Iterable[str] = (),
    overlays: Iterable[Path] = (),
    as_of: str | None = None,
) -> Library:
    """Load and check the games named (all when none is), with overlays applied.

    ContentFaults where the content is at fault; UsageFault on an unknown game.
    """
    return Library.from_bundle(bundle(content, games, overlays, as_of))
