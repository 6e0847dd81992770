"""A database from before the chains: what it holds is put into them as it stands, and the audit is clean."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, insert, inspect

from pitboss.fair.chain import START, link
from pitboss.ledger import Store, open_store
from pitboss.ledger.deeds import ALONE, canonical
from pitboss.ledger.schema import accounts, deeds, events, felts, heads, metadata, receipts, records
from pitboss.ledger.store import bare_store, bring_up
from pitboss.pit import pit
from pitboss.proof.cage_audit import audit
from tests.databases import KINDS, Databases
from tests.ledger.older import Rows, address, count_on, rows_now, shape
from tests.proof.first_format import first_body
from tests.proof.house_evening import house_evening

BEFORE = "0003"  # the last shape without the chains


@pytest.fixture(params=KINDS)
def old(request: pytest.FixtureRequest, databases: Databases) -> str:
    """The address of a database that holds nothing, not even a shape."""
    return address(request.param, databases)


def _fill(connection: Connection, rows: Rows) -> None:
    """The rows as an older program would have written them; its head knew the chains of rounds alone."""
    known = inspect(connection)
    for table in metadata.sorted_tables:
        if table in (records, heads, receipts) or not rows[table.name] or not known.has_table(table.name):
            continue
        names = {column["name"] for column in known.get_columns(table.name)}
        kept = [{name: value for name, value in row.items() if name in names} for row in rows[table.name]]
        if table is deeds:  # what moved nothing and told nothing was not written down at that time
            kept = [row for row in kept if row["answer"] != ALONE]
        if table is events:
            kept = [row | {"body": first_body(row["body"])} for row in kept]
        if table is accounts:
            kept = [row | {"balance": 0} for row in kept]  # the transfers make it
        connection.execute(insert(table), kept)
    count_on(connection)
    chains = canonical({row["id"]: [0, START] for row in rows[felts.name]})
    connection.execute(
        insert(heads), {"number": 1, "at": 1, "chains": chains, "head": link(START, chains.encode())}
    )


def test_an_older_house_is_in_the_chains_after_the_upgrade(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit, "part_of", lambda meter, table: meter)  # a meter had one part at that time
    today = open_store(":memory:")
    house_evening(today)
    rows = today.read(rows_now)
    today.close()
    store: Store = bare_store(old)
    store.write(lambda connection: shape(connection, BEFORE))
    store.write(lambda connection: _fill(connection, rows))
    assert bring_up(store) == BEFORE
    found = audit(store)
    assert found.faults == ()
    written = {row["id"] for row in rows["deeds"] if row["answer"] != ALONE}
    outside = written - {row["deed"] for row in rows["events"]}
    told = sum(len(rows[each]) for each in ("acts", "notes", "people"))
    assert found.figures["records"] == len(outside) + told + 1  # that the rounds were told in another format
    now = store.read(rows_now)
    assert now["events"] == rows["events"]  # the links are those that today's program has made
    store.close()
