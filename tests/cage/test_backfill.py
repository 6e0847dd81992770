"""A database from before the chains: what it holds is put into them as it stands, and the audit is clean."""

from __future__ import annotations

from typing import Any

import alembic.command
import pytest
from sqlalchemy import Connection, insert, inspect, select

from pitboss.cage import Store, open_store
from pitboss.cage.journal import canonical
from pitboss.cage.schema import accounts, felts, heads, metadata, records
from pitboss.cage.store import bare_store, bring_up
from pitboss.cage.upgrade import migrations, shape_of
from pitboss.fair.chain import START, link
from pitboss.proof.audit import audit
from tests.databases import KINDS, Databases, Kind
from tests.postgres import new_database
from tests.proof.house_evening import house_evening

BEFORE = "0003"  # the last shape without the chains
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=KINDS)
def old(request: pytest.FixtureRequest, databases: Databases) -> str:
    """The address of a database that holds nothing, not even a shape."""
    kind: Kind = request.param
    name = f"before_{next(databases.numbers)}"
    return (
        new_database(databases.server, name) if kind == "postgresql" else str(databases.folder / f"{name}.db")
    )


def _rows(connection: Connection) -> Rows:
    return {
        table.name: [
            dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key))
        ]
        for table in metadata.sorted_tables
    }


def _shape(connection: Connection) -> None:
    """The shape of that time."""
    assert shape_of(connection) is None
    config = migrations()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, BEFORE)


def _fill(connection: Connection, rows: Rows) -> None:
    """The rows as an older program would have written them; its head knew the chains of rounds alone."""
    known = inspect(connection)
    for table in metadata.sorted_tables:
        if table in (records, heads) or not rows[table.name]:
            continue
        names = {column["name"] for column in known.get_columns(table.name)}
        kept = [{name: value for name, value in row.items() if name in names} for row in rows[table.name]]
        if table is accounts:
            kept = [row | {"balance": 0} for row in kept]  # the transfers make it
        connection.execute(insert(table), kept)
    chains = canonical({row["id"]: [0, START] for row in rows[felts.name]})
    connection.execute(
        insert(heads), {"number": 1, "at": 1, "chains": chains, "head": link(START, chains.encode())}
    )


def test_an_older_house_is_in_the_chains_after_the_upgrade(old: str) -> None:
    today = open_store(":memory:")
    house_evening(today)
    rows = today.read(_rows)
    today.close()
    store: Store = bare_store(old)
    store.write(_shape)
    store.write(lambda connection: _fill(connection, rows))
    assert bring_up(store) == BEFORE
    found = audit(store)
    assert found.faults == ()
    outside = {row["id"] for row in rows["deeds"]} - {row["deed"] for row in rows["events"]}
    assert found.figures["records"] == len(outside) + sum(
        len(rows[each]) for each in ("acts", "notes", "people")
    )
    now = store.read(_rows)
    assert now["events"] == rows["events"]  # the links are those that today's program has made
    store.close()
