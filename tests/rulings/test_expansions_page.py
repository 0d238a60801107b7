"""Every example of docs/expansions.md gives what the page shows."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.rulings.docs_page import examples, files, shown

TEXT = (ROOT / "docs" / "expansions.md").read_text(encoding="utf-8")
EXAMPLES = list(examples(TEXT))


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[c for c, _ in EXAMPLES])
def test_example(run_cli: Callable[..., Any], tmp_path: Path, command: str, output: str) -> None:
    for name, text in files(TEXT).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run_cli(*shlex.split(command)[1:], cwd=tmp_path)
    assert result.stderr == ""
    assert shown(result.code, result.stdout) == output


def test_the_page_shows_every_kind_of_answer() -> None:
    said = "".join(output for _, output in EXAMPLES)
    assert {f"(exit code {code})" in said for code in (0, 1, 3)} == {True}
    assert "Another reading" in said
