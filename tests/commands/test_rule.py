"""`fieldpress rule`: files, one-line questions, exit codes, JSON, faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from fieldpress.resources import data_folder

GAME = "pegasus-bridge"
SAPEURS = ("--german", "auto-mitrailleuse", "--british", "sapeurs")

Run = Callable[..., Any]


def _output_schema() -> jsonschema.Draft202012Validator:
    folder = data_folder("schema")
    files = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.json"))
    ]
    registry = Registry().with_resources([(f["$id"], Resource.from_contents(f)) for f in files])
    return jsonschema.Draft202012Validator({"$ref": "output/rule.json"}, registry=registry)


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (["--british-token", "normal"], 1, "No, the British may not use a Token."),
        (["--british-token", "thornton"], 0, "Yes, the British may use a Thornton token."),
        (["--british-token", "plus-3"], 3, "It turns on the origin"),
        (["--british-token", "plus-3:lance-flammes"], 0, "Yes, "),
        (["--british-token=normal"], 1, "No, "),
    ],
)
def test_tokens_against_auto_mitrailleuse(
    run_cli: Run, more: list[str], code: int, says: str
) -> None:
    result = run_cli("rule", GAME, *SAPEURS, *more)
    assert result.code == code, result.stderr
    assert says in result.stdout.splitlines()[0]


def test_a_reason_has_its_card_its_clause_and_its_address(run_cli: Run) -> None:
    text = run_cli("rule", GAME, *SAPEURS, "--british-token", "normal").stdout
    assert "Auto-mitrailleuse bars it" in text
    assert "interactions.auto-mitrailleuse" in text
    assert "pegasus-bridge/rules/interactions.html#r-interactions-auto-mitrailleuse" in text
    assert "\x1b" not in text


def test_cards_by_number_and_by_spelling_without_accents(run_cli: Run) -> None:
    first = run_cli("rule", GAME, *SAPEURS, "--british-token", "normal", "--json").json()
    for name in ("1503", "AUTO-MITRAILLEUSE"):
        again = run_cli(
            "rule",
            GAME,
            "--german",
            name,
            "--british",
            "Sapeurs",
            "--british-token",
            "normal",
            "--json",
        )
        assert again.json()["answers"][0]["verdict"] == first["answers"][0]["verdict"]
    assert run_cli("rule", GAME, "--german", "patrouille", "--british", "eclaireurs parachutistes",
                   "--british-token", "normal").code == 0  # fmt: skip


def test_a_cancellation_after_a_toss_in_one_line(run_cli: Run) -> None:
    result = run_cli(
        "rule", GAME, "--german", "patrouille", "--british-plays", "sapeurs",
        "--british-token", "normal@failure", "--german-answers", "piege",
    )  # fmt: skip
    assert result.code == 1
    assert "too late" in result.stdout


def test_an_unknown_combat_value_says_how_it_turns(run_cli: Run) -> None:
    taken = ["--assume", "mortier.effects=none", "--assume", "patrouille.effects=none"]
    question = ["rule", GAME, "--german", "patrouille", "--british", "mortier", *taken]
    result = run_cli(*question)
    assert result.code == 3
    assert "the British wins if Mortier counts 2 or more" in result.stdout
    assert run_cli(*question, "--assume", f"{GAME}/mortier.combat_value=2").code == 0


def test_readings_that_differ_are_both_shown(run_cli: Run) -> None:
    question = ["rule", GAME, *SAPEURS, "--british-token", "plus-3:attaque-eclair"]
    result = run_cli(*question)
    assert result.code == 1
    assert "Another reading (auto-mitrailleuse-special-tokens=normal-only)" in result.stdout
    other = run_cli(*question, "--reading", "auto-mitrailleuse-special-tokens=normal-only")
    assert other.code == 0


def test_find_lists_rulings_on_all_the_cards_named(run_cli: Run) -> None:
    result = run_cli("rule", GAME, "--find", "1706", "--find", "Mortier", "--json")
    assert result.code == 0
    found = {ruling["id"] for ruling in result.json()["rulings"]}
    assert "piege-on-mortier" in found
    assert found < {
        r["id"] for r in run_cli("rule", GAME, "--find", "1706", "--json").json()["rulings"]
    }


SITUATION = """\
game: pegasus-bridge
given:
  assault:
    - {german: patrouille}
then:
  - {side: british, play: mortier}
  - {side: german, answer: piege}
  - {side: british, decline: true}
ask:
  - {value: tokens-taken, of: british, by: mortier}
  - may: {side: british, toss: normal}
