"""Addresses that stay good: a vanished one is a fault, a moved one leads on."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fieldpress.errors import FieldpressError
from fieldpress.rulesite import build_site, kept, note_addresses
from fieldpress.rulesite.build import expected_addresses
from fieldpress.rulesite.site import Site
from tests.rulesite.bundle import library

CARD = "alpha/cards/piege.html"
GONE = "alpha/cards/gone.html"


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "addresses.txt"
    note_addresses(library(), path)
    return path


def say_moved(path: Path, *lines: str) -> Path:
    path.write_text(path.read_text() + "".join(f"{line}\n" for line in lines))
    return path


def test_the_list_holds_every_record_and_page(listed: Path) -> None:
    found = {one.address for one in kept.read(listed)}
    assert set(expected_addresses(Site(library()))) <= found
    assert {"alpha/cards/index.html", "alpha/rulebook.html", "about.html"} <= found
    text = listed.read_text()
    assert f"\nalpha/card:piege {CARD}\n" in text
    assert "\nalpha/rule:fight.ties alpha/rules/fight.html#r-fight-ties\n" in text


def test_noting_twice_changes_nothing_and_keeps_what_moved(listed: Path) -> None:
    say_moved(listed, f"alpha/card:gone {GONE} -> {CARD}")
    assert note_addresses(library(), listed) == 0
    once = listed.read_bytes()
    assert f"{GONE} -> {CARD}".encode() in once
    assert note_addresses(library(), listed) == 0
    assert listed.read_bytes() == once


def test_a_vanished_address_fails_the_build(listed: Path, tmp_path: Path) -> None:
    say_moved(listed, f"alpha/card:gone {GONE}")
    with pytest.raises(FieldpressError) as caught:
        build_site(library(), tmp_path / "site", addresses=listed)
    assert f"{GONE} (alpha/card:gone) has vanished" in str(caught.value)
    assert not (tmp_path / "site").exists()


def test_an_address_that_changed_is_named_with_the_new_one() -> None:
    now = {CARD: "alpha/card:piege"}
    old = [kept.Kept("alpha/card:piege", "alpha/cards/trap.html")]
    (fault,) = kept.faults(old, now, ["alpha"])
    assert f"`-> {CARD}`" in fault


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"alpha/card:gone {GONE} -> alpha/cards/nowhere.html", "which is not made"),
        (f"page {CARD} -> alpha/cards/index.html", "made again"),
    ],
)
def test_a_wrong_move_is_a_fault(line: str, said: str) -> None:
    record, place, _, to = line.split()
    now = {CARD: "alpha/card:piege", "alpha/cards/index.html": "page"}
    (fault,) = kept.faults([kept.Kept(record, place, to)], now, ["alpha"])
    assert said in fault


def test_games_that_are_not_built_are_not_asked() -> None:
    other = [kept.Kept("gamma/card:x", "gamma/cards/x.html")]
    assert kept.faults(other, {}, ["alpha"]) == []
    assert len(kept.faults(other, {}, ["gamma"])) == 1
    elsewhere = [kept.Kept("alpha/card:x", "alpha/cards/x.html", "gamma/cards/x.html")]
    assert kept.faults(elsewhere, {}, ["alpha"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "alpha/card:x",
        "alpha/card:x alpha/cards/x.html to alpha/cards/y.html",
        "alpha/card:x ../x.html",
        "alpha/card:x /alpha/x.html",
        "alpha/card:x alpha/cards/x.html -> https://example.org/",
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "addresses.txt"
    path.write_text(f"# head\n{line}\n")
    with pytest.raises(FieldpressError, match=r"addresses\.txt:2: "):
        kept.read(path)


def test_an_address_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "addresses.txt"
    path.write_text(f"alpha/card:piege {CARD}\npage {CARD}\n")
    with pytest.raises(FieldpressError, match="stands twice"):
        kept.read(path)


@pytest.fixture(scope="module")
def moved_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("moved")
    path = folder / "addresses.txt"
    note_addresses(library(), path)
    say_moved(
        path,
        f"alpha/card:gone {GONE} -> {CARD}",
        "alpha/term:old alpha/glossary.html#t-old -> alpha/glossary.html#t-brave",
        "alpha/rule:war.one alpha/rules/war.html#r-war-one -> alpha/rules/fight.html#r-fight-ties",
        "alpha/rule:war.two alpha/rules/war.html#r-war-two -> alpha/rules/setup.html#r-setup-hand",
    )
    return build_site(library(), folder / "site", addresses=path).parent


def test_a_moved_page_has_a_stub_that_is_written_for_any_reader(moved_site: Path) -> None:
    stub = (moved_site / GONE).read_text()
    assert '<link rel="canonical" href="piege.html">' in stub
    assert '<meta http-equiv="refresh" content="0; url=piege.html">' in stub
    assert '<a href="piege.html">' in stub


def test_a_moved_place_stands_on_its_page(moved_site: Path) -> None:
    page = (moved_site / "alpha" / "glossary.html").read_text()
    line = page.partition('id="t-old"')[2].partition("</p>")[0]
    assert 'href="#t-brave"' in line
    index = (moved_site / "search" / "search_index.json").read_text()
    assert "What stood here" not in index


def test_a_page_whose_places_parted_does_not_choose(moved_site: Path) -> None:
    stub = (moved_site / "alpha" / "rules" / "war.html").read_text()
    assert "http-equiv" not in stub
    assert 'id="r-war-one"' in stub
    assert 'href="setup.html#r-setup-hand"' in stub


@pytest.mark.browser
@pytest.mark.tool("chromium")
@pytest.mark.parametrize("scripts", [True, False])
def test_old_links_lead_on(chromium_browser: Any, moved_site: Path, scripts: bool) -> None:
    context = chromium_browser.new_context(java_script_enabled=scripts)
    context.set_offline(True)
    page = context.new_page()
    page.goto((moved_site / GONE).as_uri())
    page.wait_for_url("**/piege.html")
    if scripts:
        page.goto((moved_site / "alpha" / "rules" / "war.html").as_uri() + "#r-war-two")
        page.wait_for_url("**/setup.html#r-setup-hand")
    context.close()


@pytest.mark.slow
def test_the_shipped_games_keep_their_addresses(repo_root: Path) -> None:
    """A fault here: give the line in content/addresses.txt its `-> new address`."""
    from fieldpress.database import open_library
    from fieldpress.rulesite.build import html_pages
    from fieldpress.rulesite.pages import all_pages

    games = open_library()
    site = Site(games)
    now = kept.made(site, html_pages(page.markdown_path for page in all_pages(site)))
    listed = kept.read(repo_root / "content" / kept.NAME)
    assert {one.address.split("/")[0] for one in listed} >= set(games.games)
    assert kept.faults(listed, now, games.games) == []


def test_the_command_notes_addresses_beside_the_content(
    run_cli: Callable[..., Any], repo_root: Path, tmp_path: Path
) -> None:
    content = tmp_path / "content"
    content.mkdir()
    shutil.copytree(repo_root / "content" / "sandpiper", content / "sandpiper")
    shutil.copytree(repo_root / "content" / "pegasus-bridge", content / "pegasus-bridge")
    asked = ["site", "--content", content, "--output", tmp_path / "output"]
    done = run_cli(*asked, "--overlay", tmp_path / "none.yml", "--addresses")
    assert done.code == 2
    assert not (content / kept.NAME).exists()
