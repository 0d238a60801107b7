"""Setup sheets, army lists and campaign sheets of battles: one page each, as the records say."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.model import Library
from fieldpress.setups.battles import army, campaign, setup
from fieldpress.setups.documents import Document, documents
from tests.database.test_recruits import write

SHIPPED = ("normandie-sme", "normandie-dday")


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(write(tmp_path_factory.mktemp("content")))


@pytest.fixture(scope="module")
def shipped() -> Library:
    return open_library(games=SHIPPED)


def plain(runs: Any) -> str:
    return "".join(shown for _, shown, _ in runs)


def test_every_scenario_and_campaign_has_its_documents(ford: Library) -> None:
    assert [one.file for one in documents(ford, "ford")] == [
        "setup-0.pdf",
        "setup-1.pdf",
        "army-1.pdf",
        "campaign-river.pdf",
    ]


def test_a_setup_sheet_says_what_the_record_says(ford: Library) -> None:
    game = ford["ford"]
    shown = setup.view(ford, game, game.scenarios["1"])
    assert [plain(fact) for fact in shown.head.facts] == [
        "Turns: 4",
        "Night: dark (up to turn 2); clear (from turn 3 on)",
    ]
    assert [(zone.kind, zone.where) for zone in shown.zones] == [
        ("zone", "F1-A"),
        ("drop-zone", ""),
        ("drop-zone", ""),
    ]
    assert [plain(one.runs) for one in shown.steps] == [
        "The Reds wait on the bank.",
        "The boats are set aside.",
    ]
    assert [(label, plain(cards)) for label, cards in shown.removed] == [("Reds", "Hush!")]
    late = next(one for one in shown.later if plain(one.runs) == "Late boats.")
    assert late.lead == "Turn 3"
    assert [plain(one) for one in late.conditions] == ["campaign: more boats"]
    assert shown.craft == (("small craft", "1, 2"), ("large craft", "3, 4"))
    assert [(one.side, len(one.lines)) for one in shown.winning] == [("Reds", 1)]


def test_an_army_list_has_a_box_for_each_copy_and_the_printed_prices(ford: Library) -> None:
    game = ford["ford"]
    (side,) = army.view(ford, game, game.scenarios["1"]).sides
    assert (side.name, side.role, side.total) == ("Reds", "attacker", "35")
    assert [[row.points for row in part.rows] for part in side.parts] == [["30", "5"], ["30"]]
    assert side.parts[0].rows[0].contents == "two boats"
    assert side.parts[1].over == "Group 2"
    assert [plain(one) for one in side.parts[1].conditions] == ["campaign: more boats"]


def test_a_campaign_sheet_leaves_the_winner_open_where_nobody_names_one(ford: Library) -> None:
    shown = campaign.view(ford, ford["ford"], ford["ford"].campaigns["river"])
    assert shown.graph is not None
    assert shown.result == ()


def test_what_the_table_of_sizes_lacks_stays_empty(shipped: Library) -> None:
    game = shipped["normandie-dday"]
    heads, *rows = setup.view(shipped, game, game.scenarios["landings"]).sizes
    raw = game.scenarios["landings"].raw["sizes"]
    for row, record in zip(rows, raw, strict=True):
        for head, cell in zip(heads, row, strict=True):
            value = record[head.lower().replace(" ", "_")]
            unstated = isinstance(value, dict) and "unknown" in value
            assert (cell == "") is unstated


def all_documents(library: Library) -> list[tuple[str, Document]]:
    return [(game, one) for game in SHIPPED for one in documents(library, game)]


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
def test_each_fits_one_tagged_page_of_letter(shipped: Library, tmp_path: Path) -> None:
    for game, one in all_documents(shipped):
        path = tmp_path / f"{game}-{one.file}"
        one.write(path, "letter")
        info = subprocess.run(
            ["pdfinfo", str(path)], capture_output=True, text=True, check=True
        ).stdout
        assert "Pages:           1\n" in info, path
        assert "612 x 792" in info
        assert "Tagged:          yes" in info


@pytest.mark.tool("weasyprint")
def test_the_same_content_gives_the_same_bytes(
    ford: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for one in documents(ford, "ford"):
        assert one.make("a4") == one.make("a4")
