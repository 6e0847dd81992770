"""A PostgreSQL database: each piece of work has a connection of its own, first come, first served.

Nothing waits for ever: connecting, every statement and every lock have their time, in the database and here,
because a network that has fallen silent lets no answer of the database through.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from pitboss.errors import OutcomeUnknown
from pitboss.ledger.store import (
    Connections,
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

CONNECTIONS: Final = 8  # of a program that is no server, at most
CONNECT: Final = 3  # seconds to connect
STATEMENT: Final = 5.0  # seconds for a statement of a server, in the database
LOCK: Final = 4.0  # seconds to wait for another transaction's lock
IDLE: Final = 1.5  # seconds that a transaction may stand still: a lease lasts longer
ANSWER: Final = 6.0  # seconds for an answer to come here
POOL: Final = 5.0  # seconds to wait for a free connection
_RETRIES: Final = 50
_TRY_AGAIN: Final = frozenset({"40001", "40P01"})  # serialization failure, deadlock
_NOT_SURE: Final = ("08", "53", "57", "58", "XX")  # kinds of faults after which a commit may stand


class Watchdog:
    """Hangs up on connections whose answer does not come: the thread waiting there gets a fault at once."""

    def __init__(self) -> None:
        self._waiting: dict[int, float] = {}  # sockets, and until when
        self._door = Lock()
        self._thread: Thread | None = None

    def begin(self, descriptor: int, answer: float = ANSWER) -> None:
        """From now on until `end` it may be hung up on, after so many seconds."""
        self._waiting[descriptor] = time.monotonic() + answer
        if self._thread is None or not self._thread.is_alive():
            self._start()

    def end(self, descriptor: int) -> None:
        """The answer has come, or never will."""
        with self._door:
            self._waiting.pop(descriptor, None)

    def _start(self) -> None:
        with self._door:
            if self._thread is None or not self._thread.is_alive():  # it may be a child's first wait
                self._thread = Thread(target=self._watch, name="watchdog", daemon=True)
                self._thread.start()

    def _watch(self) -> None:
        while True:
            time.sleep(0.25)
            with self._door:
                late = [each for each, until in self._waiting.items() if until < time.monotonic()]
                for each in late:
                    del self._waiting[each]
                    with suppress(OSError), socket.socket(fileno=os.dup(each)) as found:
                        found.shutdown(socket.SHUT_RDWR)


WATCHDOG: Final = Watchdog()


class StepByStep(psycopg.Cursor[Any]):
    """A cursor that sends many rows one after the other, each with its answer.

    psycopg would send a pipeline, the last message of which (a flush after its end) disarms the database's
    clock for transactions that stand still: a server that is stopped there would hold its locks for ever.
    """

    def executemany(self, query: Any, params_seq: Iterable[Any], *, returning: bool = False) -> None:
        for each in params_seq:
            self.execute(query, each)


class HurriedConnection(psycopg.Connection[Any]):
    """A connection on which no answer is waited for longer than is allowed."""

    answer: float = ANSWER

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.cursor_factory = StepByStep

    def wait(self, *arguments: Any, **named: Any) -> Any:
        descriptor = self.pgconn.socket
        WATCHDOG.begin(descriptor, self.answer)
        try:
            return super().wait(*arguments, **named)
        finally:
            WATCHDOG.end(descriptor)


def connect_arguments(theirs: str, *, hurried: bool, within: float = ANSWER) -> dict[str, str | int]:
    """How connections are made; what the address itself says goes over it. `theirs` are its own options."""
    keep = {"keepalives": 1, "keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3}
    connect = min(CONNECT, max(2, int(within)))  # libpq takes no less
    found: dict[str, str | int] = {"connect_timeout": connect, "tcp_user_timeout": int(within * 1000), **keep}
    times = {
        "lock_timeout": LOCK,
        "idle_in_transaction_session_timeout": IDLE,
        "statement_timeout": STATEMENT,
    }
    if hurried:
        ours = " ".join(f"-c {name}={int(min(seconds, within) * 1000)}" for name, seconds in times.items())
        found["options"] = f"{ours} {theirs}".strip()
    return found


class PostgresStore(Store):
    """A PostgreSQL database. A hurried one, a server's, lets nothing wait for longer than some seconds."""

    def __init__(
        self, url: str, connections: int = CONNECTIONS, *, hurried: bool = False, within: float = ANSWER
    ) -> None:
        address = make_url(url).set(drivername="postgresql+psycopg")
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # it would warn of every refused transfer
        theirs = address.query.get("options", "")
        arguments = connect_arguments(
            theirs if isinstance(theirs, str) else " ".join(theirs), hurried=hurried, within=within
        )
        own = {name for name in address.query if name != "options"}
        arguments = {name: value for name, value in arguments.items() if name not in own}
        super().__init__(
            create_engine(
                address,
                connect_args=arguments,
                pool_size=connections,
                max_overflow=0,
                pool_pre_ping=False,
            )
        )
        if hurried:

            @event.listens_for(self.engine, "do_connect")
            def connect(dialect: object, record: object, given: list[Any], named: dict[str, Any]) -> Any:
                connection = HurriedConnection.connect(*given, **named)
                connection.answer = within
                return connection

        self._size = connections
        self._places = Places(connections)
        self._patience = POOL if hurried else 60.0
        self._away = ""  # why, while the database does not answer
        self._trying = Lock()

    def apart(self, within: float) -> PostgresStore:
        """The same database over a connection of its own, on which nothing takes longer than some seconds."""
        url = self.engine.url.render_as_string(hide_password=False)
        found = PostgresStore(url, 1, hurried=True, within=within)
        found.fixed = self.fixed
        return found

    def write(self, work: Work[T]) -> T:
        if self._here.connection is not None:
            return self._step(self._here.connection, work)
        for turn in range(_RETRIES):
            try:
                with self._noticed():
                    return self._once(work)
            except SQLAlchemyError as fault:
                if not _is_to_be_tried_again(fault) or turn == _RETRIES - 1:
                    found = told(fault, self.url)
                    self.count_fault(found)
                    raise found from None
                time.sleep(0.001 * (turn + 1))
            except Exception as fault:
                self.count_fault(fault)
                raise
        raise AssertionError("the last turn returns or raises")

    def _once(self, work: Work[T]) -> T:
        with self._connected() as connection:
            transaction = connection.begin()
            try:
                if self.fixed:
                    check_unchanged(connection)
                result = work(connection)
                reach("store:before commit")
                _check_alive(connection)
            except BaseException:
                with suppress(DBAPIError):
                    transaction.rollback()
                raise
            try:
                reach("store:committing")
                begun = time.perf_counter()
                transaction.commit()
                self.on_commit(time.perf_counter() - begun)
                reach("store:committed")
            except DBAPIError as fault:
                connection.invalidate()
                if _is_definite(fault):
                    raise
                text = f"Whether the database {self.url} has stored this is not known: {first_line(fault)}"
                raise OutcomeUnknown(text) from None
        reach("store:after commit")
        return result

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection out of the pool; `on_wait` gets how long that took."""
        begun = time.perf_counter()
        if not self._places.take(self._patience):
            self.on_wait(self._patience)
            raise NoConnection
        try:
            with self.engine.connect() as connection:
                self.on_wait(time.perf_counter() - begun)
                yield connection
        finally:
            self._places.give_back()

    def connections(self) -> Connections:
        return Connections(self._size, self._size - self._places.free, len(self._places.waiting))

    def _step(self, connection: Connection, work: Work[T]) -> T:
        """A write in the middle of a transaction: when it fails, it alone is undone."""
        try:
            with connection.begin_nested():
                return work(connection)
        except SQLAlchemyError as fault:
            if _is_to_be_tried_again(fault):  # by who has begun the transaction
                raise
            raise told(fault, self.url) from None

    def read(self, work: Work[T]) -> T:
        if self._here.connection is not None:
            with told_faults(self.url):
                return work(self._here.connection)
        with self._told_and_counted(), self._noticed(), self._connected() as connection:
            return work(
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            )

    @contextmanager
    def _noticed(self) -> Iterator[None]:
        """While the database does not answer, one at a time tries it, and the others are told at once."""
        if self._away:
            self._try()
        begun = time.monotonic()
        try:
            yield
        except (DBAPIError, NoConnection, OutcomeUnknown) as fault:
            if time.monotonic() - begun >= CONNECT and getattr(fault, "connection_invalidated", True):
                self._away = str(told(fault, self.url)).splitlines()[0]
            raise

    def doubt(self, why: str) -> None:
        """The database was found not to answer: one thread tries it before others wait for it."""
        self._away = why

    def _try(self) -> None:
        if not self._trying.acquire(blocking=False):
            raise Unreachable(self._away)
        try:
            with self._connected() as connection:
                connection.exec_driver_sql("SELECT 1")
            self._away = ""
        finally:
            self._trying.release()


def _check_alive(connection: Connection) -> None:
    """A transaction in which a statement has failed would be given up by its commit, without a word."""
    own: Any = connection.connection.driver_connection
    if own.info.transaction_status == TransactionStatus.INERROR:
        raise Unreachable("The database has given up a transaction in the middle")


def _is_to_be_tried_again(fault: Exception) -> bool:
    return getattr(getattr(fault, "orig", None), "sqlstate", None) in _TRY_AGAIN


def _is_definite(fault: DBAPIError) -> bool:
    """Whether the database itself says that it has stored nothing."""
    code = getattr(fault.orig, "sqlstate", None)
    return code is not None and not code.startswith(_NOT_SURE)
