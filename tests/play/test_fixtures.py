"""A recorded game for each way in which each scenario can end, played again move by move.

After a change of content or rules that alters the course of a game: `python -m tests.play.record`, and
look at what has become of the games.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fieldpress.cli import run
from fieldpress.errors import FINE
from tests.play.record import FIXTURES, Case, cases, read, replayed, table

ENDINGS = [(case, way.id) for case in cases() for way in case.ways()]
IDS = [f"{case}: {way}" for case, way in ENDINGS]
DOCS = Path(__file__).parents[2] / "docs" / "play.md"


@pytest.mark.parametrize(("case", "way"), ENDINGS, ids=IDS)
def test_a_game_that_ends_so_is_recorded_and_plays_as_it_did(case: Case, way: str) -> None:
    path = case.file(way)
    assert path.exists(), f"no game is recorded that ends in {way}: python -m tests.play.record"
    data = read(path)
    game = replayed(case, data)
    found = game.result()
    assert found is not None, "the game is not over"
    assert found["way"] == way
    assert game.state.to_json() == data["state"]
    assert len(game.moves) == len(data["moves"])


def test_every_recorded_game_is_of_a_way_that_there_is() -> None:
    assert {path.name for path in FIXTURES.glob("*.json")} == {
        case.file(way).name for case, way in ENDINGS
    }


def test_the_table_of_endings_in_the_docs_is_that_of_the_games() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert "\n".join(table()) in text, "python -m tests.play.record --table prints it"


def test_a_recorded_game_is_a_saved_game(capsys: pytest.CaptureFixture[str]) -> None:
    case, way = ENDINGS[0]
    assert run(["play", "--replay", str(case.file(way))]) == FINE
    assert "the same table" in capsys.readouterr().out
