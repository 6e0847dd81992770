"""The nets of one round as whole steps of a grid of cents: what ruin, offers and long runs are counted on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.money import Cents
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.prices import Price

Chances: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Lattice:
    """How many outcomes of one round bring each number of steps; a step is `grid` cents."""

    grid: Cents
    steps: tuple[int, ...]  # worst first
    counts: tuple[int, ...]
    outcomes: int

    @property
    def least(self) -> int:
        """The most that a round can lose, as steps below zero or none."""
        return min(0, self.steps[0])

    @property
    def most(self) -> int:
        """The most that a round can win, in steps."""
        return max(0, self.steps[-1])

    @cached_property
    def mean(self) -> Fraction:
        """The mean of a round, in steps."""
        return Fraction(sum(s * n for s, n in zip(self.steps, self.counts, strict=True)), self.outcomes)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of a round, in squared steps."""
        square = sum(s * s * n for s, n in zip(self.steps, self.counts, strict=True))
        return Fraction(square, self.outcomes) - self.mean**2

    @cached_property
    def chances(self) -> Chances:
        """The chance of each number of steps, rounded once."""
        return np.array([count / self.outcomes for count in self.counts])


def lattice_of(price: Price) -> Lattice:
    """The lattice of a whole bet, whose price is in cents.

    >>> coin = Price("coin", 2, {Fraction(-500): 1, Fraction(500): 1})
    >>> lattice_of(coin).steps
    (-1, 1)
    """
    nets = {net: number for net, number in sorted(price.distribution.items()) if number}
    if any(net.denominator != 1 for net in nets):
        raise NotPriced("Bankrolls are counted for bets in whole cents")
    if not nets:
        raise NotPriced("The distribution of this bet is left out, so its bankrolls are not counted")
    grid = gcd(*(int(net) for net in nets)) or 1
    return Lattice(grid, tuple(int(net) // grid for net in nets), tuple(nets.values()), price.outcomes)
