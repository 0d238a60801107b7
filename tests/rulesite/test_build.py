"""The whole build: strict, checked, reproducible, and careful with folders that are not its own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from fieldpress.errors import FieldpressError
from fieldpress.model import Library
from fieldpress.rulesite import build_site, builder
from fieldpress.rulesite.build import content_text, expected_addresses
from fieldpress.rulesite.check import check_site
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.tree import MARK
from tests.rulesite.bundle import HARD_NAMES, bundle, library


def digest(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_record_has_its_place(built: Path) -> None:
    site = Site(library())
    assert check_site(built, expected_addresses(site), content_text(site.library)) == []


def test_hard_names_stand_in_titles_and_headings(built: Path) -> None:
    for ident, name in HARD_NAMES.items():
        page = (built / "alpha" / "cards" / f"{ident}.html").read_text()
        title = page.partition("<title>")[2].partition("</title>")[0]
        assert unescape(title) == f"{name} - Rules at the table"
        assert "<img src=x" not in page


def test_a_borrowed_clause_shows_the_other_games_words(built: Path) -> None:
    page = (built / "beta" / "rules" / "fight.html").read_text()
    assert "With equal values the" in page
    assert 'href="../../alpha/glossary.html#t-brave"' in page
    assert "whose words these are" in page


def test_a_clause_has_its_notes_beside_it(built: Path) -> None:
    page = (built / "alpha" / "rules" / "fight.html").read_text()
    assert 'id="r-fight-ties"' in page
    for words in (
        "checked",
        "Sources disagree:",
        "(adopted)",
        "Changed by",
        "Three against three",
        "Ties &amp; &lt;b&gt;ends&lt;/b&gt;",
    ):
        assert words in page, words


def test_a_card_says_what_is_known_and_how(built: Path) -> None:
    page = (built / "alpha" / "cards" / "soeur-zoe.html").read_text()
    assert "two and one make three" in page
    assert "worked out" in page
    assert "Stated in part" in page
    trap = (built / "alpha" / "cards" / "piege.html").read_text()
    for words in (
        "no number is stated",
        "the wording is not given",
        "copies ?",
        "it is grey",
        "Müller of Bénouville",
    ):
        assert words in trap, words


def test_the_rulebook_is_one_page_whose_links_stay_on_it(built: Path) -> None:
    page = (built / "alpha" / "rulebook.html").read_text()
    for key in ("fight-ties", "setup-hand", "s1-special"):
        assert f'id="r-{key}"' in page, key
    beta = (built / "beta" / "rulebook.html").read_text()
    assert 'href="../alpha/glossary.html#t-brave"' in beta


def test_cards_are_listed_by_each_facet(built: Path) -> None:
    pages = {path.name for path in (built / "alpha").glob("cards-by-*.html")}
    assert pages == {f"cards-by-{field}.html" for field in ("kind", "heroic", "type", "sets")}
    by_kind = (built / "alpha" / "cards-by-kind.html").read_text()
    assert (
        by_kind.index('id="by-unit"')
        < by_kind.index("cards/soeur-zoe.html")
        < by_kind.index('id="by-event"')
    )
    by_set = (built / "alpha" / "cards-by-sets.html").read_text()
    assert by_set.index('id="by-none"') < by_set.index("cards/piege.html")


def test_a_ruling_stands_beside_its_clause_and_card(built: Path) -> None:
    page = (built / "alpha" / "rulings" / "how-strong.html").read_text()
    for words in (
        "Two strength &lt;left&gt;",
        "follows from the rules",
        "Ask it yourself",
        "value: strength",
    ):
        assert words in page, words
    for place in ("rules/fight.html", "cards/piege.html", "rulings/index.html"):
        assert "how-strong.html" in (built / "alpha" / place).read_text(), place


def test_a_ruling_on_several_pieces_is_judged_on_each(built: Path) -> None:
    page = (built / "alpha" / "rulings" / "how-strong-at.html").read_text()
    case, _, verdicts = page.partition('id="verdict"')
    assert "Village" in case.partition('id="case"')[2]
    assert "strength: 2" in case  # from the ruling that it is like
    assert "$terrain" not in page
    assert verdicts.count('class="fp-verdict"') == 2
    assert verdicts.count('class="fp-case-title"') == 2


def test_a_scenario_shows_the_table(built: Path) -> None:
    page = (built / "alpha" / "scenarios" / "one.html").read_text()
    table = page.partition('class="fp-table"')[2].partition("</figure>")[0]
    assert 'role="img" aria-label="The table when everything is laid out: ' in table
    assert table.count("Northern draw pile") == 2  # in words, and on the drawing
    assert "mm" not in table.partition(">")[2].partition("<rect")[0]
    assert "As in the &lt;book&gt;." in table
    assert 'class="fp-table"' not in (built / "alpha" / "scenarios" / "shared.html").read_text()


def test_numbers_say_where_they_hold_and_on_which_reading(built: Path) -> None:
    page = (built / "alpha" / "index.html").read_text()
    numbers, words = (
        [re.sub(r"<[^>]+>", "", row) for row in table.partition("</table>")[0].split("<tr>")[2:]]
        for table in (
            page.partition('aria-label="Numbers of the rules"')[2],
            page.partition('aria-label="What else the engine goes by"')[2],
        )
    )
    assert len(numbers) == 1
    assert "in turns 2, 4 and 6, outside a campaign" in numbers[0]
    assert "at Village, as we read it: “The north” (Who wins a &lt;tie&gt;)" in words[0]
    assert "if one reads: “The south”" in words[1]


def test_errata_stand_on_the_pages_of_what_they_change(built: Path) -> None:
    card = (built / "alpha" / "cards" / "soeur-zoe.html").read_text()
    for words in (
        "Errata and changes",
        "2026-02-03",
        "combat value",
        "(was 4)",
        "A &lt;misprint&gt;.",
    ):
        assert words in card, words
    assert "Left out before." in (built / "alpha" / "rules" / "setup.html").read_text()
    assert "Errata" not in (built / "alpha" / "cards" / "piege.html").read_text()
    assert "errata-one" in (built / "alpha" / "index.html").read_text()


def test_scenarios_to_read_are_listed_and_parts_of_others_are_not(built: Path) -> None:
    index = (built / "alpha" / "scenarios" / "index.html").read_text()
    assert 'href="one.html"' in index
    assert "shared.html" not in index
    assert "Part of scenarios" in (built / "alpha" / "scenarios" / "shared.html").read_text()


def test_pages_are_small_and_stay_out_of_the_menus(built: Path) -> None:
    page = (built / "alpha" / "cards" / "piege.html").read_text()
    menu = page.partition('class="md-nav md-nav--primary')[2].partition("</nav>")[0]
    assert "hard-quote.html" not in menu
    assert len(page) < 60_000


def test_the_same_content_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    again = build_site(library(), tmp_path / "site").parent
    assert digest(again) == digest(built)


def test_a_second_build_drops_what_is_gone(tmp_path: Path) -> None:
    build_site(library(), tmp_path / "site")
    build_site(library("alpha"), tmp_path / "site")
    assert (tmp_path / "site" / "alpha" / "index.html").is_file()
    assert not (tmp_path / "site" / "beta").exists()
    assert not (tmp_path / "site-src" / "beta").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "site",
        "site-config.yml",
        "site-src",
    ]


@pytest.mark.parametrize("name", ["site", "site-src", "site-new"])
def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "thesis.txt").write_text("years of work")
    with pytest.raises(FieldpressError, match="are not a built rules site"):
        build_site(library(), tmp_path / "site")
    assert (tmp_path / name / "thesis.txt").read_text() == "years of work"


def test_a_fault_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_site(library(), tmp_path / "site")
    before = digest(tmp_path / "site")
    broken = bundle()
    broken["games"]["alpha"]["cards"][0]["text"] = "See [[card:nobody]] and [[rule:no.such]]."
    with pytest.raises(FieldpressError) as error:
        build_site(Library.from_bundle(broken), tmp_path / "site")
    assert "card:nobody" in str(error.value)
    assert "rule:no.such" in str(error.value)
    assert digest(tmp_path / "site") == before


def test_the_built_pages_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fieldpress.rulesite import tree

    def spoiled(env: Any, page: Any, plain: Callable[..., str] = tree.markdown) -> str:
        text = plain(env, page)
        return (
            text + '\n<p><a href="nowhere.html">x</a></p>\n' if page.path == "about.html" else text
        )

    monkeypatch.setattr(tree, "markdown", spoiled)
    with pytest.raises(FieldpressError, match=r"about\.html: a dead link: nowhere\.html"):
        build_site(library(), tmp_path / "site")
    assert not (tmp_path / "site").exists()
    assert not (tmp_path / "site-new").exists()


def test_mkdocs_own_complaints_are_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fieldpress.rulesite import tree

    def spoiled(env: Any, page: Any, plain: Callable[..., str] = tree.markdown) -> str:
        text = plain(env, page)
        return text + "\n[x](about.md#nowhere)\n" if page.path == "index.html" else text

    monkeypatch.setattr(tree, "markdown", spoiled)
    with pytest.raises(
        FieldpressError, match=r"MkDocs does not accept the pages:\nWARNING.*nowhere"
    ):
        build_site(library(), tmp_path / "site")


def test_mkdocs_is_never_told_to_be_quiet_or_verbose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With either, MkDocs' strict mode lets broken links pass."""
    seen: list[list[str]] = []

    def run(argv: list[str], **kwargs: Any) -> subprocess.CompletedProcess[str]:
        seen.append(argv)
        assert kwargs["env"]["SOURCE_DATE_EPOCH"]
        return subprocess.CompletedProcess(argv, 0, "", "")

    monkeypatch.setattr(builder.subprocess, "run", run)
    builder.run_mkdocs(tmp_path / "c.yml", tmp_path, tmp_path / "out")
    assert "--strict" in seen[0]
    assert not {"-q", "--quiet", "-v", "--verbose"} & set(seen[0])


