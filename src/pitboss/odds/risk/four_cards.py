"""Sets of four cards: their numbers, their classes up to suits, and which smaller sets they hold.

A set that cannot be has the number after the last one, where every table has a zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

import numpy as np

from pitboss.odds.geometry import Cards, Flags, Ints, row_of, triple_index

QUADS = comb(52, 4)
TRIPLES = comb(52, 3)
PAIRS = comb(52, 2)


@dataclass(frozen=True, slots=True)
class FourCardSets:
    """All sets of up to four cards in the order of `combinations`, and how they hold each other."""

    quads: Cards  # (270,725, 4)
    triples: Cards
    pairs: Cards
    quad_with: Ints  # (52, triples + 1): the four cards that one more makes with a triple
    triple_with: Ints  # (52, pairs + 1)
    pair_with: Ints  # (52, 52 + 1)
    holds_triple: Flags  # (52, triples)
    holds_pair: Flags  # (52, pairs)
    quad_class: Ints  # of each set of four, up to suits
    first: Ints  # a set of each class
    size: Ints  # how many sets are in each class
    triple_row: Ints  # the row of each triple

    def quad(self, *cards: int) -> int:
        """The number of four cards."""
        a, b, c, d = cards
        return int(self.quad_with[d, self.triple(a, b, c)])

    def triple(self, *cards: int) -> int:
        """The number of three cards."""
        a, b, c = cards
        return int(self.triple_with[c, self.pair_with[a, b]])


@lru_cache(maxsize=1)
def four_card_sets() -> FourCardSets:
    """The tables, made once: about 40 MB."""
    quads, triples, pairs = (np.array(list(combinations(range(52), size)), np.int64) for size in (4, 3, 2))
    pair_with = np.full((52, 53), PAIRS, np.int32)
    pair_with[pairs[:, 0], pairs[:, 1]] = pair_with[pairs[:, 1], pairs[:, 0]] = np.arange(PAIRS)
    triple_with = np.full((52, PAIRS + 1), TRIPLES, np.int32)
    for last, rest in ((2, (0, 1)), (1, (0, 2)), (0, (1, 2))):
        pair = pair_with[triples[:, rest[0]], triples[:, rest[1]]]
        triple_with[triples[:, last], pair] = np.arange(TRIPLES)
    quad_with = np.full((52, TRIPLES + 1), QUADS, np.int32)
    for last in range(4):
        a, b, c = (quads[:, place] for place in range(4) if place != last)
        quad_with[quads[:, last], triple_with[c, pair_with[a, b]]] = np.arange(QUADS)
    least = np.full(QUADS, QUADS, np.int64)
    for order in permutations(range(4)):
        a, b, c, d = (4 * (quads >> 2) + np.array(order)[quads & 3]).T
        least = np.minimum(least, quad_with[d, triple_with[c, pair_with[a, b]]])
    first, quad_class, size = np.unique(least, return_inverse=True, return_counts=True)
    return FourCardSets(
        quads, triples, pairs, quad_with, triple_with, pair_with,
        (triples[None] == np.arange(52)[:, None, None]).any(axis=2),
        (pairs[None] == np.arange(52)[:, None, None]).any(axis=2),
        quad_class.ravel(), first, size, row_of()[triple_index(*triples.T)].astype(np.int64),
    )  # fmt: skip
