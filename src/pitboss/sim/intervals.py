"""Figures of a sample with their intervals. Moments are exact; only roots and the normal law are floats."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, inf, log, log1p, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
_NEAR: Final = 20.0  # how much nearer than the farthest value, as a logarithm, the search begins
_HALVINGS: Final = 50


def mean_interval(
    values: Floats, counts: Floats, low: float, high: float, confidence: float
) -> tuple[Floats, Floats]:
    """Between what the mean lies, for one sample or for many (…, values); it allows for rare pays.

    No value that can come is below `low` or above `high`. Chances of the values are sought that make the
    sample as likely as the confidence asks (Owen 1990), the mean as high, or as low, as they can. A value
    that has not come may have a chance as well: no more than a run without it leaves it. The bound on the
    likelihood is Bartlett's (DiCiccio, Hall and Romano 1991), with half a round more at either end, so that
    a sample without its largest value is not taken for a tame one.
    """
    if low == high:
        same = np.full(counts.shape[:-1], low)
        return same, same
    chance = (1 - confidence) / 2
    budget = NormalDist().inv_cdf(1 - chance) ** 2 / 2 * (1 + _bartlett(values, counts, low, high))
    rare = np.maximum(1.0, -log(chance) / budget)
    return -_farthest(-values, counts, -low, budget, rare), _farthest(values, counts, high, budget, rare)


def _bartlett(values: Floats, counts: Floats, low: float, high: float) -> Floats:
    """By how much of itself the bound on the likelihood is too low."""
    ends = np.full((*counts.shape[:-1], 2), 0.5)
    weight, value = np.concatenate([counts, ends], axis=-1), np.append(values, [low, high])
    size = weight.sum(axis=-1)
    away = value - (weight @ value / size)[..., None]
    square, cube, fourth = ((weight * away**power).sum(axis=-1) / size for power in (2, 3, 4))
    found: Floats = (fourth / square**2 / 2 - cube**2 / square**3 / 3) / size
    return found


def _farthest(values: Floats, counts: Floats, top: float, budget: Floats, rare: Floats) -> Floats:
    """The highest mean of chances that cost no more log-likelihood than the budget.

    Such chances are as `counts / (top + more - values)`. Where even those for `more = 0` leave some of the
    budget, the top has not come, and it takes the rest: as much as `rare` allows a value that never came.
    """
    size, gaps = counts.sum(axis=-1), top - values
    if not gaps.any():
        return np.full_like(size, top)

    def ends(more: Floats) -> tuple[Floats, Floats]:
        """What chances cost, and how far below the top their mean is."""
        far = gaps + more[..., None]
        scale = size / (counts / far).sum(axis=-1)
        return -(counts * np.log1p((scale[..., None] - far) / far)).sum(axis=-1), scale - more

    widest = log(gaps.max())
    near, far = np.full_like(size, widest - _NEAR), widest + np.log(size) / 2 + 1
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        dear = ends(np.exp(middle))[0] > budget
        near, far = np.where(dear, middle, near), np.where(dear, far, middle)
    cost, below = ends(np.exp(far))
    left = np.maximum(0.0, budget - cost) * rare
    came = (counts * (gaps == 0)).sum(axis=-1) > 0
    return top - below * np.where(came, 1.0, np.exp(-left / size))


MOST_TERMS: Final = 1_000  # of the binomial law that are added up for a share
STEPS: Final = 90  # halvings of a chance: to the last digit of one in a billion rounds


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and between what it lies with the confidence that was asked for."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    def scaled(self, by: float) -> Estimate:
        """The same in other units; a factor below zero turns it round."""
        low, high = sorted((self.low * by, self.high * by))
        return Estimate(self.value * by, low, high)

    def as_json(self) -> dict[str, Any]:
        """Value and interval; an end that is not known is null."""
        ends = {"value": self.value, "low": self.low, "high": self.high}
        return {name: number if abs(number) < inf else None for name, number in ends.items()}


def deviations(confidence: float) -> float:
    """How many standard deviations hold this share of a normal distribution, the rest on both sides."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


