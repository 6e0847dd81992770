"""A database has the tables that queries know; a program that meets another shape writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import Event
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import ClauseElement, Connection, create_mock_engine, inspect
from sqlalchemy.exc import OperationalError

from pitboss.errors import HouseLost
from pitboss.ledger import Store, WrongShape, open_store
from pitboss.ledger.database import ServedAlready, bare_store, bring_up, open_to_serve, serve_database
from pitboss.ledger.schema import make_tables, metadata
from pitboss.ledger.servers import register, resign_all
from pitboss.ledger.store import LATEST, ShapeChanged, migrations, shape_of
from tests.databases import KINDS, Databases, Kind
from tests.ledger.later import LATER, OURS, later_program, older_database
from tests.ledger.test_store import held_by, paid
from tests.ledger.waiting import beside, parked, until_waiting

ON_POSTGRES = pytest.mark.parametrize("place", ["postgresql"], indirect=True)
READ_SHAPE = "SELECT version_num FROM alembic_version"
NO_WAITING = "LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE NOWAIT"


# Of each revision the statements that make its shape, hashed. Once a revision has shipped its lines stay:
# another shape is another revision, which changes the databases that people have.
SHAPES = {
    "0001": {
        "sqlite": "f0d04a7ab8e20356ef15980933fa811f0a4fd3a6b667c2c86efe2304478216a1",
        "postgresql": "4ba4279b0521a633ee6fa046241b8e9723cb5d54d2b807e9fb82b494eb9835d7",
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_another_shape_is_another_revision(kind: Kind) -> None:
    said: list[str] = []

    def hear(statement: ClauseElement, *_: object, **__: object) -> None:
        said.append(str(statement.compile(dialect=mock.dialect)))

    mock: Any = create_mock_engine("postgresql+psycopg://" if kind == "postgresql" else "sqlite://", hear)
    make_tables(mock)
    assert sha256(" ".join("\n".join(sorted(said)).split()).encode()).hexdigest() == SHAPES[LATEST][kind]


def test_the_migrations_make_every_table_check_and_index_of_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    def checks(connection: Connection) -> int:
        inspector = inspect(connection)
        return sum(len(inspector.get_check_constraints(name)) for name in metadata.tables)

    assert store.read(differences) == []
    assert store.read(checks) == 20


def test_the_latest_shape_is_the_last_revision() -> None:
    assert ScriptDirectory.from_config(migrations()).get_heads() == [LATEST]


# Another shape


@contextmanager
def upgraded(store: Store, shape: str = "9999") -> Iterator[None]:
    """The database has another shape while the block runs, as a newer Pitboss would leave it."""

    def work(connection: Connection, shape: str) -> None:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{shape}'")

    newer = bare_store(store.engine.url.render_as_string(hide_password=False).removeprefix("sqlite:///"))
    newer.write(lambda connection: work(connection, shape))
    try:
        yield
    finally:
        assert newer.read(shape_of) == shape
        newer.write(lambda connection: work(connection, LATEST))
        newer.close()


def test_once_the_database_is_upgraded_nothing_more_is_stored(store: Store) -> None:
    store.write(paid(1))
    with upgraded(store):
        with pytest.raises(ShapeChanged, match="upgraded while it was in use: it has the shape 9999 now"):
            store.write(paid(2))
        with pytest.raises(ShapeChanged):
            store.together(lambda: store.write(paid(2)))
        with pytest.raises(HouseLost):  # which whoever runs the house takes as its end
            store.check_shape()
        assert held_by(store, 2) == 0
    store.check_shape()
    assert store.write(paid(2)) == 2


@ON_POSTGRES
def test_an_upgrade_waits_for_whoever_writes(store: Store, databases: Databases) -> None:
    """The other half: who begins to write while it is under way waits, and then finds the new shape."""

    def work(connection: Connection) -> None:
        with store.engine.connect() as other, pytest.raises(OperationalError, match="could not obtain lock"):
            other.exec_driver_sql(NO_WAITING)

    store.write(work)
    address = older_database("postgresql", databases)
    old, new = bare_store(address), bare_store(address)
    reads = Event()

    def read(connection: Connection) -> None:
        connection.exec_driver_sql(READ_SHAPE)
        reads.set()

    def upgrade_beside() -> str | None:
        reads.wait()
        return bring_up(new)

    with later_program(), beside(upgrade_beside) as asked:
        with parked(old, read):
            until_waiting(old, asked)
        assert asked.result() == OURS
    old.close()
    new.close()


@pytest.mark.parametrize("kind", KINDS)
def test_an_older_database_is_opened_by_nobody_but_upgraded_by_a_server_that_is_alone(
    kind: Kind, databases: Databases
) -> None:
    address = older_database(kind, databases)
    first = bare_store(address)
    with later_program():
        with pytest.raises(WrongShape, match=f"older shape {OURS}.* needs {LATER}.*run: pitboss upgrade"):
            open_store(address)
        assert first.read(shape_of) == OURS
        store, serving = open_to_serve(address, 2)
        assert store.read(shape_of) == LATER
        assert store.write(paid(1)) == 1
    serving.close()
    store.close()
    first.close()


def test_a_server_that_is_not_alone_upgrades_nothing(databases: Databases) -> None:
    address = older_database("postgresql", databases)
    first = bare_store(address)
    first.write(lambda connection: register(connection, "old", "http://old", 3_600_000))
    with later_program():
        with pytest.raises(WrongShape, match="servers run on it: stop them all"):
            open_to_serve(address, 2)
        assert first.read(shape_of) == OURS
        first.write(resign_all)
        store, _ = open_to_serve(address, 2)
        assert store.read(shape_of) == LATER
    store.close()
    first.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_second_server_on_a_file_upgrades_nothing(store: Store, place: str) -> None:
    serving = serve_database(store)
    with later_program(), pytest.raises(ServedAlready):
        open_to_serve(place, 2)
    store.check_shape()
    serving.close()
