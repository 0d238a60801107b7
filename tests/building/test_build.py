"""The main job: what it makes, what it says, and what it does when a step fails."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fieldpress
from fieldpress import building
from fieldpress.building import PARTS, BuildFailed, Job, Watcher, build, jobs
from fieldpress.errors import FieldpressError, MissingExtra, UsageFault
from tests.building.helpers import environment, files_of, half_written
from tests.building.small_game import change, write_game


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("content")
    write_game(folder)
    write_game(folder, "weir", "The Weir")
    return folder


@pytest.fixture(scope="module")
def library(content: Path) -> fieldpress.Library:
    return fieldpress.load(content=content)


class Heard(Watcher):
    """Keeps what a build says."""

    def __init__(self) -> None:
        self.started: list[tuple[str, int, int]] = []
        self.said: list[str] = []

    def start(self, title: str, number: int, total: int) -> None:
        self.started.append((title, number, total))

    def doing(self, text: str) -> None:
        self.said.append(text)


def titles(planned: list[Job]) -> list[str]:
    return [job.title for job in planned]


def test_jobs_in_order(library: fieldpress.Library, tmp_path: Path) -> None:
    assert titles(jobs(library, ["ferry", "weir"], tmp_path)) == [
        "The Ferry: sheets",
        "The Ferry: SQLite",
        "The Ferry: JSON",
        "The Weir: sheets",
        "The Weir: SQLite",
        "The Weir: JSON",
        "Rules site",
    ]
    assert titles(jobs(library, ["weir", "weir"], tmp_path, ["json", "sqlite"])) == [
        "The Weir: SQLite",
        "The Weir: JSON",
    ]
    assert list(tmp_path.iterdir()) == []


def test_setup_sheets_of_every_scenario_but_abstract_ones(tmp_path: Path) -> None:
    library = fieldpress.load("pegasus-bridge")
    playable = [
        scenario.upper()
        for scenario, record in library["pegasus-bridge"].scenarios.items()
        if not record.raw.get("abstract")
    ]
    assert "1A" in playable
    assert "COMMON" not in playable
    planned = titles(jobs(library, ["pegasus-bridge"], tmp_path, ["setups"]))
    assert [title.rpartition(" ")[2] for title in planned] == playable


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"only": ["sheet"]}, 'did you mean "sheets"?'),
        ({"only": ["all"]}, "the parts are sheets, setups, sqlite, json, site"),
        ({"games": ["fery"]}, 'did you mean "ferry"?'),
        ({"paper": "a44"}, "no paper 'a44'"),
    ],
)
def test_wrong_choices_are_refused_before_anything_is_written(
    library: fieldpress.Library, tmp_path: Path, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageFault, match=re.escape(message)):
        build(library, tmp_path / "output", **arguments)
    assert not (tmp_path / "output").exists()


def test_the_command_refuses_them_with_code_2(
    content: Path, tmp_path: Path, run_cli: Callable[..., Any]
) -> None:
    output = tmp_path / "output"
    for arguments in (["fery"], ["--only", "json,sheet"], ["--paper", "a44"], ["--as-of", "june"]):
        shown = run_cli("build", *arguments, "--content", content, "--output", output)
        assert shown.code == 2, shown.stderr
        assert not output.exists()
    assert 'did you mean "ferry"' in run_cli("build", "fery", "--content", content).stderr


def test_content_with_faults_builds_nothing(tmp_path: Path, run_cli: Callable[..., Any]) -> None:
    folder = write_game(tmp_path / "content")
    change(folder, "cards.yml", "kind: unit", "kind: unti")
    shown = run_cli("build", "--content", tmp_path / "content", "--output", tmp_path / "output")
    assert shown.code == 1
    assert "cards.yml:" in shown.stderr
    assert "unti" in shown.stderr
    assert not (tmp_path / "output").exists()


def test_a_build_lists_what_it_made_with_sizes(
    content: Path, tmp_path: Path, run_cli: Callable[..., Any]
) -> None:
    output = tmp_path / "output"
    shown = run_cli(
        "build",
        "--only",
        "sqlite,json",
        "--only",
        "sheets",
        "--content",
        content,
        "--output",
        output,
    )
    assert shown.code == 0, shown.stderr
    listed = {}
    for line in shown.stdout.splitlines():
        number, unit, path = line.split(maxsplit=2)
        listed[path] = float(number) * {"B": 1, "kB": 1e3, "MB": 1e6}[unit]
    assert set(listed) == {str(path) for path in output.rglob("*") if path.is_file()}
    for path, size in listed.items():
        assert size == pytest.approx(Path(path).stat().st_size, rel=0.06)
    assert len(listed) == 6
    assert shown.stderr.splitlines()[0] == "building 1/6: The Ferry: sheets"
    assert "\x1b" not in shown.stderr + shown.stdout
    assert half_written(output) == set()


def test_one_game_of_two(content: Path, tmp_path: Path, run_cli: Callable[..., Any]) -> None:
    shown = run_cli(
        "build", "weir", "--only", "json", "--content", content, "--output", tmp_path / "o"
    )
    assert shown.code == 0
    assert files_of(tmp_path / "o") == {"weir/weir.json"}


def test_the_same_content_gives_the_same_bytes(library: fieldpress.Library, tmp_path: Path) -> None:
    for name in ("one", "two"):
        build(library, tmp_path / name, games=["ferry"], only=["sheets", "sqlite", "json"])
    made = files_of(tmp_path / "one")
    assert made == files_of(tmp_path / "two")
    for name in made:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.slow
def test_the_site_counts_as_one_thing(
    content: Path, tmp_path: Path, run_cli: Callable[..., Any]
) -> None:
    shown = run_cli("build", "--only", "site", "--content", content, "--output", tmp_path / "o")
    assert shown.code == 0, shown.stderr
    (line,) = shown.stdout.splitlines()
    count = len(files_of(tmp_path / "o" / "site"))
    assert line.endswith(f"{tmp_path / 'o' / 'site' / 'index.html'} ({count} files)")
    assert half_written(tmp_path / "o") == set()


# --- steps that fail ---------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], None]:
    """Make every SQLite export fail with an error of one's choice."""
    import fieldpress.export

    whole = fieldpress.export.export_game

    def arrange(error: Exception) -> None:
        def export(library: Any, game: str, form: str, path: Path) -> None:
            if form == "sqlite":
                raise error
            whole(library, game, form, path)

        monkeypatch.setattr(fieldpress.export, "export_game", export)

    return arrange


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (FieldpressError("the letters do not fit"), 1, "the letters do not fit"),
        (OSError(28, "No space left on device", "x.db"), 1, "x.db: No space left on device"),
        (MissingExtra("Ink", "sheets"), 2, "Ink is not installed"),
        (ZeroDivisionError("of all things"), 1, "internal error: ZeroDivisionError: of all things"),
    ],
)
def test_the_other_steps_are_done_all_the_same(
    error: Exception,
    code: int,
    told: str,
    broken: Callable[[Exception], None],
    content: Path,
    tmp_path: Path,
    run_cli: Callable[..., Any],
) -> None:
    broken(error)
    shown = run_cli(
        "build", "--only", "sqlite,json", "--content", content, "--output", tmp_path / "o"
    )
    assert shown.code == code
    assert files_of(tmp_path / "o") == {"ferry/ferry.json", "weir/weir.json"}
    assert len(shown.stdout.splitlines()) == 2
    assert "2 of 4 steps of the build failed" in shown.stderr
    # One reason is told once, with every step that it stopped.
    assert f"  The Ferry: SQLite; The Weir: SQLite: {told}" in shown.stderr
    assert "Traceback" not in shown.stderr
    assert half_written(tmp_path / "o") == set()


