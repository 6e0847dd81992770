"""A database that fails: the unknown is said to be so, nothing waits for ever, a lost file is missed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import OperationalError

from pitboss.errors import OutcomeUnknown
from pitboss.ledger import SqliteStore, Store, Unreachable, open_store, postgres_store, sqlite_store
from pitboss.ledger.postgres_store import PostgresStore
from pitboss.ledger.sqlite_store import FileGone
from tests.databases import Databases
from tests.ledger.books import CENT, rows_of
from tests.ledger.losing import answers_lost
from tests.ledger.test_store import failing, held_by, paid
from tests.live.proxy import Proxy

PATIENCE = 60.0  # seconds after which something has not happened

ON_POSTGRES = pytest.mark.parametrize("place", ["postgresql"], indirect=True)
ON_SQLITE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)


# The answer to a commit


@pytest.mark.parametrize("stored", [True, False])
def test_when_the_answer_to_a_commit_is_lost_nobody_says_that_nothing_was_stored(
    store: Store, stored: bool
) -> None:
    with answers_lost(stored=stored), pytest.raises(OutcomeUnknown, match="is not known"):
        store.write(paid(1))
    assert held_by(store, 1) == CENT * stored
    assert store.write(paid(2)) == 2


@pytest.mark.parametrize("stored", [True, False])
def test_of_several_steps_all_are_stored_or_none(store: Store, stored: bool) -> None:
    def work() -> None:
        store.write(paid(1))
        store.write(paid(2))

    with answers_lost(stored=stored), pytest.raises(OutcomeUnknown):
        store.together(work)
    assert [held_by(store, number) for number in (1, 2)] == [CENT * stored] * 2


def test_a_step_that_fails_is_undone_alone_and_the_others_are_one_commit(store: Store) -> None:
    def work() -> list[int]:
        store.write(paid(1))
        with pytest.raises(RuntimeError):
            store.write(failing(2, RuntimeError("no")))
        return [held_by(store, 1), held_by(store, 2)]  # it sees what it has written itself

    assert store.together(work) == [CENT, 0]
    assert [held_by(store, number) for number in (1, 2)] == [CENT, 0]


@ON_POSTGRES
def test_steps_that_meet_a_deadlock_are_done_again_from_the_first(store: Store) -> None:
    class Deadlock(Exception):
        sqlstate = "40P01"

    tried: list[int] = []

    def meets(connection: Connection) -> None:
        if len(tried) == 1:
            raise OperationalError("UPDATE", None, Deadlock("deadlock detected"))

    def work() -> None:
        tried.append(held_by(store, 1))
        store.write(paid(1))
        store.write(meets)

    store.together(work)
    assert tried == [0, 0]
    assert held_by(store, 1) == CENT


@ON_POSTGRES
def test_a_transaction_in_which_a_statement_has_failed_is_not_called_stored(store: Store) -> None:
    """PostgreSQL answers its COMMIT with ROLLBACK, and the driver says nothing."""

    def work(connection: Connection) -> None:
        paid(1)(connection)
        with pytest.raises(Exception, match="division by zero"):
            connection.execute(text("SELECT 1/0"))

    with pytest.raises(Unreachable, match="given up"):
        store.write(work)
    assert held_by(store, 1) == 0


# A network that is cut or falls silent


@pytest.fixture
def far(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PostgresStore, Proxy]]:
    """A store beyond a proxy that waits half a second for an answer."""
    monkeypatch.setattr(postgres_store, "ANSWER", 0.5)
    with databases.fresh("postgresql") as address:
        folder = Path(databases.server.partition("host=")[2])
        proxy = Proxy(folder / ".s.PGSQL.5432")
        name = make_url(address).database
        opened = PostgresStore(f"postgresql://pitboss@127.0.0.1:{proxy.port}/{name}", hurried=True)
        yield opened, proxy
        opened.close()
        proxy.close()


def test_a_commit_whose_answer_the_network_loses_is_stored_and_said_to_be_unknown(
    far: tuple[PostgresStore, Proxy],
) -> None:
    store, proxy = far
    proxy.lose_commits()
    with pytest.raises(OutcomeUnknown):
        store.write(paid(1))
    assert held_by(store, 1) == CENT
    assert proxy.lost == 1


def test_a_silent_network_is_not_waited_for(far: tuple[PostgresStore, Proxy]) -> None:
    store, proxy = far
    assert store.write(paid(1)) == 1
    proxy.fall_silent()
    with pytest.raises(Unreachable):
        store.write(paid(2))
    with pytest.raises(Unreachable):
        held_by(store, 1)
    proxy.mend()
    assert store.write(paid(2)) == 2
    assert [held_by(store, number) for number in (1, 2)] == [CENT, CENT]


def test_a_server_gives_statements_locks_and_idle_transactions_their_time(
    far: tuple[PostgresStore, Proxy],
) -> None:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    query = text("SELECT " + ", ".join(f"current_setting('{name}')" for name in names))
    found: Any = far[0].read(lambda connection: tuple(connection.execute(query).one()))
    assert found == ("5s", "4s", "1500ms")


@pytest.mark.parametrize("rows", [[{"n": 1}], [{"n": 1}, {"n": 2}]], ids=["one row", "many rows"])
def test_a_transaction_that_stands_still_is_ended_whatever_it_did_last(
    far: tuple[PostgresStore, Proxy], rows: list[dict[str, int]]
) -> None:
    """As that of a server which was stopped: its locks would be everybody's."""
    store = far[0]
    with store.engine.connect() as connection:
        connection.execute(text("CREATE TEMPORARY TABLE kept (n int)"))
        connection.execute(text("SET idle_in_transaction_session_timeout = 1000"))
        session = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        connection.execute(text("INSERT INTO kept VALUES (:n)"), rows)
        there = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
        end = time.monotonic() + PATIENCE
        while store.read(lambda other: other.execute(there, {"pid": session}).scalar_one()):
            assert time.monotonic() < end, "it holds its locks for ever"
        connection.invalidate()


