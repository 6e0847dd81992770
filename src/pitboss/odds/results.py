"""The ways a showdown ends, from counts of dealer outcomes below some values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from pitboss.hands import Kind
from pitboss.odds.geometry import WIDTH, Doubles, Ints
from pitboss.sheet.pays import SHOWDOWNS

VERSUS: Final = SHOWDOWNS
FINALS: Final = len(Kind)  # kinds of a hand after a draw

BelowValue = Callable[[Ints], Ints]


def split(under: Ints, up_to: Ints, unqualified: Ints, total: int | Ints) -> Doubles:
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


def ends(
    low: Ints | Doubles,
    mid: Ints | Doubles,
    unqualified: Ints | Doubles,
    high: Ints | Doubles,
    top: Ints | Doubles,
    total: int | Ints | Doubles,
) -> Doubles:
    """The six results as differences of six cumulative counts: whole numbers, as doubles.

    No count is above 2^53, so doubles are exact, and sums over them are much faster than over integers.
    """
    shape = np.broadcast_shapes(*(part.shape for part in (low, mid, unqualified, high, top)))
    found = np.empty((VERSUS, *shape), np.float64)
    found[2] = low
    for result, (more, less) in enumerate(
        ((unqualified, mid), (mid, low), (low, 0), (total, top), (top, high), (high, unqualified))
    ):
        if result != 2:
            np.subtract(more, less, out=found[result])
    return np.moveaxis(found, 0, -1)  # each result stays together in memory: prices go result by result


def after_discards(
    below: BelowValue, values: Sequence[Ints], finals: Sequence[Ints], hands: int, qualifies_from: int
) -> Doubles:
    """The results after each discard, summed over the card drawn: (hands, discards, 8 final kinds, 6).

    `values` has the hands after each discard and card, `finals` their places by hand and final kind; a
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
        sums = [np.bincount(final.ravel(), part.ravel(), cells)[:cells] for part in parts]
        found.append(ends(*sums).reshape(-1, FINALS, VERSUS))
    return np.stack(found, axis=1)
