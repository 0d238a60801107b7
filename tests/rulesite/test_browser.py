"""The built site in a real browser: from a server and from a folder with the network off."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rulesite.bundle import HARD_NAMES

pytestmark = [pytest.mark.browser, pytest.mark.tool("chromium")]

#: One page of each kind.
KINDS = {
    "home": "index.html",
    "about": "about.html",
    "game": "alpha/index.html",
    "contents": "alpha/rules/index.html",
    "chapter": "alpha/rules/fight.html",
    "scenario chapter": "alpha/rules/s1.html",
    "card browser": "alpha/cards/index.html",
    "cards by kind": "alpha/cards-by-kind.html",
    "rulebook": "alpha/rulebook.html",
    "card": "alpha/cards/soeur-zoe.html",
    "card unknown": "alpha/cards/piege.html",
    "card hard": "alpha/cards/hard-all.html",
    "terrains": "alpha/terrains/index.html",
    "terrain": "alpha/terrains/le-pont-de-benouville.html",
    "counters": "alpha/counters/index.html",
    "counter": "alpha/counters/normal.html",
    "component": "alpha/components/sequence.html",
    "scenarios": "alpha/scenarios/index.html",
    "scenario": "alpha/scenarios/one.html",
    "rulings": "alpha/rulings/index.html",
    "ruling": "alpha/rulings/how-strong.html",
    "ruling on several": "alpha/rulings/how-strong-at.html",
    "glossary": "alpha/glossary.html",
    "discrepancies": "alpha/discrepancies.html",
    "sources": "alpha/sources.html",
}

PHONE_KINDS = ("home", "chapter", "card browser", "card", "scenario", "ruling")


@pytest.fixture(scope="module")
def bases(built: Path) -> Iterator[dict[str, str]]:
    """The site's address over http and as a folder."""
    from fieldpress.rulesite.serve import server

    running = server(built)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield {
        "http": f"http://127.0.0.1:{running.server_address[1]}/",
        "file": built.as_uri() + "/",
    }
    running.shutdown()
    running.server_close()


Open = Callable[..., Any]


@pytest.fixture
def browse(chromium_browser: Any, bases: dict[str, str]) -> Iterator[Open]:
    """Opens a page of the site and waits until it is ready: `browse(mode, path, **context)`.

    A page from the folder has no network. The page's `asked` lists every address that it asked for.
    """
    contexts = []

    def go(mode: str, path: str, ready: bool = True, **options: Any) -> Any:
        context = chromium_browser.new_context(**options)
        contexts.append(context)
        if mode == "file":
            context.set_offline(True)
        page = context.new_page()
        page.asked = []
        page.wrong = []
        context.on("request", lambda request: page.asked.append(request.url))
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.on(
            "console", lambda said: page.wrong.append(said.text) if said.type == "error" else None
        )
        page.goto(bases[mode] + path)
        if ready:
            page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield go
    for context in contexts:
        context.close()


def search(page: Any, words: str) -> list[str]:
    """The titles of the hits for `words`, best first."""
    page.locator("input.md-search__input").click()
    page.wait_for_selector("html[data-search-ready]", state="attached")
    page.locator("input.md-search__input").fill("")
    page.locator("input.md-search__input").press_sequentially(words, delay=5)
    page.wait_for_function(
        "() => /(no|one|\\d+) (matching|matching)/i.test(document.querySelector('.md-search-result__meta').textContent)"
    )
    # The theme shows hits a few at a time; wait until the list says the same twice.
    titles = page.locator(".md-search-result__item h1, .md-search-result__item h2")
    page.wait_for_function(
        "() => { const now = document.querySelector('.md-search-result__list').innerText;"
        " const same = window.__last === now; window.__last = now; return same; }",
        polling=120,
    )
    return [text.strip() for text in titles.all_inner_texts()]


# --- search -----------------------------------------------------------------------------------

BRIDGE = "Le pont de Bénouville · Terrain"
NURSE = "Sœur Zoé d'Hérouvillette · Heroic Unit"


