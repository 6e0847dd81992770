"""Every server hears who must go, each once, also where the later one was written first."""

from __future__ import annotations

from typing import cast

from pitboss.house import HOUR
from pitboss.house.accounts import forget_expired
from pitboss.house.limits import BACK, Departures
from pitboss.ledger.people import add_guest
from pitboss.ledger.servers import departures_since, write_departure
from pitboss.ledger.store import Store
from pitboss.table.live_floor import Floor


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def heard(server: Departures) -> list[tuple[str, str]]:
    return [(each.person, each.reason) for each in server.news()]


def test_every_server_hears_once_who_must_go(store: Store) -> None:
    clock = Clock()
    here, there = Departures(store, cast(Floor, None), clock), Departures(store, cast(Floor, None), clock)
    for person in ("ann", "bob"):
        store.write(lambda connection, person=person: add_guest(connection, person, 0))  # type: ignore[misc]
    assert heard(here) == heard(there) == []
    here.announce("ann", "signed_out")
    assert heard(there) == [("ann", "signed_out")]
    assert heard(there) == []
    clock.now += BACK // 2
    # Written with an older time, and committed only now: still not too late to be heard.
    store.write(lambda connection: write_departure(connection, "bob", "excluded", clock.now - BACK // 2))
    assert heard(there) == [("bob", "excluded")]
    assert heard(here) == [("ann", "signed_out"), ("bob", "excluded")]
    clock.now += BACK
    assert heard(here) == heard(there) == []


def test_what_everybody_has_heard_is_forgotten(store: Store) -> None:
    clock = Clock()
    store.write(lambda connection: add_guest(connection, "ann", 0))
    server = Departures(store, cast(Floor, None), clock)
    server.announce("ann", "signed_out")
    clock.now += HOUR + 1
    server.announce("ann", "excluded")
    gone = forget_expired(store, clock.now)
    left = store.read(lambda connection: departures_since(connection, 0))
    assert (gone, [each.reason for each in left]) == (1, ["excluded"])
