"""How fast something may come: a bucket for each key, which fills up again as time goes by."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple

MOST_KEYS: Final = 20_000


class Pace(NamedTuple):
    """How much at once, and how much more each second."""

    burst: int
    per_second: int


class Buckets:
    """Who is full again is forgotten, and so is who was not seen for longest when there are too many."""

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
