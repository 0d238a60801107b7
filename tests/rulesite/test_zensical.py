"""The same tree under Zensical, the theme's successor: it builds strictly, and every address holds.

The requirements of the tests pin the version; docs/site.md says what Zensical's pages lack.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fieldpress.rulesite.build import content_text, expected_addresses
from fieldpress.rulesite.check import check_site
from fieldpress.rulesite.site import Site
from tests.rulesite.bundle import library

VERSION = "0.0.73"
PIECES = ("alpha/cards/soeur-zoe", "alpha/terrains/le-pont-de-benouville", "alpha/scenarios/one")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def zensical_is_here() -> None:
    """Skips by name without Zensical; with CI=true nothing may be missing."""
    try:
        found = importlib.metadata.version("zensical")
    except importlib.metadata.PackageNotFoundError:
        found = ""
    if found == VERSION:
        return
    reason = f"needs zensical {VERSION} (requirements/test.txt), found {found or 'none'}"
    if os.environ.get("CI", "").lower() in {"true", "1"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def build(built: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Builds `folder/docs` with the configuration that `fieldpress site` wrote."""
    shutil.copy(built.with_name("site-config.yml"), folder / "base.yml")
    (folder / "mkdocs.yml").write_text("INHERIT: base.yml\ndocs_dir: docs\nsite_dir: site\n")
    return subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "mkdocs.yml"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def other(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that Zensical builds of the same tree."""
    folder = tmp_path_factory.mktemp("zensical")
    shutil.copytree(built.with_name("site-src"), folder / "docs")
    done = build(built, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def test_the_same_tree_builds_strictly(other: Path) -> None:
    site = Site(library())
    faults = check_site(other, expected_addresses(site), content_text(site.library))
    # Its page for dead addresses is made for a server's root; ours has none.
    assert [str(fault) for fault in faults if fault.page != "404.html"] == []


def test_its_strict_mode_sees_a_dead_anchor(built: Path, tmp_path: Path) -> None:
    shutil.copytree(built.with_name("site-src"), tmp_path / "docs")
    (tmp_path / "docs" / "dead.md").write_text("# Dead {: #dead }\n\n[x](about.md#nowhere)\n")
    done = build(built, tmp_path)
    assert done.returncode != 0
    assert "anchor does not exist" in done.stdout + done.stderr


@pytest.mark.browser
@pytest.mark.tool("chromium")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_pages_pass_axe_and_show_previews(
    chromium_browser: Any, other: Path, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    context = chromium_browser.new_context(
        color_scheme=scheme, viewport={"width": 390, "height": 844}
    )
    context.set_offline(True)
    page = context.new_page()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    found = {}
    for place in ("index", "alpha/index", "alpha/rules/fight", "alpha/cards/index", *PIECES):
        page.goto((other / f"{place}.html").as_uri())
        page.wait_for_selector("html[data-ready]", state="attached")
        if violations := Axe().run(page).response["violations"]:
            found[place] = [one["id"] for one in violations]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
    assert found == {}
    page.goto((other / f"{PIECES[0]}.html").as_uri())
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator(".fp-words a.fp-term").first.focus()
    page.locator("#fp-preview").wait_for(state="visible")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()
