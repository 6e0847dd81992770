"""What is kept beside the tables, what is never changed, and an older database that is brought up."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, text

from pitboss.ledger import Store
from pitboss.ledger import operator_rows as rows
from pitboss.ledger.deed_chain import NewAct
from pitboss.ledger.errors import Conflict, StoreFault
from pitboss.ledger.journal import LeaseLost
from pitboss.ledger.operator_rows import Act, Lobby, Note
from pitboss.ledger.people import add_guest, read_person
from pitboss.ledger.schema import metadata
from pitboss.ledger.store import bare_store, bring_up
from pitboss.ledger.upgrade import LATEST, migrations, shape_of
from tests.databases import Databases
from tests.house.rig import NOON, House
from tests.ledger.books import run
from tests.postgres import new_database

EPOCH = 1  # the first process that holds a table


def test_a_live_table_is_kept_as_it_was_last_seen(house: House) -> None:
    person = house.accounts.people.guest()[0].id
    house.bet(person, 1_000)

    def keep(settings: str, seating: str) -> int:
        return house.store.write(lambda connection: rows.write_lobby(connection, "t", settings, seating))

    assert [keep("{}", "[]"), keep('{"a":1}', "[1]"), keep('{"a":2}', "[2]")] == [1, 2, 3]
    kept = Lobby("t", '{"a":2}', "[2]", 3)
    assert house.store.read(lambda connection: rows.read_lobby(connection, "t")) == kept
    assert house.store.read(rows.all_lobbies) == [kept]
    assert house.store.read(lambda connection: rows.read_lobby(connection, "other")) is None
    house.store.write(lambda connection: rows.forget_lobby(connection, "t", EPOCH))
    assert house.store.read(rows.all_lobbies) == []
    for table, epoch in (("no such table", 1), ("t", 0), ("t", 2)):  # only who holds a table writes of it
        with pytest.raises(LeaseLost):
            house.store.write(lambda connection: rows.forget_lobby(connection, table, epoch))  # noqa: B023
    assert house.store.read(rows.all_lobbies) == []


def written(house: House) -> None:
    """An act of each kind and two notes."""
    house.bet(house.accounts.people.guest()[0].id, 1_000)

    def work(connection: Connection) -> None:
        assert rows.write_act(connection, NewAct(NOON, "op", "limits", '{"low":5}', '{"low":10}', "t")) == 1
        assert rows.write_act(connection, NewAct(NOON + 1, "op", "void", "{}", "{}", "t", "t:1")) == 2
        assert rows.write_act(connection, NewAct(NOON + 2, "op", "pause", "false", "true")) == 3
        assert rows.write_note(connection, NOON, "op", "t:1", "the player says: Q♠") == 1
        assert rows.write_note(connection, NOON + 5, "other", "t:1", "paid") == 2

    house.store.write(work)


def test_acts_and_notes_are_kept_in_order(house: House) -> None:
    written(house)
    void = Act(2, NOON + 1, "op", "void", "{}", "{}", "t", "t:1")
    assert house.store.read(lambda connection: rows.find_acts(connection, rows.ActQuery(), 2)) == [
        Act(3, NOON + 2, "op", "pause", "false", "true", None, None),
        void,
    ]
    of_table = house.store.read(lambda connection: rows.find_acts(connection, rows.ActQuery("t"), 9))
    assert [each.number for each in of_table] == [2, 1]
    assert (of_table[1].before, of_table[1].after) == ('{"low":5}', '{"low":10}')
    assert house.store.read(lambda connection: rows.notes_of_round(connection, "t:1")) == [
        Note(1, NOON, "op", "t:1", "the player says: Q♠"),
        Note(2, NOON + 5, "other", "t:1", "paid"),
    ]
    assert house.store.read(lambda connection: rows.notes_of_round(connection, "t:2")) == []
    with pytest.raises(Conflict):
        house.store.write(lambda connection: rows.write_note(connection, NOON, "op", "no such round", "x"))


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
    house.accounts.tokens.make(ann, "program")
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


# An older database


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, databases: Databases, tmp_path: Path) -> str:
    """The address of a database as the first shape left it, with money in it."""
    if request.param == "sqlite":
        address = str(tmp_path / "older.db")
    else:
        address = new_database(databases.server, "older_people")
    store = bare_store(address)
    store.write(_first_shape)
    run(store, "INSERT INTO deeds (actor, command, content, answer, at) VALUES ('op', 'gift', 'x', '{}', 0)")
    run(store, "INSERT INTO accounts (kind, key, may_owe, fractions) VALUES ('mint', '', true, false)")
    run(store, "INSERT INTO accounts (kind, key, may_owe, fractions) VALUES ('person', 'ann', false, false)")
    run(store, "INSERT INTO transfers (deed, giver, taker, amount, what) VALUES (1, 1, 2, 5000000, 'grant')")
    store.close()
    return address


def _first_shape(connection: Connection) -> None:
    assert shape_of(connection) is None
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


def test_an_older_database_gets_people_and_keeps_its_money(older: str) -> None:
    store = bare_store(older)
    try:
        assert bring_up(store) == "0001"
        assert store.read(shape_of) == LATEST
        assert _funds(store) == [("ann", 5_000_000), ("", -5_000_000)]
        store.write(lambda connection: add_guest(connection, "ann", NOON))
        assert store.read(lambda connection: read_person(connection, "ann")) is not None
    finally:
        store.close()


def _funds(store: Store) -> list[tuple[str, int]]:
    query = text("SELECT key, balance FROM accounts ORDER BY balance DESC")
    return [(key, held) for key, held in store.read(lambda connection: connection.execute(query).all())]
