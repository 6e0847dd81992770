"""A database from before names were compared by their look keeps its people, names and sessions."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, text

from pitboss.ledger.store import bare_store, bring_up
from pitboss.ledger.upgrade import migrations, shape_of
from pitboss.lookalikes import skeleton
from tests.databases import Databases
from tests.house.rig import NOON, PASSWORD, House, refused
from tests.ledger.books import run
from tests.postgres import new_database

NAMES = ("Anna", "Ann4", "Bob")  # the second came before names that look alike were refused


def _third_shape(connection: Connection) -> None:
    assert shape_of(connection) is None
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "0003")


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, databases: Databases, tmp_path: Path) -> str:
    """The address of such a database."""
    address = str(tmp_path / "older.db")
    if request.param == "postgresql":
        address = new_database(databases.server, "older_names")
    store = bare_store(address)
    store.write(_third_shape)
    for number, name in enumerate(NAMES):
        run(
            store,
            "INSERT INTO people (id, name, folded, password, role, created, last_seen, deleted)"
            f" VALUES ('p{number}', '{name}', '{name.lower()}', 'x', 'player', {number}, 0, false)",
        )
        run(
            store,
            "INSERT INTO tokens (digest, person, kind, made, expires, last_used, label, extra)"
            f" VALUES ('d{number}', 'p{number}', 'bearer', 0, NULL, NULL, 'program', '')",
        )
    store.close()
    return address


def test_people_whose_names_look_alike_already_keep_them_and_nobody_gets_a_third(older: str) -> None:
    store = bare_store(older)
    try:
        bring_up(store)
        query = text("SELECT name, skeleton FROM people ORDER BY created")
        found = store.read(lambda connection: [tuple(row) for row in connection.execute(query)])
        assert found == [("Anna", skeleton("Anna")), ("Ann4", None), ("Bob", skeleton("Bob"))]
        query = text("SELECT digest, person, kind, label FROM tokens ORDER BY digest")
        kept = store.read(lambda connection: [tuple(row) for row in connection.execute(query)])
        assert kept == [(f"d{number}", f"p{number}", "bearer", "program") for number in range(len(NAMES))]
        house = House(store)
        person, _ = house.accounts.people.guest()
        assert refused(house.accounts.people.register, person.id, "A-N-N-A", PASSWORD).code == "name_taken"
        assert refused(house.accounts.people.register, person.id, "b0b", PASSWORD).code == "name_taken"
        house.accounts.people.register(person.id, "Carla", PASSWORD)
        assert house.accounts.devices.remember(person.id)
        assert house.time == NOON
    finally:
        store.close()
