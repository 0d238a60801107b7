"""Overlays fill in, replace and add; what they cannot change is a fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fieldpress.database import bundle, open_library
from tests.database.helpers import Content, faults, position

HEAD = """\
id: mine
game: tiny
why: read from my copy
source: my-box#cards
sources:
  - {id: my-box, title: My copy, language: fr, sections: [{id: cards, title: Cards}]}
entries:
"""


def write(folder: Path, entries: str, head: str = HEAD, name: str = "mine.yml") -> Path:
    path = folder / name
    path.write_text(head + entries, encoding="utf-8")
    return path


def opened(content: Content, *paths: Path, as_of: str | None = None) -> Any:
    return open_library(content.root, ["tiny"], paths, as_of)["tiny"]


def test_an_unknown_is_filled_in_with_the_overlays_source(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "  - card: vieille-loutre\n    set: {combat_value: 4, copies.reeds: 1, also_named: [Loutre]}\n",
    )
    card = opened(content, path).cards["vieille-loutre"]
    assert (card.combat_value.value, card.combat_value.basis, card.combat_value.source) == (
        4,
        "printed",
        ("my-box#cards",),
    )
    assert card.copies.value["reeds"].value == 1
    assert card.copies.value["reeds"].source == ("my-box#cards",)
    assert card.also_named == ("Loutre",)
    assert card.heroic.source == ("leaflet#fight", "leaflet#hand"), "other facts keep their source"


def test_texts_maps_and_effects_take_the_source_too(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
  - card: vieille-loutre
    set:
      text: {fr: Texte neuf}
      effects: [{when: played, do: [{draw: {who: own, count: 1}}]}]
  - terrain: roseliere
    set: {draws: {otters: 2, herons: 3}}
""",
    )
    game = opened(content, path)
    text = game.cards["vieille-loutre"].text
    assert (text.value.get("fr"), text.source) == ("Texte neuf", ("my-box#cards",))
    (effect,) = game.cards["vieille-loutre"].effects.value
    assert effect["source"] == "my-box#cards"
    draws = game.terrains["roseliere"].front.draws.value
    assert {side: (count.value, count.source) for side, count in draws.items()} == {
        "otters": (2, ("my-box#cards",)),
        "herons": (3, ("my-box#cards",)),
    }


