"""How a database is set up, for who looks after it: its guards, how surely it stores, its address."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError

from pitboss.ledger.backup import looking_at
from pitboss.ledger.store import Unreachable, open_store
from pitboss.ledger.transactions import told_faults
from pitboss.ledger.upgrade import shape_of

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
