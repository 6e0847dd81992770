"""Random changes of stored rows: a value, two values swapped, a row deleted or doubled, unguarded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, text

from pitboss.ledger import Store
from pitboss.ledger.deeds import canonical
from tests.proof.coverage import covered
from tests.proof.forging import ask
from tests.proof.mutations import change_value, other_value, paths

COLUMNS: Final = covered()  # not those that docs/fairness.md calls free
NUMBERED: Final = {
    "deeds": "id",
    "transfers": "id",
    "rounds": "number",
    "events": "sequence",
    "evening_events": "number",
    "heads": "number",
    "records": "number",
    "acts": "number",
    "notes": "number",
}
JSON: Final = frozenset({"answer", "content", "body", "chains", "before", "after"})


class RowChange(NamedTuple):
    """A change of the database, in words and as a statement with its values."""

    how: str
    sql: str
    values: dict[str, Any]

    def do(self, connection: Connection) -> None:
        ask(connection, self.sql, **self.values)


def unguard(store: Store) -> None:
    """SQLite without foreign keys and checks: as if the file were written by another program."""
    with store.engine.connect() as connection:
        for pragma in ("foreign_keys=OFF", "ignore_check_constraints=ON"):
            connection.exec_driver_sql(f"PRAGMA {pragma}")


def row_changes(connection: Connection, chance: Random) -> Iterator[RowChange]:
    """Changes without end, each for itself; every table has its share."""
    rows = {table: [row[0] for row in ask(connection, f"SELECT rowid FROM {table}")] for table in COLUMNS}
    while True:
        table = chance.choice(sorted(COLUMNS))
        row = chance.choice(rows[table])
        kind = chance.random()
        if kind < 0.7:
            change = _value(connection, table, row, chance)
        elif kind < 0.8:
            change = _swap(connection, table, row, chance.choice(rows[table]), chance)
        elif kind < 0.9 and table in NUMBERED:
            change = _double(connection, table, row)
        else:
            change = RowChange(
                f"{table} {row} deleted", f"DELETE FROM {table} WHERE rowid = :row", {"row": row}
            )
        if change is not None:
            yield change


def _value(connection: Connection, table: str, row: int, chance: Random) -> RowChange | None:
    column = chance.choice(COLUMNS[table])
    old = ask(connection, f"SELECT {column} FROM {table} WHERE rowid = :row", row=row)[0][0]
    new = _other(old, chance) if column in JSON and old[:1] == "{" else other_value(old, chance)
    if new == old or isinstance(new, (dict, list)):
        return None
    if column in ("may_owe", "fractions", "closed", "deleted", "private") and bool(new) == bool(old):
        return None
    sql = f"UPDATE {table} SET {column} = :new WHERE rowid = :row"
    return RowChange(f"{table}.{column} of {row}: {old!r} -> {new!r}", sql, {"new": new, "row": row})


def _other(content: str, chance: Random) -> str:
    """JSON with one value changed."""
    data = json.loads(content)
    change_value(data, chance.choice(list(paths(data))), chance)
    return canonical(data)


def _swap(connection: Connection, table: str, row: int, other: int, chance: Random) -> RowChange | None:
    """Two rows exchange a value that nothing keeps unique."""
    free = {
        "accounts": "balance",
        "transfers": "amount",
        "events": "body",
        "rounds": "seed",
        "deeds": "answer",
    }
    if table not in free:
        return None
    column = free[table]
    mine, theirs = (
        ask(connection, f"SELECT {column} FROM {table} WHERE rowid = :row", row=each)[0][0]
        for each in (row, other)
    )
    if mine == theirs or (table == "transfers" and _alike(connection, row, other)):
        return None
    sql = f"UPDATE {table} SET {column} = CASE rowid WHEN :row THEN :theirs ELSE :mine END"
    sql += " WHERE rowid IN (:row, :other)"
    values = {"row": row, "other": other, "mine": mine, "theirs": theirs}
    return RowChange(f"{table}.{column} of {row} and {other} swapped", sql, values)


def _alike(connection: Connection, row: int, other: int) -> bool:
    """Whether two transfers of one deed differ only in their amounts: swapped they are the same two."""
    query = "SELECT DISTINCT deed, giver, taker, what FROM transfers WHERE rowid IN (:row, :other)"
    return len(ask(connection, query, row=row, other=other)) == 1


def _double(connection: Connection, table: str, row: int) -> RowChange:
    """The row once more, with the next free number."""
    columns = [found[1] for found in connection.execute(text(f"PRAGMA table_info({table})"))]
    new = {
        NUMBERED[table]: f"(SELECT max({NUMBERED[table]}) + 1 FROM {table})",
        **({"id": "id || '+'"} if table == "rounds" else {}),
        **({"command": "command || '+'"} if table == "deeds" else {}),
    }
    values = ", ".join(new.get(column, column) for column in columns)
    sql = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE rowid = :row"
    return RowChange(f"{table} {row} doubled", sql, {"row": row})
