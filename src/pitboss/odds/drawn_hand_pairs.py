"""Two hands, each with the card that it may draw, that share no card: counted by the ends of both.

A hand with the card that the deck holds for it is a set of four cards, one of which comes last; a hand that
draws nothing goes with each of those cards alike. Pairs of sets without a common card are, by inclusion and
exclusion over what they share, a sum over no card, one, two, three and four. From one dealer's hand to the
next most sets end as they did: what is known of them is kept, and only what has changed is counted anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.geometry import Cards, Doubles, Flags, Ints
from pitboss.odds.risk.four_cards import QUADS, TRIPLES, four_card_sets

Labels = NDArray[np.uint16]
BITS: Final = 16  # of an end in the code of a bag
CHUNK: Final = 50_000  # sets that are worked on together


@dataclass(frozen=True, slots=True)
class FourPlaces:
    """How sets of four cards, in the order of `combinations`, lie over hands, pairs and cards.

    What cannot be has the number after the last one.
    """

    cards: Cards  # (sets, 4)
    holds: Flags  # (52, sets)
    hand: Ints  # (4, sets): the hand that each of the four cards is drawn to
    beside: Ints  # (52, hands): the set that a card makes with a hand
    of_pair: Ints  # (52, pairs): the hand that a card makes with two others
    of_card: Ints  # (51, 52): the pairs with each card


@lru_cache(maxsize=1)
def four_places() -> FourPlaces:
    """The tables, made once: about 50 MB."""
    sets = four_card_sets()
    hand = np.empty((4, QUADS), np.int64)
    beside = np.full((52, TRIPLES), QUADS, np.int64)
    for last in range(4):
        a, b, c = (sets.quads[:, place] for place in range(4) if place != last)
        hand[last] = sets.triple_with[c, sets.pair_with[a, b]]
        beside[sets.quads[:, last], hand[last]] = np.arange(QUADS)
    of_card = np.sort(sets.pair_with[:, :52], axis=0)[:-1]  # a card with itself is no pair
    holds = (sets.quads[None] == np.arange(52)[:, None, None]).any(axis=2)
    return FourPlaces(sets.quads, holds, hand, beside, sets.triple_with[:, :-1], of_card)


class DrawnSeat:
    """One seat's end for each set of four cards and each of them as the last, and what is counted of it."""

    def __init__(self, ends: int) -> None:
        self.ends = ends
        # One more set and one more end: those that cannot be.
        self.labels: Labels = np.full((4, QUADS + 1), ends, np.uint16)
        self._three = np.zeros((TRIPLES, ends + 1))  # sets over each hand
        self._three[:, ends] = 4 * (52 - 3)
        self._columns: Labels = np.zeros((QUADS + 1, 4), np.uint16)
        self.column: Labels = np.zeros(ends + 1, np.uint16)

    def take(self, labels: Labels, some: Ints | None = None) -> Ints:
        """Takes other ends, (4, sets); returns the numbers of the sets that have changed.

        No others have changed than these, where some are given.
        """
        before = self.labels[:, :-1]
        if some is None:
            changed = np.flatnonzero((before != labels).any(axis=0))
        else:
            changed = some[(before[:, some] != labels[:, some]).any(axis=0)]
        if not len(changed):
            return changed
        if 2 * len(changed) > QUADS:
            self._three = _over_hands(labels, np.arange(QUADS), self.ends + 1)
        else:
            self._three += _over_hands(labels[:, changed], changed, self.ends + 1)
            self._three -= _over_hands(before[:, changed], changed, self.ends + 1)
        self.labels[:, changed] = labels[:, changed]
        self._name(changed)
        return changed

    def _name(self, changed: Ints) -> None:
        """Gives the ends that there are columns; the largest is what the others leave and has none."""
        size = self._three.sum(axis=0)[: self.ends]
        there = np.flatnonzero(size)
        self.largest = int(size.argmax())
        self.used = there[there != self.largest]
        column = np.full(self.ends + 1, len(self.used), np.uint16)
        column[self.used] = np.arange(len(self.used))
        if (column != self.column).any():
            self.column = column
            self._columns = np.ascontiguousarray(column[self.labels].T)
        else:
            self._columns[changed] = column[self.labels[:, changed]].T
        self._kept = np.ascontiguousarray(self._three[:, self.used])

    def beside(self, out: Sequence[int]) -> Sides:
        """What is counted of the sets that hold none of these cards."""
        places, width = four_places(), len(self.used) + 1
        gone = places.beside[list(out)]  # (cards, hands)
        codes = self._columns.take(gone, axis=0) + (width * np.arange(TRIPLES))[:, None]
        lost = np.bincount(codes.ravel(), None, TRIPLES * width).reshape(TRIPLES, width)
        three = np.zeros((TRIPLES + 1, width - 1))
        np.subtract(self._kept, lost[:, :-1], out=three[:-1])
        three[:-1][(gone == QUADS).any(axis=0)] = 0
        two = np.zeros((places.of_pair.shape[1] + 1, width - 1))
        for card in range(52):
            if card not in out:
                two[:-1] += three.take(places.of_pair[card], axis=0)
        two /= 2
        one = two[places.of_card].sum(axis=0) / 3
        return Sides(one.sum(axis=0, keepdims=True) / 4, one, two, three)


