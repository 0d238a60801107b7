"""Bad situations and setups of the normandie packs: what is wrong, where, and what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from fieldpress.resources import data_folder

Run = Callable[..., Any]

SITUATION = """\
game: normandie-sme
scenario: "1"
given:
  turn: 2
  places:
    mill: {kind: building}
    lantern: {kind: lamp}
  units:
    rifles: {side: american, kind: infantry, in: open, markers: [order], abilities: []}
    post: {side: german, kind: infantry, in: mill, markers: [], abilities: [], lit: false}
  spaces: {rifles: {post: 6}}
ask:
  - may: {unit: rifles, shoot: post}
"""

LANDING = """\
game: normandie-dday
given:
  phase: supply
  craft:
    first: {size: large, holds: []}
    second: {size: small, holds: []}
  units:
    recon: {side: american, kind: infantry, markers: [], abilities: [], transport: 1}
ask:
  - may: {side: american, load: [recon], into: first}
"""

SETUP = """\
game: normandie-sme
scenario: "4"
given:
  tiles: [SM2-A, SM1-A]
  armies:
    american: [dolan, paratroopers]
  removed:
    german: [weak-point, artillery]
  places:
    mill: {kind: building}
  units:
    hauser: {side: german, kind: infantry, option: hauser, zones: [german-zone], in: mill, markers: []}
