"""The hold of many rounds against binomials and plain convolution in exact fractions."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import pytest

from pitboss.odds.prices import Price
from pitboss.odds.risk import long_runs
from pitboss.odds.risk.long_runs import hold_bands, kurtosis, runs_of, skewness
from tests.odds.prices import game_of
from tests.odds.risk.test_bankrolls import LUMPY, bet

RARE = bet(m100=9931, p300=59, p98_765=10)


def convolved(price: Price, rounds: int) -> dict[Fraction, Fraction]:
    """The chances of the sums of some rounds."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for total, chance in sums.items():
            for net, count in price.distribution.items():
                after[total + net] = after.get(total + net, Fraction(0)) + chance * count / price.outcomes
        sums = after
    return sums


def quantile(chances: dict[Fraction, Fraction], part: Fraction) -> Fraction:
    heap = Fraction(0)
    for total in sorted(chances):
        heap += chances[total]
        if heap >= part:
            return total
    raise AssertionError


@pytest.mark.parametrize("price", [LUMPY, RARE], ids=["lumpy", "rare"])
@pytest.mark.parametrize("rounds", [1, 25])
def test_quantiles_are_those_of_a_plain_convolution(price: Price, rounds: int) -> None:
    sums = convolved(price, rounds)
    low, high = runs_of(price.distribution, price.outcomes, rounds)
    for part in (Fraction(1, 200), Fraction(1, 20), Fraction(1, 2), Fraction(39, 40), Fraction(199, 200)):
        exact = quantile(sums, part)
        assert low.quantile(float(part))[0] <= exact <= high.quantile(float(part))[1]
        assert high.quantile(float(part))[1] - low.quantile(float(part))[0] <= low.unit


def test_a_grid_that_is_too_fine_still_encloses_every_quantile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "WIDEST", 1000)
    sums = convolved(RARE, 20)
    low, high = runs_of(RARE.distribution, RARE.outcomes, 20)
    assert low is not high
    for part in (Fraction(1, 200), Fraction(1, 2), Fraction(199, 200)):
        exact = quantile(sums, part)
        assert low.quantile(float(part))[0] <= exact <= high.quantile(float(part))[1]


def test_a_thousand_coins_are_binomial() -> None:
    coin = Price("coin", 2, {Fraction(-1): 1, Fraction(1): 1})
    (band,) = hold_bands(coin, (1000,), (99,))
    heap, wins = 0, 0
    while (heap := heap + comb(1000, wins)) * 200 < 2**1000:
        wins += 1
    # The player's low quantile is `wins` of 1,000: the house's high hold.
    assert band.high == Fraction(1000 - 2 * wins, 1000) == -band.low
    assert band.off == 0


def test_the_progressive_of_rivers_cannot_lose_what_a_normal_band_says() -> None:
    """Nobody loses more than the stake, so no hold is above 100 %; a normal band says 122 %."""
    price = game_of("rivers").price("progressive")
    bands = {(band.rounds, band.confidence): band for band in hold_bands(price)}
    normal = float(price.house_edge) + 2.575829 * price.stdev / 1000**0.5
    assert normal > 1.2
    assert bands[1000, 99].high < 1
    # Of so many rounds the exact band is nearly the normal one.
    far = bands[10**7, 99]
    away = 2.575829 * price.stdev / 10**3.5
    assert float(far.high) == pytest.approx(float(price.house_edge) + away, abs=1e-4)
    assert float(far.low) == pytest.approx(float(price.house_edge) - away, abs=1e-4)
    assert far.off < Fraction(1, 10**6)


def miller(price: Price, rounds: int, most: int) -> list[Decimal]:
    """The chances that so many rounds bring 0, 1, … units above the worst: Miller's recurrence for a power.

    With the chances P of one round and Q = P^n, P Q' = n P' Q gives each coefficient of Q from those before.
    """
    worst = min(price.distribution)
    one = {int(net - worst): Decimal(n) / price.outcomes for net, n in price.distribution.items()}
    found = [one[0] ** rounds]
    for m in range(1, most):
        terms = ((k * (rounds + 1) - m) * p * found[m - k] for k, p in one.items() if 0 < k <= m)
        found.append(sum(terms, Decimal(0)) / (m * one[0]))
    return found


@pytest.mark.parametrize("rounds", [1000, 5000])
def test_the_band_of_the_progressive_by_a_recurrence(rounds: int) -> None:
    """No transform, no window: sixty digits, each from those before it."""
    price = game_of("rivers").price("progressive")
    bands = {band.confidence: band for band in hold_bands(price, (rounds,))}
    with localcontext(prec=60):
        chances = miller(price, rounds, 2 * rounds)
        for confidence, band in bands.items():
            tail = Decimal(100 - confidence) / 200
            for side, part in ((band.high, tail), (band.low, 1 - tail)):
                units, heap = 0, chances[0]
                while heap < part:
                    units += 1
                    heap += chances[units]
                assert side == 1 - Fraction(units, rounds)
    if rounds == 1000:  # as the page on the PAR sheet says
        assert (f"{float(bands[99].low):.3f}", f"{float(bands[99].high):.3f}") == ("-0.916", "0.814")


def test_a_coin_leans_to_no_side() -> None:
    assert skewness(bet(m100=1, p100=1)) == 0
    assert kurtosis(bet(m100=1, p100=1)) == -2
    # A hit of one in a hundred: (1 - 2p) / sqrt(p (1 - p)).
    assert skewness(bet(p0=99, p100=1)) == pytest.approx(0.98 / (0.01 * 0.99) ** 0.5)
