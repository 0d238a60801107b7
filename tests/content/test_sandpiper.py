"""Our own game is whole: nothing unknown, its mission deals and is accepted, its claims hold."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fieldpress.audit import clauses
from fieldpress.audit.coverage import coverage
from fieldpress.audit.rulings import check as check_ruling
from fieldpress.audit.rulings import shape
from fieldpress.database import open_library
from fieldpress.engine.setup import Procedure, check, deal, procedure, read_table
from fieldpress.engine.setup.telling import told
from fieldpress.model import Game, Library
from fieldpress.setups import make_sheet
from fieldpress.setups.view import view

GAME, MISSION = "sandpiper", "ebb"


@cache
def library() -> Library:
    return open_library(Path(__file__).resolve().parents[2] / "content", (GAME,))


def game() -> Game:
    return library()[GAME]


@pytest.fixture(scope="module")
def steps() -> Procedure:
    return procedure(library(), GAME, MISSION)


# -- the pieces ------------------------------------------------------------------------------------


def test_coverage_finds_no_fault_and_nothing_unknown() -> None:
    found = coverage(library(), GAME)
    assert found.faults == []
    assert [
        (f.kind, f.name, f.unknown, f.in_part) for f in found.fields if f.unknown or f.in_part
    ] == []


def test_thirty_cards_a_side_and_ten_terrains() -> None:
    counts: dict[str, int] = {}
    for card in game().cards.values():
        for count in (card.copies.value or {}).values():
            counts[str(card.side.value)] = counts.get(str(card.side.value), 0) + (count.value or 0)
    assert counts == {"havens": 30, "wardens": 30}
    terrains = [sum(c.value or 0 for c in (t.copies.value or {}).values()) for t in game().terrains.values()]  # fmt: skip
    assert sum(terrains) == 10


def test_every_unit_type_and_counter_is_in_use() -> None:
    types = {str(c.unit_type.value) for c in game().cards.values() if c.unit_type.known}
    assert types == set(game().raw["unit_types"])
    for counter in game().counters.values():
        for giver in counter.given_by:
            assert giver in game().cards, counter.id


# -- the mission -----------------------------------------------------------------------------------


def test_three_hundred_deals_are_whole_and_accepted(steps: Procedure) -> None:
    tables = set()
    for seed in range(300):
        dealt = deal(steps, seed)
        assert dealt.whole, seed
        given = dealt.to_json()["given"]
        report = check(steps, read_table(steps.game, steps, given))
        assert report.outcome == "allowed", (seed, report.verdict.findings)
        tables.add(repr(given))
    assert len(tables) == 300


def test_the_pile_is_what_the_mission_needs(steps: Procedure) -> None:
    table: dict[str, Any] = deal(steps, 3).to_json()["given"]["table"]
    crossed = game().scenarios[MISSION].raw["parameters"]["terrains-to-cross"]["value"]
    assert len(table["terrain-pile"]) == 2 * crossed
    assert len(table["terrain-pile"]) + len(table["removed"]) + len(table["lock"]) == 10
    assert "grayle-tide-lock" not in repr(table["terrain-pile"])


@pytest.mark.parametrize(
    ("place", "pieces", "clause"),
    [
        ("terrain-pile", ["grayle-tide-lock", *["hidden"] * 7], "ebb.lock-placed"),
        ("terrain-pile", 9, "ebb.terrain-remove"),
        ("attacker-hand", ["ansa-merrow", *["hidden"] * 5], "setup.heroic-aside"),
        ("defender-hand", 7, "setup.hand"),
        ("flares", {"flare": 3}, "setup.special-tokens"),
    ],
)
def test_a_table_set_up_wrongly_is_refused(
    steps: Procedure, place: str, pieces: Any, clause: str
) -> None:
    given = {"table": {place: pieces}}
    report = check(steps, read_table(steps.game, steps, given))
    assert report.outcome == "forbidden"
    assert clause in {key for f in report.verdict.findings for key in f.clauses}


def test_every_step_is_told_in_a_sentence(steps: Procedure) -> None:
    for one in told(steps):
        assert one.sentences, one
        for sentence in one.sentences:
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
            assert re.search(r"[{}]|  ", sentence) is None, sentence


def test_the_command_deals_whole_and_its_deal_is_accepted(run_cli: Any) -> None:
    dealt = run_cli("setup", GAME, MISSION, "--seed", "3", "--json")
    assert dealt.code == 0
    assert dealt.json()["dealt"]["missing"] == []
    assert run_cli("check-setup", "-", stdin=dealt.stdout).code == 0


def test_the_sheet_has_its_diagram(steps: Procedure) -> None:
    root = ET.fromstring(view(steps).diagram)
    said = "".join(root.itertext())
    for label in ("Wardens draw pile", "Flare tokens", "Tide lock", "Strength Points"):
        assert label in said
    items = steps.scenario.raw["layout"]["items"]
    assert len({item["place"] for item in items}) == len(items)


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_one_page(tmp_path: Path, paper: str) -> None:
    sheet = tmp_path / "sheet.pdf"
    make_sheet(library(), GAME, MISSION, sheet, paper=paper)
    shown = subprocess.run(["pdfinfo", sheet], capture_output=True, text=True, check=True).stdout
    assert "Pages:           1\n" in shown


# -- the rulings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ident", sorted(game().rulings))
def test_ruling(ident: str) -> None:
    assert check_ruling(library(), GAME, game().rulings[ident]) == []


def test_every_verdict_is_definite_and_a_third_refuse() -> None:
    rulings = game().rulings.values()
    outcomes = [{e["outcome"] for e in r["expect"]} for r in rulings]
    assert len(outcomes) >= 15
    assert all("undetermined" not in one for one in outcomes)
    assert 3 * sum("forbidden" in one for one in outcomes) >= len(outcomes)


def test_none_is_a_ruling_of_another_game_with_other_names() -> None:
    def roles(one: Game) -> dict[str, str]:
        return {shape_of(one, ruling): ident for ident, ruling in one.rulings.items()}

    def shape_of(one: Game, ruling: Any) -> str:
        said = shape("any", ruling, one.sides)
        for side, data in one.raw["sides"].items():
            said = said.replace(side, data["role"])
        return said

    others = roles(library()["pegasus-bridge"])
    assert [ident for said, ident in roles(game()).items() if said in others] == []


IN_PLAY = [
    key for key, use in clauses.uses(game()).items() if use.in_play and game().clauses[key].enforced
]


@pytest.mark.parametrize("key", IN_PLAY)
def test_without_the_clause_a_ruling_falls(key: str) -> None:
    assert clauses.depends(library(), GAME, key) is not None


def test_nothing_enforced_claims_to_be_text_only() -> None:
    assert clauses.modest_claims(game()) == []
