"""How often an interval holds the mean that it is about."""

from __future__ import annotations

import numpy as np

from pitboss.sim.confirmation import Chances, mean_of
from pitboss.sim.intervals import mean_interval


def share_held(chances: Chances, rounds: int, runs: int, seed: int = 20261116) -> float:
    """The share of intervals of 95 % that hold the mean of so many runs.

    Their counts are drawn from the exact chances of the nets: no round need be played.
    """
    nets = np.array([*chances], np.float64)
    shares = [float(chance) for chance in chances.values()]
    counts = np.random.default_rng(seed).multinomial(rounds, shares, runs).astype(np.float64)
    low, high = mean_interval(nets, counts, nets.min(), nets.max(), 0.95)
    mean = float(mean_of(chances))
    return float(np.mean((low <= mean) & (mean <= high)))
