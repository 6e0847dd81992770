"""No test touches the data of the person who runs it; and only the tests of the rules are traced."""

from __future__ import annotations

from pathlib import Path

import pytest

# The floor of coverage is that of the rules, and these are their tests. Tracing makes loops over many
# thousands of rounds two to three times slower, so the others run without it.
TRACED = ("clauses/", "cli/", "golden/", "sheet/", "settle/", "test_")
UNTRACED = ("settle/test_agrees_with_naive.py",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that run untraced."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            place = item.path.relative_to(here).as_posix()
            if not place.startswith(TRACED) or place.startswith(UNTRACED):
                item.add_marker(pytest.mark.no_cover)


@pytest.fixture(autouse=True)
def _data_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that keep data keep it in memory, unless a test names a file."""
    monkeypatch.setenv("PITBOSS_DB", ":memory:")
