"""Input of the overlord games that cannot be used: each fault with FILE:LINE:COLUMN and what would be
right; all of those that the state has at once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

MAP = "given: {map: demonstration, complete: true"
BAD: dict[str, tuple[str, str]] = {
    "a unit misspelt": (
        "given:\n  units:\n    british-i-corp: {distance: 1}\nask: [{who: initiative}]",
        "4:5: no unit record is called 'british-i-corp'; did you mean 'british-i-corps'?",
    ),
    "an act that there is not": (
        "ask:\n  - may: {do: reinforce, side: shaef, unit: 49th-infantry}",
        "3:11: no act is called 'reinforce'; did you mean 'reinforce-attack'?",
    ),
    "a side that there is not": (
        "given:\n  supply: {allies: 3}\nask: [{who: initiative}]",
        "3:12: the sides are shaef and german, not 'allies'",
    ),
    "a sector that the map lacks": (
        MAP + ", units: {12-ss: {at: thornbey}}}\nask: [{who: initiative}]",
        "the map demonstration has no sector 'thornbey'; did you mean 'thornby'?",
    ),
    "a division in a division": (
        "given:\n  units:\n    49th-infantry: {}\n    50th-infantry: {in: 49th-infantry}\nask: [{who: initiative}]",
        "5:21: 49th-infantry is no corps, so nothing lies in its order of battle",
    ),
    "two nations in an order of battle": (
        "given:\n  units:\n    us-viii-corps: {}\n    50th-infantry: {in: us-viii-corps}\nask: [{who: initiative}]",
        "5:21: 50th-infantry (british) cannot be in the order of battle of us-viii-corps (american)",
    ),
    "a corps with a state": (
        "given:\n  units:\n    british-i-corps: {state: shaken}\nask: [{who: initiative}]",
        "4:23: british-i-corps is a corps, and a corps has no state",
    ),
    "a card that the deck lacks": (
        "given:\n  combat: {at: caen, attacker: german, cards: {attacker: 1}}\nask: [{value: results, of: defender}]",
        "none of 1",
    ),
    "a unit on the wrong side of a combat": (
        "given:\n  combat: {at: caen, attacker: shaef, units: {attacker: [12-ss]}}\nask: [{value: combat-value, of: attacker}]",
        "12-ss is of german, so not on the side of the attacker",
    ),
    "a sum that does not add up": (
        "given:\n  units: {49th-infantry: {value: 4}}\n  combat: {at: caen, attacker: shaef, units: {attacker: [49th-infantry]}, stated: {attacker: {units: 18}}}\nask: [{value: combat-value, of: attacker}]",
        "the units are stated as 18, but they make 4",
    ),
    "a marker with two sides up": (
        "given: {victory_points: {shaef: 2, german: 1}}\nask: [{result: track}]",
        "2:9: the marker shows one side at a time: {SIDE: points}",
    ),
    "a bridge that the map lacks": (
        MAP + ", destroyed_bridges: [iron-brige]}\nask: [{who: initiative}]",
        "the map demonstration has no link 'iron-brige'; did you mean 'iron-bridge'?",
    ),
    "an army on the map": (
        "given:\n  units: {canadian-1st-army: {at: caen}}\nask: [{who: initiative}]",
        "3:11: canadian-1st-army is an army: it has no block on the map",
    ),
    "an act that lacks something": (
        "given: {combat: {at: caen, attacker: shaef}}\nask:\n  - may: {do: retreat, side: german, unit: 12-ss}",
        "4:10: retreat needs `to`, the id of one",
    ),
    "a question misspelt": (
        "ask: [{value: combat-values, of: attacker}]",
        "2:8: value: nothing is called 'combat-values'; did you mean 'combat-value'?",
    ),
    "an operation that there is not": (
        "scenario: july\nask:\n  - may: {do: plan, side: shaef, operations: [{operation: goodwod, week: 1}]}",
        "no operation is called 'goodwod'; there are fortitude",
    ),
    "a key misspelt": (
        "given:\n  units:\n    49th-infantry: {stat: shaken}\nask: [{who: initiative}]",
        '4:21: unknown key "stat"; did you mean "state"',
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_situation_that_cannot_be_used(
    run_cli: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    text, wanted = BAD[name]
    path = tmp_path / "asked.yml"
    path.write_text(f"game: overlord\n{text}\n", encoding="utf-8")
    result = run_cli("rule", path)
    assert result.code == 2
    assert result.stdout == ""
    assert f"{path}:" in result.stderr
    assert wanted in result.stderr
    assert "Traceback" not in result.stderr


def test_every_fault_of_the_state_at_once(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "asked.yml"
    path.write_text(
        "game: overlord\ngiven:\n  units:\n    british-i-corps: {state: shaken}\n"
        "    50th-infantry: {in: british-xxx-corps}\n  supply: {allies: 2}\nask: [{who: initiative}]\n",
        encoding="utf-8",
    )
    lines = run_cli("rule", path).stderr.splitlines()
    assert [line.rpartition(str(path))[2].split(": ")[0] for line in lines] == [
        ":4:23",
        ":5:21",
        ":6:12",
    ]


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """The shipped game in a folder of our own."""
    shutil.copytree(ROOT / "content" / "overlord", tmp_path / "content" / "overlord")
    return tmp_path / "content"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("between: [saltmere, dunford], by: road", "between: [saltmere, dunfort], by: road", "no 'dunfort' among the sectors"),
        ("{link: east-cross,", "{link: eastcross,", "no link has the id 'eastcross'"),
        ("parts: [[dunford], [kingsbridge]]", "parts: [[dunford], [eastgate]]", "eastgate has no link to quarry-hill"),
        ("{between: [whale-bank, gull-bank], by: sea}", "{between: [whale-bank, thornby], by: sea}", "an arrow joins two sea sectors"),
        (", class: major}\n    dunford:", "}\n    dunford:", "the sector saltmere has no class"),
        ("invented: true", "invented: perhaps", "invented"),
    ],
)  # fmt: skip
def test_a_map_that_cannot_be(
    run_cli: Callable[..., Any], content: Path, old: str, new: str, wanted: str
) -> None:
    path = content / "overlord" / "maps.yml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    result = run_cli("validate", "overlord", "--content", content)
    assert result.code == 1
    assert wanted in result.stdout + result.stderr
    assert "maps.yml:" in result.stdout + result.stderr


# -- setups -------------------------------------------------------------------------------------

SCENARIOS = ("june", "july", "august", "campaign")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("difficulty", ["easy-shaef", "balanced", "easy-german"])
def test_what_is_dealt_is_legal_and_one_thing_changed_is_not(
    run_cli: Callable[..., Any], tmp_path: Path, scenario: str, difficulty: str
) -> None:
    dealt = run_cli("setup", "overlord", scenario, "--difficulty", difficulty, "--json")
    assert dealt.code == 3
    assert dealt.json()["lacks"]
    path = tmp_path / "setup.json"
    path.write_text(dealt.stdout, encoding="utf-8")
    assert run_cli("check-setup", path).code == 0
    path.write_text(dealt.stdout.replace('"shaef": 3', '"shaef": 4'), encoding="utf-8")
    wrong = run_cli("check-setup", path)
    assert wrong.code == 1
    assert f"{scenario}.supply" in wrong.stdout


def test_a_setup_of_a_difficulty_that_there_is_not(run_cli: Callable[..., Any]) -> None:
    result = run_cli("setup", "overlord", "june", "--difficulty", "hard")
    assert result.code == 2
    assert "no difficulty 'hard'; there are easy-shaef, balanced, easy-german" in result.stderr


# -- a game in progress -------------------------------------------------------------------------


def test_campaign_lists_steps_with_what_they_change(
    run_cli: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.yml"
    path.write_text(
        "game: overlord\nscenario: july\ngiven:\n  round: 2\n  phase: supply\n  map: demonstration\n"
        "  complete: true\n  supply: {shaef: 3, german: 3}\n  victory_points: {german: 5}\n"
        "  units: {british-i-corps: {at: saltmere}, 49th-infantry: {in: british-i-corps, state: shaken}}\n",
        encoding="utf-8",
    )
    result = run_cli("campaign", path, "--json")
    assert result.code == 0
    steps = {step["act"]["do"]: step for step in result.json()["steps"]}
    assert {"collect", "improve", "next-phase"} <= set(steps)
    effects = {one["path"]: (one["from"], one["to"]) for one in steps["improve"]["effects"]}
    assert effects["given.supply.shaef"] == (3, 1)
    assert steps["improve"]["clauses"] == ["state.improve", "supply.improve"]


def test_campaign_refuses_an_act_that_is_against_the_rules(
    run_cli: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.yml"
    path.write_text(
        "game: overlord\nscenario: july\ngiven: {round: 4, phase: week-end}\nthen: [{do: next-phase}]\n",
        encoding="utf-8",
    )
    result = run_cli("campaign", path)
    assert result.code == 1
    assert "4:8: move 1 is against the rules: that was the last round" in result.stderr


def test_campaign_of_the_commando_rules(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "tonga.yml"
    path.write_text(
        "game: pegasus-bridge\ngiven: {campaign: {won: [casemate-no-1], tokens_held: 1}}\n",
        encoding="utf-8",
    )
    result = run_cli("campaign", path, "--json")
    assert result.code == 0
    found = result.json()
    assert (found["points"], found["winner"]) == (1, "german")
    assert all(step["effects"][0]["to"] > 1 for step in found["steps"])


def test_play_says_why_it_cannot(run_cli: Callable[..., Any]) -> None:
    result = run_cli("play", "overlord", "june")
    assert result.code == 2
    assert "in no source" in result.stderr
