"""How decks are counted and judged: which card lies where, and which card follows which.

Both tables are sums over decks that are independent of each other, so with many decks the squared distance
from the expected counts has a known mean and variance. They follow from the covariance within one deck, which
`test_statistics.py` holds to all orders of a small deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

CARDS = 52
CENTRAL_999 = 3.2905  # a normal variable is within ± this with chance 99.9 %

Table = NDArray[np.int64]
Decks = NDArray[np.uint8]  # one deck per row, top card first


@dataclass(frozen=True)
class Tally:
    """Counts over a number of decks: cards by their place, and cards by the card that lies next."""

    decks: int
    places: Table
    neighbours: Table

    def __add__(self, other: Tally) -> Tally:
        places, neighbours = self.places + other.places, self.neighbours + other.neighbours
        return Tally(self.decks + other.decks, places, neighbours)


@dataclass(frozen=True)
class Verdict:
    """A statistic, what it should be, and how far off it is in standard deviations."""

    statistic: float
    mean: float
    z: float

    @property
    def passes(self) -> bool:
        return abs(self.z) < CENTRAL_999


def tally(decks: Decks | Sequence[Sequence[int]], cards: int = CARDS) -> Tally:
    """The tables of some decks."""
    rows = np.asarray(decks, dtype=np.int64)
    at = np.arange(cards) + cards * rows
    follows = cards * rows[:, :-1] + rows[:, 1:]

    def table(cells: NDArray[Any]) -> Table:
        return np.bincount(cells.ravel(), minlength=cards * cards).reshape(cards, cards)

    return Tally(len(rows), table(at), table(follows))


def place_covariances(n: int) -> list[tuple[int, Fraction]]:
    """For a card at a place: how many cells stand to it in which covariance, in one fair deck of n cards."""
    p = Fraction(1, n)
    return [
        (1, p - p * p),  # the cell itself
        (2 * (n - 1), -p * p),  # the card elsewhere, or another card there
        ((n - 1) ** 2, Fraction(1, n * (n - 1)) - p * p),
    ]


def neighbour_covariances(n: int) -> list[tuple[int, Fraction]]:
    """The same for card b next after card a, with a and b different."""
    p = Fraction(1, n)
    return [
        (1, p - p * p),  # the cell itself
        (
            2 * (n - 2) + 1,
            -p * p,
        ),  # another card after a, b after another card, a after b: not both in one deck
        ((n - 1) * (n - 2), Fraction(1, n * (n - 1)) - p * p),
    ]


def z_score(statistic: float, mean: float, variance: float) -> float:
    """Where a scaled χ² of this mean and variance lies, in standard deviations (Wilson and Hilferty)."""
    degrees = 2 * mean**2 / variance
    spread = 2 / (9 * degrees)
    return float(((statistic / mean) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def judged(table: Table, cells: int, covariances: list[tuple[int, Fraction]], decks: int) -> Verdict:
    """Pearson's statistic of a table in which each cell expects one in n of the decks.

    For many decks it is a weighted sum of squared normal variables; the covariances give its mean and its
    variance, and a scaled χ² with these two stands for it.
    """
    p = Fraction(1, len(table))
    mean = float(cells * covariances[0][1] / p)
    variance = float(2 * cells * sum(count * each**2 for count, each in covariances) / p**2)
    expected = decks * float(p)
    off = table - expected
    if cells < table.size:
        np.fill_diagonal(off, 0.0)  # no card follows itself
    statistic = float((off**2).sum() / expected)
    return Verdict(statistic, mean, z_score(statistic, mean, variance))


def by_place(counted: Tally) -> Verdict:
    """Card × place."""
    n = len(counted.places)
    return judged(counted.places, n * n, place_covariances(n), counted.decks)


def by_neighbour(counted: Tally) -> Verdict:
    """Card × next card."""
    n = len(counted.neighbours)
    return judged(counted.neighbours, n * (n - 1), neighbour_covariances(n), counted.decks)