SEARCHES = [
    ("benou", BRIDGE),
    ("Bénouv", BRIDGE),
    ("BENOUVILLE", BRIDGE),
    ("Be\u0301nouville", BRIDGE),  # accents typed apart, as some systems do
    ("strasse", BRIDGE),  # the name of its other face
    ("1014b", BRIDGE),
    ("herouv", NURSE),
    ("soeur", NURSE),
    ("SOEUR ZOE", NURSE),
    ("sister", NURSE),
    ("grey nurse", NURSE),
    ("stalemate", "Equal <values> & {ties} · Rule"),
    ("brave", "Brave · Term"),
    ("fire", HARD_NAMES["hard-quote"] + " · Event"),
]


@pytest.mark.parametrize("mode", ["http", "file"])
def test_search_finds(browse: Open, mode: str) -> None:
    page = browse(mode, KINDS["chapter"])
    for words, wanted in SEARCHES:
        found = search(page, words)
        # A place in a page comes below its page; a scenario is named after the bridge.
        assert wanted in found[:2], (words, found)
    assert page.evaluate("window.__xss") is None
    assert page.wrong == []


@pytest.mark.parametrize("mode", ["http", "file"])
def test_search_stays_in_the_game_and_the_first_page_has_all(browse: Open, mode: str) -> None:
    assert search(browse(mode, "alpha/index.html"), "muller") == []
    own = search(browse(mode, "beta/index.html"), "muller")
    assert own == ["Müller of Bénouville · Event"]
    everywhere = search(browse(mode, "index.html"), "benou")
    assert "Müller of Bénouville · Event · Small Operation: Beta" in everywhere
    assert f"{BRIDGE} · Small Operation: Alpha" in everywhere


@pytest.mark.parametrize("mode", ["http", "file"])
def test_a_hit_leads_to_its_page(browse: Open, mode: str, bases: dict[str, str]) -> None:
    page = browse(mode, KINDS["card"])
    search(page, "stalemate")
    page.locator(".md-search-result__link", has_text="Equal <values>").click()
    page.wait_for_url(lambda url: "rules/fight.html" in url)
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.url.startswith(f"{bases[mode]}alpha/rules/fight.html")
    assert page.url.endswith("#r-fight-ties")


# --- nothing leaves the site, nothing breaks --------------------------------------------------


@pytest.mark.parametrize("mode", ["http", "file"])
def test_no_request_leaves_the_site(browse: Open, mode: str, bases: dict[str, str]) -> None:
    page = browse(mode, "index.html")
    for path in KINDS.values():
        page.goto(bases[mode] + path)
        page.wait_for_selector("html[data-ready]", state="attached")
    outside = [
        url for url in page.asked if not url.startswith((bases[mode], "data:", "about:", "blob:"))
    ]
    assert outside == []
    assert len(page.asked) > len(KINDS)
    assert page.wrong == []
    assert page.evaluate("window.__xss") is None


def test_a_phone_never_scrolls_sideways(browse: Open, bases: dict[str, str]) -> None:
    page = browse("http", "index.html", viewport={"width": 390, "height": 844})
    wide = {}
    for kind, path in KINDS.items():
        page.goto(bases["http"] + path)
        page.wait_for_selector("html[data-ready]", state="attached")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 390:
            wide[kind] = width
    assert wide == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["desktop", "phone"])
def test_every_page_kind_passes_axe(
    browse: Open, bases: dict[str, str], scheme: str, size: tuple[int, int]
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = browse(
        "http", "index.html", viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
    )
    found = {}
    for kind, path in KINDS.items():
        page.goto(bases["http"] + path)
        page.wait_for_selector("html[data-ready]", state="attached")
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for fault in Axe().run(page).response["violations"]:
            spots = [node["html"][:160] for node in fault["nodes"][:3]]
            found.setdefault(fault["id"], []).append((kind, spots))
    assert found == {}


def test_pages_read_without_scripts(browse: Open) -> None:
    page = browse("file", KINDS["card browser"], ready=False, java_script_enabled=False)
    assert page.locator(".fp-entry:visible").count() == 2 + len(HARD_NAMES)
    assert not page.locator(".fp-browser__form").is_visible()
    page.locator("a.fp-card", has_text="Piège").click()
    page.wait_for_url("**/piege.html")
    assert page.locator("h1").inner_text().startswith("Piège")


# --- previews ---------------------------------------------------------------------------------


def tip(page: Any) -> Any:
    return page.locator("#fp-preview")


@pytest.mark.parametrize("mode", ["http", "file"])
def test_preview_by_mouse(browse: Open, mode: str) -> None:
    page = browse(mode, KINDS["card"])
    link = page.locator(".fp-words a.fp-rule").first
    link.hover()
    tip(page).wait_for(state="visible")
    assert tip(page).inner_text().split("\n")[:2] == ["Rule", "Equal <values> & {ties}"]
    assert link.get_attribute("aria-describedby") == "fp-preview"
    # The pointer may move onto it.
    box = tip(page).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2, steps=4)
    page.evaluate("new Promise((done) => setTimeout(done, 400))")
    assert tip(page).is_visible()
    page.keyboard.press("Escape")
    tip(page).wait_for(state="hidden")
    assert link.get_attribute("aria-describedby") is None
    assert page.wrong == []


