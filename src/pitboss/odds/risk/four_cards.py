"""Sets of four cards: their numbers, their classes up to suits, and which smaller sets they hold.

A set that cannot be has the number after the last one, where every table has a zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from pitboss.odds.geometry import (
    PAIRS,
    SUIT_ORDERS,
    Cards,
    Flags,
    Ints,
    all_hands,
    pair_number,
    renamed,
    up_sets,
)

QUADS = comb(52, 4)
TRIPLES = comb(52, 3)


@dataclass(frozen=True, slots=True)
class FourCardSets:
    """All sets of up to four cards in the order of `combinations`, and how they hold each other."""

    quads: Cards  # (270,725, 4)
    triples: Cards
    pairs: Cards
    triple_with: Ints  # (52, pairs + 1): the three cards that one more makes with a pair
    pair_with: Ints  # (52, 52 + 1)
    class_with: Ints  # (52, triples + 1): the class of the four cards; the number after the last for none
    holds_triple: Flags  # (52, triples)
    holds_pair: Flags  # (52, pairs)
    first: Ints  # a set of each class
    size: Ints  # how many sets are in each class
    triple_row: Ints  # the row of each triple

    def triple(self, *cards: int) -> int:
        """The number of three cards."""
        a, b, c = cards
        return int(self.triple_with[c, self.pair_with[a, b]])


@lru_cache(maxsize=1)
def four_card_sets() -> FourCardSets:
    """The tables, made once: about 40 MB."""
    quads, triples, pairs = (up_sets(size) for size in (4, 3, 2))
    pair_with = np.full((52, 53), PAIRS, np.int32)
    pair_with[:, :52] = np.where(np.eye(52, dtype=bool), PAIRS, pair_number())
    triple_with = np.full((52, PAIRS + 1), TRIPLES, np.int32)
    for last, rest in ((2, (0, 1)), (1, (0, 2)), (0, (1, 2))):
        pair = pair_with[triples[:, rest[0]], triples[:, rest[1]]]
        triple_with[triples[:, last], pair] = np.arange(TRIPLES)
    quad_with = np.full((52, TRIPLES + 1), QUADS, np.int32)
    for last in range(4):
        a, b, c = (quads[:, place] for place in range(4) if place != last)
        quad_with[quads[:, last], triple_with[c, pair_with[a, b]]] = np.arange(QUADS)
    least = np.full(QUADS, QUADS, np.int64)
    for order in range(len(SUIT_ORDERS)):
        a, b, c, d = renamed(quads, order).T
        least = np.minimum(least, quad_with[d, triple_with[c, pair_with[a, b]]])
    first, quad_class, size = np.unique(least, return_inverse=True, return_counts=True)
    classes = np.append(quad_class.ravel(), len(first))
    return FourCardSets(
        quads, triples, pairs, triple_with.astype(np.int64), pair_with.astype(np.int64),
        classes[quad_with],
        all_hands().holds,
        (pairs[None] == np.arange(52)[:, None, None]).any(axis=2),
        first, size, all_hands().row,
    )  # fmt: skip
