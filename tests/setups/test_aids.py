"""Army lists and the scoring track: what they say comes from content and from the engine."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fieldpress.database import open_library
from fieldpress.model import Library
from fieldpress.setups.aids import army, track
from fieldpress.setups.documents import PAPERS, documents

GAME = "sainte-mere-eglise"


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(games=(GAME, "sandpiper"))


def test_only_a_game_whose_box_holds_them_has_them(library: Library) -> None:
    files = {game: {one.file for one in documents(library, game)} for game in library.games}
    assert {"army-lists.pdf", "track.pdf"} <= files[GAME]
    assert files["sandpiper"] == {"setup-ebb.pdf"}


def test_a_list_for_each_side_with_every_card_that_it_may_have(library: Library) -> None:
    shown = army.view(library, library[GAME])
    assert [one.head.title for one in shown.lists] == ["American", "German"]
    assert len(shown.scenarios) == 4
    for one, side in zip(shown.lists, ("american", "german"), strict=True):
        names = {row.name for part in one.parts for row in part.rows}
        own = [c for c in library[GAME].cards.values() if c.side.known and c.side.value == side]
        variants = {c.name.get() for c in own if set(c.copies.value or {}) == {"variants"}}
        assert {c.name.get() for c in own} - names == variants
        other = {c.name.get() for c in library[GAME].cards.values() if c.side.known} - {
            c.name.get() for c in own
        }
        assert not other & names


def test_what_no_source_states_is_no_number(library: Library) -> None:
    shown = army.view(library, library[GAME])
    rows = {row.name: row for part in shown.lists[0].parts for row in part.rows}
    columns = dict(zip(shown.scenarios, range(4), strict=True))
    tactics = rows["Choix tactique"].cells
    assert tactics[columns["Initiation"]] == ""  # left out
    assert tactics[columns["Historical"]] == "1 or more"
    assert tactics[columns["Graignes"]] == "?"
    heroic = rows["American heroic card"].cells
    found = {title: heroic[at] for title, at in columns.items()}
    assert found == {"Initiation": "", "Historical": "4", "Utah Beach": "4", "Graignes": "2"}
    assert rows["501st PIR"].cells[columns["Utah Beach"]] == "1"
    assert set(rows["Combat token"].cells) == {"2"}


def test_the_track_marks_what_the_engine_says(library: Library) -> None:
    shown = track.view(library, library[GAME])
    spaces = [space for row in shown.rows for space in row]
    assert [space.points for space in spaces] == list(range(len(spaces)))
    assert len({len(row) for row in shown.rows}) == 1
    marks = {
        (space.points, mark.scenario, mark.side, mark.what)
        for space in spaces
        for mark in space.marks
    }
    assert (7, "Initiation", "either side", "wins") in marks
    assert (1, "Initiation", "German", "starts here") in marks
    assert (9, "Graignes", "American", "wins") in marks
    assert (11, "Graignes", "German", "wins") in marks
    assert not any(scenario == "Historical" and what == "starts here" for _, scenario, _, what in marks)  # fmt: skip
    said = {one.title: one.lines for one in shown.scenarios}
    assert any("historical.heroic-timing" in line.clauses for line in said["Historical"])


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
@pytest.mark.parametrize(("file", "pages"), [("army-lists.pdf", 2), ("track.pdf", 1)])
def test_they_are_pages_of_the_paper(
    library: Library, tmp_path: Path, file: str, pages: int
) -> None:
    one = next(document for document in documents(library, GAME) if document.file == file)
    for paper in PAPERS:
        path = tmp_path / f"{paper}-{file}"
        one.write(path, paper)
        info = subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True, check=True).stdout  # fmt: skip
        assert f"Pages:           {pages}\n" in info
        assert "Tagged:          yes" in info
