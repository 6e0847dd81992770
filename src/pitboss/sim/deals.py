"""The cards of simulated rounds: which there are, and how random words become them.

Words come from Philox, a counter-based generator with a stream of its own for every chunk of rounds. Cards
come off a fresh deck by Fisher and Yates. Several draws share one 64-bit word: the word, as a fraction of
2^64, is written in the mixed base 52 · 51 · 50 … (Brackett-Rozinsky and Lemire, 2024). A round whose last
remainder is below the threshold of its word is dealt anew, so that every deal is equally likely to the bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitboss.errors import Refusal, check_whole

Words = npt.NDArray[np.uint64]
Cards = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

SEED_BITS: Final = 128
WORD: Final = 1 << 64
MOST_IN_A_WORD: Final = 1 << 48  # ways to draw from one word: fewer than one in 65,536 is dealt anew
_HALF, _LOW, _DECK = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(52)


class Stream:
    """The words of one chunk, in order: the seed is the key, the chunk the counter's highest word."""

    def __init__(self, seed: int, chunk: int) -> None:
        check_seed(seed)
        key = np.array([seed & (2**64 - 1), seed >> 64], np.uint64)
        self._source = np.random.Philox(counter=np.array([0, 0, 0, chunk], np.uint64), key=key)

    def words(self, rounds: int, per_round: int) -> Words:
        """The next words, a row for each round."""
        return self._source.random_raw(rounds * per_round).reshape(rounds, per_round)


def check_seed(seed: int) -> None:
    """A seed is a whole number of at most 128 bits."""
    check_whole(seed, "A seed", "seed")
    if not 0 <= seed < 1 << SEED_BITS:
        raise Refusal("seed", f"A seed is a whole number from 0 to 2^{SEED_BITS} − 1")


@dataclass(frozen=True)
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

    @cached_property
    def words(self) -> tuple[range, ...]:
        """The places that each word draws."""
        found, start = [], 0
        for end in range(1, self.cards + 1):
            if end == self.cards or _ways(range(start, end + 1)) > MOST_IN_A_WORD:
                found.append(range(start, end))
                start = end
        return tuple(found)

    @cached_property
    def thresholds(self) -> tuple[int, ...]:
        """The remainder below which a word's round is dealt anew."""
        return tuple(WORD % _ways(places) for places in self.words)

    def deal_one(self, words: Sequence[int]) -> tuple[int, ...] | None:
        """The cards that the words of one round stand for; None where they are to be dealt anew."""
        deck = list(range(52))
        for places, threshold, word in zip(self.words, self.thresholds, words, strict=True):
            left = word
            for place in places:
                digit, left = divmod(left * (52 - place), WORD)
                deck[place], deck[place + digit] = deck[place + digit], deck[place]
            if left < threshold:
                return None
        return tuple(deck[: self.cards])

    def deal_many(self, words: Words) -> tuple[Cards, Flags]:
        """The same for rows of words: cards (cards, rounds), and which rounds are not to be dealt anew."""
        decks = fresh_decks(len(words))
        sound = deal(words.T, self.groups, self.thresholds, decks)
        return decks[: self.cards], sound

    @property
    def groups(self) -> tuple[int, ...]:
        """The first place of each word, and the end."""
        return (0, *(places.stop for places in self.words))


def _ways(places: range) -> int:
    return prod(52 - place for place in places)


def deal(words: Words, groups: Any, thresholds: Any, deck: Cards) -> Any:
    """Draws from fresh decks; whether the words are good for that.

    A word for each group of places, and a deck of 52 cards, or an array of them with a column for each round.
    """
    sound = words[0] >= np.uint64(0)
    for word in range(len(thresholds)):
        left = words[word]
        for place in range(groups[word], groups[word + 1]):
            bound = _DECK - np.uint64(place)
            high = ((left >> _HALF) * bound + ((left & _LOW) * bound >> _HALF)) >> _HALF
            exchange(deck, place, place + np.int64(high))
            left = left * bound
        sound = sound & (left >= thresholds[word])
    return sound


def exchange(deck: Cards, place: int, other: Any) -> None:
    """Exchanges the cards at two places of each deck."""
    columns = np.arange(deck.shape[1])
    drawn = deck[other, columns]
    deck[other, columns] = deck[place]
    deck[place] = drawn


def fresh_decks(rounds: int) -> Cards:
    """A deck in order for each round: (52, rounds)."""
    return np.repeat(np.arange(52, dtype=np.uint8)[:, None], rounds, axis=1)
