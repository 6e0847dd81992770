"""Cards for one round or for many at once, from the words of a seeded generator.

A word is read in the mixed base 52 · 51 · 50 … as `sim/deal_layout` has it; a digit is the place of the next
card among those that are left. A round with too small a remainder is dealt anew from fresh words, so that
every deal is equally likely to the bit, and a seed means the same cards with every version of NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.cards import FULL_DECK, Card
from pitboss.sim.deal_layout import WORD, DealLayout, Words

Cards = npt.NDArray[np.uint8]

_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, eq=False)
class Shoe:
    """Deals rounds of one layout."""

    layout: DealLayout
    groups: tuple[range, ...]  # the cards that each word draws
    thresholds: tuple[int, ...]

    @classmethod
    def of(cls, layout: DealLayout) -> Shoe:
        """The shoe of a layout."""
        return cls(layout, layout.words, layout.thresholds)

    def deal_one(self, source: np.random.Generator) -> tuple[Card, ...]:
        """The cards of one round, in the order of the layout."""
        while True:
            cards = self.cards_of([int(word) for word in _raw(source, len(self.groups))])
            if cards is not None:
                return cards

    def cards_of(self, words: list[int]) -> tuple[Card, ...] | None:
        """The cards that words stand for; None where they are to be dealt anew."""
        rest, cards = list(FULL_DECK), list[Card]()
        for places, threshold, word in zip(self.groups, self.thresholds, words, strict=True):
            left = word
            for place in places:
                index, left = divmod(left * (52 - place), WORD)
                cards.append(rest.pop(index))
            if left < threshold:
                return None
        return tuple(cards)

    def deal_many(self, source: np.random.Generator, rounds: int) -> Cards:
        """The cards of so many rounds: (cards, rounds)."""
        cards, sound = self.many_of(_raw(source, rounds * len(self.groups)).reshape(rounds, -1))
        again = np.flatnonzero(~sound)
        if len(again):
            cards[:, again] = self.deal_many(source, len(again))
        return cards

    def many_of(self, words: Words) -> tuple[Cards, npt.NDArray[np.bool_]]:
        """The same for rows of words, and which of them count."""
        rounds = len(words)
        cards = np.empty((self.layout.cards, rounds), np.uint8)
        rising = np.empty_like(cards)  # the cards so far, from the lowest up
        sound = np.ones(rounds, bool)
        for places, threshold, column in zip(self.groups, self.thresholds, words.T, strict=True):
            left = column.copy()
            for place in places:
                card = _next_digit(left, np.uint64(52 - place))
                for lower in rising[:place]:
                    card += card >= lower
                cards[place] = card
                for lower in rising[:place]:
                    larger = np.maximum(lower, card)
                    np.minimum(lower, card, out=lower)
                    card = larger
                rising[place] = card
            sound &= left >= np.uint64(threshold)
        return cards, sound


def _next_digit(left: Words, base: np.uint64) -> Cards:
    """Takes the next digit off fractions of 2^64; what is left of them stays."""
    high = ((left >> _HALF) * base + ((left & _LOW) * base >> _HALF)) >> _HALF
    left *= base
    return high.astype(np.uint8)


def _raw(source: np.random.Generator, size: int) -> Words:
    words: Words = np.asarray(source.bit_generator.random_raw(size), np.uint64)
    return words
