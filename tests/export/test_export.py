"""The exports: a bundle that opens again, a database that can be asked."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from fieldpress.database import bundle, open_library
from fieldpress.errors import UsageFault
from fieldpress.export import export_game
from fieldpress.model import Library
from tests.database.helpers import Content, copy_fixture

Query = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    return copy_fixture(tmp_path_factory.mktemp("export"))


@pytest.fixture(scope="module")
def library(content: Content) -> Library:
    return open_library(content.root)


@pytest.fixture(scope="module")
def ask(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Query:
    """Rows of a query on the exported fixture game."""
    path = tmp_path_factory.mktemp("database") / "tiny.sqlite"
    export_game(library, "tiny", "sqlite", path)
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    return lambda sql, *values: connection.execute(sql, values).fetchall()


# --- JSON --------------------------------------------------------------------------------------


def test_the_bundle_opens_as_the_same_library(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "next.json"
    export_game(library, "next", "json", path)
    data = json.loads(path.read_text(encoding="utf-8"))
    again = Library.from_bundle(data)
    assert set(again.games) == {"next", "tiny"}, "with the games that it uses"
    assert again["tiny"] == library["tiny"]
    assert again["next"] == library["next"]


def test_the_bundle_is_what_the_database_made(
    library: Library, content: Content, tmp_path: Path
) -> None:
    export_game(library, "tiny", "json", tmp_path / "tiny.json")
    assert json.loads((tmp_path / "tiny.json").read_text()) == bundle(content.root, ["tiny"])


@pytest.mark.parametrize("game", ["pegasus-bridge", "sandpiper"])
def test_the_bundle_meets_its_schema(game: str, tmp_path: Path, repo_root: Path) -> None:
    registry: Registry = Registry()
    for path in (repo_root / "schema").rglob("*.json"):
        contents = json.loads(path.read_text())
        registry = registry.with_resource(contents["$id"], Resource.from_contents(contents))
    schema = json.loads((repo_root / "schema/output/bundle.json").read_text())
    export_game(open_library(games=[game]), game, "json", tmp_path / "x.json")
    Draft202012Validator(schema, registry=registry).validate(
        json.loads((tmp_path / "x.json").read_text())
    )


# --- SQLite ------------------------------------------------------------------------------------


def test_every_table_is_strict_and_every_key_points_somewhere(ask: Query) -> None:
    assert ask("PRAGMA integrity_check") == [("ok",)]
    assert ask("PRAGMA foreign_key_check") == []
    loose = ask(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite_%'"
    )
    assert loose == []
    assert ask("PRAGMA application_id") == [(0x66706231,)]


def test_one_table_a_record_kind(ask: Query, library: Library) -> None:
    game = library["tiny"]
    for kind in (
        "sources",
        "sets",
        "cards",
        "terrains",
        "counters",
        "components",
        "scenarios",
        "clauses",
        "terms",
        "discrepancies",
        "rulings",
        "layouts",
    ):
        assert ask(f"SELECT count(*) FROM {kind}") == [(len(getattr(game, kind)),)], kind


def test_a_fact_has_its_value_basis_source_and_reason(ask: Query) -> None:
    facts = ask(
        "SELECT id, combat_value, combat_value_basis, combat_value_source, combat_value_why FROM cards ORDER BY id"
    )
    assert facts == [
        ("coup-de-bec", None, None, None, None),
        ("eclaireur", 2, "printed", "leaflet#fight", None),
        ("vieille-loutre", None, "unknown", None, "the leaflet does not say"),
    ]
    assert ask("SELECT text_basis, text_why FROM cards WHERE id = 'coup-de-bec'") == [
        ("read", "it follows from the picture")
    ]
    assert ask("SELECT count_basis, count_why FROM counters WHERE id = 'turn'") == [
        ("unknown", "the picture shows one at least; at least 1; at most 3")
    ]
    assert ask("SELECT heroic FROM cards ORDER BY id") == [(0,), (0,), (1,)]


def test_lists_have_tables_of_their_own(ask: Query) -> None:
    assert ask(
        'SELECT card, terrain, "set", copies, copies_basis FROM copies ORDER BY card, terrain'
    ) == [
        (None, "roseliere", "reeds", 1, "printed"),
        ("coup-de-bec", None, "reeds", 2, "printed"),
        ("eclaireur", None, "reeds", 3, "printed"),
        ("vieille-loutre", None, "reeds", None, "unknown"),
    ]
    assert ask("SELECT side, cards, cards_basis FROM terrain_draws ORDER BY side") == [
        ("herons", None, "unknown"),
        ("otters", 1, "printed"),
    ]
    assert ask("SELECT ref, path FROM sections WHERE ref LIKE '%hand'") == [
        ("leaflet#hand", "How to play > The hand")
    ]
    assert ask(
        "SELECT relation, to_clause, to_scenario, to_discrepancy FROM clause_relations WHERE clause = 'fight.ties' ORDER BY relation"
    ) == [
        ("discrepancy", None, None, "beak-or-bill"),
        ("overrides", "hand.size", None, None),
        ("scenario", None, "pond", None),
    ]
    assert ("card", "eclaireur", "tiny", "card", "vieille-loutre") in ask("SELECT * FROM links")
    assert ("card", "vieille-loutre", "leaflet#hand") in ask("SELECT * FROM cites")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("eclaireur", ("card", "eclaireur")),
        ("Éclaireur", ("card", "eclaireur")),
        ("ÉCLAIREUR", ("card", "eclaireur")),
        ("roseliere", ("terrain", "roseliere")),
        ("rosel*", ("terrain", "roseliere")),
        ("grosse", ("term", "splash")),
        ("größe", ("term", "splash")),
        ("eclabous*", ("term", "splash")),
        ("bec", ("card", "coup-de-bec")),
        ("11", ("card", "eclaireur")),
        ("beak", ("discrepancy", "beak-or-bill")),
        ("splashes", ("rule", "fight.ties")),
    ],
)
def test_search_finds_names_however_they_are_typed(
    ask: Query, typed: str, found: tuple[str, str]
) -> None:
    assert found in ask("SELECT kind, id FROM search WHERE search MATCH ? ORDER BY rank", typed)


def test_an_overlay_is_named_in_the_database(content: Content, tmp_path: Path) -> None:
    path = tmp_path / "mine.yml"
    path.write_text(
        "id: mine\ngame: tiny\nwhy: from my copy\nsource: leaflet#box\nentries:\n  - card: eclaireur\n    set: {combat_value: 3}\n"
    )
    export_game(
        open_library(content.root, ["tiny"], [path]), "tiny", "sqlite", tmp_path / "x.sqlite"
    )
    connection = sqlite3.connect(tmp_path / "x.sqlite")
    assert connection.execute("SELECT overlays FROM games").fetchall() == [("mine",)]
    assert connection.execute(
        "SELECT overlay, kind, id, field, was, why, source FROM overlay_changes"
    ).fetchall() == [
        ("mine", "cards", "eclaireur", "combat_value", "2", "from my copy", "leaflet#box")
    ]


@pytest.mark.parametrize("game", ["pegasus-bridge", "sandpiper"])
def test_the_shipped_games(game: str, tmp_path: Path) -> None:
    export_game(open_library(games=[game]), game, "sqlite", tmp_path / "x.sqlite")
    connection = sqlite3.connect(tmp_path / "x.sqlite")
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("SELECT count(*) FROM cards").fetchone()[0] > 0


# --- the command -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["sqlite", "json"])
def test_same_input_same_bytes(form: str, content: Content, tmp_path: Path, run_cli) -> None:
    paths = [tmp_path / f"{run}.{form}" for run in "ab"]
    for path, seed in zip(paths, ("1", "2"), strict=True):
        result = run_cli(
            "export",
            form,
            "tiny",
            "--content",
            content.root,
            "--output",
            path,
            env={"PYTHONHASHSEED": seed},
            apart=True,
        )
        assert (result.code, result.stdout.strip(), result.stderr) == (0, str(path), "")
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_the_default_place_is_the_output_folder(content: Content, tmp_path: Path, run_cli) -> None:
    assert run_cli("export", "json", "tiny", "--content", content.root, cwd=tmp_path).code == 0
    assert (tmp_path / "output" / "tiny" / "tiny.json").is_file()


@pytest.mark.parametrize("form", ["sqlite", "json"])
def test_a_place_where_nothing_can_be_written(form: str, content: Content, run_cli) -> None:
    result = run_cli("export", form, "tiny", "--content", content.root, "--output", "/proc/none/x")
    assert result.code == 1
    assert result.stderr.startswith("fieldpress: /proc/none/x: cannot be written: ")


def test_wrong_usage(content: Content, library: Library, tmp_path: Path, run_cli) -> None:
    assert run_cli("export", "sqlit", "tiny", "--content", content.root).code == 2
    result = run_cli("export", "json", "tinny", "--content", content.root)
    assert (result.code, 'did you mean "tiny"?' in result.stderr) == (2, True)
    with pytest.raises(UsageFault):
        export_game(library, "tiny", "xml", tmp_path / "x")
    with pytest.raises(UsageFault):
        export_game(library, "tinny", "json", tmp_path / "x")


def test_faulty_content_is_not_exported(tmp_path: Path, run_cli) -> None:
    content = copy_fixture(tmp_path)
    content.change("cards/otters.yml", "combat_value: 2", "combat_value: two")
    result = run_cli(
        "export", "json", "tiny", "--content", content.root, "--output", tmp_path / "x.json"
    )
    assert result.code == 1
    assert "the content has 1 fault" in result.stderr
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("form", ["sqlite", "json"])
def test_a_disk_that_takes_no_more(form: str, content: Content, tmp_path: Path) -> None:
    """A limit on file size stands for a full disk: the write fails in the same place."""
    path = tmp_path / f"x.{form}"
    path.write_text("old")
    code = (
        "import resource, sys; from fieldpress.cli import run;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); sys.exit(run(sys.argv[1:]))"
    )
    argv = ["export", form, "tiny", "--content", str(content.root), "--output", str(path)]
    done = subprocess.run(
        [sys.executable, "-c", code, *argv], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith(f"fieldpress: {path}: cannot be written: ")
    assert "Traceback" not in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "old"
