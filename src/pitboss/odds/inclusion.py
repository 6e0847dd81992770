"""How many dealer outcomes lie below a value, among those that hold some cards and avoid others.

`docs/method.md`, "Inclusion and exclusion instead of loops". Outcomes that *avoid* cards are all outcomes,
less those that hold one of them, plus those that hold two, and so on. So it is enough to tabulate, up to
suits, the outcomes that hold a card, pair or triple and lie below each value: a few look-ups replace
thousands of comparisons. Come here for how a showdown is counted where a bet looks at nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import Kind
from pitboss.odds.geometry import (
    KIND,
    WIDTH,
    Doubles,
    Flags,
    Ints,
    others_of_three,
    rows,
    values_drawn,
    values_of,
)
from pitboss.sheet.pays import SHOWDOWNS

VERSUS: Final = SHOWDOWNS
FINALS: Final = len(Kind)  # kinds of a hand after a draw


@dataclass(slots=True)
class Sum:
    """How many outcomes lie below a value: a sum of table rows and of single sets of cards.

    What does not depend on the value is worked out once, however many values are asked.
    """

    # A factor, the flat table, places in it for the value 0, and how far the next value is
    tables: list[tuple[int, Ints, Ints, int]] = field(default_factory=list)
    singles: list[tuple[int, Ints, Ints | Flags]] = field(default_factory=list)  # factor, value, outcomes

    def below(self, value: Ints) -> Ints:
        """The count for each value; values and places broadcast together."""
        found: Ints = np.zeros((1, 1), np.int32)
        for factor, table, place, step in self.tables:
            found = _plus(found, factor, table[place + value * step])
        for factor, mine, ways in self.singles:
            found = _plus(found, factor, (mine < value) * ways)
        return found

    def around(self, value: Ints) -> tuple[Ints, Ints]:
        """The counts below each value and up to it: as `below` of it and of the next, and faster.

        Memory is taken once and used again: fresh pages cost more than the sums.
        """
        places = [*(place for _, _, place, _ in self.tables), *(mine for _, mine, _ in self.singles)]
        shape = np.broadcast_shapes(value.shape, *(each.shape for each in places))
        under, up_to = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        at = np.empty(shape, np.intp)
        parts = {table.dtype: np.empty(shape, table.dtype) for _, table, _, _ in self.tables}
        for factor, table, place, step in self.tables:
            np.add(place, value * step, out=at)
            part = parts[table.dtype]
            for total, flat in ((under, table), (up_to, table[step:])):
                np.take(flat, at, out=part, mode="clip")  # no place is outside: this only spares a copy
                _plus(total, factor, part)
        for factor, mine, ways in self.singles:
            for total, hit in ((under, mine < value), (up_to, mine <= value)):
                _plus(total, factor, hit * ways)
        return under, up_to


def _plus(found: Ints, factor: int, part: Ints | Flags) -> Ints:
    """`found + factor * part`, in place where the shape allows it."""
    out = found if found.shape == np.broadcast_shapes(found.shape, part.shape) else None
    if factor == -1:
        return np.subtract(found, part, out=out)
    return np.add(found, part if factor == 1 else factor * part, out=out)


@dataclass(frozen=True, slots=True)
class Tables:
    """Dealer outcomes below each value that hold cards: up cards among the first three, others anywhere.

    There is a table (742 values, classes of cards) for each number of cards that are held. Where the dealer
    draws, an up card can never be the fourth card, so classes tell cards that must come first from others.
    """

    draws_below: int
    stand: dict[int, Ints]  # hands of three cards; where the dealer draws, those that stand
    fourth: dict[int, Ints]  # sets of four cards, once for each of them that can have been drawn

    def avoiding(self, up: Sequence[Ints], cards: Sequence[Ints], fourths: int) -> Sum:
        """Outcomes with these up cards and none of the others; a standing hand goes with so many fourths."""
        found = Sum()
        for size in range(len(cards) + 1):
            for free in combinations(cards, size):
                self._add(found, (-1) ** size, up, free, fourths)
        return found

    def _add(self, to: Sum, sign: int, up: Sequence[Ints], free: Sequence[Ints], fourths: int) -> None:
        """Adds the outcomes that hold the up cards and, anywhere, the free ones."""
        held = [*free, *up]  # what is known of the hand alone is added first
        for size, tables, factor in ((3, self.stand, sign * fourths), (4, self.fourth, sign)):
            if tables and len(held) == size:
                to.singles.append((factor, *_outcome(up, free, self.draws_below)))
            elif len(held) in tables:
                table = tables[len(held)]
                to.tables.append((factor, table.ravel(), order_class([*up, *free]), table.shape[1]))


@lru_cache(maxsize=2)
def tables_of(shows: int, draws_below: int) -> Tables:
    """The tables for so many up cards and a dealer who draws to less than a value, or never (0)."""
    fourth = _holding(4, shows, draws_below) if draws_below else {}
    return Tables(draws_below, _holding(3, shows, draws_below), fourth)


def _holding(size: int, shows: int, draws_below: int) -> dict[int, Ints]:
    """The tables of outcomes of so many cards, from all but one of them held down to the up cards alone.

    Beside three cards there are 49, each with four ways to come last: such numbers are small. With fewer
    held, outcomes are summed over one more free card, and each is found once for each free card that it has.
    """
    reps = representatives(size - 1)
    cards = [reps[:, place, None] for place in range(size - 1)]
    best, ways = _outcome(cards[:shows], [*cards[shows:], _others(reps)], draws_below)
    ones: Ints = ways.astype(np.uint8 if size == 4 else np.int32)
    found = {size - 1: below_each(np.arange(len(reps))[:, None], len(reps), best, ones)}
    for held in range(size - 2, shows - 1, -1):
        reps = representatives(held)
        one_more = order_class([*(reps[:, place, None] for place in range(held)), _others(reps)])
        sums = np.zeros((WIDTH, len(reps)), np.int32)
        for each in one_more.T:
            sums += found[held + 1].take(each, axis=1)
        found[held] = sums // (size - held)
    return found


def _outcome(up: Sequence[Ints], free: Sequence[Ints], draws_below: int) -> tuple[Ints, Ints | Flags]:
    """The dealer's value with three or four cards, and in how many ways it comes.

    Three cards are a hand that stands or none; of four, each free card can be the one that was drawn.
    """
    cards = [*free, *up]
    if len(cards) == 3:
        value = values_of(*cards)
        return value, value >= draws_below
    best = ways = np.zeros((1, 1), np.uint8)
    for last in range(4):
        value = values_of(*(card for place, card in enumerate(cards) if place != last))
        best = np.maximum(best, value)
        if last < len(free):
            ways = ways + (value < draws_below)
    return best, ways


def below_each(group: Ints, groups: int, value: Ints, ways: Ints) -> Ints:
    """How many values of each group lie below each value: (742, groups), of the type that `ways` has."""
    found = np.zeros((WIDTH, groups), ways.dtype)
    place = (value.astype(np.intp) + 1) * groups + group
    np.add.at(found.reshape(-1), place.ravel(), np.broadcast_to(ways, place.shape).ravel())
    for each in range(1, WIDTH):
        found[each] += found[each - 1]
    return found


def order_class(cards: Sequence[Ints]) -> Ints:
    """A number for up to three cards in order, up to suits: their ranks and which suits are equal."""
    if not cards:
        return np.zeros((1, 1), np.int64)
    ranks = cards[0] >> 2
    for card in cards[1:]:
        ranks = 13 * ranks + (card >> 2)
    if len(cards) == 1:
        return ranks
    same = (cards[0] & 3) == (cards[1] & 3)
    if len(cards) == 2:
        return 2 * ranks + same
    third = cards[2] & 3
    first, second = third == (cards[0] & 3), third == (cards[1] & 3)
    # 0 no suits equal, 1 the first two, 2 first and third, 3 second and third, 4 all
    pattern = np.where(same, np.where(first, 4, 1), np.where(first, 2, np.where(second, 3, 0)))
    return 5 * ranks + pattern


_SUITS: Final = (((),), ((0,),), ((0, 1), (0, 0)), ((0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0)))


def representatives(size: int) -> Ints:
    """Cards for every number of `order_class`; numbers that no different cards have repeat a card."""
    ranks, suits = np.array(list(product(range(13), repeat=size)), np.int64), np.array(_SUITS[size], np.int64)
    return (4 * ranks[:, None] + suits).reshape(len(ranks) * len(suits), size)


def _others(reps: Ints) -> Ints:
    """The cards beside each representative; where it repeats a card, one card too many is left out."""
    left = np.ones((len(reps), 52), dtype=bool)
    np.put_along_axis(left, reps, False, axis=1)
    return np.argsort(~left, axis=1, kind="stable")[:, : 52 - reps.shape[1]]


# --- How a showdown ends, from counts below some values.


def split(under: Ints, up_to: Ints, unqualified: Ints, total: int | Ints) -> Doubles:
    """The six ways a showdown ends, from the outcomes below the hand, up to it, and below the qualifier."""
    return _ends(*_in_order(under, up_to, unqualified, total))


def _in_order(under: Ints, up_to: Ints, unqualified: Ints, total: int | Ints) -> list[Ints]:
    """Six counts, between which the results lie.

    All are cumulative counts of the same outcomes, so the smaller value has the smaller count.
    """
    low = [np.minimum(under, unqualified), np.minimum(up_to, unqualified), unqualified]
    return [*low, np.maximum(under, unqualified), np.maximum(up_to, unqualified), np.asarray(total)]


def _ends(
    low: Ints | Doubles,
    mid: Ints | Doubles,
    unqualified: Ints | Doubles,
    high: Ints | Doubles,
    top: Ints | Doubles,
    total: Ints | Doubles,
) -> Doubles:
    """The six results as differences of six cumulative counts: whole numbers, as doubles.

    No count is above 2^53, so doubles are exact, and sums over them are much faster than over integers.
    """
    shape = np.broadcast_shapes(*(part.shape for part in (low, mid, unqualified, high, top)))
    found = np.empty((VERSUS, *shape), np.float64)
    found[2] = low
    for result, (more, less) in enumerate(
        ((unqualified, mid), (mid, low), (low, 0), (total, top), (top, high), (high, unqualified))
    ):
        if result != 2:
            np.subtract(more, less, out=found[result])
    return np.moveaxis(found, 0, -1)  # each result stays together in memory: prices go result by result


def where_one_is_drawn(tables: Tables, qualifies_from: int) -> Doubles:
    """The ends after each discard where nothing shows: (rows, 1, 3 discards, 8 final kinds, 6).

    The player draws: outcomes avoid the hand and the card drawn, and are summed over that card.
    """
    drawn, number = others_of_three(), np.arange(len(rows()))[:, None]
    fourths = 45 if tables.draws_below else 1
    outcomes = tables.avoiding([], [*(rows().cards[:, place, None] for place in range(3)), drawn], fourths)
    unqualified = outcomes.below(np.full((1, 1), qualifies_from))
    total = comb(48, 3) * fourths
    found = []
    for value in values_drawn():
        final = number * FINALS + KIND[value]
        parts = _in_order(*outcomes.around(value), unqualified, total)
        sums = [
            np.bincount(final.ravel(), np.broadcast_to(part, final.shape).ravel(), len(number) * FINALS)
            for part in parts
        ]
        found.append(_ends(*sums).reshape(-1, FINALS, VERSUS))
    return np.stack(found, axis=1)[:, None]
