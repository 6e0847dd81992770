"""How often something may be tried: a sliding minute and a sliding hour, over all servers.

Come here for a limit on sign-ins, names, guests or any other request. Nobody can lock another person out: a
stranger counts by name and network together, while a browser that signed in with a name before (OWASP calls
this a device cookie) and a person who is signed in count by themselves. What was tried, and from where, is
kept as a keyed digest: without the house's own secret nobody can find an address by trying them all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import digest
from ipaddress import IPv6Address, IPv6Network, ip_address
from itertools import count
from secrets import token_hex
from typing import Final, NamedTuple

from pitboss.house import HOUR, MINUTE, in_words
from pitboss.ledger import servers
from pitboss.ledger.servers import keep_salt, read_salt
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal

Digest = Callable[[str], str]


def keyed_digest(connection: Connection, kind: str) -> Digest:
    """The digests of one kind, inside a transaction that may write; another kind has others."""
    salt = (read_salt(connection, kind) or keep_salt(connection, kind, token_hex(32))).encode()
    return lambda text: digest(salt, text.encode("utf-8", "replace"), sha256).hex()[:32]


MOST_KEYS: Final = 50_000  # in the database
TIDY: Final = 100  # tries between two looks for what may be forgotten there


class Rate(NamedTuple):
    """How many tries are allowed."""

    per_minute: int
    per_hour: int


def free_from(tries: Sequence[int], rate: Rate, now: int) -> int:
    """When the next try is allowed after those of the last hour, which are in order."""
    free = now
    for most, span in ((rate.per_minute, MINUTE), (rate.per_hour, HOUR)):
        if len(tries) >= most:
            free = max(free, tries[-most] + span)
    return free


class Tries:
    """Tries by the house's clock, counted in the database: they hold on all servers, and after a restart.

    Too many are refused with a sentence that says when to come back. What is kept are digests and times, for
    an hour and at most so many; beyond that the keys that were not used for longest are forgotten.
    """

    def __init__(self, store: Store, now: Callable[[], int], most_keys: int = MOST_KEYS) -> None:
        self._store = store
        self._now = now
        self._most = most_keys
        self._counted = count(1)

    def count(self, what: str, allowed: dict[str, Rate]) -> None:
        """Counts a try under all keys, or refuses it: there were too many of what."""
        self._store.write(lambda connection: self.count_in(connection, what, allowed))

    def count_in(self, connection: Connection, what: str, allowed: dict[str, Rate]) -> None:
        """The same within a transaction: it is counted when that is stored."""
        now, digest = self._now(), keyed_digest(connection, "tries")
        rates = {digest(key): rate for key, rate in allowed.items()}
        found = servers.lock_tries(connection, rates)
        lately = {key: times[bisect_right(times, now - HOUR) :] for key, times in found.items()}
        again = max(free_from(lately[key], rate, now) for key, rate in rates.items())
        if again > now:
            text = f"Too many {what}: try again {in_words(again - now)}"
            raise Refusal("rate", text, None, values={"again": again})
        added = {
            key: sorted([*times, now]) for key, times in lately.items()
        }  # clocks of servers differ a bit
        servers.write_tries(connection, added, now + HOUR)
        if next(self._counted) % TIDY == 0:
            self.forget(connection)

    def forget(self, connection: Connection) -> int:
        """Forgets what is over, or too much; gives how many keys."""
        return servers.forget_tries(connection, self._now(), self._most)


def network_of(address: str) -> str:
    """What one visitor has: an IPv4 address, or 64 bits of an IPv6 one.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::1:2:3")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((int(found), 64), strict=False))
    return str(found)


BY_NAME: Final = Rate(5, 30)  # for one name from one network; for one browser; for who is signed in
BY_ADDRESS: Final = Rate(20, 120)  # more people than one may be behind an address
BY_STRANGERS: Final = Rate(50, 300)  # for one name from all networks together, which slows a thief with many
GUESTS: Final = Rate(10, 60)  # from one network
Allowed = dict[str, Rate]


def for_stranger(folded: str, address: str | None) -> Allowed:
    """A try to sign in from somewhere with a name, whether there is such a name or not."""
    network = _network(address)
    return {
        f"name {folded} {network}": BY_NAME,
        f"address {network}": BY_ADDRESS,
        f"strangers {folded}": BY_STRANGERS,
    }


def for_device(device: str) -> Allowed:
    """A try of a browser that has signed in with this name before, by what is kept of it.

    It is counted as often as a stranger's: how much is done says nothing of whether the browser is known.
    """
    return {f"device {number} {device}": BY_NAME for number in range(len(for_stranger("", None)))}


def for_owner(person: str, address: str | None) -> Allowed:
    """A try of a person who is signed in and must say the password once more."""
    return {f"owner {person} {_network(address)}": BY_NAME}


def for_guests(address: str) -> Allowed:
    """One more new guest from somewhere."""
    return {f"guests {network_of(address)}": GUESTS}


def for_invitations(address: str) -> Allowed:
    """A try to come in with an invitation from somewhere, whether it is one or not."""
    return {f"invitations {network_of(address)}": BY_ADDRESS}


def for_names(person: str) -> Allowed:
    """A try of a guest to be called something; how long a password takes to weigh is spent only then."""
    return {f"register {person}": BY_NAME}


def _network(address: str | None) -> str:
    return "" if address is None else network_of(address)
