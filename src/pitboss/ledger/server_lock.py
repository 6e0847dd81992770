"""One server on a SQLite file: it holds a lock from its start to its end, and a second one is refused.

That is a lock on a file beside the database, which the machine lets go when the process dies. Any number of
servers share a PostgreSQL database: there each table is leased to one (`leases`). The lock is no fence: that
is the epoch of each table.
"""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol
from uuid import uuid4

from pitboss.errors import CageFault, HouseLost
from pitboss.ledger.database import bare_store, bring_up, is_postgres, open_store
from pitboss.ledger.leases import resign_all
from pitboss.ledger.sqlite_store import SqliteStore
from pitboss.ledger.store import Store

BEYOND: Final = 1 << 30  # on Windows others cannot read what is locked, so that a place far behind is


def try_lock(number: int) -> bool | None:
    """Whether the lock is ours now; None where the system, or this kind of disk, has no locks."""
    try:
        fcntl = import_module("fcntl")
    except ImportError:
        return _try_range(number)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _try_range(number: int) -> bool | None:
    try:
        msvcrt = import_module("msvcrt")
    except ImportError:
        return None
    os.lseek(number, BEYOND, os.SEEK_SET)
    try:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


SENTENCE: Final = "A SQLite file is served by one server; several share a PostgreSQL database"


class ServedAlready(CageFault):
    """Another server is on this database."""


class NothingToTakeOver(CageFault):
    """Servers on this kind of database are in nobody's way."""


class NotServing(HouseLost):
    """Another server has taken over."""


class Serving(Protocol):
    """The right to serve a database."""

    def check(self) -> None:
        """Raises NotServing when another server has taken over."""

    def close(self) -> None:
        """Gives it up."""


def open_to_serve(address: str, threads: int, *, take_over: bool = False) -> tuple[Store, Serving]:
    """Opens a database for a server, with the right to serve it; one with an older shape gets ours."""
    store = bare_store(address)
    try:
        serving = serve_database(store, take_over=take_over)
    except BaseException:
        store.close()
        raise
    if is_postgres(address):  # bringing it up may have taken its time: from now on nothing does
        store.close()
        store = open_store(address, threads=threads)
    store.fixed = True
    return store, serving


def serve_database(store: Store, *, take_over: bool = False) -> Serving:
    """Takes the right to serve a database, or refuses in a sentence; `take_over` takes it from who has it.

    Who serves a SQLite file is alone there: leases of servers before it have ended. Only whoever is alone
    brings an older database to our shape.
    """
    if not isinstance(store, SqliteStore):
        if take_over:
            raise NothingToTakeOver(
                "--take-over is for a SQLite file: servers on PostgreSQL share the tables,"
                " and take up those of a server that has ended by themselves"
            )
        bring_up(store, alone=True)
        return _Unlocked()
    serving = _Unlocked() if store.memory else _Card(Path(f"{store.path}.serving"), take_over=take_over)
    try:
        bring_up(store)
        store.write(resign_all)
    except BaseException:
        serving.close()
        raise
    return serving


class _Unlocked:
    """A database that nobody else can reach, or that others may serve as well."""

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
            held = try_lock(self._file)
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
        try_lock(self._file)  # one that was taken over may still have it

    def close(self) -> None:
        with suppress(OSError):
            found = self._read()
            if found is not None and found.get("id") == self.id:
                os.ftruncate(self._file, 0)
        os.close(self._file)

    def _read(self) -> dict[str, Any] | None:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8")[:1_000])
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def _write(self, card: dict[str, Any]) -> None:
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps(card).encode())


def _told(card: dict[str, Any] | None) -> str:
    if not card:
        return "which does not say who it is"
    return f"process {card.get('pid')} on {card.get('host')}, since {card.get('since')}"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
