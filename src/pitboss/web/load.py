"""Shedding load: past what the server can do it says so at once, and does not let everybody wait for seconds.

What somebody would wait for is the number of commands that are here now, times the time from one to the next
answer lately; or how late the event loop is. Newcomers are refused first, then who sits at a table, and who
has cards in a hand last of all: a hand that was dealt is played.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from math import ceil
from typing import Final

from pitboss.round import Refusal

MEAN: Final = 0.05  # how much the latest counts among those before it
LOOK: Final = 0.25  # seconds between two looks at the event loop
LOOKS: Final = 3  # in a row that must find it late: one long piece of work is no crowd
SHORTEST: Final = 0.5  # seconds after which it is worth trying again


class Rank(Enum):
    """Who asks; each is served for as long as one waits less than so many times the limit."""

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
        self._since = 0.0  # the last answer, or since when somebody waits
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
        """How long whoever comes now would wait."""
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
