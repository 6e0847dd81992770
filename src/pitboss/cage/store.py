"""Where the cage keeps its data: one SQLite file, or a PostgreSQL database. Work is done in transactions.

SQLite has one writer at a time. Whoever waits for the writer's turn queues its work, and who gets the turn
does all that is queued and commits once: nobody hears of success before that commit is on the disk.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError
from sqlalchemy.pool import QueuePool, StaticPool

from pitboss.cage.points import reach
from pitboss.cage.prepared import Prepared
from pitboss.cage.upgrade import LATEST, WrongShape, shape_of, upgrade
from pitboss.faults import CageFault

T = TypeVar("T")
Work = Callable[[Connection], T]

MEMORY: Final = ":memory:"  # an address: nothing is kept
MOST_TOGETHER: Final = 64  # pieces of work that share one commit
_BEGIN: Final = Prepared(text("BEGIN IMMEDIATE"))
_COMMIT: Final = Prepared(text("COMMIT"))
_SAVE: Final = Prepared(text("SAVEPOINT job"))
_BACK: Final = Prepared(text("ROLLBACK TO job"))
_RELEASE: Final = Prepared(text("RELEASE job"))
_RETRIES: Final = 50
_TRY_AGAIN: Final = frozenset({"40001", "40P01"})  # PostgreSQL: serialization failure, deadlock


class Unreachable(CageFault):
    """The database cannot be opened or has gone; the message says which and why."""


class Store:
    """A database of the cage. `write` and `read` run work in a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.url = engine.url.render_as_string(hide_password=True)

    def write(self, work: Work[T]) -> T:
        """Does work and returns its result once it is safely stored; an exception leaves nothing behind."""
        raise NotImplementedError

    def read(self, work: Work[T]) -> T:
        """Does work that only reads, on one unchanging picture of the database."""
        raise NotImplementedError

    def together(self, work: Callable[[], T]) -> T:
        """Does work that writes and reads several times, which where it pays is one transaction.

        What it has written is safely stored when this returns. An exception may leave its first steps behind
        or nothing of it. It may be done in another thread, and must not wait for anybody else who writes.
        """
        return work()

    def close(self) -> None:
        """Lets go of all connections."""
        self.engine.dispose()


