"""A loop that writes the rows of commands with the bare driver: the reference for the cage.

It is told every row and every number beforehand, asks the database nothing and checks nothing. The schema,
its triggers, the pragmas and one transaction per command are those of the cage.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Table, func, select

from pitboss.ledger import Store
from pitboss.ledger.schema import accounts, deeds, events, receipts, rounds, transfers

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "trusted_schema=OFF",
    "recursive_triggers=ON",
)
ENDS = ("settle", "void", "unused")  # the events that end a round


class Write(NamedTuple):
    """One statement, with `?` for its values, and the rows it is run with."""

    statement: str
    rows: list[tuple[Any, ...]]


class Deed(NamedTuple):
    """All that one command wrote, in an order that the foreign keys allow."""

    felt: str
    writes: list[Write]


class Mark(NamedTuple):
    """How far a database was read."""

    deed: int
    account: int


class BareWriter(Protocol):
    """The bare driver at a database."""

    def write(self, done: Iterable[Deed]) -> None:
        """Writes commands, one transaction each."""

    def close(self) -> None:
        """Lets go of the connection."""


def latest(store: Store) -> Mark:
    """The end of what is written."""
    query = select(
        select(func.max(deeds.c.id)).scalar_subquery(), select(func.max(accounts.c.id)).scalar_subquery()
    )
    return Mark(*store.read(lambda connection: connection.execute(query).one()))


def deeds_since(store: Store, mark: Mark) -> tuple[list[Deed], Mark]:
    """What commands at tables have written since a mark, command by command."""
    done, last = store.read(lambda connection: _deeds_since(connection, mark))
    if store.engine.dialect.name == "postgresql":
        done = [Deed(table_id, [_for_psycopg(each) for each in writes]) for table_id, writes in done]
    return done, last


def _for_psycopg(write: Write) -> Write:
    return Write(write.statement.replace("?", "%s"), write.rows)


def _deeds_since(connection: Connection, mark: Mark) -> tuple[list[Deed], Mark]:
    done = connection.execute(select(deeds).where(deeds.c.id > mark.deed).order_by(deeds.c.id)).all()
    new = {
        row.id: (row.id, row.kind, row.key, row.may_owe, row.fractions)  # the transfers make the balance
        for row in connection.execute(select(accounts).where(accounts.c.id > mark.account))
    }
    last = Mark(done[-1].id if done else mark.deed, max(new, default=mark.account))
    told = _by_deed(connection, events, mark.deed)
    moved = _by_deed(connection, transfers, mark.deed)
    played = {
        row.id: row
        for row in connection.execute(
            select(rounds).where(
                rounds.c.id.in_(select(events.c.round).where(events.c.deed > mark.deed).distinct())
            )
        )
    }
    sealed = {
        row.round: row.text
        for row in connection.execute(select(receipts).where(receipts.c.round.in_(played.keys())))
    }
    found = []
    for deed in done:
        written = told[deed.id]
        kinds = {json.loads(event.body)["k"] for event in written}
        first, now = written[0], played[written[0].round]
        writes = [_insert(deeds, [tuple(deed)])]
        head = now.head if kinds & {*ENDS} else None
        writes.append(_advanced(first.felt, written[-1].sequence, now.number, head))
        if "open" in kinds:
            writes.append(_insert(rounds, [(*tuple(now)[:8], None, None, None)]))
        writes.append(_insert(events, [tuple(event) for event in written]))
        moves = [tuple(move) for move in moved.get(deed.id, ())]
        opened = [new.pop(number) for move in moves for number in move[2:4] if number in new]
        if opened:
            writes.append(_insert(accounts, opened, "id, kind, key, may_owe, fractions"))
        if moves:
            writes.append(_insert(transfers, moves))
        if head is not None:
            ended = "UPDATE rounds SET ended = ?, previous = ?, head = ? WHERE id = ?"
            writes.append(Write(ended, [(now.ended, now.previous, now.head, now.id)]))
            writes.append(_insert(receipts, [(now.id, sealed[now.id])]))
        found.append(Deed(first.felt, writes))
    return found, last


def _by_deed(connection: Connection, table: Table, after: int) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in connection.execute(
        select(table).where(table.c.deed > after).order_by(*table.primary_key.columns)
    ):
        found.setdefault(row.deed, []).append(row)
    return found


def _advanced(table_id: str, sequence: int, played: int, head: str | None) -> Write:
    if head is None:
        return Write("UPDATE felts SET sequence = ?, rounds = ? WHERE id = ?", [(sequence, played, table_id)])
    return Write(
        "UPDATE felts SET sequence = ?, rounds = ?, head = ? WHERE id = ?",
        [(sequence, played, head, table_id)],
    )


def _insert(table: Table, rows: list[tuple[Any, ...]], columns: str = "") -> Write:
    names = columns or ", ".join(table.columns.keys())
    marks = ", ".join("?" * len(rows[0]))
    return Write(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)


class BareSqlite:
    """One connection of the standard `sqlite3`."""

    def __init__(self, path: str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in PRAGMAS:
            self.connection.execute(f"PRAGMA {pragma}")

    def write(self, done: Iterable[Deed]) -> None:
        """One transaction per command."""
        with closing(self.connection.cursor()) as cursor:
            for deed in done:
                cursor.execute("BEGIN IMMEDIATE")
                _run(cursor, deed.writes)
                cursor.execute("COMMIT")

    def close(self) -> None:
        self.connection.close()


class BarePostgres:
    """One connection of psycopg, which prepares what it runs often."""

    def __init__(self, address: str) -> None:
        import psycopg

        self.connection = psycopg.connect(address)

    def write(self, done: Iterable[Deed]) -> None:
        """One transaction per command."""
        with self.connection.cursor() as cursor:
            for deed in done:
                _run(cursor, deed.writes)
                self.connection.commit()

    def close(self) -> None:
        self.connection.close()


def _run(cursor: Any, writes: list[Write]) -> None:
    for statement, rows in writes:
        if len(rows) == 1:
            cursor.execute(statement, rows[0])
        else:
            cursor.executemany(statement, rows)
