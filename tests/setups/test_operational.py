"""Aids and sheets of block games: what they show, pages, tags, fonts, faults."""

from __future__ import annotations

import copy
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.errors import FieldpressError
from fieldpress.model import Library
from fieldpress.setups.documents import documents, setup_document
from fieldpress.setups.operational import aids, scenario, setup
from fieldpress.setups.pages import printed
from tests.engine.overlord import small

GAME = small.GAME
STORES = ("clauses", "states", "supports", "sectors", "decks", "sequences")


def games(**scenario_parts: Any) -> Library:
    """The small game, its scenario with other parts."""
    old = small.library()[GAME]
    game: dict[str, Any] = {"game": copy.deepcopy(dict(old.raw))}
    for key in STORES:
        game[key] = [copy.deepcopy(dict(one.raw)) for one in getattr(old, key).values()]
    game["scenarios"] = [{**copy.deepcopy(small.SCENARIO), **scenario_parts}]
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {GAME: game}})


def plain(runs: Any) -> str:
    return "".join(run[1] for run in runs)


# -- what they show --------------------------------------------------------------------------------


def test_a_game_has_aids_and_two_sheets_a_scenario() -> None:
    files = [one.file for one in documents(games(), GAME)]
    assert files == ["aids.pdf", "scenario-only.pdf", "setup-only.pdf"]
    assert setup_document(games(), GAME, "only").file == "setup-only.pdf"


def test_other_games_keep_their_setup_sheets() -> None:
    library = open_library(games=("sandpiper",))
    files = [one.file for one in documents(library, "sandpiper")]
    assert [name for name in files if name.startswith("setup-")]
    assert not [name for name in files if name.startswith("scenario-")]


def test_a_step_without_a_text_is_told_by_the_clauses_that_it_alone_cites() -> None:
    library = games()
    game = library[GAME]
    sequence = game.sequences["week"]
    steps = [dict(step) for step in sequence.steps]
    steps[1]["clauses"] = ["sequence.week", "supply.one-step"]
    parts = {**sequence.raw, "steps": steps}
    changed = type(sequence).parse(parts, GAME, "en", "en")
    game.sequences["week"] = changed
    (week,) = aids.view(library, game).sequences
    assert [len(step.texts) for step in week.steps] == [0, 1, 0, 0]
    assert plain(week.steps[1].texts[0]) == "supply.one-step"


def test_costs_are_the_parameters_with_the_title_of_their_clause() -> None:
    library = games()
    prices = dict(aids.view(library, library[GAME]).prices)
    (costs,) = [found for title, found in prices.items() if "Supply" in title]
    wanted = {name: one for name, one in small.PARAMETERS.items() if name.endswith("-cost")}
    assert [one.figure for one in costs] == [str(one["value"]) for one in wanted.values()]
    assert [one.title for one in costs] == [one["clauses"][0] for one in wanted.values()]


def test_each_difficulty_has_a_page_on_which_the_marker_starts_in_one_degree() -> None:
    library = games()
    shown = setup.view(library, library[GAME], "only")
    assert [page.difficulty for page in shown.difficulties] == ["Plain", "Hard"]
    starts = [
        [(degree.side, degree.points) for degree, here in page.strip if here]
        for page in shown.difficulties
    ]
    assert starts == [[("", "0 to 2")], [("Black", "3 or more")]]
    assert [page.start for page in shown.difficulties] == ["0", "Black 7"]


def test_the_steps_say_what_the_engine_finds_stated() -> None:
    library = games()
    page = setup.view(library, library[GAME], "only").difficulties[0]
    said = [plain(line.runs) for line in page.steps]
    assert "Supply Points: White 4; Black 4." in said
    assert "Supply Points in Depots: 1 each in Store." in said
    assert "Control marker on each of: Port." in said
    assert sum(text.endswith("3, shuffled.") for text in said) == 2


def test_an_amount_that_no_source_states_is_a_question_mark() -> None:
    sheet = copy.deepcopy(small.SCENARIO["setup"])
    sheet["supply"]["each"] = {"unknown": "the sheet is torn"}
    library = games(setup=sheet)
    page = setup.view(library, library[GAME], "only").difficulties[0]
    assert "Supply Points: White ?; Black ?." in [plain(line.runs) for line in page.steps]


