"""The main job: everything that can be made from the content, into one folder.

A job makes one file or a few that belong together. Jobs are listed before the first runs, so that a
bar knows its length and a wrong choice is refused before anything is written. A job that fails does
not keep the others from running: a printer who lacks the site's libraries still gets the sheets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fieldpress.database.nearest import did_you_mean
from fieldpress.errors import FieldpressError, MissingExtra, UsageFault
from fieldpress.interrupts import noticed_interrupts
from fieldpress.locks import alone_in
from fieldpress.model import Library

if TYPE_CHECKING:
    from fieldpress.setups.documents import Document

#: What `--only` may name, in the order in which the jobs run: pages offer the setup sheets.
PARTS = ("sheets", "setups", "sqlite", "json", "site")


class Watcher:
    """What a build tells while it runs; this one keeps everything to itself."""

    def start(self, title: str, number: int, total: int) -> None:
        """Job `number` (from 1) of `total` begins."""

    def doing(self, text: str) -> None:
        """The job has come to this."""

    def note(self, text: str) -> None:
        """Something that the reader of the output should know."""


@dataclass(frozen=True, slots=True)
class Job:
    """One step of a build; `run` gives the paths that it wrote (a site as its folder)."""

    title: str
    run: Callable[[Watcher], Sequence[Path]]


@dataclass(slots=True)
class Built:
    """What came of a build: the paths made, in order, and the jobs that failed with their error."""

    made: list[Path] = field(default_factory=list)
    failed: list[tuple[Job, Exception]] = field(default_factory=list)
    total: int = 0


class BuildFailed(FieldpressError):
    """Some jobs of a build failed; `built` holds what the others made."""

    def __init__(self, built: Built) -> None:
        self.built = built
        if built.failed and all(isinstance(error, MissingExtra) for _, error in built.failed):
            self.exit_code = MissingExtra.exit_code
        reasons: dict[str, list[str]] = {}
        for job, error in built.failed:
            reasons.setdefault(_told(error), []).append(job.title)
        lines = [f"  {'; '.join(titles)}: {reason}" for reason, titles in reasons.items()]
        head = f"{len(built.failed)} of {built.total} steps of the build failed"
        super().__init__("\n".join([head, *lines]))


def _told(error: Exception) -> str:
    if isinstance(error, FieldpressError):
        return str(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}"
    return (
        f"internal error: {type(error).__name__}: {error} "
        "(a bug in Fieldpress; FIELDPRESS_DEBUG=1 shows where)"
    )


def build(
    library: Library,
    output: Path,
    games: Iterable[str] = (),
    only: Iterable[str] = (),
    paper: str = "a4",
    watcher: Watcher | None = None,
) -> Built:
    """Make everything (`only`: a choice of PARTS) of the games (none named: all) into `output`.

    Exports, sheets and setup sheets go to `output/GAME/`, the rules site of the whole library to
    `output/site/`. Each file is written whole or not at all. UsageFault on a game, part or paper
    that there is not; FieldpressError where another build is at work in `output`; BuildFailed,
    after the last job, where some jobs failed.
    """
    watch = watcher or Watcher()
    planned = jobs(library, tuple(games) or tuple(library.games), output, tuple(only), paper)
    built = Built(total=len(planned))
    with noticed_interrupts() as raise_swallowed, alone_in(output):
        for number, job in enumerate(planned, 1):
            watch.start(job.title, number, len(planned))
            try:
                paths = job.run(watch)
                for path in paths:
                    path.stat()  # what is said to be made is there
                built.made += paths
            except Exception as error:
                if os.environ.get("FIELDPRESS_DEBUG") and not isinstance(error, FieldpressError):
                    raise
                built.failed.append((job, error))
            raise_swallowed()
    if built.failed:
        raise BuildFailed(built)
    return built


def jobs(
    library: Library,
    games: Sequence[str],
    output: Path,
    only: Sequence[str] = (),
    paper: str = "a4",
) -> list[Job]:
    """The jobs of a build in order. `paper` is a preset of the sheets; `only` a choice of PARTS.

    UsageFault on a game, part or paper that there is not.
    """
    for part in only:
        if part not in PARTS:
            near = did_you_mean(part, PARTS)
            raise UsageFault(
                f"--only {part}: no such part; {near + ' ' if near else ''}"
                f"the parts are {', '.join(PARTS)}"
            )
    for name in games:
        if name not in library.games:
            near = did_you_mean(name, library.games)
            raise UsageFault(
                f"no game {name!r}; {near + ' ' if near else ''}"
                f"loaded are: {', '.join(library.games)}"
            )
    chosen = tuple(part for part in PARTS if part in (only or PARTS))
    if "sheets" in chosen or "setups" in chosen:
        from fieldpress.sheets.presets import paper as find_paper

        find_paper(paper)
    planned: list[Job] = []
    for name in dict.fromkeys(games):
        folder = output / name
        title = library[name].title.get()
        if "sheets" in chosen:
            planned.append(Job(f"{title}: sheets", _sheets(library, name, folder, paper)))
        if "setups" in chosen:
            from fieldpress.setups.documents import documents

            planned += [
                Job(f"{title}: {one.title}", _document(one, folder, paper))
                for one in documents(library, name)
            ]
        planned += [
            Job(f"{title}: {word}", _export(library, name, form, folder))
            for form, word in (("sqlite", "SQLite"), ("json", "JSON"))
            if form in chosen
        ]
    if "site" in chosen:
        planned.append(Job("Rules site", _site(library, output)))
    return planned


def _sheets(
    library: Library, game: str, folder: Path, paper: str
) -> Callable[[Watcher], Sequence[Path]]:
    def run(watch: Watcher) -> Sequence[Path]:
        from fieldpress.sheets import make_sheets

        def progress(done: int, total: int, what: str) -> None:
            watch.doing(f"{what} {done}/{total}")

        return make_sheets(
            library, game, folder, paper, notice=watch.note, lists=False, progress=progress
        )

    return run


def _document(one: Document, folder: Path, paper: str) -> Callable[[Watcher], Sequence[Path]]:
    def run(watch: Watcher) -> Sequence[Path]:
        from fieldpress.setups.documents import PAPERS

        path = folder / one.file
        # Sheets that lie on the table stay handy: larger papers are for the pieces alone.
        one.write(path, paper if paper in PAPERS else "a4")
        return [path]

    return run


def _export(
    library: Library, game: str, form: str, folder: Path
) -> Callable[[Watcher], Sequence[Path]]:
    def run(watch: Watcher) -> Sequence[Path]:
        from fieldpress.export import FORMS, export_game

        path = folder / f"{game}{FORMS[form]}"
        export_game(library, game, form, path)
        return [path]

    return run


def _site(library: Library, output: Path) -> Callable[[Watcher], Sequence[Path]]:
    def run(watch: Watcher) -> Sequence[Path]:
        from fieldpress.rulesite import build_site

        return [build_site(library, output / "site", watch.doing).parent]

    return run


__all__ = ["PARTS", "BuildFailed", "Built", "Job", "Watcher", "build", "jobs"]
