"""All 22,100 hands that a dealer can have, and what a fourth card makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final

import numpy as np

from pitboss.batch import categories6
from pitboss.odds.geometry import WIDTH, Cards, Ints, triple_index, values_of

HELD: Final = 10_000  # in the place of a value, above all values: a card that is not there to be drawn


@dataclass(frozen=True, slots=True)
class DealerHands:
    """Every hand once, cards from low to high."""

    cards: Cards  # (22100, 3)
    value: Ints
    held: Ints  # the cards as bits

    def apart(self, hand: Cards) -> Ints:
        """The numbers of the hands that share no card with this one."""
        return np.flatnonzero(self.held & np.bitwise_or.reduce(np.int64(1) << hand) == 0)


@lru_cache(maxsize=1)
def dealer_hands() -> DealerHands:
    """The hands, kept."""
    cards = np.array(list(combinations(range(52), 3)), np.int64)
    held = np.bitwise_or.reduce(np.int64(1) << cards, axis=1)
    return DealerHands(cards, values_of(*cards.T).astype(np.int64), held)


@dataclass(frozen=True, slots=True)
class Fourths:
    """What a dealer's fourth card makes of each hand, where the dealer draws to less than a value."""

    best: Ints  # (52, 22100) the best three of four, the hand itself if it stands, HELD if it holds the card
    below: Ints  # (742, 22100) how many of the 49 other cards leave the hand below each value
    lacks: Ints  # (52, 22100) 1 where the hand is without the card


@lru_cache(maxsize=2)
def fourths(draws_below: int) -> Fourths:
    """The table, kept: 20 MB."""
    hands = dealer_hands()
    best = np.empty((52, len(hands.cards)), np.int16)
    stands = hands.value >= draws_below
    for card in range(52):
        pairs = combinations(hands.cards.T, 2)
        drawn = np.maximum.reduce([hands.value, *(values_of(a, b, np.array(card)) for a, b in pairs)])
        best[card] = np.where(stands, hands.value, drawn)
    lacks = (hands.held[None, :] >> np.arange(52)[:, None]) & 1 == 0
    best[~lacks] = HELD
    below = np.zeros((WIDTH, len(hands.cards)), np.int8)
    number = np.arange(len(hands.cards))
    for card in range(52):
        there = number[lacks[card]]
        below[best[card][there] + 1, there] += 1
    return Fourths(best, np.cumsum(below, axis=0, dtype=np.int8), lacks.astype(np.int16))


def six_categories(hand: Cards, theirs: Cards) -> Ints:
    """The category of the six cards of a hand with each of some dealer's hands."""
    both = np.concatenate([np.broadcast_to(hand, theirs.shape), theirs], axis=-1)
    return categories6(both).astype(np.int64)


@lru_cache(maxsize=1)
def _numbers() -> Ints:
    """The number of every ordered triple of cards, at index 2704a + 52b + c."""
    found = np.zeros(52**3, np.int32)
    for a, b, c in permutations(dealer_hands().cards.T):
        found[triple_index(a, b, c)] = np.arange(len(a))
    return found


def hand_numbers(cards: Cards) -> Ints:
    """The numbers of hands whose cards, in any order, are the last axis."""
    return _numbers()[triple_index(*np.moveaxis(cards, -1, 0))]
