"""What a bet is worth to somebody with a bankroll: N0, SCORE, certainty equivalent, Kelly's bankroll.

Kelly's bankroll b makes the mean of log(1 + X/b) largest, so with t = 1/b the sum of count * x / (1 + t x)
is zero. That sum falls as t grows: it is above zero at t = 0 when the mean is, and falls without bound as
1/t nears the largest loss. A root is therefore bracketed by two signs, and both are worked out in whole
numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, expm1, log1p
from typing import Final

from pitboss.money import Cents
from pitboss.odds.prices import Price
from pitboss.round.refusal import Refusal

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

    def as_json(self) -> dict[str, str | float]:
        """The middle as a number and both ends exactly."""
        return {"value": self.value, "low": str(self.low), "high": str(self.high)}


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
    """The sure cents that are worth as much as some rounds to somebody with logarithmic utility."""
    return bankroll * expm1(rounds * log_growth(price, bankroll))


def growth_per_round(price: Price, bankroll: Cents) -> float:
    """By which factor the typical bankroll grows each round."""
    return exp(log_growth(price, bankroll))
