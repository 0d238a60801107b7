"""The campaign of Pegasus Bridge: its numbers add up, its names agree, its results leave no gap."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model import Game

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def game() -> Game:
    return open_library(games=("pegasus-bridge",))["pegasus-bridge"]


@pytest.fixture(scope="module")
def tonga(game: Game) -> Any:
    return game.campaigns["tonga"].raw


def most(score: Any) -> int:
    """The most points that a score can bring."""
    points = score["points"]
    if isinstance(points, dict):
        return int(max(points["by_count"].values()))
    return int(points * sum(one.get("counts", 1) for one in score["count"]["won"]))


def test_what_each_scenario_can_bring(tonga: Any) -> None:
    best = [sum(most(score) for score in stage["scores"]) for stage in tonga["scenarios"]]
    assert best == [2 + 1 + 6, 4 * 2 + 1, 5 + 1]


def test_every_total_has_one_result(tonga: Any) -> None:
    best = sum(most(score) for stage in tonga["scenarios"] for score in stage["scores"])
    worst = tonga["tokens"]["count"] * tonga["tokens"]["points"]
    found: dict[int, list[str]] = {}
    for total in range(worst - 1, best + 2):
        found[total] = [
            band["winner"]
            for band in tonga["result"]
            if band.get("from", total) <= total <= band.get("to", total)
        ]
    assert all(len(winners) == 1 for winners in found.values()), found
    assert [found[n][0] for n in (11, 12, 13, 14)] == ["defender", "nobody", "nobody", "attacker"]


def test_the_order_of_the_scenarios(game: Game) -> None:
    assert game.campaigns["tonga"].scenarios == ("1b", "2", "3")


def test_the_barred_numbers_are_those_of_their_terrains(game: Game, tonga: Any) -> None:
    numbers = []
    for one in tonga["tokens"]["barred"]["on"]:
        numbers.append(one["number"])
        if isinstance(one["terrain"], dict):
            for ident in one["terrain"]["among"]:
                assert one["number"] in game.terrains[ident].front.number.among
            continue
        faces = game.terrains[one["terrain"]].faces
        face = next(f for f in faces if f.letter == one.get("face", ""))
        assert face.number.value == one["number"]
    assert len(numbers) == len(set(numbers)) == 11


def test_what_scores_is_barred(tonga: Any) -> None:
    """No token where the British scores; the four without names stand for four that score."""
    scoring = {
        (one["terrain"], one.get("face", ""))
        for stage in tonga["scenarios"]
        for score in stage["scores"]
        for one in score["count"].get("won", ())
    }
    scoring.add(("le-pont-de-benouville", "B"))  # by the Strength Points left there
    on = tonga["tokens"]["barred"]["on"]
    named = {(one["terrain"], one.get("face", "")) for one in on if isinstance(one["terrain"], str)}
    unnamed = [one["terrain"]["among"] for one in on if isinstance(one["terrain"], dict)]
    assert all(among == unnamed[0] for among in unnamed)
    assert scoring == named | {(ident, "") for ident in unnamed[0]}
    assert len(unnamed) == len(unnamed[0])


def test_as_many_tokens_as_in_the_box(game: Game, tonga: Any) -> None:
    assert tonga["tokens"]["count"] == game.counters[tonga["tokens"]["counter"]].count.value


def cited(raw: Any) -> Iterator[str]:
    if isinstance(raw, dict):
        yield from raw.get("clauses", ())
        for inner in raw.values():
            yield from cited(inner)
    elif isinstance(raw, list):
        for inner in raw:
            yield from cited(inner)


def test_every_clause_of_the_campaign_is_behind_it(game: Game, tonga: Any) -> None:
    told = {key for key in game.clauses if key.startswith("campaign.")}
    assert told - set(cited(tonga)) == {"campaign.overview"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("scenario: 1b", "scenario: 1c", "no scenario '1c'"),
        ("{terrain: casemate-no-1}", "{terrain: casemate-no-9}", "no terrain 'casemate-no-9'"),
        ("clauses: [campaign.result]", "clauses: [campaign.results]", "campaign.results"),
        ("counter: campaign", "counter: campaigne", "no counter 'campaigne'"),
        ("points: -1", "points: minus-one", "points"),
        ("winner: nobody", "winner: none", "winner"),
    ],
)
def test_a_dead_name_in_a_campaign_is_a_fault(
    repo_root: Path, run_cli: Run, tmp_path: Path, old: str, new: str, said: str
) -> None:
    content = tmp_path / "content"
    shutil.copytree(repo_root / "content" / "pegasus-bridge", content / "pegasus-bridge")
    file = content / "pegasus-bridge" / "campaigns.yml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = run_cli("validate", "--content", str(content))
    assert found.code == 1
    assert said in found.stdout + found.stderr
    assert "campaigns.yml" in found.stdout + found.stderr


def test_the_exports_have_it(run_cli: Run, tmp_path: Path) -> None:
    database, bundle = tmp_path / "game.sqlite", tmp_path / "bundle.json"
    for form, out in (("sqlite", database), ("json", bundle)):
        found = run_cli("export", form, "pegasus-bridge", "--output", str(out))
        assert found.code == 0, found.stderr
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT scenario FROM campaign_scenarios ORDER BY place")
        assert [row[0] for row in rows] == ["1b", "2", "3"]
    part = json.loads(bundle.read_text(encoding="utf-8"))["games"]["pegasus-bridge"]
    assert [one["id"] for one in part["campaigns"]] == ["tonga"]
