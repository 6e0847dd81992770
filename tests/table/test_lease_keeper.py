"""A server's lease: renewed in time, lost by the server's own clock before anybody else's, begun anew."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from threading import Event
from typing import cast

import pytest
from sqlalchemy import text

from pitboss.ledger import Store, servers
from pitboss.ledger.postgres_store import PostgresStore
from pitboss.ledger.schema import servers as server_rows
from pitboss.ledger.store import Unreachable
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.lease_keeper import LeaseKeeper, SoleServer, boot_time, leases_of
from tests.ledger.lease_facts import database_time, owners_of

on_postgresql = pytest.mark.parametrize("place", ["postgresql"], indirect=True)
HOUR = 3600.0


class Kept:
    """A keeper whose clock and threads are the test's; no lease of it runs out in the database by itself."""

    def __init__(self, store: Store, skew: float = 0.0, place: str = "", name: str = "s") -> None:
        self.time = 1000.0 + skew
        self.told: list[str] = []
        numbers = count(1)
        self.keeper = LeaseKeeper(
            cast("PostgresStore", store),
            "http://a",
            self.told.append,
            place=place,
            ttl=HOUR,
            monotonic=lambda: self.time,
            new_id=lambda: f"{name}{next(numbers)}",
        )
        self.keeper.start()
        self.keeper._ended.set()  # its threads end, and the test does what they would


@pytest.fixture
def kept(store: Store) -> Iterator[Kept]:
    found = Kept(store)
    yield found
    found.keeper.stop()


def expire(store: Store) -> None:
    """Time passes in the database alone."""
    store.write(lambda connection: connection.execute(server_rows.update().values(deadline=servers.CLOCK)))


def ids(store: Store) -> list[str]:
    return store.read(lambda connection: list(connection.execute(text("SELECT id FROM servers")).scalars()))


@on_postgresql
def test_a_renewed_lease_holds_on_and_no_other_does(store: Store, kept: Kept) -> None:
    for _ in range(3):
        kept.time += 0.8 * HOUR
        assert kept.keeper.holds()
        assert kept.keeper.age() == pytest.approx(0.8 * HOUR)
        kept.keeper.beat()
        assert kept.keeper.age() == pytest.approx(0.0)
    kept.time += 0.9 * HOUR
    assert not kept.keeper.holds(), "the server counts a lease shorter than the database does"
    assert kept.told == []
    kept.keeper.look()
    assert kept.told == ["s1"]
    kept.keeper.look()
    assert kept.told == ["s1"], "told once"
    assert kept.keeper.age() is None


@on_postgresql
def test_after_a_loss_it_begins_anew_and_leaves_nothing_of_the_old_id(store: Store, kept: Kept) -> None:
    """As after SIGSTOP and SIGCONT: whoever asks first is told by the clock, before any thread has run."""
    kept.time += 2 * HOUR
    assert not kept.keeper.holds()
    kept.keeper.look()
    assert (kept.told, kept.keeper.holds(), ids(store)) == (["s1"], False, ["s1"])
    kept.keeper.beat()
    assert (kept.keeper.server, kept.keeper.holds(), ids(store)) == ("s2", True, ["s2"])


@on_postgresql
def test_who_starts_where_another_has_listened_waits_for_no_lease_of_it(store: Store) -> None:
    """A server that was killed and is started again has its tables at once; nobody else is touched."""
    killed, other, nowhere = (
        Kept(store, place=place, name=name) for place, name in (("a 1", "a"), ("a 2", "b"), ("", "c"))
    )
    again, more = Kept(store, place="a 1", name="d"), Kept(store, name="e")
    assert sorted(ids(store)) == ["b1", "c1", "d1", "e1"]
    killed.keeper.beat()  # had it lived on all the same, it begins anew, and robs nobody
    assert (killed.told, sorted(ids(store))) == (["a1"], ["a2", "b1", "c1", "d1", "e1"])
    for each in (killed, other, nowhere, again, more):
        each.keeper.stop()


@on_postgresql
def test_a_lease_that_ran_out_in_the_database_is_lost_at_the_next_renewal(store: Store, kept: Kept) -> None:
    expire(store)
    kept.keeper.beat()
    assert kept.told == ["s1"]
    assert (kept.keeper.server, kept.keeper.holds(), ids(store)) == ("s2", True, ["s2"])