def test_missing_mkdocs_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FieldpressError, match=r"fieldpress\[site\]"):
        builder.run_mkdocs(tmp_path / "c.yml", tmp_path, tmp_path / "out")


def test_a_bare_game_builds(tmp_path: Path) -> None:
    """A game that has only just been begun: no record of any kind but its source."""
    game = bundle()["games"]["beta"]
    for kind in ("cards", "clauses"):
        game.pop(kind)
    game["game"].pop("uses")
    first = build_site(Library.from_bundle({"games": {"beta": game}}), tmp_path / "site")
    assert first.is_file()


def test_setup_sheets_are_offered_where_they_are_built(tmp_path: Path) -> None:
    (tmp_path / "alpha").mkdir()
    (tmp_path / "alpha" / "setup-one.pdf").write_bytes(b"%PDF-1.7\n")
    build_site(library(), tmp_path / "site")
    page = (tmp_path / "site" / "alpha" / "scenarios" / "one.html").read_text()
    assert 'href="../downloads/setup-one.pdf"' in page
    assert (
        tmp_path / "site" / "alpha" / "downloads" / "setup-one.pdf"
    ).read_bytes() == b"%PDF-1.7\n"


# --- plain MkDocs in the repository -----------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, repo_root: Path) -> Path:
    """The files of the repository that plain MkDocs sees, without anything built."""
    folder = tmp_path / "check out"
    (folder / "output").mkdir(parents=True)
    shutil.copy(repo_root / "mkdocs.yml", folder)
    shutil.copytree(repo_root / "site", folder / "site")
    shutil.copy(repo_root / "output" / ".gitignore", folder / "output")
    shutil.copy(repo_root / ".gitignore", folder)
    return folder


