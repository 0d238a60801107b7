"""Every example of docs/block-games.md gives what the page shows, and its map is a sound one."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.rulings.docs_page import examples, files, shown

TEXT = (ROOT / "docs" / "block-games.md").read_text(encoding="utf-8")
EXAMPLES = list(examples(TEXT))


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[c for c, _ in EXAMPLES])
def test_example(run_cli: Callable[..., Any], tmp_path: Path, command: str, output: str) -> None:
    for name, text in files(TEXT).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run_cli(*shlex.split(command)[1:], cwd=tmp_path)
    assert result.stderr == ""
    assert shown(result.code, result.stdout) == output


def test_the_map_of_the_page_is_a_sound_one(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    import shutil

    shutil.copytree(ROOT / "content" / "overlord", tmp_path / "content" / "overlord")
    match = re.search(r"```yaml\n(- id: island\n(?:.*\n)*?)```", TEXT)
    assert match is not None
    maps = tmp_path / "content" / "overlord" / "maps"
    maps.mkdir()
    (maps / "island.yml").write_text(match[1], encoding="utf-8")
    assert run_cli("validate", "overlord", "--content", tmp_path / "content").code == 0
