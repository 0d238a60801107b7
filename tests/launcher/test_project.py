"""What the launcher builds on: the pinned lists, and skips that name the missing tool."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest


def pins(path: Path) -> dict[str, list[str]]:
    """Each pinned package of a list, with its hashes."""
    found: dict[str, list[str]] = {}
    for entry in path.read_text().replace("\\\n", " ").splitlines():
        if pin := re.match(r"([a-z0-9-]+)==\S+ ", entry):
            found.setdefault(pin[1], []).extend(re.findall(r"--hash=(sha256:[0-9a-f]{64})", entry))
        else:
            assert re.fullmatch(r"\s*(#.*)?", entry), f"not a pin: {entry}"
    return found


def names(needs: list[str]) -> set[str]:
    return {re.match(r"[\w-]+", need)[0].lower().replace("_", "-") for need in needs}


def test_every_need_is_pinned_and_hashed(repo_root: Path) -> None:
    project = tomllib.loads((repo_root / "pyproject.toml").read_text())
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    needs = names(project["project"]["dependencies"] + groups["build"])
    needs |= names(extras["sheets"] + extras["site"] + extras["pdf"])
    base = pins(repo_root / "requirements/base.txt")
    test = pins(repo_root / "requirements/test.txt")
    assert needs <= base.keys(), "run requirements/refresh"
    assert names(groups["test"]) <= test.keys(), "run requirements/refresh"
    assert all(hashes for pinned in (base, test) for hashes in pinned.values())
    assert {name: test[name] for name in base} == base, "both lists go into one environment"


@pytest.mark.parametrize("name", ["base", "test"])
def test_the_lists_name_no_address(repo_root: Path, name: str) -> None:
    text = (repo_root / "requirements" / f"{name}.txt").read_text()
    assert not re.search(r"://|^-|@ ", text, re.MULTILINE)


@pytest.fixture
def suite(tmp_path: Path, repo_root: Path) -> Path:
    """A small test suite under the shared conftest, with nothing on its PATH."""
    (tmp_path / "conftest.py").write_text((repo_root / "tests/conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = tool(name)\n")
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.tool('poppler')\ndef test_paper(): pass\n"
        "def test_screen(chromium_page): pass\n"
        "def test_plain(): pass\n"
    )
    return tmp_path


@pytest.mark.parametrize(("ci", "code", "ends"), [("", 0, "2 skipped"), ("true", 1, "2 errors")])
def test_a_missing_tool_is_named(suite: Path, ci: str, code: int, ends: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rsfEp", "-p", "no:cacheprovider"],
        cwd=suite,
        env=os.environ | {"PATH": str(suite), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout
    assert "needs poppler (apt-get install poppler-utils)" in done.stdout
    assert "needs chromium (apt-get install chromium libatomic1)" in done.stdout
    assert f"1 passed, {ends}" in done.stdout


@pytest.mark.browser
def test_the_browser_opens_a_page(chromium_page: Any) -> None:
    chromium_page.set_content("<h1>Bénouville</h1>")
    assert chromium_page.inner_text("h1") == "Bénouville"


@pytest.mark.tool("weasyprint", "qpdf", "poppler")
def test_the_print_tools_work_together(tmp_path: Path) -> None:
    import weasyprint

    sheet = tmp_path / "sheet.pdf"
    weasyprint.HTML(string="<title>t</title><h1>Bénouville</h1>").write_pdf(sheet)
    subprocess.run(["qpdf", "--check", sheet], check=True, capture_output=True)
    text = subprocess.run(["pdftotext", sheet, "-"], check=True, capture_output=True).stdout
    assert text.decode().strip() == "Bénouville"
