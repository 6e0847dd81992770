"""One SQLite file. It has one writer at a time.

Threads wait for the writer's turn, first come, first served. `LoopWriter` takes turns for an event loop, and
commits what has come together once: nobody hears of success before that commit is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool, StaticPool

from pitboss.errors import HouseLost, OutcomeUnknown
from pitboss.ledger.store import (
    Connections,
    Piece,
    Places,
    Store,
    Unreachable,
    Work,
    check_unchanged,
    first_line,
    reach,
    told,
    told_faults,
)

T = TypeVar("T")
MEMORY: Final = ":memory:"  # an address: nothing is kept
BUSY: Final = 10.0  # seconds to wait for another program that writes
POOL: Final = {"pool_size": 5, "max_overflow": 10}  # who reads, and the one who writes
LOOK: Final = 0.01  # seconds between two looks whether it has done so


class Occupied(Exception):
    """Another program writes at this moment."""


class FileGone(HouseLost):
    """The file was deleted or replaced while it was open: what is written now would be nowhere."""


class _Inode(NamedTuple):
    """Which file a path names."""

    device: int
    number: int


def _inode(path: str) -> _Inode | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - at every commit, and twice as fast
    except OSError:
        return None
    return _Inode(found.st_dev, found.st_ino)


class SqliteStore(Store):
    """One file. WAL so that readers never wait, FULL so that a power cut loses nothing that was told."""

    def __init__(self, path: str, synchronous: str = "FULL") -> None:
        memory = path == MEMORY
        engine = create_engine(
            URL.create("sqlite", database=None if memory else path),
            **({"poolclass": StaticPool} if memory else {"poolclass": QueuePool, **POOL}),
            connect_args={"check_same_thread": False, "timeout": BUSY},
        )
        super().__init__(engine)
        self.memory = memory
        self.path = str(Path(path).absolute())
        self._file: _Inode | None = None  # what was opened
        self._log: _Inode | None = None  # its write-ahead log, as the writer has opened it

        @event.listens_for(engine, "connect")
        def _connected(connection: sqlite3.Connection, record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, not by the driver
            try:
                for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
                    connection.execute(f"PRAGMA {pragma}")
                connection.execute("PRAGMA trusted_schema=OFF")
                connection.execute("PRAGMA recursive_triggers=ON")  # so that REPLACE deletes nothing unseen
            except sqlite3.Error as fault:  # SQLAlchemy tells only of its own statements
                raise Unreachable(f"The database {self.url} cannot be opened: {fault}") from None
            if not memory:
                self._file = self._file or _inode(self.path)
                self.check()

        self._turn = Places(1)  # the writer's
        self._writer: Connection | None = None
        self.on_free: list[Callable[[], None]] = []  # called when a thread has written

    def write(self, work: Work[T]) -> T:
        if self._here.connection is not None:
            with told_faults(self.url):
                return _undone_alone(self._here.connection, work)
        piece = Piece(work)
        self._turn.take()
        try:
            if self.begin([piece]) and self.commit([piece]):
                self.confirm([piece])
        finally:
            self.give_back()
            for call in self.on_free:
                call()
        return self.result_of(piece)

    def result_of(self, piece: Piece[T]) -> T:
        """What came of a piece of work whose transaction is over; raises its fault."""
        if piece.fault is not None:
            fault, piece.fault = told(piece.fault, self.url), None
            self.count_fault(fault)
            try:
                raise fault
            finally:
                del fault  # it knows where it was raised: it must not be known there in turn
        return piece.result  # type: ignore[return-value]  # None only where T is None

    def lead(self) -> bool:
        """Takes the writer's turn where nobody has it or waits for it, until it is given back."""
        return self._turn.take(0.0)

    def give_back(self) -> None:
        """Gives the turn back, from any thread."""
        self._turn.give_back()

    def begin(self, batch: Sequence[Piece[Any]], *, patient: bool = True) -> bool:
        """Does pieces of work in one transaction; False where that has failed, for the pieces know why.

        Who is not patient hears `Occupied` where another program writes at this moment; nothing was done.
        """
        try:
            if self._writer is None:
                self._writer, self._log = self.engine.connect(), None
                self._writer.exec_driver_sql("PRAGMA busy_timeout=0")  # we wait for others ourselves
            connection = self._writer
            _begin(connection, BUSY if patient else 0.0)
            self._log = self._log or _inode(f"{self.path}-wal")
            if self.fixed:
                check_unchanged(connection)
            for piece in batch:
                alone = len(batch) == 1  # beside others it is undone by itself when it fails
                try:
                    work = piece.work
                    piece.result = work(connection) if alone else _undone_alone(connection, work)
                except Exception as fault:
                    piece.fault = fault
                    if alone:
                        raise
            reach("store:before commit")
            self.check()
            _check_alive(connection)
        except BaseException as fault:  # noqa: BLE001 - the caller that waits gets it
            if not patient and _is(fault, sqlite3.SQLITE_BUSY):
                raise Occupied from None
            self._fail(batch, fault)
            return False
        return True

    def commit(self, batch: Sequence[Piece[Any]]) -> bool:
        """Commits what was begun, and does nothing else: a thread that waits for the disk needs no more."""
        connection = self._writer
        assert connection is not None
        try:
            self._end(connection)
        except BaseException as fault:  # noqa: BLE001 - the caller that waits gets it
            self._fail(batch, fault)
            return False
        return True

    def confirm(self, batch: Sequence[Piece[Any]]) -> None:
        """After a commit, before anybody hears of it: the file was there until all was on the disk."""
        try:
            self.check()
            reach("store:after commit")
        except BaseException as fault:
            _tell_all(batch, told(fault, self.url))
            if not isinstance(fault, Exception):
                raise

    def _fail(self, batch: Sequence[Piece[Any]], fault: BaseException) -> None:
        self._undo()
        _tell_all(batch, told(fault, self.url))
        if not isinstance(fault, Exception):
            raise fault

    def _end(self, connection: Connection) -> None:
        """Commits. After a fault the log on the disk may end with this commit, for the next who opens it.

        Not so on a full disk: the write that fell short is part of what the commit's checksum is over.
        """
        try:
            reach("store:committing")
            begun = time.perf_counter()
            connection.exec_driver_sql("COMMIT")
            self.on_commit(time.perf_counter() - begun)
            reach("store:committed")
        except IntegrityError:
            raise
        except DBAPIError as fault:
            if _is(fault, sqlite3.SQLITE_FULL):
                raise
            text = f"Whether the database {self.url} has stored this is not known: {first_line(fault)}"
            raise OutcomeUnknown(text) from None

    def _undo(self) -> None:
        if self._writer is None:  # it could not be opened
            return
        try:
            self._writer.exec_driver_sql("ROLLBACK")
        except DBAPIError:
            self._log = None  # the last connection takes it away
            self._writer.invalidate()  # nothing was begun, or the file has gone
            self._writer = None

    def check(self) -> None:
        if self.memory or self._file is None:
            return
        log = self._log  # which the writer may let go of and open anew while this looks
        gone = log is not None and _inode(f"{self.path}-wal") != log and self._log is log
        if gone or _inode(self.path) != self._file:
            raise FileGone(
                f"The database file {self.path} was deleted or replaced while it was in use:"
                " nothing further is stored. Put it back and start again"
            )

    def read(self, work: Work[T]) -> T:
        if self._here.connection is not None:
            with told_faults(self.url):
                return work(self._here.connection)
        if self.memory:
            return self.write(work)
        with self._told_and_counted(), self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")
                connection.exec_driver_sql("PRAGMA query_only=OFF")  # the next piece of work may write

    def connections(self) -> Connections:
        pool, waiting = self.engine.pool, len(self._turn.waiting)
        if not isinstance(pool, QueuePool):  # in memory there is one
            return Connections(1, 1 - self._turn.free, waiting)
        return Connections(sum(POOL.values()), pool.checkedout(), waiting)

    def close(self) -> None:
        self._turn.take()
        if self._writer is not None:
            self._log = None
            self._writer.close()
            self._writer = None
        self._turn.give_back()
        super().close()


