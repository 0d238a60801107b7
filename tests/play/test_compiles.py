"""The engine can be compiled (hatch_build.py): mypyc takes the modules, and what compiled code does
otherwise than Python is avoided. No C compiler is needed here; `python -m tests.play.compiled` plays
with what one makes."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "generator"


@cache
def hook() -> Any:
    """hatch_build.py at the root of the checkout."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def parsed(path: str) -> ast.Module:
    return ast.parse((SOURCES / path).read_text(encoding="utf-8"))


def classes(path: str) -> Iterator[ast.ClassDef]:
    yield from (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef))


def named(node: ast.expr) -> str:
    """The last part of a name that may be qualified or subscripted."""
    return ast.unparse(node).partition("[")[0].rpartition(".")[2]


def test_every_pattern_means_a_module() -> None:
    asked = hook().settings()
    for pattern in (*asked["compile"], *asked["leave"]):
        assert any(SOURCES.glob(pattern)), f"pyproject.toml: no module is {pattern}"
    assert len(hook().modules()) > 50


@pytest.mark.slow
def test_mypyc_takes_the_modules(tmp_path: Path) -> None:
    program = (
        f"import pathlib, sys; sys.path.append({str(ROOT)!r}); import hatch_build\n"
        f"hatch_build.c_text(pathlib.Path({str(tmp_path)!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=SOURCES,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if "generator comprehension" not in line]
    assert done.returncode == 0, "\n".join(said)
    made = [path.name for path in tmp_path.rglob("__native_*.c")]
    assert len(made) >= len(hook().modules())
    assert not list(SOURCES.rglob("*.c"))


def test_what_derives_from_a_compiled_class_is_compiled() -> None:
    """A class that is interpreted cannot inherit from one that is compiled."""
    compiled = set(hook().modules())
    native = {
        one.name
        for path in compiled
        for one in classes(path)
        if not {"NamedTuple", "Protocol"} & set(map(named, one.bases))
    }
    assert {"Knowledge", "EngineFault", "Game"} <= native
    for path in SOURCES.rglob("*.py"):
        inside = path.relative_to(SOURCES).as_posix()
        for one in () if inside in compiled else classes(inside):
            others = {other.name for other in classes(inside)} - {one.name}
            wrong = (native - others) & set(map(named, one.bases))
            assert not wrong, f"{inside}: {one.name} derives from {wrong}; compile it too"


def test_nothing_is_tested_beyond_what_settles_an_answer() -> None:
    """mypyc makes a list of a generator expression, so that each part would be asked, and an answer
    would rest on facts that it did not need: `any_over` and `all_over` stop at the first."""
    for path in hook().modules():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and named(node.func) in ("any_of", "all_of"):
                lazy = any(isinstance(one, ast.GeneratorExp) for one in node.args)
                assert not lazy, f"{path}:{node.lineno}: use any_over or all_over"


def test_options_are_passed_by_name() -> None:
    """mypyc hands a whole dictionary to every option of a compiled function that is called with
    `**`; only what builds a record from JSON may be, and a function that takes any name."""
    for path in hook().modules():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and any(one.arg is None for one in node.keywords):
                name = named(node.func)
                record = name[:1].isupper() or name in ("cls", "dict", "format", "_replace")
                assert record or name == "figure", f"{path}:{node.lineno}: {name}(**…)"
