"""One server on one file: a second is refused in a sentence, and one that is taken over finds out."""

from __future__ import annotations

import os
from random import Random

import pytest
from sqlalchemy import event

from pitboss.ledger import Store, open_store
from pitboss.ledger.database import NothingToTakeOver, NotServing, ServedAlready, serve_database
from pitboss.ledger.postgres_store import PostgresStore
from pitboss.ledger.schema import servers
from pitboss.ledger.servers import register
from pitboss.ledger.store import HEAD, PLACES, RECORD, UPGRADE
from pitboss.proof import make_head
from pitboss.table import Pit


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_second_server_is_refused_and_the_first_goes_on(store: Store, place: str) -> None:
    first, other = serve_database(store), open_store(place)
    with pytest.raises(ServedAlready, match=f"process {os.getpid()}.*--take-over"):
        serve_database(other)
    first.check()
    first.close()
    again = serve_database(other)
    again.check()
    again.close()
    other.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_who_is_taken_over_is_told(store: Store, place: str) -> None:
    first, other = serve_database(store), open_store(place)
    second = serve_database(other, take_over=True)
    second.check()
    with pytest.raises(NotServing, match="Another server has taken this database over"):
        first.check()
    second.check()
    first.close()
    second.check()
    with pytest.raises(ServedAlready):
        serve_database(store)
    second.close()
    other.close()


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_many_serve_a_postgresql_and_none_takes_it_over(store: Store) -> None:
    servings = [serve_database(store), serve_database(store)]
    with pytest.raises(NothingToTakeOver, match="--take-over is for a SQLite file"):
        serve_database(store, take_over=True)
    for each in servings:
        each.check()
        each.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_who_serves_a_file_finds_nobodys_leases_there(store: Store) -> None:
    store.write(lambda connection: register(connection, "old", "http://old", 3_600_000))
    serving = serve_database(store)
    assert store.read(lambda connection: connection.execute(servers.select()).all()) == []
    serving.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_dead_server_is_in_nobodys_way(store: Store, place: str) -> None:
    child = os.fork()
    if child == 0:  # it takes the lock, and dies
        serve_database(store)
        os._exit(0)
    os.waitpid(child, 0)
    serving = serve_database(store)
    serving.check()
    serving.close()


def test_a_memory_is_shared_with_nobody() -> None:
    one, other = open_store(":memory:"), open_store(":memory:")
    for each in (one, other):
        serve_database(each).check()
        each.close()


def test_heads_are_made_and_deeds_recorded_while_a_server_runs(store: Store) -> None:
    """Each lock of the database has a number of its own: the server's is in nobody's way."""
    numbers = (HEAD, PLACES, RECORD, UPGRADE)
    assert len(numbers) == len(set(numbers))
    serving = serve_database(store)
    if isinstance(store, PostgresStore):  # what would wait for ever is told at once
        event.listen(
            store.engine, "begin", lambda found: found.exec_driver_sql("SET LOCAL lock_timeout = 1000")
        )
    assert make_head(store, lambda: 1).number == 1
    Pit(store, Random(1).randbytes, lambda: 1).grant("ann", 500, "op", "grant")
    serving.check()
    serving.close()
