"""All 22,100 hands of the dealer, with what is read off each of them beside a hand of the player's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np

from pitboss.batch import by_ranks, categories6
from pitboss.hands import VALUES
from pitboss.odds.dealer import cumulated, four_cards, heights
from pitboss.odds.geometry import Cards, Flags, Ints, row_of, rows, triple_index, values_of
from pitboss.odds.suit_orders import known_by, up_number, up_sets

QUEENS: Final = 40  # queens, kings and aces are the cards from here on


@dataclass(frozen=True, slots=True)
class Dealers:
    """All 22,100 dealer hands, as in `up_sets(3)`."""

    cards: Cards
    value: Ints
    held: Ints  # the cards as bits
    ranks: Ints  # the number of their ranks, as in `_patterns`
    row: Ints
    in_suit: Ints  # (4, hands) how many are of each suit
    royals: Ints  # suits of aces, kings and queens among them, as bits

    def apart(self, hand: Cards) -> Ints:
        """The numbers of those that hold none of these cards."""
        return np.flatnonzero(self.held & np.bitwise_or.reduce(np.int64(1) << hand) == 0)


@lru_cache(maxsize=1)
def dealers() -> Dealers:
    """The dealer's hands."""
    cards = up_sets(3)
    suits = np.stack([(cards & 3 == suit).sum(axis=1) for suit in range(4)])
    return Dealers(
        cards,
        values_of(*cards.T).astype(np.int64),
        np.bitwise_or.reduce(np.int64(1) << cards, axis=1),
        _patterns()[1][*(cards >> 2).T],
        row_of()[triple_index(*cards.T)],
        suits,
        royal_suits(cards),
    )


def royal_suits(cards: Cards) -> Ints:
    """The suits of aces, kings and queens among some cards, as bits."""
    found: Ints = np.bitwise_or.reduce((cards >= QUEENS) << (cards & 3), axis=-1)
    return found


@lru_cache(maxsize=1)
def holders() -> Flags:
    """Which dealer hands hold each card: (52, hands)."""
    flags: Flags = dealers().held >> np.arange(52)[:, None] & 1 == 1
    return flags


@lru_cache(maxsize=1)
def _patterns() -> tuple[Ints, Ints]:
    """The 455 sets of three ranks, lowest first, and the number of each in a cube of ranks."""
    found = np.array(list(combinations_with_replacement(range(13), 3)), np.int64)
    numbers = np.zeros((13, 13, 13), np.int64)
    numbers[*found.T] = np.arange(len(found))
    return found, numbers


@lru_cache(maxsize=1)
def _six_by_ranks() -> Ints:
    """The six-card category by the ranks of both hands, suits left aside: (455, 455)."""
    counters = (np.uint64(1) << (3 * _patterns()[0]).astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    both = counters[:, None] + counters[None, :]
    return by_ranks(both.ravel()).reshape(both.shape).astype(np.int64)


def sixes(hand: Cards) -> Ints:
    """The category of six cards with each dealer hand that is apart from this one, cards high to low."""
    every = dealers()
    found = _six_by_ranks()[_patterns()[1][*(hand[::-1] >> 2)]][every.ranks]
    for suit, mine in enumerate(np.bincount(hand & 3, minlength=4).tolist()):
        if mine >= 2:  # with fewer no suit has five cards
            flush = np.flatnonzero(every.in_suit[suit] + mine >= 5)
            six = np.concatenate([np.broadcast_to(hand, (len(flush), 3)), every.cards[flush]], axis=1)
            found[flush] = categories6(six)
    return found


def six_categories(dealer: Cards) -> Ints:
    """The category of six cards that each hand of three makes with a dealer's, where they share no card."""
    return sixes(np.sort(dealer)[::-1])


@lru_cache(maxsize=1)
def with_a_fourth() -> Ints:
    """Of each dealer hand with each fourth card the value of the best three: (52, hands)."""
    cards = dealers().cards
    best = np.empty((52, len(cards)), np.int16)
    for fourth in range(52):
        values = [values_of(cards[:, i], cards[:, j], np.array(fourth)) for i, j in combinations(range(3), 2)]
        best[fourth] = np.maximum.reduce([dealers().value, *values])
    return best


@lru_cache(maxsize=1)
def fourths_below() -> Ints:
    """By value and the hand's row: how many of its 49 fourth cards leave it below the value: (742, rows)."""
    number = np.arange(len(rows()))[:, None]
    below = cumulated(heights(number, len(rows()), four_cards(VALUES).best))
    return below.T.astype(np.int16).copy()


@lru_cache(maxsize=4)
def up_places(shows: int) -> Ints:
    """The numbers, as in `up_sets`, of the up cards that each dealer hand can show: (ways, hands)."""
    cards = dealers().cards
    if shows == 0:
        return np.zeros((1, len(cards)), np.int64)
    return np.stack(
        [up_number(shows)[known_by(cards[:, list(ups)])] for ups in combinations(range(3), shows)]
    )
