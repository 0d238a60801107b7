"""Each optional library, when it is missing, is named together with the extra that brings it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.building.helpers import environment, half_written
from tests.building.small_game import change, write_game

#: `fieldpress` on a machine without the libraries named before `--`.
WITHOUT = """
import importlib.machinery, sys

split = sys.argv.index("--")
missing, sys.argv[1:] = sys.argv[1:split], sys.argv[split + 1:]
find = importlib.machinery.PathFinder.find_spec

def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in missing else find(name, path, target)

importlib.machinery.PathFinder.find_spec = staticmethod(find_spec)
from fieldpress.cli import main
main()
"""

SHEETS = ["reportlab", "fontTools", "fontpkg"]
SITE = ["jinja2", "markupsafe", "mkdocs", "material"]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("content")
    write_game(folder)
    return folder


def run(missing: list[str], *arguments: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *missing, "--", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert "internal error" not in done.stderr, done.stderr
    return done


def names_the_extra(done: subprocess.CompletedProcess[str], extra: str) -> bool:
    return (
        done.returncode == 2
        and "is not installed" in done.stderr
        and f"pip install 'fieldpress[{extra}]'" in done.stderr
    )


@pytest.mark.parametrize("library", SHEETS)
def test_sheets(library: str, content: Path, tmp_path: Path) -> None:
    arguments = ("cards", "ferry", "--content", content, "--output", tmp_path)
    assert run([], *arguments).returncode == 0
    for path in tmp_path.iterdir():
        path.unlink()
    done = run([library], *arguments)
    assert names_the_extra(done, "sheets"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_patterns_for_hyphens(tmp_path: Path) -> None:
    """Asked for only where a word has to be broken."""
    game = write_game(tmp_path / "content")
    change(game, "cards.yml", "name: Old otter", "name: Incomprehensibilitiesofmisunderstanding")
    arguments = ("cards", "ferry", "--content", tmp_path / "content", "--output", tmp_path / "o")
    done = run(["pyphen"], *arguments)
    assert names_the_extra(done, "sheets"), done.stderr
    assert not (tmp_path / "o").exists()
    assert run([], *arguments).returncode == 0


@pytest.mark.parametrize("library", SITE)
def test_site(library: str, content: Path, tmp_path: Path) -> None:
    done = run([library], "site", "--content", content, "--output", tmp_path)
    assert names_the_extra(done, "site"), done.stderr
    assert half_written(tmp_path) == set()
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("library", ["jinja2", "weasyprint"])
def test_setup_sheets(library: str, tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    done = run([library], "setup", "pegasus-bridge", "1a", "--pdf", pdf)
    assert names_the_extra(done, "sheets"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_everything_else_needs_none(content: Path, tmp_path: Path) -> None:
    everything = sorted({*SHEETS, *SITE, "PIL", "pyphen", "weasyprint"})
    for arguments in (
        ["validate", "--content", content],
        ["export", "sqlite", "ferry", "--content", content, "--output", tmp_path / "f.sqlite"],
        ["build", "--only", "sqlite,json", "--content", content, "--output", tmp_path],
        ["setup", "pegasus-bridge", "1a", "--seed", "1", "--hide"],
        ["coverage", "pegasus-bridge"],
        ["rule", "pegasus-bridge", "--german", "auto-mitrailleuse", "--british-token", "normal"],
    ):
        assert run(everything, *arguments).returncode in (0, 1, 3)


def test_a_build_names_every_extra_that_it_lacks_once(content: Path, tmp_path: Path) -> None:
    done = run(["reportlab", "mkdocs"], "build", "--content", content, "--output", tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("fieldpress[sheets]") == 1
    assert done.stderr.count("fieldpress[site]") == 1
    assert len(done.stdout.splitlines()) == 2
