"""A database of `pitboss.round/1` is brought up: its rounds are told in the second format, cent by cent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect

from pitboss.ledger import Store, open_store
from pitboss.ledger.deeds import canonical
from pitboss.ledger.schema import accounts, metadata
from pitboss.ledger.store import bare_store, bring_up
from pitboss.proof.cage_audit import audit
from pitboss.proof.receipt_file import verify_file
from pitboss.proof.stored_receipts import receipts
from tests.databases import KINDS, Databases
from tests.ledger.older import address, count_on, rows_now, shape
from tests.proof.evenings import play_evening, run_house
from tests.proof.first_format import Row, Rows, in_first_format

BEFORE = "0007"  # the last shape without stored receipts


def fill(connection: Connection, rows: Rows) -> None:
    known = set(inspect(connection).get_table_names())
    for table in metadata.sorted_tables:
        kept = rows.get(table.name, [])
        if table.name not in known or not kept:
            continue
        columns = {each["name"] for each in inspect(connection).get_columns(table.name)}
        then = [{name: value for name, value in row.items() if name in columns} for row in kept]
        connection.execute(
            insert(table), [row | {"balance": 0} for row in then] if table is accounts else then
        )
    count_on(connection)


@pytest.fixture(scope="module")
def today() -> Rows:
    """An evening at every kind of table, in today's format."""
    store = open_store(":memory:")
    run_house(store, play_evening(store, rounds=3, seed=41), doubted=False)
    rows = store.read(rows_now)
    store.close()
    return rows


def brought_up(where: str, rows: Rows) -> Store:
    store = bare_store(where)
    store.write(lambda connection: shape(connection, BEFORE))
    store.write(lambda connection: fill(connection, rows))
    assert bring_up(store) == BEFORE
    return store


@pytest.mark.parametrize("kind", KINDS)
def test_rounds_of_the_first_format_become_those_of_the_second(
    kind: Any, databases: Databases, today: Rows
) -> None:
    store = brought_up(address(kind, databases), in_first_format(_copy(today)))
    found = store.read(rows_now)
    for table in ("events", "rounds", "receipts", "felts", "heads", "transfers", "deeds", "accounts"):
        assert found[table] == today[table], table
    assert audit(store).faults == ()
    assert verify_file(receipts(store)).receipts == len(today["receipts"]) > 20
    *_, act = found["acts"]
    last = json.loads(act["after"])["head"]
    assert (act["actor"], act["what"], last) == ("upgrade", "renew", today["heads"][-1]["head"])
    assert json.loads(act["before"])["head"] != last
    store.close()


def test_a_settlement_that_the_rules_do_not_give_stays_and_is_told(today: Rows, databases: Databases) -> None:
    rows = in_first_format(_copy(today))
    forged = next(row for row in rows["events"] if _won(row))
    body = json.loads(forged["body"])
    body["seats"][0]["lines"][0]["profit"] += 100
    forged["body"] = canonical(body)
    store = brought_up(address("sqlite", databases), rows)
    found = audit(store)
    place = f"Table {forged['felt']}: Event {forged['sequence']}: it is no event of a round"
    assert place in found.faults
    assert not any(row["round"] == forged["round"] for row in store.read(rows_now)["receipts"])
    store.close()


def _won(row: Row) -> bool:
    body = json.loads(row["body"])
    return body["k"] == "settle" and bool(body["seats"])


def _copy(rows: Rows) -> Rows:
    return {name: [dict(row) for row in kept] for name, kept in rows.items()}
