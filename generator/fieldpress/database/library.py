"""Open the library: the one call by which every command gets its games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from fieldpress.database.kinds import BY_PLACE
from fieldpress.model import Library
from fieldpress.resources import data_folder


def bundle(content: Path | None = None, games: Iterable[str] = ()) -> dict[str, Any]:
    """The JSON bundle of the games (all when none is named) and of those that they use."""
    root = content or data_folder("content")
    wanted = list(games) or sorted(p.parent.name for p in root.glob("*/game.yml"))
    out: dict[str, Any] = {"format": "fieldpress-bundle/1", "games": {}}
    while wanted:
        name = wanted.pop(0)
        if name in out["games"]:
            continue
        part: dict[str, Any] = {}
        for path in sorted((root / name).rglob("*.yml")):
            place = path.relative_to(root / name).parts[0].removesuffix(".yml")
            kind = BY_PLACE[place]
            data = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
            if kind.key == "game":
                part["game"] = data
            elif kind.key != "overlays":
                part.setdefault(kind.key, []).extend([data] if kind.single else data)
        out["games"][name] = part
        wanted += part["game"].get("uses", [])
    return out


def open_library(
    content: Path | None = None, games: Iterable[str] = (), overlays: Iterable[Path] = ()
) -> Library:
    """Load and check the games named (all when none is), with overlays applied."""
    return Library.from_bundle(bundle(content, games))
