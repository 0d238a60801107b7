from __future__ import annotations

from pathlib import Path

import pytest

from tests.database.helpers import Content, copy_fixture


@pytest.fixture
def content(tmp_path: Path) -> Content:
    """A copy of the fixture content, free to break."""
    return copy_fixture(tmp_path)
