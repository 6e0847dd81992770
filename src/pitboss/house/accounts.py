"""The accounts of one house: its people, by what they come for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from argon2 import PasswordHasher

from pitboss.house.account_log import open_account_log
from pitboss.house.credentials import Passwords, argon2id
from pitboss.house.devices import Devices
from pitboss.house.durations import HOUR
from pitboss.house.incidents import forget_old
from pitboss.house.newcomers import Newcomers
from pitboss.house.people import People
from pitboss.house.rate_limit import MOST_KEYS, Tries
from pitboss.house.secrets import make_secret
from pitboss.house.sessions import Sessions
from pitboss.house.tokens import Tickets, Tokens
from pitboss.ledger import departures, errands, people, shared_counts
from pitboss.ledger.store import Connection, Store
from pitboss.pit import Pit


@dataclass(frozen=True, slots=True)
class Accounts:
    """Whatever gives a secret gives it for the first and last time."""

    people: People
    sessions: Sessions
    devices: Devices
    tokens: Tokens
    tickets: Tickets


def open_accounts(
    store: Store,
    pit: Pit,
    entropy: Callable[[int], bytes],
    now: Callable[[], int],
    hasher: PasswordHasher | None = None,
    newcomers: Newcomers | None = None,
) -> Accounts:
    """The accounts on a database."""
    new_secret = partial(make_secret, entropy)
    passwords, tries = Passwords(hasher or argon2id(), entropy), Tries(store, now)
    devices, log = Devices(store, new_secret, now), open_account_log(store)
    return Accounts(
        People(store, pit, passwords, tries, entropy, now, log, newcomers or Newcomers()),
        Sessions(store, passwords, devices, tries, new_secret, now, log),
        devices,
        Tokens(store, new_secret, now, log),
        Tickets(store, new_secret, now),
    )


def forget_expired(store: Store, now: int) -> int:
    """Forgets tokens, spent names, tries, departures and the like whose time is over; gives how many."""

    def work(connection: Connection) -> int:
        gone = people.drop_expired(connection, now) + people.forget_spent(connection, now)
        gone += departures.forget_departures(connection, now - HOUR)
        gone += errands.forget_errands(connection, now - HOUR) + forget_old(connection, now)
        return gone + shared_counts.forget_tries(connection, now, MOST_KEYS)

    return store.write(work)
