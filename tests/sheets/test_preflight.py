"""Preflight finds what a printer would send back, in our files and in those of others."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import yaml
from jsonschema import Draft202012Validator

from fieldpress.commands.preflight import command
from fieldpress.errors import UsageFault
from fieldpress.sheets import presets
from fieldpress.sheets.preflight import preflight
from fieldpress.sheets.presets.targets import Target, target, targets
from tests.sheets.helpers import deck, pdf

Run = Callable[..., Any]
MM = 72 / 25.4
POKER = target("drivethrucards")


def page(file: pikepdf.Pdf, content: bytes, **boxes: list[float]) -> pikepdf.Dictionary:
    """A poker-size page with its bleed, as the presses want it; `boxes` change that (mm)."""
    own = {"MediaBox": [0, 0, 69.85, 95.25], "TrimBox": [3.175, 3.175, 66.675, 92.075]} | boxes
    entries = {f"/{key}": [v * MM for v in box] for key, box in own.items() if box}
    resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(), ColorSpace=pikepdf.Dictionary())
    made = file.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            Resources=resources,
            Contents=file.make_stream(content),
            **{key[1:]: value for key, value in entries.items()},
        )
    )
    file.pages.append(pikepdf.Page(made))
    return made


@pytest.fixture
def blank(tmp_path: Path) -> Callable[..., list[str]]:
    """Makes a file of two pages, lets a test change it, and gives the findings for a target."""

    def findings(
        content: bytes = b"0 0 0 1 k 0 0 9 9 re f",
        change: Callable[[pikepdf.Pdf], None] = lambda file: None,
        wanted: Target = POKER,
        **boxes: list[float],
    ) -> list[str]:
        path = tmp_path / "made.pdf"
        with pikepdf.new() as file:
            page(file, content, **boxes)
            page(file, b"", **boxes)
            change(file)
            file.save(path)
        return [str(finding) for finding in preflight(path, wanted).findings]

    return findings


def test_a_file_that_a_press_takes(blank: Callable[..., list[str]]) -> None:
    assert blank() == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"1 0 0 rg", "page 1: it holds RGB colours; CMYK is asked for"),
        (b"1 0 0 RG", "page 1: it holds RGB colours; CMYK is asked for"),
        (b"/DeviceRGB cs", "page 1: it holds RGB colours; CMYK is asked for"),
        (b"0.9 0.9 0.9 0.2 k", "page 1: 290 % of ink in one place; 240 % at most are asked for"),
        (b"0.9 0.9 0.9 0.2 K", "page 1: 290 % of ink in one place; 240 % at most are asked for"),
    ],
)
def test_colours(content: bytes, said: str, blank: Callable[..., list[str]]) -> None:
    assert blank(content) == [said]


@pytest.mark.parametrize("content", [b"0.5 g", b"0 0 0 1 k", b"0.6 0.4 0.4 1 k", b"0 G"])
def test_colours_that_are_taken(content: bytes, blank: Callable[..., list[str]]) -> None:
    assert blank(content) == []


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        ({"TrimBox": []}, ["there is no TrimBox"]),
        ({"TrimBox": [0, 0, 63.5, 88.9]}, ["the bleed is 0.00 mm; 3.175 mm"]),
        ({"TrimBox": [3.4, 3.4, 66.4, 91.4]}, ["the TrimBox is 63.00 × 88.00 mm; 63.5 × 88.9 mm"]),
        (
            {"MediaBox": [0, 0, 210, 297], "BleedBox": [0, 0, 69.85, 95.25]},
            ["the page is 210.00 × 297.00 mm; 69.85 × 95.25 mm"],
        ),
        ({"CropBox": [1, 1, 68, 94]}, ["the bleed is 1.33 mm; 3.175 mm"]),
        ({"BleedBox": [1, 1, 68, 94]}, ["the bleed is 1.33 mm; 3.175 mm"]),
        # A BleedBox that leaves the page is cut to it.
        ({"BleedBox": [-9, -9, 80, 99]}, []),
    ],
)
def test_boxes(boxes: Any, said: list[str], blank: Callable[..., list[str]]) -> None:
    found = blank(**boxes)
    assert len(found) == len(said)
    for one, words in zip(found, said, strict=True):
        assert one.startswith("pages 1-2: ")
        assert words in one


def test_turned_and_odd_pages(blank: Callable[..., list[str]]) -> None:
    def change(file: pikepdf.Pdf) -> None:
        file.pages[1].obj.Rotate = 90
        page(file, b"")

    found = blank(change=change)
    assert found[0].startswith("page 2: the page is turned")
    assert found[1].startswith("it has 3 pages")


@pytest.mark.parametrize(("size", "fine"), [(b"72 0 0 72", True), (b"80 0 0 72", False)])
@pytest.mark.parametrize("inside", [False, True])
def test_pictures_have_the_resolution_of_their_place(
    size: bytes, fine: bool, inside: bool, blank: Callable[..., list[str]]
) -> None:
    def change(file: pikepdf.Pdf) -> None:
        image = file.make_stream(b"\0" * 300 * 300 * 4)
        image.stream_dict = pikepdf.Dictionary(
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=300,
            Height=300,
            BitsPerComponent=8,
            ColorSpace=pikepdf.Name.DeviceCMYK,
        )
        table = file.pages[0].obj.Resources.XObject
        if not inside:
            table.Im = image
            return
        form = file.make_stream(b"q 2 0 0 2 0 0 cm /Im Do Q")
        form.stream_dict = pikepdf.Dictionary(
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[0, 0, 2, 2],
            Matrix=[0.5, 0, 0, 0.5, 0, 0],
            Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=image)),
        )
        table.Im = form

    found = blank(b"q " + size + b" 9 9 cm /Im Do Q", change)
    assert found == (
        [] if fine else ["page 1: picture Im has 270 pixels an inch; 300 are asked for"]
    )


def test_a_font_that_is_not_in_the_file(blank: Callable[..., list[str]]) -> None:
    def change(file: pikepdf.Pdf) -> None:
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        file.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=file.make_indirect(font))

    assert blank(change=change, wanted=target("home")) == ["font Helvetica is not embedded"]


@pytest.mark.parametrize("name", ["a4", "one-up"])
def test_our_own_sheets_pass_at_home(name: str, tmp_path: Path) -> None:
    path = tmp_path / "own.pdf"
    path.write_bytes(pdf(deck(3), name=name))
    assert preflight(path, target("home")).findings == []


def test_our_own_one_up_pages_pass_where_their_size_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "own.pdf"
    wanted = Target("x", "X", (69, 94), (63, 88), 3, "cmyk", 240, 300, "even")
    path.write_bytes(pdf(deck(3), name="one-up", mode="cmyk"))
    assert preflight(path, wanted).findings == []
    path.write_bytes(pdf(deck(3, missing=(2,)), name="one-up"))
    said = [str(finding) for finding in preflight(path, wanted).findings]
    assert said == [
        "pages 1-5: it holds RGB colours; CMYK is asked for",
        "it has 5 pages; a back for every front makes them even",
    ]


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\nrubbish", b"\x89PNG"])
def test_what_is_no_pdf_is_refused(data: bytes, tmp_path: Path, run_cli: Run) -> None:
    path = tmp_path / "no.pdf"
    path.write_bytes(data)
    done = run_cli("preflight", path)
    assert done.code == 2
    assert "cannot be read as a PDF" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_locked_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    with pikepdf.new() as file:
        page(file, b"")
        file.save(path, encryption=pikepdf.Encryption(user="a", owner="b"))
    with pytest.raises(UsageFault, match="password"):
        preflight(path, POKER)


def test_the_command_lists_findings_with_their_pages(tmp_path: Path, run_cli: Run) -> None:
    path = tmp_path / "own.pdf"
    path.write_bytes(pdf(deck(10)))
    done = run_cli("preflight", path, "--target", "drivethrucards")
    assert done.code == 1
    lines = done.stdout.splitlines()
    assert f"{path}: pages 1-4: it holds RGB colours; CMYK is asked for" in lines
    assert "findings for DriveThruCards, poker size (4 pages, 1 font, 0 pictures)" in lines[-1]
    done = run_cli("preflight", path)
    assert done.code == 0
    assert "nothing to complain of" in done.stdout
    assert run_cli("preflight", path, "--target", "x").code == 2
    assert run_cli("preflight", tmp_path / "none.pdf").code == 2


def test_without_pikepdf_the_extra_is_named(
    tmp_path: Path, run_cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.pdf"
    path.write_bytes(b"%PDF")
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    done = run_cli("preflight", path)
    assert done.code == 2
    assert "pip install 'fieldpress[pdf]'" in done.stderr


def test_targets_meet_their_schema_and_are_documented(repo_root: Path) -> None:
    schema = json.loads((repo_root / "schema" / "target.json").read_text("utf-8"))
    raw = yaml.safe_load((Path(presets.__file__).parent / "targets.yml").read_text("utf-8"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(raw)] == []
    assert list(targets()) == [entry["id"] for entry in raw]
    text = (repo_root / "docs" / "printing.md").read_text("utf-8")
    (option,) = (one for one in command.params if one.opts[0].startswith("--"))
    for name in targets():
        assert f"| `{name}` |" in text, name
        assert re.search(rf"\b{name}\b", option.help), name
    assert "fieldpress preflight FILE.pdf [--target T]" in text
