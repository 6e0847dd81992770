"""Opening a database by its address, giving it our shape, and looking at how it is set up.

The ledger is one SQLite file or a PostgreSQL database; `open_store` is what most callers want.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, inspect, make_url
from sqlalchemy.exc import ArgumentError

from pitboss.ledger.backup import looking_at
from pitboss.ledger.leases import servers_run
from pitboss.ledger.sqlite_store import MEMORY, SqliteStore
from pitboss.ledger.store import UPGRADE, Store, StoreFault, Unreachable, told_faults
from pitboss.ledger.upgrade import LATEST, WrongShape, check_latest, shape_of, upgrade


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
            raise Unreachable("PostgreSQL needs one more package: pip install 'pitboss[postgres]'") from None
    if address != MEMORY and not Path(address).exists():
        try:
            Path(address).parent.mkdir(parents=True, exist_ok=True)
            Path(address).touch(mode=0o600)
        except OSError as fault:
            raise Unreachable(f"The database {address} cannot be made: {fault.strerror or fault}") from None
    return SqliteStore(address, synchronous)


def bring_up(store: Store, *, alone: bool = False) -> str | None:
    """Brings a database to the latest shape, and tells which it had: None when it was empty.

    Whoever else uses it at this moment writes nothing more, and ends. `alone` refuses where servers run.
    """

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":  # one process upgrades, the others wait and find it done
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({UPGRADE})")
            shape = shape_of(connection)
            if shape not in (None, LATEST):
                # Whoever writes has read this table, and reads it first: they end, or find the new shape.
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
    """The tables and triggers of a SQLite file that are not those that the migrations make, by name.

    White space does not count: an older version may have written the same statement on other lines.
    """
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
