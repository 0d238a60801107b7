"""`fieldpress cards` from the outside: files, messages, exit codes, docs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from fieldpress.commands.calibrate import command as calibrate
from fieldpress.commands.cards import command
from fieldpress.faces.choices import STATES
from fieldpress.faces.icons import icon_names
from fieldpress.faces.patterns import PATTERNS
from fieldpress.sheets import papers

Run = Callable[..., Any]


def test_one_file_a_kind_in_the_output_folder(run_cli: Run, tmp_path: Path) -> None:
    done = run_cli("cards", "sandpiper", cwd=tmp_path)
    names = ["cards.pdf", "terrains.pdf", "counters.pdf", "components.pdf"]
    assert done.code == 0
    assert done.stdout.split() == [f"output/sandpiper/{name}" for name in names]
    assert done.stderr == ""
    for name in names:
        data = (tmp_path / "output" / "sandpiper" / name).read_bytes()
        with pikepdf.open(BytesIO(data)) as file:
            assert len(file.pages) % 2 == 0


def test_a_path_with_spaces_and_accents(run_cli: Run, tmp_path: Path) -> None:
    target = tmp_path / "mes épreuves" / "Füsilier 1.pdf"
    done = run_cli("cards", "sandpiper", "--kind", "counter", "--output", target)
    assert done.code == 0
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    assert target.read_bytes().startswith(b"%PDF")


def test_scenario_sheets_name_their_scenario(run_cli: Run, tmp_path: Path) -> None:
    done = run_cli("cards", "pegasus-bridge", "--scenario", "1a", "--output", tmp_path)
    assert done.code == 0
    assert (tmp_path / "cards-1a.pdf").is_file()
    assert "copies ?" in done.stderr
    # Merville's Terrains are no part of it, and the scenario sets the other bridge aside.
    only = run_cli(
        "cards", "pegasus-bridge", "--scenario", "1a", "--id", "casemate-no-1", "--output", tmp_path
    )
    assert only.code == 1
    assert "nothing to print" in only.stderr


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--paper", "a5"], 2, "no paper 'a5'; there are: a4"),
        (["--scenario", "9"], 2, "has no scenario '9'"),
        (["--kind", "poster"], 2, "no kind 'poster'"),
        (["--id", "fery-crew"], 2, "nearest: ferry-crew"),
        (["--bleed", "-1"], 2, "between 0 and 6 mm"),
        (["--back-offset", "3"], 2, "not a pair of numbers"),
        (["--back-offset", "nan,1"], 2, "not a pair of numbers"),
        (["--back-offset", "40,0"], 2, "the most is 8.5 mm here"),
        (["--duplex", "sideways"], 2, "sideways"),
        (["--side", "wardens", "--kind", "counter"], 1, "nothing to print"),
    ],
)
def test_wrong_calls_say_what_is_wrong_and_write_nothing(
    run_cli: Run, tmp_path: Path, args: list[str], code: int, words: str
) -> None:
    done = run_cli("cards", "sandpiper", *args, "--output", tmp_path / "new")
    assert done.code == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "new").exists()


def test_documentation_names_every_option_value_and_paper(repo_root: Path) -> None:
    text = (repo_root / "docs" / "printing.md").read_text("utf-8")
    for option in command.params:
        for flag in option.opts:
            assert not flag.startswith("--") or f"`{flag}" in text, flag
        for choice in getattr(option.type, "choices", ()):
            assert f"{option.opts[0]} {choice}`" in text, choice
    for name in papers():
        assert f"`{name}`" in text, name
    known = {flag for option in command.params for flag in option.opts}
    assert set(re.findall(r"`(--[a-z-]+)", text)) <= known


def test_documentation_shows_how_calibrate_is_called(repo_root: Path) -> None:
    text = (repo_root / "docs" / "printing.md").read_text("utf-8")
    [line] = [one for one in text.splitlines() if one.startswith("fieldpress calibrate [")]
    for option in calibrate.params:
        assert f"[{option.opts[0]} " in line, option.opts
        assert "|".join(getattr(option.type, "choices", ())) in line


def test_documentation_names_every_key_and_pattern_of_a_layout(repo_root: Path) -> None:
    schema = json.loads((repo_root / "schema" / "layout.json").read_text("utf-8"))
    text = (repo_root / "docs" / "layouts.md").read_text("utf-8")
    parts = schema["properties"], *(schema["$defs"][n]["properties"] for n in ("style", "element"))
    names = {name for part in parts for name in part} - {"note"}
    for name in sorted({*names, *PATTERNS, *STATES, *schema["properties"]["size"]["properties"]}):
        assert re.search(rf"`{name}`|\b{name}: |\b{name}[,}}]", text), name
    for name in schema["properties"]["for"]["enum"]:
        assert f"`{name}`" in text, name


def test_documentation_names_every_icon(repo_root: Path) -> None:
    text = (repo_root / "docs" / "layouts.md").read_text("utf-8")
    assert [name for name in icon_names() if f"`{name}`" not in text] == []


@pytest.mark.parametrize("module", ["reportlab.pdfgen.canvas", "fontpkg", "fontTools.ttLib"])
def test_a_missing_library_is_named_with_its_cure(
    run_cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    from fieldpress.faces.fonts import find_font

    find_font.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    done = run_cli("cards", "sandpiper", "--kind", "counter", "--output", tmp_path / "new")
    assert done.code == 2
    assert "pip install 'fieldpress[sheets]'" in done.stderr
    assert not (tmp_path / "new").exists()
