"""Options that every command shares that reads content."""

from __future__ import annotations

import importlib
from pathlib import Path

import click
import pytest

from fieldpress.cli import COMMANDS

#: Commands that read no content.
WITHOUT = {"calibrate", "preflight"}


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT])
def test_content_overlays_and_date_work_wherever_content_is_read(name: str) -> None:
    module = importlib.import_module(f"fieldpress.commands.{name.replace('-', '_')}")
    options = {
        word
        for parameter in module.command.params
        if isinstance(parameter, click.Option)
        for word in parameter.opts
    }
    assert {"--content", "--overlay", "--as-of"} <= options
    assert module.command.help


def test_every_command_has_its_file(repo_root: Path) -> None:
    folder = repo_root / "generator" / "fieldpress" / "commands"
    for name in COMMANDS:
        assert (folder / f"{name.replace('-', '_')}.py").is_file()
