"""Opening a database by its address, giving it our shape, and the right to serve it.

The ledger is one SQLite file or a PostgreSQL database; `open_store` is what most callers want. One server
serves a SQLite file: it holds a lock on a file beside it from its start to its end, and a second one is
refused. Any number of servers share a PostgreSQL database: there each table is leased to one (`servers`). The
lock is no fence: that is the epoch of each table.
"""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from uuid import uuid4

from sqlalchemy import URL, Connection, inspect, make_url
from sqlalchemy.exc import ArgumentError

from pitboss.errors import CageFault, HouseLost
from pitboss.ledger.backup import looking_at
from pitboss.ledger.servers import resign_all, servers_run
from pitboss.ledger.sqlite_store import MEMORY, SqliteStore
from pitboss.ledger.store import (
    LATEST,
    UPGRADE,
    Store,
    StoreFault,
    Unreachable,
    WrongShape,
    check_latest,
    shape_of,
    told_faults,
    upgrade,
)
from pitboss.package import install_line


def is_postgres(address: str) -> bool:
    """Whether an address is that of a PostgreSQL database; others are paths of SQLite files."""
    return address.startswith(("postgresql:", "postgresql+psycopg:", "postgres:"))


def open_store(where: str | Path, synchronous: str = "FULL", *, threads: int | None = None) -> Store:
    """A store by its address, in our shape: `postgresql://…`, `:memory:`, or the path of a SQLite file.

    An empty one gets our shape, one with another shape is refused. `threads` makes it a server's: nothing of
    it waits longer than some seconds for a database that is away, and each thread has a connection.
    """
    store = bare_store(where, synchronous)
    try:
        with _translated(store.url):
            shape = store.read(shape_of)
            check_latest(shape)
        if shape is None:
            bring_up(store)
    except BaseException:
        store.close()
        raise
    if threads and is_postgres(str(where)):  # giving it our shape may have taken its time
        store.close()
        store = bare_store(where, threads=threads)
    store.fixed = True
    return store


def bare_store(where: str | Path, synchronous: str = "FULL", *, threads: int | None = None) -> Store:
    """A store by its address, whatever its shape. A new file is its owner's alone: it holds secret seeds."""
    address = str(where)
    if is_postgres(address):
        try:
            from pitboss.ledger.postgres_store import CONNECTIONS, PostgresStore

            url = re.sub("^postgres:", "postgresql:", address)
            return PostgresStore(url, threads or CONNECTIONS, hurried=threads is not None)
        except ArgumentError:
            raise Unreachable("An address is like postgresql://user@host/database") from None
        except ImportError:
            raise Unreachable(f"PostgreSQL needs one more package: {install_line('postgres')}") from None
    if address != MEMORY and not Path(address).exists():
        try:
            Path(address).parent.mkdir(parents=True, exist_ok=True)
            Path(address).touch(mode=0o600)
        except OSError as fault:
            raise Unreachable(f"The database {address} cannot be made: {fault.strerror or fault}") from None
    return SqliteStore(address, synchronous)


def bring_up(store: Store, *, alone: bool = False) -> str | None:
    """Brings a database to the latest shape, and tells which it had: None when it was empty.

    Other processes that use it at this moment write nothing more, and end. `alone` refuses where servers run.
    """

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":  # one process upgrades, the others wait and find it done
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADE})")
            shape = shape_of(connection)
            if shape not in (None, LATEST):
                # Every writer reads this table first: it ends, or finds the new shape.
                connection.exec_driver_sql("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE")
                if alone and inspect(connection).has_table("servers") and servers_run(connection):
                    raise WrongShape(
                        f"The database has the older shape {shape}, and servers run on it: stop them all,"
                        " back it up, then run: pitboss upgrade"
                    )
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
    except StoreFault as fault:
        raise Unreachable(f"The database {url} cannot be opened: {fault}") from None


# How a database is set up

_ADDRESS = "An address is like postgresql://user@host/database"


class FileSettings(NamedTuple):
    """How SQLite writes a file."""

    journal_mode: str
    synchronous: str


class ServerSettings(NamedTuple):
    """A PostgreSQL server, and which of its settings for sure storing are off."""

    version: str
    off: tuple[str, ...]


def shape_of_file(path: Path) -> str | None:
    """The shape of a SQLite file, without touching it: the file may be anybody's."""
    with told_faults(str(path)), looking_at(path) as connection:
        return shape_of(connection)


def on_postgres(connection: Connection) -> bool:
    """Whether this is a PostgreSQL database."""
    return connection.dialect.name == "postgresql"


def file_settings(connection: Connection) -> FileSettings:
    """How the file of this connection is written."""

    def pragma(name: str) -> str:
        return str(connection.exec_driver_sql(f"PRAGMA {name}").scalar())

    return FileSettings(pragma("journal_mode"), pragma("synchronous"))


def server_settings(connection: Connection) -> ServerSettings:
    """What the server of this connection is."""
    version = str(connection.exec_driver_sql("SHOW server_version").scalar())
    wanted = ("fsync", "full_page_writes", "synchronous_commit")
    found = {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in wanted}
    return ServerSettings(version, tuple(name for name, value in found.items() if value == "off"))


def changed_guards(connection: Connection) -> list[str]:
    """The tables and triggers of a SQLite file that are not those that the migrations make, by name."""
    fresh = open_store(":memory:")
    try:
        wanted = fresh.read(_made)
    finally:
        fresh.close()
    return sorted({name for _, name, _ in wanted ^ _made(connection)})


def _made(connection: Connection) -> set[tuple[str, str, str]]:
    rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(kind, name, " ".join(sql.split())) for kind, name, sql in rows}


# Addresses of PostgreSQL databases
def without_password(address: str) -> str:
    """An address that may be shown."""
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return "postgresql"


def for_tools(address: str) -> str:
    """An address as PostgreSQL's own tools take it. A password is left out: they ask, or read ~/.pgpass."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise Unreachable(_ADDRESS) from None
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return bare.render_as_string(hide_password=False)


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
    """Takes the right to serve a database, or refuses in a sentence; `take_over` takes it from another.

    The server of a SQLite file is alone there, so leases of servers before it have ended, and it may bring an
    older database to our shape.
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
