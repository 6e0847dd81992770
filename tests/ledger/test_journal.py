"""Deeds are done once, sheets are kept, tables are written by one holder at a time."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection

from pitboss.canonical import START
from pitboss.ledger import Store
from pitboss.ledger.deeds import Deed, OtherContent, Request, canonical, first_answer, write_deed
from pitboss.ledger.journal import (
    LeaseLost,
    NoSuchTable,
    StoredEvent,
    StoredRound,
    StoredTable,
    advance,
    end_round,
    events_of_round,
    keep_sheet,
    last_round,
    open_round,
    read_round,
    read_table,
    sheet_content,
    store_table,
    stored_tables,
    write_events,
)
from pitboss.ledger.servers import take_lease
from pitboss.ledger.store import Conflict
from tests.ledger.at_once import at_once
from tests.ledger.books import deed, rows_of

ROUND = StoredRound("t:1", "t", 1, "aa", 500, 50_000, "promise", "secret", None, None, None)


def new_table(name: str = "t", **other: Any) -> StoredTable:
    return StoredTable(name, "aa", 500, 50_000, 0, 0, 0, "00", closed=False)._replace(**other)


@pytest.fixture(autouse=True)
def _a_table(store: Store) -> None:
    def work(connection: Connection) -> None:
        keep_sheet(connection, "aa", '{"id":"x"}')
        store_table(connection, new_table())

    store.write(work)


# Deeds


def test_the_same_command_is_answered_as_it_was_the_first_time(store: Store) -> None:
    asked = Request("ann", "c-1", canonical({"b": 1, "a": 2}))
    assert store.read(lambda connection: first_answer(connection, asked)) is None
    store.write(lambda connection: write_deed(connection, asked, '{"first":7}', 1))
    same = Request("ann", "c-1", canonical({"a": 2, "b": 1}))
    assert store.read(lambda connection: first_answer(connection, same)) == '{"first":7}'


def test_the_same_id_for_something_else_is_refused(store: Store) -> None:
    store.write(lambda connection: write_deed(connection, Request("ann", "c-1", "{}"), "{}", 1))
    with pytest.raises(OtherContent, match="'c-1' was used before for something else"):
        store.read(lambda connection: first_answer(connection, Request("ann", "c-1", "{ }")))


def test_ids_are_unique_for_each_actor_and_not_among_them(store: Store) -> None:
    store.write(lambda connection: write_deed(connection, Request("ann", "c-1", "{}"), "{}", 1))
    store.write(lambda connection: write_deed(connection, Request("bob", "c-1", "[]"), "{}", 1))
    before = rows_of(store)
    with pytest.raises(Conflict):
        store.write(lambda connection: write_deed(connection, Request("ann", "c-1", "{}"), "{}", 1))
    assert rows_of(store) == before


def test_of_the_same_command_from_many_sides_at_once_one_is_written(store: Store) -> None:
    asked = Request("ann", "c-1", "{}")
    told = at_once(5, lambda _: store.write(lambda connection: write_deed(connection, asked, "{}", 1)))
    assert sorted(type(each).__name__ for each in told) == ["Conflict"] * 4 + ["int"]
    assert len(rows_of(store)["deeds"]) == 1


# Sheets


def test_a_sheet_is_kept_by_its_hash_and_the_first_content_stays(store: Store) -> None:
    store.write(lambda connection: keep_sheet(connection, "bb", "{}"))
    store.write(lambda connection: keep_sheet(connection, "bb", "other"))
    assert store.read(lambda connection: sheet_content(connection, "bb")) == "{}"
    assert store.read(lambda connection: sheet_content(connection, "aa")) == '{"id":"x"}'


def test_a_table_needs_a_sheet_that_is_kept(store: Store) -> None:
    with pytest.raises(Conflict):
        store.write(lambda connection: store_table(connection, new_table("u", sheet="cc")))


# Leases


def test_a_table_is_moved_on_by_the_last_who_took_it(store: Store) -> None:
    epochs = [store.write(lambda connection: take_lease(connection, "t")) for _ in range(3)]
    assert epochs == [1, 2, 3]
    now = store.read(lambda connection: read_table(connection, "t"))
    assert now == new_table(epoch=3)
    after = now._replace(sequence=2, rounds=1, head="11")
    store.write(lambda connection: advance(connection, now, after))
    assert store.read(lambda connection: read_table(connection, "t")) == after


@pytest.mark.parametrize("held", [{"epoch": 0}, {"epoch": 2}, {"epoch": 1, "sequence": 1}, {"id": "u"}])
def test_a_lost_lease_and_a_table_that_went_on_write_nothing(store: Store, held: dict[str, Any]) -> None:
    store.write(lambda connection: take_lease(connection, "t"))
    believed = new_table(epoch=1)._replace(**held)
    before = rows_of(store)

    def work(connection: Connection) -> None:
        deed(connection)
        advance(connection, believed, believed._replace(sequence=5))

    with pytest.raises(LeaseLost, match="Another process holds the table"):
        store.write(work)
    assert rows_of(store) == before


def test_of_many_who_take_a_table_each_gets_another_epoch(store: Store) -> None:
    epochs = at_once(5, lambda _: store.write(lambda connection: take_lease(connection, "t")))
    assert sorted(epochs) == [1, 2, 3, 4, 5]


def test_a_table_that_is_not_there_cannot_be_read_or_taken(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="There is no table 'nowhere'"):
        store.read(lambda connection: read_table(connection, "nowhere"))
    with pytest.raises(NoSuchTable, match="There is no table 'nowhere'"):
        store.write(lambda connection: take_lease(connection, "nowhere"))


def test_tables_are_listed_by_name_and_the_closed_ones_left_out_on_request(store: Store) -> None:
    store.write(lambda connection: store_table(connection, new_table("s", closed=True)))
    store.write(lambda connection: store_table(connection, new_table("u")))
    assert store.read(stored_tables) == [new_table("s", closed=True), new_table("t"), new_table("u")]
    assert store.read(lambda connection: stored_tables(connection, open_only=True)) == [
        new_table("t"),
        new_table("u"),
    ]


# Rounds and events


def caused(connection: Connection) -> Deed:
    """What caused the events of these tests."""
    return Deed(deed(connection), "test", "deed", "ab" * 32, 0)


def test_a_round_is_read_back_and_ends_once(store: Store) -> None:
    store.write(lambda connection: open_round(connection, ROUND))
    assert store.read(lambda connection: read_round(connection, "t:1")) == ROUND
    assert store.read(lambda connection: read_round(connection, "t:2")) is None
    store.write(lambda connection: end_round(connection, "t:1", "settled", "00", "11", 7))
    ended = ROUND._replace(ended="settled", previous="00", head="11", at=7)
    assert store.read(lambda connection: read_round(connection, "t:1")) == ended
    with pytest.raises(AssertionError, match="has ended before"):
        store.write(lambda connection: end_round(connection, "t:1", "void", "11", "22", 8))
    assert store.read(lambda connection: read_round(connection, "t:1")) == ended


def test_the_last_round_is_that_of_the_highest_number(store: Store) -> None:
    assert store.read(lambda connection: last_round(connection, "t")) is None
    for number in (9, 10, 2):
        new = ROUND._replace(id=f"t:{number}", number=number)
        store.write(lambda connection, new=new: open_round(connection, new))  # type: ignore[misc]
    found = store.read(lambda connection: last_round(connection, "t"))
    assert found is not None
    assert found.number == 10


def due(connection: Connection, written: list[StoredEvent]) -> list[tuple[Deed, StoredEvent]]:
    """Events that one deed causes."""
    deed = caused(connection)
    return [(deed, each) for each in written]


def test_events_come_back_in_order_and_a_place_is_taken_once(store: Store) -> None:
    written = [StoredEvent(number, "t:1", canonical({"n": number})) for number in range(1, 12)]
    store.write(lambda connection: open_round(connection, ROUND))
    store.write(lambda connection: write_events(connection, "t", due(connection, written[::-1]), START))
    assert store.read(lambda connection: events_of_round(connection, "t:1")) == written
    assert store.read(lambda connection: events_of_round(connection, "t:2")) == []
    before = rows_of(store)
    again = [StoredEvent(12, "t:1", "{}"), StoredEvent(11, "t:1", "{}")]
    with pytest.raises(Conflict):
        store.write(lambda connection: write_events(connection, "t", due(connection, again), START))
    assert rows_of(store) == before


def test_canonical_text_is_the_same_for_equal_values_and_only_for_them() -> None:
    assert (
        canonical({"b": [1, {"d": "é", "c": None}], "a": True})
        == '{"a":true,"b":[1,{"c":null,"d":"\\u00e9"}]}'
    )
