"""`fieldpress simulate`: the figures, their intervals, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from fieldpress.cli import run
from fieldpress.playing import simulating
from tests.play.helpers import shipped

TASK = simulating.Task("sandpiper", "ebb", "random", {})


@given(st.integers(1, 10_000), st.data())
def test_the_interval_holds_the_rate_and_narrows(games: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, games))
    low, high = simulating.wilson(won, games)
    assert 0 <= low <= won / games + 1e-12
    assert won / games - 1e-12 <= high <= 1
    closer = simulating.wilson(100 * won, 100 * games)
    assert closer[1] - closer[0] < high - low
    lost = simulating.wilson(games - won, games)
    assert lost == pytest.approx((1 - high, 1 - low))


def test_the_interval_of_a_known_case() -> None:
    # 10 of 20: the usual worked figure of Wilson's score interval.
    assert simulating.wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert simulating.wilson(0, 0) == (0.0, 1.0)


def test_every_game_is_counted_once() -> None:
    tally = simulating.simulate(lambda: shipped("sandpiper"), TASK, 25, 3)
    assert tally.games == sum(tally.winners.values()) == sum(tally.ways.values()) == 25
    parts = simulating.Tally()
    for seeds in (range(3, 10), range(10, 28)):
        parts.add(simulating.play_games(shipped("sandpiper"), TASK, seeds))
    assert parts == tally


@pytest.mark.slow
def test_processes_change_no_figure(capsys: pytest.CaptureFixture[str], repo_root: Path) -> None:
    outputs = []
    for jobs in ("1", "2"):
        command = ["simulate", "sandpiper", "ebb", "--games", "30", "--jobs", jobs, "--json"]
        assert run([*command, "--player", "fighter"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    folder = repo_root / "schema"
    schema = json.loads((folder / "output" / "simulate.json").read_text())
    common = json.loads((folder / "common.json").read_text())
    registry = Registry().with_resource("common.json", Resource.from_contents(common))
    Draft202012Validator(schema, registry=registry).validate(json.loads(outputs[0]))


def test_every_line_says_that_it_rests_on_stand_ins(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "pegasus-bridge", "1a", "--games", "3", "--jobs", "1"]
    assert run([*command, "--stand-ins"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("[stand-ins] ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pegasus-bridge", "1a"], 3, "no source states"),
        (["overlord", "june"], 2, "is not played"),
        (["normandie-sme", "1"], 2, "is not played"),
        (["normandie-dday", "1"], 2, "is not played"),
        (["sandpiper", "flood"], 2, "it has ebb"),
        (["sandpiper", "ebb", "--games", "0"], 2, "--games"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *arguments]) == code
    assert said in capsys.readouterr().err