def _tell_all(batch: Sequence[Piece[Any]], fault: BaseException) -> None:
    for piece in batch:
        piece.fault = piece.fault or fault


def _begin(connection: Connection, patience: float) -> None:
    """Begins to write, when no other program does."""
    ends = time.monotonic() + patience
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return
        except DBAPIError as fault:
            if not _is(fault, sqlite3.SQLITE_BUSY) or time.monotonic() >= ends:
                raise
            time.sleep(LOOK)


def _is(fault: BaseException, code: int) -> bool:
    """Whether it is this fault of SQLite; busy is: another program writes."""
    own = fault.orig if isinstance(fault, DBAPIError) else None
    return isinstance(own, sqlite3.OperationalError) and own.sqlite_errorcode == code


def _check_alive(connection: Connection) -> None:
    """SQLite gives a transaction up by itself when the disk is full: nothing of it was stored."""
    if not connection.connection.in_transaction:
        raise Unreachable("The database has given up a transaction in the middle")


def _undone_alone(connection: Connection, work: Work[T]) -> T:
    """A piece of work within a transaction: when it fails, it alone is undone."""
    _check_alive(connection)  # a savepoint would begin another
    connection.exec_driver_sql("SAVEPOINT job")
    try:
        result = work(connection)
    except BaseException:
        if connection.connection.in_transaction:
            connection.exec_driver_sql("ROLLBACK TO job")
            connection.exec_driver_sql("RELEASE job")
        raise
    connection.exec_driver_sql("RELEASE job")
    return result