@dataclass(frozen=True, slots=True)
class Sides:
    """Sets of each end over no card, each card, each two and each three: (places, ends)."""

    none: Doubles
    one: Doubles
    two: Doubles
    three: Doubles


def _over_hands(labels: Labels, sets: Ints, ends: int) -> Doubles:
    """How many of some sets, by end, hold each three cards: (hands, ends)."""
    found = np.zeros(TRIPLES * ends)
    for start in range(0, len(sets), CHUNK):
        some = slice(start, start + CHUNK)
        codes = four_places().hand[:, None, sets[some]] * ends + labels[:, some]
        found += np.bincount(codes.ravel(), None, len(found))
    return found.reshape(TRIPLES, ends)


class DrawnPairs:
    """Pairs of two seats' sets without a common card, by the ends of both, one dealer after another."""

    def __init__(self, first: DrawnSeat, second: DrawnSeat) -> None:
        self.seats = (first,) if first is second else (first, second)
        self._names = [_Names() for _ in self.seats]
        self._both = _Names()
        self._bag = np.zeros(QUADS, np.int64)  # of each set: its ends at both seats, whichever card was last

    def take(self, labels: Sequence[tuple[Labels, Ints | None]]) -> None:
        """Takes the ends of each different seat, and which sets may have others than before."""
        moved = [seat.take(*each) for seat, each in zip(self.seats, labels, strict=True)]
        changed = moved[0] if len(moved) == 1 else np.union1d(*moved)
        if len(changed):
            bags = [
                names.of(_packed(seat.labels[:, changed]))
                for names, seat in zip(self._names, self.seats, strict=True)
            ]
            self._bag[changed] = bags[0] if len(bags) == 1 else self._both.of(bags[0] << 32 | bags[1])
            self._alike = self._same(self._bag)

    def count(self, out: Sequence[int]) -> tuple[Ints, Ints, Ints]:
        """The ends of each seat that there are, and the pairs that hold none of these cards in each two."""
        sides = [seat.beside(out) for seat in self.seats]
        mine, theirs = sides[0], sides[-1]
        touching = np.flatnonzero(np.logical_or.reduce([four_places().holds[card] for card in out]))
        found = mine.none.T @ theirs.none - mine.one.T @ theirs.one + mine.two.T @ theirs.two
        found += self._alike - self._same(self._bag[touching]) - mine.three.T @ theirs.three
        free = 52 - len(out)
        left = 4 * comb(free - 4, 4)
        first, second = self.seats[0], self.seats[-1]
        whole = np.zeros((len(found) + 1, found.shape[1] + 1), np.int64)
        whole[:-1, :-1] = np.rint(found)
        # The largest end of each seat is what its other ends leave.
        whole[:-1, -1] = np.rint(mine.none[0] * left) - whole[:-1, :-1].sum(axis=1)
        every = np.append(np.rint(theirs.none[0] * left), 0)
        every[-1] = 4 * comb(free, 4) * left - every.sum()
        whole[-1] = every - whole[:-1].sum(axis=0)
        return np.append(first.used, first.largest), np.append(second.used, second.largest), whole

    def _same(self, bags: Ints) -> Doubles:
        """Pairs of one set and itself, by the columns of both seats."""
        times = np.bincount(bags)
        each = np.flatnonzero(times)
        times = times[each]
        if len(self.seats) == 1:
            columns = self._columns(0, each)
            return (columns * times[:, None]).T @ columns
        codes = self._both.codes[each]
        left, right = self._columns(0, codes >> 32), self._columns(1, codes & ((1 << 32) - 1))
        return (left * times[:, None]).T @ right

    def _columns(self, number: int, bags: Ints) -> Doubles:
        """How often each bag of a seat has each end: (bags, ends)."""
        seat, codes = self.seats[number], self._names[number].codes[bags]
        width = len(seat.used) + 1
        ends = codes[:, None] >> (BITS * np.arange(4)) & ((1 << BITS) - 1)
        place = np.arange(len(bags))[:, None] * width + seat.column[ends]
        found = np.bincount(place.ravel(), None, len(bags) * width)
        return found.reshape(-1, width)[:, :-1].astype(np.float64)


def _packed(labels: Labels) -> Ints:
    """Four ends as one number, whatever their order."""
    ordered = np.sort(labels, axis=0).astype(np.int64)
    return ordered[0] | ordered[1] << BITS | ordered[2] << 2 * BITS | ordered[3] << 3 * BITS


class _Names:
    """Short numbers for large ones, in the order in which they come."""

    def __init__(self) -> None:
        self.codes = np.zeros(0, np.int64)
        self._order = np.zeros(0, np.int64)

    def of(self, codes: Ints) -> Ints:
        """The numbers of these."""
        new = np.setdiff1d(codes, self.codes)
        if len(new):
            self.codes = np.append(self.codes, new)
            self._order = np.argsort(self.codes)
        return self._order[np.searchsorted(self.codes, codes, sorter=self._order)]
