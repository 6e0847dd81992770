"""Which server has which table: by the database's clock, one at a time, and nobody is robbed."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import Connection

from pitboss.canonical import START
from pitboss.errors import HouseLost
from pitboss.ledger import Store, servers
from pitboss.ledger.journal import (
    NoSuchTable,
    StoredTable,
    forget_lobby,
    keep_sheet,
    read_table,
    store_table,
    write_lobby,
)
from pitboss.ledger.schema import servers as server_rows
from pitboss.ledger.servers import (
    FreeTable,
    LeasedElsewhere,
    ServerExpired,
    count_tables,
    free_tables,
    register,
    renew,
    resign,
    take_lease,
)
from tests.ledger.at_once import at_once
from tests.ledger.lease_facts import database_time, owners_of
from tests.ledger.waiting import beside, parked, until_waiting

TTL = 3_600_000  # milliseconds: no test takes as long


def opened(store: Store, *names: str) -> None:
    """Tables that nobody has."""

    def work(connection: Connection) -> None:
        keep_sheet(connection, "aa", "{}")
        for name in names:
            store_table(connection, StoredTable(name, "aa", 500, 50_000, 0, 0, 0, START, closed=False))

    store.write(work)


def enter(store: Store, *names: str) -> None:
    """Servers that run."""
    for name in names:
        store.write(partial(register, server=name, address=f"http://{name}", ttl=TTL))


def expire(store: Store, server: str) -> None:
    """Time passes for one server."""
    past = server_rows.update().where(server_rows.c.id == server).values(deadline=servers.CLOCK)
    store.write(lambda connection: connection.execute(past))


def take(store: Store, table: str, server: str | None) -> int:
    return store.write(lambda connection: take_lease(connection, table, server))


def owner(store: Store, table: str) -> tuple[str, str] | None:
    return store.read(owners_of).get(table)


def test_the_clock_is_the_databases_and_goes_on_within_a_transaction(store: Store) -> None:
    def work(connection: Connection) -> tuple[int, int]:
        first = last = database_time(connection)
        while last == first:  # PostgreSQL's now() would stand still
            last = database_time(connection)
        return first, last

    first, last = store.write(work)
    assert last > first > 1_700_000_000_000


def test_a_server_is_given_its_time_from_each_renewal_on(store: Store) -> None:
    def work(connection: Connection) -> None:
        before = database_time(connection)
        until = register(connection, "a", "http://a", TTL)
        assert before + TTL <= until <= database_time(connection) + TTL
        assert until <= renew(connection, "a", 2 * TTL) - TTL

    store.write(work)


def test_a_lease_that_has_run_out_is_never_revived(store: Store) -> None:
    enter(store, "a")
    expire(store, "a")
    for gone in ("a", "nobody"):
        with pytest.raises(ServerExpired):
            store.write(partial(renew, server=gone, ttl=TTL))
    assert not issubclass(ServerExpired, HouseLost)


def test_servers_that_ended_long_ago_are_forgotten(store: Store) -> None:
    enter(store, "a", "b")
    long_ago = server_rows.update().where(server_rows.c.id == "a").values(deadline=0)
    store.write(lambda connection: connection.execute(long_ago))
    expire(store, "b")
    enter(store, "c")
    found = store.read(lambda connection: connection.execute(server_rows.select()).scalars().all())
    assert sorted(found) == ["b", "c"]


def test_a_table_is_its_servers_until_that_runs_out_or_resigns(store: Store) -> None:
    opened(store, "t", "u")
    enter(store, "a", "b")
    assert owner(store, "t") is None
    epochs = [take(store, "t", "a")]
    assert owner(store, "t") == ("a", "http://a")
    with pytest.raises(LeasedElsewhere, match="http://a") as told:
        take(store, "t", "b")
    assert told.value.lease[:2] == ("a", "http://a")
    assert not isinstance(told.value, HouseLost)
    epochs.append(take(store, "t", "a"))  # its own it may take again
    expire(store, "a")
    assert owner(store, "t") is None
    with pytest.raises(ServerExpired):
        take(store, "t", "a")
    epochs.append(take(store, "t", "b"))
    assert store.read(owners_of) == {"t": ("b", "http://b")}
    store.write(lambda connection: resign(connection, "b"))
    assert store.read(owners_of) == {}
    epochs.append(take(store, "t", None))
    enter(store, "c")
    epochs.append(take(store, "t", "c"))
    epochs.append(take(store, "t", None))  # a tool takes it from anybody
    assert owner(store, "t") is None
    assert epochs == [1, 2, 3, 4, 5, 6]
    assert store.read(lambda connection: read_table(connection, "t")).epoch == 6


def test_no_server_takes_a_table_that_is_not_there(store: Store) -> None:
    enter(store, "a")
    with pytest.raises(NoSuchTable):
        take(store, "nowhere", "a")
    assert owner(store, "nowhere") is None


def test_of_many_servers_that_take_a_table_at_once_one_gets_it(store: Store) -> None:
    opened(store, "t")
    names = [f"s{number}" for number in range(4)]
    enter(store, *names)
    told = at_once(4, lambda number: take(store, "t", names[number]))
    assert sum(each == 1 for each in told) == 1
    [winner] = [name for name, each in zip(names, told, strict=True) if each == 1]
    others = [each for each in told if each != 1]
    assert [each.lease.server for each in others] == [winner] * 3


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
@pytest.mark.parametrize("commits", [True, False])
def test_who_comes_second_waits_and_sees_who_was_first(store: Store, commits: bool) -> None:
    """Also a server that had not begun when the second one asked."""
    opened(store, "t")
    enter(store, "b")

    def first(connection: Connection) -> None:
        register(connection, "a", "http://a", TTL)
        take_lease(connection, "t", "a")

    with parked(store, first) as connection, beside(lambda: take(store, "t", "b")) as second:
        until_waiting(store, second)
        if commits:
            connection.commit()
            with pytest.raises(LeasedElsewhere):
                second.result()
        else:
            connection.rollback()
            assert second.result() == 1


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_renewing_waits_for_no_table(store: Store) -> None:
    opened(store, "t")
    enter(store, "a")
    with parked(store, lambda connection: take_lease(connection, "t", "a")):
        store.write(lambda connection: renew(connection, "a", TTL))


def test_free_tables_are_live_ones_that_no_running_server_has(store: Store) -> None:
    """Those with people come first; a terminal's own is nobody's to take."""
    opened(store, "empty", "leased", "seated", "terminal", "unseen", "shut")
    enter(store, "a", "b")
    take(store, "leased", "a")
    take(store, "seated", "b")
    expire(store, "b")
    seatings = {"seated": '{"people": [{"id": "ann"}]}'}
    settings = {"terminal": '{"terminal":true}', "empty": '{"title": "\\"terminal\\":true"}'}

    def keep(connection: Connection) -> None:
        for name in ("empty", "leased", "seated", "terminal", "shut"):
            seating = seatings.get(name, '{"people":[]}')
            write_lobby(connection, name, settings.get(name, "{}"), seating)
        forget_lobby(connection, "shut", 0)

    store.write(keep)
    found = store.read(lambda connection: free_tables(connection, 10))
    assert found == [FreeTable("seated", 1), FreeTable("empty", 2)]
    assert store.read(lambda connection: free_tables(connection, 1)) == found[:1]
    assert store.read(count_tables) == (3, 1)
