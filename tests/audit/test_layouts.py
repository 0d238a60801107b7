"""`fieldpress validate` shows the faults of layouts that no schema sees, at their place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.database.helpers import Content, copy_fixture, faults, position

Run = Callable[..., Any]
FACE = "faces/card.yml"
#: A layout without a fault; the cases below break one thing each.
TEXT = """\
id: card
for: card
extends: base/card
palette:
  water: "#204060"
  wave: {by: side, cases: {otters: water}, else: ink}
  foam: wave
styles:
  motto: {font: label, size: 9}
elements:
  motif:
    icon:
      - {by: id, cases: {eclaireur: scout}}
      - {by: kind, cases: {unit: soldier, event: map}}
    tones: [foam]
  motto:
    text: {en: "{name} {icon:star}", fr: "{name}"}
    style: motto
    box: [6, 74, 51, 4]
    when: {any: [{side: otters}, {heroic: unknown}], not: {unit_type: swimmer}}
    after: effect
  weeds: {pattern: hatch, box: [3, 50, 57, 35], before: motto}
  pond: {path: "M3 3 L10 3", stroke: water}
variants:
  low-ink:
    palette: {water: ink}
    elements:
      weeds: {drop: true}
"""


@pytest.fixture
def content(tmp_path: Path) -> Content:
    made = copy_fixture(tmp_path)
    made.add(FACE, TEXT)
    return made


def test_a_layout_without_a_fault(content: Content, run_cli: Run) -> None:
    done = run_cli("validate", "tiny", "--content", content.root)
    assert (done.code, done.stderr) == (0, ""), done.stdout


# What is written instead of what, the mark at which the fault stands, and what is said of it.
CASES = {
    "icon": ("{eclaireur: scout}", "{eclaireur: scoot}", "scoot", 'did you mean "scout"'),
    "icon in a text": ("{icon:star}", "{icon:starr}", '"{name} {icon:starr', "no icon 'starr'"),
    "card in a choice": ("{eclaireur: s", "{eclaireurs: s", "eclaireurs", "no card 'eclaireurs'"),
    "kind in a choice": ("unit: soldier", "units: soldier", "units:", "no kind 'units'"),
    "side in a choice": ("{otters: water}", "{otter: water}", "otter:", "no side 'otter'"),
    "side in a condition": ("{side: otters}", "{side: heron}", "heron", 'did you mean "herons"?'),
    "unit type": ("{unit_type: swimmer}", "{unit_type: diver}", "diver", "no unit type 'diver'"),
    "field of a choice": ("{by: side", "{by: sides", "sides", "no field 'sides'"),
    "field of a condition": ("{heroic: u", "{heroical: u", "heroical", "no field 'heroical'"),
    "field in a text": ('fr: "{name}"', 'fr: "{nom}"', '"{nom}"', "no field 'nom'"),
    "colour": ("tones: [foam]", "tones: [foan]", "foan", 'did you mean "foam"?'),
    "colour of a variant": ("{water: ink}", "{water: inc}", "inc", "no colour 'inc'"),
    "colour circle": ("cases: {otters: water}", "cases: {otters: foam}", "{by: side", "back to it"),
    "font": ("font: label", "font: lable", "lable", 'did you mean "label"?'),
    "style": ("style: motto", "style: moto", "moto", 'did you mean "motto"?'),
    "element": ("after: effect", "after: efect", "efect", 'did you mean "effect"?'),
    "pattern": ("pattern: hatch", "pattern: hash", "hash", "no pattern 'hash'"),
    "path": ("M3 3 L10 3", "M3 3 Q", '"M3 3 Q"', ""),
    "box": ("hatch, box: [3, 50, 57, 35], b", "hatch, b", "{pattern", "the pattern has no box"),
    "two types": ("hatch, box", "hatch, icon: star, box", "{pattern", "exactly one of"),
    "parent": ("base/card", "base/crad", "base/crad", "no layout 'base/crad'"),
    "circle": ("base/card", "card", "card\npalette", "card -> card goes in a circle"),
    "family": ("styles:", "fonts:\n  own: {family: Nofont}\nstyles:", "Nofont", "fontpkg-nofont"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_shown_at_its_place(name: str, content: Content, run_cli: Run) -> None:
    old, new, mark, words = CASES[name]
    text = content.change(FACE, old, new)
    done = run_cli("validate", "tiny", "--content", content.root)
    assert (done.code, done.stderr) == (1, "")
    found = faults(done.stdout)
    line, column = position(text, mark)
    here = [said for file, at, col, said in found if (file, at, col) == ("card.yml", line, column)]
    assert here, f"no fault at {line}:{column}\n{done.stdout}"
    assert any(words in said for said in here), here


def test_an_icon_in_the_text_of_a_card(content: Content, run_cli: Run) -> None:
    name = "cards/otters.yml"
    content.change(name, "Adds 1 for each", "Adds {icon:ottre} for each")
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 1
    assert "card eclaireur, text: there is no icon 'ottre'" in done.stdout


def test_two_layouts_that_extend_each_other(content: Content, run_cli: Run) -> None:
    content.change(FACE, "base/card", "other")
    content.add("faces/other.yml", "id: other\nfor: shared\nextends: card\n")
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 1
    assert "card -> other -> card goes in a circle" in done.stdout
    assert "other -> card -> other goes in a circle" in done.stdout


def test_a_shared_layout_may_use_names_of_those_that_extend_it(
    content: Content, run_cli: Run
) -> None:
    content.add(
        "faces/common.yml",
        "id: common\nfor: shared\nelements:\n  line: {line: [3, 3, 9, 3], stroke: kelp}\n",
    )
    done = run_cli("validate", "tiny", "--content", content.root)
    assert "no colour 'kelp'" in done.stdout
    content.change(FACE, "  foam: wave", '  foam: wave\n  kelp: "#335533"')
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 0, done.stdout


def test_without_the_fonts_of_the_sheets_names_are_still_checked(
    content: Content, run_cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    from fieldpress.faces.fonts import find_font

    find_font.cache_clear()
    monkeypatch.setitem(sys.modules, "fontpkg", None)
    assert run_cli("validate", "tiny", "--content", content.root).code == 0
    content.change(FACE, "{eclaireur: scout}", "{eclaireur: scoot}")
    assert "no icon 'scoot'" in run_cli("validate", "tiny", "--content", content.root).stdout


def test_a_file_that_breaks_its_schema_is_passed_over(content: Content, run_cli: Run) -> None:
    content.change(FACE, "for: card", "for: cards")
    done = run_cli("validate", "tiny", "--content", content.root)
    assert done.code == 1
    assert len(faults(done.stdout)) == 1, done.stdout
