"""A whole number on every hand, summed over the hands that avoid some cards, and over pairs of hands.

Inclusion and exclusion: what avoids cards is everything, less what holds one of them, plus what holds two,
less what holds three. Pairs of hands without a common card go the same way over what the two share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final

import numpy as np

from pitboss.odds.geometry import Cards, Doubles, Ints, all_hands, triple_index

CHUNK: Final = 256  # sets of known cards that are worked on together


@dataclass(frozen=True, slots=True)
class Weighed:
    """The sums over all hands, over those that hold one card, two cards, or all three."""

    every: int
    one: Ints  # (52,)
    two: Ints  # (52, 52), none on the diagonal
    three: Ints  # (52, 52, 52)

    @classmethod
    def of(cls, weights: Ints) -> Weighed:
        """Of a number on each of the 22,100 hands."""
        three = np.zeros((52, 52, 52), np.int64)
        a, b, c = all_hands().cards.T
        for i, j, k in permutations((a, b, c)):
            three[i, j, k] = weights
        two = three.sum(axis=2)
        one = two.sum(axis=1) // 2
        return cls(int(weights.sum()), one, two, three)

    def without(self, cards: Cards) -> Weighed:
        """The same over the hands that hold none of these cards; of cards that are there nothing is read."""
        free = np.ones(52, bool)
        free[cards] = False
        two = (self.two - self.three[cards].sum(axis=0)) * (free[:, None] & free)
        one = two.sum(axis=1) // 2
        return Weighed(int(one.sum()) // 3, one, two, self.three)

    def beside_each_hand(self) -> Ints:
        """The sum over the hands that have no card in common with each of the 22,100 hands."""
        cards, pairs, hands = _places()
        found = self.every - self.three.ravel().take(hands)
        for place in range(3):
            found -= self.one.take(cards[place])
            found += self.two.ravel().take(pairs[place])
        return found

    def apart(self, cards: Sequence[Ints]) -> Ints:
        """The sum over the hands that hold none of these cards, which are different; arrays broadcast."""
        found: Ints = np.full((1,) * max((each.ndim for each in cards), default=0), self.every, np.int64)
        for card in cards:
            found = found - self.one[card]
        for first, second in combinations(cards, 2):
            found = found + self.two[first, second]
        for held in combinations(cards, 3):
            found = found - self.three[held]
        return found


@lru_cache(maxsize=1)
def _places() -> tuple[Ints, Ints, Ints]:
    """Where the cards, the pairs and the whole of each hand stand in flat tables."""
    a, b, c = all_hands().cards.T
    return np.stack([a, b, c]), np.stack([52 * a + b, 52 * a + c, 52 * b + c]), triple_index(a, b, c)


def pairs_apart(some: Sequence[Weighed], known: Cards) -> Ints:
    """Sums of products over pairs of hands with no card in common, and none of some known cards.

    For every row of `known`, and every two of the weights: (rows, weights, weights). The weights must be such
    that the square of a sum over all hands is below 2^53.
    """
    if not len(known):
        return np.zeros((0, len(some), len(some)), np.int64)
    found = np.concatenate(
        [_sharing_two_at_most(some, known[start : start + CHUNK]) for start in range(0, len(known), CHUNK)]
    )
    cards = [known[:, place] for place in range(known.shape[1])]
    for i, j in combinations_with_replacement(range(len(some)), 2):
        same = _product(some[i], some[j]).apart(cards)
        found[:, i, j] -= same
        found[:, j, i] -= same if i != j else 0
    return found.astype(np.int64)


def _sharing_two_at_most(some: Sequence[Weighed], known: Cards) -> Doubles:
    """The same with pairs of one hand and itself, which are neither one nor two cards apart."""
    free = np.ones((len(known), 52), bool)
    np.put_along_axis(free, known, False, axis=1)
    both = free[:, :, None] & free[:, None, :]
    two = np.empty((len(known), len(some), 52, 52))
    for number, each in enumerate(some):
        two[:, number] = each.two - each.three[known].sum(axis=1)
        two[:, number] *= both
    one = two.sum(axis=3) / 2
    every = one.sum(axis=2) / 3
    flat = two.reshape(len(known), len(some), -1)
    return every[:, :, None] * every[:, None, :] - one @ one.swapaxes(1, 2) + flat @ flat.swapaxes(1, 2) / 2


def _product(first: Weighed, second: Weighed) -> Weighed:
    a, b, c = all_hands().cards.T
    return Weighed.of(first.three[a, b, c] * second.three[a, b, c])
