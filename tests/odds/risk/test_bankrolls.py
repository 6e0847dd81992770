"""Growth and ruin of small bets that can be followed by hand, and of the houses."""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest

from pitboss.odds.prices import Price
from pitboss.odds.risk.bankroll import bankroll_of
from pitboss.odds.risk.ruin import (
    certainty_equivalent,
    endless_ruin,
    kelly_bankroll,
    lattice_of,
    log_growth,
    moment_root,
    n0,
    ruin_within,
    score,
)
from pitboss.odds.sessions import session
from pitboss.round import Refusal
from tests.odds.prices import game_of


def bet(**counts: int) -> Price:
    """A bet in cents: `bet(m200=3, p300=2)` loses $2 in three outcomes and wins $3 in two."""
    signs = {"m": -1, "p": 1}
    nets = {Fraction(signs[name[0]] * int(name[1:])): count for name, count in counts.items()}
    return Price("small", sum(nets.values()), dict(sorted(nets.items())))


GOOD_COIN = bet(m100=2, p100=3)
BAD_COIN = bet(m100=3, p100=2)
LUMPY = bet(m200=3, m100=3, p0=1, p100=2, p400=3)


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


def test_a_coin_is_the_gamblers_ruin() -> None:
    """An even bet that wins 3 of 5 is ruined with (2/3)^coins."""
    lattice = lattice_of(GOOD_COIN)
    found = endless_ruin(lattice, 1e-3)
    assert found is not None
    root, curve = found
    assert root.low < Fraction(2, 3) < root.high
    exact = (2 / 3) ** (np.arange(curve.low.size) + 1.0)
    assert (curve.low <= exact * (1 + 1e-12)).all()
    assert (exact <= curve.high * (1 + 1e-12)).all()
    assert (curve.high - curve.low).max() < 1e-8
    assert curve.enough(0.05) == 7  # (2/3)^7 = 0.0585, (2/3)^8 = 0.0390


def test_what_does_not_win_is_ruined_for_certain() -> None:
    assert moment_root(lattice_of(BAD_COIN)) is None
    assert endless_ruin(lattice_of(BAD_COIN), 0.01) is None


def test_the_root_is_one_of_the_moment_equation() -> None:
    lattice = lattice_of(LUMPY)
    root = moment_root(lattice)
    assert root is not None

    def moment(z: Fraction) -> Fraction:
        return sum((n * z**step for step, n in zip(lattice.steps, lattice.counts, strict=True)), Fraction(0))

    assert moment(root.low) > lattice.outcomes > moment(root.high)
    assert 0 < root.low < root.high < 1


def test_an_endless_horizon_is_the_limit_of_sessions() -> None:
    """A session's ruin grows to it, and what is missing is bounded by what the players still have."""
    lattice = lattice_of(LUMPY)
    found = endless_ruin(lattice, 1e-3)
    assert found is not None
    root, curve = found
    need, bankroll = 200, 1200
    steps = (bankroll - need) // lattice.grid
    before = 0.0
    for rounds in (10, 100, 400):
        ends = session(LUMPY, rounds, bankroll, need)
        assert before <= ends.ruin <= curve.high[steps] + ends.error
        before = ends.ruin
        alive = [(cents, p) for cents, p in ends.distribution.items() if cents >= need]
        later = sum(p * root.value ** ((cents - need) // lattice.grid + 1) for cents, p in alive)
        assert curve.low[steps] <= ends.ruin + later + ends.error
    assert curve.low[steps] == pytest.approx(before, abs=1e-4)


def test_within_rounds_it_is_what_a_session_says() -> None:
    price = game_of("rivers").price_bets({"ante": 1000})
    lattice = lattice_of(price)
    for rounds, curve in zip((1, 7, 300), ruin_within(lattice, (1, 7, 300)), strict=True):
        for bankroll in (2000, 5000, 20_000, 33_333):
            steps = (bankroll - 2000) // lattice.grid
            ends = session(price, rounds, bankroll, 2000)
            low, high = (curve.low[steps], curve.high[steps]) if steps < curve.low.size else (0.0, 1e-15)
            assert low - ends.error <= ends.ruin <= high + ends.error


def test_a_bankroll_that_is_enough_is_and_a_step_less_is_not() -> None:
    game = game_of("rivers")
    found = bankroll_of(game, {"ante": 1000}, horizons=(200,))
    price = game.price_bets({"ante": 1000})
    for chance, bankroll in found.horizons[0].enough.items():
        assert session(price, 200, bankroll, 2000).ruin <= chance
        if bankroll > 2000:
            assert session(price, 200, bankroll - 1000, 2000).ruin > chance
    assert found.endless is None
    assert found.kelly is None


def test_pechanga_is_not_ruined_for_certain() -> None:
    found = bankroll_of(game_of("pechanga"), {"ante": 1000}, bankroll=500_000, horizons=())
    assert found.endless is not None
    assert found.endless.ruin is not None
    low, high = found.endless.ruin
    assert high - low < 1e-9
    # Between the bounds of the martingale z^bankroll: at most two steps below the last bankroll that can bet.
    root, steps = found.endless.root, (500_000 - 2000) // 1000
    assert float(root.low) ** (steps + 2) <= low <= high <= float(root.high) ** (steps + 1)
    assert found.kelly is not None
    # Kelly's bet wins its SCORE: mean of a round times Kelly's multiple is N0's reciprocal, nearly.
    assert found.n0 is not None
    assert found.kelly.value == pytest.approx(float(found.price.variance / found.price.ev), rel=0.01)
