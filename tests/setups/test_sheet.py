"""The quick-setup sheets: one page, tagged, own fonts only, everything on it, the same bytes."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.engine.setup import procedure
from fieldpress.errors import FieldpressError, MissingExtra
from fieldpress.model import Library
from fieldpress.setups import sheet as sheets
from fieldpress.setups.view import View, view

GAMES = {
    "pegasus-bridge": ("1a", "1b", "2", "3"),
    "sainte-mere-eglise": ("initiation", "historical", "utah-beach", "graignes"),
}
GAME_OF = {scenario: game for game, scenarios in GAMES.items() for scenario in scenarios}
SCENARIOS = tuple(GAME_OF)


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(games=tuple(GAMES))


@pytest.fixture(scope="module", params=SCENARIOS)
def shown(request: pytest.FixtureRequest, library: Library) -> View:
    return view(procedure(library, GAME_OF[request.param], request.param))


@pytest.fixture(scope="module")
def pdfs(library: Library, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    folder = tmp_path_factory.mktemp("sheets")
    made = {}
    for scenario in SCENARIOS:
        for paper in sheets.PAPERS:
            path = folder / f"{scenario}-{paper}.pdf"
            sheets.make_sheet(library, GAME_OF[scenario], scenario, path, paper=paper)
            made[scenario, paper] = path
    return made


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# -- the page ----------------------------------------------------------------------------------


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_page_of_the_paper_asked_for(pdfs: Any, library: Library, scenario: str) -> None:
    for paper, size in (("a4", "595.276 x 841.89"), ("letter", "612 x 792")):
        info = run("pdfinfo", str(pdfs[scenario, paper]))
        assert "Pages:           1\n" in info
        assert size in info
        assert "Tagged:          yes" in info
        title = library[GAME_OF[scenario]].title
        assert f"Title:           {title}: setting up" in info


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
def test_only_the_fonts_of_the_sheet_are_in_it(pdfs: Any) -> None:
    for path in pdfs.values():
        names = [line.split()[0] for line in run("pdffonts", str(path)).splitlines()[2:]]
        assert names
        assert all(name.partition("+")[2].startswith("Sheet-") for name in names), names


@pytest.mark.tool("weasyprint")
def test_it_is_tagged_as_pdf_ua(pdfs: Any, library: Library) -> None:
    pikepdf = pytest.importorskip("pikepdf")
    for (scenario, _), path in pdfs.items():
        with pikepdf.open(path) as pdf:
            root = pdf.Root
            assert root.MarkInfo.Marked
            assert str(root.Lang) == "en"
            assert root.ViewerPreferences.DisplayDocTitle
            kinds: list[tuple[str, Any]] = []

            def walk(node: Any, kinds: list[tuple[str, Any]] = kinds) -> None:
                if isinstance(node, pikepdf.Dictionary) and "/S" in node:
                    kinds.append((str(node.S), node))
                children = node.get("/K") if isinstance(node, pikepdf.Dictionary) else node
                if isinstance(children, pikepdf.Array):
                    for child in children:
                        walk(child)
                elif isinstance(children, pikepdf.Dictionary):
                    walk(children)

            walk(root.StructTreeRoot)
            found = [kind for kind, _ in kinds]
            assert found.count("/H1") == 1
            victory = library[GAME_OF[scenario]].scenarios[scenario].raw["victory"]
            assert found.count("/H2") == 4 + len({entry["side"] for entry in victory})
            figures = [node for kind, node in kinds if kind == "/Figure"]
            assert any("The table when everything is laid out" in str(f.get("/Alt", "")) for f in figures)  # fmt: skip
            assert b"pdfuaid" in bytes(root.Metadata.read_bytes())


@pytest.mark.tool("weasyprint")
@pytest.mark.tool("poppler")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_shown_is_on_the_page(pdfs: Any, library: Library, scenario: str) -> None:
    shown = view(procedure(library, GAME_OF[scenario], scenario))
    for paper in sheets.PAPERS:
        text = "".join(run("pdftotext", "-raw", str(pdfs[scenario, paper]), "-").split())
        for step in shown.steps:
            assert "".join(step.title.split()) in text, step.title
            for key in step.clauses:
                assert f"§{key}" in text
        for line in (*shown.first_turn, *shown.special, *shown.campaign):
            for key in line.clauses:
                assert f"§{key}" in text
            assert "".join(run_[1] for run_ in line.runs).replace(" ", "")[:30] in text
        assert "".join(shown.title.split()) in text


@pytest.mark.tool("weasyprint")
def test_the_same_bytes_with_a_fixed_date(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first = sheets.render(library, "pegasus-bridge", "1a")
    assert first == sheets.render(library, "pegasus-bridge", "1a")


@pytest.mark.tool("weasyprint")
def test_what_needs_two_pages_is_refused_and_nothing_is_written(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = view

    def long(steps: Any) -> Any:
        import dataclasses

        shown = real(steps)
        return dataclasses.replace(shown, special=shown.special * 12)

    monkeypatch.setattr(sheets, "view", long)
    with pytest.raises(FieldpressError, match=r"takes \d+ pages of a4"):
        sheets.make_sheet(library, "pegasus-bridge", "1b", tmp_path / "long.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.tool("weasyprint")
def test_a_character_that_the_fonts_lack_is_an_error(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dataclasses

    real = view
    monkeypatch.setattr(
        sheets, "view", lambda steps: dataclasses.replace(real(steps), subtitle="漢")
    )
    with pytest.raises(FieldpressError, match="lack 漢"):
        sheets.make_sheet(library, "pegasus-bridge", "1a", tmp_path / "x.pdf")


def test_without_weasyprint_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    with pytest.raises(MissingExtra, match=r"fieldpress\[sheets\]"):
        sheets._weasyprint()


def test_without_its_system_libraries_their_packages_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "weasyprint.py"
    broken.write_text("print('a long banner')\nraise OSError('cannot load library')\n")
    monkeypatch.delitem(__import__("sys").modules, "weasyprint", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    assert sheets.SYSTEM == "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    with pytest.raises(MissingExtra, match=sheets.SYSTEM.replace(".", r"\.")):
        sheets._weasyprint()
    assert capfd.readouterr().out == ""


# -- the view and the diagram ----------------------------------------------------------------------


def test_content_is_escaped(shown: View) -> None:
    import dataclasses

    html, _ = sheets.page(dataclasses.replace(shown, title="<b onclick='x'>&</b>"))
    assert "<b onclick" not in html
    assert "&lt;b onclick" in html


def test_the_diagram_is_svg_without_any_reference_outside(shown: View) -> None:
    root = ET.fromstring(shown.diagram)
    assert root.tag.endswith("svg")
    assert "href" not in shown.diagram
    assert "url(" not in shown.diagram


def test_each_thing_of_the_diagram_lies_on_the_table(library: Library) -> None:
    for scenario in SCENARIOS:
        layout = library[GAME_OF[scenario]].scenarios[scenario].raw["layout"]
        boxes = []
        for item in layout["items"]:
            assert item["x"] >= 0
            assert item["y"] >= 0
            assert item["x"] + item["w"] <= layout["width"]
            assert item["y"] + item["h"] <= layout["height"]
            if not item["place"].startswith("marker-"):  # they lie on a Terrain
                boxes.append(item)
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                apart = (
                    one["x"] + one["w"] <= other["x"]
                    or other["x"] + other["w"] <= one["x"]
                    or one["y"] + one["h"] <= other["y"]
                    or other["y"] + other["h"] <= one["y"]
                )
                assert apart, (scenario, one["place"], other["place"])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_to_take_is_what_the_steps_take(library: Library, scenario: str) -> None:
    steps = procedure(library, GAME_OF[scenario], scenario)
    shown = view(steps)
    named = [s for s in steps.steps if s.do == "take" and s.what and s.what.ids]
    needed = steps.scenario.raw.get("also_needed", ())
    wanted = sum((s.number if s.count else 1) * len(s.what.ids) for s in named if s.what)
    wanted += sum(entry["count"] for entry in needed)
    counts = [one.count for one in shown.taken]
    words = [" ".join(text for kind, text, _ in one.runs if not kind) for one in shown.taken]
    cards = [t for t, said in zip(shown.taken, words, strict=True) if " with " in f"{said} "]
    assert sum(int(n) for n in counts if n) == wanted + sum(int(one.count or 0) for one in cards)
    assert "24" in counts
    terrains = {"1a": "16", "1b": "16", "2": "14", "3": "15", "utah-beach": "16"}
    assert terrains.get(scenario, "14") in counts


def test_the_templates_hold_no_figure_of_a_rulebook() -> None:
    template = (sheets.TEMPLATES / "setup.html.j2").read_text(encoding="utf-8")
    words = template.replace("h1", "").replace("h2", "").replace("utf-8", "")
    assert not any(character.isdigit() for character in words)
