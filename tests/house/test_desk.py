"""What is kept beside the tables, what is never changed."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from pitboss.ledger import journal, operators
from pitboss.ledger import operators as rows
from pitboss.ledger.deeds import Act
from pitboss.ledger.journal import LeaseLost, Lobby
from pitboss.ledger.operators import Note
from pitboss.ledger.schema import metadata
from pitboss.ledger.store import Conflict, StoreFault
from tests.house.rig import NOON, House
from tests.ledger.books import run

EPOCH = 1  # the first process that holds a table


def test_a_live_table_is_kept_as_it_was_last_seen(house: House) -> None:
    person = house.accounts.people.guest()[0].id
    house.bet(person, 1_000)

    def keep(settings: str, seating: str) -> int:
        return house.store.write(lambda connection: journal.write_lobby(connection, "t", settings, seating))

    assert [keep("{}", "[]"), keep('{"a":1}', "[1]"), keep('{"a":2}', "[2]")] == [1, 2, 3]
    kept = Lobby("t", '{"a":2}', "[2]", 3)
    assert house.store.read(lambda connection: journal.read_lobby(connection, "t")) == kept
    assert house.store.read(journal.all_lobbies) == [kept]
    assert house.store.read(lambda connection: journal.read_lobby(connection, "other")) is None
    house.store.write(lambda connection: journal.forget_lobby(connection, "t", EPOCH))
    assert house.store.read(journal.all_lobbies) == []
    for table, epoch in (("no such table", 1), ("t", 0), ("t", 2)):  # only who holds a table writes of it
        with pytest.raises(LeaseLost):
            house.store.write(lambda connection: journal.forget_lobby(connection, table, epoch))  # noqa: B023
    assert house.store.read(journal.all_lobbies) == []


def written(house: House) -> None:
    """An act of each kind and two notes."""
    house.bet(house.accounts.people.guest()[0].id, 1_000)

    def work(connection: Connection) -> None:
        written = [
            Act(NOON, "op", "limits", '{"low":5}', '{"low":10}', "t"),
            Act(NOON + 1, "op", "void", "{}", "{}", "t", "t:1"),
            Act(NOON + 2, "op", "pause", "false", "true"),
        ]
        assert [rows.write_act(connection, each).number for each in written] == [1, 2, 3]
        assert operators.write_note(connection, NOON, "op", "t:1", "the player says: Q♠") == 1
        assert operators.write_note(connection, NOON + 5, "other", "t:1", "paid") == 2

    house.store.write(work)


def test_acts_and_notes_are_kept_in_order(house: House) -> None:
    written(house)
    void = Act(NOON + 1, "op", "void", "{}", "{}", "t", "t:1", 2)
    assert house.store.read(lambda connection: rows.find_acts(connection, rows.ActQuery(), 2)) == [
        Act(NOON + 2, "op", "pause", "false", "true", number=3),
        void,
    ]
    of_table = house.store.read(lambda connection: rows.find_acts(connection, rows.ActQuery("t"), 9))
    assert [each.number for each in of_table] == [2, 1]
    assert (of_table[1].before, of_table[1].after) == ('{"low":5}', '{"low":10}')
    assert house.store.read(lambda connection: operators.notes_of_round(connection, "t:1")) == [
        Note(1, NOON, "op", "t:1", "the player says: Q♠"),
        Note(2, NOON + 5, "other", "t:1", "paid"),
    ]
    assert house.store.read(lambda connection: operators.notes_of_round(connection, "t:2")) == []
    with pytest.raises(Conflict):
        house.store.write(lambda connection: operators.write_note(connection, NOON, "op", "no round", "x"))


def test_acts_notes_and_peoples_ids_are_never_changed(house: House) -> None:
    written(house)
    sqlite = house.store.engine.dialect.name == "sqlite"
    columns = {
        "acts": ("number", "at", "actor", "what", "before", "after", "felt", "round"),
        "notes": ("number", "at", "author", "round", "text"),
        "people": ("id", "created"),
    }
    for table in ("acts", "notes"):
        assert tuple(metadata.tables[table].columns.keys()) == columns[table], "every column is tried"
    before = house.everything()
    for table, named in columns.items():
        asked = [f"DELETE FROM {table}", *(f"UPDATE {table} SET {each} = {each}" for each in named)]
        if sqlite:
            asked.append(f"REPLACE INTO {table} SELECT * FROM {table}")
        else:
            asked.append(f"TRUNCATE {table} CASCADE")
        for statement in asked:
            with pytest.raises(StoreFault, match="are never changed"):
                run(house.store, statement)
    assert house.everything() == before


COLUMNS = "name, folded, password, role, created, last_seen, deleted"
TWIN = f"INSERT INTO people (id, {COLUMNS}) SELECT 'x', {COLUMNS} FROM people"


def test_the_database_itself_refuses_what_people_cannot_be(house: House) -> None:
    ann = house.named("ann")
    house.accounts.sessions.make_token(ann, "program")
    for statement in (
        "UPDATE people SET role = 'owner'",
        "UPDATE people SET deleted = true",  # with name and password still there
        "UPDATE people SET folded = NULL",
        "UPDATE tokens SET kind = 'master'",
        "UPDATE tokens SET person = 'nobody'",
        TWIN,
    ):
        with pytest.raises(StoreFault, match=r"(?i)constraint"):
            run(house.store, statement)