# Work of an event loop

TOGETHER: Final = 16  # pieces of work that share one commit: so long nothing else is done on the loop


class _Awaited(Piece[Any]):
    """A piece of work, and who waits for it."""

    def __init__(self, work: Work[Any], heard: asyncio.Future[None]) -> None:
        super().__init__(work)
        self.heard = heard


class _Batch(NamedTuple):
    pieces: list[_Awaited]
    begun: bool  # else another program was writing, which nobody waits for on the loop
    loop: asyncio.AbstractEventLoop


class LoopWriter:
    """The writer of one event loop."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._waiting: deque[_Awaited] = deque()
        self._due: SimpleQueue[_Batch | None] | None = None  # for the thread
        self._loop: asyncio.AbstractEventLoop | None = None
        store.on_free.append(self._freed)

    @property
    def waiting(self) -> int:
        """Pieces of work that are not begun."""
        return len(self._waiting)

    async def write(self, work: Work[T]) -> T:
        """Does work as `Store.write` does: its result is stored, and after a fault nothing has changed."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # what the last one left undone, nobody waits for any more
            self._loop = loop
            self._waiting.clear()
        piece = _Awaited(work, loop.create_future())
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            loop.call_soon(self._begin, loop)  # with all that comes in the same turn of the loop
        await piece.heard
        result: T = self._store.result_of(piece)
        return result

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Does what waits, if nobody else writes: who does so calls when it is over."""
        store = self._store
        if not self._waiting or not store.lead():
            return
        pieces = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER))]
        try:
            begun = store.begin(pieces, patient=False)
        except Occupied:
            self._hand_over(_Batch(pieces, False, loop))
            return
        except BaseException:
            store.give_back()
            raise
        if begun:
            self._hand_over(_Batch(pieces, True, loop))
        else:
            store.give_back()
            self._tell(pieces, loop)

    def _hand_over(self, batch: _Batch) -> None:
        if self._due is None:
            self._due = SimpleQueue()
            Thread(target=_commit_all, args=(self, self._due), name="commit", daemon=True).start()
        self._due.put(batch)

    def commit(self, batch: _Batch) -> None:
        """In the thread: a batch comes to the disk, and its loop hears of it."""
        stored = False
        try:
            stored = (batch.begun or self._store.begin(batch.pieces)) and self._store.commit(batch.pieces)
        finally:
            self._store.give_back()
            with suppress(RuntimeError):  # the loop has ended meanwhile
                batch.loop.call_soon_threadsafe(self._committed, batch, stored)

    def _committed(self, batch: _Batch, stored: bool) -> None:
        if stored:
            self._store.confirm(batch.pieces)
        self._tell(batch.pieces, batch.loop)

    def _tell(self, pieces: list[_Awaited], loop: asyncio.AbstractEventLoop) -> None:
        """Who waits goes on in a moment; the next batch is begun before that, so that the disk has work."""
        for piece in pieces:
            if not piece.heard.done():
                piece.heard.set_result(None)
        self._begin(loop)

    def _freed(self) -> None:
        """From whichever thread has written."""
        if self._waiting and self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._begin, self._loop)

    def close(self) -> None:
        """Nothing is written from here any more: the thread ends when it has done what is due."""
        if self._freed in self._store.on_free:
            self._store.on_free.remove(self._freed)
        if self._due is not None:
            self._due.put(None)
            self._due = None


def _commit_all(writer: LoopWriter, due: SimpleQueue[_Batch | None]) -> None:
    while (batch := due.get()) is not None:
        writer.commit(batch)