@on_postgresql
def test_a_renewal_whose_answer_comes_too_late_does_not_count(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile others may have found that it had run out."""
    renew = servers.renew

    def slow(*given: object) -> int:
        done = renew(*given)  # type: ignore[arg-type]
        kept.time += HOUR
        return done

    monkeypatch.setattr("pitboss.table.lease_keeper.renew", slow)
    kept.keeper._renew()
    assert not kept.keeper.holds()
    kept.keeper.look()
    assert kept.told == ["s1"]


@on_postgresql
def test_a_database_that_is_away_is_tried_again(
    store: Store, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:

        def gone(*_: object) -> int:
            raise Unreachable("away")

        for name in ("renew", "register"):
            away.setattr(f"pitboss.table.lease_keeper.{name}", gone)
        kept.keeper.beat()
        assert kept.keeper.holds(), "for as long as the last renewal lasts"
        kept.time += HOUR
        kept.keeper.beat()
        assert kept.told == ["s1"]
        kept.keeper.beat()
        assert not kept.keeper.holds()
    kept.keeper.beat()
    assert kept.keeper.holds()
    assert ids(store) == [kept.keeper.server]
    assert kept.keeper.server not in ("s1", "s2"), "an id whose answer was lost is not used again"


@on_postgresql
@pytest.mark.parametrize("skew", [-500.0, 0.0, 86_400.0])
def test_servers_agree_on_the_time_whatever_their_own_clocks_say(store: Store, skew: float) -> None:
    kept = Kept(store, skew)
    before = kept.keeper.now()
    database = store.read(database_time) / 1000
    assert abs(before - database) < 60
    kept.time += 5
    assert kept.keeper.now() == pytest.approx(before + 5, abs=1e-3)
    kept.time -= 3
    assert kept.keeper.now() == pytest.approx(before + 5, abs=1e-3), "it never goes back"
    kept.keeper.stop()


@on_postgresql
def test_a_server_that_stops_gives_its_tables_back_at_once(store: Store) -> None:
    keeper = leases_of(store, "http://a", lambda _: None)
    keeper.start()
    pit = Pit(store, bytes, lambda: 0)
    table = pit.open("t", open_table(load_house("shine")), "op", "open", owner=keeper.server)
    assert table.standing.stored_table.owner == keeper.server
    assert store.read(owners_of) == {"t": (keeper.server, "http://a")}
    keeper.stop()
    assert not keeper.holds()
    assert store.read(owners_of) == {}


@on_postgresql
def test_it_renews_by_itself_while_everybody_else_waits_for_a_connection(store: Store) -> None:
    """The keeper's connection is none of those that work at tables waits for."""
    renewed = Event()

    class Watched(LeaseKeeper):
        def beat(self) -> None:
            super().beat()
            renewed.set()

    keeper = Watched(cast("PostgresStore", store), "http://a", every=2.0, ttl=HOUR)
    keeper.every = 0.01  # what it waits for, not how long its answers may take
    taken = [store.engine.connect() for _ in range(8)]
    keeper.start()
    before = keeper._until
    assert renewed.wait(30)
    assert keeper.holds()
    assert keeper._until >= before
    for each in taken:
        each.close()
    keeper.stop()
    assert ids(store) == []


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_server_on_a_file_is_alone_and_holds_what_it_has(store: Store) -> None:
    old = SoleServer(store, "http://old")
    old.start()
    sole = leases_of(store, "http://a", lambda _: None)
    assert isinstance(sole, SoleServer)
    sole.start()
    pit = Pit(store, bytes, lambda: 0)
    pit.open("t", open_table(load_house("shine")), "op", "open", owner=sole.server)
    assert sole.holds()
    assert ids(store) == [sole.server]
    assert store.read(owners_of) == {"t": (sole.server, "http://a")}
    assert abs(sole.now() - time.time()) < 60
    sole.stop()
    assert store.read(owners_of) == {}


def test_the_clock_goes_on_while_the_machine_sleeps() -> None:
    assert boot_time() >= time.monotonic() - 1