class _Job(Generic[T]):
    """A piece of work in the queue, and what came of it."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.done = False
        self.result: T | None = None
        self.fault: BaseException | None = None
        self.leads = False  # whoever waits for it does what is queued
        self._called = Lock()
        self._called.acquire()

    def wait(self) -> None:
        """Until it is done, or leads."""
        self._called.acquire()

    def call(self) -> None:
        self._called.release()


class _Here(local):
    """The transaction that this thread is in the middle of."""

    connection: Connection | None = None


class SqliteStore(Store):
    """One file. WAL so that readers never wait, FULL so that a power cut loses nothing that was told."""

    def __init__(self, path: str, synchronous: str = "FULL") -> None:
        memory = path == MEMORY
        engine = create_engine(
            URL.create("sqlite", database=None if memory else path),
            poolclass=StaticPool if memory else QueuePool,
            connect_args={"check_same_thread": False, "timeout": 30},
        )
        super().__init__(engine)
        self.memory = memory

        @event.listens_for(engine, "connect")
        def _connected(connection: sqlite3.Connection, record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, not by the driver
            for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA recursive_triggers=ON")  # so that REPLACE deletes nothing unseen

        self._turn = Lock()  # the writer's
        self._door = Lock()  # to the queue, and to who leads
        self._queue: deque[_Job[Any]] = deque()
        self._busy = False  # somebody leads
        self._writer: Connection | None = None
        self._here = _Here()

    def together(self, work: Callable[[], T]) -> T:
        return self.write(lambda connection: self._inside(connection, work))

    def _inside(self, connection: Connection, work: Callable[[], T]) -> T:
        self._here.connection = connection
        try:
            return work()
        finally:
            self._here.connection = None

    def write(self, work: Work[T]) -> T:
        if self._here.connection is not None:
            with _told_faults(self.url):
                return _undone_alone(self._here.connection, work)
        job = _Job(work)
        with self._door:
            self._queue.append(job)
            job.leads, self._busy = not self._busy, True
        try:
            if not job.leads:
                job.wait()
        except BaseException:  # who waits is interrupted
            self._leave(job)
            raise
        if not job.done:
            self._serve()
        if job.fault is not None:
            raise _told(job.fault, self.url)
        return job.result  # type: ignore[return-value]  # None only where T is None

    def _leave(self, job: _Job[Any]) -> None:
        with self._door:
            if job in self._queue:
                self._queue.remove(job)
                if job.leads:
                    self._pass_on()

    def _pass_on(self) -> None:
        """The first in the queue leads now: nobody whose work is done waits for work that came later."""
        self._busy = bool(self._queue)
        if self._busy:
            self._queue[0].leads = True
            self._queue[0].call()

    def _serve(self) -> None:
        """Does what is queued, in order, and commits once."""
        with self._door:
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), MOST_TOGETHER))]
        try:
            with self._turn:
                self._commit(batch)
        finally:
            with self._door:
                self._pass_on()
            for job in batch:
                job.done = True
                job.call()

    def _commit(self, batch: list[_Job[Any]]) -> None:
        try:
            if self._writer is None:
                self._writer = self.engine.connect()
            connection = self._writer
            _BEGIN.run(connection)
            for job in batch:
                self._attempt(connection, job, alone=len(batch) == 1)
            reach("store:before commit")
            _COMMIT.run(connection)
            reach("store:after commit")
        except BaseException as fault:
            self._undo()
            for job in batch:
                job.fault = job.fault or _told(fault, self.url)
            if not isinstance(fault, Exception):
                raise

    def _attempt(self, connection: Connection, job: _Job[Any], *, alone: bool) -> None:
        """One piece of work; beside others it is undone by itself when it fails."""
        try:
            job.result = job.work(connection) if alone else _undone_alone(connection, job.work)
        except Exception as fault:
            job.fault = fault
            if alone:
                raise

    def _undo(self) -> None:
        if self._writer is None:  # it could not be opened
            return
        try:
            self._writer.exec_driver_sql("ROLLBACK")
        except DBAPIError:
            self._writer.invalidate()  # nothing was begun, or the file has gone
            self._writer = None

    def read(self, work: Work[T]) -> T:
        if self._here.connection is not None:
            with _told_faults(self.url):
                return work(self._here.connection)
        if self.memory:
            return self.write(work)
        with _told_faults(self.url), self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")

    def close(self) -> None:
        with self._turn:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        super().close()


class PostgresStore(Store):
    """A PostgreSQL database: each piece of work has a connection of a small pool to itself."""

    def __init__(self, url: str, connections: int = 8) -> None:
        address = make_url(url).set(drivername="postgresql+psycopg")
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # it would warn of every refused transfer
        super().__init__(
            create_engine(
                address, pool_size=connections, max_overflow=0, pool_timeout=60, pool_pre_ping=False
            )
        )

    def write(self, work: Work[T]) -> T:
        for turn in range(_RETRIES):
            try:
                with self.engine.begin() as connection:
                    result = work(connection)
                    reach("store:before commit")
                reach("store:after commit")
                return result
            except DBAPIError as fault:
                code = getattr(fault.orig, "sqlstate", None)
                if code not in _TRY_AGAIN or turn == _RETRIES - 1:
                    raise _told(fault, self.url) from None
                time.sleep(0.001 * (turn + 1))
        raise AssertionError("the last turn returns or raises")

    def read(self, work: Work[T]) -> T:
        with _told_faults(self.url):
            connection = self.engine.connect().execution_options(isolation_level="REPEATABLE READ")
            with connection:
                return work(connection)


def _undone_alone(connection: Connection, work: Work[T]) -> T:
    """A piece of work within a transaction of SQLite: when it fails, it alone is undone."""
    if not connection.connection.in_transaction:  # a savepoint would begin another
        raise Unreachable("The database has given up a transaction in the middle")
    _SAVE.run(connection)
    try:
        result = work(connection)
    except BaseException:
        if connection.connection.in_transaction:
            _BACK.run(connection)
            _RELEASE.run(connection)
        raise
    _RELEASE.run(connection)
    return result


def _told(fault: BaseException, url: str) -> BaseException:
    """A fault of the database as a sentence; anything else as it is."""
    gone = isinstance(fault, OperationalError) or type(fault) is DatabaseError  # the latter: a broken file
    if gone and isinstance(fault, DBAPIError):
        return Unreachable(f"The database {url} cannot be used: {_first_line(fault)}")
    return fault


@contextmanager
def _told_faults(url: str) -> Iterator[None]:
    try:
        yield
    except DBAPIError as fault:
        raise _told(fault, url) from None


def is_postgres(address: str) -> bool:
    """Whether an address is that of a PostgreSQL database; others are paths of SQLite files."""
    return address.startswith(("postgresql:", "postgresql+psycopg:", "postgres:"))


def open_store(where: str | Path, synchronous: str = "FULL") -> Store:
    """A store by its address, in our shape: `postgresql://…`, `:memory:`, or the path of a SQLite file."""
    store = bare_store(where, synchronous)
    try:
        bring_up(store)
    except BaseException:
        store.close()
        raise
    return store


def bare_store(where: str | Path, synchronous: str = "FULL") -> Store:
    """A store by its address, whatever its shape. A new file is its owner's alone: it holds secret seeds."""
    address = str(where)
    if is_postgres(address):
        try:
            return PostgresStore(re.sub("^postgres:", "postgresql:", address))
        except ArgumentError:
            raise Unreachable("An address is like postgresql://user@host/database") from None
        except ImportError:
            raise Unreachable("PostgreSQL needs one more package: pip install 'pitboss[postgres]'") from None
    if address != MEMORY and not Path(address).exists():
        Path(address).parent.mkdir(parents=True, exist_ok=True)
        Path(address).touch(mode=0o600)
    return SqliteStore(address, synchronous)


def bring_up(store: Store) -> str | None:
    """Brings a database to the latest shape, and tells which it had: None when it was empty."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":  # one process upgrades, the others wait and find it done
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7035190)")
        upgrade(connection)

    with _translated(store.url):
        before = store.read(shape_of)
        if before != LATEST:
            store.write(work)
    return before


@contextmanager
def _translated(url: str) -> Iterator[None]:
    try:
        yield
    except WrongShape as fault:
        raise WrongShape(f"{url}: {fault}") from None
    except DBAPIError as fault:
        raise Unreachable(f"The database {url} cannot be opened: {_first_line(fault)}") from None


def _first_line(fault: DBAPIError) -> str:
    return (str(fault.orig).strip() or str(fault)).splitlines()[0]
