"""What is written stays written: the database refuses to change or delete it, in whatever words one asks."""

from __future__ import annotations

import os
from random import Random

import pytest
from sqlalchemy import Connection, text

from pitboss.ledger import Store
from pitboss.ledger.store import StoreFault
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitTable
from tests.ledger.books import TABLES, rows_of, run
from tests.table.pit_evening import PEOPLE, next_commands

WHOLLY = {
    "transfers": ("id", "deed", "giver", "taker", "amount", "what"),
    "deeds": ("id", "actor", "command", "content", "answer", "at"),
    "events": ("felt", "sequence", "round", "deed", "body", "link"),
    "records": ("number", "deed", "act", "note", "person", "content", "head"),
    "results": ("person", "at", "round", "net", "void", "away"),
    "sheets": ("hash", "content"),
    "heads": ("number", "at", "chains", "head"),
}
PARTLY = {
    "rounds": ("id", "felt", "number", "sheet", "low", "high", "commitment", "seed"),
    "accounts": ("id", "kind", "key", "may_owe", "fractions"),
    "felts": ("id",),
}
KEY = {
    "results": "person, at, round",
    "sheets": "hash",
    "heads": "number",
    "records": "number",
    "events": "felt, sequence",
}
TEXTS = {"what", "actor", "command", "content", "answer", "felt", "round", "body", "hash", "chains", "head"}
TEXTS |= {"sheet", "commitment", "seed", "kind", "key", "link", "person", "void"}


def played(store: Store) -> PitTable:
    """A table with a settled round, an open one, and a head over all chains."""
    pit = Pit(store, os.urandom, lambda: 0)
    for person in PEOPLE:
        pit.grant(person, 1_000_000, "op", person)
    table = pit.open("t", open_table(load_house("rivers")), "op", "open")
    chance = Random(2)
    number = 0
    while table.standing.stored_table.rounds < 2:
        for actor, command in next_commands(table, chance, voids=0):
            table.do(actor, f"{number}", command)
            number += 1
    table.do("ann", "last", Bet(1, "ann", {"ante": 500}))
    head = "INSERT INTO heads (number, at, chains, head) VALUES (1, 0, '{}', 'aa')"
    run(store, head)
    return table


def refused(store: Store, statement: str) -> None:
    with pytest.raises(StoreFault, match="are never changed"):
        run(store, statement)


def statements(store: Store, table: str, columns: tuple[str, ...]) -> list[str]:
    """Ways to change or lose a row of a table."""
    key = KEY.get(table, "id")
    asked = [f"DELETE FROM {table}", f"DELETE FROM {table} WHERE {key.split(',')[0]} IS NOT NULL"]
    for column in columns:
        if column in TEXTS or f"{table}.{column}" in ("rounds.id", "felts.id"):
            other = f"{column} || 'x'"
        elif column in ("may_owe", "fractions", "away"):
            other = f"NOT {column}"
        else:
            other = f"{column} + 1"
        asked.append(f"UPDATE {table} SET {column} = {other}")
        asked.append(f"UPDATE {table} SET {column} = {column}")  # even a change that changes nothing
        asked.append(
            f"INSERT INTO {table} SELECT * FROM {table} WHERE true"
            f" ON CONFLICT ({key}) DO UPDATE SET {column} = excluded.{column}"
        )
    if store.engine.dialect.name == "sqlite":
        asked.append(f"REPLACE INTO {table} SELECT * FROM {table}")
        asked.append(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        asked.append(f"UPDATE OR IGNORE {table} SET {columns[0]} = {columns[0]}")
    else:
        asked.append(f"TRUNCATE {table} CASCADE")
        asked.append(f"TRUNCATE {', '.join(TABLES)} CASCADE")
    return asked


def test_nothing_that_was_written_is_changed_or_deleted(store: Store) -> None:
    played(store)
    before = rows_of(store)
    assert all(before.values()), "every table has a row to lose"
    for table, columns in {**WHOLLY, **PARTLY}.items():
        for statement in statements(store, table, columns):
            refused(store, statement)
    assert rows_of(store) == before


def test_every_column_of_what_never_changes_was_tried(store: Store) -> None:
    """A column that a later migration adds to these tables has to be thought of here."""

    def columns(connection: Connection, table: str) -> tuple[str, ...]:
        return tuple(connection.execute(text(f"SELECT * FROM {table}")).keys())

    for table, named in WHOLLY.items():
        assert store.read(lambda connection, table=table: columns(connection, table)) == named  # type: ignore[misc]
    assert {*WHOLLY, *PARTLY} == set(TABLES)


def test_a_round_that_was_refused_a_change_still_ends(store: Store) -> None:
    """The parts of a round that tell of its end are written once it has one."""
    table = played(store)
    refused(store, "UPDATE rounds SET seed = 'ab', ended = 'void'")
    chance = Random(3)
    number = 0
    while table.state is not None:
        for actor, command in next_commands(table, chance, voids=0):
            table.do(actor, f"end {number}", command)
            number += 1
    rows = store.read(
        lambda connection: connection.execute(
            text("SELECT number, ended, previous, head FROM rounds ORDER BY number")
        ).all()
    )
    assert [(row.number, row.ended) for row in rows] == [(1, "settled"), (2, "settled")]
    assert rows[1].previous == rows[0].head


def test_a_number_of_a_round_and_a_place_of_an_event_exist_once(store: Store) -> None:
    table = played(store)
    before = rows_of(store)
    for what, rest in (
        ("rounds", "SELECT 'x', felt, number, sheet, 1, 2, 'x', 'x', NULL, NULL, NULL, NULL FROM rounds"),
        ("events", "SELECT felt, sequence, NULL, deed, '{}', '' FROM events WHERE sequence = 1"),
        ("events", "SELECT 'nowhere', 1, NULL, deed, '{}', '' FROM events WHERE sequence = 1"),
        ("deeds", "SELECT id + 999, actor, command, 'other', '{}', 0 FROM deeds WHERE command = 'open'"),
        ("accounts", "SELECT id + 999, kind, key, true, true, 0 FROM accounts WHERE kind = 'person'"),
        ("transfers", "SELECT id + 999, 9999, giver, taker, amount, what FROM transfers LIMIT 1"),
    ):
        with pytest.raises(StoreFault, match=r"(?i)unique|foreign key"):
            run(store, f"INSERT INTO {what} {rest}")
    assert rows_of(store) == before
    assert table.do("ann", "more", Bet(1, "ann", {"ante": 600})).first == table.standing.stored_table.sequence


def test_a_round_is_stored_with_its_commitment_before_anybody_bets_on_it(store: Store) -> None:
    pit = Pit(store, os.urandom, lambda: 0)
    table = pit.open("t", open_table(load_house("shine")), "op", "open")
    table.do("op", "round", OpenRound())
    row = rows_of(store)["rounds"][0]
    assert table.standing.stored is not None
    assert table.standing.stored.commitment in row
    assert [event[4] for event in rows_of(store)["events"]] == [
        '{"commitment":"' + table.standing.stored.commitment + '","k":"open","number":1,"round":"t:1"}'
    ]


@pytest.mark.parametrize(
    "change", ["ended = 'void'", "previous = 'aa'", "head = 'aa'", "ended = NULL", "at = 1"]
)
def test_a_round_that_has_ended_stays_as_it_ended(store: Store, change: str) -> None:
    played(store)
    refused(store, f"UPDATE rounds SET {change} WHERE number = 1")
