"""The main job: everything that can be made from the content, into one folder.

A job is one file or one site; jobs are listed before the first runs, so that the bar knows its
length and a wrong `--only` is refused before anything is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.model import Library

#: What `--only` may name, in the order in which the jobs run.
PARTS = ("sheets", "setups", "sqlite", "json", "site")


@dataclass(frozen=True, slots=True)
class Job:
    """One step of a build: what to say while it runs, and what it does (paths it wrote)."""

    title: str
    run: Callable[[], Sequence[Path]]


def jobs(
    library: Library,
    games: Sequence[str],
    output: Path,
    only: Sequence[str] = (),
    paper: str = "a4",
) -> list[Job]:
    """The jobs of a build in order. `paper` is a preset of the sheets; `only` a choice of PARTS."""
    for part in only:
        if part not in PARTS:
            raise UsageFault(f"--only {part}: no such part; parts are {', '.join(PARTS)}")
    chosen = tuple(only) or PARTS
    planned: list[Job] = []
    for name in games:
        folder = output / name
        title = library[name].title.get()
        if "sheets" in chosen:
            planned.append(Job(f"{title}: sheets", _sheets(library, name, folder, paper)))
        if "setups" in chosen:
            planned += [
                Job(f"{title}: setup sheet {scenario}", _setup(library, name, scenario, folder, paper))
                for scenario in library[name].scenarios
                if not library[name].scenarios[scenario].raw.get("abstract")
            ]
        planned += [
            Job(f"{title}: {form}", _export(library, name, form, folder))
            for form in ("sqlite", "json")
            if form in chosen
        ]
    if "site" in chosen:
        planned.append(Job("Rules site", _site(library, output)))
    return planned


def _sheets(library: Library, game: str, folder: Path, paper: str) -> Callable[[], Sequence[Path]]:
    def run() -> Sequence[Path]:
        from fieldpress.sheets import make_sheets

        return make_sheets(library, game, folder, paper=paper)

    return run


def _setup(
    library: Library, game: str, scenario: str, folder: Path, paper: str
) -> Callable[[], Sequence[Path]]:
    def run() -> Sequence[Path]:
        from fieldpress.setups import make_sheet

        path = folder / f"setup-{scenario}.pdf"
        make_sheet(library, game, scenario, path)
        return [path]

    return run


def _export(library: Library, game: str, form: str, folder: Path) -> Callable[[], Sequence[Path]]:
    def run() -> Sequence[Path]:
        from fieldpress.export import export_game

        path = folder / f"{game}.{form}"
        export_game(library, game, form, path)
        return [path]

    return run


def _site(library: Library, output: Path) -> Callable[[], Sequence[Path]]:
    def run() -> Sequence[Path]:
        from fieldpress.rulesite import build_site

        return [build_site(library, output / "site")]

    return run


@contextmanager
def alone_in(output: Path) -> Iterator[None]:
    """Hold `output` for one build; a second one is refused, since both write the same site.

    The lock file names its process; one that died leaves a file that the next build takes over.
    """
    output.mkdir(parents=True, exist_ok=True)
    lock = output / ".building"
    while True:
        try:
            handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            if not _abandoned(lock):
                raise FieldpressError(
                    f"another build is writing into {output}; wait for it, or use --output"
                ) from None
            lock.unlink(missing_ok=True)
            continue
        os.write(handle, str(os.getpid()).encode())
        os.close(handle)
        break
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _abandoned(lock: Path) -> bool:
    """Whether the process that the lock file names is gone."""
    try:
        os.kill(int(lock.read_text() or "0"), 0)
    except (ProcessLookupError, ValueError, FileNotFoundError):
        return True
    except PermissionError:
        return False
    return False
