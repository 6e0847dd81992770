"""Hands up to suits: what the mathematics needs to know of a deck, whatever the rules.

Suits never matter but for being equal, so 22,100 hands fall into 1,755 classes. Four of the hands, the suited
A-K-Qs, are kept apart by suit because a sheet may pay by exact suit: 1,758 rows stand for all hands. See
"Inclusion and exclusion instead of loops" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitboss.batch import values3
from pitboss.hands import KIND_OF_VALUE, VALUE3, VALUES

Ints = npt.NDArray[np.integer[Any]]
Cards = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]
Doubles = npt.NDArray[np.float64]
SUITS: Final = 4
WIDTH: Final = VALUES + 1  # tables of counts below a value: below 0, below 1, ... below 741
VALUE: Final[Ints] = np.frombuffer(VALUE3, dtype=np.uint16)
KIND: Final[Ints] = np.array(KIND_OF_VALUE, dtype=np.int64)
SUIT_ORDERS: Final = np.array(list(permutations(range(SUITS))), np.int64)  # the first leaves every suit
_MINI_ROYAL: Final = VALUES - 1


@dataclass(frozen=True, slots=True)
class Rows:
    """The hands up to suits: cards high to low, how many hands each row stands for, value and hand class."""

    cards: Cards  # (rows, 3)
    weight: Ints
    value: Ints
    hand_class: Ints  # as in sheet.pays: 7 to 10 are the mini royals of clubs to spades

    def __len__(self) -> int:
        return len(self.weight)


# The ways to suit three ranks, high to low, each with the number of hands it stands for.
_TRIPS: Final = ((0, 1, 2, 4),)
_HIGH_PAIR: Final = ((0, 1, 0, 12), (0, 1, 2, 12))
_LOW_PAIR: Final = ((0, 0, 1, 12), (2, 0, 1, 12))
_MIXED: Final = ((0, 0, 1, 12), (0, 1, 0, 12), (0, 1, 1, 12), (0, 1, 2, 24))
_DISTINCT: Final = ((0, 0, 0, 4), *_MIXED)
_AKQ: Final = (*((suit, suit, suit, 1) for suit in range(4)), *_MIXED)
_SUITINGS: Final = (_TRIPS, _HIGH_PAIR, _LOW_PAIR, _DISTINCT, _AKQ)


@lru_cache(maxsize=1)
def rows() -> Rows:
    """All hands up to suits, best to worst cards first."""
    high, middle, low = np.indices((13, 13, 13)).reshape(3, -1)[:, ::-1]
    ranks = np.stack([high, middle, low], axis=1)[(high >= middle) & (middle >= low)]
    kind = np.where(ranks[:, 1] == ranks[:, 2], 2, 3)
    kind[ranks[:, 0] == ranks[:, 1]] = 1
    kind[ranks[:, 0] == ranks[:, 2]] = 0
    kind[(ranks == (12, 11, 10)).all(axis=1)] = 4
    size = np.array([len(each) for each in _SUITINGS])
    ways = size[kind]
    first = np.repeat(np.cumsum(ways) - ways, ways)
    place = np.arange(ways.sum()) - first + np.repeat((np.cumsum(size) - size)[kind], ways)
    suiting = np.array([way for each in _SUITINGS for way in each])[place]
    cards = 4 * np.repeat(ranks, ways, axis=0) + suiting[:, :3]
    value = values3(cards).astype(np.int64)
    made = KIND[value]
    hand_class = np.where(value == _MINI_ROYAL, made + (cards[:, 0] & 3), made)
    return Rows(cards, suiting[:, 3], value, hand_class)


@lru_cache(maxsize=1)
def row_of() -> Ints:
    """The row of any three cards, at index 2704a + 52b + c."""
    found = np.zeros(52**3, dtype=np.int32)
    hands = rows().cards
    number = np.arange(len(hands))
    single = rows().weight == 1  # the mini royals stand for themselves
    for suits in SUIT_ORDERS:
        moved = 4 * (hands >> 2) + suits[hands & 3]
        moved[single] = hands[single]
        for i, j, k in permutations(range(3)):
            found[2704 * moved[:, i] + 52 * moved[:, j] + moved[:, k]] = number
    return found


@lru_cache(maxsize=1)
def others_of_three() -> Cards:
    """For each row, the 49 other cards: (rows, 49)."""
    return without(rows().cards)


def without(hands: Cards) -> Cards:
    """The cards that are not in each hand."""
    left = np.ones((len(hands), 52), dtype=bool)
    np.put_along_axis(left, hands, False, axis=1)
    return np.nonzero(left)[1].reshape(len(hands), 52 - hands.shape[1])


def triple_index(a: Ints, b: Ints, c: Ints) -> Ints:
    """The index of three cards in `VALUE` and `row_of`."""
    return 2704 * a + 52 * b + c


def values_of(a: Ints, b: Ints, c: Ints) -> Ints:
    """The values of hands whose cards come in three arrays that broadcast together."""
    return VALUE[triple_index(a, b, c)]


def royal_suit(cards: Iterable[int]) -> int | None:
    """The suit of the mini royal that a hand can draw to: it has two cards of it."""
    suits = [card & 3 for card in cards if card >= 4 * 10]
    return next((suit for suit in suits if suits.count(suit) == 2), None)


@lru_cache(maxsize=1)
def royal_suits() -> Ints:
    """The same for every row; -1 where no draw makes a mini royal."""
    suits = [royal_suit(cards) for cards in rows().cards.tolist()]
    return np.array([-1 if suit is None else suit for suit in suits])


@lru_cache(maxsize=1)
def values_drawn() -> tuple[Ints, ...]:
    """The value of every row with each of `others_of_three` in the place of each card: three arrays."""
    a, b, c = rows().cards.T[..., None]
    return tuple(values_of(*kept, others_of_three()).astype(np.int64) for kept in ((b, c), (a, c), (a, b)))


# --- Up cards beside a hand, up to suits: one set stands for all that some order of suits makes of it.


def renamed(cards: Cards, order: int) -> Cards:
    """The cards with their suits in another order."""
    found: Cards = 4 * (cards >> 2) + SUIT_ORDERS[order][cards & 3]
    return found


def renamed_each(cards: Cards, orders: Ints) -> Cards:
    """Sets of cards, each with its suits in an order of its own."""
    return 4 * (cards >> 2) + np.take_along_axis(SUIT_ORDERS[orders], cards & 3, axis=1)


def known_by(cards: Cards) -> Ints:
    """A number for each set of cards, whatever their order."""
    number = np.zeros(len(cards), np.int64)
    for column in np.sort(cards, axis=1).T:
        number = number * 52 + column
    return number


@lru_cache(maxsize=4)
def up_sets(shows: int) -> Cards:
    """Every set of so many up cards."""
    return np.array(list(combinations(range(52), shows)), dtype=np.int64)


@lru_cache(maxsize=4)
def up_number(shows: int) -> Ints:
    """The place of a set of cards in `up_sets`, by what it is known by."""
    ups = up_sets(shows)
    found = np.zeros(52**shows, np.int32)
    found[known_by(ups)] = np.arange(len(ups))
    return found


@lru_cache(maxsize=4)
def moved_ups(shows: int) -> Ints:
    """Where each order of suits takes each set of up cards: (24, ups)."""
    ups, deck = up_sets(shows), np.arange(52)
    steps = 52 ** np.arange(shows)[::-1]
    number = np.zeros(52**shows, np.int32)  # of a set, its cards in any order
    for order in permutations(range(shows)):
        number[ups[:, order] @ steps] = np.arange(len(ups))
    columns = np.ascontiguousarray(ups.T)
    found = np.empty((len(SUIT_ORDERS), len(ups)), np.int32)
    for each in range(len(SUIT_ORDERS)):
        moved, place = renamed(deck, each), np.zeros(len(ups), np.int64)
        for step, column in zip(steps.tolist(), columns, strict=True):
            place += (step * moved)[column]
        found[each] = number[place]
    return found


@dataclass(frozen=True, slots=True)
class Family:
    """Rows that the same orders of suits leave as they are."""

    rows: Ints
    orders: tuple[int, ...]


@lru_cache(maxsize=1)
def families() -> tuple[Family, ...]:
    """All rows, by the orders of suits that leave them as they are."""
    hands = rows().cards
    known = known_by(hands)
    kept = np.stack([known_by(renamed(hands, each)) == known for each in range(len(SUIT_ORDERS))], axis=1)
    kinds, of = np.unique(kept, axis=0, return_inverse=True)
    return tuple(
        Family(np.flatnonzero(of.ravel() == number), tuple(np.flatnonzero(kind).tolist()))
        for number, kind in enumerate(kinds)
    )


@lru_cache(maxsize=1)
def family_of() -> Ints:
    """The number of the family of each row."""
    found = np.zeros(len(rows()), np.int64)
    for number, family in enumerate(families()):
        found[family.rows] = number
    return found


@dataclass(frozen=True, slots=True)
class Orbits:
    """Sets of up cards that are one to a family of rows: the first of each, and how many there are."""

    first: Ints  # its place in `up_sets`
    size: Ints
    of: Ints  # for each set of `up_sets` the number of its orbit


@lru_cache(maxsize=64)
def orbits(shows: int, family: int) -> Orbits:
    """The up cards of a family of rows, up to suits."""
    smallest = moved_ups(shows)[list(families()[family].orders)].min(axis=0)
    first, of, size = np.unique(smallest, return_inverse=True, return_counts=True)
    return Orbits(first, size, of.ravel())


# --- All 22,100 hands, what is read off each of them, and pairs of hands that have no card in common.

PAIRS: Final = comb(52, 2)


@dataclass(frozen=True, slots=True)
class AllHands:
    """All 22,100 hands, and what is read off each of them."""

    cards: Cards  # (hands, 3)
    row: Ints
    value: Ints
    hand_class: Ints
    pairs: Ints  # (3, hands) of numbers of pairs
    renaming: Ints  # which of the 24 orders of suits makes the hand its row
    held: Ints  # the cards as bits
    holds: Flags  # (52, hands)

    def apart(self, hand: Cards) -> Ints:
        """The numbers of those that hold none of these cards."""
        return np.flatnonzero(self.held & np.bitwise_or.reduce(np.int64(1) << hand) == 0)


@lru_cache(maxsize=1)
def all_hands() -> AllHands:
    """Every hand, as in `up_sets(3)`."""
    cards = up_sets(3)
    row = row_of()[triple_index(*cards.T)].astype(np.int64)
    target = up_number(3)[known_by(rows().cards)][row]
    renaming = (moved_ups(3) == target).argmax(axis=0)  # the first that does it: none where none is needed
    holds = np.zeros((52, len(cards)), bool)
    holds[cards.T, np.arange(len(cards))] = True
    return AllHands(
        cards=cards,
        row=row,
        value=values_of(*cards.T).astype(np.int64),
        hand_class=rows().hand_class[row].astype(np.uint8),
        pairs=np.stack([pair_number()[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)]),
        renaming=renaming,
        held=np.bitwise_or.reduce(np.int64(1) << cards, axis=1),
        holds=holds,
    )


@lru_cache(maxsize=1)
def paired_cards() -> tuple[Ints, Ints]:
    """The two cards of each pair, the lower first."""
    first, second = np.triu_indices(52, 1)
    return first, second


@lru_cache(maxsize=1)
def pair_number() -> Ints:
    """The place of each two cards among all pairs: (52, 52)."""
    found = np.zeros((52, 52), np.int64)
    first, second = paired_cards()
    found[first, second] = found[second, first] = np.arange(PAIRS)
    return found


def up_beside_rows(shown: tuple[int, ...]) -> Ints:
    """For each hand, the number of the up cards once suits are renamed so that the hand is its row."""
    every = np.tile(np.array(shown, np.int64), (len(SUIT_ORDERS), 1))
    moved = renamed_each(every, np.arange(len(SUIT_ORDERS)))
    return up_number(len(shown))[known_by(moved)][all_hands().renaming]


def disjoint_pairs(mine: Ints, theirs: Ints, my_ends: int, their_ends: int) -> Ints:
    """How many pairs of hands without a common card are in each pair of ends: (my ends, their ends).

    Each array gives the end of each of the 22,100 hands; one that cannot be dealt has the number after the
    last end.
    """
    hands = all_hands()
    both = mine.astype(np.int64) * (their_ends + 1) + theirs
    same = np.bincount(both, None, (my_ends + 1) * (their_ends + 1)).reshape(my_ends + 1, their_ends + 1)
    every = np.outer(same.sum(axis=1), same.sum(axis=0))

    def sharing(places: Ints, size: int) -> Ints:
        """Pairs of hands, once for each place that both have."""
        left = _in_places(mine, my_ends, places, size)
        right = left if theirs is mine else _in_places(theirs, their_ends, places, size)
        return np.einsum("ap,bp->ab", left, right)

    found = every[:my_ends, :their_ends] - same[:my_ends, :their_ends]
    return found - sharing(hands.cards.T, 52) + sharing(hands.pairs, PAIRS)


def _in_places(labels: Ints, ends: int, places: Ints, size: int) -> Ints:
    """How many hands of each end have each card or pair of cards: (ends, places)."""
    flat = labels.astype(np.int64) * size + places
    return np.bincount(flat.ravel(), None, (ends + 1) * size).reshape(ends + 1, size)[:ends]
