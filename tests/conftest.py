"""No test touches the data of the person who runs it; `--clause`; what is traced, and what is garbage."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages

import pytest
from coverage import Coverage

# The floor of coverage is that of the rules, and these are their tests. Tracing makes loops over many
# thousands of rounds two to three times slower, so the others run without it.
RULES = ("pitboss.cards", "pitboss.hands", "pitboss.sheet", "pitboss.round")
TRACED = (
    *("src/", "tests/clauses/", "tests/golden/", "tests/round/", "tests/sheet/", "tests/test_cards.py"),
    *("tests/test_hands.py", "tests/properties/test_exposure.py", "tests/messages/test_rules.py"),
)
UNTRACED = (  # of these tests, those that try very much and reach no line that the others do not
    "tests/round/test_fuzz.py",
    "tests/sheet/test_fuzz.py",
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
    return item.nodeid.startswith(TRACED) and not item.nodeid.startswith(UNTRACED)


@contextmanager
def _untraced() -> Iterator[None]:
    """Stops the tracing for a while.

    The mark `no_cover` would stop the uppermost tracer only: a worker of pytest-xdist has two, one of its
    start and one of its session, and with the fixtures it would not stop any.
    """
    stopped: list[Coverage] = []
    while (running := Coverage.current()) is not None:
        running.stop()
        stopped.append(running)
    try:
        yield
    finally:
        for each in reversed(stopped):
            each.start()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Of all that is imported to find the tests, traces only the rules, and looks for no garbage in it ever.

    Ten thousand tests with all their modules are there to the end: going through them again and again took a
    fifth of the time of many tests.
    """
    gc.disable()
    if Coverage.current() is not None:
        for name in RULES:
            room = import_module(name)
            for each in walk_packages(getattr(room, "__path__", ()), f"{name}."):
                import_module(each.name)
    with _untraced():
        found = yield
    gc.freeze()
    gc.set_threshold(10_000, 10, 20)
    gc.enable()
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Traces a test of the rules, with its fixtures, and no other."""
    if _is_traced(item):
        return (yield)
    with _untraced():
        return (yield)


@pytest.fixture(autouse=True)
def _data_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that keep data keep it in memory, unless a test names a file."""
    monkeypatch.setenv("PITBOSS_DB", ":memory:")
