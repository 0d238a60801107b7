"""`fieldpress setup` and `fieldpress check-setup` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def schemas(repo_root: Path) -> Callable[[str], Draft202012Validator]:
    folder = repo_root / "schema"
    registry: Any = Registry()
    for path in folder.rglob("*.json"):
        resource = Resource.from_contents(json.loads(path.read_text(encoding="utf-8")))
        registry = registry.with_resource(path.relative_to(folder).as_posix(), resource)

    def validator(name: str) -> Draft202012Validator:
        schema = json.loads((folder / name).read_text(encoding="utf-8"))
        return Draft202012Validator(schema, registry=registry)

    return validator


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        *(("pegasus-bridge", one) for one in ("1a", "1b", "2", "3")),
        *(("sainte-mere-eglise", one) for one in ("initiation", "historical", "utah-beach", "graignes")),
    ],
)  # fmt: skip
def test_a_deal_goes_into_the_checker_as_it_is(
    run_cli: Run, schemas: Any, game: str, scenario: str
) -> None:
    dealt = run_cli("setup", game, scenario, "--seed", "7", "--json")
    assert dealt.code == 3  # dealt in part: the decks are not stated
    assert list(schemas("setup.commando.json").iter_errors(dealt.json())) == []
    assert list(schemas("output/setup.json").iter_errors(dealt.json())) == []
    assert dealt.json()["dealt"]["missing"]
    checked = run_cli("check-setup", "-", "--json", stdin=dealt.stdout)
    assert checked.code == 0
    assert list(schemas("output/check-setup.json").iter_errors(checked.json())) == []
    assert checked.json()["verdict"]["outcome"] == "allowed"


MISSIONS = {
    "initiation": ("main-pile: [hidden, hidden, hidden, hidden, sainte-mere-eglise]", "main-pile: [sainte-mere-eglise, hidden, hidden, hidden, hidden]", "initiation.main-lower"),
    "historical": ("attacker-heroic: 3", "attacker-heroic: 4", "historical.heroic-four"),
    "utah-beach": ("column-1: [pouppeville, hidden, hidden, sortie-de-plage-no-1]", "column-1: [pouppeville, hidden, hidden, sortie-de-plage-no-2]", "utah.pairs"),
    "graignes": ("field-2-1: [canal]", "field-2-1: [mairie]", "graignes.village"),
}  # fmt: skip


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_legal_and_an_illegal_layout_of_each_mission(run_cli: Run, mission: str) -> None:
    legal, illegal, clause = MISSIONS[mission]
    head = f"game: sainte-mere-eglise\nscenario: {mission}\ngiven:\n  table:\n    "
    found = run_cli("check-setup", "-", stdin=f"{head}{legal}\n")
    assert found.code == 0, found.stdout
    found = run_cli("check-setup", "-", stdin=f"{head}{illegal}\n")
    assert found.code == 1, found.stdout
    assert clause in found.stdout


def test_what_was_announced_is_dealt_told_and_judged(run_cli: Run) -> None:
    dealt = run_cli("setup", "sainte-mere-eglise", "utah-beach", "--seed", "4", "--json").json()
    said = dealt["given"]["said"]
    assert set(said) == {"variant", "direction"}
    told = run_cli("setup", "sainte-mere-eglise", "utah-beach", "--seed", "4").stdout
    assert "Said\n  German: the " in told
    dealt["given"]["table"] |= {
        "column-1": [{"id": "sortie-de-plage-no-2"}, "hidden", "hidden", "hidden"],
        "column-2": ["sortie-de-plage-no-1", "hidden", "hidden", "hidden"],
        "column-3": 4,
        "column-4": 4,
    }
    dealt["given"]["said"] = {"variant": "historical"}
    found = run_cli("check-setup", "-", stdin=json.dumps(dealt))
    assert found.code == 1
    assert "[utah.historical-field]" in found.stdout
    dealt["given"]["said"] = {"variant": "recreational"}
    assert run_cli("check-setup", "-", stdin=json.dumps(dealt)).code == 0
    del dealt["given"]["said"]
    found = run_cli("check-setup", "-", stdin=json.dumps(dealt))
    assert found.code == 0
    assert "What the American is told: what was said [utah.announce]" in found.stdout


UTAH = "game: sainte-mere-eglise\nscenario: utah-beach\ngiven:\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{UTAH}  said: {{variant: historic}}\n", "4:10: no answer to variant 'historic'; did you mean historical?"),
        (f"{UTAH}  said: {{variant: true}}\n", "4:10: no answer to variant 'True'; known are historical, recreational"),
        (f"{UTAH}  said: {{redraw: historical}}\n", "4:10: redraw is answered by true or false, not 'historical'"),
        (f"{UTAH}  said: {{variante: historical}}\n", "4:10: no step left to the players 'variante'; did you mean variant?"),
        (f"{UTAH}  table:\n    column-5: 4\n", "5:5: no place 'column-5'; did you mean column-1"),
        (f"{UTAH}  table:\n    column-1: [poupeville, hidden]\n", "5:16: no terrain 'poupeville'; did you mean pouppeville?"),
        (f"{UTAH}  table:\n    column-1: [pir-502]\n", "5:16: pir-502 is a counter; column-1 holds terrains"),
        (f"{UTAH}  table:\n    pir: [{{id: pir-502, face: green}}]\n", "5:25: no face of pir-502 'green'; known are fit, tired"),
        (UTAH.replace("utah-beach", "sectors") + "  table: {}\n", "the scenario sectors cannot be set up"),
        (UTAH.replace("given", "moment: drop\ngiven") + "  table: {}\n", "no moment 'drop' at the start of utah-beach"),
    ],
)  # fmt: skip
def test_a_bad_layout_of_a_mission_is_told_with_its_position(
    run_cli: Run, text: str, said: str
) -> None:
    text = text if "table" in text else text + "  table: {}\n"
    found = run_cli("check-setup", "-", stdin=text)
    assert found.code == 2, found.stdout + found.stderr
    assert said in found.stderr
    assert "Traceback" not in found.stderr


def test_a_moment_that_follows_at_once(run_cli: Run, schemas: Any) -> None:
    dealt = run_cli(
        "setup", "pegasus-bridge", "3", "--seed", "7", "--moment", "first-pile", "--json"
    )
    assert list(schemas("output/setup.json").iter_errors(dealt.json())) == []
    checked = run_cli("check-setup", "-", "--json", stdin=dealt.stdout)
    assert checked.code == 0
    as_setup = dealt.json() | {"moment": "setup"}
    early = run_cli("check-setup", "-", stdin=json.dumps(as_setup))
    assert early.code == 1
    assert "[s3.bridges-placed]" in early.stdout
    assert "[s3.hand]" in early.stdout
    found = run_cli("setup", "pegasus-bridge", "3", "--moment", "bridge-end")
    assert found.code == 2
    assert "there are: setup, first-pile" in found.stderr


def test_equal_seeds_give_equal_bytes(run_cli: Run) -> None:
    runs = [run_cli("setup", "pegasus-bridge", "1a", "--seed", "7", "--json") for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    other = run_cli("setup", "pegasus-bridge", "1a", "--seed", "8", "--json")
    assert other.stdout != runs[0].stdout


def test_a_deal_for_people_names_piles_steps_and_what_is_missing(run_cli: Run) -> None:
    found = run_cli("setup", "pegasus-bridge", "1a", "--seed", "7")
    assert found.code == 3
    for said in ("seed 7", "Terrain pile: 12 cards, from the top", "Le Café Gondrée", "Not dealt",
                 "[s1a.lower-pile]", "Reserve: 20"):  # fmt: skip
        assert said in found.stdout
    hidden = run_cli("setup", "pegasus-bridge", "1a", "--seed", "7", "--hide")
    assert "Terrain pile: 12 cards, face down" in hidden.stdout
    assert " 1. " in hidden.stdout  # the steps
    assert "Tobrouk anti-char" not in hidden.stdout.partition("Steps")[0]


def test_without_a_seed_the_seed_is_told(run_cli: Run) -> None:
    found = run_cli("setup", "pegasus-bridge", "1a", "--json")
    seed = found.json()["dealt"]["seed"]
    again = run_cli("setup", "pegasus-bridge", "1a", "--seed", str(seed), "--json")
    assert again.stdout == found.stdout


def test_a_breach_is_told_with_its_clause(run_cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.yml"
    file.write_text(
        "game: pegasus-bridge\nscenario: 1a\ngiven:\n  table:\n    attacker-hand: 7\n"
        "    terrain-pile: [le-cafe-gondree, hidden, hidden, hidden, hidden, hidden,"
        " hidden, hidden, hidden, hidden, hidden, hidden]\n",
        encoding="utf-8",
    )
    found = run_cli("check-setup", str(file))
    assert found.code == 1
    assert found.stdout.startswith("This setup is not possible.\n")
    assert "[setup.hand]" in found.stdout
    assert "[s1a.lower-pile]" in found.stdout
    assert "numbers 7 to 12 from the top" in found.stdout.replace("\n    ", " ")


def test_an_unstated_letter_is_undetermined(run_cli: Run, schemas: Any) -> None:
    table = {"terrain-pile": ["champs", *["hidden"] * 11]}
    text = json.dumps({"game": "pegasus-bridge", "scenario": "1a", "given": {"table": table}})
    found = run_cli("check-setup", "-", "--json", stdin=text)
    assert found.code == 3
    assert found.json()["verdict"]["outcome"] == "undetermined"
    assert list(schemas("output/check-setup.json").iter_errors(found.json())) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: pegasus-bridge\nscenario: 1a\ngiven:\n  table:\n    terain-pile: 12\n", "5:5: no place 'terain-pile'; did you mean terrain-pile?"),
        ("game: pegasus-bridge\nscenario: 1a\ngiven:\n  table:\n    bridge: [le-pont-de-benouvile]\n", "5:14: no terrain 'le-pont-de-benouvile'; did you mean le-pont-de-benouville?"),
        ("game: pegasus-bridge\nscenario: 1a\ngiven:\n  tables: {}\n", "4:3: "),
        ("game: pegasus-bridge\nscenario: 1a\ngiven: {table: {reserve: -1}}\n", "3:26: "),
        ("game: pegasus-bridge\nscenario: 1a\n", "1:1: "),
        ("game: [\n", "<stdin>:"),
        ("", "<stdin>:1:1: "),
        ("a: 1\na: 2\n", "2:1: "),
        ("game: pegasus-bridge\nscenario: 9z\ngiven: {table: {}}\n", "no scenario '9z'; it has 1a"),
        ("game: pegasus-bridge\nscenario: common\ngiven: {table: {}}\n", "the scenario common cannot be set up"),
        ("game: pegasus-bridg\nscenario: 1a\ngiven: {table: {}}\n", "pegasus-bridge"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_with_its_position(run_cli: Run, text: str, said: str) -> None:
    found = run_cli("check-setup", "-", stdin=text)
    assert found.code == 2, found.stdout + found.stderr
    assert said in found.stderr
    assert found.stdout == ""
    assert "Traceback" not in found.stderr


def test_a_file_that_is_not_there(run_cli: Run) -> None:
    found = run_cli("check-setup", "nowhere.yml")
    assert found.code == 2
    assert "nowhere.yml: cannot be read" in found.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("pegasus-bridg", "1a"), "pegasus-bridge"),
        (("pegasus-bridge", "1c"), "it has 1a (The Bénouville Bridge), 1b (Pegasus Bridge)"),
        (("pegasus-bridge", "1a", "--seed", "x"), "--seed"),
    ],
)
def test_an_unknown_game_or_scenario(run_cli: Run, args: tuple[str, ...], said: str) -> None:
    found = run_cli("setup", *args)
    assert found.code == 2
    assert said in found.stderr


def test_a_scenario_may_be_asked_by_its_title(run_cli: Run) -> None:
    found = run_cli("setup", "pegasus-bridge", "1A", "--seed", "7", "--json")
    assert found.json()["scenario"] == "1a"


@pytest.mark.tool("weasyprint")
def test_the_sheet_is_written(run_cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "new" / "setup.pdf"
    found = run_cli("setup", "pegasus-bridge", "1b", "--pdf", str(file))
    assert found.code == 0
    assert file.read_bytes().startswith(b"%PDF-1.7")
    assert found.stdout.strip() == str(file)


def test_dealing_and_checking_need_nothing_but_the_core(repo_root: Path) -> None:
    """In a fresh interpreter in which no library of the sheets can be imported."""
    code = (
        "import sys\n"
        "for name in ('weasyprint', 'jinja2', 'fontTools', 'fontpkg', 'reportlab', 'PIL'):\n"
        "    sys.modules[name] = None\n"
        "from fieldpress import cli\n"
        "sys.exit(cli.run(['setup', 'pegasus-bridge', '1a', '--seed', '7', *sys.argv[1:]]))\n"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, cwd=repo_root, capture_output=True, text=True, check=False)
    assert found.returncode == 3, found.stderr
    assert "Terrain pile" in found.stdout
    sheet = subprocess.run(
        [*command, "--pdf", "output/never.pdf"], cwd=repo_root, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert sheet.returncode == 2
    assert "fieldpress[sheets]" in sheet.stderr
    assert not (repo_root / "output" / "never.pdf").exists()
