"""Statements that the driver runs itself: the same rows and the same faults as through SQLAlchemy."""

from __future__ import annotations

from functools import partial

import psycopg
import pytest
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pitboss.ledger import Store, Unreachable, open_store
from pitboss.ledger.accounts import Account, account_ids
from pitboss.ledger.schema import accounts, sheets
from pitboss.ledger.store import Conflict, Prepared, StoreFault
from tests.databases import Databases

_HANG_UP = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_SHEETS = [{"hash": f"h{number}", "content": text} for number, text in enumerate(("", "50 % {a} :b ?", "ü"))]
_add = Prepared(insert(sheets).inline())
_found = select(sheets.c.hash, sheets.c.content).order_by(sheets.c.hash)
_from = _found.where(sheets.c.hash >= bindparam("least"), sheets.c.content != bindparam("other"))


@pytest.mark.parametrize("count", [1, 3])
def test_rows_are_written_as_sqlalchemy_reads_them(store: Store, count: int) -> None:
    store.write(lambda connection: _add.write(connection, _SHEETS[:count]))
    rows = store.read(lambda connection: connection.execute(_found).all())
    assert [row._asdict() for row in rows] == _SHEETS[:count]


@pytest.mark.parametrize(
    "values", [{"least": "h0", "other": "ü"}, {"other": "", "least": "h1"}, {"least": "h9", "other": ""}]
)
def test_rows_are_read_as_sqlalchemy_reads_them(store: Store, values: dict[str, str]) -> None:
    store.write(lambda connection: connection.execute(insert(sheets), _SHEETS))
    rows = [tuple(row) for row in store.read(lambda connection: connection.execute(_from, values).all())]
    assert store.read(lambda connection: Prepared(_from).all(connection, values)) == rows
    first = store.read(lambda connection: Prepared(_from).first(connection, values))
    assert first == (rows[0] if rows else None)


def test_what_a_statement_changes_is_counted(store: Store) -> None:
    change = Prepared(
        update(accounts).where(accounts.c.key >= bindparam("least")).values(balance=bindparam("to"))
    )

    def work(connection: Connection) -> list[int]:
        account_ids(connection, [Account("person", name) for name in ("ann", "bob", "cyd")])
        return [change.changes(connection, {"least": name, "to": 0}) for name in ("a", "b", "d")]

    assert store.write(work) == [3, 2, 0]


@pytest.mark.parametrize("count", [1, 2])
def test_a_fault_of_the_driver_is_told_in_the_cages_words(store: Store, count: int) -> None:
    store.write(lambda connection: _add.write(connection, _SHEETS))
    with pytest.raises(Conflict):
        store.write(lambda connection: _add.write(connection, _SHEETS[:count]))
    with pytest.raises(StoreFault, match="sheets are never changed"):
        store.write(lambda connection: Prepared(delete(sheets)).run(connection))
    assert len(store.read(lambda connection: connection.execute(_found).all())) == len(_SHEETS)


def test_after_lost_connections_one_piece_of_work_fails_and_the_next_finds_new_ones(
    databases: Databases,
) -> None:
    with databases.fresh("postgresql") as address:
        store = open_store(address)
        held = [store.engine.connect() for _ in range(3)]
        for connection in held:
            connection.close()  # they wait in the pool
        with psycopg.connect(address, autocommit=True) as other:
            other.execute(_HANG_UP)
        with pytest.raises(Unreachable):
            store.write(lambda connection: _add.write(connection, _SHEETS[:1]))
        for row in _SHEETS:
            store.write(partial(_add.write, rows=[row]))
        assert len(store.read(lambda connection: connection.execute(_found).all())) == len(_SHEETS)
        store.close()
