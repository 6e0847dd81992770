"""Outcome counts where all three cards of the dealer show, for who looks at nothing but the ends.

What a fourth card makes of the dealer's hand depends on its rank, and on whether it has the suit that most of
the dealer's cards have. So nothing else matters of the player's cards, none of which can be that fourth card:
the dealer's hands come up to suits, the player's by their ranks and by which of them are of that suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.odds.counts import Counts, Dealing
from pitboss.odds.dealer_hands import fourths_below
from pitboss.odds.geometry import SUITS, Doubles, Ints, rows, values_of
from pitboss.odds.three_up import CODES, FOURTHS, STEPS, DealSums, counts_by_code, rows_paid_alike

Small = npt.NDArray[np.int16]
_TOGETHER: Final = 32  # values that are worked on at once
_SINGLE: Final = (1, 1, 1)  # three ranks, each once


@dataclass(frozen=True, slots=True)
class _Dealers:
    """The dealer's hands up to suits, worst first; their own suit is the one that most cards have."""

    row: Ints
    weight: Ints
    value: Small
    best: tuple[Small, Small]  # (13, hands) with a fourth card of each rank, of another suit or their own
    others: tuple[Small, ...]  # (13, hands) whether the card of each rank is left in each other suit
    ways: dict[tuple[int, int], Small]  # (13, hands) to have so many of each rank left, so many in their suit


@lru_cache(maxsize=1)
def _dealers() -> _Dealers:
    row = np.argsort(rows().value, kind="stable")
    cards, value, number = rows().cards[row], rows().value[row].astype(np.int16), np.arange(len(row))
    suits = cards & 3
    own = np.where(suits[:, 1] == suits[:, 2], suits[:, 1], suits[:, 0])
    order = (own + np.arange(SUITS)[:, None]) % SUITS
    deck = np.ones((13, SUITS, len(row)), np.int16)
    for card in cards.T:
        deck[card >> 2, card & 3, number] = 0
    mine, *others = (deck[:, suit, number] for suit in order)
    another = order[1:][np.stack(others).argmax(axis=0), number]  # of each rank one that is left

    def best(suit: Ints) -> Small:
        fourth = 4 * np.arange(13)[:, None] + suit
        drawn = [values_of(cards[:, i], cards[:, j], fourth) for i, j in combinations(range(3), 2)]
        return np.maximum.reduce([np.broadcast_to(value, fourth.shape), *drawn]).astype(np.int16)

    free = others[0] + others[1] + others[2]
    ways = {}
    for often in range(1, SUITS):
        for of_it in range(2):
            choices = np.array([comb(cards, often - of_it) for cards in range(SUITS)], np.int16)
            ways[often, of_it] = choices[free] * mine if of_it else choices[free]
    return _Dealers(row, rows().weight[row], value, (best(another), best(own)), tuple(others), ways)


@dataclass(frozen=True, slots=True)
class _Hands:
    """Hands of the player's of one make: each value, its different ranks, and how often each comes."""

    value: Small
    ranks: Ints  # (ranks, values)
    often: tuple[int, ...]
    flush: bool

    @classmethod
    def of(cls, alike: Ints) -> _Hands:
        """The hands of rows that are paid alike."""
        value, first = np.unique(rows().value[alike].astype(np.int16), return_index=True)
        cards = rows().cards[alike[first]]
        (high, middle, low), suits = (cards >> 2).T, cards[0] & 3
        if high[0] == low[0]:
            return cls(value, high[None], (3,), flush=False)
        if high[0] == middle[0] or middle[0] == low[0]:
            beside = np.where(high == middle, low, high)
            return cls(value, np.stack([middle, beside]), (2, 1), flush=False)
        return cls(value, np.stack([high, middle, low]), _SINGLE, flush=bool((suits == suits[0]).all()))

    def suitings(self) -> Iterator[tuple[int, ...]]:
        """In which of the ranks a card can have the dealer's suit: a flush has it in all or in none."""
        for suited in product(range(2), repeat=len(self.often)):
            if len(set(suited)) == 1 if self.flush else suited != _SINGLE:
                yield suited

    def some(self, start: int) -> _Hands:
        """Some of them, from a place on."""
        block = slice(start, start + _TOGETHER)
        return _Hands(self.value[block], self.ranks[:, block], self.often, self.flush)


