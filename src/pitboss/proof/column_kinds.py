"""SQLite keeps any kind of value in any column: one of another kind than ours is somebody else's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, Text, func, or_, select

from pitboss.ledger.schema import (
    accounts,
    acts,
    deeds,
    disputes,
    entrants,
    evening_events,
    evenings,
    events,
    felts,
    heads,
    notes,
    people,
    receipts,
    records,
    results,
    rounds,
    sheets,
    transfers,
)

AUDITED: Final = (
    sheets, felts, rounds, receipts, results, events, deeds, transfers, accounts, heads, records, acts, notes,
    people, evenings, evening_events, entrants, disputes,
)  # fmt: skip


def wrong_kinds(connection: Connection) -> Iterator[str]:
    """A sentence for each table in which a value is of another kind than its column."""
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL itself refuses such values
    for name, query in _strange_rows():
        if found := connection.execute(query).scalar_one():
            yield f"{found} of the {name} hold a text for a number, or a number for a text"


@cache
def _strange_rows() -> tuple[tuple[str, Select[Any]], ...]:
    """For each table the question how many of its rows are strange."""
    return tuple(
        (
            table.name,
            select(func.count())
            .select_from(table)
            .where(or_(*(_kind(column).not_in(_allowed(column)) for column in table.columns))),
        )
        for table in AUDITED
    )


def _kind(column: Column[Any]) -> Any:
    return func.typeof(column)


def _allowed(column: Column[Any]) -> list[str]:
    return ["text" if isinstance(column.type, Text) else "integer", *(["null"] if column.nullable else [])]
