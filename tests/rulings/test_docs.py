"""Every example of docs/rulings.md gives what the page shows."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rulings.docs_page import PAGE, examples, files, shown

TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = list(examples(TEXT))


@pytest.mark.parametrize(
    ("command", "output"), EXAMPLES, ids=[c.partition("rule ")[2] for c, _ in EXAMPLES]
)
def test_example(run_cli: Callable[..., Any], tmp_path: Path, command: str, output: str) -> None:
    for name, text in files(TEXT).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run_cli(*shlex.split(command)[1:], cwd=tmp_path)
    assert result.stderr == ""
    assert shown(result.code, result.stdout) == output, (
        "python -m tests.rulings.docs_page puts it right"
    )


def test_the_page_shows_every_kind_of_answer() -> None:
    said = "".join(output for _, output in EXAMPLES)
    assert {f"(exit code {code})" in said for code in (0, 1, 3)} == {True}
    assert "Another reading" in said
    assert len(EXAMPLES) >= 10
    assert all(name in TEXT.partition(f"# {name}")[2] for name in files(TEXT))
