"""Ruin against closed forms, against `session`, and between bounds that hold for every bet."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pitboss.odds.risk.bankroll import bankroll_of
from pitboss.odds.risk.ruin import endless_ruin, lattice_of, moment_root, ruin_within
from pitboss.odds.sessions import session
from tests.odds.prices import game_of
from tests.odds.risk.games import BAD_COIN, GOOD_COIN, LUMPY


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
