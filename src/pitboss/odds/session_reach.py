"""How far the bankrolls of a session reach, before it is played: what it will cost to count it.

After some rounds a position is beyond x with a chance of at most exp(rounds * K(t) - t * x) for any t, where
K is the logarithm of the moment generating function of one round. What is rarer than a session cuts off is
beyond its reach, so no session is wider than this says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

RAREST: Final = 1e-21  # less than a session cuts from either end
TILTS: Final = 400
FINER: Final = 1.03  # from one number of rounds to the next that is looked at


class Reach:
    """The positions at which a session can still be going on after some rounds."""

    def __init__(
        self, steps: Sequence[int], chances: Sequence[float], low: int, high: int | None, rounds: int
    ) -> None:
        self.low, self.high, self.rounds = low, high, rounds
        self.least, self.most = min(0, *steps), max(0, *steps)
        self._up = _Side(np.array(steps, float), np.array(chances))
        self._down = _Side(-np.array(steps, float), np.array(chances))

    def width(self, after: int) -> int:
        """How many positions there are after so many rounds, at most."""
        top = min(after * self.most, self._up.reach(after))
        bottom = max(after * self.least, -self._down.reach(after), self.low)
        if self.high is not None:
            top = min(top, self.high - 1)
        return max(1, top - bottom + 1)

    def work(self, cost: Callable[[int], int]) -> list[tuple[int, int]]:
        """What some rounds cost, at most, up to all of them: each starts from where the one before ended."""
        found = [(1, cost(1))]
        while (done := found[-1][0]) < self.rounds:
            until = min(self.rounds, max(done + 1, int(done * FINER)))
            found.append((until, found[-1][1] + (until - done) * cost(self.width(until))))
        return found


class _Side:
    """How far one side reaches."""

    def __init__(self, steps: NDArray[np.float64], chances: NDArray[np.float64]) -> None:
        largest = max(1.0, float(np.abs(steps).max()))
        self.tilts = np.geomspace(1e-7 / largest, 60.0, TILTS)
        scaled = np.outer(self.tilts, steps) + np.log(chances)
        top = scaled.max(axis=1)
        self.growth = top + np.log(np.exp(scaled - top[:, None]).sum(axis=1))

    def reach(self, after: int) -> int:
        """Beyond this a position is rarer than what is cut."""
        return ceil(float(((after * self.growth - log(RAREST)) / self.tilts).min()))