def test_an_ended_session_costs_one_command_and_no_more(far: tuple[PostgresStore, Proxy]) -> None:
    store, proxy = far
    store.write(paid(1))
    proxy.cut()
    with pytest.raises(Unreachable):
        store.write(paid(2))
    proxy.mend()
    assert store.write(paid(2)) == 2


# A file that has gone


def _deleted(path: Path) -> None:
    path.unlink()


def _replaced(path: Path) -> None:
    shutil.copy(path, path.with_suffix(".copy"))
    path.with_suffix(".copy").rename(path)


def _log_deleted(path: Path) -> None:
    Path(f"{path}-wal").unlink()


@pytest.mark.parametrize("how", [_deleted, _replaced, _log_deleted])
def test_nothing_is_acknowledged_into_a_file_that_has_gone(tmp_path: Path, how: Any) -> None:
    path = tmp_path / "house.db"
    store = open_store(path)
    assert isinstance(store, SqliteStore)
    store.write(paid(1))
    store.check()
    how(path)
    for _ in range(2):
        with pytest.raises(FileGone, match="was deleted or replaced while it was in use"):
            store.write(paid(2))
        with pytest.raises(FileGone):
            store.check()
    store.close()


@pytest.mark.parametrize("opens", [True, False], ids=["it opens one", "it lets go of one"])
def test_a_log_that_the_writer_changes_while_somebody_looks_has_not_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opens: bool
) -> None:
    """As it does after every fault of a disk: who watches the file beside it must not end the house."""
    path = tmp_path / "house.db"
    store = open_store(path)
    assert isinstance(store, SqliteStore)
    store.write(paid(1))
    inode, log = sqlite_store._inode, store._log
    assert log is not None

    def while_the_writer_works(looked_at: str) -> object:
        store._log = log if opens else None
        return None if opens and looked_at.endswith("-wal") else inode(looked_at)

    store._log = None if opens else log
    monkeypatch.setattr(sqlite_store, "_inode", while_the_writer_works)
    store.check()
    store.close()


@ON_SQLITE
def test_a_database_beside_its_backup_stays_the_same_file(store: Store, place: str) -> None:
    """Checkpoints, other programs and a copy of the file are no reason to stop."""
    store.write(paid(1))
    other = open_store(place)
    other.write(paid(2))
    other.close()
    shutil.copy(place, f"{place}.copy")
    store.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
    assert store.write(paid(3)) == 3
    assert len(rows_of(store)["transfers"]) == 3


def test_the_driver_is_the_one_that_is_hurried() -> None:
    assert issubclass(postgres_store.HurriedConnection, psycopg.Connection)
