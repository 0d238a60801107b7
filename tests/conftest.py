"""What all tests share: outside tools, the command line, a browser page.

A test that needs a program from outside says so by name, and is skipped by name without it:

    @pytest.mark.tool("poppler")

With CI=true nothing may be missing, and such a skip is a failure.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent

# A busy machine is no fault of the code, so no deadlines; CI must not fail by chance, so no dice.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)


def _in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"true", "1"}


hypothesis.settings.load_profile("ci" if _in_ci() else "here")


# --- outside tools ---------------------------------------------------------------------------


def _programs(*names: str) -> Callable[[], bool]:
    return lambda: all(shutil.which(name) for name in names)


def _chromium_path() -> str | None:
    """Path of a Chromium that the system has; Playwright's own download is never used."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def _chromium_ready() -> bool:
    if sys.platform == "linux":
        try:
            ctypes.CDLL("libatomic.so.1")  # Playwright's driver will not start without it
        except OSError:
            return False
    return _chromium_path() is not None


def _weasyprint_loads() -> bool:
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            import weasyprint  # noqa: F401
    except (ImportError, OSError):
        return False
    return True


# name -> (is it here?, the packages that bring it on Debian)
_TOOLS: dict[str, tuple[Callable[[], bool], str]] = {
    "chromium": (_chromium_ready, "chromium libatomic1"),
    "git": (_programs("git"), "git"),
    "poppler": (
        _programs("pdfinfo", "pdffonts", "pdfimages", "pdftotext", "pdftoppm"),
        "poppler-utils",
    ),
    "qpdf": (_programs("qpdf"), "qpdf"),
    "weasyprint": (_weasyprint_loads, "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
}


@cache
def _has(tool: str) -> bool:
    return _TOOLS[tool][0]()


def _need(tool: str) -> None:
    """Skip the running test by name if `tool` is not here; fail it with CI=true."""
    if tool not in _TOOLS:
        pytest.fail(f"no tool {tool!r}; tests/conftest.py knows {', '.join(_TOOLS)}", pytrace=False)
    if _has(tool):
        return
    reason = f"needs {tool} (apt-get install {_TOOLS[tool][1]})"
    if _in_ci():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


#: Files that build whole games: begun first, so that no worker is left alone with one at the end.
_LONG = (
    "library/test_wheel.py", "rulesite/test_browser.py", "rulesite/test_build.py",
    "building/test_build.py", "rulesite/test_printed.py", "rulesite/test_zensical.py",
    "rulings/test_mutants.py", "setups/test_sheet.py", "setups/test_commands.py",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first; the rest as collected."""

    def rank(item: pytest.Item) -> int:
        name = "/".join(item.path.parts[-2:])
        return _LONG.index(name) if name in _LONG else len(_LONG)

    items.sort(key=rank)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("tool"):
        for tool in mark.args:
            _need(tool)


# --- the command line ------------------------------------------------------------------------


@dataclass(frozen=True)
class CliResult:
    """What one run of the command line gave."""

    code: int
    stdout: str
    stderr: str

    def json(self) -> Any:
        """Parsed standard output."""
        return json.loads(self.stdout)


# Wide and plain, so that no line is wrapped and no colour code stands between the words.
_PLAIN = {"COLUMNS": "200", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


def _run_inside(argv: list[str], stdin: str, cwd: Path, env: Mapping[str, str]) -> CliResult:
    from fieldpress import cli

    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)
    )
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.chdir(cwd)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        patch.delenv("FORCE_COLOR", raising=False)
        for name, value in env.items():
            patch.setenv(name, value)
        code = cli.run(argv)
    texts = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    return CliResult(code, *texts)


def _run_apart(argv: list[str], stdin: str, cwd: Path, env: Mapping[str, str]) -> CliResult:
    outer = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    done = subprocess.run(
        [sys.executable, "-m", "fieldpress", *argv],
        input=stdin,
        cwd=cwd,
        env=outer | dict(env),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return CliResult(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def repo_root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def run_cli() -> Callable[..., CliResult]:
    """Run `fieldpress ARGS...`: `run_cli("rule", path, stdin="", cwd=..., env={...}, apart=False)`.

    In this process by default, which is fast; `apart=True` starts a process of its own, for tests
    of start-up, signals, hash seeds and what is imported. Runs in the checkout unless `cwd` says
    otherwise. Gives `code`, `stdout`, `stderr` and `json()`.
    """

    def run(
        *argv: object,
        stdin: str = "",
        cwd: Path = ROOT,
        env: Mapping[str, str] | None = None,
        apart: bool = False,
    ) -> CliResult:
        how = _run_apart if apart else _run_inside
        return how([str(arg) for arg in argv], stdin, cwd, {**_PLAIN, **(env or {})})

    return run


# --- a browser -------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[Any]:
    """One running Chromium for the whole session (of each xdist worker)."""
    _need("chromium")
    from playwright.sync_api import sync_playwright

    quiet = ("background-networking", "component-update", "gpu", "quic", "sync")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_chromium_path(),
            args=["--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in quiet)],
        )
        yield browser
        browser.close()


@pytest.fixture
def chromium_page(chromium_browser: Any) -> Iterator[Any]:
    """A fresh page (Playwright, sync), in a context of its own: no cookies, no cache, no storage."""
    context = chromium_browser.new_context()
    yield context.new_page()
    context.close()
