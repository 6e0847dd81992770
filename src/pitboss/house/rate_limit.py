"""How often something may be tried: a sliding minute and a sliding hour, in the memory of one process."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network, ip_address
from threading import Lock
from typing import Final, NamedTuple

MINUTE: Final = 60_000  # milliseconds
HOUR: Final = 60 * MINUTE


class Rate(NamedTuple):
    """How many tries are allowed."""

    per_minute: int
    per_hour: int


class Attempts:
    """Counts tries by key. What is older than an hour is forgotten, and the keys that were not used for
    longest when there are too many of them or too many tries in all."""

    def __init__(self, most_keys: int = 50_000, most_tries: int = 200_000) -> None:
        self._most = most_keys
        self._most_tries = most_tries
        self._tries: OrderedDict[str, array[int]] = OrderedDict()
        self._count = 0  # tries under all keys
        self._turn = Lock()

    def __len__(self) -> int:
        return self._count

    def knock(self, now: int, allowed: dict[str, Rate]) -> int | None:
        """Counts one try under all keys and gives None; or counts nothing and gives when to come back."""
        with self._turn:
            free = max((self._free(key, rate, now) for key, rate in allowed.items()), default=now)
            if free > now:
                return free
            for key in allowed:
                self._tries.setdefault(key, array("q")).append(now)
                self._tries.move_to_end(key)
                self._count += 1
            self._forget(now)
            return None

    def _forget(self, now: int) -> None:
        """The key that was used last stays, whatever happens."""
        while len(self._tries) > 1:
            key, tries = next(iter(self._tries.items()))
            many = len(self._tries) > self._most or self._count > self._most_tries
            if not many and tries and tries[-1] > now - HOUR:
                return
            self._count -= len(tries)
            del self._tries[key]

    def _free(self, key: str, rate: Rate, now: int) -> int:
        """When the next try under a key is allowed."""
        tries = self._tries.get(key)
        if tries is None:
            return now
        old = bisect_right(tries, now - HOUR)
        del tries[:old]
        self._count -= old
        free = now
        for most, span in ((rate.per_minute, MINUTE), (rate.per_hour, HOUR)):
            if len(tries) >= most:
                free = max(free, tries[-most] + span)
        return free


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
