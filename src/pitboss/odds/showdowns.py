"""Hands against every dealer hand: how each showdown ends, and what the cards as dealt are told by beside it.

Six-card categories, and the hands that nobody else can hold any more, go by all cards of the player's and the
dealer's three together. They are counted by looking at every dealer hand against every row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from pitboss.batch import by_ranks, categories6
from pitboss.hands import VALUES
from pitboss.odds.counts import (
    Counts,
    Dealing,
    NotPriced,
    count,
    count_one,
    counted,
    every_row,
    unheld,
    up_sets,
)
from pitboss.odds.dealer import cumulated, four_cards, heights
from pitboss.odds.geometry import Cards, Doubles, Ints, row_of, rows, triple_index, values_of
from pitboss.odds.results import VERSUS, split
from pitboss.odds.six_card_counts import SIXES

CHUNK: Final = 2_000_000  # counts that are worked on together
MOST_KEPT: Final = 10_000_000  # counts that are kept for the next pay table
SUIT_SETS: Final = 16  # sets of suits, as bits
NO_DRAW: Final = "A six-card wager beside decisions is priced only where no player draws"
QUEENS: Final = 40  # queens, kings and aces are the cards from here on
MOST: Final = 250_000_000  # counts that are made for one price


@dataclass(frozen=True, slots=True)
class Told:
    """What dealer hands are told by, beside the showdown: the last axis of counts."""

    six: bool = False  # the category of the six cards as dealt
    royals: bool = False  # the suits in which the six cards leave nobody else an A-K-Q

    @property
    def width(self) -> int:
        return (SIXES if self.six else 1) * (SUIT_SETS if self.royals else 1)


NOTHING: Final = Told()


def counts_of(dealing: Dealing, told: Told) -> Iterable[Counts]:
    """All counts of some dealing rules, a chunk at a time, kept where they are few.

    A chunk has every row, unless six cards or envy are told beside two or three up cards.
    """
    if told == NOTHING:
        return counted(dealing) if dealing.shows < 2 else count(dealing)
    if dealing.player_draws:
        raise NotPriced(NO_DRAW)
    cells = len(rows()) * comb(52, dealing.shows) * VERSUS * told.width
    if cells > MOST:
        what = " and ".join(name for name, there in (("six cards", told.six), ("envy", told.royals)) if there)
        raise NotPriced(
            f"A bet with {what} beside {dealing.shows} up cards has too many outcomes to enumerate"
        )
    return counted_every_hand(dealing, told) if cells <= MOST_KEPT else count_every_hand(dealing, told)


def counts_to_sum(dealing: Dealing, told: Told, alike: bool) -> Iterable[Counts]:
    """The same to be summed up only, which is faster where three cards show.

    With `alike`, up cards that leave nothing open are one where the showdown ends alike.
    """
    if dealing.shows < 3 or dealing.player_draws or told.royals:
        return counts_of(dealing, told)
    if alike and not dealing.dealer_draws:
        return map(where_all_is_seen, counts_of(dealing._replace(shows=0), told))
    return count_every_hand(dealing, told) if told == NOTHING else counts_of(dealing, told)


def count_every_hand(dealing: Dealing, told: Told, chunk: int = CHUNK) -> Iterator[Counts]:
    """The counts of all rows against every set of up cards, a chunk of rows at a time.

    Of two axes that dealer hands are told by, the last place is `16 * six + suits`.
    """
    ups = up_sets(dealing.shows)
    step = max(1, chunk // (len(ups) * VERSUS * told.width))
    for start in range(0, len(rows()), step):
        some = every_row()[start : start + step]
        found = np.empty((VERSUS, len(some), len(ups), told.width), np.int32)
        for place, row in enumerate(some.tolist()):
            found[:, place] = _against_every_hand(dealing, told, row)
        yield Counts(ups, unheld(some, ups), np.moveaxis(found, 0, 2), None, some)


@lru_cache(maxsize=2)
def counted_every_hand(dealing: Dealing, told: Told) -> tuple[Counts, ...]:
    """The same in one chunk, kept for the next pay table."""
    return tuple(count_every_hand(dealing, told, MOST_KEPT))


def counts_of_one(dealing: Dealing, told: Told, row: int, up: tuple[int, ...]) -> Counts:
    """The counts of one row against one set of up cards."""
    if told == NOTHING:
        return count_one(dealing, row, up)
    if dealing.player_draws:
        raise NotPriced(NO_DRAW)
    ups = up_sets(dealing.shows)
    place = np.flatnonzero((ups == np.array(up, np.int64)).all(axis=1))
    hands = np.array([row])
    pat = np.moveaxis(_against_every_hand(dealing, told, row)[:, place], 0, 1)
    return Counts(ups[place], unheld(hands, ups[place]), pat[None], None, hands)


def where_all_is_seen(counts: Counts) -> Counts:
    """Three up cards and nothing drawn, from the counts where nothing shows.

    A player who sees the dealer's hand knows the end, so all dealer hands with one end are as one up card.
    """
    ends = counts.pat.shape[2] * counts.pat.shape[3]
    pat = counts.pat.reshape(-1, ends)[:, :, None] * np.eye(ends, dtype=np.int64)
    seen = np.ones(pat.shape[:2], bool)
    return Counts(np.zeros((ends, 0), np.int64), seen, pat.reshape(-1, ends, *counts.pat.shape[2:]), None)


@dataclass(frozen=True, slots=True)
class _Dealers:
    """All 22,100 dealer hands."""

    cards: Cards
    value: Ints
    held: Ints  # the cards as bits
    ranks: Ints  # the number of their ranks, as in `_patterns`
    row: Ints
    in_suit: Ints  # (4, hands) how many are of each suit
    royals: Ints  # suits of aces, kings and queens among them, as bits


@lru_cache(maxsize=1)
def _dealers() -> _Dealers:
    cards = up_sets(3)
    suits = np.stack([(cards & 3 == suit).sum(axis=1) for suit in range(4)])
    return _Dealers(
        cards,
        values_of(*cards.T).astype(np.int64),
        np.bitwise_or.reduce(np.int64(1) << cards, axis=1),
        _patterns()[1][*(cards >> 2).T],
        row_of()[triple_index(*cards.T)],
        suits,
        _royal_suits(cards),
    )


def _royal_suits(cards: Cards) -> Ints:
    found: Ints = np.bitwise_or.reduce((cards >= QUEENS) << (cards & 3), axis=-1)
    return found


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


def _sixes(hand: Cards) -> Ints:
    """The category of six cards with each dealer hand that is apart from this one."""
    dealers = _dealers()
    found = _six_by_ranks()[_patterns()[1][*(hand[::-1] >> 2)]][dealers.ranks]
    for suit, mine in enumerate(np.bincount(hand & 3, minlength=4).tolist()):
        if mine >= 2:  # with fewer no suit has five cards
            flush = np.flatnonzero(dealers.in_suit[suit] + mine >= 5)
            six = np.concatenate([np.broadcast_to(hand, (len(flush), 3)), dealers.cards[flush]], axis=1)
            found[flush] = categories6(six)
    return found


def cells_of(dealing: Dealing, told: Told, row: int) -> tuple[Ints, Ints]:
    """The places of dealer hands apart from a row, none drawing, and their cells for each way to show cards.

    A cell is `(showdown result * up cards + which show) * width + what is told`.
    """
    apart, places = _places(dealing, told, row)
    return apart, _versus(dealing, row, apart) * (comb(52, dealing.shows) * told.width) + places


def _places(dealing: Dealing, told: Told, row: int) -> tuple[Ints, Ints]:
    """The dealer hands apart from a row, and their places by up cards and what is told: (ways, hands)."""
    dealers, hand = _dealers(), rows().cards[row]
    apart = np.flatnonzero(dealers.held & np.bitwise_or.reduce(np.int64(1) << hand) == 0)
    label = _sixes(hand)[apart] if told.six else np.zeros(len(apart), np.int64)
    if told.royals:
        label = SUIT_SETS * label + (dealers.royals[apart] | _royal_suits(hand))
    return apart, _up_places(dealing.shows)[:, apart] * told.width + label


def _versus(dealing: Dealing, row: int, apart: Ints) -> Ints:
    """The showdown result of a row against dealer hands that stand."""
    mine, theirs = rows().value[row], _dealers().value[apart]
    found: Ints = 3 * (theirs >= dealing.qualifies_from) + 1 + (mine > theirs) - (mine < theirs)
    return found


def _against_every_hand(dealing: Dealing, told: Told, row: int) -> Ints:
    """One row: how many outcomes have each end against each set of up cards, by what is told."""
    apart, places = _places(dealing, told, row)
    ups = comb(52, dealing.shows)
    if dealing.dealer_draws:
        ways = _with_a_fourth(dealing, row, apart)
        flat, size = places.ravel(), ups * told.width
        ends = [np.bincount(flat, np.tile(ways[:, end], len(places)), size) for end in range(VERSUS)]
        return np.stack([end.reshape(ups, told.width) for end in ends]).astype(np.int32)
    versus = _versus(dealing, row, apart)
    cells = np.bincount((versus * (ups * told.width) + places).ravel(), minlength=VERSUS * ups * told.width)
    return cells.reshape(VERSUS, ups, told.width)


@lru_cache(maxsize=4)
def _up_places(shows: int) -> Ints:
    """The numbers, as in `up_sets`, of the up cards that each dealer hand can show: (ways, hands)."""
    place = {ups: number for number, ups in enumerate(map(tuple, up_sets(shows).tolist()))}
    found = [[place[ups] for ups in combinations(hand, shows)] for hand in _dealers().cards.tolist()]
    return np.array(found, np.int64).T.copy()


@lru_cache(maxsize=1)
def _fourths() -> tuple[Ints, Ints]:
    """Of each dealer hand with each fourth card the best three: (52, hands) values; and, by the hand's row,
    how many of its 49 fourth cards leave it below each value: (742, rows)."""
    cards = _dealers().cards
    best = np.empty((52, len(cards)), np.int16)
    for fourth in range(52):
        values = [values_of(cards[:, i], cards[:, j], np.array(fourth)) for i, j in combinations(range(3), 2)]
        best[fourth] = np.maximum.reduce([_dealers().value, *values])
    number = np.arange(len(rows()))[:, None]
    below = cumulated(heights(number, len(rows()), four_cards(VALUES).best))
    return best, below.T.astype(np.int16).copy()


def _with_a_fourth(dealing: Dealing, row: int, apart: Ints) -> Doubles:
    """The ends of one row against dealer hands that draw to less than a value, each with 46 fourth cards."""
    dealers, (best, below) = _dealers(), _fourths()
    theirs, kind = dealers.value[apart], dealers.row[apart]
    a, b, c = (best[card][apart] for card in rows().cards[row].tolist())  # fourth cards that the player holds
    stands = theirs >= dealing.draws_below

    def under(value: int) -> Ints:
        drawn = below[value][kind]
        for mine in (a, b, c):
            drawn -= mine < value
        return np.where(stands, np.int16(46) * (theirs < value), drawn)

    value = int(rows().value[row])
    return split(under(value), under(value + 1), under(dealing.qualifies_from), 46)
