"""How much may come at once: requests in buckets, sockets by count, and what a busy server sheds."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from math import ceil
from threading import Lock
from typing import Final, NamedTuple

from pitboss.house.rates import network_of
from pitboss.round import Refusal
from pitboss.web.settings import ServeSettings

MOST_KEYS: Final = 20_000


class Pace(NamedTuple):
    """How much at once, and how much more each second."""

    burst: int
    per_second: float


class Buckets:
    """Full buckets are forgotten, and the oldest ones when there are too many."""

    def __init__(self, pace: Pace, most_keys: int = MOST_KEYS) -> None:
        self.pace = pace
        self._most = most_keys
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when
        self._turn = Lock()

    def take(self, key: str, now: float, much: int = 1) -> float:
        """Takes so much out of a bucket and gives 0; or takes nothing and gives the seconds to wait for it.

        >>> buckets = Buckets(Pace(2, 4))
        >>> [buckets.take("Ann", now) for now in (10.0, 10.0, 10.0, 10.25, 10.25)], buckets.take("Bob", 10.25)
        ([0.0, 0.0, 0.25, 0.0, 0.25], 0.0)
        """
        burst, per_second = self.pace
        with self._turn:
            left, last = self._left.get(key, (float(burst), now))
            left = min(float(burst), left + max(0.0, now - last) * per_second)
            if left < much:
                return (much - left) / per_second
            self._left[key] = (left - much, now)
            self._left.move_to_end(key)
            self._forget(now - burst / per_second)
            return 0.0

    def _forget(self, full: float) -> None:
        while self._left:
            key = next(iter(self._left))
            if self._left[key][1] > full and len(self._left) <= self._most:
                return
            del self._left[key]

    def __len__(self) -> int:
        return len(self._left)


SPECTATORS: Final = 0.5  # the share of the house that spectators may fill: who plays always finds room
AGAIN: Final = 30_000  # milliseconds after which it is worth trying again


MOST_OF_PERSON: Final = 12  # sockets of one person


class Sockets:
    """The open connections to tables, counted."""

    def __init__(self, settings: ServeSettings) -> None:
        self.most = settings.most_sockets
        self.most_address = settings.most_sockets_address
        self.open = 0
        self.spectators = 0
        self._by_key: Counter[str] = Counter()

    def check(self, address: str, person: str | None, now: int) -> None:
        """Raises a refusal where there is no room for one more; `now` is in milliseconds."""
        again: dict[str, int | str] = {"again": now + AGAIN}
        if self.open >= self.most:
            raise Refusal("house_full", "The house is full: try again in half a minute", None, values=again)
        if person is None and self.spectators >= max(1, int(self.most * SPECTATORS)):
            text = "There is no room for more spectators now: sign in to play, or try again in half a minute"
            raise Refusal("house_full", text, None, values=again)
        for key, most, whose in self._limits(address, person):
            if self._by_key[key] >= most:
                text = f"{whose} {most} connections to tables open, and no more fit in: close one of them"
                raise Refusal("rate", text, None, values=again)

    @contextmanager
    def entered(self, address: str, person: str | None, now: int) -> Iterator[None]:
        """One connection, as long as it lasts."""
        self.check(address, person, now)
        keys = [key for key, _, _ in self._limits(address, person)]
        self.open += 1
        self.spectators += person is None
        self._by_key.update(keys)
        try:
            yield
        finally:
            self.open -= 1
            self.spectators -= person is None
            for key in keys:
                self._by_key[key] -= 1
                if not self._by_key[key]:
                    del self._by_key[key]

    def _limits(self, address: str, person: str | None) -> list[tuple[str, int, str]]:
        found = [(f"address {network_of(address)}", self.most_address, "Your address has")]
        if person is not None:
            found.append((f"person {person}", MOST_OF_PERSON, "You have"))
        return found


MEAN: Final = 0.05  # how much the latest counts among those before it
LOOK: Final = 0.25  # seconds between two looks at the event loop
LOOKS: Final = 3  # in a row that must find it late: one long piece of work is no crowd
SHORTEST: Final = 0.5  # seconds after which it is worth trying again


class Rank(Enum):
    """How much a client has at stake; each is served while the wait is below so many times the limit."""

    NEWCOMER = 0.5
    SITTER = 1.0
    IN_HAND = 2.0


class Load:
    """How much there is to do. The clock is the caller's, in seconds."""

    def __init__(self, limit: float, threads: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self.limit = limit
        self._threads = threads
        self._clock = clock
        self._now_here = 0
        self._since = 0.0  # the last answer, or the time at which the first one waiting came
        self._pace = 0.0  # seconds from one answer to the next, while there is work
        self._late: deque[float] = deque([0.0] * LOOKS, LOOKS)  # seconds that the event loop was behind

    @property
    def commands(self) -> int:
        """How many wait or are worked at."""
        return self._now_here

    @contextmanager
    def working(self) -> Iterator[None]:
        """One command, from its coming to its answer."""
        if not self._now_here:
            self._since = self._clock()
        self._now_here += 1
        try:
            yield
        finally:
            now = self._clock()
            self._pace += MEAN * (min(now - self._since, self.limit) - self._pace)
            self._now_here, self._since = self._now_here - 1, now

    def was_late(self, seconds: float) -> None:
        """The event loop came so much later than it should."""
        self._late.append(seconds)

    @property
    def wait(self) -> float:
        """How long a command that comes now would wait."""
        stalled = self._clock() - self._since if self._now_here >= self._threads else 0.0
        return max(self._now_here * self._pace, stalled, min(self._late))

    def check(self, rank: Rank, now: int) -> None:
        """Refuses what would wait for too long; `now` is in milliseconds."""
        wait = self.wait
        if wait > self.limit * rank.value:
            again = now + ceil(1000 * max(SHORTEST, wait))
            text = "The house has more to do than it can at this moment: nothing was done, try again soon"
            raise Refusal("busy", text, None, values={"again": again})


async def watch_loop(load: Load, tell: Callable[[float], None]) -> None:
    """Looks how late the event loop is, until it is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK
        await asyncio.sleep(LOOK)
        late = max(0.0, loop.time() - due)
        load.was_late(late)
        tell(late)
