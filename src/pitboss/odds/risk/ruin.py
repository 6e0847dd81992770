"""Ruin: how likely a bet loses a bankroll, some day or within some rounds, and which bankroll is enough.

Someone with `u` steps above the last bankroll that can bet plays on; below zero they are ruined. Over an
endless horizon a bet with a mean above zero has one z between 0 and 1 for which the mean of z^net is one
(the moment equation), and z^(u + most lost) <= ruin <= z^(u + 1). Between these the difference equation is
solved, its far end held once by the lower and once by the upper bound: the two solutions enclose the
chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, expm1, log
from typing import Final

import numpy as np

from pitboss.odds.not_priced import NotPriced
from pitboss.odds.risk.growth import Bracket, proven
from pitboss.odds.risk.lattice import Chances, Lattice
from pitboss.odds.work import Progress
from pitboss.round.refusal import Refusal

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
