"""What a dealer's fourth card makes of each of the 22,100 hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.odds.dealer_hands import with_a_fourth
from pitboss.odds.geometry import WIDTH, Flags, Ints
from pitboss.odds.hand_table import all_hands
from pitboss.odds.suit_orders import orbits

HELD: Final = 10_000  # in the place of a value, above all values: a card that is not there to be drawn


@dataclass(frozen=True, slots=True)
class Fourths:
    """What a dealer's fourth card makes of each hand, where the dealer draws to less than a value."""

    best: Ints  # (52, 22100) the best three of four, the hand itself if it stands, HELD if it holds the card
    below: Ints  # (742, 22100) how many of the 49 other cards leave the hand below each value
    lacks: Flags  # (52, 22100) where the hand is without the card


@lru_cache(maxsize=2)
def fourths(draws_below: int) -> Fourths:
    """The table, kept: 20 MB."""
    hands = all_hands()
    best = np.where(hands.value >= draws_below, hands.value, with_a_fourth()).astype(np.int16)
    lacks = ~hands.holds
    best[~lacks] = HELD
    below = np.zeros((WIDTH, len(hands.cards)), np.int8)
    number = np.arange(len(hands.cards))
    for card in range(52):
        there = number[lacks[card]]
        below[best[card][there] + 1, there] += 1
    return Fourths(best, np.cumsum(below, axis=0, dtype=np.int8), lacks)


@lru_cache(maxsize=16)
def fourths_beside(draws_below: int, family: int) -> Fourths:
    """The same of the hands that a family of rows tells apart, up to suits: 60 MB for all families."""
    table, first = fourths(draws_below), orbits(3, family).first
    return Fourths(table.best.take(first, 1), table.below.take(first, 1), table.lacks.take(first, 1))