def test_a_long_form_keeps_its_own_basis_and_source(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
  - card: vieille-loutre
    set: {combat_value: {value: 4, basis: read, why: from the picture, source: leaflet#box}}
""",
    )
    fact = opened(content, path).cards["vieille-loutre"].combat_value
    assert (fact.value, fact.basis, fact.source) == (4, "read", ("leaflet#box",))


def test_list_items_are_named_by_their_ids(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "  - piece-set: reeds\n    set: {blanks.reeds-unnamed.count: 2}\n  - game: tiny\n    set: {box.tokens.count: 8}\n",
    )
    game = opened(content, path)
    assert game.sets["reeds"].blanks[0]["count"] == {
        "value": 2,
        "basis": "printed",
        "source": "my-box#cards",
    }
    assert game.raw["box"][0]["count"]["value"] == 8


def test_records_are_added(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "  - add: term\n    record: {id: ripple, name: Ripple, text: 'What is left of a [[term:splash]].'}\n  - term: ripple\n    set: {also_named: [ripples]}\n",
    )
    term = opened(content, path).terms["ripple"]
    assert (term.source, term.also_named) == (("my-box#cards",), ("ripples",))


def test_the_bundle_names_overlays_and_changes(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "  - card: eclaireur\n    date: 2027-01-31\n    was: {combat_value: 2}\n    set: {combat_value: 3}\n",
    )
    part = bundle(content.root, ["tiny"], [path])["games"]["tiny"]
    assert part["overlays"] == ["mine"]
    assert part["changes"] == [
        {
            "overlay": "mine",
            "why": "read from my copy",
            "source": "my-box#cards",
            "date": "2027-01-31",
            "kind": "cards",
            "id": "eclaireur",
            "field": "combat_value",
            "was": 2,
        }
    ]
    assert "overlays" not in bundle(content.root, ["tiny"])["games"]["tiny"]


def test_an_erratum_counts_from_its_date(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "  - card: eclaireur\n    date: 2027-01-31\n    was: {combat_value: 2}\n    set: {combat_value: 3}\n",
    )
    values = {
        day: opened(content, path, as_of=day).cards["eclaireur"].combat_value.value
        for day in ("2027-01-30", "2027-01-31", None)
    }
    assert values == {"2027-01-30": 2, "2027-01-31": 3, None: 3}


def test_the_games_own_overlays_apply_and_variants_wait_to_be_asked(content: Content) -> None:
    content.path("overlays").mkdir()
    write(content.path("overlays"), "  - card: eclaireur\n    set: {combat_value: 3}\n")
    variant = write(
        content.path("overlays"),
        "  - card: coup-de-bec\n    source: leaflet#box\n    set: {heroic: true}\n",
        "id: variant\ngame: tiny\noptional: true\nwhy: for a longer game\nentries:\n",
        "variant.yml",
    )
    game = opened(content)
    assert game.overlays == ("mine",)
    assert (game.cards["eclaireur"].combat_value.value, game.cards["coup-de-bec"].heroic.value) == (
        3,
        False,
    )
    game = opened(content, variant)
    assert game.overlays == ("mine", "variant")
    assert game.cards["coup-de-bec"].heroic.value is True
    variant.unlink()


def test_an_empty_entry_changes_nothing(content: Content, tmp_path: Path) -> None:
    path = write(tmp_path, "  - card: eclaireur\n    set:\n")
    assert opened(content, path).cards["eclaireur"].combat_value.value == 2


# fmt: off
CASES = [
    ("no such record", "  - card: eclairer\n    set: {combat_value: 3}\n", "eclairer", ("no card 'eclairer'", 'did you mean "eclaireur"?')),
    ("no such field", "  - card: eclaireur\n    set: {combat_valeu: 3}\n", "combat_valeu", ('unknown key "combat_valeu"', 'did you mean "combat_value"?')),
    ("no such inner field", "  - terrain: roseliere\n    set: {faces.A.size: 3}\n", "faces.A.size", ("no field 'faces' in terrain roseliere",)),
    ("no such list item", "  - piece-set: reeds\n    set: {blanks.reed-unnamed.count: 3}\n", "blanks.", ("no field 'reed-unnamed' in blanks", 'did you mean "reeds-unnamed"?')),
    ("another old value", "  - card: eclaireur\n    was: {combat_value: 4}\n    set: {combat_value: 3}\n", "4}", ("the old value of combat_value is not 4", "it is 2")),
    ("an old value that was unknown", "  - card: vieille-loutre\n    was: {combat_value: 4}\n    set: {combat_value: 3}\n", "4}", ("the old value of combat_value is not 4",)),
    ("an old value of another field", "  - card: eclaireur\n    was: {heroic: false}\n    set: {combat_value: 3}\n", "heroic", ("heroic is not among the fields that the entry sets",)),
    ("an erratum without old value", "  - card: eclaireur\n    date: 2027-01-31\n    set: {combat_value: 3}\n", "card: eclaireur", ('the key "was" is missing where date is given',)),
    ("no date", "  - card: eclaireur\n    date: 31.1.2027\n    was: {combat_value: 2}\n    set: {combat_value: 3}\n", "31.1.2027", ("The day of the erratum, 2027-01-31",)),
    ("a value of the wrong type", "  - card: eclaireur\n    set: {combat_value: three}\n", "three", ("a whole number from 0 to 500",)),
    ("a set that is none", "  - card: eclaireur\n    set: {copies.reed: 3}\n", "copies.reed", ("no set 'reed'",)),
    ("a blank uncommented and not filled in", "  - card: eclaireur\n    set:\n      combat_value:\n", "\n      combat_value:", ("nothing stands here",)),
    ("two kinds", "  - card: eclaireur\n    terrain: roseliere\n    set: {number: '3'}\n", "card: eclaireur", ("card and terrain together",)),
    ("no kind", "  - set: {number: '3'}\n", "set: {number", ("one key is missing",)),
    ("a misspelt key", "  - card: eclaireur\n    sets: {number: '3'}\n", "sets:", ('did you mean "set"?', "set is missing")),
    ("replaces what nobody set", "  - card: eclaireur\n    replaces: other\n    set: {combat_value: 3}\n", "other", ("no overlay 'other' set one of these fields",)),
    ("a dead source", "  - card: eclaireur\n    source: my-box#card\n    set: {combat_value: 3}\n", "my-box#card\n", ('did you mean "my-box#cards"?',)),
    ("a record added twice", "  - add: term\n    record: {id: splash, name: Splash, text: Again}\n", "splash, name", ("the id 'splash' a second time",)),
    ("a record of the wrong form", "  - add: term\n    record: {id: ripple, nam: Ripple, text: Again}\n", "nam:", ('did you mean "name"?',)),
    ("a sum that breaks", "  - counter: normal\n    set: {count: 9}\n", "", ("the box has 7 counter pieces, but the records make 10 to 12",)),
]
# fmt: on


@pytest.mark.parametrize(
    ("entries", "mark", "says"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_faults(
    entries: str, mark: str, says: tuple[str, ...], content: Content, tmp_path: Path, run_cli
) -> None:
    path = write(tmp_path, entries)
    result = run_cli("validate", "tiny", "--content", content.root, "--overlay", path)
    assert result.code == 1, result.stdout + result.stderr
    assert result.stderr == ""
    found = faults(result.stdout)
    assert len(found) == 1, result.stdout
    file, line, column, said = found[0]
    if mark:
        skip = len(mark) - len(mark.lstrip())
        text = path.read_text()
        place = position(text, mark)
        if skip:
            place = position(text, mark.lstrip(), 0)
        assert file == "mine.yml"
        assert (line, column) == place or (line, said.count("nothing")) == (place[0], 1), (
            result.stdout
        )
    for words in says:
        assert words in said


@pytest.mark.parametrize("key", ["why", "source"])
def test_every_entry_has_a_reason_and_a_source(
    key: str, content: Content, tmp_path: Path, run_cli
) -> None:
    head = "".join(line for line in HEAD.splitlines(True) if not line.startswith(f"{key}:"))
    path = write(tmp_path, "  - card: eclaireur\n    set: {combat_value: 3}\n", head)
    result = run_cli("validate", "tiny", "--content", content.root, "--overlay", path)
    assert result.code == 1
    assert f'the key "{key}" is missing; give the entry or the overlay a {key}' in result.stdout


def test_two_overlays_that_differ_need_replaces(content: Content, tmp_path: Path, run_cli) -> None:
    first = write(tmp_path, "  - card: eclaireur\n    set: {combat_value: 3}\n")
    head = "id: second\ngame: tiny\nwhy: a second printing\nsource: leaflet#box\nentries:\n"

    def second(entry: str) -> Path:
        return write(tmp_path, entry, head, "second.yml")

    def run(path: Path) -> Any:
        return run_cli(
            "validate", "tiny", "--content", content.root, "--overlay", first, "--overlay", path
        )

    assert run(second("  - card: eclaireur\n    set: {combat_value: 3}\n")).code == 0, (
        "the same value is no conflict"
    )
    assert run(second("  - card: eclaireur\n    set: {heroic: true}\n")).code == 0, (
        "nor is another field"
    )
    result = run(second("  - card: eclaireur\n    set: {combat_value: 4}\n"))
    assert result.code == 1
    ((file, line, _, said),) = faults(result.stdout)
    assert (file, line) == ("second.yml", 7)
    assert "the overlay 'mine' set combat_value before; add replaces: mine" in said
    path = second("  - card: eclaireur\n    replaces: mine\n    set: {combat_value: 4}\n")
    assert run(path).code == 0
    assert opened(content, first, path).cards["eclaireur"].combat_value.value == 4
    assert opened(content, first, path).overlays == ("mine", "second")


def test_an_overlay_for_another_game_is_wrong_usage(
    content: Content, tmp_path: Path, run_cli
) -> None:
    path = write(tmp_path, "  []\n", HEAD.replace("game: tiny", "game: tinny"))
    result = run_cli("validate", "tiny", "--content", content.root, "--overlay", path)
    assert result.code == 2
    assert 'did you mean "tiny"?' in result.stderr
    assert (
        run_cli("validate", "--content", content.root, "--overlay", tmp_path / "none.yml").code == 2
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]\n",
        b"\xef\xbb\xbfid: x\n",
        b"id: [\n",
        b"id: x\n",
        b"{}\n",
        b"game: 3\n",
        b"game: tiny\nentries: {}\n",
        b"game: tiny\nid: x\nentries: [1, null, {set: 1}]\n",
    ],
)
def test_files_that_are_no_overlay(raw: bytes, content: Content, tmp_path: Path, run_cli) -> None:
    path = tmp_path / "mine.yml"
    path.write_bytes(raw)
    result = run_cli("validate", "--content", content.root, "--overlay", path)
    assert result.code == 1, result.stdout + result.stderr
    assert all(file == "mine.yml" for file, *_ in faults(result.stdout))
    assert result.stderr == ""


def test_a_wrong_date_on_the_command_line(content: Content, run_cli) -> None:
    result = run_cli("validate", "--content", content.root, "--as-of", "1.2.2027")
    assert result.code == 2
    assert "write it as 2027-01-31" in result.stderr


# --- the blank overlay -------------------------------------------------------------------------


def test_the_blank_overlay_is_valid_and_lists_every_unknown(
    content: Content, tmp_path: Path, run_cli
) -> None:
    path = tmp_path / "box.yml"
    result = run_cli("overlay", "tiny", "--content", content.root, "--output", path)
    assert (result.code, result.stdout.strip()) == (0, str(path))
    text = path.read_text()
    blanks = [
        line.strip("# :")
        for line in text.splitlines()
        if line.startswith("      # ") and line.endswith(":")
    ]
    assert blanks == ["copies.reeds", "combat_value", "effects", "draws.herons", "effects", "count"]
    assert (
        "      # a whole number from 0 to 500; the leaflet does not say\n      # combat_value:\n"
        in text
    )
    result = run_cli("validate", "--content", content.root, "--overlay", path)
    assert (result.code, result.stderr) == (0, "")


def test_what_is_filled_in_validates_and_is_no_longer_blank(
    content: Content, tmp_path: Path, run_cli
) -> None:
    path = tmp_path / "box.yml"
    run_cli("overlay", "tiny", "--content", content.root, "--output", path)
    values = {
        "copies.reeds": "1",
        "combat_value": "5",
        "draws.herons": "2",
        "count": "2",
        "effects": "[{when: played, do: [{draw: {who: own, count: 1}}]}]",
    }
    text = path.read_text()
    for field, value in values.items():
        text = text.replace(f"      # {field}:\n", f"      {field}: {value}\n")
    path.write_text(text)
    result = run_cli("validate", "--content", content.root, "--overlay", path)
    assert (result.code, result.stderr) == (0, ""), result.stdout
    game = opened(content, path)
    assert game.cards["vieille-loutre"].combat_value.value == 5
    assert game.cards["vieille-loutre"].combat_value.source == ("my-box#cards",)
    assert game.counters["turn"].count.value == 2
    again = run_cli(
        "overlay", "tiny", "--content", content.root, "--overlay", path, "--output", "-"
    )
    assert "entries: []" in again.stdout


def test_the_blank_overlay_replaces_no_file(content: Content, tmp_path: Path, run_cli) -> None:
    path = tmp_path / "box.yml"
    path.write_text("mine")
    result = run_cli("overlay", "tiny", "--content", content.root, "--output", path)
    assert (result.code, path.read_text()) == (2, "mine")


@pytest.mark.parametrize("game", ["pegasus-bridge", "sandpiper"])
def test_the_blank_overlay_of_a_shipped_game_is_valid(game: str, tmp_path: Path, run_cli) -> None:
    path = tmp_path / "box.yml"
    assert run_cli("overlay", game, "--output", path).code == 0
    result = run_cli("validate", game, "--overlay", path)
    assert (result.code, result.stderr) == (0, ""), result.stdout


def test_the_example_of_the_documentation(repo_root: Path, tmp_path: Path, run_cli) -> None:
    page = (repo_root / "docs/content.md").read_text(encoding="utf-8")
    example = page.split("```yaml\nid: ")[1].split("```")[0]
    path = tmp_path / "example.yml"
    path.write_text(f"id: {example}", encoding="utf-8")
    result = run_cli("validate", "sandpiper", "--overlay", path)
    assert (result.code, result.stderr) == (0, ""), result.stdout
