"""Straight flushes that several others hold beside one's own hand and every hand of the dealer's.

Straight flushes lie within a suit, so sets of them that share no card, nor one of the six that are out, are
counted suit by suit and multiplied. What others hold exactly comes from what they hold at least.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import comb, perm
from typing import Final

import numpy as np

from pitboss.money import Cents
from pitboss.odds.geometry import SUITS, Doubles, Ints, all_hands, rows
from pitboss.odds.other_hands import deals
from pitboss.odds.suited_royals import by_suits

OUT: Final = 6  # one's own cards and the dealer's
IN_A_SUIT: Final = 4  # straight flushes of a suit that can lie together
LOW: Final = tuple(7 << low for low in range(11))  # from 2-3-4 to J-Q-K, as bits of ranks
RUNS: Final = (1 << 12 | 3, *LOW[:10])  # A-2-3 first; the royal is apart
HIGHEST: Final = LOW[10]

Suit = tuple[tuple[int, ...], tuple[int, ...]]  # sets by size: without the royal, and with it


def _sets(out: int, start: int = 0) -> tuple[int, ...]:
    """How many sets of so many runs of a suit leave out these ranks: (none, one, … four)."""
    found = [1, 0, 0, 0, 0]
    for place in range(start, len(RUNS)):
        if not RUNS[place] & out:
            for size, number in enumerate(_sets(out | RUNS[place], place + 1)[:IN_A_SUIT]):
                found[size + 1] += number
    return tuple(found)


@lru_cache(maxsize=1)
def _suits() -> tuple[Ints, list[Suit]]:
    """For the ranks of a suit that are out, as bits, which of the different suits that makes it."""
    kinds: dict[Suit, int] = {}
    numbers = np.full(1 << 13, -1)
    for size in range(OUT + 1):
        for some in combinations(range(13), size):
            out = sum(1 << rank for rank in some)
            royal = (0,) * (IN_A_SUIT + 1) if out & HIGHEST else _sets(out | HIGHEST)
            numbers[out] = kinds.setdefault((_sets(out), royal), len(kinds))
    return numbers, list(kinds)


@lru_cache(maxsize=1)
def _ranks_by_suit() -> Ints:
    """The ranks of each hand in each suit, as bits: (hands, suits)."""
    cards = all_hands().cards
    found = np.zeros((len(cards), SUITS), np.int64)
    for card in cards.T:
        found[np.arange(len(cards)), card & 3] |= np.int64(1) << (card >> 2)
    return found


Key = tuple[int, int]  # how many straight flushes, and how many royals


class SuitedRuns:
    """What several others are paid for straight flushes; those up to the ace may pay by their suit."""

    def __init__(self, run: Cents, royals: Sequence[Cents], others: int) -> None:
        self.run, self.royals, self.others = run, royals, others
        self.keys = self._some(SUITS)
        self._half = self._some(SUITS // 2)  # of two suits
        self._of_two = self._pairs()
        place = {key: number for number, key in enumerate(self.keys)}
        both = [(a + c, b + d) for (a, b), (c, d) in product(self._half, repeat=2)]
        self._into = np.array([place.get(key, len(self.keys)) for key in both])

    def _some(self, suits: int) -> list[Key]:
        most = self.others
        return [(runs, royal) for royal in range(min(suits, most) + 1) for runs in range(most - royal + 1)]

    def _pairs(self) -> Doubles:
        """Sets by their keys in every two suits: (two suits, keys)."""
        _, suits = _suits()
        place = {key: number for number, key in enumerate(self._half)}
        found = np.zeros((len(suits) ** 2, len(self._half)))
        for number, (first, second) in enumerate(product(suits, repeat=2)):
            for royal, also in product(range(2), repeat=2):
                for runs, more in product(range(IN_A_SUIT + 1), repeat=2):
                    ways, key = first[royal][runs] * second[also][more], (runs + more, royal + also)
                    if ways and key in place:
                        found[number, place[key]] += ways
        return found

    def sums(self, row: int, dealers: Ints, ends: Ints, size: int) -> Doubles:
        """Sets of runs and royals left beside one's own hand and the dealer's, by ends: (ends, keys)."""
        kind, suits = _suits()
        own = np.zeros(SUITS, np.int64)
        for card in rows().cards[row].tolist():
            own[card & 3] |= 1 << (card >> 2)
        a, b, c, d = kind[_ranks_by_suit()[dealers] | own].T
        order = np.argsort(ends.ravel(), kind="stable")
        first = (a * len(suits) + b)[order % len(dealers)]
        second = (c * len(suits) + d)[order % len(dealers)]
        until = np.cumsum(np.bincount(ends.ravel(), minlength=size)).tolist()
        found = np.zeros((size, len(self.keys) + 1))
        for end, (start, stop) in enumerate(pairwise([0, *until])):
            if stop > start:
                both = self._of_two[first[start:stop]].T @ self._of_two[second[start:stop]]
                found[end] = np.bincount(self._into, both.ravel(), len(self.keys) + 1)
        return found[:, :-1]

    def paid(self, own: int, sets: Sequence[int]) -> dict[Cents, int]:
        """The deals to the others by what they pay, of sums of such sets beside hands of one's own class."""
        at_least = {
            key: number * perm(self.others, sum(key)) * deals(self.others + 1 - sum(key), OUT + 3 * sum(key))
            for key, number in zip(self.keys, sets, strict=True)
        }
        found: dict[Cents, int] = {}
        for runs, royals in self.keys:
            exactly = sum(
                (-1) ** (more - runs + also - royals) * comb(more, runs) * comb(also, royals) * number
                for (more, also), number in at_least.items()
                if more >= runs and also >= royals
            )
            for more, ways in by_suits(exactly, royals, self.royals, own):
                cents = runs * self.run + more
                found[cents] = found.get(cents, 0) + ways
        return found
