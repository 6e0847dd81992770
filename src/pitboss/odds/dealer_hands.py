"""What is read off each of the dealer's 22,100 hands: six cards with another, a fourth card, colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np

from pitboss.batch import by_ranks, kinds6
from pitboss.hands import VALUES
from pitboss.odds.geometry import KIND, Cards, Ints, all_hands, known_by, rows, up_number, values_of
from pitboss.odds.inclusion import below_each, four_cards
from pitboss.sheet.pays import BEATEN, TIED

QUEENS: Final = 40  # queens, kings and aces are the cards from here on
COLOUR_WAYS: Final = 3  # ways to pair the suits in two colours
_PARTNERS: Final = (1, 2, 3)  # the suit that has the colour of the first one, in each of them


@lru_cache(maxsize=1)
def _ranks_and_suits() -> tuple[Ints, Ints]:
    """Of every hand the number of its ranks, as in `_patterns`, and its cards of each suit: (4, hands)."""
    cards = all_hands().cards
    return _patterns()[1][*(cards >> 2).T], np.stack([(cards & 3 == suit).sum(axis=1) for suit in range(4)])


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
    ranks, in_suit = _ranks_and_suits()
    found = _six_by_ranks()[_patterns()[1][*(hand[::-1] >> 2)]][ranks]
    for suit, mine in enumerate(np.bincount(hand & 3, minlength=4).tolist()):
        if mine >= 2:  # with fewer no suit has five cards
            flush = np.flatnonzero(in_suit[suit] + mine >= 5)
            six = np.concatenate([np.broadcast_to(hand, (len(flush), 3)), all_hands().cards[flush]], axis=1)
            found[flush] = kinds6(six)
    return found


def six_categories(dealer: Cards) -> Ints:
    """The category of six cards that each hand of three makes with a dealer's, where they share no card."""
    return sixes(np.sort(dealer)[::-1])


@lru_cache(maxsize=1)
def with_a_fourth() -> Ints:
    """Of each dealer hand with each fourth card the value of the best three: (52, hands)."""
    cards = all_hands().cards
    best = np.empty((52, len(cards)), np.int16)
    for fourth in range(52):
        values = [values_of(cards[:, i], cards[:, j], np.array(fourth)) for i, j in combinations(range(3), 2)]
        best[fourth] = np.maximum.reduce([all_hands().value, *values])
    return best


@lru_cache(maxsize=1)
def fourths_below() -> Ints:
    """By value and the hand's row: how many of its 49 fourth cards leave it below the value: (742, rows)."""
    number = np.arange(len(rows()))[:, None]
    return below_each(number, len(rows()), four_cards(VALUES).best, np.ones(1, np.int16))


@lru_cache(maxsize=4)
def up_places(shows: int) -> Ints:
    """The numbers, as in `up_sets`, of the up cards that each dealer hand can show: (ways, hands)."""
    cards = all_hands().cards
    if shows == 0:
        return np.zeros((1, len(cards)), np.int64)
    return np.stack(
        [up_number(shows)[known_by(cards[:, list(ups)])] for ups in combinations(range(3), shows)]
    )


def dealer_classes(own: Ints | int, theirs: Ints | int) -> Ints:
    """The dealer's classes by the values of hands and the dealer's: `pays.dealer_class` of arrays."""
    beaten = (np.asarray(own) > theirs) & (KIND[theirs] == KIND[own])
    return np.where(own == theirs, TIED, np.where(beaten, BEATEN, KIND[theirs]))


# A row stands for hands in every suit, and colours are pairs of suits: over the hands of a row each way to
# pair the suits comes alike often. So deals are counted under all three, and sums are divided by three.


@lru_cache(maxsize=1)
def _dark() -> Ints:
    """How many cards of each dealer hand are of the first suit's colour, in each way to pair the suits."""
    suits = all_hands().cards & 3
    return np.stack([((suits == 0) | (suits == partner)).sum(axis=1) for partner in _PARTNERS])


def colours_beside(dealer: Cards, partner: int) -> Ints:
    """The class of the colours of all hands with one of the dealer's, in one way to pair the suits."""
    theirs, dark = int(np.isin(dealer & 3, (0, partner)).sum()), _dark()[_PARTNERS.index(partner)]
    return np.where((dark == 0) | (dark == 3), 1 + (dark == theirs), 0)


def colours_beside_each(hand: Cards, apart: Ints) -> Iterator[Ints]:
    """The class of the colours of one hand with each of some dealer hands, in each way to pair the suits."""
    for partner, theirs in zip(_PARTNERS, _dark(), strict=True):
        mine = int(np.isin(hand & 3, (0, partner)).sum())
        yield 1 + (theirs[apart] == mine) if mine in (0, 3) else np.zeros(len(apart), np.int64)
