"""The lanes before the desk, and the seconds of worker time that each asker has: least served, next served.

Each person, and each address over all persons there, has a budget of seconds that comes back as time goes by.
What they have used of it also gives the order: first the address that has used least, there the asker who
has, what is quick before what is slow, and then whoever asked first. A full lane loses the one who is last.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pitboss.desk.question import Question

ALWAYS: Final = 1.0  # seconds that an asker has even where the address has none left
LEAST: Final = 0.001  # seconds that any question costs, so that askers of tiny ones take turns
MOST_KEYS: Final = 20_000


@dataclass(eq=False, slots=True)
class Ticket:
    """A question that waits or is worked on."""

    asked: Question
    over: asyncio.Future[None]  # it is answered, or nobody waits for it any more
    waiters: list[Waiter] = field(default_factory=list)
    taken: bool = False  # by a worker, which may have to start first
    began: float | None = None


@dataclass(eq=False, slots=True)
class Waiter:
    """Somebody who waits for the answer to a question."""

    asker: str
    address: str
    ticket: Ticket
    lane: Lane
    heard: asyncio.Future[bytes]


class Pace(NamedTuple):
    """How many seconds of worker time at once, and how much comes back each second."""

    seconds: float
    back: float


EACH: Final = Pace(60, 1 / 3)
ADDRESS: Final = Pace(120, 2 / 3)


class Budget:
    """The seconds of worker time that each has used and not got back yet."""

    def __init__(self, pace: Pace, clock: Callable[[], float]) -> None:
        self._pace, self._clock = pace, clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when

    def used(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, 0.0))
        return round(max(0.0, used - self._pace.back * (self._clock() - at)), 3)

    def charge(self, key: str, seconds: float) -> None:
        self._used[key] = max(0.0, self.used(key) + seconds), self._clock()
        self._used.move_to_end(key)
        if len(self._used) > MOST_KEYS:
            self._used.popitem(last=False)

    def wait(self, key: str) -> float:
        """The seconds until a tenth of a budget that is used up is there again; 0 for any other."""
        used, (seconds, back) = self.used(key), self._pace
        return 0.0 if used < seconds else (used - 0.9 * seconds) / back


class Lane:
    """Those who wait for one kind of work, in the order in which they came."""

    def __init__(self, clock: Callable[[], float], expected: Callable[[Question], float]) -> None:
        self.waiters: list[Waiter] = []
        self._expected = expected  # how many seconds a question will take
        self.askers, self.addresses = Budget(EACH, clock), Budget(ADDRESS, clock)

    def charge(self, who: Waiter, seconds: float) -> None:
        self.askers.charge(who.asker, seconds)
        self.addresses.charge(who.address, seconds)

    def wait(self, asker: str, address: str) -> float:
        """The seconds until somebody has worker time again; 0 for anyone who has."""
        others = self.addresses.wait(address) if self.askers.used(asker) > ALWAYS else 0.0
        return max(self.askers.wait(asker), others)

    def count(self, *, asker: str | None = None, address: str | None = None) -> int:
        """How many wait, those that are worked for included: all, of one asker, or of one address."""
        return sum(asker in (None, each.asker) and address in (None, each.address) for each in self.waiters)

    def seconds(self, *, asker: str | None = None) -> float:
        """How long everything that waits will take, or what one asker waits for."""
        return sum(self._expected(each.ticket.asked) for each in self.waiters if asker in (None, each.asker))

    def next(self) -> Waiter | None:
        """Whose question is begun next."""
        first: dict[str, tuple[Waiter, float]] = {}
        for each, seconds in self._not_taken():
            first.setdefault(each.asker, (each, seconds))
        quickest: dict[str, float] = {}
        for each, seconds in first.values():
            quickest[each.address] = min(seconds, quickest.get(each.address, seconds))

        def turn(pair: tuple[Waiter, float]) -> tuple[float, float]:
            who, seconds = pair
            ours = self.addresses.used(who.address) + quickest[who.address]
            return ours, self.askers.used(who.asker) + seconds

        return min(first.values(), key=turn, default=(None, 0.0))[0]

    def last(self, address: str | None = None) -> Waiter | None:
        """Whose question would be begun last: of all, or at one address."""
        waiting = [pair for pair in self._not_taken() if address in (None, pair[0].address)]
        ours, mine = defaultdict[str, float](float), defaultdict[str, float](float)
        for each, seconds in waiting:
            ours[each.address] += seconds
            mine[each.asker] += seconds

        def end(pair: tuple[Waiter, float]) -> tuple[float, float]:
            who = pair[0]
            both = self.addresses.used(who.address), self.askers.used(who.asker)
            return both[0] + ours[who.address], both[1] + mine[who.asker]

        return max(reversed(waiting), key=end, default=(None, 0.0))[0]

    def _not_taken(self) -> list[tuple[Waiter, float]]:
        """Those whose questions no worker has, with how many seconds they will take."""
        return [(each, self._expected(each.ticket.asked)) for each in self.waiters if not each.ticket.taken]
