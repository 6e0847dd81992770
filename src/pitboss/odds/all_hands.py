"""All 22,100 hands, what is read off each of them, and pairs of hands that have no card in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.geometry import Cards, Flags, Ints, row_of, rows, triple_index, values_of

PAIRS: Final = comb(52, 2)


@dataclass(frozen=True, slots=True)
class AllHands:
    """All 22,100 hands, and what is read off each of them."""

    cards: Cards  # (hands, 3)
    row: Ints
    value: Ints
    hand_class: Ints
    pairs: Ints  # (3, hands) of numbers of pairs
    renaming: Ints  # which of the 24 orders of suits makes the hand its row
    holds: Flags  # (52, hands)


SUIT_ORDERS: Final = np.array(list(permutations(range(4))), dtype=np.int64)


@lru_cache(maxsize=1)
def all_hands() -> AllHands:
    """Every hand, in the order of `combinations`."""
    cards = np.array(list(combinations(range(52), 3)), dtype=np.int64)
    a, b, c = cards.T
    row = row_of()[triple_index(a, b, c)].astype(np.int64)
    target = np.sort(rows().cards[row], axis=1)
    renaming = np.zeros(len(cards), np.int64)
    for place, suits in enumerate(SUIT_ORDERS):
        moved = np.sort(4 * (cards >> 2) + suits[cards & 3], axis=1)
        renaming[(moved == target).all(axis=1)] = place
    pair = np.zeros((52, 52), np.int64)
    pair[np.triu_indices(52, 1)] = np.arange(PAIRS)
    holds = (cards[None] == np.arange(52)[:, None, None]).any(axis=2)
    pairs = np.stack([pair[a, b], pair[a, c], pair[b, c]])
    return AllHands(
        cards, row, values_of(a, b, c), rows().hand_class[row].astype(np.uint8), pairs, renaming, holds
    )


def up_beside_rows(shown: tuple[int, ...]) -> Ints:
    """For each hand, the number of the up cards once suits are renamed so that the hand is its row."""
    cards = np.array(shown, dtype=np.int64)
    moved = np.sort(4 * (cards >> 2) + SUIT_ORDERS[:, cards & 3], axis=1)
    return np.array([_up_number(len(shown))[tuple(ups)] for ups in moved.tolist()])[all_hands().renaming]


@lru_cache(maxsize=4)
def _up_number(shows: int) -> Mapping[tuple[int, ...], int]:
    """The place of each set of up cards among all, as the counts have them."""
    return {ups: place for place, ups in enumerate(combinations(range(52), shows))}


def disjoint_pairs(mine: Ints, theirs: Ints, my_ends: int, their_ends: int) -> Ints:
    """How many pairs of hands without a common card are in each pair of ends: (my ends, their ends).

    Each array gives the end of each of the 22,100 hands; one that cannot be dealt has the number after the
    last end.
    """
    hands = all_hands()
    both = mine.astype(np.int64) * (their_ends + 1) + theirs
    same = np.bincount(both, None, (my_ends + 1) * (their_ends + 1)).reshape(my_ends + 1, their_ends + 1)
    every = np.outer(same.sum(axis=1), same.sum(axis=0))

    def sharing(places: Ints, size: int) -> Ints:
        """Pairs of hands, once for each place that both have."""
        left = _in_places(mine, my_ends, places, size)
        right = left if theirs is mine else _in_places(theirs, their_ends, places, size)
        return np.einsum("ap,bp->ab", left, right)

    found = every[:my_ends, :their_ends] - same[:my_ends, :their_ends]
    return found - sharing(hands.cards.T, 52) + sharing(hands.pairs, PAIRS)


def _in_places(labels: Ints, ends: int, places: Ints, size: int) -> Ints:
    """How many hands of each end have each card or pair of cards: (ends, places)."""
    flat = labels.astype(np.int64) * size + places
    return np.bincount(flat.ravel(), None, (ends + 1) * size).reshape(ends + 1, size)[:ends]