"""


def test_a_file_and_standard_input_and_json_are_alike(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "question.yml"
    path.write_text(SITUATION, encoding="utf-8")
    result = run_cli("rule", path, "--json")
    assert result.code == 1  # of several answers, forbidden goes first
    assert [a["verdict"]["outcome"] for a in result.json()["answers"]] == ["value", "forbidden"]
    assert result.json()["answers"][0]["verdict"]["value"] == 0
    assert run_cli("rule", "-", "--json", stdin=SITUATION).json() == result.json()


@pytest.mark.parametrize(
    "argv",
    [
        [GAME, *SAPEURS, "--british-token", "plus-3"],
        [GAME, *SAPEURS],
        [GAME, "--find", "piege"],
        [
            GAME,
            "--german",
            "patrouille",
            "--british",
            "sapeurs",
            "--british-plays",
            "mortier",
            "--british-token",
            "normal",
        ],
    ],
)
def test_json_meets_its_schema(run_cli: Run, argv: list[str]) -> None:
    result = run_cli("rule", *argv, "--json")
    assert list(_output_schema().iter_errors(result.json())) == []
    assert result.json()["exit_code"] == result.code
    assert json.loads(result.stdout)["format"] == "fieldpress-rule/1"


def test_a_move_that_is_told_and_forbidden_is_refused(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "question.yml"
    path.write_text(
        "game: pegasus-bridge\n"
        "given: {assault: [{german: patrouille, british: sapeurs}]}\n"
        "then: [{side: british, play: mortier}]\n"
        "ask: [{who: leads}]\n",
        encoding="utf-8",
    )
    result = run_cli("rule", path)
    assert result.code == 1
    assert "Move 1" in result.stdout
    assert "assault.facing" in result.stdout
    assert run_cli("rule", path, "--json").json()["refused"]["move"] == 0


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        (SITUATION.replace("patrouille", "patruille"), ":4:", "did you mean patrouille"),
        (SITUATION.replace("given:", "givn:"), ":2:1:", "given"),
        (SITUATION.replace("toss: normal", "toss: silver"), ":11:", "no counter"),
        (SITUATION.replace("british, play", "french, play"), ":6:", "british"),
        (
            SITUATION.replace("{german: patrouille}", "{german: {unit: patrouille, tokns: []}}"),
            ":4:",
            "tokens",
        ),
        ("game: pegasus-bridge\nask:\n  - who: nobody\n", ":3:", "leads"),
        ("- 1\n", ":1:1:", ""),
    ],
)
def test_faults_of_a_file_name_line_and_column(
    run_cli: Run, tmp_path: Path, text: str, where: str, says: str
) -> None:
    path = tmp_path / "question.yml"
    path.write_text(text, encoding="utf-8")
    result = run_cli("rule", path)
    assert result.code == 2, result.stdout
    assert where in result.stderr
    assert says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["no-such-game", "--red", "x"],
        ["no-such-file.yml"],
        [GAME],
        [GAME, "--german", "patrouille"],
        [GAME, "--german"],
        [GAME, "--french", "patrouille"],
        [GAME, "--german-tanks", "patrouille"],
        [GAME, "--german", "nobody", "--british", "sapeurs"],
        [GAME, *SAPEURS, "--assume", "sapeurs"],
        [GAME, *SAPEURS, "--assume", "sapeurs.colour=red"],
        [GAME, *SAPEURS, "--assume", "sandpiper/x.effects=none"],
        [GAME, *SAPEURS, "--reading", "no-such=reading"],
        [GAME, *SAPEURS, "--scenario", "9"],
        [GAME, *SAPEURS, "--terrain", "nowhere"],
        [GAME, "--find", "nobody"],
    ],
)
def test_wrong_usage_is_a_message_and_code_2(run_cli: Run, argv: list[str]) -> None:
    result = run_cli("rule", *argv)
    assert result.code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("fieldpress: ")
    assert len(result.stderr.splitlines()) == 1


def test_options_that_build_a_question_do_not_go_with_a_file(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "question.yml"
    path.write_text(SITUATION, encoding="utf-8")
    for more in (
        ["--scenario", "1a"],
        ["--terrain", "village"],
        ["--size", "2"],
        ["--german", "patrouille"],
    ):
        result = run_cli("rule", path, *more)
        assert result.code == 2
        assert f"{more[0]} goes with a game" in result.stderr


def test_given_facts_may_be_assumed_from_the_command_line(run_cli: Run) -> None:
    question = ["rule", GAME, "--german", "patrouille", "--british-plays", "sapeurs"]
    assert run_cli(*question).code == 0
    assert run_cli(*question, "--assume", "given.phase=attacker").code == 1
