"""The hourly work is done by one of the servers, and once an hour."""

from __future__ import annotations

from sqlalchemy import update

from pitboss.house import HOUR, MINUTE
from pitboss.ledger import Store
from pitboss.ledger.schema import chores
from pitboss.ledger.servers import take_chore
from pitboss.web.background import do_hourly
from tests.databases import databases, place, store
from tests.house.rig import NOON
from tests.ledger.at_once import at_once
from tests.web.edge import Edge

__all__ = ["databases", "place", "store"]


def test_of_many_servers_one_does_it_and_the_next_after_an_hour(store: Store) -> None:
    now = [NOON]

    def takers() -> int:
        return sum(
            at_once(
                6, lambda _: store.write(lambda connection: take_chore(connection, "hourly", HOUR, now[0]))
            )
        )

    def passes(milliseconds: int) -> None:
        """PostgreSQL goes by its own clock, whatever the servers think; SQLite has one server."""
        now[0] += milliseconds
        if store.engine.dialect.name == "postgresql":
            now[0] = 0
            store.write(
                lambda connection: connection.execute(
                    update(chores).values(last=chores.c.last - milliseconds)
                )
            )

    assert takers() == 1
    passes(HOUR - MINUTE)
    assert takers() == 0
    passes(MINUTE)
    assert takers() == 1


def test_the_hourly_work_makes_a_head_and_is_not_done_twice(edge: Edge) -> None:
    other = Edge(store=edge.store)

    def heads() -> int:
        query = "SELECT count(*) FROM heads"
        return int(edge.store.read(lambda connection: connection.exec_driver_sql(query).scalar_one()))

    assert [do_hourly(each.house) for each in (edge, other, edge)] == [True, False, False]
    assert heads() == 1
    other.time += 3_600
    assert do_hourly(other.house)
    assert heads() == 2