@dataclass(frozen=True)
class Sample:
    """Whole values and how often each came; `reach` is from where to where they can be, as far as known."""

    counts: Mapping[int, int]
    reach: tuple[int, int] | None = None

    @cached_property
    def size(self) -> int:
        return sum(self.counts.values())

    def _power(self, power: int) -> int:
        return sum(value**power * number for value, number in self.counts.items())

    @cached_property
    def mean(self) -> Fraction:
        return Fraction(self._power(1), self.size)

    @cached_property
    def variance(self) -> Fraction:
        """The unbiased estimate."""
        if self.size < 2:
            return Fraction(0)
        return (self._power(2) - self.size * self.mean**2) / (self.size - 1)

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The lowest value that came or can come, and the highest."""
        came = [value for value, number in self.counts.items() if number]
        known = [*came, *(self.reach or ())]
        return min(known), max(known)

    def estimate_mean(self, confidence: float) -> Estimate:
        """The mean, with an interval that allows for rare pays, those that have not come among them."""
        values, counts = self._arrays
        low, high = mean_interval(values, counts, *self.ends, confidence)
        return Estimate(float(self.mean), float(low), float(high))

    def estimate_stdev(self, confidence: float) -> Estimate:
        """The standard deviation of one round: its square is a mean too, that of squares."""
        values, counts = self._arrays
        squares = (values - float(self.mean)) ** 2
        least, most = float(squares.min()), max((end - float(self.mean)) ** 2 for end in self.ends)
        low, high = mean_interval(squares, counts, least, most, confidence)
        return Estimate(sqrt(self.variance), sqrt(max(0.0, float(low))), sqrt(high))

    @property
    def _arrays(self) -> tuple[Floats, Floats]:
        pairs = [(value, number) for value, number in sorted(self.counts.items()) if number]
        values, counts = np.array(pairs, np.float64).reshape(-1, 2).T
        return values, counts

    def share_above(self, value: int, confidence: float) -> Estimate:
        """How often more than a value came."""
        hits = sum(number for each, number in self.counts.items() if each > value)
        return share(hits, self.size, confidence)

    def estimate_quantile(self, chance: Fraction, confidence: float) -> Estimate:
        """The smallest value that is not exceeded with a chance, between two order statistics."""
        values = sorted(value for value, number in self.counts.items() if number)
        heap = list(accumulate(self.counts[value] for value in values))
        rank = chance * self.size
        away = deviations(confidence) * sqrt(self.size * chance * (1 - chance))

        def at(place: int) -> int:
            return values[bisect_left(heap, min(max(1, place), self.size))]

        return Estimate(at(ceil(rank)), at(floor(rank - away)), at(ceil(rank + away) + 1))


def share(hits: int, size: int, confidence: float) -> Estimate:
    """A share with its interval: Clopper and Pearson's, and Wilson's where hits and misses are many.

    The first holds at least as often as it says, at any chance: both ends are tails of the binomial law.
    """
    if not size:
        return Estimate(0.0, 0.0, 1.0)
    if 2 * hits > size:
        missed = share(size - hits, size, confidence)
        return Estimate(hits / size, 1 - missed.high, 1 - missed.low)
    if hits <= MOST_TERMS:
        tail = (1 - confidence) / 2
        low = _chance_where(hits - 1, size, 1 - tail)[0] if hits else 0.0
        return Estimate(hits / size, low, _chance_where(hits, size, tail)[1])
    z = deviations(confidence)
    rate = hits / size
    middle = (rate + z * z / (2 * size)) / (1 + z * z / size)
    away = z / (1 + z * z / size) * sqrt(rate * (1 - rate) / size + z * z / (4 * size * size))
    return Estimate(rate, middle - away, middle + away)


def _chance_where(hits: int, size: int, at_most: float) -> tuple[float, float]:
    """The chance of a hit with which so many or fewer come this often, between two that are next to it."""
    number = np.arange(1, hits + 1)
    ways = np.concatenate([[0.0], np.cumsum(np.log((size - number + 1) / number))])
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        chance = (low + high) / 2
        each = ways + np.arange(hits + 1) * log(chance) + (size - np.arange(hits + 1)) * log1p(-chance)
        low, high = (chance, high) if float(np.exp(each).sum()) > at_most else (low, chance)
    return low, high


def waiting(hits: int, size: int, confidence: float) -> Estimate:
    """How long one waits for what happened so many times: the share, turned round."""
    often = share(hits, size, confidence)
    return Estimate(
        inf if not hits else size / hits, 1 / often.high, inf if often.low <= 0 or not hits else 1 / often.low
    )


def combined(first: Counter[int], second: Mapping[int, int]) -> Counter[int]:
    """Two sets of counts together; what is put right may be below zero in one of them."""
    found = Counter(first)
    for value, number in second.items():
        found[value] += number
    return Counter({value: number for value, number in found.items() if number})


@dataclass(frozen=True, slots=True)
class Controlled:
    """A mean that is sharpened by another one whose exact value is known."""

    mean: Estimate
    share_left: float  # of the variance


def controlled(
    sample: Sample, control: Sample, product: int, exact: Fraction, confidence: float
) -> Controlled:
    """The mean of a sample, with the error that its control shows taken out."""
    size = sample.size
    covariance = float((product - size * sample.mean * control.mean) / (size - 1))
    square, other = float(sample.variance), float(control.variance)
    slope = covariance / other if other else 0.0
    mean = float(sample.mean) - slope * float(control.mean - exact)
    left = max(0.0, square - slope * covariance)
    away = deviations(confidence) * sqrt(left / size)
    return Controlled(Estimate(mean, mean - away, mean + away), left / square if square else 1.0)
