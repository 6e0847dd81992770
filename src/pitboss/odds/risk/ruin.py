"""Growth and ruin: how a bankroll grows under a bet, how likely it is lost, and which one is enough.

The nets of one round are whole steps of a grid of cents (`Lattice`). Someone with `u` steps above the last
bankroll that can bet plays on; below zero they are ruined. Over an endless horizon a bet with a mean above
zero has one z between 0 and 1 for which the mean of z^net is one (the moment equation), and z^(u + most
lost) <= ruin <= z^(u + 1). Between these the difference equation is solved, its far end held once by the
lower and once by the upper bound: the two solutions enclose the chance. Kelly's bankroll is enclosed in
exact fractions too (`Bracket`). See "Bankrolls" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, expm1, gcd, log, log1p
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotPriced, Refusal
from pitboss.money import Cents
from pitboss.odds.prices import Price
from pitboss.odds.work import Progress

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


SCORE_BANKROLL: Final = 1_000_000  # cents: SCORE is told for $10,000 …
SCORE_ROUNDS: Final = 100  # … and this many rounds
FINEST: Final = 40  # the first bracket that is tried is 2^-40 of the root to either side
WIDEST: Final = 8


@dataclass(frozen=True, slots=True)
class Bracket:
    """A root between two fractions, the signs at which were worked out exactly."""

    low: Fraction
    high: Fraction

    @property
    def value(self) -> float:
        """The middle."""
        return float((self.low + self.high) / 2)


def n0(price: Price) -> Fraction | None:
    """The rounds after which the mean is as large as one standard deviation; None for a fair bet."""
    return price.variance / price.ev**2 if price.ev else None


def score(price: Price) -> Fraction | None:
    """What Kelly's bet wins in 100 rounds with $10,000, in cents; None unless the mean is above zero.

    It is the mean squared over the variance, which no scaling of the bet changes; half of it is left as the
    certainty equivalent. Both hold for bets that are small beside the bankroll.
    """
    return SCORE_BANKROLL * SCORE_ROUNDS * price.ev**2 / price.variance if price.ev > 0 else None


def kelly_bankroll(price: Price) -> Bracket | None:
    """The bankroll for which this bet makes the mean logarithm grow fastest; None where nothing does.

    A bet that is k times as large wants a bankroll that is k times as large, so the bet as a share of it is
    Kelly's fraction.
    """
    if price.ev <= 0:
        return None
    nets = [(net, count) for net, count in price.distribution.items() if net and count]
    if nets[0][0] > 0:
        raise Refusal("kelly", "This bet never loses: no bankroll is too small for it")

    def slope(bankroll: Fraction) -> Fraction:
        """Above zero where the bankroll is too large for the bet."""
        return sum((count * net / (bankroll + net) for net, count in nets), Fraction(0))

    floats = [(float(net), count / price.outcomes) for net, count in nets]

    def rough(bankroll: float) -> float:
        return sum(p * net / (bankroll + net) for net, p in floats)

    least = -float(nets[0][0])
    low, high = least, 2 * least
    while rough(high) <= 0:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        if rough(middle) <= 0:
            low = middle
        else:
            high = middle
    return proven(Fraction(high), lambda bankroll: bankroll > -nets[0][0] and slope(bankroll) > 0)


def proven(root: Fraction, above: Callable[[Fraction], bool]) -> Bracket:
    """A bracket around a root that was found roughly: `above` is false below it and true above it."""
    for bits in range(FINEST, WIDEST, -4):
        away = root / 2**bits
        if not above(root - away) and above(root + away):
            return Bracket(root - away, root + away)
    raise AssertionError("no sign changes near the root")


def log_growth(price: Price, bankroll: Cents) -> float:
    """The mean logarithm by which a round of this bet multiplies a bankroll."""
    if bankroll <= -min(price.distribution):
        raise Refusal("bankroll", "A bankroll that one round can lose has no mean growth")
    return sum(
        count / price.outcomes * log1p(float(net) / bankroll) for net, count in price.distribution.items()
    )


def certainty_equivalent(price: Price, bankroll: Cents, rounds: int = 1) -> float:
    """The sure cents that are worth as much as some rounds to a player with logarithmic utility."""
    return bankroll * expm1(rounds * log_growth(price, bankroll))


MOST_BITS: Final = 40_000_000  # of a power that a sign is worked out with
ROOT_BITS: Final = 110  # of the ends of a bracket
MOST_CELLS: Final = 20_000_000  # of the difference equation: 160 MB
FAR: Final = 1e-9  # below this the bounds of the far end are taken
CUT: Final = 1e-20  # what a round of a finite horizon may leave out
EPS: Final = float(np.finfo(np.float64).eps)
TELL_AFTER: Final = 100  # rounds
MOST_WORK: Final = 20_000_000_000  # multiplications of a finite horizon: some ten seconds


@dataclass(frozen=True, slots=True)
class RuinCurve:
    """The chance of ruin by steps above the last bankroll that can bet, from below and from above."""

    low: Chances
    high: Chances

    def enough(self, chance: float) -> int:
        """The fewest steps at which ruin is surely no likelier; beyond the curve it is next to none."""
        found = np.flatnonzero(self.high <= chance)
        return int(found[0]) if found.size else self.high.size


def moment_root(lattice: Lattice) -> Bracket | None:
    """The z between 0 and 1 for which the mean of z^steps is one; None unless the mean is above zero."""
    if lattice.mean <= 0 or lattice.least == 0:
        return None
    span = lattice.most - lattice.least
    if span * ROOT_BITS > MOST_BITS:
        raise NotPriced("The nets of this bet lie too many steps apart to solve its moment equation")
    chances = list(zip(lattice.steps, lattice.chances.tolist(), strict=True))

    def rough(rate: float) -> float:
        """The mean of e^(-rate * steps), less one."""
        return sum(p * expm1(min(700.0, -rate * step)) for step, p in chances)

    low, high = 0.0, float(lattice.mean / lattice.variance)
    while rough(high) < 0:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        if rough(middle) < 0:
            low = middle
        else:
            high = middle
    root = Fraction(-expm1(-high))

    def above(gap: Fraction) -> bool:
        """Whether the mean of (1 - gap)^steps is above one, in whole numbers."""
        return _moment_sign(lattice, 1 - gap) > 0

    found = proven(root, above)
    return Bracket(1 - found.high, 1 - found.low)


def _moment_sign(lattice: Lattice, z: Fraction) -> int:
    """Above zero where the mean of z^steps is above one."""
    top, bottom, low = z.numerator, z.denominator, lattice.least
    high = lattice.most
    total = sum(
        count * top ** (step - low) * bottom ** (high - step)
        for step, count in zip(lattice.steps, lattice.counts, strict=True)
    )
    one = lattice.outcomes * top ** (-low) * bottom**high
    return (total > one) - (total < one)


def endless_ruin(lattice: Lattice, least: float) -> tuple[Bracket, RuinCurve] | None:
    """Ruin some day, down to chances of `least`; None where it is certain.

    The first part is the root of the moment equation.
    """
    root = moment_root(lattice)
    if root is None:
        return None
    low, high = float(root.low), float(root.high)
    far = min(FAR, least / 1000)
    width = ceil(log(far) / log(high)) + 1
    lost, won = -lattice.least, lattice.most
    if width * (lost + won + 1) > MOST_CELLS:
        if width > MOST_CELLS:
            raise NotPriced("This bet's mean is too near to zero to count its ruin over an endless horizon")
        steps: Chances = np.arange(width, dtype=np.float64)
        return root, RuinCurve(np.power(low, steps + lost), np.power(high, steps + 1.0))
    beyond = np.arange(width, width + won)
    ends = np.stack([low ** (beyond + lost), high ** (beyond + 1.0)], axis=1)
    found = _solved(lattice, width, ends)
    slack = 64 * EPS * (lost + 1)  # rounding of sums of terms of one sign
    return root, RuinCurve(found[:, 0] * (1 - slack), found[:, 1] * (1 + slack))


def _solved(lattice: Lattice, width: int, ends: Chances) -> Chances:
    """The difference equation ruin(u) = mean of ruin(u + steps): 1 below zero, `ends` from `width` on.

    Elimination needs no exchange of rows: the diagonal outweighs the rest, which have the other sign.
    """
    lost, won = -lattice.least, lattice.most
    band = np.zeros((width + lost, lost + won + 1))
    band[:, lost] = 1.0
    for step, chance in zip(lattice.steps, lattice.chances.tolist(), strict=True):
        band[:, lost + step] -= chance
    right = np.zeros((width + lost, 2))
    for step, chance in zip(lattice.steps, lattice.chances.tolist(), strict=True):
        right[: max(0, min(width, -step))] += chance
        if step > 0:
            first = max(0, width - step)
            right[first:width] += chance * ends[first + step - width : step]
    rows = np.arange(1, lost + 1)
    cells = np.arange(won + 1)
    for row in range(width):
        below = row + rows
        factors = band[below, lost - rows] / band[row, lost]
        # A row j further down has this row's cells j places to the left.
        band[below[:, None], lost - rows[:, None] + cells] -= factors[:, None] * band[row, lost:]
        right[below] -= factors[:, None] * right[row]
    found = np.zeros((width + won, 2))
    for row in range(width - 1, -1, -1):
        ahead = band[row, lost + 1 :, None] * found[row + 1 : row + won + 1]
        found[row] = (right[row] - ahead.sum(axis=0)) / band[row, lost]
    return found[:width]


def ruin_within(
    lattice: Lattice,
    horizons: Sequence[int],
    most_work: int = MOST_WORK,
    progress: Progress | None = None,
) -> list[RuinCurve]:
    """The chance of ruin within each of some numbers of rounds, up to where it is next to none."""
    if min(horizons, default=1) < 1:
        raise Refusal("rounds", f"A horizon has at least one round, not {min(horizons)}")
    last = max(horizons, default=0)
    _refuse_work(lattice, last, most_work)
    lost, pairs = -lattice.least, list(zip(lattice.steps, lattice.chances.tolist(), strict=True))
    curve, found = np.zeros(0), {}
    for rounds in range(1, last + 1):
        width = curve.size + lost
        after = np.zeros(width)
        for step, chance in pairs:
            after[: max(0, -step)] += chance  # ruined at once
            start, stop = max(0, -step), min(width, curve.size - step)
            if start < stop:
                after[start:stop] += chance * curve[start + step : stop + step]
        if width and after[-1] < CUT:
            after = after[: int(np.searchsorted(-after, -CUT, side="right"))]
        curve = after
        if progress is not None and rounds % TELL_AFTER == 0:
            progress(int(rounds**1.5), int(last**1.5))  # curves widen with the root of the rounds
        if rounds in horizons:
            error = rounds * (CUT + (len(pairs) + 4) * EPS)
            found[rounds] = RuinCurve(np.maximum(curve - error, 0.0), curve + error)
    return [found[rounds] for rounds in horizons]


def _refuse_work(lattice: Lattice, rounds: int, most_work: int) -> None:
    """Refuses a horizon that takes too long, before anything is worked out."""
    spread = 10 * float(lattice.variance) ** 0.5 * rounds**0.5 + max(0.0, -float(lattice.mean)) * rounds
    width = min(rounds * -lattice.least, ceil(spread) + 10 * -lattice.least)
    if rounds * len(lattice.steps) * (width + 2000) > most_work:
        raise NotPriced(
            f"{rounds:,} rounds of this bet are too many to count: ask for fewer, or bet rounder amounts"
        )
