"""The built wheel, installed outside the checkout and read-only, does all that the checkout does."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.building.helpers import files_of, half_written
from tests.building.small_game import write_game
from tests.library.installed import Installed, build_wheel, distributions, install

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(repo_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(repo_root, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def whole(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    installed = install(wheel, tmp_path_factory.mktemp("installed"))
    yield installed
    for path in (installed.package, *installed.package.rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)  # so that pytest can tidy up


@pytest.fixture
def core(whole: Installed) -> Installed:
    whole.use()
    return whole


def test_what_is_in_it(wheel: Path, repo_root: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in ("schema", "content", "site"):
        own = {f"fieldpress/_data/{name}/{file}" for file in files_of(repo_root / name)}
        assert own
        assert own <= names
    assert "fieldpress/py.typed" in names
    assert "fieldpress/cli.py" in names
    assert not [name for name in names if name.endswith((".pyc", ".orig")) or "/tests/" in name]
    outside = [name for name in names if not name.startswith(("fieldpress/", "fieldpress-"))]
    assert outside == []


def test_the_core_needs_four_libraries_and_what_they_need() -> None:
    assert set(distributions([])) <= {
        *("pyyaml", "jsonschema", "click", "rich"),
        *("attrs", "jsonschema-specifications", "referencing", "rpds-py", "typing-extensions"),
        *("markdown-it-py", "mdurl", "pygments", "colorama"),
    }


def test_it_runs_from_where_it_is_installed(core: Installed, repo_root: Path) -> None:
    done = core.python_run(
        "-c",
        "import fieldpress, fieldpress.resources, sys, json\n"
        "places = [fieldpress.__file__, str(fieldpress.resources.data_folder('content'))]\n"
        "print(json.dumps([places, sys.path]))",
    )
    places, path = json.loads(done.stdout)
    assert all(place.startswith(str(core.package)) for place in places)
    assert not [entry for entry in path if entry.startswith(str(repo_root / "generator"))]


def test_it_is_read_only(core: Installed) -> None:
    done = core.python_run("-c", f"open({str(core.package / 'x')!r}, 'w')")
    if done.returncode == 77:
        pytest.skip("needs the right to drop root's rights")
    assert "PermissionError" in done.stderr


def test_the_core_validates_exports_and_deals(core: Installed) -> None:
    done = core.run("validate")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("no faults: ")
    assert core.run("coverage", "pegasus-bridge", "--json").returncode in (0, 1)

    done = core.run("export", "sqlite", "pegasus-bridge")
    assert done.returncode == 0, done.stderr
    database = sqlite3.connect(core.work / done.stdout.strip())
    (count,) = database.execute("SELECT count(*) FROM cards").fetchone()
    database.close()
    assert count > 30
    done = core.run("export", "json", "sandpiper", "--output", "sandpiper.json")
    assert done.returncode == 0, done.stderr
    assert "sandpiper" in json.loads((core.work / "sandpiper.json").read_text("utf-8"))["games"]

    dealt = core.run("setup", "pegasus-bridge", "1a", "--seed", "5", "--json")
    assert dealt.returncode in (0, 3), dealt.stderr
    (core.work / "table.json").write_text(dealt.stdout, encoding="utf-8")
    assert core.run("check-setup", "table.json").returncode == 0


def test_the_core_rules(core: Installed) -> None:
    done = core.python_run(
        "-c",
        "import fieldpress\n"
        "library = fieldpress.load('pegasus-bridge')\n"
        "fight = {'assault': [{'german': 'auto-mitrailleuse', 'british': 'sapeurs'}]}\n"
        "ask = [{'may': {'side': 'british', 'toss': 'normal'}}]\n"
        "question = {'game': 'pegasus-bridge', 'given': fight, 'ask': ask}\n"
        "print(fieldpress.rule(library, question)[0].verdict.outcome)",
    )
    assert done.stdout == "forbidden\n", done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["cards", "sandpiper"], "sheets"),
        (["setup", "pegasus-bridge", "1a", "--pdf", "x.pdf"], "sheets"),
        (["site"], "site"),
    ],
)
def test_what_needs_an_extra_names_it(core: Installed, arguments: list[str], extra: str) -> None:
    done = core.run(*arguments)
    assert done.returncode == 2
    assert f"pip install 'fieldpress[{extra}]'" in done.stderr


def test_a_build_without_extras_makes_the_rest(core: Installed) -> None:
    done = core.run("build", "sandpiper", "--output", "bare")
    assert done.returncode == 2
    assert "fieldpress[sheets]" in done.stderr
    assert "fieldpress[site]" in done.stderr
    assert {"sandpiper/sandpiper.sqlite", "sandpiper/sandpiper.json"} <= files_of(
        core.work / "bare"
    )
    assert half_written(core.work / "bare") == set()


@pytest.mark.tool("weasyprint")
def test_the_extra_for_sheets_is_enough_for_sheets(whole: Installed) -> None:
    whole.use("sheets")
    write_game(whole.work / "own")
    done = whole.run("cards", "ferry", "--content", "own", "--output", "print")
    assert done.returncode == 0, done.stderr
    done = whole.run("setup", "pegasus-bridge", "1a", "--pdf", "print/setup.pdf")
    assert done.returncode == 0, done.stderr
    assert files_of(whole.work / "print") == {"cards.pdf", "setup.pdf"}
    assert whole.run("site", "--content", "own").returncode == 2


def test_the_extra_for_the_site_is_enough_for_the_site(whole: Installed) -> None:
    whole.use("site")
    write_game(whole.work / "own")
    done = whole.run("site", "--content", "own", "--output", "web")
    assert done.returncode == 0, done.stderr
    assert (whole.work / "web" / "site" / "index.html").is_file()
    assert whole.run("cards", "ferry", "--content", "own").returncode == 2


@pytest.mark.tool("weasyprint")
def test_all_extras_build_all_games(whole: Installed, repo_root: Path) -> None:
    """Everything of every game but the site: its pages are made by the same code for each game, so
    that here those of one are enough."""
    whole.use("all")
    output = whole.work / "everything here"
    for arguments in (["--only", "sheets,setups,sqlite,json"], ["sandpiper", "--only", "site"]):
        done = whole.run("build", *arguments, "--output", output.name)
        assert done.returncode == 0, done.stderr
    made = files_of(output)
    for game in sorted(path.name for path in (repo_root / "content").iterdir() if path.is_dir()):
        assert {f"{game}/{game}.sqlite", f"{game}/{game}.json"} <= made
        assert any(file.startswith(f"{game}/") and file.endswith(".pdf") for file in made), game
    assert "site/sandpiper/index.html" in made
    assert half_written(output) == set()
    # The package itself holds no more than it did, no compiled file either.
    assert not list(whole.package.rglob("__pycache__"))
