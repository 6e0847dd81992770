"""Up cards beside a hand, up to suits: one set stands for all that some order of suits makes of it.

An order of suits that leaves a hand as it is changes nothing that is known of the deal but the names of its
up cards. So of up cards that such orders turn into each other one set is counted, for as many as there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from pitboss.odds.geometry import SUIT_ORDERS, Cards, Ints, rows


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
