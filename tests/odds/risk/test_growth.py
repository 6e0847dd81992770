"""Kelly, N0 and certainty against closed forms, and every bracket by signs that are worked out here again."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

from pitboss.odds.prices import Price
from pitboss.odds.risk.ruin import certainty_equivalent, kelly_bankroll, log_growth, n0, score
from pitboss.round import Refusal
from tests.odds.prices import game_of
from tests.odds.risk.games import BAD_COIN, GOOD_COIN, LUMPY, bet


def test_kelly_of_a_coin_is_its_edge() -> None:
    """Of an even bet that wins p, Kelly bets 2p - 1: one fifth here, so $1 wants $5."""
    found = kelly_bankroll(GOOD_COIN)
    assert found is not None
    assert found.low < 500 < found.high
    assert found.high - found.low < Fraction(1, 10**6)


def test_nothing_is_bet_on_what_does_not_win() -> None:
    assert kelly_bankroll(BAD_COIN) is None
    assert score(BAD_COIN) is None


@pytest.mark.parametrize(
    "price", [LUMPY, game_of("pechanga").price_bets({"ante": 1000})], ids=["lumpy", "pechanga"]
)
def test_the_slope_of_growth_changes_its_sign_in_the_bracket(price: Price) -> None:
    found = kelly_bankroll(price)
    assert found is not None

    def slope(bankroll: Fraction) -> Fraction:
        """The derivative of the mean logarithm by the size of the bet."""
        return sum((n * net / (bankroll + net) for net, n in price.distribution.items()), Fraction(0))

    assert slope(found.low) <= 0 < slope(found.high)
    best = round(found.value)
    # A bet of this size grows faster than the same bet in any other size: times k with bankroll / k.
    assert log_growth(price, best) > max(
        log_growth(price, best * 9 // 10), log_growth(price, best * 11 // 10)
    )


def test_a_coin_has_its_moments() -> None:
    assert GOOD_COIN.ev == 20
    assert n0(GOOD_COIN) == Fraction(24 * 400, 20 * 20)  # 9600 / 400
    # SCORE: $10,000 * 100 rounds / N0, in cents.
    assert score(GOOD_COIN) == Fraction(10**6 * 100, 24)
    assert n0(bet(m100=1, p100=1)) is None


def test_certainty_is_the_growth_of_the_bankroll() -> None:
    """With $5: 3/5 of $6 and 2/5 of $4 in the geometric mean."""
    assert log_growth(GOOD_COIN, 500) == pytest.approx(0.6 * log(6 / 5) + 0.4 * log(4 / 5), rel=1e-12)
    assert certainty_equivalent(GOOD_COIN, 500) == pytest.approx(500 * (1.2**0.6 * 0.8**0.4 - 1), rel=1e-9)
    with pytest.raises(Refusal, match="one round can lose"):
        log_growth(GOOD_COIN, 100)
