"""No test touches the data of the person who runs it."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _data_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that keep data keep it in memory, unless a test names a file."""
    monkeypatch.setenv("PITBOSS_DB", ":memory:")
