"""One built site of the made-up games for each test file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rulesite.bundle import library


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site of both games."""
    from fieldpress.rulesite import build_site

    return build_site(library(), tmp_path_factory.mktemp("rules site") / "site").parent
