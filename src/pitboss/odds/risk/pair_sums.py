"""Sums over pairs of hands without a common card, in whole numbers.

For values f and g of every set of k cards, the sum of f(a) g(b) over all pairs a, b that share no card is,
by inclusion and exclusion over what they share, S - S1 + S2 - ...: S_j adds, over all sets of j cards, the
product of the sum of f over the sets that hold them and that of g. A few hundred products replace 18,424 x
15,180.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np

from pitboss.odds.geometry import Cards, Doubles, Ints

EXACT: Final = 2**53  # whole numbers up to here are exact as doubles
LIMB: Final = 20  # bits of the parts that large numbers are multiplied in
PAIRS: Final = comb(52, 2)
Whole = np.ndarray[Any, np.dtype[np.object_]]


@lru_cache(maxsize=1)
def every_hand() -> Cards:
    """The 22,100 hands of three cards, in order."""
    return np.array(list(combinations(range(52), 3)), np.int64)


@lru_cache(maxsize=1)
def pair_number() -> Ints:
    """The place of each two cards among all pairs: (52, 52)."""
    found = np.zeros((52, 52), np.int64)
    first, second = np.triu_indices(52, 1)
    found[first, second] = found[second, first] = np.arange(PAIRS)
    return found


@lru_cache(maxsize=1)
def hands_with_pairs() -> Ints:
    """The numbers of the 50 hands that hold each pair of cards: (50, 1326)."""
    cards = every_hand()
    number = pair_number()
    pairs = np.stack([number[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)], axis=1)
    order = np.argsort(pairs.ravel(), kind="stable")
    return np.ascontiguousarray((order // 3).reshape(PAIRS, 50).T)


@lru_cache(maxsize=1)
def pairs_with_card() -> Ints:
    """The numbers of the 51 pairs that hold each card: (51, 52)."""
    number = pair_number()
    return np.stack([np.delete(number[card], card) for card in range(52)], axis=1)


def three_card_pairs(nets: Doubles) -> Whole:
    """Sums over disjoint hands: `nets` has a row of values of all hands for each part; (parts, parts).

    Values are whole numbers, zero where a hand cannot be dealt.
    """
    return _disjoint(_over_pairs(nets)) - dot(nets)


def three_card_pairs_with(nets: Doubles, numbers: Ints, each: Iterable[Doubles]) -> Iterator[Whole]:
    """The same, time after time, with other values for a few hands that share no cards: (parts, hands)."""
    changed = nets.copy()
    changed[:, numbers] = 0.0
    base, squares = _over_pairs(changed), dot(changed)
    cards = every_hand()[numbers]
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
