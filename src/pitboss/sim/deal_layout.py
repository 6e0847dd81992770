"""Which cards a simulated round deals, and how they are drawn from random words.

Cards come off a fresh deck by Fisher and Yates. Several draws share one 64-bit word: the word, as a fraction
of 2^64, is written in the mixed base 52 · 51 · 50 … (Brackett-Rozinsky and Lemire, 2024). A round whose last
remainder lies below the threshold of its word is dealt anew, so that every deal is equally likely to the bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Cards = npt.NDArray[np.int64]

WORD: Final = 1 << 64
MOST_IN_A_WORD: Final = 1 << 48  # ways to draw from one word: fewer than one in 65,536 is dealt anew
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class DealLayout:
    """The cards of a round in the order in which they are drawn, n seats first, one at a time, dealer last.

    Card j of seat i is drawn at `j * (n + 1) + i` and the dealer's at `j * (n + 1) + n`, as at a table; then
    come the seats' replacements and the dealer's fourth card, where the sheet has them.
    """

    seats: int
    player_draws: bool
    dealer_draws: bool

    @property
    def replacements(self) -> int:
        """The place of the first seat's replacement."""
        return 3 * self.seats + 3

    @property
    def fourth(self) -> int:
        """The place of the dealer's fourth card."""
        return self.replacements + (self.seats if self.player_draws else 0)

    @property
    def cards(self) -> int:
        """How many cards are drawn."""
        return self.fourth + (1 if self.dealer_draws else 0)

    @property
    def words(self) -> tuple[range, ...]:
        """The places that each word draws."""
        found, start = [], 0
        for end in range(1, self.cards + 1):
            if end == self.cards or _ways(range(start, end + 1)) > MOST_IN_A_WORD:
                found.append(range(start, end))
                start = end
        return tuple(found)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The remainder below which a word's round is dealt anew."""
        return tuple(WORD % _ways(places) for places in self.words)

    def deal(self, words: Words) -> tuple[Cards, npt.NDArray[np.bool_]]:
        """The cards (rounds, cards) of rows of words, and which rows count."""
        rounds = len(words)
        decks = np.tile(np.arange(52, dtype=np.int64), (rounds, 1))
        sound = np.ones(rounds, bool)
        row = np.arange(rounds)
        for places, threshold, column in zip(self.words, self.thresholds, words.T, strict=True):
            left = column.copy()
            for place in places:
                bound = np.uint64(52 - place)
                high = ((left >> _HALF) * bound + ((left & _LOW) * bound >> _HALF)) >> _HALF
                left *= bound
                other = place + high.astype(np.int64)
                drawn = decks[row, other]
                decks[row, other] = decks[:, place]
                decks[:, place] = drawn
            sound &= left >= np.uint64(threshold)
        return decks[:, : self.cards], sound


def _ways(places: range) -> int:
    return prod(52 - place for place in places)
