"""The search index after our step: folded forms, other names, labels, an index for each game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.model.game import fold
from fieldpress.rulesite.search import Entry, enrich, folded_words, of_game


def test_only_words_that_folding_changes_are_kept() -> None:
    assert folded_words("<p>Le pont de B&eacute;nouville, Œuvre, Straße, plain</p>") == [
        "benouville",
        "oeuvre",
        "strasse",
    ]


@given(st.text(st.sampled_from("abc ABC éÈçñüÖœŒæÆßøłđ '-")))
def test_folded_words_are_folded(text: str) -> None:
    for word in folded_words(text):
        assert fold(word) == word


def index(*docs: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "config": {"lang": ["en"], "fields": {"title": {"boost": 1000.0}, "text": {"boost": 1.0}}},
        "docs": [{"location": place, "title": title, "text": text} for place, title, text in docs],
    }


def test_a_hit_says_what_it_is_and_answers_to_its_other_names() -> None:
    found = enrich(
        index(
            ("g/cards/x.html", "Bénouville", "<p>été</p>"), ("g/cards/x.html#facts", "Facts", "")
        ),
        {"g/cards/x.html": Entry("Terrain", "G", ("Pegasus Bridge", "1014A"))},
    )
    page, section = found["docs"]
    assert page["title"] == "Bénouville · Terrain"
    assert page["alias_title"].split() == ["benouville", "Pegasus", "Bridge", "1014A"]
    assert page["alias_text"] == "ete"
    assert section["title"] == "Facts"
    assert {"alias_title", "alias_text"} <= found["config"]["fields"].keys()


def test_a_games_own_index_holds_its_places_alone() -> None:
    whole = index(("g/a.html", "A", ""), ("h/b.html", "B", ""), ("about.html", "C", ""))
    assert [doc["location"] for doc in of_game(whole, "g")["docs"]] == ["a.html"]


@pytest.fixture
def written(built: Path) -> dict[str, dict[str, Any]]:
    found = {}
    for place in ("", "alpha/", "beta/"):
        text = (built / f"{place}search/search_index.json").read_text()
        script = (built / f"{place}search/search_index.js").read_text()
        assert script == f"var __index = {text}"
        found[place] = json.loads(text)
    return found


def test_titles_and_labels_in_the_built_index(written: dict[str, dict[str, Any]]) -> None:
    own = {doc["location"]: doc for doc in written["alpha/"]["docs"]}
    bridge = own["terrains/le-pont-de-benouville.html"]
    assert bridge["title"] == "Le pont de Bénouville · Terrain"
    assert {"benouville", "strasse", "1014B"} <= set(bridge["alias_title"].split())
    nurse = own["cards/soeur-zoe.html"]
    assert nurse["title"].endswith("· Heroic Unit")
    assert {"Sister", "Grey", "soeur", "1101"} <= set(nurse["alias_title"].split())
    assert (
        own["rules/fight.html#r-fight-ties"]["title"] == "Equal &lt;values&gt; &amp; {ties} · Rule"
    )
    assert "stalemate" in own["rules/fight.html#r-fight-ties"]["alias_title"]


def test_the_index_of_all_games_names_them(written: dict[str, dict[str, Any]]) -> None:
    titles = {doc["location"]: doc["title"] for doc in written[""]["docs"]}
    assert titles["beta/rules/fight.html#r-fight-ties"] == "Ties · Rule · Small Operation: Beta"


def test_lists_stay_out_of_the_index(written: dict[str, dict[str, Any]]) -> None:
    places = {doc["location"].partition("#")[0] for doc in written["alpha/"]["docs"]}
    assert not places & {
        "cards/index.html",
        "rules/index.html",
        "terrains/index.html",
        "sources.html",
    }
    sections = [doc["location"] for doc in written["alpha/"]["docs"] if "cards/" in doc["location"]]
    assert all(
        "#" not in place for place in sections
    )  # one hit for a card, not one for each heading


def test_pages_of_a_game_ask_its_own_index(built: Path) -> None:
    for page, base in (
        ("index.html", "."),
        ("alpha/index.html", "."),
        ("alpha/cards/piege.html", ".."),
    ):
        text = (built / page).read_text()
        config = json.loads(
            text.split('<script id="__config" type="application/json">')[1].split("</script>")[0]
        )
        assert config["base"] == base
