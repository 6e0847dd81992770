"""How a pool of connections is used, for whoever counts."""

from __future__ import annotations

from threading import Barrier, Event, Thread

import pytest

from pitboss.ledger import Store, Unreachable, open_store, postgres_store
from pitboss.ledger.store import Connection
from tests.databases import Databases
from tests.ledger.at_once import at_once

PATIENCE = 60.0  # seconds after which something has not happened


def test_a_pool_tells_how_it_is_used(store: Store) -> None:
    """On both kinds of database."""
    waits: list[float] = []
    store.on_wait = waits.append

    def work(connection: Connection) -> int:
        return store.connections().in_use

    store.write(lambda connection: None)
    before = store.connections()
    assert before.waiting == 0
    assert store.read(work) == before.in_use + 1 <= before.size
    assert store.connections() == before
    assert len(waits) in (0, 2)  # a SQLite file has a writer, and nobody waits for a connection


def test_so_many_threads_have_a_connection_each(databases: Databases) -> None:
    with databases.fresh("postgresql") as address:
        store, all_here = open_store(address, threads=12), Barrier(12)
        at_work = at_once(12, lambda number: store.write(lambda connection: all_here.wait(PATIENCE)))
        assert sorted(at_work) == list(range(12))
        assert store.connections() == (12, 0, 0)
        store.close()


def test_whoever_waits_longest_for_a_connection_is_next(databases: Databases) -> None:
    """Also before the one who had it, and asks again at once."""
    order: list[str] = []
    begun, go_on = Event(), Event()
    with databases.fresh("postgresql") as address:
        store = open_store(address, threads=1)

        def first() -> None:
            def hold(connection: Connection) -> None:
                begun.set()
                assert go_on.wait(PATIENCE)
                order.append("first")

            store.write(hold)
            store.write(lambda connection: order.append("first again"))

        def next_one(name: str) -> None:
            store.write(lambda connection: order.append(name))

        threads = [Thread(target=first, daemon=True)]
        threads[0].start()
        assert begun.wait(PATIENCE)
        for number, name in enumerate(("second", "third", "fourth"), 1):
            threads.append(Thread(target=next_one, args=(name,), daemon=True))
            threads[-1].start()
            while store.connections().waiting < number:
                pass
        go_on.set()
        for each in threads:
            each.join(PATIENCE)
        store.close()
    assert order == ["first", "second", "third", "fourth", "first again"]


def test_who_waits_in_vain_is_told_and_takes_no_place(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "POOL", 0.01)
    with databases.fresh("postgresql") as address:
        store = open_store(address, threads=1)

        def hold(connection: Connection) -> None:
            [fault] = at_once(1, lambda number: store.write(lambda other: None))
            assert isinstance(fault, Unreachable)
            assert "all connections to it are busy" in str(fault)

        store.write(hold)
        assert store.connections() == (1, 0, 0)
        store.write(lambda connection: None)
        store.close()
