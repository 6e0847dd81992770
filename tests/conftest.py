"""No test touches the data of the person who runs it; `--clause`; only the tests of the rules are traced."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

# The floor of coverage is that of the rules, and these are their tests. Tracing makes loops over many
# thousands of rounds two to three times slower, so the others run without it.
TRACED = ("clauses/", "cli/", "golden/", "sheet/", "round/", "test_")
UNTRACED = (  # of these tests, those that try very much and reach no line that the others do not
    "round/test_agrees_with_naive.py",
    "round/test_fuzz.py",
    "sheet/test_fuzz.py",
    "test_six_cards.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests --clause NAPA-11` runs the tests that are marked with that clause."""
    parser.addoption("--clause", metavar="ID", help="only the tests marked with this clause")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what does not show the clause that was asked for."""
    clause = config.getoption("--clause")
    if clause is None:
        return
    shown = [item for item in items if any(clause in mark.args for mark in item.iter_markers("clause"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in shown])
    items[:] = shown


def _is_traced(item: pytest.Item) -> bool:
    here = Path(__file__).parent
    if not item.path.is_relative_to(here):
        return True
    place = item.path.relative_to(here).as_posix()
    return place.startswith(TRACED) and not place.startswith(UNTRACED)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stops the tracing of a test and of its fixtures.

    The mark `no_cover` would stop the uppermost tracer only: a worker of pytest-xdist has two, one of its
    start and one of its session, and with the fixtures it would not stop any.
    """
    stopped: list[Coverage] = []
    while not _is_traced(item) and (running := Coverage.current()) is not None:
        running.stop()
        stopped.append(running)
    ended = yield
    for each in reversed(stopped):
        each.start()
    return ended


@pytest.fixture(autouse=True)
def _data_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that keep data keep it in memory, unless a test names a file."""
    monkeypatch.setenv("PITBOSS_DB", ":memory:")
