"""No test touches the data of the person who runs it; and long loops run without the coverage tracer."""

from __future__ import annotations

from pathlib import Path

import pytest

# Tracing makes loops over many thousands of rounds three times slower and reaches no new line.
UNTRACED = (
    "durable",
    "fair",
    "floor/test_evening.py",
    "floor/test_leaks.py",
    "live",
    "naive",
    "odds",
    "odds_bank",
    "pit/test_machine.py",
    "plots",
    "proof/test_tampering.py",
    "settle/test_agrees_with_naive.py",
    "web",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that run untraced."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).as_posix().startswith(UNTRACED):
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(autouse=True)
def _data_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that keep data keep it in memory, unless a test names a file."""
    monkeypatch.setenv("PITBOSS_DB", ":memory:")
