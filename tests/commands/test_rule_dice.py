"""`fieldpress rule` on the second game: dice in one line, and faults of its own kinds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GAME = "sainte-mere-eglise"
FIGHT = ("--german", "grenadiers", "--american", "equipe-radio")
SITUATION = """\
game: sainte-mere-eglise
given:
  reserve: {light-grey: 4, plus-1-plus-1: 2}
  sides: {american: {tokens: [light-grey, plus-1-plus-1]}}
  assault:
    - {german: grenadiers, american: {unit: equipe-radio, beside: [canon-anti-char-m1]}}
then:
  - {side: american, roll: light-grey, lands: success}
ask:
  - {value: tokens, of: american, counter: light-grey}
"""
ASKED = "{value: tokens, of: american, counter: light-grey}"

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (["--american-token", "plus-1-plus-1"], 0, "die.equal-faces"),
        (["--american-token", "dark-grey"], 1, "no card calls for a Dark grey Combat token"),
        (
            ["--american-token", "light-grey@neutral", "--american-token", "plus-1-plus-2"],
            0,
            "Yes, the American may use a Special token +1/+2.",
        ),
        (["--american-plays", "canon-anti-char-m1"], 3, "Support"),
    ],
)
def test_dice_and_support_in_one_line(run_cli: Run, more: list[str], code: int, says: str) -> None:
    result = run_cli("rule", GAME, *FIGHT, *more)
    assert result.code == code, result.stdout
    assert says in result.stdout


def test_the_situation_that_the_faults_are_made_of_is_sound(run_cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "question.yml"
    path.write_text(SITUATION, encoding="utf-8")
    assert "Tokens (Combat token) of the American: 0." in run_cli("rule", path).stdout


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("roll: light-grey", "toss: light-grey", ":8:22:", "write `roll: light-grey`"),
        ("lands: success", "lands: heads", ":8:40:", "success or failure, not 'heads'"),
        ("roll: light-grey", "roll: plus-1-plus-1", ":8:5:", "leave lands out"),
        (", lands: success", "", ":8:5:", "needs lands: success or failure"),
        ("unit: equipe-radio, ", "", ":6:39:", "`unit` is the first Unit there"),
        ("[canon-anti-char-m1]", "canon-anti-char-m1", ":6:67:", "[canon-anti-char-m1]"),
        ("plus-1-plus-1: 2", "control: 2", ":3:28:", "no combat token"),
        ("plus-1-plus-1: 2", "plus-1-plus-1: -2", ":3:43:", "from 0 to 500"),
        ("counter: light-grey", "counter: light-gray", ":10:35:", "did you mean light-grey?"),
        (", of: american", "", ":10:6:", "also needs `of`"),
        (ASKED, "{may: {side: american, recover: equipe-radoi}}", ":10:28:", "did you mean equipe-radio"),
        (ASKED, "{may: {side: american, choose: [silver]}}", ":10:37:", "no counter"),
        (ASKED, ASKED + "\nassume: {equipe-radio.support: perhaps}", ":11:", "True or False"),
        (ASKED, ASKED + "\nassume: {maisons.building: 3}", ":11:", "True or False"),
        (ASKED, ASKED + "\nreadings: {support-several: three}", ":11:1:", "it has two, any-number"),
    ],
)  # fmt: skip
def test_faults_of_dice_and_support_name_line_and_column(
    run_cli: Run, tmp_path: Path, old: str, new: str, where: str, says: str
) -> None:
    path = tmp_path / "question.yml"
    assert old in SITUATION
    path.write_text(SITUATION.replace(old, new), encoding="utf-8")
    result = run_cli("rule", path)
    assert result.code == 2, result.stdout
    assert where in result.stderr
    assert says in result.stderr
    assert "Traceback" not in result.stderr