def test_what_is_missing_becomes_a_form_by_week_where_it_is_a_calendar() -> None:
    sheet = copy.deepcopy(small.SCENARIO["setup"])
    sheet["missing"] = [
        {"id": "calendar", "what": "Arrivals", "why": "torn off"},
        {"what": "Places", "why": "torn off"},
    ]
    library = games(setup=sheet)
    calendar, places = setup.view(library, library[GAME], "only").forms
    rounds = small.PARAMETERS["rounds"]["value"]
    assert calendar.heads[1:] == tuple(str(n) for n in range(1, rounds + 1))
    assert (places.title, len(places.heads)) == ("Places", 3)


def test_a_least_and_a_most_stand_as_one_number() -> None:
    own = {
        "special-cards-from": {"value": 6, "clauses": ["plan.special-draw"]},
        "special-cards-to": {"value": 8, "clauses": ["plan.special-draw"]},
        "initiative": {"value": "occupier", "clauses": ["activation.initiative"]},
        "breakthrough-barred": {"value": True, "round": 1, "clauses": ["breakthrough.who"]},
        "movement-sectors": {"value": 3, "month": "may", "clauses": ["movement.range"]},
    }
    library = games(parameters=own)
    numbers = scenario.view(library, library[GAME], "only").numbers
    assert [(one.figure, one.when) for one in numbers] == [
        ("6 to 8", ""),
        ("Black", ""),
        ("yes", "round 1"),
        ("3", "in May"),
    ]


# -- as PDF ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pdfs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every document of the small game, on the paper that has less room."""
    folder = tmp_path_factory.mktemp("sheets")
    made = {}
    for one in documents(games(), GAME):
        made[one.file] = folder / one.file
        one.write(made[one.file], "letter")
    return made


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
def test_pages_tags_and_fonts(pdfs: dict[str, Path]) -> None:
    pages = {"aids.pdf": 3, "scenario-only.pdf": 1, "setup-only.pdf": 2}
    for name, path in pdfs.items():
        info = run("pdfinfo", str(path))
        assert f"Pages:           {pages[name]}\n" in info
        assert "612 x 792" in info
        assert "Tagged:          yes" in info
        assert "Title:           Small: " in info
        fonts = [line.split()[0] for line in run("pdffonts", str(path)).splitlines()[2:]]
        assert fonts
        assert all(font.partition("+")[2].startswith("Sheet-") for font in fonts), fonts
    assert "Hard" in run("pdftotext", "-f", "2", str(pdfs["setup-only.pdf"]), "-")


@pytest.mark.tool("weasyprint")
def test_the_same_bytes_with_a_fixed_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one = next(one for one in documents(games(), GAME) if one.file.startswith("scenario"))
    assert one.make("a4") == one.make("a4")


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
def test_content_is_escaped(tmp_path: Path) -> None:
    library = games(title="<b onclick='x'>&</b>")
    path = tmp_path / "sheet.pdf"
    next(one for one in documents(library, GAME) if one.file.startswith("scenario")).write(path)
    assert "<b onclick='x'>&</b>" in run("pdftotext", str(path), "-")


@pytest.mark.tool("weasyprint")
def test_what_does_not_fit_is_refused_with_its_name(tmp_path: Path) -> None:
    line = {"text": "Something that takes room. " * 12, "clauses": ["only.setup"]}
    library = games(special=[line] * 22)
    with pytest.raises(FieldpressError, match=r"small only: .* takes \d+ pages of a4"):
        setup_document(library, GAME, "only").write(tmp_path / "long.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.tool("weasyprint")
def test_a_character_that_the_fonts_lack_is_an_error() -> None:
    library = games(title="漢")
    with pytest.raises(FieldpressError, match="lack 漢"):
        setup_document(library, GAME, "only").make("a4")


def test_a_paper_that_there_is_not() -> None:
    with pytest.raises(FieldpressError, match="no paper 'a9'; there are a4, letter"):
        printed("operational/scenario.html.j2", "operational/sheets.css.j2", {}, "x", "a9")


def test_the_command_writes_the_sheet_and_knows_no_single_difficulty(
    run_cli: Any, tmp_path: Path
) -> None:
    done = run_cli(
        *("setup", "overlord", "june", "--difficulty", "balanced", "--pdf", tmp_path / "x.pdf")
    )
    assert done.code == 2
    assert "a page for each" in done.stderr
    done = run_cli("setup", "overlord", "nowhere", "--pdf", tmp_path / "x.pdf")
    assert done.code == 2
    assert "june" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_build_makes_every_document(tmp_path: Path) -> None:
    from fieldpress.building import jobs

    titles = [job.title for job in jobs(games(), [GAME], tmp_path, ["setups"])]
    assert titles == [f"Small: {one.title}" for one in documents(games(), GAME)]
