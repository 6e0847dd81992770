"""The witness in the database: whose writes it would call those of a zombie."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy import insert

from pitboss.ledger import open_store
from pitboss.ledger.schema import felts, sheets
from tests.cluster.witness import Note, call_witness, read_notes, takeovers, zombies
from tests.postgres import new_database, running

FIRST, SECOND = Note("opened", "t", 0, 1, "one", 1.0), Note("taken", "t", 2, 2, "two", 5.0)
GOOD = [
    FIRST,
    Note("event", "t", 1, 1, "one", 2.0),
    Note("lobby", "t", None, 1, "one", 2.1),
    Note("event", "t", 2, 1, "one", 3.0),
    SECOND,
    Note("event", "t", 3, 2, "two", 6.0),
]


def test_a_table_that_changes_hands_is_no_fault() -> None:
    assert list(zombies(GOOD)) == []
    assert takeovers({"t": GOOD, "u": [FIRST]}) == 1


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (Note("event", "t", 4, 2, "one", 7.0), "is of one, and two held it"),
        (Note("lobby", "t", None, 2, "one", 7.0), "is of one, and two held it"),
        (Note("event", "t", 4, 1, "one", 7.0), "came after two had taken it"),
        (Note("lobby", "t", None, 1, "one", 7.0), "came after two had taken it"),
        (Note("event", "t", 4, 1, "one", 4.0), "is of an older epoch than 3"),
    ],
    ids=["an event by another", "people by another", "a late event", "late people", "an older epoch"],
)
def test_a_write_by_who_has_lost_the_table_is_one(note: Note, why: str) -> None:
    found = list(zombies([*GOOD, note]))
    assert any(why in fault for fault in found), found


def test_it_writes_down_who_takes_a_table() -> None:
    with running() as server:
        address = new_database(server, "witness")
        store = open_store(address)
        call_witness(address)
        opened = {
            "id": "t",
            "sheet": "s",
            "low": 500,
            "high": 5000,
            "epoch": 1,
            "sequence": 0,
            "rounds": 0,
            "purse": "house",
        }
        store.write(lambda connection: connection.execute(insert(sheets), {"hash": "s", "content": "{}"}))
        store.write(
            lambda connection: connection.execute(insert(felts), opened | {"head": "", "closed": False})
        )
        store.close()
        with psycopg.connect(address, autocommit=True, application_name="two") as other:
            other.execute("UPDATE felts SET epoch = 2, owner = 'two'")
            other.execute("UPDATE felts SET rounds = 1")
            other.execute("UPDATE felts SET epoch = 3, owner = 'three'")
        notes = read_notes(address)["t"]
    assert [(note.kind, note.epoch) for note in notes] == [("opened", 2), ("taken", 3)]
    assert {note.writer for note in notes} == {"two"}
