"""Runs MkDocs on the tree, strictly, in a process of its own."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from fieldpress.errors import FieldpressError, MissingExtra


def run_mkdocs(config: Path, docs: Path, into: Path) -> None:
    """Builds the tree in `docs` into the folder `into`, which MkDocs empties first.

    FieldpressError with MkDocs' own words if it warns of anything. Neither -q nor -v is given: with
    either, MkDocs' strict mode lets broken links pass. MissingExtra without mkdocs-material.
    """
    for module, what in (("mkdocs", "MkDocs"), ("material", "mkdocs-material")):
        if importlib.util.find_spec(module) is None:
            raise MissingExtra(what, "site")
    whole = config.with_name(config.name + ".run.yml")
    try:
        whole.write_text(
            f"INHERIT: {_quoted(config.name)}\n"
            f"docs_dir: {_quoted(docs)}\nsite_dir: {_quoted(into)}\n",
            encoding="utf-8",
        )
        done = subprocess.run(
            [
                sys.executable,
                "-P",
                "-m",
                "mkdocs",
                "build",
                "--strict",
                "--config-file",
                str(whole),
            ],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    finally:
        whole.unlink(missing_ok=True)
    if "Traceback (most recent call last)" in done.stderr:
        # It fell over something that is no fault of the pages, such as a full disk: say what.
        raise FieldpressError(f"MkDocs failed: {done.stderr.strip().splitlines()[-1]}")
    if done.returncode:
        raise FieldpressError("MkDocs does not accept the pages:\n" + _complaints(done))


def _quoted(path: object) -> str:
    """A YAML string, single-quoted, in which nothing needs an escape but the quote itself."""
    return "'" + str(path).replace("'", "''") + "'"


def _environment() -> dict[str, str]:
    """A fixed date of the build, so that the same content gives the same bytes."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DOCS_DIR")}
    env.setdefault("SOURCE_DATE_EPOCH", "946684800")
    env["NO_MKDOCS_2_WARNING"] = "1"
    env["PYTHONIOENCODING"] = "utf-8"
    return env


def _complaints(done: subprocess.CompletedProcess[str]) -> str:
    """The warnings and errors among MkDocs' words, or all of them where it marked none."""
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    wrong = [line for line in lines if line.startswith(("WARNING", "ERROR", "CRITICAL", "Aborted"))]
    return "\n".join(wrong or lines[-20:])