@pytest.mark.parametrize("mode", ["http", "file"])
def test_preview_by_keyboard(browse: Open, mode: str) -> None:
    page = browse(mode, KINDS["card"])
    link = page.locator(".fp-words a.fp-term").first
    link.focus()
    tip(page).wait_for(state="visible")
    assert "Does not run." in tip(page).inner_text()
    page.keyboard.press("Escape")
    tip(page).wait_for(state="hidden")
    page.locator(".fp-words a.fp-card").first.focus()
    tip(page).wait_for(state="visible")
    assert "Piège" in tip(page).inner_text()
    page.locator("input.md-search__input").focus()
    tip(page).wait_for(state="hidden")


def test_preview_by_touch(browse: Open) -> None:
    page = browse(
        "file",
        KINDS["card"],
        has_touch=True,
        is_mobile=True,
        viewport={"width": 390, "height": 844},
    )
    link = page.locator(".fp-words a.fp-card").first
    link.tap()
    tip(page).wait_for(state="visible")
    assert page.url.endswith("soeur-zoe.html")
    box = tip(page).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.locator("h1").tap()
    tip(page).wait_for(state="hidden")
    link.tap()
    tip(page).wait_for(state="visible")
    link.tap()
    page.wait_for_url("**/piege.html")


def test_previews_show_names_as_text(browse: Open) -> None:
    page = browse("file", KINDS["card"])
    for ident, name in HARD_NAMES.items():
        link = page.locator(f'.fp-backlinks a[href="{ident}.html"]').first
        link.focus()
        page.wait_for_function(
            "(name) => document.querySelector('.fp-preview__title')?.textContent === name", arg=name
        )
        page.keyboard.press("Escape")
    assert page.evaluate("window.__xss") is None


# --- copy a link ------------------------------------------------------------------------------


def test_copy_link_over_http(browse: Open, bases: dict[str, str]) -> None:
    page = browse("http", KINDS["chapter"], permissions=["clipboard-read", "clipboard-write"])
    button = page.get_by_role("button", name="Copy the link to Equal <values> & {ties}")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".fp-copy[data-copied=yes]")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{bases['http']}alpha/rules/fight.html#r-fight-ties"


def test_copy_link_from_a_folder(browse: Open) -> None:
    page = browse("file", KINDS["chapter"])
    page.get_by_role("button", name="Copy the link to Equal").click()
    page.wait_for_selector(".fp-copy[data-copied=yes]")


# --- card browser -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["http", "file"])
def test_card_browser(browse: Open, mode: str) -> None:
    page = browse(mode, KINDS["card browser"])
    shown = page.locator(".fp-entry:visible .fp-entry__name")
    status = page.locator(".fp-browser__form output")
    find = page.get_by_role("searchbox", name="Find")
    total = 2 + len(HARD_NAMES)
    assert shown.count() == total
    for words in ("herouv", "He\u0301rouv", "SŒUR", "grey nur", "1101", "Sister"):
        find.fill(words)
        assert shown.all_inner_texts() == ["Sœur Zoé d'Hérouvillette"], words
    assert status.inner_text() == "1 card"
    find.fill("<nothing>")
    assert shown.count() == 0
    find.fill("")
    page.get_by_label("Northern").check()
    assert shown.count() == 1
    page.get_by_label("Southern").check()
    assert shown.count() == 2
    page.get_by_label("Combat Action").check()
    assert shown.all_inner_texts() == ["Piège"]
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert shown.all_inner_texts() == ["Piège"]
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function(
        f"() => document.querySelector('output').textContent === '{total} cards'"
    )
    assert page.wrong == []
