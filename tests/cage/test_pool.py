"""How a pool of connections is used, for whoever counts."""

from __future__ import annotations

from pitboss.cage import Store
from pitboss.cage.store import Connection


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
