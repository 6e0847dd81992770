"""One server on one database: it holds a lock from its start to its end, and a second one is refused.

On SQLite that is a lock on a file beside the database, which the machine lets go when the process dies;
on PostgreSQL a lock of a session of its own. Neither is a fence: that is the epoch of each table.
"""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol
from uuid import uuid4

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from pitboss.cage.locks import SERVING
from pitboss.cage.sqlite_store import SqliteStore
from pitboss.cage.transactions import Store
from pitboss.faults import CageFault, HouseLost

try:
    import fcntl
except ImportError:  # Windows has no such locks: the file says who serves
    fcntl = None  # type: ignore[assignment]

SENTENCE: Final = "Two servers on one database would take each other's tables away"


class ServedAlready(CageFault):
    """Another server is on this database."""


class NotServing(HouseLost):
    """Another server has taken over."""


class Serving(Protocol):
    """The right to serve a database."""

    def check(self) -> None:
        """Raises NotServing when another server has taken over."""

    def close(self) -> None:
        """Gives it up."""


def serve_alone(store: Store, *, take_over: bool = False) -> Serving:
    """Takes the right to serve a database, or refuses in a sentence; `take_over` takes it from who has it."""
    if isinstance(store, SqliteStore):
        return _Unshared() if store.memory else _Card(Path(f"{store.path}.serving"), take_over=take_over)
    return _Session(store, take_over=take_over)


class _Unshared:
    """A database that nobody else can reach."""

    def check(self) -> None:
        pass

    def close(self) -> None:
        pass


class _Card:
    """A file beside the database that says who serves it, with a lock on it."""

    def __init__(self, path: Path, *, take_over: bool) -> None:
        self.path = path
        self.id = uuid4().hex
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            before = self._read()
            held = self._lock()
            taken = before is not None if held is None else not held  # without locks the card itself counts
            if taken and not take_over:
                raise ServedAlready(
                    f"A server is on this database already, {_told(before)}. {SENTENCE}."
                    " If it is dead or shall end, start with --take-over"
                )
            self._write({"id": self.id, "pid": os.getpid(), "host": socket.gethostname(), "since": _now()})
        except BaseException:
            os.close(self._file)
            raise

    def check(self) -> None:
        found = self._read()
        if found is None or found.get("id") != self.id:
            raise NotServing(f"Another server has taken this database over, {_told(found)}")
        self._lock()  # one that was taken over may still have it

    def close(self) -> None:
        with suppress(OSError):
            found = self._read()
            if found is not None and found.get("id") == self.id:
                os.truncate(self.path, 0)
        os.close(self._file)

    def _lock(self) -> bool | None:
        """Whether the lock is ours now; None where there are no locks."""
        if fcntl is None:
            return None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True

    def _read(self) -> dict[str, Any] | None:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8")[:1_000])
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def _write(self, card: dict[str, Any]) -> None:
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, json.dumps(card).encode(), 0)


class _Session:
    """A session of PostgreSQL that holds a lock; when it is lost, another one takes the lock if it can."""

    def __init__(self, store: Store, *, take_over: bool) -> None:
        self.store = store
        self.name = f"pitboss serve on {socket.gethostname()}, process {os.getpid()}"[:63]
        self._connection: Connection | None = None
        try:
            holder = self._try()
            if holder and take_over:
                self._end_holder()
                holder = self._try()
        except SQLAlchemyError as fault:
            raise ServedAlready(
                f"Whether another server is on this database cannot be told: {fault}"
            ) from None
        if holder:
            self.close()
            raise ServedAlready(
                f"A server is on this database already, {holder}. {SENTENCE}."
                " If it is dead or shall end, start with --take-over"
            )

    def check(self) -> None:
        try:
            if self._connection is not None:
                self._connection.exec_driver_sql("SELECT 1")
                return
            holder = self._try()
        except SQLAlchemyError:
            self._let_go()  # the database is away, or has ended the session: tried again at the next check
            return
        if holder:
            raise NotServing(f"Another server has taken this database over, {holder}")

    def close(self) -> None:
        self._let_go()

    def _try(self) -> str:
        """Takes the lock; gives who has it if that is another."""
        connection = self._connection = self.store.engine.connect().execution_options(
            isolation_level="AUTOCOMMIT"
        )
        connection.detach()  # it is no longer one of those that others wait for
        connection.exec_driver_sql("SELECT set_config('application_name', %s, false)", (self.name,))
        if connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({SERVING})").scalar():
            return ""
        found = connection.exec_driver_sql(f"SELECT application_name {_HOLDER}").scalar()
        self._let_go()
        return str(found or "another program")

    def _end_holder(self) -> None:
        with self.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid, 5000) {_HOLDER}")

    def _let_go(self) -> None:
        """The session is ended, and its lock with it."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):  # its end alone would do, a moment later
                self._connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None


_HOLDER: Final = (
    "FROM pg_stat_activity WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
    f" AND classid = 0 AND objid = {SERVING} AND database = (SELECT oid FROM pg_database"
    " WHERE datname = current_database()))"
)


def _told(card: dict[str, Any] | None) -> str:
    if not card:
        return "which does not say who it is"
    return f"process {card.get('pid')} on {card.get('host')}, since {card.get('since')}"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