"""

#: Base text, what is changed in it, into what, the line and column, what the message says.
BAD: list[tuple[str, str, str, str, str, tuple[str, ...]]] = [
    ("rule", SITUATION, "shoot: post", "shoot: pst", "13:25", ("no unit or place 'pst'", "did you mean post")),
    ("rule", SITUATION, "shoot: post", "shoots: post", "13:25", ("shoots", "shoot")),
    ("rule", SITUATION, "kind: lamp", "kind: lampp", "7:21", ("lampp", "lamp")),
    ("rule", SITUATION, "in: mill", "in: barn", "10:42", ("no place 'barn'", "mill")),
    ("rule", SITUATION, "markers: [order]", "markers: [ordered]", "9:66", ("ordered", "order")),
    ("rule", SITUATION, "side: german", "side: germans", "10:12", ("germans", "german")),
    ("rule", SITUATION, "post: 6}", "post: -6}", "11:27", ("-6", "0")),
    ("rule", SITUATION, "{rifles: {post: 6}}", "{rifles: {post: 6}, post: {rifles: 7}}", "11:38",
     ("told twice", "6")),
    ("rule", SITUATION, "turn: 2", "turn: 2\n  night: clear", "5:3", ("told as clear", "dark")),
    ("rule", SITUATION, "turn: 2", "turn: 2\n  effects: [blue-drop-zones]", "5:3", ("campaign: true",)),
    ("rule", SITUATION, "turn: 2", "turn: 2\n  campaign: true\n  effects: [blue-drop-zone]", "6:13",
     ("blue-drop-zone", "blue-drop-zones")),
    ("rule", SITUATION, "- may: {unit: rifles, shoot: post}", "- {result: lamp, rolled: 7}", "13:28", ("7", "6")),
    ("rule", SITUATION, "- may: {unit: rifles, shoot: post}", "- {value: shot-range}", "13:6", ("needs `of`",)),
    ("rule", SITUATION, "- may: {unit: rifles, shoot: post}", "- {who: wins}", "13:11", ("wins-game",)),
    ("rule", SITUATION, "- may: {unit: rifles, shoot: post}", "- may: {shoot: post}", "13:5", ("`unit`",)),
    ("rule", SITUATION, "- may: {unit: rifles, shoot: post}", "- may: {side: american, play: weak-pint}", "13:27",
     ("weak-pint", "weak-point")),
    ("rule", SITUATION, "- may: {unit: rifles, shoot: post}",
     "- may: {side: american, bring_in: pathfinder-squad, turn: 1}", "13:27", ("pathfinders-squad",)),
    ("rule", SITUATION, "    lantern: {kind: lamp}", "    rifles: {kind: lamp}", "9:5",
     ("a unit and of a place",)),
    ("rule", SITUATION, "  spaces:", "  map: {columns: 5, rows: 5, at: {post: f3}}\n  spaces:", "11:35", ("f3", "e5")),
    ("rule", SITUATION, "  spaces:", "  map: {columns: 5, rows: 5, at: {lantern: e2+}}\n  spaces:", "11:35",
     ("corner point",)),
    ("rule", SITUATION, "  spaces: {rifles: {post: 6}}",
     "  map: {columns: 9, rows: 9, at: {post: a1, rifles: c1}}\n  spaces: {rifles: {post: 6}}", "12:21",
     ("drawn otherwise",)),
    ("rule", LANDING, "into: first", "into: third", "10:42", ("no place 'third'",)),
    ("rule", LANDING, "second: {size: small, holds: []}", "second: {size: small, holds: [recon]}\n    third: {size: small, holds: [recon]}",
     "7:26", ("recon is told to be in third, and in second",)),
    ("rule", LANDING, "size: large", "size: big", "5:19", ("big", "large")),
    ("rule", LANDING, "game: normandie-dday", "game: normandie-dday\nassume: {lt-ray.cost: 90}", "2:10", ("given.PATH=VALUE",)),
    ("check-setup", SETUP, "SM2-A", "SM2-C", "4:11", ("faces A and B",)),
    ("check-setup", SETUP, "SM2-A", "SM9-A", "4:11", ("SM9",)),
    ("check-setup", SETUP, "SM2-A", "SM2", "4:11", ("C2-A",)),
    ("check-setup", SETUP, "[dolan,", "[dolen,", "6:16", ("dolen", "dolan")),
    ("check-setup", SETUP, "weak-point", "weak-pont", "8:14", ("weak-pont", "weak-point")),
    ("check-setup", SETUP, "zones: [german-zone]", "zones: [germen-zone]", "12:68", ("germen-zone", "german-zone")),
    ("check-setup", SETUP, 'scenario: "4"', 'scenario: "7"', "2:1", ("7", "1, 2, 3")),
    ("check-setup", SETUP, "american: [dolan", "americans: [dolan", "6:5", ("americans", "american")),
    ("check-setup", SETUP, "given:", "given:\n  bonus: 2", "4:3", ("bonus", "bonus_tactics")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "text", "old", "new", "where", "says"),
    BAD,
    ids=[f"{new.strip()[:40]}" for _, _, _, new, _, _ in BAD],
)
def test_the_spot_and_what_would_be_right(
    run_cli: Run, tmp_path: Path, command: str, text: str, old: str, new: str, where: str, says: tuple[str, ...]
) -> None:  # fmt: skip
    assert text.count(old) == 1
    path = tmp_path / "bad.yml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    result = run_cli(command, path)
    assert result.code == 2, result.stdout
    assert result.stdout == ""
    assert f"bad.yml:{where}: " in result.stderr, result.stderr
    for word in says:
        assert word in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("text", [SITUATION, LANDING], ids=["situation", "landing"])
def test_the_situations_that_are_changed_are_sound(run_cli: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "good.yml"
    path.write_text(text, encoding="utf-8")
    assert run_cli("rule", path).code == 0


def test_every_fault_of_a_file_is_told_at_once(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.yml"
    text = SITUATION.replace("kind: lamp", "kind: lamb").replace("post: 6}", "post: many}")
    path.write_text(text.replace("[order]", "[orders]"), encoding="utf-8")
    errors = run_cli("rule", path).stderr
    assert errors.count("bad.yml:") == 3


def test_common_questions_are_put_in_files(run_cli: Run) -> None:
    result = run_cli("rule", "normandie-sme", "--american", "rifles")
    assert result.code == 2
    assert "situation.normandie.json" in result.stderr


def test_what_is_not_printed_is_told_and_not_assumed(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "question.yml"
    path.write_text(SITUATION, encoding="utf-8")
    result = run_cli("rule", path, "--assume", "dolan.cost=3")
    assert result.code == 2
    assert "given.PATH=VALUE" in result.stderr
    assert run_cli("rule", path, "--assume", "given.spaces.rifles.post=8").code == 1


def test_a_pack_is_not_played_and_says_why(run_cli: Run) -> None:
    result = run_cli("play", "normandie-sme", "1")
    assert result.code == 2
    assert "base game" in result.stderr


def test_a_setup_as_stated_is_what_check_setup_reads(run_cli: Run) -> None:
    stated = run_cli("setup", "normandie-dday", "2", "--json")
    assert stated.code == 3
    checked = run_cli("check-setup", "-", stdin=stated.stdout)
    assert checked.code == 0
    assert "Legal, as far as it is told." in checked.stdout


def test_a_campaign_goes_on_from_what_it_prints(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "campaign.yml"
    path.write_text('game: normandie-sme\ngiven:\n  won: {"1": american}\n', encoding="utf-8")
    result = run_cli("campaign", path, "--json").json()
    state = result["state"] | {"then": [result["steps"][0]["act"]]}
    after = run_cli("campaign", "-", "--json", stdin=json.dumps(state)).json()
    assert after["state"]["given"]["won"] == {"1": "american", "2": "american"}
    assert after["steps"][0]["act"]["scenario"] == "3"


def _judge(name: str) -> jsonschema.Draft202012Validator:
    folder = data_folder("schema")
    files = [json.loads(path.read_text(encoding="utf-8")) for path in folder.rglob("*.json")]
    registry = Registry().with_resources([(f["$id"], Resource.from_contents(f)) for f in files])
    return jsonschema.Draft202012Validator({"$ref": f"output/{name}.json"}, registry=registry)


REFUSED = SITUATION.replace("markers: []", "markers: [sleeping]").replace(
    "ask:", "then:\n  - {unit: post, receive_order: true}\nask:"
)


@pytest.mark.parametrize("text", [SITUATION, LANDING, REFUSED], ids=["shot", "landing", "refused"])
def test_answers_as_data_keep_to_their_schema(run_cli: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "question.yml"
    path.write_text(text, encoding="utf-8")
    result = run_cli("rule", path, "--json")
    assert list(_judge("rule").iter_errors(result.json())) == []
    assert ("refused" in result.json()) == (text is REFUSED)
    assert run_cli("rule", path).stdout.count("None") == 0


def test_a_checked_setup_as_data_keeps_to_its_schema(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "setup.yml"
    path.write_text(SETUP, encoding="utf-8")
    result = run_cli("check-setup", path, "--json")
    assert result.code == 1
    assert list(_judge("check-setup").iter_errors(result.json())) == []
