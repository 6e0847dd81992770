"""The tables that queries know are the tables that the migrations make."""

from __future__ import annotations

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, inspect

from pitboss.cage import Store
from pitboss.cage.schema import metadata
from pitboss.cage.upgrade import LATEST, migrations


def test_the_migrations_make_the_tables_that_queries_know(store: Store) -> None:
    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    assert store.read(differences) == []


def test_every_check_of_the_schema_is_in_the_database(store: Store) -> None:
    def checks(connection: Connection) -> dict[str, set[str | None]]:
        inspector = inspect(connection)
        return {
            name: {check["name"] for check in inspector.get_check_constraints(name)}
            for name in metadata.tables
        }

    known = {
        name: {each.name for each in table.constraints if isinstance(each, CheckConstraint)}
        for name, table in metadata.tables.items()
    }
    assert store.read(checks) == known
    assert sum(map(len, known.values())) == 19


def test_the_latest_shape_is_the_last_migration() -> None:
    assert ScriptDirectory.from_config(migrations()).get_heads() == [LATEST]
