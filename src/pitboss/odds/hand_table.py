"""All 22,100 hands, what is read off each of them, and pairs of hands that have no card in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.geometry import SUIT_ORDERS, Cards, Flags, Ints, row_of, rows, triple_index, values_of
from pitboss.odds.suit_orders import known_by, moved_ups, renamed_each, up_number, up_sets

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
    held: Ints  # the cards as bits
    holds: Flags  # (52, hands)

    def apart(self, hand: Cards) -> Ints:
        """The numbers of those that hold none of these cards."""
        return np.flatnonzero(self.held & np.bitwise_or.reduce(np.int64(1) << hand) == 0)


@lru_cache(maxsize=1)
def all_hands() -> AllHands:
    """Every hand, as in `up_sets(3)`."""
    cards = up_sets(3)
    row = row_of()[triple_index(*cards.T)].astype(np.int64)
    target = up_number(3)[known_by(rows().cards)][row]
    renaming = (moved_ups(3) == target).argmax(axis=0)  # the first that does it: none where none is needed
    holds = np.zeros((52, len(cards)), bool)
    holds[cards.T, np.arange(len(cards))] = True
    return AllHands(
        cards=cards,
        row=row,
        value=values_of(*cards.T).astype(np.int64),
        hand_class=rows().hand_class[row].astype(np.uint8),
        pairs=np.stack([pair_number()[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)]),
        renaming=renaming,
        held=np.bitwise_or.reduce(np.int64(1) << cards, axis=1),
        holds=holds,
    )


@lru_cache(maxsize=1)
def paired_cards() -> tuple[Ints, Ints]:
    """The two cards of each pair, the lower first."""
    first, second = np.triu_indices(52, 1)
    return first, second


@lru_cache(maxsize=1)
def pair_number() -> Ints:
    """The place of each two cards among all pairs: (52, 52)."""
    found = np.zeros((52, 52), np.int64)
    first, second = paired_cards()
    found[first, second] = found[second, first] = np.arange(PAIRS)
    return found


def up_beside_rows(shown: tuple[int, ...]) -> Ints:
    """For each hand, the number of the up cards once suits are renamed so that the hand is its row."""
    every = np.tile(np.array(shown, np.int64), (len(SUIT_ORDERS), 1))
    moved = renamed_each(every, np.arange(len(SUIT_ORDERS)))
    return up_number(len(shown))[known_by(moved)][all_hands().renaming]


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
