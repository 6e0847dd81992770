"""Where the bench keeps its cages: SQLite files and a PostgreSQL of its own; copying, filling, weighing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Table

from bench.bare_cage import BarePostgres, BareSqlite, BareWriter
from pitboss.ledger import Store
from pitboss.ledger.schema import accounts, deeds, events, felts, metadata, rounds, transfers
from tests.postgres import new_database

TIMES = 10  # how much more there is after each filling


class Place(Protocol):
    """A kind of database."""

    name: str
    writers: int  # that the bare driver may have at once

    def new(self, name: str) -> str:
        """The address of a new database."""

    def copy(self, store: Store, name: str) -> str:
        """The address of a new database with all that a store holds."""

    def bare(self, address: str) -> BareWriter:
        """The bare driver at a database."""

    def rows(self, address: str) -> dict[str, list[Any]]:
        """Everything in a database, by table."""

    def fill(self, address: str, level: int) -> None:
        """Makes ten rounds of each: nine copies of all rows, under other names."""

    def size(self, address: str) -> int:
        """The bytes on the disk, when nothing waits to be written."""

    def calm(self) -> None:
        """Waits until what was written before is out of the way of the stopwatch."""


class Sqlite:
    """Files in a folder."""

    name = "SQLite FULL"
    writers = 1

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, name: str) -> str:
        return str(self.folder / f"{name}.db")

    def copy(self, store: Store, name: str) -> str:
        address = self.new(name)
        with (
            closing(sqlite3.connect(str(store.engine.url.database))) as old,
            closing(sqlite3.connect(address)) as new,
        ):
            old.backup(new)
        return address

    def bare(self, address: str) -> BareWriter:
        return BareSqlite(address)

    def rows(self, address: str) -> dict[str, list[Any]]:
        with closing(sqlite3.connect(address)) as connection:
            return {name: connection.execute(query).fetchall() for name, query in _everything()}

    def fill(self, address: str, level: int) -> None:
        with closing(sqlite3.connect(address, isolation_level=None)) as connection:
            connection.execute("PRAGMA cache_size=-200000")
            deed, account, transfer = connection.execute(_LAST).fetchone()
            for statements in _copies(deed, account, transfer, level):
                connection.execute("BEGIN")
                for statement in statements:
                    connection.execute(statement)
                connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def size(self, address: str) -> int:
        return Path(address).stat().st_size

    def calm(self) -> None:
        os.sync()


class Postgres:
    """Databases of one server."""

    name = "PostgreSQL"
    writers = 8

    def __init__(self, server: str) -> None:
        self.server = server

    def new(self, name: str) -> str:
        return new_database(self.server, name)

    def copy(self, store: Store, name: str) -> str:
        store.engine.dispose()  # a database is copied while nobody is connected to it
        old = store.engine.url.database
        self._alone(self.server, f'CREATE DATABASE "{name}" TEMPLATE "{old}" STRATEGY file_copy')
        return self.server.replace("/postgres?", f"/{name}?")

    def bare(self, address: str) -> BareWriter:
        return BarePostgres(address)

    def rows(self, address: str) -> dict[str, list[Any]]:
        import psycopg

        with psycopg.connect(address) as connection:
            return {name: connection.execute(query).fetchall() for name, query in _everything()}

    def fill(self, address: str, level: int) -> None:
        import psycopg

        with psycopg.connect(address, autocommit=True) as connection:
            last = connection.execute(_LAST).fetchone()
            assert last is not None
            deed, account, transfer = last
            for statements in _copies(deed, account, transfer, level):
                with connection.transaction():
                    for statement in statements:
                        connection.execute(statement.encode())
            for table in ("accounts", "deeds", "transfers"):
                move = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
                connection.execute(move.encode())
        self._alone(address, "VACUUM ANALYZE")

    def size(self, address: str) -> int:
        import psycopg

        with psycopg.connect(address) as connection:
            found = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert found is not None
        return int(found[0])

    def calm(self) -> None:
        self._alone(self.server, "CHECKPOINT")
        os.sync()

    def _alone(self, address: str, statement: str) -> None:
        """A statement that may not be in a transaction."""
        import psycopg

        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())


def _everything() -> Iterator[tuple[str, str]]:
    for table in metadata.sorted_tables:
        yield table.name, f"SELECT * FROM {table.name} ORDER BY {', '.join(table.primary_key.columns.keys())}"


_LAST = "SELECT (SELECT max(id) FROM deeds), (SELECT max(id) FROM accounts), (SELECT max(id) FROM transfers)"


def _copies(deed: int, account: int, transfer: int, level: int) -> Iterator[list[str]]:
    """The statements of each copy, to be one transaction. A copy has its own tables, rounds, people and mint,
    so that every constraint and every trigger holds; the actors stay, so that their commands become many."""
    old = f"NOT LIKE '%/{level}.%'"
    for number in range(1, TIMES):
        mark = f"|| '/{level}.{number}'"
        new_deed, new_account = deed * number, account * number
        yield [
            _copied(accounts, f"id <= {account}", id=f"id + {new_account}", key=f"key {mark}", balance="0"),
            _copied(deeds, f"id <= {deed}", id=f"id + {new_deed}", command=f"command {mark}"),
            _copied(felts, f"id {old}", id=f"id {mark}"),
            _copied(rounds, f"felt {old}", id=f"id {mark}", felt=f"felt {mark}"),
            _copied(
                events,
                f"felt {old}",
                felt=f"felt {mark}",
                round=f"round {mark}",
                deed=f"deed + {new_deed}",
            ),
            _copied(
                transfers,
                f"id <= {transfer} ORDER BY id",
                id=f"id + {transfer * number}",
                deed=f"deed + {new_deed}",
                giver=f"giver + {new_account}",
                taker=f"taker + {new_account}",
            ),
        ]


def _copied(table: Table, which: str, **changed: str) -> str:
    """The statement that writes rows of a table again with some columns changed."""
    names = table.columns.keys()
    values = ", ".join(changed.get(name, name) for name in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} FROM {table.name} WHERE {which}"