def count_by_ranks(dealing: Dealing) -> Iterator[Counts]:
    """The counts of all rows against every hand of a dealer who draws.

    Rows that are paid alike are one, and so are dealer hands with the same ends.
    """
    for alike in rows_paid_alike(dealing):
        sums = deals_by_code(dealing, np.array(alike))
        sums[0] += int(rows().weight[alike].sum()) * comb(49, 3) - sums.sum()
        yield counts_by_code(sums, alike, six=False)


def deals_by_code(dealing: Dealing, alike: Ints) -> Doubles:
    """How many deals end in each way, by the codes of `three_up`; those with the code 0 may be missing."""
    hands, sums = _Hands.of(alike), DealSums(CODES)
    for start in range(0, len(hands.value), _TOGETHER):
        for code, times in _deals(dealing, hands.some(start)):
            sums.add(code.ravel(), times.ravel())
    every = rows().weight[np.isin(rows().value, hands.value)].sum()
    return sums.every() / (every // rows().weight[alike].sum())  # an A-K-Q of one suit is one of four rows


def _deals(dealing: Dealing, hands: _Hands) -> Iterator[tuple[Ints, Ints]]:
    """The codes of some hands against dealer hands, and how many deals have each."""
    dealers = _dealers()
    # A better dealer hand stays above the hands and the qualifier whatever comes: its code is 0.
    highest = max(int(hands.value[-1]) + 1, dealing.qualifies_from)
    some = slice(int(np.searchsorted(dealers.value, highest)))
    draws = slice(int(np.searchsorted(dealers.value[some], dealing.draws_below)))
    before = FOURTHS * _codes(dealing, hands, dealers.value[some])
    before[:, draws] = _fourths(dealing, hands)[:, dealers.row[draws]]
    # What each card of the player's takes off, of another suit than the dealer's and of the same.
    off = [[_codes(dealing, hands, best[rank, draws]) for best in dealers.best] for rank in hands.ranks]
    for suited in hands.suitings():
        ways = _ways(dealers, hands, suited, some)
        code = before.copy()
        for (other, own), often, of_it in zip(off, hands.often, suited, strict=True):
            code[:, draws] -= own + (often - 1) * other if of_it else often * other
        code *= ways > 0
        yield code, ways * dealers.weight[some]


def _codes(dealing: Dealing, hands: _Hands, value: Small) -> Ints:
    """The code of one outcome of each value: (hands, values)."""
    mine = hands.value[:, None]
    under, up_to, unqualified = (np.int32(step) for step in STEPS)
    return (value < mine) * under + (value <= mine) * up_to + (value < dealing.qualifies_from) * unqualified


def _fourths(dealing: Dealing, hands: _Hands) -> Ints:
    """The codes of all fourth cards of each row together, the player's among them: (hands, rows)."""
    limits = (hands.value, hands.value + 1, np.array([dealing.qualifies_from]))
    parts = [fourths_below()[limit] * np.int32(step) for step, limit in zip(STEPS, limits, strict=True)]
    return parts[0] + parts[1] + parts[2]


def _ways(dealers: _Dealers, hands: _Hands, suited: tuple[int, ...], some: slice) -> Small:
    """In how many ways each hand is left, with a card of the dealer's suit in the ranks that are marked."""
    found = np.ones((1, 1), np.int16)
    for rank, often, of_it in zip(hands.ranks, hands.often, suited, strict=True):
        found = found * dealers.ways[often, of_it][rank, some]
    if hands.often != _SINGLE or any(suited):
        return found
    flushes = np.zeros((1, 1), np.int16)
    for left in dealers.others:
        high, middle, low = (left[rank, some] for rank in hands.ranks)
        flushes = flushes + high * middle * low
    return flushes if hands.flush else found - flushes
