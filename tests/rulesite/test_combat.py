"""The combat step by step and the value tables: what they hold, and both in a real browser."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldpress.model import Library
from fieldpress.rulesite.pages import combat, home
from fieldpress.rulesite.site import Page, Site
from fieldpress.tables.combat_values import tables
from tests.engine.overlord import small

GAME = small.GAME
STORES = ("clauses", "states", "supports", "sectors", "decks", "scenarios")
COMBAT: dict[str, Any] = {
    "id": "combat",
    "name": "A combat",
    "of": "combat",
    "steps": [
        {
            "id": "begin",
            "name": "Begin <it>",
            "who": "attacker",
            "text": "He says [[rule:combat.declare|where]].",
            "clauses": ["combat.attack-value", "combat.declare"],
        },
        {"id": "card", "name": "Draw", "clauses": ["combat.attack-value", "combat-card.zero"]},
        {"id": "end", "name": "Count", "who": "invader", "clauses": ["result.steps"]},
    ],
    "source": small.SOURCE,
}
SOURCES = [
    {"id": "book", "title": "Book", "language": "en", "sections": [{"id": "all", "title": "All"}]}
]


def library() -> Library:
    """The small game with a sequence of combat, whole enough for a site."""
    old = small.library()[GAME]
    game: dict[str, Any] = {"game": copy.deepcopy(dict(old.raw))}
    for key in STORES:
        game[key] = [copy.deepcopy(dict(one.raw)) for one in getattr(old, key).values()]
    known = {one["key"] for one in game["clauses"]}
    for key in ("combat.declare", "combat.attack-value", "combat-card.zero", "result.steps"):
        if key not in known:
            game["clauses"].append(
                {
                    "key": key,
                    "title": key,
                    "text": f"About {key}.",
                    "engine": "described",
                    "source": small.SOURCE,
                }
            )
    week = dict(old.sequences["week"].raw)
    game |= {"sequences": [week, COMBAT], "sources": SOURCES}
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {GAME: game}})


def pages() -> tuple[Site, dict[str, Page]]:
    site = Site(library())
    return site, {page.path: page for page in combat.pages(site, site.library[GAME])}


def test_every_step_has_its_own_rules_in_full_and_none_that_others_share() -> None:
    site, made = pages()
    (sequence,) = made[f"{GAME}/combat.html"].context["sequences"]
    steps = sequence["steps"]
    assert [step["anchor"] for step in steps] == ["step-begin", "step-card", "step-end"]
    assert [len(step["rules"]) for step in steps] == [1, 1, 1]
    link, words = steps[0]["rules"][0]
    assert "combat-declare" in link
    assert "combat.declare" in words
    assert [step["who"] for step in steps] == ["attacker", "", "White"]
    assert not site.problems


def test_the_values_are_those_of_the_engine() -> None:
    site, made = pages()
    shown = made[f"{GAME}/combat-values.html"].context["tables"]
    found = tables(site.library, site.library[GAME])
    assert [one["title"] for one in shown] == [one.title for one in found]
    counted = {title: count for title, _, count in combat.parts(site.library[GAME])}
    assert counted["Combat values"] == len(found)
    for one, table in zip(shown, found, strict=True):
        assert [row["cells"] for row in one["rows"]] == [
            [cell.shown for cell in row.cells] for row in table.rows
        ]


def test_menus_have_both_and_other_games_neither() -> None:
    game = library()[GAME]
    titles = [title for title, _, _ in home.parts_of(game)]
    assert {"Combat", "Combat values"} <= set(titles)
    game.sequences.clear()
    game.raw["ruleset"] = "commando"  # type: ignore[index]
    titles = [title for title, _, _ in home.parts_of(game)]
    assert not {"Combat", "Combat values"} & set(titles)


# --- in the browser -----------------------------------------------------------------------------

PAGES = ("combat.html", "combat-values.html", "decks.html", "supports.html", "sequences.html")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from fieldpress.rulesite import build_site

    return build_site(library(), tmp_path_factory.mktemp("combat") / "site").parent


@pytest.fixture
def browse(chromium_browser: Any, built: Path) -> Iterator[Any]:
    contexts = []

    def go(path: str, **options: Any) -> Any:
        context = chromium_browser.new_context(**options)
        contexts.append(context)
        context.set_offline(True)
        page = context.new_page()
        page.goto(f"{built.as_uri()}/{GAME}/{path}")
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield go
    for context in contexts:
        context.close()


def visible(page: Any) -> list[str]:
    return [
        str(one)
        for one in page.eval_on_selector_all(
            ".fp-step", "all => all.filter((one) => !one.hidden).map((one) => one.id)"
        )
    ]


@pytest.mark.browser
@pytest.mark.tool("chromium")
def test_one_step_at_a_time_by_keyboard(browse: Any) -> None:
    page = browse("combat.html")
    assert visible(page) == ["step-begin"]
    place = page.locator(".fp-stepper__place")
    back, following = (
        page.get_by_role("button", name="Step before"),
        page.get_by_role("button", name="Next step"),
    )
    assert place.inner_text() == "Step 1 of 3"
    assert back.is_disabled()
    following.focus()
    page.keyboard.press("Enter")
    assert visible(page) == ["step-card"]
    assert page.url.endswith("#step-card")
    assert page.evaluate("document.activeElement.textContent").strip().endswith("Draw")
    following.click()
    assert place.inner_text() == "Step 3 of 3"
    assert following.is_disabled()
    back.click()
    assert visible(page) == ["step-card"]


@pytest.mark.browser
@pytest.mark.tool("chromium")
def test_all_steps_and_back_to_one(browse: Any) -> None:
    page = browse("combat.html#step-end")
    assert visible(page) == ["step-end"]
    page.get_by_role("button", name="Show all steps").click()
    assert visible(page) == ["step-begin", "step-card", "step-end"]
    page.get_by_role("button", name="One step at a time").click()
    assert visible(page) == ["step-end"]


@pytest.mark.browser
@pytest.mark.tool("chromium")
def test_without_scripts_every_step_stands_there(browse: Any) -> None:
    page = browse("combat.html", java_script_enabled=False)
    assert page.locator(".fp-step:visible").count() == 3
    assert page.locator("button.fp-stepper__button").count() == 0
    assert "Begin <it>" in page.locator("h3").first.inner_text()


@pytest.mark.browser
@pytest.mark.tool("chromium")
def test_on_paper_every_step_is_printed(browse: Any) -> None:
    page = browse("combat.html")
    page.emulate_media(media="print")
    assert page.locator(".fp-step:visible").count() == 3
    assert not page.locator(".fp-stepper__bar").is_visible()


@pytest.mark.browser
@pytest.mark.tool("chromium")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_pass_axe_and_fit_a_phone(browse: Any, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    for path in PAGES:
        page = browse(path, viewport={"width": 390, "height": 844}, color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == [], path
