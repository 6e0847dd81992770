"""Any single change of a stored row is found by the audit, with the heads kept in a drawer."""

from __future__ import annotations

from collections import Counter
from random import Random

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from pitboss.ledger import open_store
from pitboss.proof.house_audit import audit_picture
from tests.proof.evenings import all_tables, play_evening, run_house
from tests.proof.forging import open_up
from tests.proof.rows import row_changes, unguard
from tests.proof.tournament import tournament

CHANGES = 240  # torture/tampering.py makes more
TABLES = ("napa-valley", "rivers", "rivers-2")


def test_random_changes_of_rows_are_all_found() -> None:
    store = open_store(":memory:")
    tables = {name: table for name, table in all_tables().items() if name in TABLES}
    evening = play_evening(store, rounds=2, seed=12, opened=tables)
    store.write(tournament)
    kept = [
        run_house(store, evening).head,
        *(table.standing.stored_table.head for table in evening.tables.values()),
    ]
    open_up(store)
    unguard(store)
    found, missed = store.write(lambda connection: tamper(connection, CHANGES, kept, Random(13)))
    assert missed == []
    assert found.total() == CHANGES
    assert min(found.values()) > CHANGES // 50  # every table of the database had its share
    store.close()


def tamper(
    connection: Connection, number: int, kept: list[str], chance: Random
) -> tuple[Counter[str], list[str]]:
    """Makes changes one at a time and takes each back; counts them by table, and tells those not found."""
    assert audit_picture(connection, None, kept).faults == ()
    found, missed = Counter[str](), list[str]()
    for change in row_changes(connection, chance):
        connection.exec_driver_sql("SAVEPOINT change")
        try:
            change.do(connection)
        except IntegrityError:  # a key that is there already
            continue
        else:
            if audit_picture(connection, None, kept).clean:
                missed.append(change.how)
            found[change.how.split(" ")[0].split(".")[0]] += 1
        finally:
            connection.exec_driver_sql("ROLLBACK TO change")
        if found.total() == number:
            return found, missed
    raise AssertionError("there are changes without end")
