"""Papers are data under a schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from fieldpress.errors import UsageFault
from fieldpress.sheets import presets
from fieldpress.sheets.presets import paper, papers


@pytest.fixture(scope="module")
def schema(repo_root: Path) -> Draft202012Validator:
    return Draft202012Validator(
        json.loads((repo_root / "schema" / "sheet.json").read_text("utf-8"))
    )


def test_presets_meet_the_schema(schema: Draft202012Validator) -> None:
    raw = yaml.safe_load((Path(presets.__file__).parent / "papers.yml").read_text("utf-8"))
    assert [error.message for error in schema.iter_errors(raw)] == []
    assert list(papers()) == [entry["id"] for entry in raw]


@pytest.mark.parametrize("bleed", [-1, 7])
def test_bleed_out_of_range_is_a_schema_error(schema: Draft202012Validator, bleed: int) -> None:
    entry = {"id": "x", "title": "X", "layout": "one-up", "bleed": bleed}
    [error] = schema.iter_errors([entry])
    assert list(error.absolute_path) == [0, "bleed"]


def test_unknown_paper_names_the_known_ones() -> None:
    with pytest.raises(UsageFault, match="a4, letter, a3, pa4, one-up"):
        paper("a5")