def test_a_missing_extra_beside_another_fault_is_a_fault(
    library: fieldpress.Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fieldpress.export

    def export(library: Any, game: str, form: str, path: Path) -> None:
        raise MissingExtra("Ink", "sheets") if game == "ferry" else FieldpressError("dry")

    monkeypatch.setattr(fieldpress.export, "export_game", export)
    with pytest.raises(BuildFailed) as failed:
        build(library, tmp_path, only=["json"])
    assert failed.value.exit_code == 1
    assert [job.title for job, _ in failed.value.built.failed] == [
        "The Ferry: JSON",
        "The Weir: JSON",
    ]


def test_a_step_that_made_nothing_has_failed(
    library: fieldpress.Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fieldpress.export

    monkeypatch.setattr(fieldpress.export, "export_game", lambda *arguments: None)
    with pytest.raises(BuildFailed, match=r"ferry\.json: No such file"):
        build(library, tmp_path, games=["ferry"], only=["json"])


def test_debugging_shows_where(
    library: fieldpress.Library,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: Callable[[Exception], None],
) -> None:
    monkeypatch.setenv("FIELDPRESS_DEBUG", "1")
    broken(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        build(library, tmp_path, only=["sqlite"])
    assert half_written(tmp_path) == set()


# --- what is said meanwhile --------------------------------------------------------------------


def test_a_watcher_hears_every_step(library: fieldpress.Library, tmp_path: Path) -> None:
    heard = Heard()
    built = build(library, tmp_path, games=["ferry"], only=["sheets", "json"], watcher=heard)
    assert heard.started == [("The Ferry: sheets", 1, 2), ("The Ferry: JSON", 2, 2)]
    assert heard.said  # the sheets tell how far they are
    assert [path.name for path in built.made] == ["cards.pdf", "ferry.json"]


def test_a_bar_on_a_terminal(content: Path, tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "fieldpress",
            "build",
            "--only",
            "json,sqlite",
            "--content",
            str(content),
            "--output",
            str(tmp_path / "o"),
        ],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env=environment({"TERM": "xterm", "NO_COLOR": None}),
    )
    os.close(terminal)
    shown = b""
    try:
        while block := os.read(screen, 4096):
            shown += block
    except OSError:  # the terminal's other end is closed
        pass
    os.close(screen)
    listed, _ = process.communicate()
    assert process.returncode == 0
    text = shown.decode()
    assert "4/4" in text
    assert "building 1/4" not in text
    assert len(listed.decode().splitlines()) == 4
    assert "\x1b" not in listed.decode()


def test_parts_are_described_where_they_are_asked_for(run_cli: Callable[..., Any]) -> None:
    shown = run_cli("build", "--help")
    assert all(part in shown.stdout for part in PARTS)
    assert building.__doc__


def test_json_export_of_the_build_is_the_library(
    library: fieldpress.Library, tmp_path: Path
) -> None:
    build(library, tmp_path, games=["weir"], only=["json"])
    bundle = json.loads((tmp_path / "weir" / "weir.json").read_text(encoding="utf-8"))
    again = fieldpress.Library.from_bundle(bundle)
    assert again["weir"].cards == library["weir"].cards
