"""A database in an older shape, for the tests of upgrades."""

from __future__ import annotations

from typing import Any

import alembic.command
from sqlalchemy import Connection, select

from pitboss.ledger.schema import metadata
from pitboss.ledger.upgrade import migrations, shape_of
from tests.databases import Databases, Kind
from tests.postgres import new_database

Rows = dict[str, list[dict[str, Any]]]


def address(kind: Kind, databases: Databases) -> str:
    """The address of a database that holds nothing, not even a shape."""
    name = f"before_{next(databases.numbers)}"
    return (
        new_database(databases.server, name) if kind == "postgresql" else str(databases.folder / f"{name}.db")
    )


def rows_now(connection: Connection) -> Rows:
    """Every row of every table."""
    return {
        table.name: [
            dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key))
        ]
        for table in metadata.sorted_tables
    }


def count_on(connection: Connection) -> None:
    """Lets PostgreSQL number the next rows after those that were written with their numbers."""
    if connection.dialect.name != "postgresql":
        return
    for table in ("accounts", "deeds", "transfers", "acts", "notes", "decisions"):
        key = "number" if table in ("acts", "notes") else "id"
        last = f"SELECT coalesce(max({key}), 1) FROM {table}"
        connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'), ({last}))")


def shape(connection: Connection, name: str) -> None:
    """The shape of that time, without any row."""
    assert shape_of(connection) is None
    config = migrations()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, name)
