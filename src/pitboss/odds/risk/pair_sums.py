"""Sums over pairs of hands without a common card, in whole numbers.

For values f and g of every set of k cards, the sum of f(a) g(b) over all pairs a, b that share no card is,
by inclusion and exclusion over what they share, S - S1 + S2 - ...: S_j adds, over all sets of j cards, the
product of the sum of f over the sets that hold them and that of g. A few hundred products replace 18,424 x
15,180.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import numpy as np

from pitboss.odds.geometry import Doubles, Ints
from pitboss.odds.hand_table import PAIRS, all_hands, pair_number

EXACT: Final = 2**53  # whole numbers up to here are exact as doubles
LIMB: Final = 20  # bits of the parts that large numbers are multiplied in
Whole = np.ndarray[Any, np.dtype[np.object_]]


@lru_cache(maxsize=1)
def hands_with_pairs() -> Ints:
    """The numbers of the 50 hands that hold each pair of cards: (50, 1326)."""
    cards = all_hands().cards
    number = pair_number()
    pairs = np.stack([number[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)], axis=1)
    order = np.argsort(pairs.ravel(), kind="stable")
    return np.ascontiguousarray((order // 3).reshape(PAIRS, 50).T)


@lru_cache(maxsize=1)
def pairs_with_card() -> Ints:
    """The numbers of the 51 pairs that hold each card: (51, 52)."""
    number = pair_number()
    return np.stack([np.delete(number[card], card) for card in range(52)], axis=1)


@lru_cache(maxsize=1)
def hand_with() -> Ints:
    """The hand that a card makes with each pair; the number after the last where it is in it: (52, 1326)."""
    found = np.full((52, PAIRS), len(all_hands().cards), np.int64)
    cards, number = all_hands().cards, pair_number()
    for last, (first, second) in ((2, (0, 1)), (1, (0, 2)), (0, (1, 2))):
        found[cards[:, last], number[cards[:, first], cards[:, second]]] = np.arange(len(cards))
    return found


class HandsBesideDealers:
    """Nets that hands bring against any dealer of one value: sums over pairs that avoid the dealer's cards.

    The hands of `apart` are left out and come with their own values, time after time.
    """

    def __init__(self, nets: Doubles, apart: Ints) -> None:
        self.nets = np.concatenate([nets, np.zeros((len(nets), 1))], axis=1)
        self.nets[:, apart] = 0.0
        self.two = _over_pairs(self.nets)
        self.squares = dot(self.nets)
        cards = all_hands().cards[apart]
        self.places = [pair_number()[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)]

    def disjoint(self, out: Sequence[int], each: Iterable[Doubles]) -> Iterator[Whole]:
        """The sums without these cards, with each of some values for the hands that stand apart."""
        two = self.two.copy()
        gone = [hand_with()[card] for card in out]
        for places in gone:
            two -= self.nets[:, places]
        two[:, pairs_with_card()[:, list(out)].ravel()] = 0.0
        touching = np.zeros(len(all_hands().cards) + 1, bool)
        for places in gone:
            touching[places] = True
        squares = self.squares - dot(self.nets[:, touching])
        for values in each:
            mine = two.copy()
            for places in self.places:
                mine[:, places] += values
            yield _disjoint(mine) - squares - dot(values)


def three_card_pairs_with(nets: Doubles, numbers: Ints, each: Iterable[Doubles]) -> Iterator[Whole]:
    """Sums over disjoint hands: `nets` has a row of values of all hands for each part; (parts, parts).

    Values are whole numbers, zero where a hand cannot be dealt. Time after time a few hands that share no
    cards have other values: (parts, hands).
    """
    changed = nets.copy()
    changed[:, numbers] = 0.0
    base, squares = _over_pairs(changed), dot(changed)
    cards = all_hands().cards[numbers]
    places = np.stack([pair_number()[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)])
    for values in each:
        two = base.copy()
        for place in places:
            two[:, place] += values  # no two of the hands share a pair of cards
        yield _disjoint(two) - squares - dot(values)


def _over_pairs(nets: Doubles) -> Doubles:
    """The sums over the hands that hold each pair of cards: (parts, 1326)."""
    found: Doubles = np.stack([part[hands_with_pairs()].sum(axis=0) for part in nets])
    return found


def _disjoint(two: Doubles) -> Whole:
    """All but the last term of inclusion and exclusion: pairs of a hand with itself are still in it."""
    one = two[:, pairs_with_card()].sum(axis=1) / 2
    none = one.sum(axis=-1, keepdims=True) / 3
    return dot(none) - dot(one) + dot(two)


def dot(values: Doubles) -> Whole:
    """Each row times each row, exactly; values are whole and below 2^53."""
    largest = float(np.abs(values).max(initial=0.0))
    if largest >= EXACT:
        raise AssertionError("sums of nets are too large for doubles")
    if largest * largest * values.shape[1] < EXACT:
        # Not `@`: threads of a matrix library cost more than they save on so few rows.
        product: Whole = np.einsum("ip,jp->ij", values, values).astype(np.int64).astype(object)
        return product
    whole = values.astype(np.int64)
    limbs = [(whole & ((1 << LIMB) - 1)), (whole >> LIMB) & ((1 << LIMB) - 1), whole >> (2 * LIMB)]
    found: Whole = np.zeros((len(values), len(values)), object)
    for i, left in enumerate(limbs):
        for j, right in enumerate(limbs):
            found = found + np.einsum("ip,jp->ij", left, right).astype(object) * (1 << (LIMB * (i + j)))
    return found
