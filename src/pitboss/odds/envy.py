"""Envy: what the hand of another player pays a wager of one's own, whatever that player does with it.

Every other player has one hand, has made the wager where the sheet asks that of the holder, and does what is
best for an Ante alone: envy and side wagers do not change it. That matters where players draw, and where a
folded hand is not envied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, gcd

import numpy as np

from pitboss.odds.counts import Dealing
from pitboss.odds.dealer_hands import QUEENS
from pitboss.odds.geometry import SUITS, Cards, Ints, all_hands, rows
from pitboss.odds.others_play import OthersPlay
from pitboss.odds.outcomes import Tally, hand_counts
from pitboss.odds.plan import Plan
from pitboss.odds.weighed_hands import Weighed, pairs_apart
from pitboss.round.table import Table
from pitboss.sheet.pays import ROYAL


@dataclass(frozen=True)
class Envied:
    """What one other player's hand pays, in cents, and how it goes with cards that are known.

    `cents` is by the 22,100 hands where the hand alone decides; else `others` knows what the other player
    does with it. A row stands for hands in every suit: beside rows the four suited A-K-Qs pay what they pay
    on average, so sums are in quarter cents.
    """

    dealing: Dealing
    cents: Ints | None
    others: OthersPlay | None = None

    @cached_property
    def weighed(self) -> Weighed:
        """The cents summed over hands."""
        if self.cents is None:
            raise AssertionError("what others do decides")
        return Weighed.of(self.cents)

    @cached_property
    def _evened(self) -> Ints:
        """The cents by hand, four times, suited A-K-Qs at their mean."""
        royal = all_hands().hand_class >= ROYAL
        if self.cents is None:
            raise AssertionError("what others do decides")
        return np.where(royal, self.cents[royal].sum(), SUITS * self.cents)

    @cached_property
    def _even(self) -> Weighed:
        return Weighed.of(self._evened)

    @property
    def ways(self) -> int:
        """How many quarter ways there are for another player beside three cards and the up cards."""
        left = 49 - self.dealing.shows
        drawn = left - 3 if self.cents is None and self.dealing.player_draws else 1
        return SUITS * comb(left, 3) * drawn

    def sums(self, hands: Ints, ups: Cards) -> Ints:
        """The quarter cents of all that another player can have beside rows and up cards: (rows, ups)."""
        if self.others is not None:
            return self.others.sums(hands, ups)
        mine = [rows().cards[hands, place, None] for place in range(3)]
        return self._even.apart([*mine, *(ups[None, :, place] for place in range(ups.shape[1]))])

    @cached_property
    def total(self) -> tuple[int, int]:
        """The cents of all that another player can have, no card known, and how many ways there are."""
        if self.others is not None:
            return self.others.total
        return self.weighed.every, comb(52, 3)

    @cached_property
    def of_two(self) -> tuple[int, int] | None:
        """The products of two others' cents over all pairs of their hands, and how many pairs there are."""
        products = self.of_two_apart(np.zeros((1, 0), np.int64))
        return None if products is None else (products[0], comb(52, 3) * comb(49, 3))

    def of_two_beside(self, known: Cards) -> list[Fraction] | None:
        """The same beside rows with what shows: a row stands for its hand in every suit."""
        products = self.of_two_apart(known, even=True)
        if products is None or self.cents is None:
            return None
        cents = self.cents[all_hands().hand_class >= ROYAL].tolist()
        both = sum(first * second for first, second in permutations(cents, 2)) * Fraction(SUITS**2, 12)
        wrong = both - sum(cents) ** 2  # two suits together do not pay the mean of each
        suits = np.zeros((len(known), SUITS), bool)
        for card in known.T:
            suits[np.arange(len(known)), card & 3] |= card >= QUEENS
        free = SUITS - suits.sum(axis=1)
        left = (free * (free - 1)).tolist()
        return [(each + ways * wrong) / SUITS**2 for each, ways in zip(products, left, strict=True)]

    def of_two_apart(self, known: Cards, *, even: bool = False) -> list[int] | None:
        """The products of two others' cents over pairs of hands without these cards; None: out of reach."""
        if self.cents is None:
            return None
        cents = self._evened if even else self.cents
        unit = gcd(*np.unique(cents).tolist()) or 1
        if (int(cents.sum()) // unit) ** 2 >= 2**53:
            return None
        found = pairs_apart([Weighed.of(cents // unit)], known)[:, 0, 0]
        return [number * unit**2 for number in found.tolist()]


def envied_of(table: Table, dealing: Dealing, plan: Callable[[], Plan], ends: Callable[[], Tally]) -> Envied:
    """What another player's hand pays at this table.

    What others do, and what comes of it, is asked for only where it matters.
    """
    envy = table.sheet.envy
    hands = all_hands()
    by_class = np.array(table.book.envy, np.int64)
    cents = by_class[hands.hand_class]
    even = SUITS * by_class
    even[ROYAL:] = by_class[ROYAL:].sum()
    if envy is None or (envy.folded_holder_counts and not dealing.player_draws):
        return Envied(dealing, cents)
    others = OthersPlay(dealing, tuple(by_class.tolist()), even, envy.folded_holder_counts, plan, ends)
    if not dealing.player_draws:
        some, every = others.folds(np.flatnonzero(by_class[rows().hand_class]))
        if len(some) == len(every):  # whatever shows, the same hands are folded
            return Envied(dealing, np.where(np.isin(hands.row, every), 0, cents))
    return Envied(dealing, None, others)


def envy_mean(table: Table, others: int) -> Fraction | None:
    """What the hands of so many others bring on average to a bet on envy, in cents: each of them is any hand.

    None where it hangs on what is decided: by the others, or with the own hand.
    """
    sheet = table.sheet
    if sheet.envy is None:
        return Fraction(0)
    goes = sheet.wagers[sheet.envy.wager].fold.does == "lose"
    if goes or sheet.player.draws or not sheet.envy.folded_holder_counts:
        return None
    cents = sum(table.book.envy[hand] * number for hand, number in enumerate(hand_counts()))
    return Fraction(others * cents, comb(52, 3))
