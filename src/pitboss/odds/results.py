"""The ways a showdown ends, from counts of dealer outcomes below some values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from pitboss.odds.geometry import WIDTH, Ints

VERSUS: Final = 6  # showdown results, as in the paybook: 3 * qualified + (0 worse, 1 equal, 2 better)
FINALS: Final = 7  # categories of a hand after a draw

BelowValue = Callable[[Ints], Ints]


def split(under: Ints, up_to: Ints, unqualified: Ints, total: int | Ints) -> Ints:
    """The six ways a showdown ends, from the outcomes below the hand, up to it, and below the qualifier.

    All three are cumulative counts of the same outcomes, so the smaller value has the smaller count.
    """
    return ends(
        np.minimum(under, unqualified),
        np.minimum(up_to, unqualified),
        unqualified,
        np.maximum(under, unqualified),
        np.maximum(up_to, unqualified),
        total,
    )


def ends(low: Ints, mid: Ints, unqualified: Ints, high: Ints, top: Ints, total: int | Ints) -> Ints:
    """The six results as differences of six cumulative counts."""
    parts = [unqualified - mid, mid - low, low, total - top, top - high, high - unqualified]
    return np.stack(np.broadcast_arrays(*parts), axis=-1).astype(np.int64)


def after_discards(
    below: BelowValue, values: Sequence[Ints], finals: Sequence[Ints], hands: int, qualifies_from: int
) -> Ints:
    """The results after each discard, summed over the card drawn: (hands, discards, 7 final categories, 6).

    `values` has the hands after each discard and card, `finals` their places by hand and final category; a
    place behind the last is left out.
    """
    full = below(np.full_like(values[0], WIDTH - 1))
    unqualified = below(np.full_like(values[0], qualifies_from)) if qualifies_from else np.zeros_like(full)
    cells = hands * FINALS
    found = []
    for value, final in zip(values, finals, strict=True):
        under, up_to = below(value), below(value + 1)
        parts = [np.minimum(under, unqualified), np.minimum(up_to, unqualified), unqualified]
        parts += [np.maximum(under, unqualified), np.maximum(up_to, unqualified), full]
        sums = [np.bincount(final.ravel(), part.ravel(), cells)[:cells].astype(np.int64) for part in parts]
        found.append(ends(*sums).reshape(-1, FINALS, VERSUS))
    return np.stack(found, axis=1)
