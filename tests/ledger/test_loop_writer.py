"""Work of an event loop in SQLite: one commit for what comes together, and the loop waits for nobody."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import Connection, text

from pitboss.errors import OutcomeUnknown
from pitboss.ledger import SqliteStore, open_store
from pitboss.ledger import sqlite_store as store_module
from pitboss.ledger.sqlite_store import LoopWriter
from tests.ledger.books import rows_of
from tests.ledger.reached import TornOff, listening, torn_at
from tests.ledger.test_store import failing, held_by, overdrawing, paid


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    found = open_store(tmp_path / "house.db")
    assert isinstance(found, SqliteStore)
    yield found
    found.close()


def written(store: SqliteStore, *work: Callable[[Connection], Any]) -> tuple[list[Any], list[str]]:
    """Pieces of work that come in one turn of a loop: what each is told, and the points that were reached."""
    reached: list[str] = []

    async def run() -> list[Any]:
        writer = LoopWriter(store)
        try:
            return await asyncio.gather(*(writer.write(each) for each in work), return_exceptions=True)
        finally:
            writer.close()

    with listening(reached.append):
        return asyncio.run(run()), [each for each in reached if each.startswith("store:")]


def test_what_comes_together_shares_a_commit(store: SqliteStore) -> None:
    told, reached = written(store, paid(1), paid(2), paid(3))
    assert told == [1, 2, 3]
    assert reached.count("store:committed") == 1
    assert all(held_by(store, number) for number in (1, 2, 3))


def test_a_fault_touches_no_other(store: SqliteStore) -> None:
    fault = RuntimeError("no")
    told, _ = written(store, paid(1), failing(2, fault), overdrawing(3), paid(4))
    assert told[0] == 1
    assert told[1] is fault
    assert isinstance(told[2], Exception)
    assert told[3] == 4
    assert [bool(held_by(store, number)) for number in (1, 2, 3, 4)] == [True, False, False, True]


def test_work_sees_what_went_before_it_and_not_what_failed(store: SqliteStore) -> None:
    def count(connection: Connection) -> Any:
        return connection.execute(text("SELECT count(*) FROM deeds")).scalar()

    told, _ = written(store, paid(0), count, failing(2, RuntimeError()), count, paid(4), count)
    assert [told[number] for number in (1, 3, 5)] == [1, 1, 2]


def test_when_a_shared_commit_fails_all_are_told_and_nothing_is_stored(store: SqliteStore) -> None:
    before = rows_of(store)
    with torn_at("store:before commit"):
        told, _ = written(store, paid(0), failing(1, RuntimeError("own fault")), paid(2))
    assert [type(each) for each in told] == [TornOff, RuntimeError, TornOff]
    assert rows_of(store) == before
    assert store.write(paid(0)) == 0


def test_more_may_come_than_share_one_commit(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "TOGETHER", 2)
    told, reached = written(store, *(paid(number) for number in range(5)))
    assert told == [0, 1, 2, 3, 4]
    assert reached.count("store:committed") == 3


def test_a_fault_alone_commits_nothing(store: SqliteStore) -> None:
    told, reached = written(store, failing(1, RuntimeError("no")))
    assert isinstance(told[0], RuntimeError)
    assert reached == []
    assert held_by(store, 1) == 0
    assert written(store, paid(1))[0] == [1]  # the turn was given back


def test_nothing_is_told_before_the_commit(store: SqliteStore) -> None:
    heard: list[str] = []

    async def run() -> None:
        writer = LoopWriter(store)
        await writer.write(paid(1))
        heard.append("told")
        writer.close()

    with listening(heard.append):
        asyncio.run(run())
    assert heard.index("store:after commit") < heard.index("told")


def test_a_lost_answer_is_told_as_such(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = OutcomeUnknown("lost")

    def end(connection: Connection) -> None:
        raise lost

    monkeypatch.setattr(store, "_end", end)
    assert written(store, paid(1), paid(2))[0] == [lost, lost]


def _loop_goes_on(store: SqliteStore, let_go: Callable[[], Awaitable[None]]) -> int:
    """Work that waits for somebody else who writes, while the loop does other things; then it is done."""

    async def run() -> int:
        writer = LoopWriter(store)
        asked = asyncio.ensure_future(writer.write(paid(1)))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not asked.done()
        await let_go()
        try:
            done: int = await asked
            return done
        finally:
            writer.close()

    return asyncio.run(run())


def test_the_loop_does_not_wait_for_a_thread_that_writes(store: SqliteStore) -> None:
    inside, go_on = Event(), Event()

    def work(connection: Connection) -> None:
        inside.set()
        go_on.wait()

    thread = Thread(target=store.write, args=(work,))
    thread.start()
    inside.wait()

    async def let_go() -> None:
        go_on.set()

    assert _loop_goes_on(store, let_go) == 1
    thread.join()


def test_the_loop_does_not_wait_for_another_program(store: SqliteStore) -> None:
    other = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    async def let_go() -> None:
        other.execute("COMMIT")

    assert _loop_goes_on(store, let_go) == 1
    other.close()


def test_another_program_that_does_not_end_is_told(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "BUSY", 0.0)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    told, _ = written(store, paid(1))
    assert "locked" in str(told[0])
    other.execute("COMMIT")
    other.close()
    assert written(store, paid(1))[0] == [1]


def test_threads_write_while_the_disk_is_waited_for(store: SqliteStore) -> None:
    """A thread that comes during a commit of the loop has its turn after it."""
    heard: list[int] = []

    async def run() -> None:
        writer = LoopWriter(store)
        asked = asyncio.ensure_future(writer.write(paid(1)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # it has begun
        heard.append(await asyncio.to_thread(store.write, paid(2)))
        heard.append(await asked)
        writer.close()

    asyncio.run(run())
    assert sorted(heard) == [1, 2]
