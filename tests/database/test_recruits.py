"""Tiles, options, Action cards, armies, scenarios and campaigns of the normandie ruleset, on an
invented game: what is read, what is at fault and where, what an overlay and a database make of it.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fieldpress.database import check, open_library
from fieldpress.export import export_game
from fieldpress.model import Library

FILES = {
    "game.yml": """\
id: ford
title: The Ford
ruleset: normandie
languages: {default: en, names: en}
documents: {held: [leaflet]}
sides:
  reds: {name: Reds}
  greens: {name: Greens}
parameters:
  night-range:
    - {value: 4, night: dark, clauses: [play.range]}
    - {value: 6, night: clear, clauses: [play.range]}
source: leaflet#play
""",
    "sources.yml": """\
- id: leaflet
  title: The Ford
  language: en
  sections:
    - {id: play, title: Play}
""",
    "rules.yml": """\
- {key: play.range, title: Range, text: Shots carry so far., engine: described, source: leaflet#play}
- {key: play.cross, title: Crossing, text: "Cross with [[option:rowers]].", engine: described, source: leaflet#play}
""",
    "tiles.yml": """\
- {id: f1, name: Tile F1, code: F1, faces: {A: {shows: [a ford]}, B: {unknown: nobody lays it}}, source: leaflet#play}
""",
    "options.yml": """\
- {id: rowers, name: Rowers, side: reds, kind: unit, cost: 30, source: leaflet#play}
- {id: lamp, name: Lamp, kind: {unknown: not told}, cost: 5, markers: 2, counter: lamp, source: leaflet#play}
""",
    "counters.yml": """\
- {id: lamp, name: Lamp, kind: other, shape: round, size: 20, faces: [{id: front, shows: Lamp}], count: 2, source: leaflet#play}
""",
    "actions.yml": """\
- {id: hush, name: Hush!, also_named: [Hush], category: action, decks: {reds: true}, source: leaflet#play}
""",
    "armies.yml": """\
- id: 1-reds
  title: The Reds
  scenario: "1"
  side: reds
  formations:
    - id: boats
      title: Boats
      entries:
        - {option: rowers, points: 30, contents: [two boats]}
        - {option: lamp, points: 5, multiple: X2}
    - id: late
      title: Late boats
      group: 2
      if: {effect: more-boats}
      entries:
        - {option: rowers, points: 30}
  total: {value: 35, basis: derived, why: added up}
  source: leaflet#play
""",
    "scenarios.yml": """\
- {id: "0", title: Scouting, source: leaflet#play}
- id: "1"
  title: Crossing
  sides:
    reds: {role: attacker, army: 1-reds, objective: Cross., clauses: [play.cross]}
  tiles:
    - {tile: f1, face: A, clauses: [play.cross]}
  zones:
    bank: {name: the bank, kind: zone, side: reds, tile: f1, face: A, clauses: [play.cross]}
    mud: {name: the mud, kind: drop-zone, number: [1, 2, 3], clauses: [play.cross]}
    sand: {name: the sand, kind: drop-zone, number: [4, 5, 6], clauses: [play.cross]}
  removals:
    - {action: hush, decks: [reds], clauses: [play.cross]}
  deployment:
    - {id: reds, side: reds, text: The Reds wait on the bank., what: {units: all}, to: [bank], clauses: [play.cross]}
    - {id: boats, side: reds, text: The boats are set aside., what: {formations: [boats], options: [lamp]}, clauses: [play.cross]}
  landing_craft:
    - {id: punt, size: small, die: [1, 2], clauses: [play.cross]}
    - {id: raft, size: large, die: [3, 4], clauses: [play.cross]}
  entries:
    - {id: late, side: reds, text: Late boats., what: {group: 2}, turn: 3, through: [bank], if: {effect: more-boats}, clauses: [play.cross]}
    - {id: jump, side: reds, text: Some jump., turn: 2, through: [mud, sand], by_die: true, clauses: [play.cross]}
  events:
    crossed: {text: Two boats are over., clauses: [play.cross]}
  victory:
    - {side: reds, text: Two boats are over., when: {event: crossed}, turn: 4, moment: before-end, clauses: [play.cross]}
  parameters:
    turns: {value: 4, clauses: [play.cross]}
    night:
      - {value: dark, to_turn: 2, clauses: [play.range]}
      - {value: clear, from_turn: 3, clauses: [play.range]}
  source: leaflet#play
""",
    "campaigns.yml": """\
- id: river
  title: The river
  scenarios: [{scenario: "0"}, {scenario: "1"}]
  effects:
    more-boats: {in: "1", text: More boats., clauses: [play.cross]}
  outcomes:
    - {scenario: "0", winner: reds, gives: [more-boats], clauses: [play.cross]}
    - {scenario: "0", winner: any, gives: [], clauses: [play.cross]}
  source: leaflet#play
""",
}


def write(root: Path, changes: dict[str, tuple[str, str]] | None = None) -> Path:
    """The game in `root`, each named file with one replacement."""
    folder = root / "ford"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        old, new = (changes or {}).get(name, ("", ""))
        assert not old or text.count(old) == 1
        (folder / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return root


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return open_library(write(tmp_path))


def test_the_invented_game_has_no_faults(tmp_path: Path) -> None:
    assert check(write(tmp_path), judged=True).faults == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("armies.yml", "{value: 35,", "{value: 40,", "its entries make 35"),
        ("armies.yml", "option: lamp", "option: lampp", 'did you mean "lamp"?'),
        ("armies.yml", "more-boats", "more-boat", "no campaign effect 'more-boat'"),
        ("armies.yml", "side: reds", "side: blues", "no side 'blues'"),
        ("armies.yml", 'scenario: "1"', 'scenario: "2"', "no scenario '2'"),
        ("campaigns.yml", "gives: [more-boats]", "gives: [boats]", "'boats'"),
        ("campaigns.yml", "winner: any", "winner: nobody", "'nobody'"),
        ("scenarios.yml", "to: [bank]", "to: [shore]", "no 'shore' among"),
        ("scenarios.yml", "event: crossed", "event: over", "no 'over' among"),
        ("scenarios.yml", "army: 1-reds", "army: 2-reds", "no army '2-reds'"),
        ("scenarios.yml", "action: hush", "action: shout", "no action 'shout'"),
        ("scenarios.yml", "tile: f1, face: A, clauses: [play.cross]}\n  zones", "tile: f2, face: A, clauses: [play.cross]}\n  zones", "no tile 'f2'"),
        ("scenarios.yml", "turns: {", "turn-count: {", "turn-count"),
        ("scenarios.yml", "when: {event: crossed}", "when: {event: crossed, not: {event: crossed}}", "2 keys; at most 1"),
        ("scenarios.yml", "{action: hush, decks", "{action: hush, category: aviation, decks", "category"),
        ("game.yml", "night-range:", "night-reach:", "night-reach"),
        ("game.yml", "night: dark", "night: pitch-black", "pitch-black"),
        ("options.yml", "counter: lamp", "counter: torch", "no counter 'torch'"),
        ("options.yml", "kind: unit", "kind: boat", "boat"),
        ("tiles.yml", "A: {shows", "a: {shows", "a"),
        ("actions.yml", "decks: {reds", "decks: {blues", "no side 'blues'"),
        ("rules.yml", "[[option:rowers]]", "[[option:rower]]", "no option 'rower'"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_place(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    line = FILES[file][: FILES[file].index(old)].count("\n") + 1
    found = check(write(tmp_path, {file: (old, new)}), judged=True).faults
    assert found, "the change must be a fault"
    first = str(found[0])
    assert f"{file}:{line}:" in first
    assert said in first


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("armies.yml", 'scenario: "1"', 'scenario: "0"', "belongs to scenario 0"),
        ("armies.yml", "side: reds", "side: greens", "is fielded by greens"),
        ("scenarios.yml", "formations: [boats]", "formations: [boots]", "no formation 'boots'; did you mean"),
        ("scenarios.yml", "options: [lamp]", "options: [rowers, torch]", "no option 'torch'"),
        ("scenarios.yml", "what: {group: 2}", "what: {group: 3}", "no group 3; its groups are 2"),
        ("scenarios.yml", "tile: f1, face: A, clauses: [play.cross]}\n    mud", "tile: f1, face: B, clauses: [play.cross]}\n    mud", "laid with its face A up; write A"),
        ("scenarios.yml", "turn: 3, through", "turn: 5, through", "turn 5 of a game of 4 turns"),
        ("scenarios.yml", "turn: 4, moment", "turn: 6, moment", "turn 6 of a game of 4 turns"),
        ("scenarios.yml", "from_turn: 3", "from_turn: 4", "turn 3 has no condition of the night"),
        ("scenarios.yml", "to_turn: 2", "to_turn: 3", "turn 3 has two conditions of the night"),
        ("scenarios.yml", "die: [3, 4]", "die: [2, 3]", "a roll of 2 names this craft and punt"),
        ("scenarios.yml", "number: [4, 5, 6]", "number: [5, 6]", "a roll of 4 leads to no zone"),
        ("scenarios.yml", "number: [1, 2, 3]", "number: [1, 2, 3, 4]", "a roll of 4 leads to two zones"),
        ("scenarios.yml", "decks: [reds], clauses: [play.cross]}", "decks: [reds], clauses: [play.cross]}\n    - {action: hush, decks: [reds], clauses: [play.cross]}", "a second time"),
        ("campaigns.yml", '{scenario: "0", winner: reds', '{scenario: "1", winner: reds', "is not played after 1"),
        ("campaigns.yml", 'in: "1"', 'in: "0"', "more-boats changes scenario 0"),
    ],
)  # fmt: skip
def test_what_records_owe_one_another(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    found = check(write(tmp_path, {file: (old, new)}), judged=True).faults
    assert any(said in str(fault) for fault in found), found
    assert all(fault.code in ("battle", "reference") for fault in found)


def places(raw: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value below a record."""
    items = (
        raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    )
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.sampled_from(["armies", "scenarios", "campaigns"]), st.randoms(use_true_random=False))
def test_malformed_records_are_faults_and_no_more(
    tmp_path: Path, name: str, chance: random.Random
) -> None:
    root = Path(tempfile.mkdtemp(dir=tmp_path))
    write(root)
    data = yaml.safe_load(FILES[f"{name}.yml"])
    *above, key = chance.choice(list(places(data)))
    inner = data
    for step in above:
        inner = inner[step]
    inner[key] = chance.choice([None, 7, "x", [], {}, [[]], [None, {"die": 3}], {"a": [1]}, True])
    (root / "ford" / f"{name}.yml").write_text(yaml.safe_dump(data), encoding="utf-8")
    assert all(fault.line >= 1 for fault in check(root).faults)


def test_records_are_parsed(library: Library) -> None:
    game = library["ford"]
    tile, army, lamp = game.tiles["f1"], game.armies["1-reds"], game.options["lamp"]
    assert [(face.letter, bool(face.unknown)) for face in tile.faces] == [("A", False), ("B", True)]
    assert lamp.kind.unknown
    assert lamp.side.state == "absent"
    assert lamp.markers.value == 2
    late = army.formations[1]
    assert late.condition == {"effect": "more-boats"}
    assert [entry.points.value for entry in army.formations[0].entries] == [30, 5]
    assert game.actions["hush"].decks.value is not None
    assert game.campaigns["river"].scenarios == ("0", "1")


@pytest.mark.parametrize(
    ("asked", "found"),
    [("F1", ("tiles", "f1")), ("rowers", ("options", "rowers")), ("hush", ("actions", "hush"))],
)
def test_pieces_are_found_by_code_and_name(
    library: Library, asked: str, found: tuple[str, str]
) -> None:
    assert found in library["ford"].find(asked)


def test_the_database_has_their_tables(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "ford.sqlite"
    export_game(library, "ford", "sqlite", path)
    connection = sqlite3.connect(path)
    lines = connection.execute(
        "SELECT place, option, points, condition IS NULL FROM army_entries ORDER BY place"
    ).fetchall()
    assert lines == [(1, "rowers", 30, 1), (2, "lamp", 5, 1), (3, "rowers", 30, 0)]
    assert connection.execute("SELECT total FROM armies").fetchall() == [(35,)]
    assert connection.execute(
        "SELECT face FROM tile_faces WHERE unknown IS NOT NULL"
    ).fetchall() == [("B",)]
    assert connection.execute("SELECT decks FROM actions").fetchall() == [("reds",)]
    found = connection.execute("SELECT kind, id FROM search WHERE search MATCH 'hush'").fetchall()
    assert ("action", "hush") in found
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_an_overlay_fills_them_in(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yml"
    overlay.write_text(
        "id: mine\ngame: ford\nwhy: read from the box\nsource: leaflet#play\nentries:\n"
        "  - option: lamp\n    set: {kind: equipment}\n"
        "  - {army: 1-reds, set: {note: Printed on blue paper.}}\n",
        encoding="utf-8",
    )
    game = open_library(write(tmp_path / "content"), overlays=[overlay])["ford"]
    assert game.options["lamp"].kind.value == "equipment"
    assert str(game.armies["1-reds"].note) == "Printed on blue paper."
