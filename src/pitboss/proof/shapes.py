"""SQLite keeps any kind of value in any column: one of another kind than ours is somebody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Column, Connection, Text, func, or_, select

from pitboss.cage.schema import accounts, deeds, events, felts, heads, rounds, sheets, transfers

AUDITED: Final = (sheets, felts, rounds, events, deeds, transfers, accounts, heads)


def wrong_kinds(connection: Connection) -> Iterator[str]:
    """A sentence for each table in which a value is of another kind than its column."""
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL itself refuses such values
    for table in AUDITED:
        strange = or_(*(_kind(column).not_in(_allowed(column)) for column in table.columns))
        found = connection.execute(select(func.count()).select_from(table).where(strange)).scalar_one()
        if found:
            yield f"{found} of the {table.name} hold a text for a number, or a number for a text"


def _kind(column: Column[Any]) -> Any:
    return func.typeof(column)


def _allowed(column: Column[Any]) -> list[str]:
    return ["text" if isinstance(column.type, Text) else "integer", *(["null"] if column.nullable else [])]