def plain_mkdocs(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_plain_mkdocs_never_touches_the_hand_written_folder(checkout: Path) -> None:
    before = digest(checkout / "site")
    assert before
    assert plain_mkdocs(checkout).returncode != 0  # nothing is built yet, and it says so
    assert digest(checkout / "site") == before
    build_site(library(), checkout / "output" / "site")
    done = plain_mkdocs(checkout)
    assert done.returncode == 0, done.stderr
    assert digest(checkout / "site") == before


@pytest.mark.tool("git")
def test_plain_mkdocs_leaves_the_tree_clean(checkout: Path) -> None:
    def git(*args: str) -> str:
        identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        return subprocess.run(
            ["git", *identity, *args], cwd=checkout, capture_output=True, text=True, check=True
        ).stdout

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "x")
    build_site(library(), checkout / "output" / "site")
    assert plain_mkdocs(checkout).returncode == 0
    assert git("status", "--porcelain") == ""


def test_a_site_built_by_plain_mkdocs_is_still_ours(checkout: Path) -> None:
    build_site(library(), checkout / "output" / "site")
    plain_mkdocs(checkout)
    assert json.loads((checkout / "output" / "site" / MARK).read_text())["games"] == [
        "alpha",
        "beta",
    ]
    build_site(library("alpha"), checkout / "output" / "site")


def test_output_in_the_repository_itself_is_refused(checkout: Path) -> None:
    """`fieldpress site --output .` would build into our own `site/`."""
    before = digest(checkout / "site")
    with pytest.raises(FieldpressError, match="--output"):
        build_site(library(), checkout / "site")
    assert digest(checkout / "site") == before


# --- the command ------------------------------------------------------------------------------


def test_the_command_builds_what_the_library_has(
    run_cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def opened(content: Any, games: Any, *rest: Any) -> Library:
        asked.append(games)
        return library(*games)

    monkeypatch.setattr("fieldpress.database.open_library", opened)
    done = run_cli("site", "alpha", "--output", tmp_path)
    assert done.code == 0, done.stderr
    assert asked == [("alpha",)]
    assert done.stdout.strip() == str(tmp_path / "site" / "index.html")
    assert (tmp_path / "site" / "alpha" / "index.html").is_file()
    assert not (tmp_path / "site" / "beta").exists()


def test_a_ruling_that_the_engine_contradicts_is_a_fault(tmp_path: Path) -> None:
    wrong = bundle()
    wrong["games"]["alpha"]["rulings"][0]["expect"][0]["outcome"] = "forbidden"
    with pytest.raises(FieldpressError, match="the ruling says forbidden, the engine value"):
        build_site(Library.from_bundle(wrong), tmp_path / "site")


def test_the_command_refuses_an_unknown_game(run_cli: Any, tmp_path: Path) -> None:
    done = run_cli("site", "no-such-game", "--output", tmp_path)
    assert done.code in (1, 2)
    assert "no-such-game" in done.stderr
    assert not (tmp_path / "site").exists()
