"""The interval of a mean whose sample may lack the rarest pays: by likelihood, on all values it can have.

Chances of the values are sought that make the sample as likely as the confidence asks (Owen 1990), the mean
as high, or as low, as they can. A value that has not come may have a chance as well: no more than a run
without it leaves it. The bound on the likelihood is Bartlett's (DiCiccio, Hall and Romano 1991), with half
a round more at either end, so that a sample without its largest value is not taken for a tame one.
"""

from __future__ import annotations

from math import log
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_NEAR: Final = 20.0  # how much nearer than the farthest value, as a logarithm, the search begins
_HALVINGS: Final = 50


def mean_interval(
    values: Floats, counts: Floats, low: float, high: float, confidence: float
) -> tuple[Floats, Floats]:
    """Between what the mean lies, for one sample or for many (…, values).

    No value that can come is below `low` or above `high`.
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
