"""Pages of tiles, options, armies, Action cards, battles and campaigns."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model.addresses import address
from fieldpress.rulesite import situation
from fieldpress.rulesite.build import expected_addresses
from fieldpress.rulesite.names import Ref
from fieldpress.rulesite.pages import all_pages, battles, recruits
from fieldpress.rulesite.pages.rulings import drawn_cases
from fieldpress.rulesite.previews import preview
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.tree import environment, markdown
from fieldpress.tables import figures
from tests.database.test_recruits import write


@cache
def site() -> Site:
    return Site(open_library(write(Path(mkdtemp()))))


@cache
def pages() -> dict[str, Page]:
    return {page.path: page for page in all_pages(site())}


def page(kind: str, ident: str) -> Page:
    return pages()[address("ford", kind, ident).partition("#")[0]]


def shown(kind: str, ident: str) -> str:
    return markdown(environment(), page(kind, ident))


def facts(context: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {row.label: (str(row.value), row.basis) for row, _ in context["facts"].rows}


def test_every_record_has_its_page_and_nothing_is_at_fault() -> None:
    for place in expected_addresses(site()):
        assert place.partition("#")[0] in pages()
    assert site().problems == []


def test_a_tile_tells_which_faces_are_known_and_who_lays_it() -> None:
    found = facts(page("tile", "f1").context)
    assert found["Face A shows"] == ("a ford", "printed")
    assert found["Face B shows"] == ("?", "unknown")
    assert ", face A: The bank</li>" in shown("tile", "f1")


def test_an_option_shows_its_price_its_card_and_the_armies_that_take_it() -> None:
    found = facts(page("option", "lamp").context)
    assert found["Kind"] == ("?", "unknown")
    assert found["Points"] == ("5", "printed")
    assert "Side" not in found  # it belongs to no side
    said = shown("option", "lamp")
    assert "5 points; X2" in said
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in said


def test_an_army_lists_its_lines_with_their_conditions() -> None:
    context = page("army", "1-reds").context
    assert [one["title"] for one in context["sections"]] == ["Boats", "Late boats"]
    late = context["sections"][1]
    assert late["over"] == ["Group 2"]
    assert [str(one) for one in late["conditions"]] == ["campaign: more boats"]
    assert facts(context)["Points in all"] == ("35", "derived")


def test_action_cards_stand_on_one_page() -> None:
    (card,) = page("action", "hush").context["entries"]
    found = {row.label: str(row.value) for row, _ in card["facts"].rows}
    assert found == {"Sort": "action", "In the Reds deck": "yes"}


def test_a_battle_shows_tiles_zones_steps_and_what_comes_later() -> None:
    context = page("scenario", "1").context
    battle = context["battle"]
    assert [str(one[0]) for one in battle["steps"]] == [
        "The Reds wait on the bank.",
        "The boats are set aside.",
    ]
    assert [(str(one[0]), one[2]) for one in battle["zones"]] == [
        ("the bank", "deployment zone"),
        ("the mud", "drop zone 1, 2, 3"),
        ("the sand", "drop zone 4, 5, 6"),
    ]
    assert [one[0] for one in battle["later"]] == ["Turn 2", "Turn 3", ""]
    assert [role for role, *_ in context["victory"]] == ["attacker"]
    said = shown("scenario", "1")
    assert 'aria-label="The terrain tiles, by code and face: F1-A: The bank."' in said
    assert 'href="../campaigns.html#effect-more-boats"' in said


def test_other_scenarios_are_left_alone() -> None:
    assert page("scenario", "0").context["battle"] is None


def test_the_campaign_page_has_the_graph_and_an_anchor_for_each_effect() -> None:
    said = markdown(environment(), pages()["ford/campaigns.html"])
    assert 'id="effect-more-boats"' in said
    assert "No source names a winner of the whole." in said
    assert said.count("<svg") == 1


@pytest.mark.parametrize(
    ("kind", "ident", "said"),
    [
        ("tile", "f1", "a ford"),
        ("option", "lamp", "5 points."),
        ("army", "1-reds", "Reds, 35 points."),
    ],
)
def test_previews_say_what_is_known(kind: str, ident: str, said: str) -> None:
    assert preview(site(), Ref("ford", kind, ident))["s"] == said


def test_the_parts_are_in_the_menus() -> None:
    from fieldpress.rulesite.pages.home import parts_of

    found = {title: count for title, _, count in parts_of(site().library["ford"])}
    assert {title: found[title] for title, *_ in recruits.PARTS} == {
        "Tiles": 1,
        "Options": 2,
        "Action cards": 1,
        "Armies": 1,
    }
    assert found["Campaign"] == len(battles.drawn_campaigns(site().library["ford"])) == 1


# -- the shipped games -----------------------------------------------------------------------------


@cache
def shipped() -> Site:
    return Site(open_library(games=("normandie-sme", "normandie-dday")))


def test_every_small_drawing_belongs_to_a_rule_of_a_shipped_game() -> None:
    games = shipped().library.games.values()
    for key in figures.KEYS:
        assert any(figures.figure(game, key) for game in games), key


def test_rulings_with_a_map_are_drawn_beside_the_rule_that_they_rest_on() -> None:
    library = shipped().library
    game = library["normandie-dday"]
    prose = shipped().prose(game.id, f"{game.id}/rules/elevation.html")
    refs = [Ref(game.id, "ruling", one) for one in game.rulings]
    assert len(drawn_cases(shipped(), prose, "elevation.range", refs)) >= 1
    assert shipped().problems == []


def test_spaces_of_a_map_are_no_counters() -> None:
    game = shipped().library["normandie-dday"]
    assert "c4" in game.counters
    prose = shipped().prose(game.id, f"{game.id}/rulings/x.html")
    case = {"map": {"columns": 3, "elevation": {"sand": ["b4", "c4"]}}}
    said = situation.tree(prose, game, case)
    assert "b4, c4" in said
    assert "<a" not in said
    assert "<a" in situation.tree(prose, game, {"markers": ["c4"]})
