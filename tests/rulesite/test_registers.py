"""Pages that the records of a kind share: facts with their basis, parts and steps with rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model.addresses import address
from fieldpress.rulesite import previews
from fieldpress.rulesite.names import STORES, Ref
from fieldpress.rulesite.pages import registers, scenarios
from fieldpress.rulesite.site import Page, Site

GAME = "overlord"


@cache
def site() -> Site:
    return Site(open_library(Path(__file__).resolve().parents[2] / "content", (GAME,)))


@cache
def pages() -> dict[str, Page]:
    return {page.path: page for page in registers.pages(site(), site().library[GAME])}


def entry(kind: str, ident: str) -> dict[str, Any]:
    path, _, anchor = address(GAME, kind, ident).partition("#")
    (found,) = [one for one in pages()[path].context["entries"] if one["anchor"] == anchor]
    return dict(found)


def facts(kind: str, ident: str) -> dict[str, tuple[str, str]]:
    return {row.label: (str(row.value), row.basis) for row, _ in entry(kind, ident)["facts"].rows}


@pytest.mark.parametrize("kind", [kind for kind, _, _ in registers.REGISTERS])
def test_every_record_stands_at_its_address(kind: str) -> None:
    for ident in getattr(site().library[GAME], STORES[kind]):
        assert entry(kind, ident)["name"]
    assert not site().problems


def test_what_no_source_states_is_shown_as_that() -> None:
    assert facts("support", "armor")["In attack"] == ("2", "printed")
    value, basis = facts("support", "flak")["In attack"]
    assert (value, basis) == ("?", "unknown")
    assert facts("sector", "le-havre")["Class"] == ("? (one of major, objective)", "unknown")


def test_a_deck_lists_its_cards_by_value_and_the_icons_once() -> None:
    labels = list(facts("deck", "german-combat"))
    assert labels[-3:] == ["Spies on them", "Bombs on them", "Cards in all"]
    assert all(re.fullmatch(r"Cards of value \d", label) for label in labels[:-3])


def test_a_state_tells_each_part_with_its_rule() -> None:
    (attack, defense, joining) = entry("state", "exhausted")["lines"]
    assert attack[:2] == ("Attack", "not possible")
    assert re.fullmatch(r"-\d", defense[1])
    assert joining[0] == "Joining a combat"
    assert all(links for _, _, links in (attack, defense, joining))


def test_steps_name_who_acts() -> None:
    month = entry("sequence", "month")["steps"]
    assert [who for _, who, _, _ in month] == ["SHAEF", "German"]
    combat = entry("sequence", "combat")["steps"]
    assert {who for _, who, _, _ in combat} == {"attacker", "defender", "both"}


def test_an_invented_map_says_so() -> None:
    for ident, found in site().library[GAME].maps.items():
        assert found.invented == ("invented, not the game's own" in entry("map", ident)["badges"])


def test_a_scenario_tells_what_it_puts_out_and_what_is_missing() -> None:
    made = {page.path: page for page in scenarios.pages(site(), site().library[GAME])}
    context = made[address(GAME, "scenario", "august")].context
    said = [str(text) for text, links in context["at_start"] if links]
    assert any("La Haye Dupuis" in text for text in said)
    assert sum("the victory marker starts at" in text for text in said) == len(
        site().library[GAME].scenarios["august"].raw["difficulties"]
    )
    assert context["missing"]
    names = [name for _, name, _, _ in context["victory"]]
    assert "SHAEF, Historical victory, 10 to 14" in names
    assert "Draw, 0 to 4" in names


@pytest.mark.parametrize("kind", [kind for kind, _, _ in registers.REGISTERS])
def test_every_record_has_words_for_its_preview(kind: str) -> None:
    for ident in getattr(site().library[GAME], STORES[kind]):
        said = previews.preview(site(), Ref(GAME, kind, ident))
        assert said["s"], ident
        assert len(said["s"]) <= 320
        assert "[[" not in said["s"]


def test_a_preview_marks_what_is_not_stated() -> None:
    assert "In attack: ?" in previews.preview(site(), Ref(GAME, "support", "flak"))["s"]
