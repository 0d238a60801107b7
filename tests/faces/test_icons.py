"""Our icons keep to the small subset, and every icon that a layout names is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from fieldpress.errors import FieldpressError
from fieldpress.faces import Box
from fieldpress.faces.icons import icon_names, load_icon
from fieldpress.faces.layout import BASE
from fieldpress.faces.outlines import bounds
from fieldpress.faces.patterns import PATTERNS


@pytest.mark.parametrize("name", icon_names())
def test_icon_stays_in_its_view_box(name: str) -> None:
    icon = load_icon(name)
    assert icon.shapes
    for shape in icon.shapes:
        box = bounds(shape.outline).grown(shape.stroke / 2)
        assert Box(-2, -2, icon.width + 4, icon.height + 4).contains(box), name


def test_unknown_icon_names_the_nearest() -> None:
    with pytest.raises(FieldpressError, match="grenade"):
        load_icon("granade")


def _names(choice: Any) -> Iterator[str]:
    if isinstance(choice, str):
        yield choice
    elif isinstance(choice, list):
        for one in choice:
            yield from _names(one)
    elif isinstance(choice, Mapping):
        yield from _names(list(choice["cases"].values()))
        yield from _names(choice.get("else"))


def test_layouts_name_icons_and_patterns_that_exist(repo_root: Path) -> None:
    files = [*BASE.glob("*.yml"), *repo_root.glob("content/*/faces/*.yml")]
    assert len(files) > 10
    for path in files:
        for ident, element in yaml.safe_load(path.read_text("utf-8")).get("elements", {}).items():
            for name in _names(element.get("icon")):
                assert name in icon_names() or name == "none", f"{path.name}: {ident}: {name}"
            for name in _names(element.get("pattern")):
                assert name in PATTERNS or name == "none", f"{path.name}: {ident}: {name}"
