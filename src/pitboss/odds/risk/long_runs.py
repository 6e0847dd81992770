"""Many rounds: the hold of a wager, the shape of its net, and how long a meter lives.

The chances of a sum of n rounds are the n-th convolution of those of one: their Fourier transform is the
n-th power of the transform of one round, over a window that is wide enough. What lies outside the window is
bounded with Chernoff's inequality at the exact counts, the rounding with a bound on every step, and a
quantile is given as the two places between which both leave it. Where the grid of the nets is too fine for
the window, nets are rounded down once and up once to a coarser one: the sums are then surely below and
above, and so are the quantiles. See "Many rounds" in docs/method.md.

Each round hits a meter with the same exact chance, so the rounds to a hit are geometric, and the meter at
the hit is the reset and what those rounds have put into it. That is the whole distribution where every line
that pays from the meter takes all of it; where one takes a part, only the time to each is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, gcd, inf, lcm, log, log1p, log2, perm, sqrt
from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from pitboss.dataframes import Rows, Tabular
from pitboss.errors import Refusal
from pitboss.money import Cents
from pitboss.odds.class_payoffs import exact_stake
from pitboss.odds.game import Game
from pitboss.odds.outcomes import hand_counts, six_counts
from pitboss.odds.prices import Price, deals
from pitboss.odds.risk.ruin import Chances
from pitboss.odds.row_kinds import HitRow
from pitboss.sheet.pays import MeterShare, hand_class

ROUNDS: Final = (10**3, 10**4, 10**5, 10**6, 10**7)
CONFIDENCES: Final = (90, 95, 99)
WIDEST: Final = 2**22  # cells of a window: about 200 MB at work
OUTSIDE: Final = 1e-10  # chance that may lie outside the window
EPS: Final = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class HoldBand:
    """Between which holds, per unit of the wager, so many rounds lie with this confidence.

    Half of the rest lies on either side, at most. The exact limits lie at most `off` inside of these.
    """

    rounds: int
    confidence: int  # per cent
    low: Fraction
    high: Fraction
    off: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Run:
    """The chances of the sums of many rounds: cell i is the sum `base * rounds + unit * (first + i)`."""

    rounds: int
    unit: Fraction
    base: Fraction  # the worst net of a round
    first: int
    below: Chances  # the chance of a sum up to each cell
    error: float  # of every chance

    def quantile(self, chance: float) -> tuple[Fraction, Fraction]:
        """The two sums between which the smallest one with at least this chance at or below it lies."""
        low = int(np.searchsorted(self.below, chance - self.error))
        high = int(np.searchsorted(self.below, chance + self.error))
        last = self.below.size - 1
        start = self.base * self.rounds + self.unit * self.first
        return start + self.unit * min(low, last), start + self.unit * min(high, last)


def hold_bands(
    price: Price, rounds: Iterable[int] = ROUNDS, confidences: Iterable[int] = CONFIDENCES
) -> tuple[HoldBand, ...]:
    """The bands of the actual hold of a wager after so many rounds, for the house."""
    return tuple(band for number in rounds for band in _bands(price, number, tuple(confidences)))


def _bands(price: Price, rounds: int, confidences: tuple[int, ...]) -> list[HoldBand]:
    below, above = runs_of(price.distribution, price.outcomes, rounds)
    found = []
    for confidence in confidences:
        tail = (1 - confidence / 100) / 2
        # The house holds what the player loses: its low end is the player's high one.
        worst = (below.quantile(1 - tail)[0], above.quantile(1 - tail)[1])
        best = (below.quantile(tail)[0], above.quantile(tail)[1])
        off = max(worst[1] - worst[0], best[1] - best[0]) / rounds
        low, high = -worst[1] / rounds, -best[0] / rounds
        found.append(HoldBand(rounds, confidence, low, high, off))
    return found


def runs_of(nets: Mapping[Fraction, int], outcomes: int, rounds: int) -> tuple[Run, Run]:
    """The sums of many rounds from below and from above; the same one twice where the grid is fine enough."""
    base = min(net for net, count in nets.items() if count)
    above = {net - base: count / outcomes for net, count in nets.items() if count}
    unit = _grid(above)
    exact = _on_grid(above, unit, floor)
    window = _window(exact, rounds)
    wanted = Fraction(window[1] - window[0], WIDEST)
    if wanted < 1:
        run = _run(exact, rounds, unit, base, window)
        return run, run
    coarse = _coarser(above, unit * wanted)
    while True:
        both = [_on_grid(above, coarse, toward) for toward in (floor, ceil)]
        windows = [_window(each, rounds) for each in both]
        if all(last - first < WIDEST for first, last in windows):
            return (
                _run(both[0], rounds, coarse, base, windows[0]),
                _run(both[1], rounds, coarse, base, windows[1]),
            )
        coarse *= 2


def _on_grid(
    above: Mapping[Fraction, float], unit: Fraction, toward: Callable[[Fraction], int]
) -> dict[int, float]:
    """What a round brings above its worst net, as whole units."""
    found: dict[int, float] = {}
    for net, chance in above.items():
        place = toward(net / unit)
        found[place] = found.get(place, 0.0) + chance
    return found


def _coarser(above: Mapping[Fraction, float], least: Fraction) -> Fraction:
    """A grid of at least this size on which as many of the smaller nets lie as can be."""
    nets = sorted(above)
    for number in range(len(nets) - 1, 1, -1):
        if (unit := _grid(nets[:number])) >= least:
            return unit
    return least


def _grid(nets: Iterable[Fraction]) -> Fraction:
    """The largest amount of which every net is a whole multiple."""
    every = list(nets)
    shared = lcm(*(net.denominator for net in every))
    return Fraction(gcd(*(int(net * shared) for net in every)) or 1, shared)


def _window(chances: Mapping[int, float], rounds: int) -> tuple[int, int]:
    """The first and the last sum of a window with at most `OUTSIDE` of the chance on either side of it."""
    low, high = rounds * min(chances), rounds * max(chances)
    if high - low < 4096:
        return low, high
    upper = _bound(chances, rounds)
    lower = -_bound({-net: chance for net, chance in chances.items()}, rounds)
    return max(low, lower), min(high, upper)


def _bound(chances: Mapping[int, float], rounds: int) -> int:
    """A sum that is passed with a chance of at most `OUTSIDE`, by Chernoff's inequality.

    For every t > 0 the chance of more than s is at most (mean of e^(t net))^rounds e^(-t s).
    """
    nets = np.array(list(chances), np.float64)
    p = np.array(list(chances.values()))
    most = max(1.0, float(nets.max()))
    found = inf
    for t in np.geomspace(1e-3 / (most * sqrt(rounds)), 60 / most, 400):
        # log of the mean, with the largest power taken out
        powers = t * nets
        top = float(powers.max())
        mean = top + log(float((p * np.exp(powers - top)).sum()))
        found = min(found, (rounds * mean - log(OUTSIDE)) / float(t))
    return ceil(found) if found < inf else rounds * int(nets.max())


def _run(
    chances: Mapping[int, float], rounds: int, unit: Fraction, base: Fraction, window: tuple[int, int]
) -> Run:
    """The chances of the sums in a window."""
    first, last = window
    size = 1 << max(1, (last - first).bit_length())
    one: NDArray[np.float64] = np.zeros(size)
    for net, chance in chances.items():
        one[net % size] += chance
    power = np.fft.rfft(one)
    whole = _power(power, rounds)
    sums = np.maximum(np.fft.irfft(whole, size), 0.0)
    # The sum s lies in the cell s mod size.
    sums = np.roll(sums, -(first % size))[: last - first + 1]
    below = np.cumsum(sums)
    # Each transformed chance is off by a few eps * log2(size); a power multiplies that by the rounds. Over
    # all cells together an error counts with the root of their number times the root of the squares.
    off = rounds * 8 * EPS * log2(size)
    spread = sqrt(size * float(sums.max()) * float(below[-1]))
    return Run(rounds, unit, base, first, below, min(1.0, off * max(1.0, spread) + 4 * OUTSIDE))


def _power(base: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """A power by squaring."""
    found = np.ones_like(base)
    while exponent:
        if exponent & 1:
            found = found * base
        exponent >>= 1
        if exponent:
            base = base * base
    return found


def skewness(price: Price) -> float:
    """The third central moment over the standard deviation cubed."""
    third = sum(((net - price.ev) ** 3 * count for net, count in price.distribution.items()), Fraction(0))
    return float(third / price.outcomes) / price.stdev**3 if price.variance else 0.0


def kurtosis(price: Price) -> float:
    """The fourth central moment over the variance squared, less the 3 of a normal distribution."""
    fourth = sum(((net - price.ev) ** 4 * count for net, count in price.distribution.items()), Fraction(0))
    return float(fourth / price.outcomes / price.variance**2) - 3 if price.variance else 0.0


QUANTILES: Final = (5, 25, 50, 75, 95, 99)  # per cent
MOST_HANDS: Final = 12  # that can hit together, where several seats are counted exactly


class MeterEntry(TypedDict):
    """A meter of `pitboss risk --json`, in cents."""

    players: int
    stake: Cents
    reset: Cents
    contribution: Fraction
    per_bet: Fraction
    per_round: Fraction
    exact_round: bool
    mean_rounds: Fraction
    mean_at_hit: Fraction | None
    reseed_cost: Fraction
    funding: Fraction
    parts: Mapping[Fraction, Fraction]
    quantiles: list[HitRow]


@dataclass(frozen=True, slots=True)
class MeterRisk(Tabular[HitRow]):
    """The meter of a wager with so many players who all make it; money in cents."""

    wager: str
    players: int
    stake: Cents
    reset: Cents
    contribution: Fraction  # of a bet, to the meter
    per_bet: Fraction  # the chance that one bet takes the whole meter
    per_round: Fraction  # that a round does
    exact_round: bool  # False: `per_round` is the sum over the seats, which is slightly too much
    parts: Mapping[Fraction, Fraction]  # share of the meter below all of it -> chance of one bet

    @property
    def fed(self) -> Fraction:
        """Cents that a round puts into the meter."""
        return self.players * self.stake * self.contribution

    @property
    def mean_rounds(self) -> Fraction:
        """Rounds from one hit to the next, on average."""
        return 1 / self.per_round

    @property
    def mean_at_hit(self) -> Fraction | None:
        """What the meter shows when it is hit, on average; None where lines take parts of it."""
        return None if self.parts else self.reset + self.fed * self.mean_rounds

    @property
    def reseed_cost(self) -> Fraction:
        """What the house puts up to start the meter again, in cents a round."""
        return self.reset * self.per_round

    @property
    def funding(self) -> Fraction:
        """The share of each bet that pays for starting again."""
        return self.reseed_cost / (self.players * self.stake)

    def rounds_by(self, chance: float) -> int:
        """The fewest rounds within which the meter is hit with at least this chance."""
        return max(1, ceil(log1p(-chance) / log1p(-float(self.per_round)) - 1e-9))

    def at_hit(self, chance: float) -> Cents | None:
        """The least amount of which the meter at the hit is at most that with this chance."""
        return None if self.parts else self.reset + int(self.fed * self.rounds_by(chance))

    @property
    def quantiles(self) -> Rows[HitRow]:
        """Rounds to the hit, and the meter then, as rows."""
        return self.rows()

    def rows(self) -> Rows[HitRow]:
        """One row for each quantile: rounds to the hit, and the meter then."""
        return Rows(
            HitRow,
            (
                HitRow(percent=each, rounds=self.rounds_by(each / 100), meter=self.at_hit(each / 100))
                for each in QUANTILES
            ),
        )


def meter_risk(game: Game, players: int = 1) -> MeterRisk | None:
    """The meter of a sheet, where a wager can win all of it; None where there is none."""
    meter = game.sheet.meter
    wager = next((name for name in game.sheet.wagers if game.sheet.wins_meter(name)), None)
    if meter is None or wager is None:
        return None
    if not 1 <= players <= game.sheet.seats:
        raise Refusal("players", f"A table has 1 to {game.sheet.seats} seats, not {players}")
    six = wager in game.table.book.six
    if not six and wager in game.table.book.shared:
        return None  # a meter that the dealer's cards win
    counts = six_counts() if six else hand_counts()
    awards = game.table.book.awards[wager][: len(counts)]
    shares: dict[Fraction, list[int]] = {}
    for place, award in enumerate(awards):
        if isinstance(award.pay, MeterShare):
            shares.setdefault(Fraction(award.pay.percent, 100), []).append(place)
    whole = shares.pop(Fraction(1), [])
    if not whole:
        return None
    space = sum(counts)
    per_bet = Fraction(sum(counts[place] for place in whole), space)
    exact = players == 1
    per_round = per_bet * players
    if not six and not exact:
        hands = [cards for cards in combinations(range(52), 3) if hand_class(*cards) in whole]
        if len(hands) <= MOST_HANDS:
            per_round, exact = _any_seat(hands, players), True
    return MeterRisk(
        wager=wager,
        players=players,
        stake=exact_stake(game.table, wager),
        reset=meter.reset,
        contribution=meter.percent / 100 if meter.feeds == wager else Fraction(0),
        per_bet=per_bet,
        per_round=per_round,
        exact_round=exact,
        parts={
            share: Fraction(sum(counts[place] for place in places), space) for share, places in shares.items()
        },
    )


def _any_seat(hands: Sequence[tuple[int, ...]], players: int) -> Fraction:
    """The chance that one of the seats holds one of these hands, by inclusion and exclusion."""
    found = Fraction(0)
    every = deals(players + 1, 0)
    for size in range(1, min(len(hands), players) + 1):
        sets = sum(
            1
            for some in combinations(hands, size)
            if len({card for hand in some for card in hand}) == 3 * size
        )
        held = sets * perm(players, size) * deals(players - size + 1, 3 * size)
        found += (-1) ** (size + 1) * Fraction(held, every)
    return found
